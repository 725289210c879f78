"""File, Export a live page: ask where to, then write it in a task that can be cancelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core.data.files import atomic_write
from lwnb_gui.qt.export.export_task import ExportTask
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.qt.tasks import Job

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow


class LivePageExport:
    """The page of what Explore explains."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self.task = ExportTask(window, "live page")

    def ask(self) -> None:
        """Ask for the file, then write it."""
        query = self._window.state.query
        if query is None or self._context.explanation is None:
            self._context.said.emit("There is no explanation for a live page yet.")
            return
        if self._context.refuses_while_guessing("live page"):
            return
        name = f"{query.instances.name}-row-{query.row + 1}.html"
        path = ask_save(self._window, self._context, "Export a live page", name, "HTML (*.html)")
        if path:
            self.save(path)

    def save(self, path: str | Path) -> None:
        """Write the page of the present query."""
        query, teaching = self._window.state.query, self._window.state.view.teaching
        if query is None:
            return

        def work(job: Job) -> None:
            from lwnb_gui.export.live_page import page_content, to_live_page

            written = to_live_page(page_content(query, teaching=teaching, progress=job))
            job.check()
            atomic_write(path, written)

        self.task.start(work, f"Saved {path}", self.ask)
