"""The page Data: attributes and test rows, one attribute, and the rows, plots and file behind tabs."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.attribute import AttributePanel
from lwnb_gui.qt.data.attributes import AttributesPanel
from lwnb_gui.qt.data.matrix import MatrixPanel
from lwnb_gui.qt.data.rows import RowsPanel
from lwnb_gui.qt.data.source import SourcePanel
from lwnb_gui.qt.data.test_rows import TestRowsPanel
from lwnb_gui.qt.widgets.split_page import SplitPage
from lwnb_gui.qt.widgets.tabs import TabStack
from lwnb_gui.theme import Theme


class DataPage(SplitPage):
    """The page with its three columns, as in Explore."""

    title = "Data"
    help_topic = "data"
    least = (960, 300)
    default_sizes: ClassVar = {"data-columns": [400, 500, 700], "data-left": [560, 190]}

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
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
        up, across = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        self._left = self.split("data-left", up, (self.attributes, 1), (self.test_rows, 0))
        self.tabs = TabStack((self.rows, self.matrix, self.source), context.theme, self)
        columns = (self._left, 0), (self.attribute, 1), (self.tabs, 2)
        self.body.addWidget(self.split("data-columns", across, *columns))

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None:
            self.show_empty(
                "No data are open.", "Go to the start page", lambda: self.context.state.go_to("start")
            )
        elif old.query is None:
            self.show_content()

    # -- sizes --------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.tabs.set_theme(theme)

    def _fit_test_rows(self, height: int) -> None:
        """Give the test rows the height of a message while it is shown, taken from the attributes."""
        usual = self._left_before or self._left.sizes()
        grows = height > usual[1] and self.isVisible()
        if not grows and self._left_before is None:
            return
        self._left_before = usual if grows else None
        below = height if grows else usual[1]
        self._left.setSizes([max(0, sum(self._left.sizes()) - below), below])

    def sizes(self) -> dict[str, list[int]]:
        return super().sizes() | ({} if self._left_before is None else {"data-left": self._left_before})
