"""A seeded random walk through the window: every action, keys, clicks, drags, drops, sizes, themes, files.

    python -m tests.qt.monkey --seed 1 --steps 5000

prints what was done and what went wrong: exceptions, the longest iterations of the event loop, memory. The
same seed takes the same steps, so that a failing walk can be replayed. `--engine reference` walks with the
readable engine. `--iterations` takes no walk, but single actions (opening, first visits, themes, sizes), and
prints the longest iteration of the event loop after each.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.qt.monkey.report import Report
from tests.qt.monkey.walk import NEVER, Monkey

__all__ = ["NEVER", "Monkey", "Report"]
