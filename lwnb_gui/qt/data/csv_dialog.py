"""The preview of a CSV file before it is opened, in which reading options can be corrected."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lwnb_core import LwnbError
from lwnb_gui.app.column_warnings import class_warning, leave_out_text, notes_text
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.remedies import button_text
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.csv_reading import Preview, read_in_steps
from lwnb_gui.qt.data.csv_settings import CsvSettings
from lwnb_gui.qt.data.csv_table import CsvTable
from lwnb_gui.qt.window.bars import ErrorBar
from lwnb_gui.text import count

_TASK = "csv-preview"


def ask(path: str, context: Context, parent: QWidget | None = None) -> Opening | None:
    """Show a CSV file and ask how to read it: what to open, None if cancelled."""
    dialog = CsvDialog(path, context, parent)
    try:
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        return dialog.opening if accepted else None
    finally:
        context.tasks.cancel(_TASK)
        dialog.deleteLater()


class CsvDialog(QDialog):
    """Options above, the first rows below; the rows are read again with every change of an option."""

    def __init__(self, path: str, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path, self._context = path, context
        self.preview: Preview | None = None
        self.setWindowTitle(f"Open {Path(path).name}")
        self.resize(round(context.theme.px(860)), round(context.theme.px(560)))
        self.settings = CsvSettings(self)
        self.settings.changed.connect(self.refresh)
        self.error_bar = ErrorBar(self)
        self.notes_bar = ErrorBar(self)
        self.notes_bar.setAccessibleName("Columns that may not be meant for learning")
        self.table = CsvTable(self)
        self.table.set_theme(context.theme)
        self.table.column_chosen.connect(self.settings.edit_kind_of)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.settings)
        column.addWidget(self.error_bar)
        column.addWidget(self.notes_bar)
        column.addWidget(self.table, 1)
        column.addLayout(self._buttons())
        self.refresh()

    def _buttons(self) -> QHBoxLayout:
        self.summary = QLabel(self)
        self.summary.setObjectName("small")
        self.reset_button = QPushButton("• as detected", self)
        self.reset_button.setObjectName("link")
        self.reset_button.setToolTip("Undo all changes made here, and read the file as detected.")
        self.reset_button.clicked.connect(self.settings.reset)
        self.marker_button = QPushButton(self)
        self.marker_button.setToolTip("This value is not a number, so the whole column is read as text.")
        self.marker_button.clicked.connect(self._accept_marker)
        self.marker_button.hide()
        cancel = QPushButton("Cancel", self)
        cancel.clicked.connect(self.reject)
        self.open_button = QPushButton("Open", self)
        self.open_button.setObjectName("primary")
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setContentsMargins(16, 10, 16, 12)
        row.setSpacing(10)
        row.addWidget(self.summary, 1)
        for button in (self.marker_button, self.reset_button, cancel, self.open_button):
            row.addWidget(button)
        return row

    @property
    def opening(self) -> Opening:
        """Return the file with the chosen options, and with its data if it has been read with them."""
        options, preview = self.settings.options(), self.preview
        is_read = preview is not None and preview.options == options
        return Opening(self._path, csv=options, data=preview.opened if preview and is_read else None)

    def refresh(self) -> None:
        """Read the file again, in a task."""
        options, path = self.settings.options(), self._path
        self._context.tasks.start(
            _TASK,
            lambda job: read_in_steps(path, options, job.partial, job.check),
            on_done=self._show,
            on_partial=self._show,
            on_error=self._show_error,
        )

    def _show(self, preview: Preview) -> None:
        self.preview = preview
        self.settings.show_preview(preview)
        self.table.set_stale(preview.data is None)
        self._show_notes(preview)
        if preview.data is None:
            self._say_error(preview.error)
            self.summary.setText("Change the settings above until the columns look right.")
        else:
            self.error_bar.clear()
            self.table.show_data(preview.data, preview.left_out)
            self.summary.setText(_summary(preview))
        self.marker_button.setText(f"Treat “{preview.marker}” as missing")
        self.marker_button.setVisible(bool(preview.marker))
        self._show_buttons(preview.data is not None and len(preview.data) > 0)

    def _say_error(self, error: LwnbError | None) -> None:
        """Say why the file cannot be read; a click fills short rows if that would help."""
        if error is None:
            self.error_bar.say("The file cannot be read with these settings.")
            return
        remedy = next((r for r in error.remedies if r.kind == "fill_rows"), None)
        if remedy is None:
            self.error_bar.say(error)
        else:
            self.error_bar.say(error, button_text(remedy), lambda: self.settings.choose("fill", True))

    def _show_notes(self, preview: Preview) -> None:
        """Show columns that may not be meant for learning. They are read unless the user excludes them."""
        warning = "" if preview.data is None else class_warning(preview.data)
        names = [note.name for note in preview.notes]
        if not names and not warning:
            self.notes_bar.clear()
        elif not names:
            self.notes_bar.say(warning)
        else:
            self.notes_bar.say(
                "\n".join(filter(None, [warning, notes_text(preview.notes)])),
                leave_out_text(len(names)),
                lambda: self.settings.leave_out(names),
            )

    def _show_error(self, error: BaseException) -> None:
        self.error_bar.say(error)
        self.notes_bar.clear()
        self.settings.mark_chosen()
        self.table.set_stale(True)
        self.marker_button.hide()
        self._show_buttons(False)

    def _show_buttons(self, can_open: bool) -> None:
        """Show the buttons; one that cannot be pressed has no fill."""
        self.reset_button.setVisible(bool(self.settings.options()))
        self.open_button.setEnabled(can_open)
        self.open_button.setObjectName("primary" if can_open else "")
        style = self.open_button.style()
        style.unpolish(self.open_button)
        style.polish(self.open_button)

    def _accept_marker(self) -> None:
        if self.preview is not None and self.preview.marker:
            self.settings.add_missing(self.preview.marker)


def _summary(preview: Preview) -> str:
    data = preview.data
    assert data is not None
    rows = count(len(data), "row") if preview.is_whole else f"the first {count(len(data), 'row')}"
    text = f"{rows}, {count(len(data.attributes), 'column')}"
    if data.has_weights:
        text += " and instance weights"
    if preview.left_out:
        text += f", {len(preview.left_out)} of them left out"
    if data.repairs:
        text += f", {count(len(data.repairs), 'repair')}: {data.repairs[0]}"
    if data.class_index is None and preview.possible_classes:
        text += ". No nominal column: choose a column of whole numbers under “predict”."
    elif data.class_index is None:
        text += ". No nominal column: a numeric class can be cut into intervals after opening."
    if not preview.is_whole:
        text += ". Types are final when the whole file has been read."
    return text
