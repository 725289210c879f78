"""The neighbours as a table: a model that reads the explanation's arrays, however many they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lwnb_core import Attribute, Dataset, Explanation
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.qt.panels.neighbour_words import weight_head
from lwnb_gui.state.column_facts import ColumnFacts, facts
from lwnb_gui.text import fixed, shown

Index = QModelIndex | QPersistentModelIndex
Likeness = Literal["equal", "near", "far", "same", "differs"]

RANK, ROW, D, W, RESCALED, CLASS, FIXED = range(7)
_HEADS = ("rank", "row", "d", "w", "w′", "class")
_TIPS = (
    "1 is the nearest. Rows at the same distance keep the order of the file.",
    "The row’s number in the file, from 1. Click a neighbour to make it the test instance.",
    "The distance in all attributes in use: numbers are scaled to their range, nominal values differ by 0 "
    "or 1. A missing value counts as differing as much as it can.",
    "The weight, by the kernel: near rows count more. d_k is the distance to the k-th neighbour; a row at "
    "exactly d_k has weight 0: it counts in r but adds nothing.",
    "The weight rescaled so that all of them add up to r (equation 3). So the 1 that Laplace adds weighs the "
    "same whatever the kernel.",
    "The neighbour’s class. Its w′ is added to that class in every local table.",
)


class NeighbourModel(QAbstractTableModel):
    """Nothing is copied: a cell is read when it is asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.explanation: Explanation | None = None
        self.found: Neighbourhood | None = None
        self.rows: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self.classes: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.attributes: tuple[Attribute, ...] = ()
        self.numbered = False  # the heads of the values are numbers, because the names do not fit
        self.heaviest = 1.0
        self.own: bytes = b""  # the instance's values, to be told from those of another
        self._own: list[float] = []
        self._data: Dataset | None = None
        self._columns: list[NDArray[Any]] = []
        self._facts: list[ColumnFacts | None] = []
        self._reaches = _Reaches(self)

    def show(self, explanation: Explanation | None, data: Dataset | None) -> bool:
        """Other neighbours. Whether the columns are new; while k moves only rows at the end come and go."""
        found = explanation.neighbourhood if explanation is not None else None
        n = len(found) if found is not None else 0
        attributes = explanation.attributes if explanation is not None else ()
        anew = data is not self._data or attributes != self.attributes
        before = len(self.rows)
        if anew:
            self.beginResetModel()
            self._data, self.attributes = data, attributes
            whole = data.all_rows if data is not None else None
            self._columns = [whole.column(a.name) for a in attributes] if whole is not None else []
            self._facts = [None] * len(attributes)
            self._reaches.clear()
            self._take(explanation, found)
            self.endResetModel()
        elif n > before:
            self.beginInsertRows(QModelIndex(), before, n - 1)
            self._take(explanation, found)
            self.endInsertRows()
        elif n < before:
            self.beginRemoveRows(QModelIndex(), n, before - 1)
            self._take(explanation, found)
            self.endRemoveRows()
        else:
            self._take(explanation, found)
        return anew

    def _take(self, explanation: Explanation | None, found: Neighbourhood | None) -> None:
        self.explanation, self.found = explanation, found
        rows = explanation.neighbour_rows if explanation is not None else None
        classes = explanation.neighbour_classes if explanation is not None else None
        self.rows = np.zeros(0, dtype=np.intp) if rows is None else rows
        self.classes = np.zeros(0, dtype=np.int32) if classes is None else classes
        self.heaviest = max(1.0, float(found.weights.max())) if found is not None and len(found) else 1.0
        own = explanation.instance.tobytes() if explanation is not None else b""
        if own != self.own:
            self.own = own
            self._own = explanation.instance.tolist() if explanation is not None else []

    def is_of(self, explanation: Explanation, data: Dataset | None) -> bool:
        """Whether an explanation is of these data, and not of others that are no longer open."""
        if data is not None and data is self._data and explanation.attributes is self.attributes:
            return True  # at every step of k
        return data is not None and set(explanation.attributes) <= set(data.attributes)

    # -- reading --------------------------------------------------------------------------------------

    def facts(self, j: int) -> ColumnFacts:
        """Range and decimals of a numeric predictor, looked at when first needed."""
        found = self._facts[j]
        if found is None:
            assert self._data is not None
            found = self._facts[j] = facts(self._data, self.attributes[j].name)
        return found

    def value_text(self, i: int, j: int) -> str:
        """A neighbour's value of predictor j."""
        attribute, raw = self.attributes[j], self._columns[j].item(self.rows.item(i))
        if attribute.is_numeric:
            return self.facts(j).text(raw)
        return shown(attribute.values[raw]) if raw >= 0 else "?"

    def likeness(self, i: int, j: int) -> Likeness:
        """How a neighbour's value compares with the instance's; a missing one is unlike any other."""
        return self.likenesses(i, (j,))[0]

    def likenesses(self, i: int, which: Sequence[int]) -> tuple[Likeness, ...]:
        """The same for several predictors."""
        number, columns, own = self.rows.item(i), self._columns, self._own
        reaches = self._reaches
        return tuple([_compared(columns[j].item(number), own[j], reaches[j]) for j in which])

    def text(self, i: int, column: int) -> str:
        """A cell as it is read on the screen."""
        found = self.found
        if found is None:
            return ""
        if column >= FIXED:
            return self.value_text(i, column - FIXED)
        match column:
            case 0:
                return str(i + 1)
            case 1:
                return str(int(self.rows[i]) + 1)
            case 2:
                return small(float(found.distances[i]), 4)
            case 3:
                return small(float(found.weights[i]), 3)
            case 4:
                return small(float(found.rescaled[i]), 2)
            case _:
                assert self.explanation is not None
                return shown(self.explanation.classes[int(self.classes[i])])

    # -- as Qt asks -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else FIXED + len(self.attributes)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS[section] if section < FIXED else self._value_tip(section - FIXED)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(section)
        return None

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Figures end together, names begin together, nominal values stand in the middle."""
        if column in (W, CLASS):
            return Qt.AlignmentFlag.AlignLeft
        if column < FIXED or self.attributes[column - FIXED].is_numeric:
            return Qt.AlignmentFlag.AlignRight
        return Qt.AlignmentFlag.AlignHCenter

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(index.row(), index.column())
        return None

    def _head(self, section: int) -> str:
        if section == W and self.explanation is not None:
            return weight_head(self.explanation)
        if section < FIXED:
            return _HEADS[section]
        j = section - FIXED
        return str(j + 1) if self.numbered else shown(self.attributes[j].name)

    def _value_tip(self, j: int) -> str:
        attribute = self.attributes[j]
        name = f"{j + 1}: {shown(attribute.name)}"
        own = self.explanation.value(j) if self.explanation is not None else None
        if own is None:
            return f"{name}. The instance’s value is missing, so that every row differs from it."
        if attribute.is_nominal:
            return f"{name}, {shown(str(own))} in the instance. What differs from it is boxed."
        assert isinstance(own, float)
        return (
            f"{name}, {self.facts(j).text(own)} in the instance. Underlined: equal to it; dark: within 5 % "
            "of the range; pale: farther."
        )

    def _tip(self, i: int, column: int) -> str:
        found = self.found
        if found is None:
            return ""
        if column == W and found.weights[i] == 0:
            return "Weight 0: the row is at exactly d_k. It counts in r but adds nothing."
        if column >= FIXED:
            j = column - FIXED
            name, value = shown(self.attributes[j].name), self.value_text(i, j)
            words = {
                "equal": "equal to the instance’s", "near": "within 5 % of the range",
                "far": "farther than 5 % of the range", "same": "as in the instance",
                "differs": "differs from the instance",
            }[self.likeness(i, j)]  # fmt: skip
            return f"{name} {value}: {words}."
        number = int(self.rows[i]) + 1
        return f"Row {number}, rank {i + 1}. Click to make it the test instance; it is then left out."


class _Reaches(dict[int, float | None]):
    """How far a predictor's values may be apart and still be near; None for a nominal one."""

    def __init__(self, model: NeighbourModel) -> None:
        super().__init__()
        self._model = model

    def __missing__(self, j: int) -> float | None:
        found = None if self._model.attributes[j].is_nominal else self._model.facts(j).reach
        self[j] = found
        return found


def _compared(value: float, own: float, reach: float | None) -> Likeness:
    if reach is None:
        return "same" if value >= 0 and value == own else "differs"
    if value == own:
        return "equal"
    return "near" if abs(value - own) <= reach else "far"  # nothing is near to NaN


def small(value: float, decimals: int) -> str:
    """A figure of a column; what is not nothing never reads as nothing."""
    least = 10.0**-decimals
    return f"<{least:.{decimals}f}" if 0 < value < least / 2 else fixed(value, decimals)
