"""An export that takes seconds: a task, with progress and a button to cancel it in the status bar."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from lwnb_gui.qt.run.tasks import Job

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow


class ExportTask:
    """Writes one thing at a time, named `what`: a second one cancels the first."""

    def __init__(self, window: MainWindow, what: str) -> None:
        self._window, self._context = window, window.context
        self._what = what

    @cached_property
    def cancel_button(self) -> QPushButton:
        """The button in the status bar while something is written, created when first needed."""
        button = QPushButton(f"Cancel the {self._what}", self._window)
        button.clicked.connect(self.cancel)
        self._window.status.addPermanentWidget(button)
        return button

    def start(
        self,
        work: Callable[[Job], None],
        done: str,
        ask_again: Callable[[], None],
        then: Callable[[], object] | None = None,
    ) -> None:
        """Write it; then say that it is done. After an error the error bar offers to ask again where to."""

        def finish(_: None) -> None:
            self._window.error_bar.clear()
            self._end(done)
            if then is not None:
                then()

        def fail(error: BaseException) -> None:
            self._end("")
            self._window.error_bar.say(error, "Choose another folder or name.", ask_again)

        self.cancel_button.show()
        self._context.said.emit(f"Writing the {self._what} …")
        self._window.tasks.start(
            self._what,
            work,
            on_done=finish,
            on_progress=self._report,
            on_error=fail,
        )

    def cancel(self) -> None:
        """Cancel writing."""
        self._window.tasks.cancel(self._what)
        self._end("Cancelled: nothing was written.")

    def _report(self, done: int, total: int) -> None:
        self._context.said.emit(f"Writing the {self._what}: {100 * done // total} %")

    def _end(self, message: str) -> None:
        self.cancel_button.hide()
        self._context.said.emit(message)
