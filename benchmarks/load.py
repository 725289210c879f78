"""`python -m benchmarks.load [NAME…]`: large data from opening to a curve, with time and memory of each step.

Every step runs in a separate process, which also does the steps before it; the seconds are those of the step
alone and the memory is the largest of the process. The exit code says whether all stayed within the stated
bounds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Case:
    """A number of rows and attributes, and the bounds: seconds and megabytes for each step."""

    rows: int
    attributes: int
    bounds: dict[str, tuple[float, float]]


CASES = {
    "long": Case(
        1_000_000,
        20,
        {
            "open": (30, 2500),
            "explain": (15, 3000),
            "slider": (1, 3000),
            "curve": (120, 3500),
            "refuse": (5, 3500),
        },
    ),
    "wide": Case(
        2_000,
        2_000,
        {
            "open": (30, 1000),
            "explain": (15, 1200),
            "slider": (1, 1200),
            "curve": (180, 1500),
            "refuse": (5, 1500),
        },
    ),
}
STEPS = ("open", "explain", "slider", "curve", "refuse")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*CASES, []], help="which data; all by default")
    parser.add_argument("--worker", nargs=3, metavar=("CASE", "STEP", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return _worker(*options.worker)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or CASES:
            case, file = CASES[name], Path(folder) / f"{name}.arff"
            _write(case, file)
            size = file.stat().st_size / 1e6
            print(f"{case.rows:,} rows × {case.attributes:,} attributes, {size:.0f} MB of ARFF")
            for step in STEPS:
                command = [sys.executable, "-m", "benchmarks.load", "--worker", name, step, str(file)]
                done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
                if done.returncode:
                    failed = True
                    print(f"  {step:<8} FAILED\n{done.stderr[-1500:]}", flush=True)
                    continue
                seen = json.loads(done.stdout.splitlines()[-1])
                seconds, megabytes = case.bounds[step]
                over = seen["cpu"] > seconds or seen["mb"] > megabytes
                failed = failed or over
                print(
                    f"  {step:<8} {seen['wall']:7.2f} s wall {seen['cpu']:7.2f} s CPU {seen['mb']:6.0f} MB"
                    f"  (bounds {seconds:g} s, {megabytes:g} MB){' OVER' * over}  {seen['what']}",
                    flush=True,
                )
    return int(failed)


def _write(case: Case, file: Path) -> None:
    """Write numbers of four digits row by row, with a class that depends on two of them."""
    import numpy as np

    random = np.random.RandomState(7)
    with file.open("w", encoding="ascii") as out:
        out.write("@relation load\n")
        out.writelines(f"@attribute a{j} numeric\n" for j in range(case.attributes))
        out.write("@attribute class {x,y,z}\n@data\n")
        for start in range(0, case.rows, 10_000):
            values = random.randint(0, 10_000, (min(10_000, case.rows - start), case.attributes))
            classes = (values[:, 0] + values[:, 1] + random.randint(0, 8_000, len(values))) // 9_400
            for row, code in zip(values, classes, strict=True):
                out.write(",".join(map(str, row.tolist())) + f",{'xyz'[min(code, 2)]}\n")


def _worker(name: str, step: str, file: str) -> int:
    import os

    os.environ["LWNB_ENGINE"] = "numba"
    import lwnb_core as lw
    from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve

    lw.accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW()], lw.sample("iris"), ks=[1, 2])  # compile first
    lw.select(lw.LWNB(5).fit(lw.sample("iris")), lw.sample("iris"), 0).explain(5)
    clock = _Clock()
    data = lw.load(file)
    what = f"{len(data):,} rows read"
    if step != "open":
        clock = _Clock()
        selection = lw.select(lw.LWNB(50).fit(data), data, 0)
        first = selection.explain(50)
        what = f"P = {first.posterior.max():.3f}, {len(first.neighbour_rows)} neighbours"
        if step == "slider":
            selection.complete()
            clock = _Clock()
            ks = (5, 500, len(data) // 3, len(data) - 1)
            what = f"k = {ks}: " + " ".join(f"{selection.explain(k).posterior.max():.3f}" for k in ks)
    if step == "curve":
        clock = _Clock()
        learners = [lw.LWNB(), lw.KNN(), lw.KNNDW()]
        result = accuracy_curve(learners, data, "loo", "grid", sample=20)
        what = f"{len(result.curves)} learners, {len(result.curves[0].ks)} k, 20 test rows, all training rows"
    if step == "refuse":
        clock = _Clock()
        many = lw.Dataset.from_columns("many", *_as_columns(lw, 3_000_000))
        try:
            accuracy_curve([lw.LWNB(), lw.KNN()], many, "loo", "all")
            what = "NOT refused"
        except lw.SettingsError as error:
            what = f"refused: {error.message}"
    print(json.dumps({**clock.read(), "mb": _peak_mb(), "what": what}))
    sys.stdout.flush()
    os._exit(0)


def _as_columns(lw: object, rows: int) -> tuple[list[object], list[object]]:
    import numpy as np

    from lwnb_core.data import Attribute

    numbers = np.arange(rows, dtype=np.float64)
    return [Attribute.numeric("a"), Attribute.nominal("c", ("x", "y"))], [numbers, numbers.astype(int) % 2]


class _Clock:
    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> dict[str, float]:
        return {"wall": time.perf_counter() - self._wall, "cpu": time.process_time() - self._cpu}


def _peak_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1000


if __name__ == "__main__":
    sys.exit(main())
