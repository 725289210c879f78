"""Ctrl+C: remembered until the program ends, because not every library passes the exception on.

An extension module that is interrupted while it is imported raises ImportError, and an optional import drops
the exception altogether. This module imports nothing of ours, so that it is in force from the first moment.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from types import FrameType

INTERRUPTED = 130  # 128 + SIGINT, as in shells


class _Keyboard:
    """Whether Ctrl+C was pressed, and the user was informed; there is one keyboard per process."""

    was_interrupted = False
    was_reported = False


def remember_ctrl_c() -> None:
    """Raise KeyboardInterrupt at Ctrl+C as usual, and remember it.

    A process whose parent ignores Ctrl+C (`nohup`) continues to ignore it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def was_interrupted() -> bool:
    """Whether Ctrl+C was pressed, whatever became of the exception."""
    return _Keyboard.was_interrupted


def report_interruption(advice: str = "", *, as_json: bool = False) -> int:
    """Say that the command was interrupted, and return the exit code.

    Nothing is imported for it: a module whose first import was interrupted cannot always be imported again.
    """
    _Keyboard.was_reported = True
    with contextlib.suppress(OSError, ValueError):  # stderr or stdout is closed: nobody is left to read it
        print(f"Interrupted. {advice}".rstrip(), file=sys.stderr, flush=True)
        if as_json:
            unknown = dict.fromkeys(("file", "line", "text"))
            error = {"message": "interrupted", "hint": advice or None, **unknown, "exit_code": INTERRUPTED}
            print(json.dumps({"error": error}, indent=2), flush=True)
    return INTERRUPTED


def end_interrupted() -> int:
    """Return the exit code after Ctrl+C; report the interruption unless that has been done."""
    return INTERRUPTED if _Keyboard.was_reported else report_interruption()


def end_at_ctrl_c() -> None:
    """Let Ctrl+C end the process at once and silently: nothing is left to do."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _Keyboard.was_interrupted = True
    signal.default_int_handler(number, frame)
