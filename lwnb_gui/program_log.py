"""The log of errors that should not have happened, for *Help, Open the log folder*. No Qt in here."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from lwnb_core import LwnbError
from lwnb_gui.app.preferences import config_directory

_log = logging.getLogger("lwnb_gui")


class _LogFile(RotatingFileHandler):
    """A log file; if it cannot be written, there is nowhere else to report it."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def log_file() -> Path:
    return config_directory() / "lwnb.log"


def start_log() -> logging.Handler:
    """Write to the log file, if that is possible."""
    handler: logging.Handler
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(log_file(), maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.propagate = False
    return handler


def stop_log(handler: logging.Handler) -> None:
    _log.removeHandler(handler)
    handler.close()


def is_bug(error: BaseException) -> bool:
    """Whether an error should not have happened: it is not about data, settings, memory or the system."""
    if isinstance(error, OSError):
        return error.errno is None
    return not isinstance(error, LwnbError | MemoryError)


def log_bug(error: BaseException) -> None:
    """Log an error that should not have happened with its trace, even if it is also shown elsewhere."""
    if getattr(error, "is_in_log", False):
        return
    vars(error)["is_in_log"] = True
    _log.error("should not have happened", exc_info=error)
