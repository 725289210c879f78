"""Autosave: the screen is written within seconds of a change, and can be restored after a crash."""

from __future__ import annotations

import logging
import os
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer

from lwnb_core import Dataset, LwnbError
from lwnb_core.data import atomic_write
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.preferences import config_directory
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.teach.locks import locked

AFTER = 2000  # ms after the first change that is not yet written
TASK = "autosave"

_log = logging.getLogger(__name__)


def folder() -> Path:
    return config_directory() / "autosave"


class Autosave(QObject):
    """Writes in a task, all or nothing. A clean end leaves no file, unless there is unsaved work, or an
    experiment has rows that are in no file of the user's: the next start offers them.

    `content` is called in the GUI thread and returns a function that creates the text in the task;
    None where there is nothing to save. `has_unsaved_work` says whether the user would miss it.
    """

    def __init__(
        self,
        context: Context,
        content: Callable[[], Callable[[], str] | None],
        has_unsaved_work: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._content = content
        self._has_unsaved_work = has_unsaved_work
        self._keeps_file = False  # after a clean end
        self._lock: QLockFile | None = None
        self.file = _new_file()
        self._replaced: list[Orphan] = []
        self._closed = False
        self._last: Callable[[], str] | None = None  # what is still to be written when the window closes
        self._refused: Dataset | None = None  # data that no session can hold: too large, and in no file
        self.timer = QTimer(self, singleShot=True, interval=AFTER)
        self.timer.timeout.connect(self.write)
        context.state.subscribe(self._changed)

    def _changed(self, old: Snapshot, new: Snapshot) -> None:
        nothing = new.query is None and new.display.experiment == ExperimentSettings()
        refused = new.query is not None and new.query.data is self._refused
        if self._closed or nothing or refused:
            self.timer.stop()
        elif not self.timer.isActive():  # counted from the first change: continual ones must be saved too
            self.timer.start()

    def write(self) -> None:
        """Write now, in a task; if one is running, wait for it."""
        if self._closed or not self._has_lock():
            return
        if self._context.tasks.is_running(TASK):
            self.timer.start()
            return
        make = self._content()
        if make is None:
            return
        file, replaced = self.file, tuple(self._replaced)

        def work(job: Job) -> None:
            atomic_write(file, make())
            for orphan in replaced:
                orphan.drop()

        self._context.tasks.start(
            TASK,
            work,
            on_done=lambda _: self._replaced.clear(),
            on_error=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        """Log the error; data that cannot be saved at all are not tried again with every change."""
        _log.warning("the session cannot be saved automatically: %s", error)
        query = self._context.state.query
        if isinstance(error, LwnbError) and query is not None:
            self._refused = query.data

    def rows_file(self, preset: str) -> Path | None:
        """Return the file where an experiment saves its rows; None if nothing can be saved."""
        if self._closed or not self._has_lock():
            return None
        return self.file.with_name(f"{self.file.stem}.{preset}.csv")

    def take_over(self, orphan: Orphan) -> None:
        """Take over an orphan, which is removed once this window has written its own session."""
        self._replaced.append(orphan)

    def keep(self, on_kept: Callable[[Orphan], None]) -> None:
        """Write the screen to a separate file, in a task, because other data are about to be opened."""
        file = _new_file()
        make, lock = self._content(), _try(file)
        if make is None or lock is None:
            return
        self._context.tasks.start(
            f"keep-{file.stem}",
            lambda job: atomic_write(file, make()),
            on_done=lambda _: on_kept(Orphan(file, lock)),
            on_error=lambda error: _log.warning("unsaved work cannot be kept: %s", error),
        )

    def close(self) -> None:
        """End cleanly: nothing is left to be restored, except unsaved work and an experiment's rows."""
        if self._closed:
            return
        self._keeps_file = self._has_unsaved_work() and self._has_lock()
        unwritten = self.timer.isActive() or self._context.tasks.is_running(TASK) or not self.file.exists()
        if unwritten and self._lock is not None and (self._keeps_file or rows_of(self.file)):
            self._last = self._content()
        self._closed = True
        self.timer.stop()

    def forget(self) -> None:
        """Remove the file once no task can write it any more, unless rows would be lost with it."""
        is_written = self._lock is not None and self._write_last()
        if self._lock is not None:
            if not (self.file.exists() and (self._keeps_file or rows_of(self.file))):
                _remove(self.file)
            self._lock.unlock()
            self._lock = None
        for orphan in self._replaced:  # if nothing replaces it, it waits for the next start
            orphan.drop() if is_written else orphan.release()
        self._replaced.clear()

    def _write_last(self) -> bool:
        if self._last is None:
            return False
        try:
            atomic_write(self.file, self._last())
        except LwnbError as error:
            _log.warning("the last changes are not saved: %s", error)
            return False
        return True

    def _has_lock(self) -> bool:
        if self._lock is None:
            try:
                self._lock = locked(_lock_of(self.file))
            except OSError as error:
                _log.warning("sessions cannot be saved automatically: %s", error)
                self._closed = True
        return self._lock is not None


class Orphan:
    """A session that is not open in any window; locked, so that only one window offers it.

    Attributes
    ----------
    is_of_crash
        Whether its window crashed; otherwise it has unsaved work.
    """

    def __init__(self, file: Path, lock: QLockFile, is_of_crash: bool = False) -> None:
        self.file = file
        self.is_of_crash = is_of_crash
        self._lock = lock

    @property
    def rows(self) -> dict[str, Path]:
        """Return the rows of its experiments, by preset."""
        return rows_of(self.file)

    def drop(self) -> None:
        _remove(self.file)
        self._lock.unlock()

    def release(self) -> None:
        """Leave it for the next start."""
        self._lock.unlock()


def orphans() -> list[Orphan]:
    """Return abandoned sessions, newest first; other files left by crashed windows are removed."""
    result = []
    try:
        files = sorted(folder().glob("*.lwnb"), key=lambda f: f.stat().st_mtime, reverse=True)
        unfinished = list(folder().glob(".*.tmp"))
        nothing_written = [f for f in map(_locked_by, folder().glob("*.lock")) if not f.exists()]
        nothing_written += {f for f in map(_owner, folder().glob("*.csv")) if not f.exists()}
    except OSError:
        return []
    for file in files:
        is_of_crash = _lock_of(file).exists()  # a window that is closed removes its lock
        lock = _try(file)
        if lock is not None:
            result.append(Orphan(file, lock, is_of_crash))
    for file in unfinished:  # .NAME.lwnb.HEX.tmp
        owner = _owner(file)
        lock = _try(owner)
        if lock is not None or any(o.file == owner for o in result):
            with suppress(OSError):
                file.unlink()
        if lock is not None:
            lock.unlock()
    for file in nothing_written:
        lock = _try(file)
        if lock is not None:
            _remove(file)  # rows of a window that never wrote its session
            lock.unlock()  # which removes the lock
    return result


def rows_of(session: Path) -> dict[str, Path]:
    """Return the files with rows that belong to a session, by preset."""
    try:
        return {f.name.split(".")[1]: f for f in session.parent.glob(f"{session.stem}.*.csv")}
    except OSError:
        return {}


def _remove(session: Path) -> None:
    for file in (session, *rows_of(session).values()):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _owner(file: Path) -> Path:
    """Return the session that a file belongs to, complete or not."""
    return file.with_name(f"{file.name.lstrip('.').partition('.')[0]}.lwnb")


def _new_file() -> Path:
    return folder() / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.lwnb"


def _try(file: Path) -> QLockFile | None:
    try:
        return locked(_lock_of(file))
    except OSError:
        return None


def _lock_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _locked_by(lock: Path) -> Path:
    return lock.with_suffix("")
