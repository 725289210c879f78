"""The window: the time from an event until every visible panel is painted, in separate processes.

Wall time is what a user notices and what the targets refer to. Beside it are the CPU time, which reveals
waiting, and the speed of the machine, measured after every step by a fixed piece of work: a shared core is
sometimes fast and sometimes slow.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, absent, seconds

_ROOT = Path(__file__).resolve().parents[2]
_FRAME, _FIRST_PICTURE, _START = 0.016, 0.050, 1.5


def measure(quick: bool, root: Path = _ROOT) -> list[Row]:
    """Measure offscreen, and repeat the steps on a real X server if one can be started.

    `root` is the checkout whose window is measured, by its own `window_session.py`.
    """
    # No fewer rows: the window would predict all of them in the background, which would be measured too.
    small, large = (40_000, 200_000) if quick else (100_000, 1_000_000)
    steps = 40 if quick else 120
    rows = _live(root, "offscreen", small, steps, _STEPS)
    if quick:
        pass  # offscreen only: the X server adds little but time
    elif shutil.which("xvfb-run"):
        rows += _live(root, "xcb", small, steps, _STEPS[:1])
    else:
        rows.append(absent("window: through an X server", "Xvfb is not installed"))
    rows += _live(root, "offscreen", large, 40, _PICK)
    rows += _starts(root, 2 if quick else 5)
    return rows


# The steps of a session to report, their titles and their targets.
_STEPS = (
    ("k", "slider step", _FRAME),
    ("value", "value edited", _FRAME),
    ("star", "star dragged", _FRAME),
)
_MEASURED = ("k", "row", "value", "star")
_PICK = (("k", "slider step", None), ("row", "first picture after picking", _FIRST_PICTURE))


def _live(
    root: Path, platform: str, n: int, steps: int, which: tuple[tuple[str, str, float | None], ...]
) -> list[Row]:
    result = json.loads(_run(root, platform, "live", str(n), str(steps)))
    best = min(min(result[key]["pace"]) for key in _MEASURED)
    rows = []
    for key, label, target in which:
        wall, cpu = (np.array(result[key][clock]) / 1e3 for clock in ("wall", "cpu"))
        rows.append(
            Row(
                f"window: {label}, {n:,} rows, {'X server' if platform == 'xcb' else platform}",
                seconds(float(np.median(wall))),
                "" if target is None else f"< {seconds(target)}",
                None if target is None else bool(np.median(wall) < target),
                f"median of {len(wall)}, {seconds(float(np.percentile(wall, 95)))} at the 95th in a hundred; "
                f"CPU of all threads {seconds(float(np.median(cpu)))}; the machine at "
                f"{best / float(np.median(result[key]['pace'])):.0%} of its own best pace"
                + _ribbon(key, result),
                {"wall": wall.tolist(), "cpu": cpu.tolist(), **_panels(result)},
            )
        )
    return rows


def _ribbon(key: str, result: dict[str, Any]) -> str:
    """Return in how many frames of a drag the ribbon was painted; a step of k does not change it."""
    if key not in ("value", "star"):
        return ""
    new = result[key]["ribbon"]
    return f"; the ribbon was within the frame in {sum(new)} of {len(new)} steps, else right after it"


def _panels(result: dict[str, Any]) -> dict[str, Any]:
    return {name: result[name] for name in ("panels", "late", "unpainted")}


def _starts(root: Path, times: int) -> list[Row]:
    """Measure starts except the first, which reads everything from the disk and leaves byte code."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "iris.arff"
        lw.save(lw.sample("iris"), file)
        environment = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        empty, filled = "`lwnb` until the start page", "`lwnb FILE` until the first explanation"
        return [
            _start(root, empty, times, [], environment),
            _start(root, filled, times, [str(file)], environment),
            _first_start(root, empty, [], environment),
            _first_start(root, filled, [str(file)], environment),
        ]


def _first_start(root: Path, what: str, files: list[str], environment: dict[str, str]) -> Row:
    """Measure a start as on the day of installation: no list of fonts, nothing compiled, no settings."""
    with tempfile.TemporaryDirectory() as nothing:
        empty = {"MPLCONFIGDIR": nothing, "LWNB_CACHE": nothing}
        result = json.loads(_run(root, "offscreen", "start", "now", *files, **environment, **empty))
    return Row(
        f"window: {what} is painted, the very first time",
        seconds(result["wall"]),
        note=f"once; CPU of all threads {seconds(result['cpu'])}",
        numbers={"runs": [result]},
    )


def _start(root: Path, what: str, times: int, files: list[str], environment: dict[str, str]) -> Row:
    results = [
        json.loads(_run(root, "offscreen", "start", "now", *files, **environment)) for _ in range(times + 1)
    ][1:]
    wall = min(f["wall"] for f in results)
    return Row(
        f"window: {what} is painted, warm",
        seconds(wall),
        f"< {seconds(_START)}",
        wall < _START,
        f"best of {times}; CPU of all threads {seconds(min(f['cpu'] for f in results))}",
        {"runs": results},
    )


def _run(root: Path, platform: str, *parts: str, **environment: str) -> str:
    arguments = [repr(time.monotonic()) if word == "now" else word for word in parts]
    (session,) = (root / "benchmarks").rglob("window_session.py")
    command = [sys.executable, str(session), *arguments]
    if platform == "xcb":
        command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", *command]
    done = subprocess.run(
        command,
        cwd=root,
        env={
            **os.environ,
            "QT_QPA_PLATFORM": platform,
            "PYTHONPATH": str(root),
            "LWNB_ENGINE": "auto",
            **environment,
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1]
