"""Repeated stratified cross-validation on Weka's folds."""

from __future__ import annotations

import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, LEARNER, check_count, takes
from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.engine import choice
from lwnb_core.evaluation.folds import weka_folds
from lwnb_core.learners.base import Learner
from lwnb_core.progress import Cancelled, Progress, share, silent

# How long a caller may have to wait for its cancellation to be noticed, in seconds.
_HEARTBEAT = 0.02


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """Result of `runs` × `n_folds`-fold cross-validation, accuracies in percent.

    Attributes
    ----------
    folds
        Accuracy of every fold, run after run. Shape (runs · n_folds,).
    predictions
        Predicted class of every row in every run; -1 for rows without a class. Shape (runs, n).
    """

    learner: Learner
    runs: int
    n_folds: int
    folds: NDArray[np.float64]
    predictions: NDArray[np.int32]

    @cached_property
    def mean(self) -> float:
        return float(self.folds.mean())

    @cached_property
    def sd(self) -> float:
        """Standard deviation over the folds (with n - 1), as the paper's tables give it."""
        return float(self.folds.std(ddof=1)) if len(self.folds) > 1 else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "learner": self.learner.name,
            "settings": self.learner.settings,
            "runs": self.runs,
            "n_folds": self.n_folds,
            "mean": self.mean,
            "sd": self.sd,
            "folds": self.folds.tolist(),
        }


@takes(learner=LEARNER, data=DATASET)
def cross_validate(
    learner: Learner,
    data: Dataset,
    runs: int = 10,
    folds: int = 10,
    *,
    progress: Progress = silent,
    jobs: int = 1,
) -> CrossValidation:
    """Cross-validate on the folds of Weka's Experimenter, runs 1 to `runs`.

    With `jobs` > 1 folds run at the same time, in threads: the compiled engine and numpy let go of the
    interpreter, and no data is copied. The result is the same to the last bit.
    """
    check_count("runs", runs)
    check_count("jobs", jobs)
    splits = [(run, train, test) for run in range(runs) for train, test in weka_folds(data, run + 1, folds)]
    # Many small folds are worth loading the compiled engine for, even if each alone is not.
    choice.compiled(float(len(splits)) * len(data) ** 2 * len(data.attributes) / folds)
    predictions = np.full((runs, len(data)), -1, dtype=np.int32)
    total = sum(len(test) for _, _, test in splits)
    if jobs == 1:
        done = 0
        for run, train, test in splits:
            part = share(progress, done, total)
            predictions[run, test] = learner.fit(data, train).predict(data, test, progress=part)
            done += len(test)
            progress(done, total)
    else:
        _in_threads(learner, data, splits, predictions, progress, total, jobs)
    accuracies = [100 * weighted_accuracy(data, test, predictions[run, test]) for run, _, test in splits]
    return CrossValidation(learner, runs, folds, np.array(accuracies), predictions)


def _in_threads(
    learner: Learner,
    data: Dataset,
    splits: list[tuple[int, Rows, Rows]],
    predictions: NDArray[np.int32],
    progress: Progress,
    total: int,
    jobs: int,
) -> None:
    stop = threading.Event()

    def stopped(_: int, __: int, /) -> None:
        if stop.is_set():
            raise Cancelled

    def fold(run: int, train: Rows, test: Rows) -> int:
        stopped(0, 0)
        predictions[run, test] = learner.fit(data, train).predict(data, test, progress=stopped)
        return len(test)

    pool = ThreadPoolExecutor(jobs)
    try:
        waiting = {pool.submit(fold, *split) for split in splits}
        done = 0
        while waiting:
            finished, waiting = wait(waiting, timeout=_HEARTBEAT, return_when=FIRST_COMPLETED)
            done += sum(future.result() for future in finished)
            progress(done, total)
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)


def weighted_accuracy(data: Dataset, rows: NDArray[np.intp], predicted: NDArray[Any]) -> float:
    """Share of the instance weight that is classified correctly, between 0 and 1."""
    weights = data.weights[rows]
    right = predicted == data.class_codes[rows]
    return float(weights[right].sum() / weights.sum()) if weights.any() else 0.0
