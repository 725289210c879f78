"""The attributes: their names, kinds and use."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core.data.column_notes import ColumnNote, nothing_to_learn_from
from lwnb_gui.app.column_warnings import leave_out_text, notes_text
from lwnb_gui.app.data_edit import differences, reset, use_only
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.statistics import Summary, summarise_all
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.table_panel import TablePanel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.render.study_scripts import data_script
from lwnb_gui.views.tables import TextTable

USE, NAME, KIND, MISSING, DISTINCT, ROLE = range(6)


class AttributesPanel(TablePanel, DataPanel):
    """A table of attributes; the panel to the right shows the selected one."""

    title = "Attributes"
    least = (370, 150)
    chosen = Signal(str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.current = ""  # the chosen attribute's name
        self._query: Query | None = None
        self._differs: dict[str, list[str]] = {}  # differences from the file, by attribute
        self.summaries: tuple[Summary, ...] = ()
        self._dismissed = ""  # the data whose notes the user has closed
        self.error_bar.close_button.clicked.connect(self._dismiss_notes)
        self.table.setAccessibleDescription("Arrow keys choose an attribute, Space switches it on or off")
        self.table.row_chosen.connect(self._choose_row)
        self.table.row_reached.connect(self._choose_row)
        self.table.row_checked.connect(self.toggle)
        tools = self.header_tools.layout()
        if tools is not None:
            tools.setSpacing(14)
        self.all_button = self._link("use all", "Use all attributes.")
        self.none_button = self._link(
            "use none", "Use no attributes, to start again with a few. NB then knows only the prior."
        )
        self.reset_button = self._link(
            "• reset",
            "Restore class, types and attributes in use as they were when the file was opened. Undo reverts "
            "this.",
        )
        self.all_button.clicked.connect(self.use_all)
        self.none_button.clicked.connect(lambda: use_only(self.context.state, ()))
        self.reset_button.clicked.connect(lambda: reset(self.context.state))

    def _link(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("link")
        set_tip(button, tip)
        button.setAccessibleName("Reset to the file" if "reset" in text else text)
        self.add_header_widget(button)
        return button

    # -- showing ------------------------------------------------------------------------------------

    def show_query(self, query: Query | None) -> None:
        before, self._query = self._query, query
        if query is None:
            self._differs, self.summaries = {}, ()
            self.table.show_columns((), range(0))
            return
        names = [attribute.name for attribute in query.data.attributes]
        self._differs = {name: differences(self.context.state, name) for name in names}
        if before is not None and before.data is query.data:
            self.table.refresh()
        else:
            self.summaries = ()
            self.table.show_columns(self._columns(), range(len(names)))
            self._choose_row(names.index(self.current) if self.current in names else _first(query))
            size = len(query.data) * len(names)
            self.compute_cells("data-summaries", size, lambda job: _summaries(query, job), self._summarised)
        self._say(query)

    def _summarised(self, summaries: tuple[Summary, ...]) -> None:
        self.summaries = summaries
        if self._query is not None:
            self._say(self._query)
        self.table.refresh()
        self.table.measure_columns()

    def _say(self, query: Query) -> None:
        predictors = query.data.predictors
        used = sum(query.data.attributes[j].name not in query.unused for j in predictors)
        self.set_subtitle(f"{used} of {len(predictors)} in use")
        self.reset_button.setVisible(any(self._differs.values()))
        self.all_button.setVisible(used < len(predictors))
        self.none_button.setVisible(used > 0)
        if nothing := nothing_to_learn_from(query.data):
            self.show_error(f"{nothing[0].upper()}{nothing[1:]}.")
            return
        if not used:
            self.show_error("No attribute is in use, so every row looks the same.", "Use all", self.use_all)
            return
        notes = self._notes(query)
        if notes and query.data.origin != self._dismissed:
            names = [note.name for note in notes]
            self.show_error(notes_text(notes), leave_out_text(len(names)), lambda: self._leave_out(names))
        else:
            self.clear_error()

    def _notes(self, query: Query) -> list[ColumnNote]:
        """Return the attributes in use that may not be meant for learning."""
        inputs = [row for row in range(len(self.summaries)) if self.role(row) == "input"]
        notes = [ColumnNote(self._name(row), self.summaries[row].note) for row in inputs]
        return [note for note in notes if note.text]

    def _leave_out(self, names: Sequence[str]) -> None:
        """Exclude attributes, in one step."""
        query = self.context.state.query
        if query is not None:
            used = {query.data.attributes[j].name for j in query.data.predictors} - query.unused
            use_only(self.context.state, used - set(names))

    def _dismiss_notes(self) -> None:
        """Remember that the user has closed the notes for these data."""
        if self._query is not None:
            self._dismissed = self._query.data.origin

    # -- columns ------------------------------------------------------------------------------------

    def _columns(self) -> list[Column]:
        return [
            Column(
                "",
                self._use_cell,
                34,
                "A tick means that the learners use the attribute. Otherwise it takes no part in distances "
                "and tables.",
                row_tip=self._tip,
                inset=6,
            ),
            Column(
                "attribute",
                self._name_cell,
                70,
                "Attributes in the order of the file. A dot marks what was changed since the file was read.",
                row_tip=self._tip,
                grow=math.inf,
            ),
            Column(
                "type",
                lambda row: self._text_cell(row, self._kind(row)),
                tip="Numeric: distances by size, a normal curve per class. Nominal: equal or not, counts per "
                "class.",
                row_tip=self._tip,
                samples=(Cell("nominal", strong=True), Cell("numeric", strong=True)),
            ),
            Column(
                "missing",
                lambda row: self._summary_cell(row, lambda summary: f"{summary.missing_text} %"),
                tip="Rows without a value. In the distance, a missing value counts as the largest possible "
                "difference; its factor is left out.",
                align="right",
                row_tip=self._tip,
                samples=(Cell("100.0 %"),),
            ),
            Column(
                "distinct",
                lambda row: self._summary_cell(row, lambda summary: f"{summary.distinct:,}"),
                tip="The number of different values that occur.",
                align="right",
                row_tip=self._tip,
            ),
            Column(
                "role",
                lambda row: self._text_cell(row, self.role(row), strong=self.role(row) == "class"),
                tip="The class is predicted from the inputs.",
                row_tip=self._tip,
                inset=12,
                samples=(Cell("unused", strong=True),),
            ),
        ]

    def role(self, row: int) -> str:
        """Return the role of the attribute in a row."""
        assert self._query is not None
        if row == self._query.data.class_index:
            return "class"
        attribute = self._query.data.attributes[row]
        if attribute.kind == "string":
            return "text"
        return "unused" if attribute.name in self._query.unused else "input"

    def _name(self, row: int) -> str:
        return self._query.data.attributes[row].name if self._query is not None else ""

    def _kind(self, row: int) -> str:
        assert self._query is not None
        kind = self._query.data.attributes[row].kind
        return "text" if kind == "string" else kind

    def _use_cell(self, row: int) -> Cell:
        """Return the box, except for the class, which is always in use, and text, which never is."""
        role = self.role(row)
        if role in ("class", "text"):
            return Cell(spoken="in use" if role == "class" else "not in use")
        return Cell(check=role == "input", spoken="in use" if role == "input" else "not in use")

    def _name_cell(self, row: int) -> Cell:
        name, role = self._name(row), self.role(row)
        mark = "• " if self._differs.get(name) else ""
        ink = "ink3" if role in ("text", "unused") else "ink"
        return Cell(mark + name, strong=role == "class", ink=ink, spoken=name)

    def _text_cell(self, row: int, text: str, strong: bool = False) -> Cell:
        inks = {"class": "ink", "input": "ink2"}
        return Cell(text, strong=strong, ink=inks.get(self.role(row), "ink3"))

    def _summary_cell(self, row: int, text: Callable[[Summary], str]) -> Cell:
        ink = "ink3" if self.role(row) in ("text", "unused") else "ink"
        return Cell(text(self.summaries[row]) if row < len(self.summaries) else "…", ink=ink)

    def _tip(self, row: int) -> str:
        differs = self._differs.get(self._name(row), [])
        changed = f" Changed since the file was read: {'; '.join(differs)}." if differs else ""
        note = self.summaries[row].note if row < len(self.summaries) else ""
        noted = f" {note[0].upper()}{note[1:]}." if note else ""
        return f"{self._name(row)}: {self._kind(row)}, {self.role(row)}.{noted}{changed}"

    # -- choosing -----------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        if self._query is not None:
            self._choose_row(self._query.data.index_of(name))

    def _choose_row(self, row: int) -> None:
        self.table.set_picked(row)
        self.current = self._name(row)
        self.chosen.emit(self.current)

    def toggle(self, row: int) -> None:
        """Include or exclude an attribute."""
        self._choose_row(row)
        self.context.state.use_attribute(self._name(row), self.role(row) == "unused")

    def use_all(self) -> None:
        query = self.context.state.query
        if query is not None:
            use_only(self.context.state, [query.data.attributes[j].name for j in query.data.predictors])

    # -- export -------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        """Return all columns except that of the boxes, which the role repeats."""
        table = super().to_table()
        if table is None:
            return None
        numeric = frozenset(column - 1 for column in table.numeric)
        return TextTable(table.titles[1:], [row[1:] for row in table.rows], numeric)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None else data_script(query)


def _first(query: Query) -> int:
    """Return the attribute to show first: that of the map's y axis, which separates the classes best."""
    shown = query.map.y
    names = [attribute.name for attribute in query.data.attributes]
    return names.index(shown) if shown in names else 0


def _summaries(query: Query, job: Job | None) -> tuple[Summary, ...]:
    return summarise_all(query.data, job) if job is not None else summarise_all(query.data)
