"""Every k at once against a fit per k, against numpy, and against one k at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, best, cpu, seconds, times
from lwnb_core.engine.plain_sweeper import plain_posteriors
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.local.training import TrainingSet

TARGET = 1000.0


def measure(quick: bool) -> list[Row]:
    """Leave-one-out curves over every k for LWNB, KNN and KNNDW together."""
    rows: list[Row] = []
    for name in ("segment",) if quick else ("segment", "waveform"):
        data = lw.sample(name)
        n = len(data)
        curve = curve_seconds(data, 1 if quick else 3)
        rows.append(
            Row(
                f"{name}: curve over every k, three learners",
                seconds(curve),
                note=f"CPU; {n:,} rows, {len(data.predictors)} attributes, {n - 1:,} k, leave-one-out",
                numbers={"cpu_seconds": curve, "per_query": curve / n},
            )
        )
        fits = fit_per_k(data, 6 if quick else 12)
        rows.append(
            Row(
                f"{name}: against a fit per k",
                times(fits / curve),
                f"≥ {TARGET:,.0f}×",
                fits / curve >= TARGET,
                f"a fit per k would take {seconds(fits)}: extrapolated from {6 if quick else 12} k, evenly"
                " spaced, and 4 rows",
                {"fit_per_k_cpu_seconds": fits, "ratio": fits / curve},
            )
        )
        slow = plain(data)
        rows.append(
            Row(
                f"{name}: against numpy's cumulative sums",
                times(slow / curve),
                note=f"what computes where nothing is compiled; {seconds(slow)}, extrapolated from 4 rows",
                numbers={"plain_cpu_seconds": slow, "ratio": slow / curve},
            )
        )
        one = best(lambda data=data: accuracy_curve(THREE, data, ks=[50], jobs=1), 1 if quick else 3)
        rows.append(
            Row(
                f"{name}: against one k, by the same engine",
                times(curve / one),
                note=f"every k costs this many times one k (k = 50: {seconds(one)})",
                numbers={"one_k_cpu_seconds": one, "ratio": curve / one},
            )
        )
    return rows


THREE = (lw.LWNB(), lw.KNN(), lw.KNNDW())


def curve_seconds(data: lw.Dataset, repeats: int) -> float:
    return best(lambda: accuracy_curve(THREE, data, jobs=1), repeats)


@contextmanager
def engine(name: str) -> Iterator[None]:
    before = os.environ.get("LWNB_ENGINE", "auto")
    os.environ["LWNB_ENGINE"] = name
    try:
        yield
    finally:
        os.environ["LWNB_ENGINE"] = before


def fit_per_k(data: lw.Dataset, how_many: int) -> float:
    """CPU seconds that fitting and predicting all rows at every k would take, by the readable code."""
    n = len(data)
    ks = np.linspace(1, n - 1, how_many).astype(int).tolist()
    rows = np.linspace(0, n - 1, 4).astype(int)
    total = 0.0
    with engine("reference"):
        for k in ks:
            for learner in (lw.LWNB(k), lw.KNN(k), lw.KNNDW(k)):
                fitted = cpu(lambda learner=learner: learner.fit(data))
                model = learner.fit(data)
                predicted = cpu(lambda model=model: model.predict(data, rows, leave_out=True))
                total += fitted + predicted * n / len(rows)
    return total * (n - 1) / len(ks)


def plain(data: lw.Dataset) -> float:
    """CPU seconds of the same curve in numpy, by cumulative sums, extrapolated from a few rows."""
    n = len(data)
    rows = np.linspace(0, n - 1, 4).astype(int)
    model = lw.LWNB().fit(data)
    instances = model.instances(data, rows)
    left_out = model.positions_to_leave_out(instances)
    sweeper = Sweeper(TrainingSet.of(data), "linear", lw.PAPER)
    ks = np.arange(1, n)
    return best(lambda: list(plain_posteriors(sweeper, instances, left_out, ks)), 3) * n / len(rows)
