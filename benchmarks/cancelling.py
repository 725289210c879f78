"""How long a curve continues after it was cancelled."""

from __future__ import annotations

import itertools
import time

import lwnb_core as lw
from benchmarks.measuring import Row, seconds
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve

TARGET = 50e-3


def measure(quick: bool) -> list[Row]:
    """Measure until the next call of progress, which can cancel, and from there until control returns."""
    data = lw.sample("waveform")
    return [_cancelled(data, jobs, 1.0 if quick else 3.0) for jobs in (1, 2)]


def _cancelled(data: lw.Dataset, jobs: int, after: float) -> Row:
    calls = [time.perf_counter()]

    def progress(done: int, total: int) -> None:
        calls.append(time.perf_counter())
        if calls[-1] - calls[1] > after:
            raise lw.Cancelled

    try:
        accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW()], data, progress=progress, jobs=jobs)
    except lw.Cancelled:
        back = time.perf_counter() - calls[-1]
    else:
        back = 0.0
    gaps = sorted(b - a for a, b in itertools.pairwise(calls))
    usual, longest = gaps[int(len(gaps) * 0.95)], gaps[-1]
    return Row(
        f"cancelling a curve of waveform, {jobs} thread{'s' if jobs > 1 else ''}",
        seconds(usual + back),
        "< 50 ms",
        usual + back < TARGET,
        f"wall; 95 % of {len(gaps)} waits for progress, and {seconds(back)} to come back; longest wait"
        f" {seconds(longest)}",
        {"usual": usual, "longest": longest, "back": back},
    )
