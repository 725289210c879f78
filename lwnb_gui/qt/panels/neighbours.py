"""Neighbours: the rows that are in, nearest first, with their weights and values."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import TextTable, scripts
from lwnb_gui.export.explained import neighbours_table
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panels.neighbour_columns import RESCALED, NeighbourCells, W
from lwnb_gui.qt.table_panel import TablePanel
from lwnb_gui.qt.title_row import PADDING
from lwnb_gui.readings.neighbours import at_bandwidth, summary
from lwnb_gui.state import Snapshot
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Hover, neighbours_behind

_TIES = "Every row tied with the k-th is a neighbour: the order in the file must not decide."


class NeighboursPanel(TablePanel):
    """Reads the explanation's arrays; the mouse here highlights the neighbour in every panel."""

    title = "Neighbours"
    help_topic = "neighbours"
    least = (320, 112)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.cells: NeighbourCells | None = None
        self.table.hover_ink = "accent_tint"
        self.table.setAccessibleDescription(
            "Rank, row, distance, weight, rescaled weight, class and values; Enter makes a neighbour the "
            "test instance"
        )
        self.table.row_hovered.connect(self._on_row_hovered)
        self.table.row_reached.connect(self._on_row_hovered)
        self.table.row_chosen.connect(self.pick)
        self.key = QLabel(self)
        self.key.setObjectName("small")
        self.add_header_widget(self.key)
        self.table.titles_changed.connect(self._say)

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        query = self.context.state.query
        if explanation is None or query is None:
            self.cells = None
            self.table.show_columns((), range(0))
            self._say()
            return
        if not set(explanation.attributes) <= set(query.data.attributes):
            return  # of data that are no longer open
        before = self.cells
        if before is not None and before.is_of(explanation, query.data):
            is_another_row = before.explanation.row != explanation.row
            before.show(explanation)
            self.table.show_rows(range(len(before.rows)))
            self.table.refresh()
            if is_another_row:
                self.table.scrollToTop()  # while only k moves it stays where it is
        else:
            self.cells = NeighbourCells(explanation, query.data)
            self.table.show_columns(self.cells.columns(), range(len(self.cells.rows)))
            self._show_weights()
        self._say()
        self.show_hover(self.context.hover.now)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.view.teaching != old.view.teaching:
            self._show_weights()
            self._say()

    @property
    def _has_weights(self) -> bool:
        """In step mode the weights come after the neighbours."""
        state = self.context.state
        return state.view.teaching.shows("weights", state.query)

    def _show_weights(self) -> None:
        for column in (W, RESCALED):
            self.table.setColumnHidden(column, not self._has_weights)
        self.table.fit_columns()
        self.area.arrange()

    def show_hover(self, hover: Hover) -> None:
        behind, query = None, self.context.state.query
        if hover.cell is not None and query is not None and self.cells is not None:
            behind = neighbours_behind(self.cells.explanation, query.data, hover.cell)
        self.table.set_emphasised(behind)
        self.table.set_hovered(-1 if hover.neighbour is None else hover.neighbour)

    def _on_row_hovered(self, row: int) -> None:
        self.context.hover.on_neighbour(row) if row >= 0 else self.context.hover.clear()

    def _on_computing(self, computing: bool) -> None:
        super()._on_computing(computing)
        self.table.set_dimmed(computing)

    # -- picking --------------------------------------------------------------------------------------

    def pick(self, neighbour: int) -> None:
        """Make a neighbour the test instance."""
        if self.context.state.query is None or self.cells is None:
            return
        row, pick = int(self.cells.rows[neighbour]), self.context.state.pick_row
        if not self.refuses_training_row(row, pick):
            pick(row)

    # -- export ---------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        return None if self.cells is None else neighbours_table(self.cells.explanation, self.cells.data)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or self.cells is None or self.cells.neighbourhood is None:
            return None
        return scripts.neighbours_script(query)

    # -- the line in the title ------------------------------------------------------------------------

    def _say(self) -> None:
        """Who is in comes first, then what the columns mean, then how the weights were rescaled."""
        wordings = summary(self.cells.explanation) if self.cells is not None else ("",)
        if not self._has_weights:
            wordings = wordings[2:] or wordings
        keys = self._keys()
        metrics = self.title_row.subtitle.fontMetrics()
        used = self.title_row.title_width + 3 * PADDING + round(self.context.theme.px(36))
        who = wordings[min(len(wordings) - 1, 2 if self._has_weights else 0)]
        spaces = [self.width() - used - metrics.horizontalAdvance(text) for text in (who, wordings[-1])]
        fitting = (key for space in spaces for key in keys if metrics.horizontalAdvance(key) <= space)
        self.key.setText(next(fitting, ""))
        self.key.setVisible(bool(self.key.text()))
        zero = at_bandwidth(self.cells.explanation) if self.cells is not None else ""
        self.set_subtitle(*wordings, tip=f"{wordings[0]}\n\n{_TIES} {zero}".strip())

    def _keys(self) -> tuple[str, ...]:
        """What the titles and boxes mean, longest wording first."""
        if self.cells is None:
            return ("",)
        attributes = self.cells.attributes
        has_boxes = any(attribute.is_nominal for attribute in attributes)
        boxed = ("boxed: differs from the instance", "boxed: differs") if has_boxes else ("",)
        if not self.table.has_short_titles:
            return boxed
        return tuple(f"attributes 1–{len(attributes)}; {text}".removesuffix("; ") for text in boxed)

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._say()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()
