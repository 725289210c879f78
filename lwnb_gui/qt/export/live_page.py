"""File, Export a live page: ask where to, then write it in a task that can be cancelled."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from lwnb_core.data.files import atomic_write
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.qt.tasks import Job

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow

_TASK = "live page"


class LivePageExport:
    """The page of what Explore explains; progress and a button to cancel are in the status bar."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context

    @cached_property
    def cancel_button(self) -> QPushButton:
        """In the status bar while a page is written; created with the first."""
        button = QPushButton("Cancel the live page", self._window)
        button.clicked.connect(self.cancel)
        self._window.status.addPermanentWidget(button)
        return button

    def ask(self) -> None:
        """Ask for the file, then write it."""
        query = self._window.state.query
        if query is None or self._context.explanation is None:
            self._say("There is no explanation for a live page yet.")
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
        target = Path(path)
        if query is None:
            return
        if not target.suffix:
            target = target.with_suffix(".html")

        def work(job: Job) -> None:
            from lwnb_gui.export.live_page import page_content, to_live_page

            written = to_live_page(page_content(query, teaching=teaching, progress=job))
            job.check()
            atomic_write(target, written)

        def finish(_: None) -> None:
            self._window.error_bar.clear()
            self._end(f"Saved {target}")

        self.cancel_button.show()
        self._say("Writing the live page …")
        self._context.tasks.start(
            _TASK,
            work,
            on_done=finish,
            on_progress=lambda n, total: self._say(f"Writing the live page: {100 * n // total} %"),
            on_error=self._failed,
        )

    def cancel(self) -> None:
        """Write nothing after all."""
        self._context.tasks.cancel(_TASK)
        self._end("The live page was cancelled.")

    def _end(self, message: str) -> None:
        self.cancel_button.hide()
        self._say(message)

    def _failed(self, error: BaseException) -> None:
        self._end("")
        self._window.error_bar.say(error, "Choose another folder or name.", self.ask)

    def _say(self, message: str) -> None:
        self._window.status.showMessage(message, 4000)
