"""The sweep against its lower bound: no method for every k can do without distances and a sort."""

from __future__ import annotations

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, seconds, times, turn_about
from lwnb_core.engine.sweeper import Sweeper


def measure(quick: bool) -> list[Row]:
    """Measure, per query, distances and argsort by numpy, and the whole sweep of three learners."""
    rows = []
    for name in ("segment", "waveform"):
        data = lw.sample(name)
        model = lw.LWNB().fit(data)
        some = np.linspace(0, len(data) - 1, 20 if quick else 60).astype(int)
        instances = model.instances(data, some)
        left_out = model.positions_to_leave_out(instances)
        sweeper = Sweeper(model.training, "linear", lw.PAPER)
        ks = np.arange(1, len(data))
        x = np.column_stack(model.training.columns)
        x = np.ascontiguousarray((x - x.min(axis=0)) / np.where(np.ptp(x, axis=0) > 0, np.ptp(x, axis=0), 1))

        def floor() -> None:
            for row in some:
                d2 = ((x - x[row]) ** 2).sum(axis=1)
                np.argsort(d2, kind="stable")

        whole, least = turn_about(
            3 if quick else 7, lambda: sweeper.each(instances, left_out, ks, lambda *_: None), floor
        )
        whole, least = whole / len(some), least / len(some)
        rows.append(
            Row(
                f"{name}: sweep against distances and a sort",
                times(whole / least),
                note=f"{seconds(whole)} for all posteriors at every k of a row; numpy's distances and argsort"
                f" {seconds(least)}",
                numbers={"sweep": whole, "floor": least},
            )
        )
    return rows
