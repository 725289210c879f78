"""Local tables: what the weighted neighbours say about every attribute, compared with NB's tables."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QMenu, QToolButton, QWidget

from lwnb_core import NB, Explanation, Selection
from lwnb_core.learners.nb import NBModel
from lwnb_core.local.naive_bayes import Table
from lwnb_gui.export import FigureView, TextTable, scripts
from lwnb_gui.export.explained import local_tables as tables_as_text
from lwnb_gui.export.explained import tables_figure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.readings.tables import COLUMNS, Order, TablesReading, ordered, share_of
from lwnb_gui.scenes.local_tables import TablePart, local_tables, with_fitting_classes
from lwnb_gui.scenes.scene import Scene
from lwnb_gui.scenes.text import Frame
from lwnb_gui.state import Snapshot
from lwnb_gui.state.links import Cell, Hover, cells_of
from lwnb_gui.state.steps import deciding_attribute
from lwnb_gui.theme import Theme

_TASK = "local-tables-nb"
_RESTS = 300  # ms after k has moved, before rows change places
_FEW = 6  # attributes that need no order but the file's
_ORDERS: tuple[tuple[str, Order], ...] = (("by contribution", "contribution"), ("as in the file", "file"))


class LocalTablesPanel(ScenePanel):
    """The order of the attributes, what is expanded and which classes are seen are the panel's own."""

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
        self._nb_model: tuple[Hashable, NBModel] | None = None
        self._nb_tables: tuple[Selection, tuple[Table, ...]] | None = None
        self._kinds = ""
        self._is_narrow = False
        super().__init__(context, parent)
        self._add_controls()
        self.view.double_clicked.connect(self._on_double_clicked)
        self.view.keys = {
            Qt.Key.Key_Left: partial(self._turn_page, -1),
            Qt.Key.Key_Right: partial(self._turn_page, 1),
            Qt.Key.Key_Up: partial(self.view.scroll_lines, -1),
            Qt.Key.Key_Down: partial(self.view.scroll_lines, 1),
        }
        self._rests = QTimer(self, singleShot=True, interval=_RESTS)
        self._rests.timeout.connect(self._reorder)
        context.selected.connect(self._on_selected)

    # -- controls -------------------------------------------------------------------------------------

    def _add_controls(self) -> None:
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
        self.compare = QCheckBox("beside NB's", self)
        self.compare.setAccessibleName("Show naive Bayes' tables beside the local ones")
        self.compare.setToolTip(
            "Naive Bayes makes its tables from all training rows, each counted once.\n"
            "Where its figures differ from the local ones, the neighbourhood differs from the whole."
        )
        self.compare.toggled.connect(self._compare_toggled)
        self.more = self._menu_button()
        for widget in (self._order_label, self.order, self.compare, self.more):
            self.add_header_widget(widget)

    def _menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName("Local tables: order, NB's tables")
        button.setToolTip("Order of the attributes, NB's tables beside the local ones.")
        menu = QMenu(button)
        compare = menu.addAction("Beside NB's tables")
        compare.setCheckable(True)
        compare.toggled.connect(self.compare.setChecked)
        self.compare.toggled.connect(compare.setChecked)
        menu.addSeparator()
        for i, (words, _) in enumerate(_ORDERS):
            menu.addAction(f"Order {words}", partial(self.order.setCurrentIndex, i))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.hide()
        return button

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.more.setIcon(icon("menu", theme, theme.px(16)))
        self.more.setIconSize(QSize(round(theme.px(16)), round(theme.px(16))))

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Beside tabs there is space for one button: the controls move into its menu."""
        self.compare.setVisible(not narrow)
        self.more.setVisible(narrow)
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self.view.refresh()
        self._show_order()

    def _show_order(self) -> None:
        is_offered = len(self._attributes) > _FEW and not self._is_narrow
        self.order.setVisible(is_offered)
        self._order_label.setVisible(is_offered)

    # -- the reading ----------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        super().show_explanation(explanation)
        if self.reading is None:
            self._rests.stop()
            self._nb_model = self._nb_tables = self._ordered_for = None
        self._keep_in_sight()

    def read(self, explanation: Explanation) -> TablesReading | None:
        if explanation.model is None:
            return None
        key = (explanation.attributes, explanation.row, explanation.changed)
        if key != self._ordered_for:
            if self._attributes != explanation.attributes:
                self._on_attributes(explanation)
            self._ordered_for = key
            self._order = ordered(explanation, self._by)
        elif self._by != "file":
            self._rests.start()
        return self._read(explanation)

    def _on_attributes(self, explanation: Explanation) -> None:
        self._attributes = explanation.attributes
        self._expanded, self._page = frozenset(), 0
        kinds = {attribute.is_numeric for attribute in explanation.attributes}
        words = {True: "weighted normal per class", False: "weighted counts"}
        self._kinds = " · ".join(words[is_numeric] for is_numeric in (True, False) if is_numeric in kinds)
        self._show_order()

    def _read(self, explanation: Explanation) -> TablesReading:
        hover, query = self.context.hover.now, self.context.state.query
        highlighted: dict[int, Cell] = {}
        if query is not None and hover.neighbour is not None:
            highlighted = {
                cell.attribute: cell for cell in cells_of(explanation, query.data, hover.neighbour)
            }
        elif hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
            highlighted = {hover.cell.attribute: hover.cell}
        self._show_subtitle(explanation, hover)
        return TablesReading(
            explanation,
            self._order,
            nb_tables=self._tables_to_compare(),
            expanded=self._expanded,
            columns=COLUMNS if self.reading is None else self.reading.columns,
            page=self._page,
            highlighted=highlighted,
            share=share_of(explanation, hover),
        )

    def _show_subtitle(self, explanation: Explanation, hover: Hover) -> None:
        words, i = self._kinds, hover.neighbour
        found, rows = explanation.neighbourhood, explanation.neighbour_rows
        if i is not None and found is not None and rows is not None and i < len(found):
            weight = float(found.rescaled[i])
            words = f"lit: where row {int(rows[i]) + 1} counts, w′ = {weight:.2f}"
            if weight == 0:
                words = f"row {int(rows[i]) + 1} is on the ring: weight 0, it adds nothing"
        if words != self.subtitle:
            self.set_subtitle(words)

    def _read_again(self) -> None:
        """The same explanation, of which something else is shown."""
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
    def _by(self) -> Order:
        return "file" if len(self._attributes) <= _FEW else _ORDERS[self.order.currentIndex()][1]

    def _reorder(self) -> None:
        self._rests.stop()
        explanation = self.context.explanation
        if explanation is not None and self.reading is not None:
            order = ordered(explanation, self._by)
            if order != self._order:
                self._order = order
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
        """Twice on an attribute: its hidden lines, or only the heaviest again."""
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
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """At the step of the tables, the one that its sentence speaks of."""
        step = self.context.state.view.teaching.step
        attribute = deciding_attribute(step, self.context.explanation)
        self.view.keep_in_sight(None if attribute is None else TablePart("attribute", attribute))

    # -- NB's tables ----------------------------------------------------------------------------------

    def _tables_to_compare(self) -> tuple[Table, ...] | None:
        if not self.compare.isChecked() or self._nb_tables is None:
            return None
        selection, tables = self._nb_tables
        return tables if selection is self.context.selection else None

    def _compare_toggled(self, on: bool) -> None:
        if on:
            self._request_nb()
        else:
            self.context.tasks.cancel(_TASK)
            self._read_again()

    def _on_selected(self, selection: Selection | None) -> None:
        if self.compare.isChecked() and self.isVisible():
            self._request_nb()

    def _request_nb(self) -> None:
        """NB fitted once for the training rows; without the row that is left out, once per instance."""
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None:
            return
        if self._nb_tables is not None and self._nb_tables[0] is selection:
            self._read_again()
            return
        key = (query.training_key, query.convention, query.eq6)
        known = self._nb_model[1] if self._nb_model is not None and self._nb_model[0] == key else None
        learner = NB(query.convention, eq6=query.eq6)

        def work(job: object) -> tuple[NBModel, tuple[Table, ...]]:
            model = known or learner.fit_training(selection.model.training)
            return model, model.explanation(selection.instances, selection.left_out, ()).tables

        def done(found: tuple[NBModel, tuple[Table, ...]]) -> None:
            self._nb_model = (key, found[0])
            if self.context.selection is selection:
                self._nb_tables = (selection, found[1])
                self._read_again()

        self.context.tasks.start(_TASK, work, on_done=done, on_error=self.show_error)

    # -- files ----------------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        """The same attributes, values and classes as in the panel."""
        return None if self.reading is None else tables_figure(self.reading)

    def to_table(self) -> TextTable | None:
        explanation = self.context.explanation
        return None if explanation is None else tables_as_text(explanation)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.reading is None else scripts.tables_script(query)
