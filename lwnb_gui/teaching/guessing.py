"""Guess first: the subject of a guess, and the score of a session. No Qt in here."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from lwnb_core import Explanation
from lwnb_gui.app.query import Query
from lwnb_gui.views.wording.classes import predictions


def question(query: Query) -> Hashable:
    """Return the subject of a guess: the instance, whatever k and the other settings are."""
    return (query.data.class_index, query.test_rows, query.row, query.changes)


@dataclass(frozen=True)
class Score:
    """The number of correct guesses on rows whose class is known, and of each learner's on the same rows."""

    guesses: int = 0
    right: int = 0
    learners: tuple[tuple[str, int], ...] = ()

    def counting(self, guess: int, explanation: Explanation) -> Score:
        """Return the score with one more guess; an instance without a true class does not count."""
        true = explanation.known_class
        if true is None:
            return self
        before = dict(self.learners)
        now = {name: before.get(name, 0) + (said == true) for name, said in predictions(explanation).items()}
        return replace(
            self, guesses=self.guesses + 1, right=self.right + (guess == true), learners=tuple(now.items())
        )
