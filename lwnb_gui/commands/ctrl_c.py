"""Ctrl+C: remembered until the program ends, because not every library hands on the exception.

An extension module that is interrupted while it is imported raises ImportError, and an optional import drops
the exception altogether. This module imports nothing of ours, so that it is in force from the first moment.
"""

from __future__ import annotations

import signal
from types import FrameType


class _Keyboard:
    """Whether Ctrl+C was pressed; there is one keyboard per process."""

    was_interrupted = False


def remember_ctrl_c() -> None:
    """Raise KeyboardInterrupt at Ctrl+C as usual, and remember it.

    A process whose parent ignores Ctrl+C (`nohup`) goes on ignoring it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def was_interrupted() -> bool:
    """Whether Ctrl+C was pressed, whatever became of the exception."""
    return _Keyboard.was_interrupted


def end_at_ctrl_c() -> None:
    """Let Ctrl+C end the process at once and without a word: nothing is left to do."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _Keyboard.was_interrupted = True
    signal.default_int_handler(number, frame)
