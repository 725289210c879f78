"""A seeded random walk over the window: every action, keys, clicks, drags, drops, sizes, themes, files.

    python -m tests.qt.monkey --seed 1 --steps 5000

prints what was done and found: exceptions, the longest the GUI thread was away, memory. The same seed does
the same; a failing one is replayed with it. `--engine reference` walks with the readable engine. `--turns`
does no walk, but single actions, and says how long the longest turn of the event loop was after each.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.qt.monkey.report import Report
from tests.qt.monkey.walk import NEVER, Monkey

__all__ = ["NEVER", "Monkey", "Report"]
