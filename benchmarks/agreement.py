"""Compares the posteriors and classes of the sweep with those of a direct fit."""

from __future__ import annotations

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.local.naive_bayes import first_best
from tests.core.engine.one_model_per_k import posteriors_by_models

TARGET = 1e-9


def measure(quick: bool) -> list[Row]:
    """Compare them on the shipped samples, at all small k and some larger ones."""
    worst, compared, other = 0.0, 0, 0
    names = [info.name for info in lw.samples()]
    for name in names:
        data = lw.sample(name)
        n = len(data)
        model = lw.LWNB().fit(data)
        instances = model.instances(data, np.linspace(0, n - 1, 2 if quick else 6).astype(int))
        left_out = model.positions_to_leave_out(instances)
        sweeper = Sweeper(model.training, "linear", lw.PAPER)
        dense = np.concatenate([np.arange(1, 11), np.geomspace(11, n, 5 if quick else 20)])
        ks = np.unique(np.minimum(dense.astype(np.int64), n - 1))
        compiled = sweeper.posteriors(instances, left_out, ks)
        for i, direct in enumerate(posteriors_by_models(sweeper, instances, left_out, ks)):
            for result, expected in zip(compiled, direct, strict=True):
                worst = max(worst, float(np.abs(result[i] - expected).max()))
                other += int((first_best(result[i]) != first_best(expected)).sum())
                compared += len(ks)
    return [
        Row(
            "posterior against the direct fit",
            f"{worst:.1g}, {other or 'no'} other class",
            "1e-9, same class",
            worst <= TARGET and other == 0,
            f"largest difference of {compared:,} posteriors on {len(names)} samples; the tests go further",
            {"largest": worst, "other_class": other, "compared": compared},
        )
    ]
