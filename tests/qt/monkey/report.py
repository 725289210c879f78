"""The steps of a random walk, and the errors that occurred."""

from __future__ import annotations

import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.qt.monkey.watch import STALL, Stall


@dataclass
class Report:
    """The result of a random walk."""

    seed: int
    steps: int = 0
    did: Counter[str] = field(default_factory=Counter)
    actions: set[str] = field(default_factory=set)
    unreached: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    stalls: list[Stall] = field(default_factory=list)
    longest_wall: float = 0.0
    longest_cpu: float = 0.0
    undone: int = 0
    megabytes: list[float] = field(default_factory=list)

    @property
    def cpu_stalls(self) -> list[Stall]:
        """The stalls in which the GUI thread worked that long; in the others it waited for a processor."""
        return sorted((s for s in self.stalls if s.cpu > STALL), key=lambda s: -s.cpu)

    def error(self, what: str) -> None:
        self.errors.append(f"step {self.steps}, {what}")
        print(self.errors[-1], file=sys.stderr, flush=True)  # the next step may crash the program

    def text(self, most: int | None = 20) -> str:
        by_cpu, ms = self.cpu_stalls, STALL * 1e3
        memory = " → ".join(f"{m:.0f}" for m in self.megabytes)
        unreached = f"; never reached: {', '.join(self.unreached)}" if self.unreached else ""
        lines = [
            f"seed {self.seed}: {self.steps:,} steps, {len(self.did)} kinds, {len(self.actions)} actions"
            f"{unreached}; {self.undone} times undone to the start; {len(self.errors)} errors",
            f"iterations of the event loop above {ms:.0f} ms: {len(by_cpu)} by CPU time (longest"
            f" {self.longest_cpu * 1e3:.0f} ms), {len(self.stalls)} by the clock (longest"
            f" {self.longest_wall * 1e3:.0f} ms); memory {memory} MB",
        ]
        for stall in by_cpu[:most]:
            lines.append(
                f"  step {stall.step}: {stall.action}, {stall.cpu * 1e3:.0f} ms CPU,"
                f" {stall.wall * 1e3:.0f} ms, {stall.where}"
            )
        return "\n".join([*lines, *self.errors])


@contextmanager
def hooks(report: Report) -> Iterator[None]:
    """Record uncaught exceptions of any thread as findings of the walk."""
    before = sys.excepthook, threading.excepthook

    def note_error(kind: Any, error: Any, trace: Any) -> None:
        report.error("uncaught: " + "".join(traceback.format_exception(kind, error, trace)))

    sys.excepthook = note_error
    threading.excepthook = lambda args: note_error(args.exc_type, args.exc_value, args.exc_traceback)
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before


def megabytes() -> float:
    """Return the memory that the process uses now."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
