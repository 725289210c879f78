"""The foot of the results: wins, ties and losses of every learner against the base; here, and as printed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lwnb_gui.experiment.table import ExperimentTable
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.row_table import RowTable
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.views.drawing.scene import Rect, Text
from lwnb_gui.views.results.cells import TALLIES, CellLayout, tally_shapes
from lwnb_gui.views.results.reading import reading_of, tally_sentence

_LEGEND = (TALLIES, "against the base")  # in the base's column, one below the other


class ResultFoot(RowTable):
    """The tallies in the columns of the results, with which they scroll."""

    def __init__(self, results: RowTable, row_height: int, parent: QWidget | None = None) -> None:
        self._results = results
        super().__init__(parent=parent)
        self.row_length = row_height
        self.hover_ink = "panel"
        self.header.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Wins, ties and losses")
        set_tip(
            self,
            "On how many data sets a learner is significantly better than the base, not significantly "
            "different, or significantly worse, by the corrected resampled t-test at the 5 % level.",
        )
        results.header.sectionResized.connect(lambda column, _, width: self.setColumnWidth(column, width))
        results.horizontalScrollBar().valueChanged.connect(self.horizontalScrollBar().setValue)

    def fit_columns(self) -> None:
        """Set the widths to those of the results, which may have grown."""
        for column in range(len(self.rows_model.columns)):
            self.setColumnWidth(column, self._results.columnWidth(column))

    def show_table(
        self, table: ExperimentTable, layout: CellLayout, titles: Column, columns: list[Column]
    ) -> None:
        """Show the tallies of a table in columns as wide as those of the results."""
        lines = reading_of(table, with_paper=layout.with_paper).tallies
        names, height = table.outline.names, self.row_height

        def title(row: int) -> Cell:
            return Cell(lines[row][0] if row < len(lines) else "", strong=True)

        def cell(column: int, row: int) -> Cell:
            if column == table.outline.base:
                return _legend_cell(row, layout, height)
            if row >= len(lines):
                return Cell(shapes=(Rect(0, 0, 1, height, "separator"),))
            text, tallies = lines[row]
            tally = tallies[column]
            spoken = tally_sentence(text, names[column], tally)
            return Cell(spoken=spoken, shapes=tuple(tally_shapes(tally, layout, height)))

        rows = range(max(len(lines), len(_LEGEND)) if lines else 0)
        self.show_row_titles(Column("", title, titles.width, inset=titles.inset))
        self.show_columns(
            [Column("", partial(cell, i), column.width) for i, column in enumerate(columns)], rows
        )
        others = [i for i in range(len(names)) if i != table.outline.base]
        spoken = [cell(i, row).plain_text for row in range(len(lines)) for i in others]
        self.setAccessibleDescription("; ".join(spoken))

    @property
    def needed_height(self) -> int:
        return len(self.rows) * self.row_height + round(self.theme.px(6)) if len(self.rows) else 0


def _legend_cell(row: int, layout: CellLayout, height: float) -> Cell:
    text = _LEGEND[row] if row < len(_LEGEND) else ""
    font, ink = ("small strong", "ink") if row == 0 else ("small", "ink2")
    shape = Text(layout.theme.px(12), height / 2, text, font, ink)
    return Cell(spoken=text, shapes=(Rect(0, 0, 1, height, "separator"), shape))
