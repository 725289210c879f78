"""Why a learner gives its answer: the evidence for it and against it, and at which k it changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lwnb_core import Explanation, Sweep
from lwnb_core.local.naive_bayes import tied_best
from lwnb_gui.text import listed, signed
from lwnb_gui.views.contributions import PRIOR, Contribution, contributions_reading
from lwnb_gui.views.wording.names import brief, brief_classes

_NAMED_FOR, _NAMED_AGAINST = 2, 1  # the number of contributions that are named; the others are added up
_MOST_RANGES = 3  # of k in a sentence
_MOST_TIED = 3  # classes that are named
_NOTHING = 0.005  # a contribution that is displayed as 0.00
# A contribution against the answer is not mentioned if it is below this share of the largest one for it.
_NEGLIGIBLE = 0.02


@dataclass(frozen=True)
class Why:
    """Parts of one or two sentences; any of them may be empty.

    Attributes
    ----------
    answer
        `LWNB says vehicle`.
    reason
        `Mg (+1.03) outweighs Al (−0.61)`: contributions against the runner-up, as in their panel.
    neighbours
        `23 of 50 neighbours are vehicle`.
    change
        `The true class, build wind float, would win for k ≤ 4 or k ≥ 209.`
    rival
        A class that is almost as likely, if no single contribution is large enough to be named.
    """

    answer: str
    reason: str
    neighbours: str
    change: str
    rival: str = ""

    @property
    def sentences(self) -> str:
        """Return the sentences with the answer, to stand alone."""
        because = f"{self.answer} because {self.reason}" if self.reason else self.answer
        if self.rival:
            because += f", but {self.rival} is almost as likely"
        return f"{'; '.join(filter(None, [because, self.neighbours]))}. {self.change}".strip()

    @property
    def below_answer(self) -> str:
        """Return the sentences without the answer, to stand below it."""
        parts = "; ".join(filter(None, [self.reason, self.neighbours]))
        rival = f"{self.rival} is almost as likely." if self.rival else ""
        return " ".join(filter(None, [f"Why: {parts}." if parts else "", rival, self.change]))


def why(explanation: Explanation, sweep: Sweep | None = None) -> Why:
    """Explain a learner's answer; where it changes is known only from the posterior at every k."""
    names = brief_classes(explanation)
    top, *tied = tied_best(explanation.posterior.tolist())
    reading = contributions_reading(explanation)
    answer = (
        f"finds {_tied([names[c] for c in (top, *tied)])} equally probable" if tied else f"says {names[top]}"
    )
    reason = "" if tied or reading is None else _reason(reading.bars, names[top], names[reading.against])
    return Why(
        answer=f"{explanation.learner} {answer}",
        reason=reason,
        neighbours=_neighbours(explanation, top, names[top]),
        change="" if sweep is None else where_it_changes(explanation, sweep),
        rival="" if tied or reading is None or reason else names[reading.against],
    )


def where_it_changes(explanation: Explanation, sweep: Sweep) -> str:
    """Return a sentence such as `The true class, build wind float, would win for k ≤ 4 or k ≥ 209.`"""
    names = brief_classes(explanation)
    predicted, answer, true = sweep.predictions(), explanation.prediction, explanation.known_class
    if true is not None and true != answer:
        ranges = _ranges(sweep, predicted == true)
        said = f"would win {ranges}" if ranges else "does not win at any k"
        return f"The true class, {names[true]}, {said}."
    others = np.unique(predicted[predicted != answer])
    if not len(others):
        return "The answer is the same at every k."
    ranges = _ranges(sweep, predicted != answer)
    if len(others) == 1:
        return f"{names[int(others[0])]} would win {ranges}."
    return f"Another class would win {ranges}."


def _tied(names: list[str]) -> str:
    """Name the classes, `one and two`; if there are many, the first and the number of others."""
    return listed(names) if len(names) <= _MOST_TIED else f"{names[0]} and {len(names) - 1} other classes"


def _reason(bars: tuple[Contribution, ...], top: str, against: str) -> str:
    """Describe the evidence for the answer and the evidence against it, which it outweighs.

    Empty if no contribution is large enough to be named.
    """
    favours = [bar for bar in bars if bar.value >= _NOTHING]
    if not favours:
        return ""
    least = max(_NOTHING, _NEGLIGIBLE * favours[0].value)
    opposes = [bar for bar in bars if bar.value <= -least]
    named = favours[:_NAMED_FOR]
    is_enough = sum(bar.value for bar in named) > -sum(bar.value for bar in bars if bar.value < 0)
    plus = _list(named, [] if is_enough else favours[_NAMED_FOR:])
    if not opposes:
        return f"{plus} favour{'s' if len(named) == 1 and is_enough else ''} {top} over {against}"
    verb = "outweighs" if len(named) == 1 else "outweigh"
    minus = _list(opposes[:_NAMED_AGAINST], opposes[_NAMED_AGAINST:])
    return f"{plus} {verb} {minus}"


def _list(named: list[Contribution], rest: list[Contribution]) -> str:
    """List contributions: `Mg (+1.03), K (+1.00) and 3 more (+0.42)`."""
    if len(rest) == 1:
        named, rest = [*named, *rest], []
    texts = [f"{'the prior' if bar.of == PRIOR else brief(bar.name)} ({bar.number})" for bar in named]
    if rest:
        texts.append(f"{len(rest)} more ({signed(sum(bar.value for bar in rest))})")
    return listed(texts)


def _neighbours(explanation: Explanation, top: int, name: str) -> str:
    classes = explanation.neighbour_classes
    if classes is None or not len(classes):
        return ""
    mine, n = int(np.count_nonzero(classes == top)), len(classes)
    verb = "is" if mine == 1 else "are"
    return f"{mine:,} of {n:,} neighbours {verb} {name}"


def _ranges(sweep: Sweep, wins: np.ndarray) -> str:
    """Return `for k ≤ 4 or k ≥ 209`; if there are many ranges, the number of k."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], wins, [False]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2] - 1
    if not len(starts):
        return ""
    if len(starts) > _MOST_RANGES:
        first, last = int(sweep.ks[starts[0]]), int(sweep.ks[ends[-1]])
        return f"in {len(starts)} ranges of k between {first:,} and {last:,}"
    smallest, largest = int(sweep.ks[0]), int(sweep.ks[-1])
    texts = [
        _range(int(sweep.ks[start]), int(sweep.ks[end]), smallest, largest)
        for start, end in zip(starts, ends, strict=True)
    ]
    return f"for {', '.join(texts[:-1])} or {texts[-1]}" if len(texts) > 1 else f"for {texts[0]}"


def _range(first: int, last: int, smallest: int, largest: int) -> str:
    if first == last:
        return f"k = {first:,}"
    if first == smallest:
        return f"k ≤ {last:,}"
    if last == largest:
        return f"k ≥ {first:,}"
    return f"k from {first:,} to {last:,}"
