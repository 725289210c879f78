"""Every k without a compiler: leave-one-out curves, one row at every k, and all rows at one k."""

from __future__ import annotations

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, best, seconds
from lwnb_core.engine.plain_sweeper import plain_posteriors
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.local.training import Instances


def measure(quick: bool) -> list[Row]:
    """LWNB, KNN and KNNDW together, by the engine that needs numpy alone."""
    rows: list[Row] = []
    repeats = 1 if quick else 3
    for name in ("iris", "vote", "glass", "checkers-board", "diabetes"):
        n = len(lw.sample(name))
        took = best(lambda name=name, n=n: _swept(name, np.arange(n), np.arange(1, n)), repeats)
        note = f"CPU; {n:,} rows, {n - 1:,} k, leave-one-out, three learners"
        rows.append(
            Row(
                f"{name}: every k without a compiler", seconds(took), note=note, numbers={"cpu_seconds": took}
            )
        )
    for name in ("iris", "waveform"):
        n = len(lw.sample(name))
        took = best(lambda name=name, n=n: _swept(name, np.array([n // 2]), np.arange(1, n)), 3 * repeats)
        note = f"CPU; {n - 1:,} k, {len(lw.sample(name).predictors)} attributes"
        rows.append(
            Row(
                f"{name}: one row at every k without a compiler",
                seconds(took),
                note=note,
                numbers={"cpu_seconds": took},
            )
        )
    for name in ("checkers-board", "segment"):
        n = len(lw.sample(name))
        took = best(lambda name=name, n=n: _swept(name, np.arange(n), np.array([50])), repeats)
        rows.append(
            Row(
                f"{name}: all rows at k = 50 without a compiler",
                seconds(took),
                note=f"CPU; {n:,} rows, leave-one-out, three learners",
                numbers={"cpu_seconds": took, "per_row": took / n},
            )
        )
    return rows


def _swept(name: str, rows: np.ndarray, ks: np.ndarray) -> None:
    data = lw.sample(name)
    model = lw.LWNB().fit(data)
    instances: Instances = model.instances(data, rows)
    sweeper = Sweeper.for_learner(model.training, lw.LWNB())
    for _ in plain_posteriors(sweeper, instances, model.positions_to_leave_out(instances), ks):
        pass
