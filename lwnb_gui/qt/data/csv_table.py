"""The first rows of a CSV file as currently read, with each column's type under its name."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget

from lwnb_core import Dataset
from lwnb_gui.qt.data.csv_reading import SHOWN
from lwnb_gui.qt.data.row_order import cell_text
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.row_table import RowTable
from lwnb_gui.text import printable

_MOST_COLUMNS = 500
_STALE = 0.35  # opacity of rows from an earlier reading


class CsvTable(RowTable):
    """A table in which a click on a title selects the column whose type is to be changed."""

    column_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.is_read_only = True
        self.setAccessibleName("Preview")
        self.setAccessibleDescription("The first rows as they are being read")
        self.header.setSectionsClickable(True)
        self.title_clicked.connect(self._choose)
        self.show_row_titles(Column("", lambda row: Cell(str(row + 1), ink="ink2"), 40, align="right"))
        self._names: list[str] = []

    def show_data(self, data: Dataset, left_out: Collection[str] = ()) -> None:
        """Show the first rows; columns that are left out are pale."""
        scrolled = self.horizontalScrollBar().value()
        self._names = [attribute.name for attribute in data.attributes[:_MOST_COLUMNS]]
        columns = [_column(data, j, name in left_out) for j, name in enumerate(self._names)]
        self.show_columns(columns, range(min(len(data), SHOWN)))
        self.horizontalScrollBar().setValue(scrolled)

    def set_stale(self, stale: bool) -> None:
        """Show rows of an earlier reading, pale and disabled, while the settings cannot be used."""
        if stale == self.isEnabled():
            self.setEnabled(not stale)
            pale = QGraphicsOpacityEffect(self) if stale else None  # of the titles, too
            if pale is not None:
                pale.setOpacity(_STALE)
            self.setGraphicsEffect(pale)  # type: ignore[arg-type] # None takes the old one away

    def _choose(self, column: int) -> None:
        self.column_chosen.emit(self._names[column])


def _column(data: Dataset, j: int, is_left_out: bool) -> Column:
    attribute = data.attributes[j]
    kinds = {"string": "text", "numeric": "numeric", "nominal": "nominal"}
    kind = "left out" if is_left_out else kinds[attribute.kind]

    def cell(j: int, row: int) -> Cell:
        is_pale = is_left_out or data.value(row, j) is None
        return Cell(cell_text(data, row, j), ink="ink3" if is_pale else "ink")

    return Column(
        printable(attribute.name),
        partial(cell, j),
        tip=f"{attribute.name}: {kind}. Click to change its type above.",
        align="right" if attribute.is_numeric else "left",
        most=240,
        inset=10,
        subtitle=f"class, {kind}" if j == data.class_index else kind,
    )
