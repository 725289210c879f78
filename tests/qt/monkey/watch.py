"""How long the GUI thread is away from its events, and where it is then."""

from __future__ import annotations

import faulthandler
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QAbstractEventDispatcher

_LINE = re.compile(r'File "(.*)", line (\d+) in (.*)')
STALL = 0.1  # seconds that the GUI thread may be away
_OFTEN = 0.01  # seconds between two looks
_MOST = 0.55  # of what was seen: as long as that much of it goes one way, it is one place

Stack = tuple[str, ...]  # outermost first


@dataclass
class Stall:
    """The GUI thread was away: what was being done, for how long, and where it was seen."""

    step: int
    doing: str
    wall: float
    cpu: float
    slowness: float  # of the machine at that moment
    where: str

    @property
    def unhindered(self) -> float:
        """Seconds of the processor that it would have taken, had nobody else been at work on the machine."""
        return self.cpu / self.slowness


class Pace:
    """How much slower the machine is than at its best: others share its caches, and its cores' threads."""

    def __init__(self) -> None:
        self._best = min(self._measure() for _ in range(30))
        self.slowest = 1.0

    def now(self) -> float:
        took = min(self._measure() for _ in range(2))
        self._best = min(self._best, took)
        self.slowest = max(self.slowest, took / self._best)
        return took / self._best

    def _measure(self) -> float:
        began = time.thread_time()
        table = {i: str(i) for i in range(6000)}
        sum(len(text) for text in table.values())
        return time.thread_time() - began


class Watch:
    """Measures every turn of the event loop, also of the loops in dialogs, and looks where its time goes.

    A turn is what the thread does between two chances to hear of a key or a click. It is told by the
    processor time of that thread alone: by the clock, a busy machine would look like a slow window.
    """

    def __init__(self, measured: Callable[[float, float, str], None], limit: float = STALL) -> None:
        """`measured` hears of seconds by the clock and of the processor, and of where, if those are many."""
        self._measured, self._limit = measured, limit
        self._began = self._cpu = 0.0
        self._seen: list[Stack] = []
        self._doing = False
        self._stop = threading.Event()
        self._main = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True, name="watch")

    def __enter__(self) -> Watch:
        loop = QAbstractEventDispatcher.instance()
        loop.awake.connect(self.lap)
        loop.aboutToBlock.connect(self.lap)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        loop = QAbstractEventDispatcher.instance()
        loop.awake.disconnect(self.lap)
        loop.aboutToBlock.disconnect(self.lap)
        self._stop.set()
        self._thread.join()

    def begin(self) -> None:
        self._doing = False
        self._seen = []
        self._began, self._cpu = time.perf_counter(), time.thread_time()
        self._doing = True

    def end(self) -> None:
        if self._doing:
            wall, cpu = time.perf_counter() - self._began, time.thread_time() - self._cpu
            self._doing = False
            self._measured(wall, cpu, _where(self._seen) if cpu > self._limit else "")

    def lap(self) -> None:
        """One turn has ended and the next begins."""
        if self._doing:
            self.end()
            self.begin()

    def _look(self) -> None:
        while not self._stop.wait(_OFTEN):
            seen = self._seen
            if self._doing and time.perf_counter() - self._began > 2 * _OFTEN:
                seen.append(_stack_of(self._main))


def _where(seen: Sequence[Stack]) -> str:
    """The way that most of the time went, and where it parts, each with its share."""
    way: list[str] = []
    depth, within = 0, list(seen)
    while within:
        frames = Counter(stack[depth] for stack in within if len(stack) > depth)
        if not frames:
            break
        frame, n = frames.most_common(1)[0]
        if n < _MOST * len(seen):
            parts = [f"{frame} {100 * n / len(seen):.0f} %" for frame, n in frames.most_common(4)]
            return f"{' > '.join(way[-6:])} > [{', '.join(parts)}]"
        way.append(frame)
        within = [stack for stack in within if len(stack) > depth and stack[depth] == frame]
        depth += 1
    return " > ".join(way[-7:])


def _stack_of(thread: int) -> Stack:
    """Where a thread is.

    Not from its frames: holding one keeps what is in it alive for longer than Qt allows a painter to live,
    and the next painting crashes.
    """
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        text = file.read().decode("utf-8", "replace")
    _, _, own = text.partition(f"hread 0x{thread:016x} (most recent call first):\n")
    lines = _LINE.findall(own.partition("\n\n")[0])
    return tuple(
        f"{Path(file).stem}:{line} {name}"
        for file, line, name in reversed(lines)
        if not re.search("monkey|runpy", file)
    )
