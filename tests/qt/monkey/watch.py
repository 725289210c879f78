"""How long the event loop is busy with one iteration, and which code runs then."""

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
STALL = 0.1  # iterations of at least this many seconds are listed
_SAMPLE = 0.01  # seconds between two samples of the stack
_MOST = 0.55  # while at least this share of samples has the same next frame, the path continues

Stack = tuple[str, ...]  # outermost first


@dataclass
class Stall:
    """A long iteration: in which step, after which action, how long, and where the time went."""

    step: int
    action: str
    wall: float
    cpu: float
    where: str


class Watch:
    """Measures every iteration of the event loop, including loops in dialogs, and samples its stack.

    An iteration is what the GUI thread does between two chances to handle a key or a click. It is measured by
    the CPU time of that thread: by the clock, a busy machine would look like a slow window.
    """

    def __init__(self, on_iteration: Callable[[float, float, str], None], limit: float = STALL) -> None:
        """`on_iteration` receives wall and CPU seconds, and the code paths if CPU is above the limit."""
        self._on_iteration, self._limit = on_iteration, limit
        self._wall = self._cpu = 0.0
        self._samples: list[Stack] = []
        self._is_running = False
        self._stop = threading.Event()
        self._gui_thread = threading.get_ident()
        self._sampler = threading.Thread(target=self._sample, daemon=True, name="watch")

    def __enter__(self) -> Watch:
        loop = QAbstractEventDispatcher.instance()
        loop.awake.connect(self.next)
        loop.aboutToBlock.connect(self.next)
        self._sampler.start()
        return self

    def __exit__(self, *_: object) -> None:
        loop = QAbstractEventDispatcher.instance()
        loop.awake.disconnect(self.next)
        loop.aboutToBlock.disconnect(self.next)
        self._stop.set()
        self._sampler.join()

    def begin(self) -> None:
        self._is_running = False
        self._samples = []
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        self._is_running = True

    def end(self) -> None:
        if self._is_running:
            wall, cpu = time.perf_counter() - self._wall, time.thread_time() - self._cpu
            self._is_running = False
            self._on_iteration(wall, cpu, _where(self._samples) if cpu > self._limit else "")

    def next(self) -> None:
        """End one iteration and begin the next."""
        if self._is_running:
            self.end()
            self.begin()

    def _sample(self) -> None:
        while not self._stop.wait(_SAMPLE):
            samples = self._samples
            if self._is_running and time.perf_counter() - self._wall > 2 * _SAMPLE:
                samples.append(_stack_of(self._gui_thread))


def _where(samples: Sequence[Stack]) -> str:
    """Return the path on which most samples lie, and its branches, each with its share."""
    path: list[str] = []
    depth, within = 0, list(samples)
    while within:
        frames = Counter(stack[depth] for stack in within if len(stack) > depth)
        if not frames:
            break
        frame, n = frames.most_common(1)[0]
        if n < _MOST * len(samples):
            parts = [f"{frame} {100 * n / len(samples):.0f} %" for frame, n in frames.most_common(4)]
            return f"{' > '.join(path[-6:])} > [{', '.join(parts)}]"
        path.append(frame)
        within = [stack for stack in within if len(stack) > depth and stack[depth] == frame]
        depth += 1
    return " > ".join(path[-7:])


def _stack_of(thread: int) -> Stack:
    """Return the stack of a thread.

    Read from faulthandler's dump and not from the frames: holding a frame keeps its objects alive for longer
    than Qt allows a painter to live, and the next paint event crashes.
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
