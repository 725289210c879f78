"""Local tables: every attribute's table of the weighted neighbours, next to naive Bayes' on request."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QMenu, QToolButton, QWidget

from lwnb_core import Explanation
from lwnb_core.data.column_notes import nothing_to_learn_from
from lwnb_gui.export import FigureView, TextTable, scripts
from lwnb_gui.export.explained import local_tables as tables_as_text
from lwnb_gui.export.explained import tables_figure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.icons import set_icon
from lwnb_gui.qt.panels.nb_tables import NBTables
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.readings.tables import COLUMNS, Order, TablesReading, ordered, share_of
from lwnb_gui.scenes.local_tables import TablePart, local_tables, with_fitting_classes
from lwnb_gui.scenes.scene import Scene
from lwnb_gui.scenes.text import Frame
from lwnb_gui.state import Snapshot
from lwnb_gui.state.steps import deciding_attribute
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Cell, Hover, cells_of

_ORDER_DELAY = 300  # ms: attributes that are reordered at every step of k cannot be read
_FEW = 6  # attributes that are always in the file's order
_ORDERS: tuple[tuple[str, Order], ...] = (("by contribution", "contribution"), ("as in the file", "file"))


class LocalTablesPanel(ScenePanel):
    """Order of the attributes, which are expanded and which classes are shown belong to the panel."""

    title = "Local tables"
    help_topic = "local_tables"
    least = (420, 120)
    nothing = "There are no tables to show."
    scene = staticmethod(local_tables)
    reading: TablesReading | None

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._page = 0
        self._expanded: frozenset[int] = frozenset()
        self._order: tuple[int, ...] = ()
        self._ordered_for: Hashable = None
        self._attributes: tuple[object, ...] = ()
        self._kinds: tuple[str, ...] = ("",)  # what the tables show, from long to short
        self._is_narrow = False
        super().__init__(context, parent)
        self._nb = NBTables(context.tasks, self._read_again, self.show_error)
        self._add_controls()
        self.view.double_clicked.connect(self._on_double_clicked)
        self.view.keys = {
            Qt.Key.Key_Left: partial(self._turn_page, -1),
            Qt.Key.Key_Right: partial(self._turn_page, 1),
            Qt.Key.Key_Up: partial(self.view.scroll_lines, -1),
            Qt.Key.Key_Down: partial(self.view.scroll_lines, 1),
        }
        self._order_timer = QTimer(self, singleShot=True, interval=_ORDER_DELAY)
        self._order_timer.timeout.connect(self._reorder)

    # -- controls -------------------------------------------------------------------------------------

    def _add_controls(self) -> None:
        self._order_label = QLabel("order", self)
        self._order_label.setObjectName("hint")
        self.order = QComboBox(self)
        for text, key in _ORDERS:
            self.order.addItem(text, key)
        self.order.setAccessibleName("Order of the attributes")
        self.order.setToolTip(
            "By contribution: the attribute that contributes most to the prediction comes first.\n"
            "The order is updated when k stops moving."
        )
        self.order.currentIndexChanged.connect(self._reorder)
        self._order_label.setBuddy(self.order)
        self.compare = QCheckBox("compare with NB", self)
        self.compare.setAccessibleName("Compare with naive Bayes' tables")
        self.compare.setToolTip(
            "Naive Bayes makes its tables from all training rows, each counted once.\n"
            "Where its numbers differ from the local ones,\n"
            "the neighbourhood differs from the whole data set."
        )
        self.compare.toggled.connect(self._on_compare)
        self.more = self._menu_button()
        for widget in (self._order_label, self.order, self.compare, self.more):
            self.add_header_widget(widget)

    def _menu_button(self) -> QToolButton:
        """The controls in a menu, for narrow screens."""
        button = QToolButton(self)
        button.setAccessibleName("Local tables: order, NB's tables")
        button.setToolTip("Order of the attributes; compare with NB's tables.")
        menu = QMenu(button)
        compare = menu.addAction("Compare with NB")
        compare.setCheckable(True)
        compare.toggled.connect(self.compare.setChecked)
        self.compare.toggled.connect(compare.setChecked)
        menu.addSeparator()
        for i, (text, _) in enumerate(_ORDERS):
            menu.addAction(f"Order {text}", partial(self.order.setCurrentIndex, i))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.hide()
        return button

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        set_icon(self.more, "menu", theme)

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_narrow = narrow
        self.compare.setVisible(not narrow)
        self.more.setVisible(narrow)
        self._show_order_control()
        self.view.refresh()

    def _show_order_control(self) -> None:
        is_offered = len(self._attributes) > _FEW and not self._is_narrow
        self.order.setVisible(is_offered)
        self._order_label.setVisible(is_offered)

    # -- the reading ----------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        super().show_explanation(explanation)
        query = self.context.state.query
        if explanation is not None and not explanation.attributes and query is not None:
            reason = nothing_to_learn_from(query.data) or "no attribute is in use"
            self.show_empty(f"There are no tables to show: {reason}.")
        if self.reading is None:
            self._order_timer.stop()
            self._nb.forget()
            self._ordered_for = None
        elif self.compare.isChecked():
            self._request_nb()
        self._keep_visible()

    def read(self, explanation: Explanation) -> TablesReading | None:
        if explanation.model is None or not explanation.attributes:
            return None
        key = (explanation.attributes, explanation.row, explanation.changed)
        if key != self._ordered_for:
            if self._attributes != explanation.attributes:
                self._on_attributes(explanation)
            self._ordered_for = key
            self._order = ordered(explanation, self._order_by)
        elif self._order_by != "file":
            self._order_timer.start()
        return self._read(explanation)

    def _on_attributes(self, explanation: Explanation) -> None:
        self._attributes = explanation.attributes
        self._expanded, self._page = frozenset(), 0
        kinds = {attribute.is_numeric for attribute in explanation.attributes}
        numeric = "weighted normal per class" if True in kinds else ""
        self._kinds = (numeric, "")
        if False in kinds:
            wordings = ("W: weight of the neighbours, P: share of the class", "W: weight, P: share")
            self._kinds = (
                *(" · ".join(filter(None, (numeric, text))) for text in wordings),
                wordings[-1],
                "",
            )
        self._show_order_control()

    def _read(self, explanation: Explanation) -> TablesReading:
        hover, query = self.context.hover.now, self.context.state.query
        highlighted: dict[int, Cell] = {}
        if query is not None and hover.neighbour is not None:
            cells = cells_of(explanation, query.data, hover.neighbour)
            highlighted = {cell.attribute: cell for cell in cells}
        elif hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
            highlighted = {hover.cell.attribute: hover.cell}
        self._show_subtitle(explanation, hover)
        return TablesReading(
            explanation,
            self._order,
            nb_tables=self._nb.of(self.context.selection) if self.compare.isChecked() else None,
            expanded=self._expanded,
            columns=COLUMNS if self.reading is None else self.reading.columns,
            page=self._page,
            highlighted=highlighted,
            share=share_of(explanation, hover),
        )

    def _show_subtitle(self, explanation: Explanation, hover: Hover) -> None:
        wordings, i = self._kinds, hover.neighbour
        neighbourhood, rows = explanation.neighbourhood, explanation.neighbour_rows
        if i is not None and neighbourhood is not None and rows is not None and i < len(neighbourhood):
            row, weight = int(rows[i]) + 1, float(neighbourhood.rescaled[i])
            wordings = (f"highlighted: where row {row} counts, w′ = {weight:.2f}", f"w′ = {weight:.2f}", "")
            if weight == 0:
                wordings = (f"row {row} is on the ring: its weight is 0", "weight 0", "")
        self.set_subtitle(*wordings)

    def _read_again(self) -> None:
        """Something else is shown of the same explanation."""
        if self.reading is not None and self.context.explanation is not None:
            self.reading = self._read(self.context.explanation)
            self.view.refresh()

    def _compose(self, frame: Frame) -> Scene:
        if self.reading is not None:
            self.reading = with_fitting_classes(self.reading, frame)
        return super()._compose(frame)

    def highlights(self) -> dict[str, Any]:
        return {"narrow": self._is_narrow}

    # -- order, values and classes --------------------------------------------------------------------

    @property
    def _order_by(self) -> Order:
        return "file" if len(self._attributes) <= _FEW else _ORDERS[self.order.currentIndex()][1]

    def _reorder(self) -> None:
        explanation = self.context.explanation
        if explanation is not None and self.reading is not None:
            self._order = ordered(explanation, self._order_by)
            self._read_again()

    def _turn_page(self, direction: int) -> None:
        """To the next classes of nominal tables, or to those before; after the last come the first."""
        if self.reading is None:
            return
        n, at_once = len(self.reading.explanation.classes), self.reading.columns
        page = self._page + direction * at_once
        if page >= n:
            page = 0
        elif page < 0:
            page = 0 if self._page else (n - 1) // at_once * at_once
        self._page = page
        self._read_again()

    def on_clicked(self, target: Hashable) -> None:
        if isinstance(target, TablePart) and target.kind == "classes":
            self._turn_page(1)
        elif isinstance(target, TablePart) and target.kind == "more":
            self._expand(target.attribute)

    def _on_double_clicked(self, target: Hashable) -> None:
        """All lines of an attribute, or only the heaviest again."""
        if isinstance(target, Cell) or (isinstance(target, TablePart) and target.kind != "classes"):
            self._expand(target.attribute)

    def _expand(self, attribute: int) -> None:
        self._expanded ^= {attribute}
        self._read_again()

    # -- hover and steps ------------------------------------------------------------------------------

    def on_hovered(self, target: Hashable) -> None:
        self.context.hover.on_cell(target if isinstance(target, Cell) else None)

    def show_hover(self, hover: Hover) -> None:
        self._read_again()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.view.teaching.step != old.view.teaching.step:
            self._keep_visible()

    def _keep_visible(self) -> None:
        """In step mode, keep the table visible that its sentence is about."""
        step = self.context.state.view.teaching.step
        attribute = deciding_attribute(step, self.context.explanation)
        self.view.keep_visible(None if attribute is None else TablePart("attribute", attribute))

    # -- NB's tables ----------------------------------------------------------------------------------

    def _on_compare(self, is_on: bool) -> None:
        if is_on:
            self._request_nb()
        else:
            self._nb.cancel()
        self._read_again()

    def _request_nb(self) -> None:
        selection, query = self.context.selection, self.context.state.query
        if selection is not None and query is not None:
            self._nb.request(selection, query)

    # -- export ---------------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        """The same attributes, values and classes as in the panel."""
        return None if self.reading is None else tables_figure(self.reading)

    def to_table(self) -> TextTable | None:
        explanation = self.context.explanation
        return None if explanation is None else tables_as_text(explanation)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.reading is None else scripts.tables_script(query)
