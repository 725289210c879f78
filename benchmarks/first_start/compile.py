"""From an empty cache: what a first session costs that compiles whatever the window needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import Row, seconds

_ROOT = Path(__file__).resolve().parents[2]
_SESSION = Path(__file__).with_name("compile_session.py")


def measure(quick: bool, root: Path = _ROOT) -> list[Row]:
    """`root` is the checkout whose loops are compiled, always by the same session."""
    return [_row(root, name, arguments) for name, arguments in _SESSIONS[: 1 if quick else 2]]


_SESSIONS = (("all that the window needs", ()), ("that and the direct sums of Weka's normal", ("weka",)))


def _row(root: Path, what: str, arguments: tuple[str, ...]) -> Row:
    with tempfile.TemporaryDirectory() as nothing:
        done = subprocess.run(
            [sys.executable, str(_SESSION), *arguments],
            cwd=root,
            env={**os.environ, "LWNB_ENGINE": "numba", "LWNB_CACHE": nothing, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            check=True,
        )
    result = json.loads(done.stdout)
    return Row(
        f"compile: {what}, from an empty cache",
        seconds(result["cpu"]),
        note="CPU of a process and its children: picture, slider, ribbon, predictions, regions and curves of "
        f"iris and vote, a dragged value; {seconds(result['wall'])} wall",
        numbers=result,
    )
