"""The panel of the neighbours, where the mouse highlights a neighbour everywhere, and a click selects it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from lwnb_core import Attribute, Explanation
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.table_panel import TablePanel
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.render.scripts import view_script
from lwnb_gui.text import capitalised, listed, printable
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Hover, neighbours_behind
from lwnb_gui.views.neighbours.columns import COLUMNS, Likeness, NeighbourColumn, columns_of
from lwnb_gui.views.neighbours.view import Neighbours
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.column_facts import facts

_SAMPLED_VALUES = 40  # values of a nominal attribute that are measured
_LOOKS: dict[Likeness, dict[str, Any]] = {
    "equal": {"strong": True, "underline": True},
    "near": {},
    "far": {"ink": "ink3"},
    "same": {"ink": "ink3"},
    "differs": {"strong": True, "box": True},
}


class NeighboursPanel(TablePanel):
    """A table whose columns stay while only k or the instance change: cells come from the present reading."""

    shows = Neighbours()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.reading: Any = None  # what the cells are read off, so that columns stay while k moves
        self.table.hover_ink = "accent_tint"
        self.table.setAccessibleDescription(
            f"{capitalised(listed([*(column.title for column in COLUMNS), 'values']))}; Enter makes a "
            f"neighbour the test instance"
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
        query, before = self.context.state.query, self.reading
        if explanation is not None and query is not None:
            if not set(explanation.attributes) <= set(query.data.attributes):
                return  # belongs to data that are no longer open
            about = Subject(explanation, query=query)
            self.reading = self.shows.read(about, weighted=self._has_weights)
        else:
            self.reading = None
        now = self.reading
        if now is None:
            self.table.show_columns((), range(0))
            self._say()
            return
        if before is not None and before.has_columns_of(now):
            self.table.show_rows(range(len(now)))
            self.table.refresh()
            if before.explanation.row != now.explanation.row:
                self.table.scrollToTop()  # while only k moves it stays where it is
        else:
            self.table.show_columns([self._column(column) for column in columns_of(now)], range(len(now)))
            self._show_weights()
        self._say()
        self.show_hover(self.context.hover.now)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.display.teaching != old.display.teaching:
            self._show_weights()
            if self.reading is not None:
                self.reading = replace(self.reading, weighted=self._has_weights)
            self._say()

    @property
    def _has_weights(self) -> bool:
        """Whether weights are shown; in step mode they follow the neighbours."""
        state = self.context.state
        return state.display.teaching.shows("weights", state.query)

    def _show_weights(self) -> None:
        for i, column in enumerate(COLUMNS):
            if column.follows_weights:
                self.table.setColumnHidden(i, not self._has_weights)
        self.table.fit_columns()
        self.area.arrange()

    def show_hover(self, hover: Hover) -> None:
        behind, query = None, self.context.state.query
        if hover.cell is not None and query is not None and self.reading is not None:
            behind = neighbours_behind(self.reading.explanation, query.data, hover.cell)
        self.table.set_emphasised(behind)
        self.table.set_hovered(-1 if hover.neighbour is None else hover.neighbour)

    def _on_row_hovered(self, row: int) -> None:
        self.context.hover.on_neighbour(row) if row >= 0 else self.context.hover.clear()

    def _on_computing(self, computing: bool) -> None:
        super()._on_computing(computing)
        self.table.set_dimmed(computing)

    # -- columns --------------------------------------------------------------------------------------

    def _column(self, said: NeighbourColumn) -> Column:
        """Return a table column for one of the view; its words come from the reading at that moment."""
        attribute = said.attribute
        layout = self._layout(said) if attribute is None else self._layout_of_values(attribute)
        return Column(
            said.title,
            self._cells(said),
            tip=lambda: said.tip(self.reading),
            row_tip=lambda i: said.row_tip(self.reading, i),
            short_title=said.short_title,
            **layout,
        )

    def _cells(self, said: NeighbourColumn) -> Callable[[int], Cell]:
        likeness = said.likeness
        if likeness is not None:
            return lambda i: Cell(said.text(self.reading, i), **_LOOKS[likeness(self.reading, i)])
        if said.mark == "bar":
            return lambda i: Cell(said.text(self.reading, i), bar=self.reading.share(i))
        if said.mark == "class":
            of_class = self._class_cells()
            return lambda i: of_class[self.reading.classes.item(i)]
        return lambda i: Cell(said.text(self.reading, i))

    def _class_cells(self) -> tuple[Cell, ...]:
        names = self.reading.explanation.classes
        return tuple(Cell(printable(name), marker=code) for code, name in enumerate(names))

    def _layout(self, said: NeighbourColumn) -> dict[str, Any]:
        if said.mark == "class":
            return {"inset": 10, "most": 150, "grow": 32, "samples": self._class_cells()}
        longest = said.longest(self.reading)
        samples = (Cell(longest),) if longest else ()
        if said.mark == "bar":
            return {"inset": 10, "bar": 52, "samples": samples}
        if not said.is_numeric:
            return {"inset": 10, "grow": 14, "samples": samples}
        return {"align": "right", "grow": 14, "samples": samples, "has_whole_title": True}

    def _layout_of_values(self, attribute: Attribute) -> dict[str, Any]:
        data = self.reading.data
        assert data is not None
        layout = {"most": 84, "grow": 60}
        if not attribute.is_numeric:
            values = attribute.values[:_SAMPLED_VALUES]
            samples = tuple(Cell(printable(value), strong=True) for value in values)
            return {**layout, "align": "centre", "samples": samples}
        known = facts(data, attribute.name)
        samples = tuple(Cell(known.text(value), strong=True) for value in (known.low, known.high))
        return {**layout, "align": "right", "samples": samples}

    # -- picking --------------------------------------------------------------------------------------

    def pick(self, neighbour: int) -> None:
        """Make a neighbour the test instance."""
        if self.context.state.query is None or self.reading is None:
            return
        row, pick = int(self.reading.rows[neighbour]), self.context.state.pick_row
        if not self.refuses_training_row(row, pick):
            pick(row)

    # -- export ---------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        return None if self.reading is None else self.shows.table(self.reading)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.reading is None else view_script(self.shows, self.reading, query)

    # -- the line in the title ------------------------------------------------------------------------

    def _say(self) -> None:
        """Describe the neighbours, then the columns, then how the weights were rescaled."""
        reading = self.reading
        if reading is None:
            self.key.hide()
            self.set_subtitle("")
            return
        wordings, keys = reading.wordings, reading.keys(numbered=self.table.has_short_titles)
        metrics = self.title_row.subtitle.fontMetrics()
        used = self.title_row.title_width + 3 * PADDING + round(self.context.theme.px(36))
        spaces = [self.width() - used - metrics.horizontalAdvance(text) for text in wordings[-2:]]
        fitting = (key for space in spaces for key in keys if metrics.horizontalAdvance(key) <= space)
        self.key.setText(next(fitting, ""))
        self.key.setVisible(bool(self.key.text()))
        self.set_subtitle(*wordings, tip=reading.tip)

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._say()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()
