"""Opening and saving sessions and lectures in the window; reading and writing is off the GUI thread."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject

from lwnb_core import Dataset
from lwnb_core.data import atomic_write
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import ThemeChoice
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.teach.autosave import Orphan
from lwnb_gui.qt.teach.locks import lock_for
from lwnb_gui.qt.window.file_dialogs import ask_open, ask_save
from lwnb_gui.qt.window.opener import FILTER, remember_display
from lwnb_gui.session.data import DataAway, DataSource, TestSource
from lwnb_gui.session.file import SUFFIX, load_session, session_text
from lwnb_gui.session.session import Opened, Session
from lwnb_gui.session.shipped import is_shipped
from lwnb_gui.session.unsaved import unsaved_work

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

SESSIONS = f"Session or lecture (*{SUFFIX})"


class Sessions(QObject):
    """Knows the session file to which the present data belong."""

    def __init__(self, window: MainWindow, say: Callable[..., None]) -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context
        self._state = window.state
        self._say = say
        self._chosen: dict[str, str] = {}  # data files that the user chose for those named in a session
        self._borrowed = False  # the theme is that of a lecture
        self.on_recovered: Callable[[Orphan], None] = lambda orphan: None  # once it is open here
        self.on_leaving: Callable[[], None] = lambda: None  # before something else takes the window
        self._saved: Session | None = None  # what the open session or lecture was when opened or saved
        self.file: Path | None = None
        self._lock: QLockFile | None = None
        window.opener.opened.connect(self._data_opened)

    # -- opening --------------------------------------------------------------------------------------

    def open(self, path: str, requested: Opening | None = None, *, orphan: Orphan | None = None) -> None:
        """Open a session or lecture to its screen; what was open stays until its data are there.

        `requested` may have another row or other settings; `orphan` is a session that a crash has left.
        """
        file = Path(path).expanduser().absolute()
        recent = {str(Path(r.source)) for r in self._context.preferences.recent}
        chosen = dict(self._chosen)

        def may_read(source: str) -> bool:
            return orphan is not None or str(Path(source)) in recent | set(chosen.values())

        def failed(error: BaseException) -> None:
            if orphan is not None:
                orphan.release() if orphan.rows else orphan.drop()
            self._failed(error, file)

        rows = orphan.rows if orphan is not None else {}
        copies = {old: self._context.rows_file(preset) for preset, old in rows.items()}

        def read(job: Job) -> tuple[Session, Opened, tuple[str, ...]]:
            for old, new in copies.items():
                if new is not None:
                    shutil.copyfile(old, new)  # the old ones stay until this window has saved its session
            return _read(file, may_read, chosen, requested, recovered=orphan is not None)

        self._window.opener.began.emit(file.name)
        self._context.tasks.start(
            "open",
            read,
            on_done=lambda result: self._opened(file, *result, orphan=orphan),
            on_error=failed,
        )

    def _opened(
        self, file: Path, session: Session, opened: Opened, outside: tuple[str, ...], orphan: Orphan | None
    ) -> None:
        self._window.opener.ended.emit()
        self.on_leaving()
        self._release()
        display, source = opened.display, DataSource() if opened.read is None else DataSource.of(opened.read)
        if orphan is None:
            remember_display(self._context)
            self._context.opened_from = str(file)
            self._remember(file)
            if session.kind == "lecture":
                self._note_lecture(file)
        elif source.path:
            self._context.opened_from = source.path
            self._remember(data=source)
        present = self._state.display.without_lecture().experiment
        if session.kind == "lecture":
            teaching = replace(display.teaching, experiment_before=present)
            display = replace(display, teaching=teaching, experiment=display.experiment.in_lecture(present))
        elif display.experiment == ExperimentSettings():  # the file has no experiment: the present one stays
            display = replace(display, experiment=present)
        if opened.query is None:
            self._state.close_data(display)
        else:
            self._state.open(opened.query, display=display, read=opened.read)
        self._borrow_theme(session.theme)
        self._saved = self.now()
        if self._saved is not None:
            self._saved = replace(self._saved, kind=session.kind)
        if orphan is not None:
            if self._saved is not None:  # in no file of the user's
                self._saved = replace(self._saved, kind="session", lecture=None, changes=())
            self.on_recovered(orphan)
        elif session.kind == "session":
            self._bind(file)
        if outside:
            self._ask_for_files(session.experiment, outside, opened.warning)
        elif opened.warning:
            self._say(opened.warning)

    def _ask_for_files(self, experiment: ExperimentSettings, outside: tuple[str, ...], warning: str) -> None:
        """Use files elsewhere that a session names only if the user agrees."""
        written = [plan.results for plan in experiment.plans if plan.results in outside]
        read = [file for file in outside if file not in written]
        more = f" and {len(read) - 3} more" if len(read) > 3 else ""
        uses = [f"it reads {', '.join(read[:3])}{more}"] if read else []
        uses += [f"it writes {' and '.join(written)}"] if written else []
        self._say(
            f"{warning} The experiment of this session uses files outside its folder: "
            f"{'; '.join(uses)}.".strip(),
            ("Use them", lambda: self._state.set_experiment(experiment)),
            ("Leave them out", lambda: None),
        )

    def _borrow_theme(self, theme: ThemeChoice | None) -> None:
        """Use a lecture's theme while it is open; the user's own choice stays remembered."""
        own = self._context.preferences.theme
        if theme is not None or self._borrowed:
            self._window.set_theme(theme or own)
            self._context.preferences = replace(self._context.preferences, theme=own)
        self._borrowed = theme is not None

    def _failed(self, error: BaseException, file: Path) -> None:
        self._window.opener.ended.emit()
        self._window.opener.failed.emit(error, Opening(str(file)))
        if isinstance(error, DataAway):
            missing = error.missing
            self._window.error_bar.say(
                error, "Choose the data file…", lambda: self._choose_data(file, missing)
            )

    def _choose_data(self, file: Path, missing: str) -> None:
        start = "" if is_shipped(file) else str(file.parent)
        path = ask_open(self._window, self._context, "The data of this session", FILTER, start)
        if path:
            self._window.error_bar.clear()
            self._chosen[missing] = str(Path(path).absolute())
            self.open(str(file))

    def _data_opened(self) -> None:
        """Note that data were opened without a session: the next save asks for a name."""
        self.on_leaving()
        self._release()
        self._saved = None
        self._remember()

    def _remember(self, file: Path | None = None, data: DataSource | None = None) -> None:
        """Add a session and its data to the recent files, saved at once: a session may read those again
        without asking.
        """
        preferences = self._context.preferences
        if data is not None and data.path:
            preferences = preferences.with_recent(data.path, csv=data.csv)
        if file is not None:
            preferences = preferences.with_recent(str(file))
        self._context.preferences = preferences
        preferences.save()

    def _note_lecture(self, file: Path) -> None:
        """Note one of the user's own lectures, whose folder the start page lists."""
        self._context.preferences = self._context.preferences.with_lecture(str(file))
        self._context.preferences.save()

    # -- what is on the screen ------------------------------------------------------------------------

    def now(self) -> Session | None:
        """Return the screen as a session; None while no data are open."""
        query = self._state.query
        if query is None:
            planned = self._state.display.experiment != ExperimentSettings()
            return Session.without_data(self._state.display) if planned else None
        return Session.of(query, self._state.display, self._state.read or query.data)

    @property
    def _data(self) -> Dataset | None:
        return None if self._state.query is None else self._state.query.data

    def unsaved_work(self) -> str:
        """Return what is unsaved, as the subject of a sentence; empty if nothing of value is."""
        session = self.now()
        return "" if session is None else unsaved_work(session, self._saved)

    def text_maker(
        self, session: Session, file: Path | None, *, embed: bool = False, with_unused: bool = True
    ) -> Callable[[], str]:
        """Return a slow function that creates the text of a file; with `embed`, the data are in it.

        Without `with_unused` data inside the file lack the columns that are not in use.
        """
        query, read = self._state.query, self._state.read
        return lambda: session_text(session, query, read, file, embed=embed, with_unused=with_unused)

    # -- saving ---------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save to the file of this session; ask for one if there is none."""
        if self.file is None:
            self.save_as()
        else:
            self._save(self.file)

    def save_as(self) -> None:
        session, query = self.now(), self._state.query
        if session is None:
            return
        name = f"{query.data.name if query is not None else 'experiment'}{SUFFIX}"
        proposed = name if self.file is None else str(self.file.parent / name)
        path = ask_save(self._window, self._context, "Save the session", proposed, SESSIONS)
        if path:
            self.save_to(path)

    def save_to(self, path: str) -> None:
        """Save under this name, which becomes the file of this window."""
        file = _with_suffix(path)
        if file != self.file and not self._bind(file):
            return
        self._save(file)

    def write(self, session: Session, path: str, *, embed: bool = False, with_unused: bool = True) -> None:
        """Write a session or lecture to a file, which does not become the file of this window."""
        file = _with_suffix(path)
        make, data = self.text_maker(session, file, embed=embed, with_unused=with_unused), self._data
        self._window.status.showMessage(f"Saving {file.name} …")
        self._context.tasks.start(
            "save-session",
            lambda job: atomic_write(file, make()),
            on_done=lambda _: self._written(session, file, is_open=self._data is data),
            on_error=self._not_saved,
        )

    def _written(self, session: Session, file: Path, *, is_open: bool) -> None:
        self._window.status.showMessage(f"Saved {file}", 4000)
        if session.kind == "lecture":
            self._note_lecture(file)
        if is_open:  # nothing else has been opened meanwhile
            self._saved = session
            self._name_lecture(session, file)

    def _name_lecture(self, session: Session, file: Path) -> None:
        """Set the title and file of the lecture in the window to those under which it was saved."""
        teaching, saved = self._state.display.teaching, session.lecture
        if session.kind != "lecture" or teaching.lecture is None or saved is None:
            return
        lecture = replace(teaching.lecture, title=saved.title, summary=saved.summary, file=str(file))
        self._state.set_teaching(replace(teaching, lecture=lecture))

    def _not_saved(self, error: BaseException) -> None:
        self._window.status.clearMessage()
        self._window.error_bar.say(error, "Save under another name…", self.save_as)

    def _save(self, file: Path) -> None:
        session = self.now()
        if session is not None:
            self.write(session, str(file))
            self._context.opened_from = str(file)
            self._remember(file, session.data)

    def close_data(self) -> None:
        """Close the data, and with them the session or lecture."""
        self.on_leaving()
        self._release()
        self._saved = None
        self._state.close_data()

    # -- one window per file ---------------------------------------------------------------------------

    def _bind(self, file: Path) -> bool:
        """Bind a file to this window, unless another window has it, which is reported."""
        self._release()
        lock = lock_for(file)
        if lock is None:
            self._say(
                f"{file.name} is open in another window. "
                "This window has a copy, which is saved under another name."
            )
            return False
        self.file, self._lock = file, lock
        return True

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
        self.file = self._lock = None

    def close(self) -> None:
        self._release()


def _read(
    file: Path,
    may_read: Callable[[str], bool],
    chosen: dict[str, str],
    requested: Opening | None,
    *,
    recovered: bool,
) -> tuple[Session, Opened, tuple[str, ...]]:
    """Return the session with absolute paths, what it opens, and its experiment's files elsewhere."""
    session = load_session(file)
    if session.data.path in chosen:
        session = replace(session, data=replace(session.data, path=chosen[session.data.path]))
    if session.test_file is not None and session.test_file.path in chosen:
        moved = replace(session.test_file, path=chosen[session.test_file.path])
        session = replace(session, test_rows=TestSource(moved))
    opened = session.open(file, may_read)
    if requested is not None and opened.query is not None:
        opened = replace(opened, query=requested.applied(opened.query))
    allowed, outside = session.experiment.located(file, may_read)
    allowed = replace(allowed, recovered=recovered)
    opened = replace(opened, display=replace(opened.display, experiment=allowed))
    whole, _ = session.experiment.located(file, lambda path: True)
    return replace(session, experiment=whole), opened, outside


def _with_suffix(path: str) -> Path:
    file = Path(path).expanduser().absolute()
    return file if file.name.lower().endswith(SUFFIX) else file.with_name(f"{file.name}{SUFFIX}")
