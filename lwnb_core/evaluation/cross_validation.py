"""Repeated stratified cross-validation on Weka's folds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.evaluation.folds import check_count, weka_folds
from lwnb_core.learners.base import Learner
from lwnb_core.progress import Progress, share, silent


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


def cross_validate(
    learner: Learner,
    data: Dataset,
    runs: int = 10,
    folds: int = 10,
    *,
    progress: Progress = silent,
) -> CrossValidation:
    """Cross-validate on the folds of Weka's Experimenter, runs 1 to `runs`."""
    check_count("runs", runs)
    accuracies: list[float] = []
    predictions = np.full((runs, len(data)), -1, dtype=np.int32)
    done, total = 0, runs * int(np.count_nonzero(data.class_codes >= 0))
    for run in range(runs):
        for train, test in weka_folds(data, run + 1, folds):
            model = learner.fit(data, train)
            predicted = model.predict(data, test, progress=share(progress, done, total))
            predictions[run, test] = predicted
            accuracies.append(100 * weighted_accuracy(data, test, predicted))
            done += len(test)
            progress(done, total)
    return CrossValidation(learner, runs, folds, np.array(accuracies), predictions)


def weighted_accuracy(data: Dataset, rows: NDArray[np.intp], predicted: NDArray[np.intp]) -> float:
    """Share of the instance weight that is classified correctly, between 0 and 1."""
    weights = data.weights[rows]
    right = predicted == data.class_codes[rows]
    return float(weights[right].sum() / weights.sum()) if weights.any() else 0.0
