"""Opening and saving sessions and lectures in the window; reading and writing is off the GUI thread."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject
from PySide6.QtWidgets import QFileDialog

from lwnb_core import DataError, Dataset
from lwnb_core.data import assets_dir
from lwnb_core.data.attribute import Kind as AttributeKind
from lwnb_core.data.files import atomic_write
from lwnb_gui.qt.opener import FILTER, remember_view
from lwnb_gui.qt.tasks import Job
from lwnb_gui.qt.teach.autosave import Orphan
from lwnb_gui.qt.teach.locks import lock_for
from lwnb_gui.state import Query, TestFile
from lwnb_gui.state.data_edit import AsRead, Edits
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.opening import SAMPLE, Opening
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.reading import reading_of
from lwnb_gui.state.session import (
    SUFFIX,
    DataAway,
    DataSource,
    Opened,
    Session,
    load_session,
    to_json,
)
from lwnb_gui.state.session_schema import MOST_BYTES
from lwnb_gui.state.teaching import Teaching

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow

SESSIONS = f"Session or lecture (*{SUFFIX})"


class Sessions(QObject):
    """Knows where the data on the screen came from, and which session file they belong to."""

    def __init__(self, window: MainWindow, say: Callable[..., None]) -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context
        self._state = window.state
        self._say = say
        self._sources: dict[str, DataSource] = {}  # by the origin of the data, the last few
        self._asked_for: dict[str, Edits] = {}  # other kinds or another class that the opening asked for
        self._chosen: dict[str, str] = {}  # where the user says that data are which a session names elsewhere
        self._borrowed = False  # the theme is that of a lecture
        self.taken_over: Callable[[Orphan], None] = lambda found: None  # once it is open here
        self.file: Path | None = None
        self._lock: QLockFile | None = None
        window.opener.opened.connect(self._data_opened)

    # -- opening --------------------------------------------------------------------------------------

    def open(self, path: str, asked: Opening | None = None, *, found: Orphan | None = None) -> None:
        """Open a session or lecture to its screen; what was open stays until its data are there.

        `asked` may want another row or other settings; `found` is a session that a crash has left.
        """
        file = Path(path).expanduser().absolute()
        recent = {str(Path(r.source)) for r in self._context.preferences.recent}
        chosen = dict(self._chosen)
        teaching = self._state.view.teaching

        def may_read(source: str) -> bool:
            return found is not None or str(Path(source)) in recent | set(chosen.values())

        def failed(error: BaseException) -> None:
            if found is not None:
                found.release() if found.rows else found.drop()
            self._failed(error, file)

        rows = found.rows if found is not None else {}
        copies = {old: self._context.rows_file(preset) for preset, old in rows.items()}

        def read(job: Job) -> tuple[Session, Opened, tuple[str, ...]]:
            for old, new in copies.items():
                if new is not None:
                    shutil.copyfile(old, new)  # the old ones stay until this window has saved its session
            return _read(file, may_read, chosen, teaching, asked, recovered=found is not None)

        self._window.opener.began.emit(file.name)
        self._context.tasks.start(
            "open",
            read,
            on_done=lambda made: self._opened(file, *made, found=found),
            on_error=failed,
        )

    def _opened(
        self, file: Path, session: Session, opened: Opened, outside: tuple[str, ...], found: Orphan | None
    ) -> None:
        self._window.opener.ended.emit()
        self._release()
        source, view = self._know_opened(session, opened), opened.view
        if found is None:
            remember_view(self._context)
            self._remember(str(file))
        elif source.path:
            self._remember(source.path)
        if view.experiment == ExperimentView():  # it says nothing of one: that which is here stays
            view = replace(view, experiment=self._state.view.experiment)
        if opened.query is None:
            self._state.close_data(view)
        else:
            AsRead.of(self._state).data = opened.read
            self._state.open(opened.query, view=view)
        self._borrow_theme(session.theme)
        if found is not None:
            self.taken_over(found)
        elif session.kind == "session":
            self._bind(file)
        if outside:
            self._ask_for_files(session.experiment, outside, opened.warning)
        elif opened.warning:
            self._say(opened.warning)

    def _know_opened(self, session: Session, opened: Opened) -> DataSource:
        """Note where the data of a session came from, and its test rows."""
        source = session.data
        if opened.read is None or opened.query is None:
            return source
        if source.path:
            source = DataSource.of_file(opened.read.source, dict(source.csv))
        self._know(opened.read, source)
        tested = opened.query.test_rows
        if session.test_file is not None and isinstance(tested, TestFile):
            other = session.test_file
            self._know(
                tested.data,
                DataSource.of_file(tested.data.source, dict(other.csv)) if other.path else other,
            )
        return source

    def _ask_for_files(self, experiment: ExperimentView, outside: tuple[str, ...], warning: str) -> None:
        """Files elsewhere that a session names are used only after having asked."""
        written = [plan.results for plan in experiment.plans if plan.results in outside]
        read = [file for file in outside if file not in written]
        more = f" and {len(read) - 3} more" if len(read) > 3 else ""
        words = [f"it reads {', '.join(read[:3])}{more}"] if read else []
        words += [f"it writes {' and '.join(written)}"] if written else []
        self._say(
            f"{warning} The experiment of this session uses files outside its folder: "
            f"{'; '.join(words)}.".strip(),
            ("Use them", lambda: self._state.set_experiment(experiment)),
            ("Leave them out", lambda: None),
        )

    def _borrow_theme(self, wanted: ThemeChoice | None) -> None:
        """A lecture's theme, for as long as it is open: the user's own choice stays remembered."""
        own = self._context.preferences.theme
        if wanted is not None or self._borrowed:
            self._window.set_theme(wanted or own)
            self._context.preferences = replace(self._context.preferences, theme=own)
        self._borrowed = wanted is not None

    def _failed(self, error: BaseException, file: Path) -> None:
        self._window.opener.ended.emit()
        self._window.opener.failed.emit(error, Opening(str(file)))
        if isinstance(error, DataAway):
            wanted = error.wanted
            self._window.error_bar.say(
                error, "Choose the data file…", lambda: self._choose_data(file, wanted)
            )

    def _choose_data(self, file: Path, wanted: str) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self._window, "The data of this session", str(file.parent), FILTER
        )
        if path:
            self._window.error_bar.clear()
            self._chosen[wanted] = str(Path(path).absolute())
            self.open(str(file))

    def _data_opened(self, opening: Opening, query: Query) -> None:
        """Data without a session: the next save asks for a name."""
        self._release()
        name = opening.source.removeprefix(SAMPLE)
        if not opening.is_sample and not _is_shipped(opening.source):
            source = DataSource.of_file(opening.source, opening.csv)
        else:
            source = DataSource(sample=Path(name).stem)
        self._know(query.data, source)
        kinds: dict[str, AttributeKind] = dict.fromkeys(opening.nominal, "nominal")
        kinds |= dict.fromkeys(opening.numeric_columns, "numeric")
        asked = Edits(kinds, opening.class_attribute or "", opening.class_bins or 0)
        self._asked_for = {query.data.origin: asked} if asked != Edits() else {}
        self._remember()

    def _remember(self, *files: str) -> None:
        """Note files that were open, and write that down at once: a session may read again what is noted."""
        preferences = self._context.preferences
        for file in files:
            preferences = preferences.with_recent(file)
        self._context.preferences = preferences
        preferences.save()

    # -- what is on the screen ------------------------------------------------------------------------

    def now(self) -> Session | None:
        """The screen as a session; None while no data are open."""
        query = self._state.query
        if query is None:
            planned = self._state.view.experiment != ExperimentView()
            return Session.without_data(self._state.view) if planned else None
        read = AsRead.of(self._state).data or query.data
        tested = query.test_rows
        test_file = self._source_of(tested.data) if isinstance(tested, TestFile) else None
        session = Session.of(query, self._state.view, read, self._source_of(read), test_file)
        asked = self._asked_for.get(read.origin)
        if asked is None:
            return session
        kinds = {**asked.kinds, **dict(session.kinds)}
        own = session.class_name
        return replace(
            session,
            kinds=tuple(kinds.items()),
            class_name=own or asked.class_name,
            bins=session.bins if own else asked.bins,
        )

    def text_maker(self, session: Session, file: Path | None, *, embed: bool = False) -> Callable[[], str]:
        """What makes the text of a file, slowly: paths beside the file, and the data's fingerprint.

        With `embed` the data themselves are in it, for a lecture that travels alone.
        """
        query = self._state.query
        read = AsRead.of(self._state).data
        if read is None and query is not None:
            read = query.data
        asked = read is not None and read.origin in self._asked_for

        def make() -> str:
            data = session.data.beside(file)
            if embed and read is not None and not (data.inside or data.is_none):
                data = DataSource.of_data(read)
            if data.path and read is not None and not asked:
                data = replace(data, fingerprint=read.fingerprint)
            test = session.test_file.beside(file) if session.test_file is not None else None
            experiment = session.experiment.beside(file)
            text = to_json(replace(session, data=data, test_file=test, experiment=experiment))
            if len(text) > MOST_BYTES:
                raise DataError(
                    "the data are too large to be put into a lecture",
                    file=str(file or ""),
                    hint="Save it without the data inside, and keep the data file beside it.",
                )
            return text

        return make

    def _source_of(self, data: Dataset) -> DataSource:
        if data.origin in self._sources:
            return self._sources[data.origin]
        if data.source and Path(data.source).is_file():
            made = DataSource(sample=Path(data.source).stem) if _is_shipped(data.source) else None
            reading = reading_of(data)
            made = made or DataSource.of_file(data.source, None if reading is None else reading.options)
        else:
            made = DataSource.of_data(data)
        self._know(data, made)
        return made

    def _know(self, data: Dataset, source: DataSource) -> None:
        self._sources[data.origin] = source
        while len(self._sources) > 4:
            del self._sources[next(iter(self._sources))]

    # -- saving ---------------------------------------------------------------------------------------

    def save(self) -> None:
        """To the file of this session; ask for one where there is none."""
        if self.file is None:
            self.save_as()
        else:
            self._save(self.file)

    def save_as(self) -> None:
        session, query = self.now(), self._state.query
        if session is None:
            return
        folder = self.file.parent if self.file is not None else self._folder()
        name = f"{query.data.name if query is not None else 'experiment'}{SUFFIX}"
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save the session", str(folder / name if folder else name), SESSIONS
        )
        if path:
            self.save_to(path)

    def save_to(self, path: str) -> None:
        """Save under this name and stay with it."""
        file = _with_suffix(path)
        if file != self.file and not self._bind(file):
            return
        self._save(file)

    def write(self, session: Session, path: str, *, embed: bool = False) -> None:
        """Write a session or lecture to a file, without staying with it."""
        file = _with_suffix(path)
        make = self.text_maker(session, file, embed=embed)
        self._window.status.showMessage(f"Saving {file.name} …")
        self._context.tasks.start(
            "save-session",
            lambda job: atomic_write(file, make()),
            on_done=lambda _: self._window.status.showMessage(f"Saved {file}", 4000),
            on_error=self._not_saved,
        )

    def _not_saved(self, error: BaseException) -> None:
        self._window.status.clearMessage()
        self._window.error_bar.say(error, "Save under another name…", self.save_as)

    def _save(self, file: Path) -> None:
        session = self.now()
        if session is not None:
            self.write(session, str(file))
            self._remember(*([session.data.path] if session.data.path else []), str(file))

    def _folder(self) -> Path | None:
        files = [r.source for r in self._context.preferences.recent if not r.is_sample]
        return next((Path(f).parent for f in files if not _is_shipped(f)), None)

    # -- one window a file ----------------------------------------------------------------------------

    def _bind(self, file: Path) -> bool:
        """Make a file this window's own; where another window has it, say so and stay without."""
        self._release()
        lock = lock_for(file)
        if lock is None:
            self._say(
                f"{file.name} is open in another window. This one has a copy: saving asks for another name."
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
    teaching: Teaching,
    asked: Opening | None,
    *,
    recovered: bool,
) -> tuple[Session, Opened, tuple[str, ...]]:
    """The session with whole paths, what it opens, and the files elsewhere that its experiment wants."""
    session = load_session(file)
    if session.data.path in chosen:
        session = replace(session, data=replace(session.data, path=chosen[session.data.path]))
    if session.test_file is not None and session.test_file.path in chosen:
        moved = replace(session.test_file, path=chosen[session.test_file.path])
        session = replace(session, test_file=moved)
    opened = session.open(file, may_read, teaching)
    if asked is not None and opened.query is not None:
        opened = replace(opened, query=asked.applied(opened.query))
    allowed, outside = session.experiment.located(file, may_read)
    allowed = replace(allowed, recovered=recovered)
    opened = replace(opened, view=replace(opened.view, experiment=allowed))
    whole, _ = session.experiment.located(file, lambda path: True)
    return replace(session, experiment=whole), opened, outside


def _is_shipped(path: str) -> bool:
    return Path(path).absolute().parent in (assets_dir() / "samples", assets_dir() / "lectures")


def _with_suffix(path: str) -> Path:
    file = Path(path).expanduser().absolute()
    return file if file.name.lower().endswith(SUFFIX) else file.with_name(f"{file.name}{SUFFIX}")
