"""The common parts of all benchmarks: a row of the table, clocks, data of any size, and the machine."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import lwnb_core as lw


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, the result, and the target.

    `met` is None where there is no target. `numbers` has the raw figures, for the JSON file.
    """

    what: str
    measured: str
    target: str = ""
    met: bool | None = None
    note: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def absent(what: str, why: str) -> Row:
    """Return the row of a comparison that could not be made here."""
    return Row(what, "not measured", note=why)


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of all threads of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best(
    work: Callable[[], object], times: int, clock: Callable[[Callable[[], object]], float] = cpu
) -> float:
    """Return the shortest of several measurements: the one with the least interference."""
    return min(clock(work) for _ in range(times))


def turn_about(times: int, *works: Callable[[], object]) -> list[float]:
    """Return the shortest CPU time of each, measured in turn, so that a busy machine is fair to all."""
    shortest = [float("inf")] * len(works)
    for _ in range(times):
        for i, work in enumerate(works):
            shortest[i] = min(shortest[i], cpu(work))
    return shortest


def seconds(value: float) -> str:
    """Format a duration in a suitable unit."""
    if value < 1e-3:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.3g} ms"
    if value < 3600:
        return f"{value:.3g} s"
    return f"{value / 3600:.3g} h"


def times(ratio: float) -> str:
    """Format a ratio for people."""
    return f"{ratio:,.0f}×" if ratio >= 100 else f"{ratio:.3g}×"


@cache
def numeric_data(n: int, m: int = 20, classes: int = 3, seed: int = 3) -> lw.Dataset:
    """Make normal numbers with a class that depends on some of them."""
    random = np.random.RandomState(seed)
    x = random.standard_normal((n, m))
    score = x[:, 0] + 0.5 * x[:, 1 % m] + random.standard_normal(n)
    code = np.searchsorted(np.quantile(score, np.arange(1, classes) / classes), score)
    return lw.Dataset.from_columns(
        f"normal {n} × {m}",
        [
            *(lw.Attribute.numeric(f"x{j}") for j in range(m)),
            lw.Attribute.nominal("class", tuple(f"c{i}" for i in range(classes))),
        ],
        [*x.T, code],
    )


def machine() -> dict[str, Any]:
    """Describe where and with what these numbers were measured."""
    packages = ("numpy", "numba", "llvmlite", "scipy", "pandas", "scikit-learn", "liac-arff")
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {"lwnb": lw.__version__, **{name: _version(name) for name in packages}},
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "engine": os.environ.get("LWNB_ENGINE", "auto"),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def loaded_loops() -> bool:
    """Load the compiled loops and compile what the curves need, so that no benchmark pays for it."""
    from lwnb_core.engine import choice
    from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve

    os.environ["LWNB_ENGINE"] = "numba"
    accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW()], lw.sample("iris"), ks=[1, 2])
    return bool(choice.compiled())


def say(text: str) -> None:
    """Report progress on stderr, not in the table."""
    print(text, file=sys.stderr, flush=True)
