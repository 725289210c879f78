"""The units of work of an experiment, and how one is computed, in any process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.engine import choice
from lwnb_core.errors import LwnbError
from lwnb_core.evaluation.experiments.fold_results import ResultRow, confusion_text
from lwnb_core.evaluation.folds import weka_folds
from lwnb_core.evaluation.measures import matrix_of, measure
from lwnb_core.evaluation.shared_predictions import LearnerPredictions, predict_learners
from lwnb_core.learners.base import Learner
from lwnb_core.progress import Cancelled, Progress, silent

# Training rows × attributes × test rows × learners of one unit. A run of a large data set is divided into
# several units, so that rows arrive, and progress is visible, every few seconds.
_MOST_WORK = 4e8
# The folds of the latest runs are cached: the units of one run follow each other.
_CACHED_RUNS = 4
_LONGEST_ERROR = 300


@dataclass(frozen=True)
class ExperimentLearner:
    """A learner of an experiment: its name in tables, and the text with all its settings."""

    name: str
    spec: str
    learner: Learner


@dataclass(frozen=True, eq=False)
class ExperimentData:
    """A data set of an experiment, with the name that its rows have."""

    name: str
    data: Dataset

    @property
    def digest(self) -> str:
        """Enough of the fingerprint to tell data sets apart."""
        return self.data.fingerprint[:16]

    @property
    def rows(self) -> int:
        """The rows that take part, those with a class."""
        return int(np.count_nonzero(self.data.class_codes >= 0))


@dataclass(frozen=True, eq=False)
class Unit:
    """Some folds of one run on one data set, each with the learners (by number) still to be computed.

    `shuffled`: see `weka_folds`.
    """

    entry: ExperimentData
    columns: tuple[ExperimentLearner, ...]
    run: int
    folds: int
    requested: tuple[tuple[int, tuple[int, ...]], ...]
    shuffled: bool = True

    @property
    def work(self) -> int:
        """An estimate of the work, for the time left; it grows with rows × attributes."""
        return sum(len(learners) for _, learners in self.requested) * fold_work(self.entry, self.folds)


def row_digest(entry: ExperimentData, shuffled: bool) -> str:
    """Return the digest in a row; it includes the order of the training rows if that is not the usual one."""
    return entry.digest if shuffled else f"{entry.digest}-dealt"


def fold_work(entry: ExperimentData, folds: int) -> int:
    """Return the work of one learner on one fold: training rows × attributes × test rows."""
    n = entry.rows
    test = max(n // folds, 1)
    return max((n - test) * max(len(entry.data.predictors), 1) * test, 1)


def cut_into_units(
    entries: Sequence[ExperimentData],
    columns: tuple[ExperimentLearner, ...],
    runs: int,
    folds: int,
    done: Callable[[str, str, int, int], bool],
    shuffled: bool = True,
) -> Iterator[Unit]:
    """Yield what remains, data set by data set and run by run; `done` knows (data set, spec, run, fold)."""
    for entry in entries:
        for run in range(1, runs + 1):
            requested: list[tuple[int, tuple[int, ...]]] = []
            size = 0
            for fold in range(folds):
                missing = tuple(
                    i for i, column in enumerate(columns) if not done(entry.name, column.spec, run, fold)
                )
                cost = len(missing) * fold_work(entry, folds)
                if requested and size + cost > _MOST_WORK:
                    yield Unit(entry, columns, run, folds, tuple(requested), shuffled)
                    requested, size = [], 0
                if missing:
                    requested.append((fold, missing))
                    size += cost
            if requested:
                yield Unit(entry, columns, run, folds, tuple(requested), shuffled)


def compute(unit: Unit, progress: Progress = silent) -> list[ResultRow]:
    """Return all rows of a unit."""
    return [row for rows in compute_folds(unit, progress) for row in rows]


def compute_folds(unit: Unit, progress: Progress = silent) -> Iterator[list[ResultRow]]:
    """Yield the rows of a unit, fold after fold."""
    data = unit.entry.data
    use_compiled = _engine(unit, progress)
    parts = _folds_of(data, unit.run, unit.folds, unit.shuffled)
    broken: dict[int, str] = {}
    for fold, columns in unit.requested:
        train, test = parts[fold]
        with choice.use_engine(use_compiled):
            predict_learners = _answers(unit, columns, train, test, broken, progress)
        rows = []
        for i in columns:
            column = unit.columns[i]
            row = ResultRow(
                dataset=unit.entry.name,
                learner=column.name,
                spec=column.spec,
                run=unit.run,
                fold=fold,
                folds=unit.folds,
                data=row_digest(unit.entry, unit.shuffled),
                n_test=len(test),
                error=broken.get(i, ""),
            )
            if i in predict_learners:
                answer = predict_learners[i]
                tested = answer.posteriors, data.class_codes[test], data.weights[test]
                measures = replace(
                    measure(*tested), train_seconds=answer.fit_seconds, test_seconds=answer.predict_seconds
                )
                confusion = confusion_text(matrix_of(*tested), data.classes)
                row = replace(row, **asdict(measures), confusion=confusion)
            rows.append(row)
        yield rows


def _engine(unit: Unit, progress: Progress) -> bool:
    """Whether to use the compiled loops: one engine for all folds, however short each of them is."""
    rows, attributes = unit.entry.rows, len(unit.entry.data.predictors)
    seconds = sum(column.learner.numpy_seconds(rows, attributes, rows) for column in unit.columns)
    return choice.compiled(float("inf") if seconds else 0.0, progress)


def _answers(
    unit: Unit,
    columns: tuple[int, ...],
    train: Rows,
    test: Rows,
    broken: dict[int, str],
    progress: Progress,
) -> dict[int, LearnerPredictions]:
    """Return the learners' predictions. A learner that fails is noted in `broken` and not tried again."""
    data = unit.entry.data
    able = [i for i in columns if i not in broken]
    try:
        learners = [unit.columns[i].learner for i in able]
        return dict(zip(able, predict_learners(learners, data, train, test, progress), strict=True))
    except Cancelled:
        raise
    except Exception:  # one learner must not spoil the results of the others: find out which one failed
        result = {}
        for i in able:
            try:
                result[i] = predict_learners([unit.columns[i].learner], data, train, test, progress)[0]
            except Cancelled:
                raise
            except Exception as error:
                broken[i] = _message(error)
        return result


def _message(error: Exception) -> str:
    if isinstance(error, LwnbError):
        text = error.message
    elif isinstance(error, MemoryError):
        text = "not enough memory"
    else:
        text = f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:_LONGEST_ERROR] or "failed"


Parts = list[tuple[NDArray[np.intp], NDArray[np.intp]]]
_cached_folds: OrderedDict[tuple[str, int, int, bool], Parts] = OrderedDict()


def _folds_of(data: Dataset, run: int, folds: int, shuffled: bool) -> Parts:
    key = (data.fingerprint, run, folds, shuffled)
    if key not in _cached_folds:
        _cached_folds[key] = list(weka_folds(data, run, folds, shuffled=shuffled))
        while len(_cached_folds) > _CACHED_RUNS:
            _cached_folds.popitem(last=False)
    return _cached_folds[key]
