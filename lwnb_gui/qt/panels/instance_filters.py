"""The filters of the list of instances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.state.row_filter import Matches


@dataclass(frozen=True)
class Filter:
    """A choice of the combo box: which rows, and what is said where there are none."""

    text: str
    which: Callable[[Predictions], Matches] | None
    none: str


def _misclassified(name: str) -> Filter:
    return Filter(f"misclassified by {name}", lambda p: p.wrong(name), f"No row is misclassified by {name}.")


FILTERS = (
    Filter("all rows", None, "There are no rows to test."),
    Filter("wrong or differing", lambda p: p.wrong_or_disputed, "No row is misclassified."),
    *(_misclassified(name) for name in LEARNERS),
    Filter("learners disagree", lambda p: p.disputed, "The learners agree on every row."),
    Filter("text…", None, "No row contains this text."),
)
ALL, OPENING, TEXT, EXTRA = 0, 1, len(FILTERS) - 1, len(FILTERS)
