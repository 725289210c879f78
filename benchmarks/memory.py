"""The peak memory of several tasks, each in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import Row, absent

_ROOT = Path(__file__).resolve().parents[1]
# VmHWM is that of the process alone; ru_maxrss starts from its parent's.
_TAIL = """
import json, pathlib, resource, sys
status = pathlib.Path("/proc/self/status")
if status.exists():
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    print(json.dumps(int(line.split()[1]) * 1024))
else:
    unit = 1 if sys.platform == "darwin" else 1024
    print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit))
"""
_CURVE = """
from benchmarks.measuring import numeric_data
import lwnb_core as lw
import numpy as np
from lwnb_core.engine.sweeper import Sweeper
data = numeric_data({n}, 10)
model = lw.LWNB().fit(data)
instances = model.instances(data, range(40))
Sweeper(model.training, "linear", lw.PAPER).each(
    instances, model.positions_to_leave_out(instances), np.arange(1, {n}), lambda *_: None, jobs=2
)
"""
_SELECTION = """
from benchmarks.measuring import numeric_data
import lwnb_core as lw
data = numeric_data({n})
selection = lw.select(lw.LWNB(50).fit(data), data, 0)
selection.complete()
selection.explain(50)
"""
_WAVEFORM = """
import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
data = lw.sample("waveform")
accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW()], data.subset(range({n})), jobs=2)
"""


def measure(quick: bool) -> list[Row]:
    """Return the peak resident memory beyond that of a process that has only loaded the compiled loops."""
    try:
        import resource  # noqa: F401
    except ImportError:
        return [absent("memory high-water marks", "this system does not tell")]
    base = _peak("import lwnb_core as lw; from lwnb_core.engine import choice; choice.loops()")
    rows = [Row("memory: engine and compiled loops loaded", f"{base / 1e6:.0f} MB", numbers={"bytes": base})]
    small, large = (20_000, 40_000) if quick else (50_000, 100_000)
    one, two = (_peak(_CURVE.format(n=n)) - base for n in (small, large))
    rows.append(
        Row(
            f"memory: sweep at every k, {large:,} rows × 10, 2 threads",
            f"{two / 1e6:.0f} MB",
            "O(n)",
            two < 2.5 * one,
            f"beyond the above, with the data; {one / 1e6:.0f} MB at {small:,} rows",
            {"bytes": two, "half": one},
        )
    )
    n = 2000 if quick else 5000
    curve = _peak(_WAVEFORM.format(n=n)) - base
    rows.append(
        Row(
            f"memory: whole curve of waveform, {n:,} rows",
            f"{curve / 1e6:.0f} MB",
            note=f"with one bit per row, k and learner ({3 * n * n / 8e6:.0f} MB)",
            numbers={"bytes": curve},
        )
    )
    n = 100_000 if quick else 1_000_000
    selection = _peak(_SELECTION.format(n=n)) - base
    rows.append(
        Row(
            f"memory: a selected instance, {n:,} rows × 20",
            f"{selection / 1e6:.0f} MB",
            note=f"the data themselves are {n * 20 * 8 / 1e6:.0f} MB",
            numbers={"bytes": selection},
        )
    )
    return rows


def _peak(code: str) -> float:
    """Return the peak memory in bytes."""
    done = subprocess.run(
        [sys.executable, "-c", code + "\n" + _TAIL],
        cwd=_ROOT,
        env={**os.environ, "LWNB_ENGINE": "numba", "PYTHONPATH": str(_ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(json.loads(done.stdout))
