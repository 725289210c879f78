"""Locks on files that are open in a window: lock files in the user's folder, released with the process."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QLockFile

from lwnb_gui.app.preferences import config_directory


def locked(path: Path) -> QLockFile | None:
    """Return the lock at a path, now ours; None while a running process holds it."""
    lock = _at(path)
    return lock if lock.tryLock(0) else None


def lock_for(session: Path) -> QLockFile | None:
    """Return the lock for a session file, now ours; None if another window has the session open."""
    name = hashlib.sha256(str(session.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    try:
        lock = _at(config_directory() / "locks" / f"{name}.lock")
    except OSError:
        return QLockFile("")  # a folder that cannot be written to is no reason to stop
    taken = not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError
    return None if taken else lock


def _at(path: Path) -> QLockFile:
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)  # however old: only the end of its process frees it
    return lock
