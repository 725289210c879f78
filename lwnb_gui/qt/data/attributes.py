"""Attributes: which there are, of which kind, and which are used."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_gui.export import TextTable
from lwnb_gui.export.study_scripts import data_script
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.attribute_table import DISTINCT, HEADS, KIND, MISSING, NAME, ROLE, AttributeTable
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.statistics import Summary, summarise_all
from lwnb_gui.qt.panels.row_table import RowArea
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state import Query
from lwnb_gui.state.data_edit import AsRead, differences, reset, use_only
from lwnb_gui.theme import Theme


class AttributesPanel(DataPanel):
    """One attribute is chosen: the panel beside this one shows it."""

    title = "Attributes"
    least = (370, 150)
    chosen = Signal(str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        AsRead.of(context.state)
        self.table = AttributeTable(self)
        self.table.toggled.connect(self.toggle)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.area = RowArea(self.table, None, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)
        self.copies(self.table)
        tools = self.header_tools.layout()
        if tools is not None:
            tools.setSpacing(14)
        self.all_button = self._link("use all", "Take every attribute in use.")
        self.none_button = self._link(
            "use none", "Take every attribute out of use, to begin with a few. NB then knows the prior alone."
        )
        self.reset_button = self._link(
            "• reset",
            "Class, kinds and attributes in use as when the file was opened. Undo brings them back.",
        )
        self.all_button.clicked.connect(self.use_all)
        self.none_button.clicked.connect(lambda: use_only(self.context.state, ()))
        self.reset_button.clicked.connect(lambda: reset(self.context.state))

    def _link(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("link")
        button.setToolTip(tip)
        button.setAccessibleName("Reset to the file" if "reset" in text else text)
        self.add_header_widget(button)
        return button

    # -- showing ------------------------------------------------------------------------------------

    def show_query(self, query: Query | None) -> None:
        model = self.table.attributes
        names = [a.name for a in query.data.attributes] if query is not None else []
        differs = {name: differences(self.context.state, name) for name in names}
        if query is not None and model.query is not None and model.query.data is query.data:
            model.update(query, differs)
        else:
            kept = self.current
            model.show(query, differs)
            self.table.fit_columns()
            if query is None:
                return
            at = names.index(kept) if kept in names else _first(query)
            self.table.setCurrentIndex(model.index(at, NAME))
            size = len(query.data) * len(names)
            self.compute("data-summaries", size, lambda job: _summaries(query, job), self._summarised)
        if query is not None:
            self._say(query, differs)

    def _summarised(self, found: tuple[Summary, ...]) -> None:
        self.table.attributes.set_summaries(found)
        self.table.fit_columns()

    def _say(self, query: Query, differs: dict[str, list[str]]) -> None:
        predictors = query.data.predictors
        used = sum(query.data.attributes[j].name not in query.unused for j in predictors)
        self.set_subtitle(f"{used} of {len(predictors)} in use")
        changed = any(differs.values())
        self.reset_button.setVisible(changed)
        self.all_button.setVisible(used < len(predictors))
        self.none_button.setVisible(used > 0)
        if not used:
            self.show_error("No attribute is in use, so every row looks the same.", "Use all", self.use_all)
        else:
            self.clear_error()
        self.table.viewport().update()

    # -- what is taken home -------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        model = self.table.attributes
        if model.query is None:
            return None
        columns = (NAME, KIND, MISSING, DISTINCT, ROLE)
        rows = [[model.text(row, column) for column in columns] for row in range(model.rowCount())]
        return TextTable([HEADS[column] for column in columns], rows, frozenset({2, 3}))

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None else data_script(query)

    # -- choosing -----------------------------------------------------------------------------------

    @property
    def current(self) -> str:
        """The chosen attribute's name, empty for none."""
        row = self.table.currentIndex().row()
        return self.table.attributes.name(row) if 0 <= row < self.table.attributes.rowCount() else ""

    def choose(self, name: str) -> None:
        query = self.table.attributes.query
        if query is not None:
            index = self.table.attributes.index(query.data.index_of(name), NAME)
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)

    def toggle(self, row: int) -> None:
        """Take an attribute in use, or out of it."""
        model = self.table.attributes
        if model.can_switch(row):
            self.context.state.use_attribute(model.name(row), not model.is_used(row))

    def use_all(self) -> None:
        query = self.context.state.query
        if query is not None:
            use_only(self.context.state, [query.data.attributes[j].name for j in query.data.predictors])

    def _on_current(self, new: QModelIndex, old: QModelIndex) -> None:
        self.table.viewport().update()
        if new.isValid():
            self.chosen.emit(self.table.attributes.name(new.row()))

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self.area.arrange()


def _first(query: Query) -> int:
    """What to look at first: the attribute that stands upright on the map, which parts the classes best."""
    shown = query.map.y
    names = [a.name for a in query.data.attributes]
    return names.index(shown) if shown in names else 0


def _summaries(query: Query, job: Job | None) -> tuple[Summary, ...]:
    return summarise_all(query.data, job) if job is not None else summarise_all(query.data)
