"""The page Data: attributes and test rows, one attribute, and the rows, plots and file behind tabs."""

from __future__ import annotations

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
from lwnb_gui.qt.tabs import TabStack
from lwnb_gui.qt.widgets import thin_splitter
from lwnb_gui.state import Snapshot
from lwnb_gui.theme import Theme

_SIZES = {"data-columns": [400, 500, 700], "data-left": [560, 190]}


class DataPage(Panel):
    """Three columns, as in Explore; the sizes of the splitters are saved in the preferences."""

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
        self.test_rows.height_needed.connect(self._fit_test_rows)
        self._left_before: list[int] | None = None  # sizes of the left column, while a message changes them
        self._left = thin_splitter(Qt.Orientation.Vertical, self)
        self._left.addWidget(self.attributes)
        self._left.addWidget(self.test_rows)
        self._left.setStretchFactor(0, 1)
        self._left.setStretchFactor(1, 0)
        self._columns = thin_splitter(Qt.Orientation.Horizontal, self)
        self._columns.addWidget(self._left)
        self._columns.addWidget(self.attribute)
        self.tabs = TabStack((self.rows, self.matrix, self.source), context.theme, self)
        self._columns.addWidget(self.tabs)
        for column, stretch in enumerate((0, 1, 2)):
            self._columns.setStretchFactor(column, stretch)
        self.body.addWidget(self._columns)
        self._scale = context.theme.scale
        self._sizes_at: dict[float, tuple[list[int], list[int]]] = {}  # at other scales: columns, left column
        self._has_sizes = False  # they can be set when the page is first shown

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None:
            self.show_empty(
                "No data are open.", "Go to the start page", lambda: self.context.state.go_to("start")
            )
        elif old.query is None:
            self.show_content()

    # -- sizes --------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        if theme.scale == self._scale:
            return
        sizes = self._columns.sizes(), self._left.sizes()
        self._sizes_at[self._scale] = sizes
        self._scale = theme.scale
        self.tabs.set_theme(theme)
        # A larger font may have narrowed panels; with the smaller one they get their width back.
        columns, left = self._sizes_at.get(self._scale, sizes)
        self._columns.setSizes(columns)
        self._left.setSizes(left)

    def _fit_test_rows(self, height: int) -> None:
        """Give the test rows the height of a message, at the cost of the attributes, while it is shown."""
        usual = self._left_before or self._left.sizes()
        grows = height > usual[1] and self.isVisible()
        if not grows and self._left_before is None:
            return
        self._left_before = usual if grows else None
        below = height if grows else usual[1]
        self._left.setSizes([max(0, sum(self._left.sizes()) - below), below])

    def reset_layout(self) -> None:
        """The first sizes again."""
        self._set_sizes({})

    def _set_sizes(self, saved: dict[str, list[int]]) -> None:
        self._columns.setSizes(saved.get("data-columns", _SIZES["data-columns"]))
        self._left.setSizes(saved.get("data-left", _SIZES["data-left"]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._has_sizes:
            self._has_sizes = True
            self._set_sizes(self.context.preferences.splitters)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._has_sizes:
            left = self._left_before or self._left.sizes()
            preferences = self.context.preferences.with_splitter("data-columns", self._columns.sizes())
            self.context.preferences = preferences.with_splitter("data-left", left)
