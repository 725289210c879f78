"""What is behind a cell: values per run and fold, and the t-test written out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMenu, QVBoxLayout, QWidget

from lwnb_core import LwnbError
from lwnb_gui.export.tables import WRITERS, TextTable, save_table
from lwnb_gui.qt.bars import ErrorBar
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.statistics import Line
from lwnb_gui.qt.data.tables import LineTable
from lwnb_gui.qt.export.clipboard import copy_text
from lwnb_gui.qt.export.take_home import add_table_formats
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.state.experiment_folds import MEASURE_WORDS, FoldsOfCell


class FoldsDialog(QDialog):
    """A window beside the table; Escape closes it."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.found: FoldsOfCell | None = None
        self.head = QLabel(self)
        self.head.setObjectName("panelTitle")
        self.spec = QLabel(self)
        self.spec.setObjectName("small")
        self.words = QLabel(self)
        self.error_bar = ErrorBar(self)
        self.table = LineTable("Folds", self)
        self.table.widths_for = self._widths
        for label in (self.head, self.spec, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = buttons.addButton("Copy the table", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setToolTip("All folds with their heads, as a spreadsheet takes them. (Ctrl+C)")
        copy.clicked.connect(lambda: self.copy(".tsv"))
        formats = buttons.addButton("&Other formats", QDialogButtonBox.ButtonRole.ActionRole)
        formats.setToolTip("Copy or save the folds as tab-separated text, CSV, Markdown or LaTeX. (Alt+O)")
        menu = QMenu(formats)
        add_table_formats(menu, self.copy, self._ask)
        formats.setMenu(menu)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table).activated.connect(self.copy)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.error_bar)
        for part in (self.head, self.spec, self.words):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)

    def show_folds(self, found: FoldsOfCell, note: str = "") -> None:
        """Another cell; `note` says why its data set takes no part."""
        self.found = found
        theme = self._context.theme
        title = f"{found.dataset}, {found.learner}"
        self.setWindowTitle(f"Folds of {title}")
        self.head.setText(f"{title}: {MEASURE_WORDS[found.measure]}, fold by fold")
        self.spec.setText(found.spec)
        self.words.setText("\n".join(found.words) + (f"\n{note}." if note else ""))
        self.table.set_theme(theme)
        every = frozenset(range(len(found.heads)))
        self.table.show_lines(found.heads, [Line(row) for row in found.rows], every)
        self.resize(round(theme.px(560)), round(theme.px(620)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.table.setFocus()

    def _widths(self, width: int) -> list[int]:
        """All columns are figures: run and fold are short, the others share what is left."""
        columns = len(self.table.lines.heads)
        short = round(self._context.theme.px(64))
        return [short if i < 2 else (width - 2 * short) // max(columns - 2, 1) for i in range(columns)]

    def to_table(self) -> TextTable | None:
        if self.found is None:
            return None
        return TextTable(self.found.heads, self.found.rows, frozenset(range(6)))

    def copy(self, suffix: str = ".tsv") -> None:
        """Put the folds on the clipboard, in the format that a suffix names."""
        table = self.to_table()
        if table is not None:
            copy_text(WRITERS[suffix](table))

    def save(self, path: str | Path) -> None:
        """Write the folds; the suffix says how."""
        table = self.to_table()
        if table is None:
            return
        try:
            save_table(table, path)
        except (LwnbError, OSError) as error:
            self.error_bar.say(error)
        else:
            self.error_bar.clear()
            self._context.said.emit(f"Saved {path}")

    def _ask(self, kind: str, suffix: str) -> None:
        path = ask_save(self, self._context, "Save the folds", f"folds{suffix}", kind)
        if path:
            self.save(path if Path(path).suffix else path + suffix)
