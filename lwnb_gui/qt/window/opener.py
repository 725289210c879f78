"""Opening data: by dialog, drop, sample, recent file or from the command line; always off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QWidget

from lwnb_core.data import sample_of
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_core.data.formats.file_formats import DATA_SUFFIXES, FORMATS, TEXT_SUFFIXES
from lwnb_core.data.formats.loading import format_of_file
from lwnb_core.data.formats.packing import PACKING_SUFFIXES, without_packing
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.predictions import first_row_worth_a_look
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.window.file_dialogs import ask_open
from lwnb_gui.qt.window.member_chooser import ask_part
from lwnb_gui.session.file import is_session
from lwnb_gui.session.shipped import SAMPLE

_PATTERNS = " ".join(f"*{suffix}" for suffix in (*DATA_SUFFIXES, *PACKING_SUFFIXES))
SESSION_FILTER = f"Data, session or lecture ({_PATTERNS} *.lwnb)"
FILTER = f"Data ({_PATTERNS});;All files (*)"
_CSV = (*FORMATS["csv"].suffixes, *TEXT_SUFFIXES)


class Opener(QObject):
    """Reads a file in a task and passes the query to the state; errors are emitted as a signal."""

    began = Signal(str)  # the file's name
    ended = Signal()
    opened = Signal()  # just before the state has the data
    failed = Signal(object, object)  # error, opening
    forgotten = Signal()  # a recent file was removed from the list

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self.open_session: Callable[[str, Opening], None] = lambda path, opening: None

    def ask(self) -> None:
        """Ask for a file."""
        path = ask_open(self._window, self._context, "Open", f"{SESSION_FILTER};;All files (*)")
        if path:
            self.open_file(path)

    def open_file(self, path: str) -> None:
        """Open a file; a CSV file is shown first, so that its separator and types can be put right.

        Of several tables in the file one is chosen before.
        """
        chosen = ask_part(path, self._window)
        if chosen is None:
            return
        opening: Opening | None = Opening(chosen)
        if _may_be_csv(chosen) and format_of_file(chosen) == "csv":
            opening = self._ask_csv(chosen)
        if opening is not None:
            self.open(opening)

    def open_sample(self, name: str) -> None:
        self.open(Opening(f"{SAMPLE}{name}"))

    def open_recent(self, source: str) -> None:
        """Open a file again; a CSV file is read with the previous options."""
        recent = {entry.source: entry for entry in self._context.preferences.recent}
        self.open(Opening(source, csv=recent[source].csv if source in recent else {}))

    def is_gone(self, opening: Opening) -> bool:
        """Whether one of the recent files is no longer in its place."""
        is_recent = any(entry.source == opening.source for entry in self._context.preferences.recent)
        return is_recent and not opening.is_sample and not on_disc(opening.source).exists()

    def forget(self, source: str) -> None:
        """Remove a file from the recent ones."""
        self._context.preferences = self._context.preferences.without_recent(source)
        self.forgotten.emit()

    def open(self, opening: Opening) -> None:
        """Read and show data; what was open stays until the new data are there."""
        if is_session(opening.source):
            self.open_session(opening.source, opening)
            return
        self.began.emit(opening.name)
        self._context.tasks.start(
            "open",
            lambda job: _read(job, opening),
            on_done=lambda query: self._opened(opening, query),
            on_error=lambda error: self._failed(error, opening),
        )

    def cancel(self) -> None:
        if self._context.tasks.is_running("open"):
            self._context.tasks.cancel("open")
            self.ended.emit()

    def _opened(self, opening: Opening, query: Query) -> None:
        self.ended.emit()
        remember_display(self._context)  # of the data that are about to be replaced
        source = opening.source if opening.is_sample else _remembered(Path(opening.source).resolve())
        csv = query.data.reading.options
        self._context.preferences = self._context.preferences.with_recent(source, csv=csv)
        self._context.opened_from = source
        page = opening.page if query.data.class_index is not None else "data"
        self.opened.emit()
        self._context.state.open(query, page)

    def _failed(self, error: BaseException, opening: Opening) -> None:
        self.ended.emit()
        self.failed.emit(error, opening)

    def _ask_csv(self, path: str) -> Opening | None:
        """Return the choices in the preview of a CSV file; None if it should not be opened."""
        # Imported here: most files are no CSV files, and the program starts faster without it.
        from lwnb_gui.qt.data.csv_dialog import ask

        return ask(path, self._context, self._window)


def _may_be_csv(path: str) -> bool:
    """Whether a file may be CSV, judging by its name; that of a zip file does not tell."""
    name = Path(path).name.lower()
    return without_packing(name).endswith(_CSV) or (
        name.endswith(".zip") and "." not in without_packing(name)
    )


def dropped_file(mime: QMimeData) -> str | None:
    """Return the first local file that is being dropped."""
    return next((url.toLocalFile() for url in mime.urls() if url.isLocalFile()), None)


def remember_display(context: Context) -> None:
    """Note in the recent files what was being viewed."""
    query = context.state.query
    if query is not None:
        note = f"row {query.row + 1}, k = {query.k}"
        context.preferences = context.preferences.with_note(context.opened_from, note)


def _remembered(path: Path) -> str:
    """Return the name under which a file is remembered: for a sample its name, as its folder may move."""
    sample = sample_of(path)
    return f"{SAMPLE}{sample}" if sample else str(path)


def _read(job: Job, opening: Opening) -> Query:
    data = opening.read()
    job.check()
    query = opening.query(data)
    return query if opening.row is not None else query.at_row(first_row_worth_a_look(query))
