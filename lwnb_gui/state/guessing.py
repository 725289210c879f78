"""Guess first: who was right, what the learners say, and the score for the hour. No Qt in here."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import first_best
from lwnb_gui.state.query import Query
from lwnb_gui.text import class_names, listed, probabilities


def question(query: Query) -> Hashable:
    """What a guess is about: the instance, whatever k and the other settings are."""
    return (query.data.class_index, query.test_rows, query.row, query.changes)


@dataclass(frozen=True)
class Score:
    """Guesses on rows whose class is known, and how often each learner was right about the same rows."""

    guesses: int = 0
    right: int = 0
    learners: tuple[tuple[str, int], ...] = ()

    def counting(self, guess: int, explanation: Explanation) -> Score:
        """With one more guess; an instance without a true class does not count."""
        true = true_class(explanation)
        if true is None:
            return self
        before = dict(self.learners)
        now = {name: before.get(name, 0) + (said == true) for name, said in learners_say(explanation).items()}
        return replace(
            self, guesses=self.guesses + 1, right=self.right + (guess == true), learners=tuple(now.items())
        )

    @property
    def text(self) -> str:
        """`You: 7 of 9 right; LWNB 8, NB 6, KNN 7, KNNDW 7`."""
        if self.guesses == 0:
            return "no guesses yet"
        others = ", ".join(f"{name} {right}" for name, right in self.learners)
        return f"You: {self.right} of {self.guesses} right" + (f"; {others}" if others else "")


def true_class(explanation: Explanation) -> int | None:
    """The class a guess is measured by; a row whose values were changed has none."""
    return explanation.known_class


def learners_say(explanation: Explanation) -> dict[str, int]:
    """The class that each learner gives, LWNB first."""
    said = {explanation.learner.upper(): explanation.prediction}
    said |= {name: int(first_best(posterior)) for name, posterior in explanation.others.items()}
    return said


def verdict(guess: int, explanation: Explanation) -> tuple[bool | None, str]:
    """Whether the guess was right (None: nobody knows), and the sentence that says so."""
    classes = class_names(explanation.classes, explanation.class_attribute)
    true, said = true_class(explanation), explanation.prediction
    sure = probabilities(explanation.posterior.tolist(), can_be_zero=False)[said]
    if true is None:
        said_so = (
            "LWNB agrees with you: it says" if guess == said else f"You said {classes[guess]}. LWNB says"
        )
        return None, f"{said_so} {classes[said]} ({sure}). The true class is not known."
    right = guess == true
    mine = f"Right: it is {classes[true]}." if right else f"It is {classes[true]}, not {classes[guess]}."
    said_by = learners_say(explanation)
    wrong = [name for name, code in said_by.items() if code != true]
    if not wrong:
        all_learners = "All learners are" if len(said_by) > 1 else "LWNB is"
        rest = f"{all_learners} right; LWNB gives this class a probability of {sure}."
    elif said == true:
        rest = f"LWNB is right ({sure}); {listed(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong."
    else:
        rest = f"LWNB says {classes[said]} ({sure}) and is wrong" + (
            f", as {'is' if len(wrong) == 2 else 'are'} {listed(wrong[1:])}."
            if len(wrong) > 1
            else "; the others are right."
        )
    return right, f"{mine} {rest}"
