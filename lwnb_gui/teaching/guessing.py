"""Guess first: what a guess is about, and the score for the hour. No Qt in here."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from lwnb_core import Explanation
from lwnb_gui.app.query import Query
from lwnb_gui.views.wording.classes import predictions


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
        true = explanation.known_class
        if true is None:
            return self
        before = dict(self.learners)
        now = {name: before.get(name, 0) + (said == true) for name, said in predictions(explanation).items()}
        return replace(
            self, guesses=self.guesses + 1, right=self.right + (guess == true), learners=tuple(now.items())
        )
