"""The numbers behind a cell: values per run and fold, and the complete t-test."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMenu, QVBoxLayout, QWidget

from lwnb_core import LwnbError
from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.export.clipboard import copy_text
from lwnb_gui.qt.export.export_button import add_table_formats
from lwnb_gui.qt.table.row_model import Cell
from lwnb_gui.qt.table.text_table import TextTableView
from lwnb_gui.qt.window.bars import ErrorBar
from lwnb_gui.qt.window.file_dialogs import ask_save
from lwnb_gui.render.tables import WRITERS, save_table
from lwnb_gui.text import printable
from lwnb_gui.views.results.folds import FoldsOfCell
from lwnb_gui.views.tables import TextTable


class FoldsDialog(QDialog):
    """A window next to the table; Escape closes it."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.folds: FoldsOfCell | None = None
        self.heading = QLabel(self)
        self.heading.setObjectName("panelTitle")
        self.spec = QLabel(self)
        self.spec.setObjectName("small")
        self.text = QLabel(self)
        self.error_bar = ErrorBar(self)
        self.table = TextTableView("Folds", self)
        for label in (self.heading, self.spec, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = buttons.addButton("Copy the table", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setToolTip("Copies all folds with their column titles, ready for a spreadsheet. (Ctrl+C)")
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
        for part in (self.heading, self.spec, self.text):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)

    def show_folds(self, folds: FoldsOfCell, note: str = "") -> None:
        """Show another cell; `note` says why its data set is excluded."""
        self.folds = folds
        theme = self._context.theme
        title = f"{folds.dataset}, {folds.learner}"
        self.setWindowTitle(f"Folds of {title}")
        self.heading.setText(f"{title}: {printable(measure_named(folds.measure).label)}, fold by fold")
        self.spec.setText(folds.spec)
        self.text.setText("\n".join(folds.notes) + (f"\n{note}." if note else ""))
        self.table.set_theme(theme)
        every = range(len(folds.titles))
        lines = [[Cell(text) for text in row] for row in folds.rows]
        self.table.show_lines(folds.titles, lines, frozenset(every), growing=every)
        self.resize(round(theme.px(560)), round(theme.px(620)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.table.setFocus()

    def to_table(self) -> TextTable | None:
        if self.folds is None:
            return None
        return TextTable(self.folds.titles, self.folds.rows, frozenset(range(6)))

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
            self.save(path)
