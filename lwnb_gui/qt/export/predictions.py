"""File, Save predictions: ask where to, predict all test rows and write them, in a task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core import save
from lwnb_core.data.formats.file_formats import WRITTEN
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.qt.export.export_task import ExportTask
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.window.file_dialogs import ask_save

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

# The first is what the dialog proposes.
_KINDS = ";;".join(
    f"{WRITTEN[suffix]} (*{suffix})" for suffix in sorted(WRITTEN, key=lambda suffix: suffix != ".csv")
)


class PredictionsExport:
    """Writes all predictions or nothing: if it fails or is cancelled, no file is left behind."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self.task = ExportTask(window, "predictions")

    def ask(self) -> None:
        """Ask for the file, then write it."""
        query = self._context.state.query
        if query is None or self._context.refuses_while_guessing("predictions"):
            return
        if query.data.class_index is None:
            self._context.said.emit("There is no class to predict.")
            return
        name = f"{query.instances.name}-predictions.csv"
        path = ask_save(self._window, self._context, "Save predictions", name, _KINDS)
        if path:
            self.save(path)

    def save(self, path: str | Path) -> None:
        """Write the four learners' predictions of every test row, computed anew if they are not known."""
        query, known = self._context.state.query, self._context.predictions
        if query is None:
            return

        def work(job: Job) -> None:
            is_known = known is not None and known.is_of(query)
            predictions = known if known is not None and is_known else predict_all(query, job)
            job.check()
            save(predictions.as_dataset(), path)

        self.task.start(work, f"Saved {path}", self.ask)
