"""The rows to test with what the four learners say: a model that reads arrays and copies nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lwnb_core.data.dataset import Rows
from lwnb_core.local.naive_bayes import first_best
from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.text import probability, shown

HEADS = ("row", "true", *LEARNERS)
_TIPS = (
    "The row’s number in the file, from 1. Each row is left out of the rows that train for it.",
    "The class that the file gives. Its marker is the same on the map and in every table.",
    "Locally weighted naive Bayes. A dot: it gives the true class; a marker: the class it gives in error.",
    "Naive Bayes with all rows, unweighted. A dot: right; a marker: the class given in error.",
    "The vote of the k nearest rows. A dot: right; a marker: the class given in error.",
    "The vote of the k nearest rows, each counted less the farther it is. A dot: right; a marker: the class "
    "given in error.",
)

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, eq=False)
class _Newer:
    """Answers for the rows from place `first` of the list on, by some of the learners."""

    first: int
    posteriors: Mapping[str, NDArray[np.float64]]
    predicted: Mapping[str, NDArray[np.intp]]

    def has(self, position: int, learner: str) -> bool:
        return learner in self.predicted and 0 <= position - self.first < len(self.predicted[learner])


class InstanceModel(QAbstractTableModel):
    """One row of the model is one row to test. Without predictions the learners' columns are empty."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Rows = np.zeros(0, dtype=np.intp)
        self.true: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.classes: tuple[str, ...] = ()
        self.predictions: Predictions | None = None
        self.predicted: tuple[NDArray[np.intp], ...] = ()
        self.is_secret: Callable[[int], bool] = lambda row: False  # rows whose class is still to be guessed
        self.at: NDArray[np.intp] | None = None  # places in the predictions; None: each in its own
        self._newer: _Newer | None = None  # answers for some rows of the list

    def show_rows(
        self,
        rows: Rows,
        true: NDArray[np.int32],
        classes: tuple[str, ...],
        predictions: Predictions | None = None,
        keep: NDArray[np.bool_] | None = None,
    ) -> None:
        """The rows to test with their true classes; `keep` says which of them are shown."""
        self.beginResetModel()
        self.at = None if keep is None else np.flatnonzero(keep)
        self.rows = rows if self.at is None else rows[self.at]
        self.true = true if self.at is None else true[self.at]
        self.classes = classes
        self.take(predictions)
        self.endResetModel()

    def take(self, predictions: Predictions | None) -> None:
        """Other answers for the same rows."""
        self._newer = None
        self.predictions = predictions
        said: Mapping[str, NDArray[np.intp]] = predictions.predicted if predictions is not None else {}
        self.predicted = tuple(said[name] for name in LEARNERS if name in said)

    def take_some(self, first: int, posteriors: Mapping[str, NDArray[np.float64]]) -> None:
        """Newer answers for some rows, from this place in the list on, by some of the learners."""
        self._newer = _Newer(first, posteriors, {name: first_best(p) for name, p in posteriors.items()})

    @property
    def has_some(self) -> bool:
        """Whether there are newer answers for some rows."""
        return self._newer is not None

    def forget_some(self) -> None:
        """Back to the answers for all rows."""
        self._newer = None

    def all_given(self, position: int) -> tuple[int | None, ...]:
        """What all learners say about a row of the list."""
        return tuple(self.given(position, learner) for learner in range(len(LEARNERS)))

    def position_of(self, row: int) -> int:
        """Where a row of the data stands in the list; -1 where it does not."""
        at = int(np.searchsorted(self.rows, row))
        return at if at < len(self.rows) and self.rows[at] == row else -1

    def given(self, position: int, learner: int) -> int | None:
        """The class code that a learner gives; None while it has not said, or nobody may know."""
        if not self.predicted or self.is_secret(int(self.rows[position])):
            return None
        if self._newer is not None and self._newer.has(position, LEARNERS[learner]):
            return int(self._newer.predicted[LEARNERS[learner]][position - self._newer.first])
        at = position if self.at is None else int(self.at[position])
        return int(self.predicted[learner][at])

    def true_of(self, position: int) -> int | None:
        """The code of the true class, -1 where it is not known; None while nobody may know."""
        return None if self.is_secret(int(self.rows[position])) else int(self.true[position])

    # -- as Qt asks -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight if section == 0 else Qt.AlignmentFlag.AlignHCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(index.row(), index.column())
        return None

    def text(self, position: int, column: int) -> str:
        """A cell in words."""
        if column == 0:
            return str(int(self.rows[position]) + 1)
        true = self.true_of(position)
        if true is None:
            return ""
        if column == 1:
            return shown(self.classes[true]) if true >= 0 else "?"
        given = self.given(position, column - 2)
        if given is None:
            return ""
        return "right" if given == true else shown(self.classes[given])

    def _tip(self, position: int, column: int) -> str:
        true = self.text(position, 1)
        number = self.text(position, 0)
        given = self.given(position, column - 2) if column > 1 else None
        if given is None or self.predictions is None:
            words = f", {'class not known' if true == '?' else true}" if true else ""
            return f"Row {number}{words}. Click to explain it."
        name = LEARNERS[column - 2]
        if self._newer is not None and self._newer.has(position, name):
            posterior = self._newer.posteriors[name][position - self._newer.first]
        else:
            at = position if self.at is None else int(self.at[position])
            posterior = self.predictions.posteriors[name][at]
        sure = probability(float(posterior[given]))
        verdict = (
            "" if true == "?" else ", rightly" if true == shown(self.classes[given]) else f", not {true}"
        )
        return f"{name} says {shown(self.classes[given])}, {sure}{verdict}. Click to see why."
