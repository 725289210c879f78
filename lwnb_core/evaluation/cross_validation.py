"""Repeated stratified cross-validation on Weka's folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, LEARNER, TEXT, check_arguments, check_count, check_jobs
from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.display import html_of
from lwnb_core.distributed.backends import check_cluster, connected
from lwnb_core.engine import choice
from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.folds import weka_folds
from lwnb_core.evaluation.measures import CONFUSION_MEASURES, f1_measure, measure_named
from lwnb_core.learners.base import Learner
from lwnb_core.parallel import in_threads
from lwnb_core.progress import Progress, share, silent
from lwnb_core.read_only import ReadOnlyArrays

if TYPE_CHECKING:
    import pandas as pd


_Split = tuple[int, Rows, Rows]  # run (from 0), training rows, test rows


@dataclass(frozen=True, eq=False, repr=False)
class CrossValidation(ReadOnlyArrays):
    """The result of a `runs` × `n_folds`-fold cross-validation, with accuracies in percent.

    Attributes
    ----------
    folds
        Accuracy of every fold, run after run. Shape (runs · n_folds,).
    predictions
        Predicted class of every row in every run; -1 for rows without a class. Shape (runs, n).
    classes, true, weights
        The names of the classes; the class (-1: unknown) and the weight of every row, each of shape (n,).
    fold_numbers
        The fold (from 0) that tests each row in every run; -1 for rows without a class. Shape (runs, n).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> result = lw.cross_validate(lw.LWNB(k=50), lw.sample("iris"), runs=2)
    >>> print(f"{result.mean:.2f} ± {result.sd:.2f} %")
    95.67 ± 4.47 %
    >>> result.folds.round(1)[:5]
    array([ 93.3, 100. , 100. , 100. ,  93.3])
    >>> round(result.mean_of("kappa"), 3), round(result.sd_of("kappa"), 3)
    (0.935, 0.067)
    >>> result.to_pandas()[["learner", "run", "fold", "accuracy", "kappa"]].round(3).head(2)
         learner  run  fold  accuracy  kappa
    0  LWNB k=50    1     1    93.333    0.9
    1  LWNB k=50    1     2   100.000    1.0
    >>> result.to_dict()["mean"] == result.mean
    True
    """

    learner: Learner
    runs: int
    n_folds: int
    folds: NDArray[np.float64]
    predictions: NDArray[np.int32]
    classes: tuple[str, ...]
    true: NDArray[np.int32]
    weights: NDArray[np.float64]
    fold_numbers: NDArray[np.int32]

    def __repr__(self) -> str:
        from lwnb_core.one_line import cross_validation_text

        return cross_validation_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @cached_property
    def mean(self) -> float:
        return float(self.folds.mean())

    @cached_property
    def sd(self) -> float:
        """The standard deviation over the folds (with n - 1), as in the paper's tables."""
        return float(self.folds.std(ddof=1)) if len(self.folds) > 1 else 0.0

    @cached_property
    def confusion(self) -> Confusion:
        """The confusion of every fold, run after run; arrays of shape (runs · n_folds, classes).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> result = lw.cross_validate(lw.LWNB(k=50), lw.sample("iris"), runs=1)
        >>> result.confusion.true[0], result.confusion.right[0]
        (array([5., 5., 5.]), array([5., 4., 5.]))
        """
        known = self.fold_numbers >= 0
        runs, rows = np.nonzero(known)
        return Confusion.of_folds(
            runs * self.n_folds + self.fold_numbers[known],
            self.runs * self.n_folds,
            self.true[rows],
            self.predictions[known],
            self.weights[rows],
            self.classes,
        )

    def in_folds(self, measure: str = "accuracy") -> NDArray[np.float64]:
        """Return a measure of the predicted classes in every fold, run after run. Shape (runs · n_folds,).

        It is `accuracy` (percent), another name in `CONFUSION_MEASURES` such as `f1` (the mean over the
        classes), or `f1:NAME` of one class; NaN where it is not defined.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> result = lw.cross_validate(lw.LWNB(k=50), lw.sample("iris"), runs=1, folds=5)
        >>> result.in_folds("f1").round(3)
        array([0.967, 0.967, 0.933, 0.967, 0.967])
        """
        if measure == "accuracy":
            return self.folds
        of_confusion = measure_named(measure, CONFUSION_MEASURES).of_confusion
        assert of_confusion is not None  # these are the measures of confusion matrices
        return of_confusion(self.confusion)

    def mean_of(self, measure: str) -> float:
        """Return the mean of a measure over the folds in which it is defined; NaN if there are none."""
        known = self._known(measure)
        return float(known.mean()) if len(known) else float("nan")

    def sd_of(self, measure: str) -> float:
        """Return the standard deviation of a measure over the folds (with n - 1)."""
        known = self._known(measure)
        return float(known.std(ddof=1)) if len(known) > 1 else 0.0

    def _known(self, measure: str) -> NDArray[np.float64]:
        values = self.in_folds(measure)
        return values[~np.isnan(values)]

    def to_pandas(self, measures: Sequence[str] = ()) -> pd.DataFrame:
        """Return one row per fold: learner, run and fold (from 1), accuracy (percent), kappa, etc.

        `measures` adds columns for further measures, such as `f1:Iris-setosa`.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "learner": self.learner.label,
                "run": np.repeat(np.arange(1, self.runs + 1), self.n_folds),
                "fold": np.tile(np.arange(1, self.n_folds + 1), self.runs),
                **{name: self.in_folds(name) for name in (*CONFUSION_MEASURES, *measures)},
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON: mean, sd and folds are of accuracy; `measures` has mean and sd of each."""
        names = (*CONFUSION_MEASURES, *map(f1_measure, self.classes))
        return {
            "learner": self.learner.name,
            "settings": self.learner.settings,
            "runs": self.runs,
            "n_folds": self.n_folds,
            "mean": self.mean,
            "sd": self.sd,
            "folds": self.folds.tolist(),
            "measures": {name: self._summary(name) for name in names},
        }

    def _summary(self, measure: str) -> dict[str, float | None]:
        """Return mean and standard deviation; None if the measure is not defined in any fold."""
        is_known = len(self._known(measure)) > 0
        return {
            "mean": self.mean_of(measure) if is_known else None,
            "sd": self.sd_of(measure) if is_known else None,
        }


@check_arguments(learner=LEARNER, data=DATASET, cluster=TEXT)
def cross_validate(
    learner: Learner,
    data: Dataset,
    runs: int = 10,
    folds: int = 10,
    *,
    progress: Progress = silent,
    jobs: int = 1,
    cluster: str | None = None,
) -> CrossValidation:
    """Cross-validate on the folds of Weka's Experimenter, runs 1 to `runs`.

    With `jobs` > 1, folds are computed at the same time in threads: the compiled engine and numpy release
    Python's lock, and no data are copied. With `cluster`, they are computed on a Dask cluster:
    `tcp://host:8786`, or `local:4` for four processes on this machine. The result is the same to the last
    bit.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("glass")
    >>> for learner in (lw.LWNB(k=50), lw.NB()):
    ...     print(lw.cross_validate(learner, data, runs=1))
    CrossValidation(LWNB(k=50), 1 × 10 folds: 70.45 ± 10.74 %)
    CrossValidation(NB(), 1 × 10 folds: 47.71 ± 6.79 %)
    """
    check_count("runs", runs)
    check_jobs(jobs)
    if cluster is not None:
        check_cluster(cluster)
    splits = [(run, train, test) for run in range(runs) for train, test in weka_folds(data, run + 1, folds)]
    # One engine for all folds: together they can be worth waiting for the compiler, even if none is alone.
    tested = len(splits) * len(data) // folds
    seconds = learner.numpy_seconds(len(data), len(data.attributes), tested)
    use_compiled = choice.compiled(seconds, progress)
    predictions = np.full((runs, len(data)), -1, dtype=np.int32)
    fold_numbers = np.full((runs, len(data)), -1, dtype=np.int32)
    for i, (run, _, test) in enumerate(splits):
        fold_numbers[run, test] = i % folds
    total = sum(len(test) for _, _, test in splits)

    def predict(split: _Split, check: Progress) -> int:
        run, train, test = split
        with choice.use_engine(use_compiled):
            predictions[run, test] = learner.fit(data, train).predict(data, test, progress=check)
        return len(test)

    if cluster is not None:
        _predict_on_cluster(learner, data, splits, predictions, use_compiled, cluster, progress)
    elif jobs == 1:
        done = 0
        for split in splits:
            done += predict(split, share(progress, done, total))
            progress(done, total)
    else:
        in_threads(predict, splits, progress, total, jobs)
    accuracies = [100 * weighted_accuracy(data, test, predictions[run, test]) for run, _, test in splits]
    return CrossValidation(
        learner,
        runs,
        folds,
        np.array(accuracies),
        predictions,
        data.classes,
        data.class_codes,
        data.weights,
        fold_numbers,
    )


def _predict_on_cluster(
    learner: Learner,
    data: Dataset,
    splits: Sequence[_Split],
    predictions: NDArray[np.int32],
    use_compiled: bool,
    where: str,
    progress: Progress,
) -> None:
    """Fill in the predictions of all folds, as the cluster's workers finish them."""
    done, total = 0, sum(len(test) for _, _, test in splits)
    with connected(where, can_resume=False) as cluster:
        held = cluster.held_data(data)

        def call(split: _Split) -> tuple[Any, ...]:
            _, train, test = split
            return predict_on_worker, held, learner, train, test, use_compiled

        for ended in cluster.results(call, splits, 2 * cluster.threads):
            for (run, _, test), predicted in ended:
                predictions[run, test] = predicted
                done += len(test)
            progress(done, total)


def predict_on_worker(
    data: Dataset, learner: Learner, train: Rows, test: Rows, use_compiled: bool
) -> NDArray[np.integer]:
    """Compute a fold on the worker that holds the data, with the engine that computes all folds."""
    with choice.use_engine(use_compiled):
        return learner.fit(data, train).predict(data, test)


def weighted_accuracy(data: Dataset, rows: NDArray[np.intp], predicted: NDArray[Any]) -> float:
    """Return the share of the instance weight that is classified correctly, between 0 and 1."""
    weights = data.weights[rows]
    right = predicted == data.class_codes[rows]
    return float(weights[right].sum() / weights.sum()) if weights.any() else 0.0
