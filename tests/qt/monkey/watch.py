"""How long the GUI thread is away from its events, and where it is then."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

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
                frame = sys._current_frames().get(self._main)
                ours = [
                    f"{Path(f.filename).stem}:{f.lineno} {f.name}"
                    for f in traceback.extract_stack(frame)
                    if "monkey" not in f.filename and "runpy" not in f.filename
                ]
                del frame  # it would keep painters alive
                self._where = " < ".join(reversed(ours[-8:]))
