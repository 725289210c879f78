"""The file: the origin of the data, their fingerprint, and the reader's repairs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from lwnb_core import Dataset
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_gui.app.import_options import read_as
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.table.row_model import Cell
from lwnb_gui.qt.table.text_table import TextTableView
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.text import count
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable

_FIELDS = ("file", "size", "read as", "relation", "rows", "attributes", "class", "weights", "fingerprint")
_TIPS = {
    "fingerprint": "A digest of header, values and weights. Equal data have the same fingerprint, whatever "
    "the file’s name.",
    "read as": "How the file was interpreted. For a CSV file, you can change this in the preview.",
    "weights": "Instance weights from the file. Learners multiply every count by them.",
}


class SourcePanel(DataPanel):
    """Information about the file, which cannot be changed here."""

    title = "File and repairs"
    least = (320, 160)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        facts = QWidget(self)
        self._form = QFormLayout(facts)
        self._form.setContentsMargins(12, 8, 12, 8)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(4)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.values: dict[str, QLabel] = {}
        for name in _FIELDS:
            label, value = QLabel(name, facts), QLabel(facts)
            label.setObjectName("small")
            value.setTextFormat(Qt.TextFormat.PlainText)
            value.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            value.setWordWrap(True)
            value.setAccessibleName(name)
            for widget in (label, value):
                set_tip(widget, _TIPS.get(name, ""))
            self._form.addRow(label, value)
            self.values[name] = value
        self.body.addWidget(facts)
        self.heading = QLabel("Repairs", self)
        self.heading.setObjectName("panelTitle")
        self.heading.setContentsMargins(12, 8, 12, 4)
        self.body.addWidget(self.heading)
        self.none = QLabel("No repairs were needed: every line was read as it is.", self)
        self.none.setObjectName("hint")
        self.none.setWordWrap(True)
        self.none.setContentsMargins(12, 2, 12, 12)
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self.none, 1)
        self.repairs = TextTableView("Repairs", self)
        self.body.addWidget(self.repairs, 1)

    def show_query(self, query: Query | None) -> None:
        if query is None:
            return
        data = query.data
        read = self.context.state.read or data
        kinds = [a.kind for a in read.attributes]
        named = (("numeric", "numeric"), ("nominal", "nominal"), ("string", "text"))
        parts = [f"{kinds.count(kind)} {word}" for kind, word in named if kind in kinds]
        say = {
            "file": read.source or "made by the program",
            "size": _size(read.source),
            "relation": read.relation,
            "rows": f"{len(read):,}",
            "attributes": f"{len(read.attributes)}: {', '.join(parts)}",
            "class": _class_text(data),
            "weights": "from the file" if read.has_weights else "every row has weight 1",
        }
        for name, text in say.items():
            self.values[name].setText(text)
        for name in ("fingerprint", "read as"):
            self.values[name].setText("…")
        size = len(read) * len(read.attributes)
        self.compute_cells(
            "data-file", size, lambda job: (read.fingerprint, read_as(read)), self._show_reading
        )
        repairs = data.repairs
        self.heading.setText(count(len(repairs), "repair") if repairs else "Repairs")
        self.none.setVisible(not repairs)
        self.repairs.setVisible(bool(repairs))
        lines = [(Cell("" if r.line is None else f"{r.line:,}"), Cell(r.text)) for r in repairs]
        self.repairs.show_lines(("line", "repair"), lines, frozenset({0}), growing=(1,))

    def _show_reading(self, reading: tuple[str, str]) -> None:
        fingerprint, description = reading
        self.values["read as"].setText(description)
        self.values["fingerprint"].setText(" ".join(fingerprint[i : i + 8] for i in range(0, 32, 8)) + " …")
        set_tip(self.values["fingerprint"], f"{_TIPS['fingerprint']}\nSHA-256 {fingerprint}")

    def to_table(self) -> TextTable | None:
        """Return the facts about the file, then the repairs."""
        query = self.context.state.query
        if query is None:
            return None
        read = self.context.state.read or query.data
        facts = [(name, self.values[name].text()) for name in _FIELDS if name != "fingerprint"]
        repairs = [("repair" if r.line is None else f"line {r.line}", r.text) for r in query.data.repairs]
        return TextTable(["", "file"], [*facts, ("fingerprint", read.fingerprint), *repairs])

    def apply_theme(self, theme: Theme) -> None:
        self.repairs.set_theme(theme)


def _class_text(data: Dataset) -> str:
    if data.class_index is None:
        return "none yet: choose a nominal attribute, or cut a numeric one into intervals"
    names = ", ".join(data.classes[:8]) + (" …" if len(data.classes) > 8 else "")
    absent = int((data.class_codes < 0).sum())
    missing = f"; {count(absent, 'row')} without a class" if absent else ""
    return f"{data.class_attribute.name}: {names}{missing}"


def _size(source: str) -> str:
    try:
        size = on_disc(source).stat().st_size if source else 0
    except (OSError, ValueError):
        return "the file no longer exists"
    if not source:
        return "–"
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} bytes"
