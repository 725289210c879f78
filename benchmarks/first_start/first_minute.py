"""The first minute on a machine: nothing is compiled, and there is no list of fonts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import Row, seconds

_SESSION = Path(__file__).with_name("first_minute_session.py")
_MOST = 2.0  # seconds until each picture


def measure(quick: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as empty:
        folders = {name: f"{empty}/{name}" for name in ("LWNB_CONFIG", "LWNB_CACHE", "MPLCONFIGDIR", "HOME")}
        done = subprocess.run(
            [sys.executable, str(_SESSION)],
            env={**os.environ, "LWNB_ENGINE": "auto", **folders, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
            check=True,
        )
    results = json.loads(done.stdout.splitlines()[-1])
    return [
        Row(
            f"first minute: {what}",
            seconds(took),
            f"≤ {seconds(_MOST)}" if is_awaited else "",
            took <= _MOST if is_awaited else None,
            "wall, while the engine is being compiled in another thread" if is_awaited else "",
            {"seconds": took},
        )
        for what, took, is_awaited in results
    ]
