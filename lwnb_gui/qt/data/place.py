"""The place Data: attributes and test rows, one attribute, and the rows, plots and file behind tabs."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.attribute import AttributePanel
from lwnb_gui.qt.data.attributes import AttributesPanel
from lwnb_gui.qt.data.matrix import MatrixPanel
from lwnb_gui.qt.data.rows import RowsPanel
from lwnb_gui.qt.data.source import SourcePanel
from lwnb_gui.qt.data.test_rows import TestRowsPanel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.splitter import Splitter
from lwnb_gui.qt.tabs import TabStack
from lwnb_gui.state import Snapshot
from lwnb_gui.theme import Theme

_SIZES = {"data-columns": [400, 500, 700], "data-left": [560, 190]}


class DataPlace(Panel):
    """Three columns, as in Explore; the splitters' places are remembered."""

    title = "Data"
    help_topic = "data"
    least = (960, 300)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.set_title_visible(False)
        self.attributes = AttributesPanel(context, self)
        self.attribute = AttributePanel(context, self)
        self.test_rows = TestRowsPanel(context, self)
        self.rows = RowsPanel(context, self)
        self.matrix = MatrixPanel(context, self)
        self.source = SourcePanel(context, self)
        self.attributes.chosen.connect(self.attribute.show_attribute)
        self.matrix.attribute_chosen.connect(self.attributes.choose)
        self.test_rows.room_wanted.connect(self._make_room)
        self._left_before: list[int] | None = None  # the left column's sizes while a message has widened it
        self._left = Splitter(Qt.Orientation.Vertical, context, self)
        self._left.addWidget(self.attributes)
        self._left.addWidget(self.test_rows)
        self._left.setStretchFactor(0, 1)
        self._left.setStretchFactor(1, 0)
        self._columns = Splitter(Qt.Orientation.Horizontal, context, self)
        self._columns.addWidget(self._left)
        self._columns.addWidget(self.attribute)
        self.body.addWidget(self._columns)
        self._scale = context.theme.scale
        self._sizes_at: dict[float, tuple[list[int], list[int]]] = {}  # at other scales: columns, left column
        self.tabs = self._tabs(context.theme)
        self._placed = False
        if context.state.query is None:
            self._say_empty()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None:
            self._say_empty()
        elif old.query is None:
            self.show_content()

    def _say_empty(self) -> None:
        self.show_empty(
            "No data are open.", "Go to the start page", lambda: self.context.state.go_to("start")
        )

    def apply_theme(self, theme: Theme) -> None:
        """The row of tabs is as wide as its words, so another theme needs another row."""
        if theme.scale == self._scale:
            return
        sizes = self._columns.sizes()
        self._sizes_at[self._scale] = sizes, self._left.sizes()
        self._scale = theme.scale
        panels: tuple[Panel, ...] = (self.rows, self.matrix, self.source)
        at = panels.index(self.shown_tab) if self.shown_tab is not None else 0
        old = self.tabs
        old.release()
        for panel in panels:
            panel.setParent(self)
        old.hide()
        old.setParent(None)
        old.deleteLater()
        self.tabs = self._tabs(theme)
        self.tabs.show_tab(at)
        # What a larger type has pushed aside goes back when it goes.
        columns, left = self._sizes_at.get(self._scale, (sizes, self._left.sizes()))
        self._columns.setSizes(columns)
        self._left.setSizes(left)

    def _tabs(self, theme: Theme) -> TabStack:
        made = TabStack((self.rows, self.matrix, self.source), theme, self)
        self.context.dress(made.row)
        self._columns.addWidget(made)
        for column, stretch in enumerate((0, 1, 2)):
            self._columns.setStretchFactor(column, stretch)
        return made

    def _make_room(self, height: int) -> None:
        """The list of attributes lends its room to a message of the test rows, as long as that is there."""
        usual = self._left_before or self._left.sizes()
        grows = height > usual[1] and self.isVisible()
        if not grows and self._left_before is None:
            return
        self._left_before = usual if grows else None
        below = height if grows else usual[1]
        self._left.setSizes([max(0, sum(self._left.sizes()) - below), below])

    def parts_to_dress(self) -> tuple[QWidget, ...]:
        left, right = (self.attributes, self.test_rows), (self.rows, self.matrix, self.source)
        return (*self.own_parts(), *left, self.attribute, self.tabs.row, *right)

    @property
    def shown_tab(self) -> Panel | None:
        """The panel in front at the right."""
        return next((p for p in (self.rows, self.matrix, self.source) if p.isVisibleTo(self)), None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._placed:
            self._placed = True
            known = self.context.preferences.splitters
            self._columns.setSizes(known.get("data-columns", _SIZES["data-columns"]))
            self._left.setSizes(known.get("data-left", _SIZES["data-left"]))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._placed:
            preferences = self.context.preferences
            left = self._left_before or self._left.sizes()
            for name, sizes in (("data-columns", self._columns.sizes()), ("data-left", left)):
                preferences = replace(preferences).with_splitter(name, sizes)
            self.context.preferences = preferences
