"""The content of a table: columns, each a function from a row's number to a cell, and the row order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lwnb_gui.qt.widgets.tool_tip import in_lines
from lwnb_gui.views.drawing.scene import Shape
from lwnb_gui.views.tables import LazyRows, TextTable

Align = Literal["left", "right", "centre"]
Index = QModelIndex | QPersistentModelIndex
Rows = range | NDArray[np.intp]

_FLAGS = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "centre": Qt.AlignmentFlag.AlignCenter,
}
_NONE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of one cell.

    Attributes
    ----------
    marker
        A class whose marker stands before the text, or alone; -1 leaves its place empty.
    bar
        A share from 0 to 1 before the text; NaN: an empty bar, because the share is not known yet.
    ink, bar_ink, tint
        Names of the theme's colours (see `lwnb_gui.views.drawing.inks`); the tint fills the cell.
    underline, box
        Emphasis of a value: a line below it, or a box around it.
    check
        A box to tick before the text, or alone.
    small
        In the smaller type of captions.
    shapes
        Painted in place of marker, bar and text, from the cell's top left corner (see `views.drawing.scene`).
    spoken
        What a screen reader says where the text does not say it, as for a marker.
    """

    text: str = ""
    marker: int | None = None
    bar: float | None = None
    strong: bool = False
    small: bool = False
    ink: str = "ink"
    underline: bool = False
    box: bool = False
    check: bool | None = None
    tint: str = ""
    bar_ink: str = "ink3"
    spoken: str = ""
    shapes: tuple[Shape, ...] = ()

    @property
    def font(self) -> str:
        return "strong" if self.strong else "small" if self.small else "text"

    @property
    def plain_text(self) -> str:
        """The text that is copied, read by a screen reader and checked by tests."""
        return self.spoken or self.text


@dataclass(frozen=True)
class Column:
    """One column; lengths are in pixels of the unscaled theme.

    Attributes
    ----------
    cell
        The cell of a row, asked for when it is in sight. A row is a number of the data, not a place in the
        list.
    width, least
        Its width, and its minimum; by default what its title and its cells need.
    tip, row_tip
        The tooltip of the title, and of a row's cell; by default that says the cell's text.
    grow
        How much of the space that is left over it may take.
    inset
        Space before its content, where the column before it ends with figures.
    samples
        Cells that it must have space for; by default the first rows are measured. Texts that are among them
        are shortened so that they stay different, so classes belong here.
    short_title, subtitle
        A title for where there is no space for the long ones, and a second line below the title.
    has_whole_title
        Whether the title is never shortened.
    title_shapes
        The title as shapes, for its width and height.
    half_mark
        Whether bars have a mark at one half.
    """

    title: str
    cell: Callable[[int], Cell]
    width: float | None = None
    tip: str | Callable[[], str] = ""
    align: Align = "left"
    least: float | None = None
    row_tip: Callable[[int], str] | None = None
    grow: float = 0.0
    most: float = 260.0
    inset: float = 0.0
    bar: float = 0.0
    samples: tuple[Cell, ...] = ()
    short_title: str = ""
    subtitle: str = ""
    has_whole_title: bool = False
    title_shapes: Callable[[float, float], Sequence[Shape]] | None = None
    half_mark: bool = False

    @property
    def is_numeric(self) -> bool:
        return self.align == "right" or self.bar > 0


class RowModel(QAbstractTableModel):
    """A model that holds columns and row numbers, but no cells."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = ()
        self.rows: Rows = range(0)
        self.row_titles: Column | None = None  # the column on the left that does not scroll
        self.has_short_titles = False

    def show(self, columns: tuple[Column, ...], rows: Rows) -> None:
        """Set other columns."""
        self.beginResetModel()
        self.columns, self.rows = columns, rows
        self.endResetModel()

    def show_rows(self, rows: Rows) -> None:
        """Set other rows, or another order; if rows come or go at the end, the others keep their place."""
        before, now = len(self.rows), len(rows)
        if not (isinstance(rows, range) and isinstance(self.rows, range)):
            self.show(self.columns, rows)
        elif now > before:
            self.beginInsertRows(_NONE, before, now - 1)
            self.rows = rows
            self.endInsertRows()
        elif now < before:
            self.beginRemoveRows(_NONE, now, before - 1)
            self.rows = rows
            self.endRemoveRows()

    def position_of(self, row: int) -> int:
        """Return the position of a row in the list; -1 if it is not there."""
        if isinstance(self.rows, range):
            return row if row in self.rows else -1
        positions = np.flatnonzero(self.rows == row)
        return int(positions[0]) if len(positions) else -1

    def cell(self, position: int, column: int) -> Cell:
        return self.columns[column].cell(int(self.rows[position]))

    def title(self, section: int) -> str:
        column = self.columns[section]
        return column.short_title or column.title if self.has_short_titles else column.title

    def to_table(self) -> TextTable:
        """Return all rows as they are shown, with the titles."""
        columns, rows = self.columns, self.rows

        def line(position: int) -> list[str]:
            return [column.cell(int(rows[position])).plain_text for column in columns]

        numeric = frozenset(i for i, column in enumerate(columns) if column.is_numeric)
        return TextTable([column.title for column in columns], LazyRows(len(rows), line), numeric)

    # -- QAbstractTableModel ---------------------------------------------------------------------------------

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags; a screen reader says whether a box is ticked only if it can be ticked."""
        flags, checked = super().flags(index), self.data(index, Qt.ItemDataRole.CheckStateRole)
        return flags if checked is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        column, row = self.columns[index.column()], int(self.rows[index.row()])
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.cell(row).plain_text
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_lines(
                column.row_tip(row) if column.row_tip is not None else column.cell(row).plain_text
            )
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _FLAGS[column.align]
        if role == Qt.ItemDataRole.CheckStateRole:
            checked = column.cell(row).check
            if checked is not None:
                return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            has_title = 0 <= section < len(self.rows) and role == Qt.ItemDataRole.DisplayRole
            if self.row_titles is None or not has_title:
                return None
            return self.row_titles.cell(int(self.rows[section])).plain_text
        if not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{self.title(section)}\n{self.columns[section].subtitle}".rstrip()
        if role == Qt.ItemDataRole.ToolTipRole:
            tip = self.columns[section].tip
            return in_lines(tip if isinstance(tip, str) else tip())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _FLAGS[self.columns[section].align]
        return None
