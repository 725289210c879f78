"""How much of our code runs for one step of the window: a short path is one that can be read.

Calls are counted, not timed: those of Python functions of `lwnb_gui` and `lwnb_core` in the thread of the
window, warm, from the key or the click until the window is idle again, with iris and the panels that Explore
first shows. Most calls are made for each shape that is drawn. The calls outside paint events and outside the
code that computes, words and draws show how long the path from the event to the panels is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import Row

_ROOT = Path(__file__).resolve().parents[2]
_KINDS = {"k": "k step (key ])", "row": "row pick (Ctrl+Down)", "map": "map click"}


def measure(quick: bool, root: Path = _ROOT) -> list[Row]:
    """Measure the window of the checkout `root`."""
    session = Path(__file__).with_name("walk_session.py")
    done = subprocess.run(
        [sys.executable, str(session), str(root), "3" if quick else "9"],
        cwd=root,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    result = json.loads(done.stdout.strip().splitlines()[-1])
    shown = f"; {', '.join(result['panels'])}"
    return [
        Row(
            f"walk: {label}, iris, offscreen",
            _sizes(result[kind]),
            note="calls / functions / files of ours; the way alone (nothing computed, said, drawn, painted): "
            f"{_sizes(result[kind], 'path ')}; calls {_by_folder(result[kind])}"
            + (shown if kind == "k" else ""),
            numbers=result[kind],
        )
        for kind, label in _KINDS.items()
    ]


def _sizes(counts: dict[str, int], prefix: str = "") -> str:
    return " / ".join(f"{counts[prefix + what]:,}" for what in ("calls", "functions", "files"))


def _by_folder(counts: dict[str, int]) -> str:
    folders = sorted((name for name in counts if name.startswith("in ")), key=lambda name: -counts[name])
    return ", ".join(f"{name.removesuffix('.py')} {counts[name]:,}" for name in folders)
