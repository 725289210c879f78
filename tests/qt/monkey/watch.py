"""How long the GUI thread is away from its events, and where it is then."""

from __future__ import annotations

import faulthandler
import re
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

_LINE = re.compile(r'File "(.*)", line (\d+) in (.*)')
STALL = 0.1  # seconds that the GUI thread may be away


@dataclass
class Stall:
    """The GUI thread was away: what was being done, for how long, and where it was seen."""

    step: int
    doing: str
    wall: float
    cpu: float
    where: str


class Watch:
    """Looks from another thread at where the GUI thread is while it is away."""

    def __init__(self) -> None:
        self._began = 0.0
        self._cpu = 0.0
        self._where = ""
        self._doing = False
        self._stop = threading.Event()
        self._main = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True, name="watch")

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def begin(self) -> None:
        self._where = ""
        self._began, self._cpu = time.perf_counter(), time.thread_time()
        self._doing = True

    def end(self) -> tuple[float, float, str]:
        """Seconds by the clock, seconds of the processor in this thread, and where it was seen."""
        self._doing = False
        return time.perf_counter() - self._began, time.thread_time() - self._cpu, self._where

    def _look(self) -> None:
        while not self._stop.wait(0.02):
            if self._doing and not self._where and time.perf_counter() - self._began > 0.8 * STALL:
                self._where = " < ".join(_stack_of(self._main)[:8])


def _stack_of(thread: int) -> list[str]:
    """Where a thread is, innermost first.

    Not from its frames: holding one keeps what is in it alive for longer than Qt allows a painter to live,
    and the next painting crashes.
    """
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        text = file.read().decode("utf-8", "replace")
    _, _, own = text.partition(f"hread 0x{thread:016x} (most recent call first):\n")
    lines = _LINE.findall(own.partition("\n\n")[0])
    return [
        f"{Path(file).stem}:{line} {name}"
        for file, line, name in lines
        if not re.search("monkey|runpy", file)
    ]
