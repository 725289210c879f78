"""`python -m benchmarks.many_rows [STEP…]`: training rows in Parquet files, up to 1,000 predictions.

5,000,000 rows of 20 numbers in ten files, by one process and by two (`local:2`). Every step runs in a
separate process and includes opening; CPU time and memory are those of this process and its workers together,
the largest memory that each had.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_FILES, _ATTRIBUTES = 10, 20
STEPS = ("open", "explain", "predict")
# A curve is measured only on request: to one point it takes about 9,600 test rows.
CURVE_KS, PRECISION = range(1, 101), 1.0
PLACES = ("here", "local:2")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many_rows", description=__doc__)
    parser.add_argument(
        "steps", nargs="*", choices=[*STEPS, "curve", []], help="which steps; all but curve by default"
    )
    parser.add_argument("--rows", type=int, default=5_000_000, help="training rows (default: 5,000,000)")
    parser.add_argument("--where", nargs="*", choices=PLACES, default=PLACES, help="one of the two alone")
    parser.add_argument("--worker", nargs=3, metavar=("STEP", "PLACE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return _worker(*options.worker)
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), options.rows)
        size = sum(file.stat().st_size for file in Path(folder).glob("*.parquet")) / 1e6
        print(f"{options.rows:,} rows × {_ATTRIBUTES} attributes, {size:.0f} MB of Parquet in {_FILES} files")
        for step in options.steps or STEPS:
            for place in options.where:
                command = [sys.executable, "-m", "benchmarks.many_rows", "--worker", step, place, folder]
                done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
                if done.returncode:
                    print(f"  {step:<8} {place:<8} FAILED\n{done.stderr[-1500:]}", flush=True)
                    return 1
                seen = json.loads(done.stdout.splitlines()[-1])
                print(
                    f"  {step:<8} {place:<8} {seen['wall']:7.1f} s wall {seen['cpu']:7.1f} s CPU"
                    f" {seen['mb']:6.0f} MB  {seen['what']}",
                    flush=True,
                )
    return 0


def write_files(folder: Path, rows: int) -> None:
    """Write numbers of four digits to files of equal size, with a class that depends on two of them."""
    import numpy as np
    import pandas as pd

    random = np.random.default_rng(7)
    for number in range(_FILES):
        values = random.integers(0, 10_000, (rows // _FILES, _ATTRIBUTES))
        frame = pd.DataFrame(values.astype(float), columns=[f"a{j}" for j in range(_ATTRIBUTES)])
        codes = (values[:, 0] + values[:, 1] + random.integers(0, 8_000, len(values))) // 9_400
        frame["class"] = np.array(["x", "y", "z"])[np.minimum(codes, 2)]
        frame.to_parquet(folder / f"part{number:02d}.parquet", index=False)


def _worker(step: str, place: str, folder: str) -> int:
    import pandas as pd

    import lwnb_core as lw
    from lwnb_core.distributed.backends import connected

    test = lw.Dataset.from_pandas(pd.read_parquet(Path(folder) / "part00.parquet").head(1000), "class")
    began, cpu = time.perf_counter(), -time.process_time()
    peak = 0.0
    if place == "here":
        what = _step(lw, step, test, folder, None)
    else:
        with connected(place) as cluster:
            what = _step(lw, step, test, folder, cluster)
            peak += sum(cluster.client.run(_peak_mb).values())
            cpu += sum(cluster.client.run(time.process_time).values())
    wall, cpu = time.perf_counter() - began, cpu + time.process_time()
    print(json.dumps({"wall": wall, "cpu": cpu, "mb": peak + _peak_mb(), "what": what}))
    return 0


def _step(lw: Any, step: str, test: Any, folder: str, cluster: Any) -> str:
    if step == "curve":
        return _curve(lw, folder, cluster)
    model = lw.LWNB(k=50).fit_partitions(folder, "class", cluster=cluster)
    if step == "explain":
        answer = model.explain(test, 0)
        return f"P = {answer.posterior.max():.3f}, {len(answer.neighbour_rows)} neighbours"
    if step == "predict":
        return f"{len(model.predict(test)):,} rows predicted"
    return f"{model.training.n_whole:,} rows surveyed"


def _curve(lw: Any, folder: str, cluster: Any) -> str:
    """Compute LWNB and KNN, with all rows in the memory of this process and of each worker."""
    import pandas as pd

    files = sorted(Path(folder).glob("*.parquet"))
    data = lw.Dataset.from_pandas(
        pd.concat([pd.read_parquet(file) for file in files], ignore_index=True), "class"
    )
    where = None if cluster is None else cluster.client.scheduler.address
    curves = lw.accuracy_curve([lw.LWNB(), lw.KNN()], data, ks=CURVE_KS, precision=PRECISION, cluster=where)
    return f"{len(curves.cases):,} rows tested, ± {curves.half_width:.1f} points"


def _peak_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1000


if __name__ == "__main__":
    sys.exit(main())
