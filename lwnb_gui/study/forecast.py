"""The expected duration of a curve study, measured on a few test cases before it begins."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lwnb_core import Curve, Dataset, Learner, accuracy_curve
from lwnb_core.engine.sweep import k_grid
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.run import rough_duration
from lwnb_gui.study.study import CurveStudy

# Rows with a class × attributes × test cases below which a study is finished before one could choose.
_SURELY_FAST = 2e7
# The time to deal a run of folds, in seconds per row.
_DEALING = 2.5e-5
# Seconds that an offered, smaller study may take.
_OFFERED_SECONDS = 45.0
# A smaller study takes at most this share of the time: a few seconds are not worth fewer test rows.
_WORTH_IT = 0.5
# A study is measured on this many test cases, and on this many more.
_FEW, _MORE = 2, 4
# The numbers of test rows that it may have.
_SAMPLES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)


@dataclass(frozen=True)
class Cost:
    """The cost of a study: seconds, and bytes of memory for its results."""

    seconds: float
    bytes: float
    rates: Rates | None = None  # rates of all learners of the study, if they were measured

    @property
    def text(self) -> str:
        return f"about {rough_duration(self.seconds)}"


@dataclass(frozen=True)
class Offer:
    """A study that takes long, and a smaller one that does not, if there is one."""

    requested: CurveStudy
    cost: Cost
    smaller: CurveStudy | None = None
    smaller_cost: Cost | None = None

    @property
    def smaller_text(self) -> str:
        """Describe the smaller study and its duration; empty if there is none."""
        requested, smaller = self.requested, self.smaller
        if smaller is None or self.smaller_cost is None:
            return ""
        parts = []
        if smaller.sample is not None and smaller.sample != requested.sample:
            parts.append(f"{smaller.sample:,} test rows")
        if smaller.ks != requested.ks:
            parts.append("k on a grid")
        if smaller.evaluation != requested.evaluation:
            parts.append("one run")
        return f"{', '.join(parts)}: {self.smaller_cost.text}"


@dataclass(frozen=True)
class Rates:
    """The seconds that learners take for one test case, and for one fit."""

    case: float
    split: float

    def cost(self, study: CurveStudy, rows: int, learners: int) -> Cost:
        seconds = study.n_splits * self.split + study.n_cases(rows) * self.case
        if study.evaluation != "loo":
            seconds += rows * _DEALING * (study.n_splits / study.folds)
        return Cost(seconds, _bytes(study, rows, learners), self)


def estimate(
    study: CurveStudy,
    data: Dataset,
    known: Mapping[Learner, Curve] | None = None,
    progress: Progress = silent,
) -> Cost:
    """Estimate a study on a handful of test cases; nothing is measured if it is certainly fast."""
    learners = tuple(x for x in study.learners if x not in (known or {}))
    rows = _labelled(data)
    if not learners or rows * max(len(data.predictors), 1) * study.n_cases(rows) <= _SURELY_FAST:
        return Cost(1.0, _bytes(study, rows, len(learners)))
    cost = measured(learners, study, data, progress).cost(study, rows, len(learners))
    return cost if learners == study.learners else replace(cost, rates=None)


def measured(
    learners: Sequence[Learner], study: CurveStudy, data: Dataset, progress: Progress = silent
) -> Rates:
    """Measure the learners' time at the study's k on a few test cases."""

    def take(count: int) -> float:
        began = time.perf_counter()
        ks = study.ks if isinstance(study.ks, str) else list(study.ks)
        accuracy_curve(learners, data, "loo", ks, sample=count, progress=lambda *_: progress(0, 1))
        return time.perf_counter() - began

    take(1)  # includes everything that is compiled or prepared only once
    # The better of two measurements: other work of the machine does not belong to the study.
    short, long = (min(take(count), take(count)) for count in (_FEW, _MORE))
    per_case = max(long - short, long * 0.2) / (_MORE - _FEW)
    return Rates(per_case, max(short - _FEW * per_case, 0.0))


def offer(study: CurveStudy, data: Dataset, cost: Cost, progress: Progress = silent) -> Offer:
    """A smaller study of the same learners that takes less than a minute, and at most half of the time, as
    far as that can be had.
    """
    rows, learners = _labelled(data), len(study.learners)
    smaller = replace(study, ks="grid") if study.ks == "all" else study
    if study.evaluation == "repeated-cv":
        smaller = replace(smaller, evaluation="cv")
    # Measured anew at the same k, on a busy machine, half the rows might seem to take a tenth of the time.
    rates = cost.rates if smaller.ks == study.ks else None
    rates = rates or measured(study.learners, smaller, data, progress)
    tested = smaller.n_cases(rows)
    samples = [size for size in _SAMPLES if size < tested]
    most = min(_OFFERED_SECONDS, _WORTH_IT * cost.seconds)
    while samples and rates.cost(smaller, rows, learners).seconds > most:
        smaller = replace(smaller, sample=samples.pop())
    if smaller == study:
        return Offer(study, cost)
    return Offer(study, cost, smaller, rates.cost(smaller, rows, learners))


def _labelled(data: Dataset) -> int:
    return int(np.count_nonzero(data.class_codes >= 0))


def _bytes(study: CurveStudy, rows: int, learners: int) -> float:
    """Return the memory of the result: a bit per case and k, and five numbers per fold and k."""
    if isinstance(study.ks, str):
        n_ks = len(k_grid(max(rows - 1, 1))) if study.ks == "grid" else rows
    else:
        n_ks = len(study.ks)
    return learners * (study.n_cases(rows) * (n_ks / 8 + 200) + study.n_splits * n_ks * 40.0)
