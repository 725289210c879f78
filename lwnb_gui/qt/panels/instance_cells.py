"""The columns of the list of instances: row, true class, and who errs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lwnb_core import align
from lwnb_core.data.dataset import Rows
from lwnb_core.local.naive_bayes import counts_votes, first_best
from lwnb_gui.qt.row_model import Cell, Column
from lwnb_gui.state import Query
from lwnb_gui.state.predictions import Predictions
from lwnb_gui.text import class_names, probabilities

_RIGHT = Cell("·", strong=True, spoken="right")
_NOTHING = Cell()
_TRUE = (36, 27)  # width of the column, and to what it is narrowed on a small screen
_MARKS = "A dot means a correct prediction; a symbol shows the wrong class that was predicted."
_LEARNERS = {  # the same, and who it is
    "LWNB": (44, 37, "Locally weighted naive Bayes."),
    "NB": (32, 22, "Naive Bayes on all rows, without weights."),
    "KNN": (38, 30, "The vote of the k nearest rows."),
    "KNNDW": (54, 53, "The vote of the k nearest rows; a row counts less the farther away it is."),
}


class InstanceCells:
    """The rows to test, with what the learners say of them where that is known."""

    def __init__(
        self, query: Query, predictions: Predictions | None, is_secret: Callable[[int], bool] | None
    ) -> None:
        self._data, self._test_rows = query.data, query.test_rows
        self.rows: Rows = query.rows_to_test
        self.classes = class_names(query.data.classes, query.data.class_attribute.name)
        self.true: NDArray[np.int32] = _true_classes(query)
        self.predictions = predictions
        self._is_secret = is_secret  # rows whose class is still to be guessed; None: no row
        self._newer: dict[str, dict[int, tuple[int, NDArray[np.float64]]]] = {}
        self._positions = _positions(self.rows, len(query.instances))

    def true_of(self, row: int) -> int | None:
        """The code of the true class, -1 where it is not known; None while it is to be guessed."""
        if self._is_secret is not None and self._is_secret(row):
            return None
        return self.true.item(self._positions[row])

    def answer(self, row: int, learner: str) -> tuple[int, NDArray[np.float64]] | None:
        """A learner's prediction and posterior; None while they are not computed or to be guessed."""
        if self.predictions is None or (self._is_secret is not None and self._is_secret(row)):
            return None
        newer = self._newer.get(learner, {}).get(row)
        if newer is not None:
            return newer
        i, predictions = self._positions[row], self.predictions
        return predictions.predicted[learner].item(i), predictions.posteriors[learner][i]

    def is_of(self, query: Query) -> bool:
        """Whether a query has the same rows to test."""
        return query.data is self._data and query.test_rows == self._test_rows

    def marks_of(self, rows: list[int]) -> dict[str, list[int]]:
        """The predictions for some rows, to be compared with those before."""
        if self.predictions is None:
            return {}
        positions = [self._positions[row] for row in rows]
        marks = {name: codes[positions].tolist() for name, codes in self.predictions.predicted.items()}
        for name, newer in self._newer.items():
            pairs = zip(rows, marks[name], strict=True)
            marks[name] = [newer[row][0] if row in newer else code for row, code in pairs]
        return marks

    def take(self, predictions: Predictions | None) -> None:
        """Other predictions for all rows."""
        self.predictions, self._newer = predictions, {}

    def take_some(self, rows: list[int], posteriors: Mapping[str, NDArray[np.float64]] | None) -> None:
        """Predictions at another k for some rows by some learners; None: those for all rows hold again."""
        self._newer = {
            name: dict(zip(rows, zip(first_best(posterior).tolist(), posterior, strict=True), strict=True))
            for name, posterior in (posteriors or {}).items()
        }

    # -- columns --------------------------------------------------------------------------------------

    def columns(self) -> list[Column]:
        last = str(int(self.rows[-1]) + 1) if len(self.rows) else ""
        return [
            Column(
                "row",
                lambda row: Cell(str(row + 1)),
                tip="The row’s number in the file, from 1. Each row is left out of its own training rows.",
                align="right",
                row_tip=self._row_tip,
                inset=3,
                samples=(Cell(last, strong=True),),
            ),
            Column(
                "true",
                self._true_cell,
                _TRUE[0],
                "The class in the file. Its symbol is the same on the map and in every table.",
                "centre",
                least=_TRUE[1],
                row_tip=self._row_tip,
                grow=math.inf,
                has_whole_title=True,
            ),
            *(
                Column(
                    name,
                    partial(self._learner_cell, name),
                    width,
                    f"{who} {_MARKS}",
                    "centre",
                    least=least,
                    row_tip=partial(self._learner_tip, name),
                    grow=math.inf,
                )
                for name, (width, least, who) in _LEARNERS.items()
            ),
        ]

    def _true_cell(self, row: int) -> Cell:
        true = self.true_of(row)
        return _NOTHING if true is None else self._class_cell(true)

    def _learner_cell(self, learner: str, row: int) -> Cell:
        said = self.answer(row, learner)
        if said is None:
            return _NOTHING
        return _RIGHT if said[0] == self.true_of(row) else self._class_cell(said[0])

    def _class_cell(self, code: int) -> Cell:
        return Cell("?", ink="ink3") if code < 0 else Cell(marker=code, spoken=self.classes[code])

    def _row_tip(self, row: int) -> str:
        true = self._true_cell(row).plain_text
        named = f", {'class unknown' if true == '?' else true}" if true else ""
        return f"Row {row + 1}{named}. Click to explain it."

    def _learner_tip(self, learner: str, row: int) -> str:
        said = self.answer(row, learner)
        if said is None:
            return self._row_tip(row)
        code, posterior = said
        true = self.true_of(row)
        verdict = ", correctly" if code == true else f", not {self._true_cell(row).plain_text}"
        if true == -1:
            verdict = ""
        sure = probabilities(posterior.tolist(), can_be_zero=counts_votes(learner))[code]
        return f"{learner} says {self.classes[code]}, {sure}{verdict}. Click to see why."


def _true_classes(query: Query) -> NDArray[np.int32]:
    """Class codes of the rows to test, in the training data's coding; -1 where unknown."""
    own = query.instances is query.data
    codes = query.data.class_codes if own else align(query.instances, query.used).class_codes
    rows = query.rows_to_test
    return codes if len(rows) == len(codes) else codes[rows]


def _positions(rows: Rows, n: int) -> range | NDArray[np.intp]:
    """The position of each of the n rows of the data among the rows to test."""
    if len(rows) == n:
        return range(n)
    positions = np.zeros(n, dtype=np.intp)
    positions[rows] = np.arange(len(rows))
    return positions
