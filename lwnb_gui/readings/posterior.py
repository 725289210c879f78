"""The posterior: what LWNB says compared with NB, KNN and KNNDW, in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.sweep import Sweep
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import counts_votes, tied_best
from lwnb_gui.readings.classes import FEW, in_order
from lwnb_gui.readings.names import brief_classes
from lwnb_gui.readings.why import why
from lwnb_gui.text import MINUS, amount, class_names, fixed, listed, probabilities

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PosteriorReading:
    """Posteriors of several learners for one instance.

    Attributes
    ----------
    learners
        The first is the one explained.
    posteriors
        Shape (learners, classes).
    true_class
        None where it is not known, and where values were changed: such an instance has none.
    votes
        For each learner its votes per class; None for a learner that does not count votes.
    order
        The classes as they are listed.
    row
        What is to be said of the row whose values were changed; empty where none were.
    why
        What speaks for the answer and against it, and at which k it changes.
    """

    classes: tuple[str, ...]
    learners: tuple[str, ...]
    posteriors: Floats
    true_class: int | None
    votes: tuple[list[float] | None, ...]
    order: tuple[int, ...]
    row: str = ""
    why: str = ""
    class_attribute: str = ""
    votes_are_smoothed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The classes' names, short enough for a sentence."""
        return brief_classes(self)

    @cached_property
    def chances(self) -> list[list[float]]:
        """The posteriors as plain numbers: with a few of them that is much quicker than an array."""
        chances: list[list[float]] = self.posteriors.tolist()
        return chances

    @cached_property
    def numbers(self) -> list[list[str]]:
        """The posteriors as they are read."""
        rows = zip(self.learners, self.chances, strict=True)
        return [probabilities(row, can_be_zero=counts_votes(learner)) for learner, row in rows]

    @cached_property
    def tied(self) -> list[list[int]]:
        """The classes that each learner finds equally, and most, probable; the first is its answer."""
        return [tied_best(row) for row in self.chances]

    @property
    def predictions(self) -> list[int]:
        return [first for first, *_ in self.tied]


def posterior_reading(
    explanation: Explanation, fitting: int = FEW, sweep: Sweep | None = None
) -> PosteriorReading:
    """The posteriors that an explanation holds; `fitting` of the classes are in sight.

    `sweep` has the same instance at every k, to say where the answer changes.
    """
    names = (explanation.learner, *explanation.others)
    return PosteriorReading(
        classes=explanation.classes,
        learners=names,
        posteriors=np.array([explanation.posterior, *explanation.others.values()]),
        true_class=explanation.known_class,
        votes=tuple(_votes(explanation, name) for name in names),
        order=in_order(explanation, fitting),
        row=row_itself(explanation),
        why=why(explanation, sweep).below_answer,
        class_attribute=explanation.class_attribute,
        votes_are_smoothed=explanation.convention.vote_smoothing,
    )


def row_itself(explanation: Explanation) -> str:
    """`Row 135 itself is virginica.` where some of its values were changed; a new instance is no row."""
    if not explanation.changed or explanation.is_new_instance:
        return ""
    if explanation.row is None or explanation.true_class is None:
        return ""
    return f"Row {explanation.row + 1} itself is {brief_classes(explanation)[explanation.true_class]}."


def _votes(explanation: Explanation, learner: str) -> list[float] | None:
    votes = explanation.votes.get(learner)
    return None if votes is None else votes.tolist()


def sentences(reading: PosteriorReading, *, short: bool = False) -> tuple[str, str]:
    """`LWNB alone is right: virginica, 0.828.` and what the others say.

    `short`: the others share a sentence where they agree.
    """
    said = reading.predictions
    lead, *others = reading.learners
    claim = f"{_answer(reading, 0)}, {reading.numbers[0][said[0]]}."
    if reading.true_class is None:
        head = f"{lead} says {claim} {reading.row}".strip()
    else:
        right = [n for n, c in zip(reading.learners, said, strict=True) if c == reading.true_class]
        head = _verdict(lead, others, right, claim, reading.names[reading.true_class])
    if short and len(others) > 1 and len(set(said[1:])) == 1:
        return head, _agreement(reading, said[1])
    parts = []
    for i, name in enumerate(others):
        says = "says " if i == 0 else ""
        parts.append(f"{name} {says}{_answer(reading, i + 1)}, {_how_sure(reading, i + 1)}")
    rest = "; ".join(parts) + "." if parts else ""
    return head, rest


def _agreement(reading: PosteriorReading, said: int) -> str:
    """What the others say, where all say the same."""
    parts = []
    for i, name in enumerate(reading.learners[1:], start=1):
        tied = ", tied" if len(reading.tied[i]) > 1 else ""
        parts.append(f"{name} {_how_sure(reading, i)}{tied}")
    return f"The others say {reading.names[said]}: {', '.join(parts)}."


def _how_sure(reading: PosteriorReading, learner: int) -> str:
    """How sure a learner is of its answer."""
    chances, votes = reading.chances[learner], reading.votes[learner]
    return how_sure(
        chances,
        reading.predictions[learner],
        votes,
        can_be_zero=counts_votes(reading.learners[learner]),
        tied=len(reading.tied[learner]) > 1,
    )


def how_sure(
    chances: Sequence[float],
    answer: int,
    votes: Sequence[float] | None,
    *,
    can_be_zero: bool,
    tied: bool = False,
) -> str:
    """`0.571`, or `31 of 50 votes` where a learner counts votes."""
    total = 0.0 if votes is None else sum(votes)
    if votes is None or total == 0:
        return probabilities(chances, can_be_zero=can_be_zero)[answer]
    return f"{amount(votes[answer])} of {amount(total)} votes{' each' if tied else ''}"


def _answer(reading: PosteriorReading, learner: int) -> str:
    """A learner's class; where others are as probable, so many of them are said to be tied."""
    first, *rest = (reading.names[c] for c in reading.tied[learner])
    if not rest:
        return first
    return f"{first} (tied with {listed(rest) if len(rest) < 3 else f'{len(rest)} others'})"


def _verdict(lead: str, others: list[str], right: list[str], claim: str, true: str) -> str:
    if not others:
        return f"{lead} is right: {claim}" if right else f"{lead} is wrong: {claim} True: {true}."
    if lead in right:
        if len(right) == 1:
            return f"{lead} alone is right: {claim}"
        if len(right) == len(others) + 1:
            return f"All are right; {lead} says {claim}"
        return f"{listed(right)} are right; {lead} says {claim}"
    if not right:
        return f"All are wrong; {lead} says {claim} True: {true}."
    verb = "is" if len(right) == 1 else "are"
    return f"{lead} is wrong: {claim} {listed(right)} {verb} right: {true}."


_TIPS = {
    "LWNB": "Locally weighted naive Bayes: a naive Bayes model fitted to the weighted neighbours only.",
    "NB": "Naive Bayes: all training rows count the same, however far away they are.",
    "KNN": "k nearest neighbours: each class’s share of the neighbours’ votes.",
    "KNNDW": "k nearest neighbours, distance-weighted: a vote counts less the farther away the neighbour is.",
}


# For a header, the longest first.
_FULL_NAMES = {
    "LWNB": ("locally weighted naive Bayes", "local naive Bayes", "local Bayes"),
    "NB": ("naive Bayes",),
    "KNN": ("nearest neighbours", "neighbours"),
    "KNNDW": ("nearest, distance-weighted", "distance-weighted", "weighted"),
}


def full_names(name: str) -> tuple[str, ...]:
    """What a learner's letters stand for, in several lengths, longest first."""
    return _FULL_NAMES.get(name, ())


def learner_tip(reading: PosteriorReading, learner: int) -> str:
    """What a learner is."""
    name = reading.learners[learner]
    tip = _TIPS.get(name, name)
    if reading.votes_are_smoothed and name in ("KNN", "KNNDW"):
        tip += " As in Weka, every class has 1/n of a vote more, where n is the number of training rows."
    return f"{tip} All four see the same training rows."


def name_tip(reading: PosteriorReading, c: int) -> str:
    """A class's name in full."""
    name = class_names(reading.classes, reading.class_attribute)[c]
    return f"{name}: the true class of this row." if c == reading.true_class else f"{name}."


def bar_tip(reading: PosteriorReading, learner: int, c: int) -> str:
    """A posterior to more decimals."""
    p = reading.chances[learner][c]
    number = f"= {fixed(p, 6) if p >= 1e-6 or p == 0 else f'{p:.3g}'.replace('-', MINUS)}"
    if p == 0 and not counts_votes(reading.learners[learner]):
        number = f"< 1e{MINUS}300"
    wins = " This is the learner’s answer." if reading.predictions[learner] == c else ""
    name = class_names(reading.classes, reading.class_attribute)[c]
    return f"{reading.learners[learner]}: P({name} | x) {number}.{wins}"


def spoken(reading: PosteriorReading, learner: int) -> str:
    """What a learner says of every class, for a screen reader."""
    names = class_names(reading.classes, reading.class_attribute)
    numbers = zip(names, reading.numbers[learner], strict=True)
    return f"{reading.learners[learner]}: " + ", ".join(f"{name} {number}" for name, number in numbers)
