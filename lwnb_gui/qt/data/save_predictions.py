"""A button that predicts all test rows and saves them, with progress and cancel."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from lwnb_core import save
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.qt.tasks import Job
from lwnb_gui.qt.tool_tip import set_tip
from lwnb_gui.state import Query
from lwnb_gui.state.predictions import predict_all
from lwnb_gui.text import count

_FORMATS = "CSV (*.csv);;ARFF (*.arff);;TSV (*.tsv)"
_SUFFIXES = (".csv", ".tsv", ".arff")
_TASK = "data-save-predictions"


class SavePredictions(QWidget):
    """All or nothing: if writing fails or is cancelled, no file is left behind."""

    started = Signal()
    ended = Signal(str, str)  # a message, and its tool tip
    failed = Signal(object)  # the exception

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.button = QPushButton("Save predictions…", self)
        set_tip(
            self.button,
            "A line for every test row: its number, true and predicted class, and each class’s probability, "
            "for LWNB and the three others. As CSV or ARFF.",
        )
        self.button.clicked.connect(self.ask)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.setAccessibleName("Predicting")
        self.cancel_button = QPushButton("Cancel", self)
        self.cancel_button.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.progress, 1)
        row.addWidget(self.cancel_button)
        row.addStretch(0)
        self._show_progress(False)

    @property
    def is_running(self) -> bool:
        return self._context.tasks.is_running(_TASK)

    def set_allowed(self, allowed: bool) -> None:
        """Whether there is something to predict."""
        self.button.setEnabled(allowed and not self.is_running)

    def ask(self) -> None:
        """Ask for a file, and save to it."""
        query = self._context.state.query
        if query is None or self._context.refuses_while_guessing("predictions"):
            return
        name = f"{query.instances.name}-predictions.csv"
        path = ask_save(self, self._context, "Save predictions", name, _FORMATS)
        if path:
            self.save(path)

    def save(self, path: str) -> None:
        """Predict all test rows and write them."""
        query = self._context.state.query
        if query is None or query.data.class_index is None:
            return
        target = path if path.lower().endswith(_SUFFIXES) else f"{path}.csv"
        self.started.emit()
        self._show_progress(True)
        self._context.tasks.start(
            _TASK,
            lambda job: _predict_and_save(query, target, job),
            on_done=lambda n: self._end(f"Saved {count(n, 'prediction')} to {Path(target).name}.", target),
            on_progress=self._report,
            on_error=self._fail,
        )

    def cancel(self) -> None:
        self._context.tasks.cancel(_TASK)
        self._end("Cancelled. No file was written.")

    def _report(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def _end(self, message: str, tip: str = "") -> None:
        self._show_progress(False)
        self.ended.emit(message, tip)

    def _fail(self, error: BaseException) -> None:
        self._show_progress(False)
        self.failed.emit(error)

    def _show_progress(self, shown: bool) -> None:
        self.button.setEnabled(not shown)
        self.progress.setRange(0, 0)
        self.progress.setVisible(shown)
        self.cancel_button.setVisible(shown)


def _predict_and_save(query: Query, target: str, job: Job) -> int:
    predictions = predict_all(query, job)
    job.check()
    save(predictions.as_dataset(), target)
    return len(predictions.rows)
