"""Local tables: what the weighted neighbours say about every attribute, and NB's tables beside them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QMenu, QToolButton, QWidget

from lwnb_core import NB, Explanation, Selection
from lwnb_core.learners.nb import NBModel
from lwnb_core.local.naive_bayes import Table
from lwnb_gui.export import FigureView, TextTable, scripts
from lwnb_gui.export.explained import local_tables, tables_figure
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.table_view import TableView
from lwnb_gui.readings.tables import Order, TablesReading, absent_words, ordered, share_of
from lwnb_gui.state import Snapshot
from lwnb_gui.state.links import Cell, Hover, cells_of
from lwnb_gui.state.steps import deciding_attribute

_TASK = "local-tables-nb"
_SETTLED = 300  # ms after k has moved, before rows change places
_FEW = 6  # attributes that need no order but the file's
_ORDERS: tuple[tuple[str, Order], ...] = (("by contribution", "contribution"), ("as in the file", "file"))


class LocalTablesPanel(Panel):
    title = "Local tables"
    help_topic = "local_tables"
    least = (420, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._reading: TablesReading | None = None
        self._page = 0
        self._expanded: frozenset[int] = frozenset()
        self._order: tuple[int, ...] = ()
        self._ordered_for: Hashable = None
        self._attributes: tuple[object, ...] = ()
        self._global: tuple[Hashable, NBModel] | None = None
        self._beside: tuple[Selection, tuple[Table, ...]] | None = None
        self._words = ""
        super().__init__(context, parent)
        self._order_label = QLabel("order", self)
        self._order_label.setObjectName("hint")
        self.order = QComboBox(self)
        for words, key in _ORDERS:
            self.order.addItem(words, key)
        self.order.setAccessibleName("Order of the attributes")
        self.order.setToolTip(
            "By contribution: the attribute that says most for the predicted class comes first.\n"
            "Rows change places only after k has come to rest."
        )
        self.order.currentIndexChanged.connect(lambda _: self._reorder())
        self._order_label.setBuddy(self.order)
        self.beside = QCheckBox("beside NB's", self)
        self.beside.setAccessibleName("Show naive Bayes' tables beside the local ones")
        self.beside.setToolTip(
            "Naive Bayes makes its tables from all training rows, each counted once.\n"
            "Where its figures differ from the local ones, the neighbourhood differs from the whole."
        )
        self.beside.toggled.connect(self._beside_toggled)
        self.more = self._menu_button()
        for widget in (self._order_label, self.order, self.beside, self.more):
            self.add_header_widget(widget)
        self._narrow = False
        self.view = TableView(self)
        self.view.cell_hovered.connect(context.hover.on_cell)
        self.view.more_clicked.connect(self._toggle_more)
        self.view.classes_paged.connect(self._turn_page)
        self.body.addWidget(self.view, 1)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._reorder)
        context.selected.connect(self._on_selected)

    # -- following ----------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        if explanation is None or explanation.model is None:
            self._settled.stop()
            self._reading = self._global = self._beside = self._ordered_for = None
            self.view.show_reading(None)
            self.show_no_result("There are no tables to show.")
            return
        self.show_content()
        key = (explanation.attributes, explanation.row, explanation.changed)
        if len(self._order) != len(explanation.attributes) or key != self._ordered_for:
            fresh = self._attributes != explanation.attributes
            self._ordered_for, self._attributes = key, explanation.attributes
            self._offer_order(explanation, fresh)
            self._order = ordered(explanation, self._by)
        elif self._by != "file":
            self._settled.start()
        self._make(explanation)
        self._keep_in_sight()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.view.teaching.step != old.view.teaching.step:
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """At the step of the tables, the one that its sentence speaks of."""
        step = self.context.state.view.teaching.step
        self.view.keep_in_sight(deciding_attribute(step, self.context.explanation))

    def show_hover(self, hover: Hover) -> None:
        explanation = self.context.explanation
        if explanation is not None and self._reading is not None:
            self._make(explanation)

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.more.setIcon(icon("menu", theme, theme.px(16)))
        self.more.setIconSize(QSize(round(theme.px(16)), round(theme.px(16))))

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Beside tabs there is room for one button: the controls move into its menu."""
        self._narrow = narrow
        self.view.set_narrow(narrow)
        self.beside.setVisible(not narrow)
        self.more.setVisible(narrow)
        self._show_order()

    def _menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName("Local tables: order, NB's tables")
        button.setToolTip("Order of the attributes, NB's tables beside the local ones.")
        menu = QMenu(button)
        beside = menu.addAction("Beside NB's tables")
        beside.setCheckable(True)
        beside.toggled.connect(self.beside.setChecked)
        self.beside.toggled.connect(beside.setChecked)
        menu.addSeparator()
        for i, (words, _) in enumerate(_ORDERS):
            menu.addAction(f"Order {words}", partial(self.order.setCurrentIndex, i))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.hide()
        return button

    def _show_order(self) -> None:
        many = len(self._order_attributes()) > _FEW and not self._narrow
        self.order.setVisible(many)
        self._order_label.setVisible(many)

    # -- making the reading ---------------------------------------------------------------------------

    @property
    def _by(self) -> Order:
        if len(self._order_attributes()) <= _FEW:
            return "file"
        return _ORDERS[self.order.currentIndex()][1]

    def _order_attributes(self) -> tuple[object, ...]:
        explanation = self.context.explanation
        return explanation.attributes if explanation is not None else ()

    def _offer_order(self, explanation: Explanation, fresh: bool) -> None:
        self._show_order()
        if fresh:
            self._expanded, self._page = frozenset(), 0
            numeric = sum(a.is_numeric for a in explanation.attributes)
            kinds = []
            if numeric:
                kinds.append("weighted normal per class")
            if numeric < len(explanation.attributes):
                kinds.append("weighted counts")
            self._words = " · ".join(kinds)

    def _make(self, explanation: Explanation) -> None:
        hover = self.context.hover.now
        query = self.context.state.query
        lit: dict[int, Cell] = {}
        if query is not None and hover.neighbour is not None:
            lit = {cell.attribute: cell for cell in cells_of(explanation, query.data, hover.neighbour)}
        elif hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
            lit = {hover.cell.attribute: hover.cell}
        self._reading = TablesReading(
            explanation,
            self._order,
            nb_tables=self._tables_beside(),
            expanded=self._expanded,
            page=self._page,
            highlighted=lit,
            share=share_of(explanation, hover),
        )
        self.view.show_reading(self._reading, absent_words(self._reading))
        self._subtitle_for(explanation, hover)

    def _subtitle_for(self, explanation: Explanation, hover: Hover) -> None:
        words, i = self._words, hover.neighbour
        found, rows = explanation.neighbourhood, explanation.neighbour_rows
        if i is not None and found is not None and rows is not None and i < len(found):
            weight = float(found.rescaled[i])
            words = f"lit: where row {int(rows[i]) + 1} counts, w′ = {weight:.2f}"
            if weight == 0:
                words = f"row {int(rows[i]) + 1} is on the ring: weight 0, it adds nothing"
        if words != self.subtitle:
            self.set_subtitle(words)

    def _reorder(self) -> None:
        self._settled.stop()
        explanation = self.context.explanation
        if explanation is not None and self._reading is not None:
            order = ordered(explanation, self._by)
            if order != self._order:
                self._order = order
                self._make(explanation)

    def _toggle_more(self, attribute: int) -> None:
        self._expanded ^= {attribute}
        self._again()

    def _turn_page(self, by: int) -> None:
        explanation = self.context.explanation
        if explanation is not None:
            n = len(explanation.classes)
            page = self._page + by
            self._page = 0 if page >= n else max(page, 0) if self._page or by > 0 else n - n % by or 0
            self._again()

    def _again(self) -> None:
        if self._reading is not None:
            self._reading = replace(self._reading, expanded=self._expanded, page=self._page)
            self.view.show_reading(self._reading, absent_words(self._reading))

    # -- NB's tables --------------------------------------------------------------------------------

    def _tables_beside(self) -> tuple[Table, ...] | None:
        if not self.beside.isChecked() or self._beside is None:
            return None
        selection, tables = self._beside
        return tables if selection is self.context.selection else None

    def _beside_toggled(self, on: bool) -> None:
        if on:
            self._ask_beside()
        else:
            self.context.tasks.cancel(_TASK)
            self._redo()

    def _on_selected(self, selection: Selection | None) -> None:
        if self.beside.isChecked() and self.isVisible():
            self._ask_beside()

    def _ask_beside(self) -> None:
        """NB fitted once for the training rows; without the row that is left out, once per instance."""
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None:
            return
        if self._beside is not None and self._beside[0] is selection:
            self._redo()
            return
        key = (query.training_key, query.convention, query.eq6)
        known = self._global[1] if self._global is not None and self._global[0] == key else None
        learner = NB(query.convention, eq6=query.eq6)

        def work(job: object) -> tuple[NBModel, tuple[Table, ...]]:
            model = known or learner.fit_training(selection.model.training)
            return model, model.explanation(selection.instances, selection.left_out, ()).tables

        def done(found: tuple[NBModel, tuple[Table, ...]]) -> None:
            self._global = (key, found[0])
            if self.context.selection is selection:
                self._beside = (selection, found[1])
                self._redo()

        self.context.tasks.start(_TASK, work, on_done=done, on_error=self.show_error)

    def _redo(self) -> None:
        if self.context.explanation is not None and self._reading is not None:
            self._make(self.context.explanation)

    # -- what is taken home -------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        """The same attributes, values and classes as in the panel."""
        return None if self.view.reading is None else tables_figure(self.view.reading)

    def to_table(self) -> TextTable | None:
        explanation = self.context.explanation
        return None if explanation is None else local_tables(explanation)

    def to_script(self) -> str | None:
        query, explanation = self.context.state.query, self.context.explanation
        if query is None or explanation is None or explanation.model is None:
            return None
        return scripts.tables_script(query)
