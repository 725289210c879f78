"""The panel of the local tables, with their order, visible values and classes, and NB's tables."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QMenu, QToolButton, QWidget

from lwnb_core import Explanation
from lwnb_core.data.column_notes import nothing_to_learn_from
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore.nb_tables import NBTables
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Hover, LocalTableCell
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.nominal_tables import classes_at_once
from lwnb_gui.views.local_tables.table_lines import TablePart
from lwnb_gui.views.local_tables.tables_reading import Order, TablesReading, deciding_attribute, ordered

_ORDER_DELAY = 300  # ms: attributes that are reordered at every step of k cannot be read
_FEW = 6  # attributes that are always in the file's order
_ORDERS: tuple[tuple[str, Order], ...] = (("by contribution", "contribution"), ("as in the file", "file"))


class LocalTablesPanel(ScenePanel):
    """The local tables; the panel holds the order, which attributes are expanded, and which classes show."""

    shows = LocalTables()
    reading: TablesReading | None

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._skipped = 0  # classes of nominal tables before those that are shown
        self._expanded: frozenset[int] = frozenset()
        self._order: tuple[int, ...] = ()
        self._ordered_for: Hashable = None
        self._attributes: tuple[object, ...] = ()
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
        """Return the controls in a menu, for narrow screens."""
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
        if explanation is not None and explanation.attributes:
            self._put_in_order(explanation)
        super().show_explanation(explanation)
        query = self.context.state.query
        if explanation is not None and not explanation.attributes and query is not None:
            reason = nothing_to_learn_from(query.data) or "no attribute is in use"
            self.show_empty(f"There are no tables to show: {reason}.")
        if self.reading is None:
            self._order_timer.stop()
            self._nb.forget()
            self._ordered_for = None
        else:
            self.set_subtitle(*self.reading.subtitles)
            if self.compare.isChecked():
                self._request_nb()
        self._keep_visible()

    def options(self) -> dict[str, Any]:
        return {
            "order": self._order,
            "nb_tables": self._nb.of(self.context.selection) if self.compare.isChecked() else None,
            "expanded": self._expanded,
            "hover": self.context.hover.now,
        }

    def _put_in_order(self, explanation: Explanation) -> None:
        """Put the attributes in order: at once for another instance, or when k stops moving."""
        key = (explanation.attributes, explanation.row, explanation.changed)
        if key != self._ordered_for:
            if self._attributes != explanation.attributes:
                self._on_attributes(explanation)
            self._ordered_for = key
            self._order = ordered(explanation, self._order_by)
        elif self._order_by != "file":
            self._order_timer.start()

    def _on_attributes(self, explanation: Explanation) -> None:
        self._attributes = explanation.attributes
        self._expanded, self._skipped = frozenset(), 0
        self._show_order_control()

    def _read_again(self) -> None:
        """Show another part of the same explanation."""
        if self.reading is not None and self.context.explanation is not None:
            self.reading = self.read(self.context.explanation)
            if self.reading is not None:
                self.set_subtitle(*self.reading.subtitles)
            self.view.refresh()

    def highlights(self) -> dict[str, Any]:
        return {"narrow": self._is_narrow, "skipped": self._skipped}

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
        """Show the next or previous classes of nominal tables, starting over after the last."""
        if self.reading is None:
            return
        n, at_once = len(self.reading.explanation.classes), classes_at_once(self.reading, self.view.canvas())
        skipped = self._skipped + direction * at_once
        if skipped >= n:
            skipped = 0
        elif skipped < 0:
            skipped = 0 if self._skipped else (n - 1) // at_once * at_once
        self._skipped = skipped
        self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        if isinstance(target, TablePart) and target.kind == "classes":
            self._turn_page(1)
        elif isinstance(target, TablePart) and target.kind == "more":
            self._expand(target.attribute)

    def _on_double_clicked(self, target: Hashable) -> None:
        """Expand or collapse an attribute."""
        if isinstance(target, LocalTableCell) or (isinstance(target, TablePart) and target.kind != "classes"):
            self._expand(target.attribute)

    def _expand(self, attribute: int) -> None:
        self._expanded ^= {attribute}
        self._read_again()

    # -- hover and steps ------------------------------------------------------------------------------

    def on_hovered(self, target: Hashable) -> None:
        self.context.hover.on_cell(target if isinstance(target, LocalTableCell) else None)

    def show_hover(self, hover: Hover) -> None:
        self._read_again()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.display.teaching.step != old.display.teaching.step:
            self._keep_visible()

    def _keep_visible(self) -> None:
        """In step mode, keep the table visible that its sentence describes."""
        is_said = self.context.state.display.teaching.step == "tables"
        attribute = None
        if is_said and self.reading is not None:
            attribute = deciding_attribute(self.reading.explanation)
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
        """Return a figure of the same attributes, values and classes as in the panel."""
        if self.reading is None:
            return None
        at_once = classes_at_once(self.reading, self.view.canvas())
        compose = partial(self.shows.scene, self.reading, at_once=at_once, skipped=self._skipped)
        return SceneFigure(compose, self.figure_width)
