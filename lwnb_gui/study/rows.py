"""Rows behind the curves: where two learners differ, where a prediction changes with k, how stable it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core import KNN, Curve, Dataset, Learner, Model
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.evaluation.shared_predictions import predict_learners
from lwnb_core.progress import Progress, share, silent
from lwnb_gui.app.test_rows import Fold, OwnRows, TestRows, split_of
from lwnb_gui.study.learners import at_k
from lwnb_gui.study.result import nearest_k
from lwnb_gui.study.study import CurveStudy

Ints = NDArray[np.int64]
RowsKind = Literal["differ", "flip", "stable", "cell"]


@dataclass(frozen=True, eq=False)
class ListedRows:
    """Rows of the data, each with the test case that stands for it. Arrays of shape (R,).

    Attributes
    ----------
    rows
        Positions in the data.
    cases
        For each row the test case that is shown: it has the run and the fold.
    times
        In how many of its runs the row is of this kind.
    tested
        In how many runs it was tested.
    """

    kind: ClassVar[RowsKind]

    rows: Ints
    cases: Ints
    times: Ints
    tested: Ints

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def always(self) -> int:
        """Return the rows that are of this kind in all of their runs."""
        return int(np.count_nonzero(self.times == self.tested))


@dataclass(frozen=True, eq=False)
class DifferingRows(ListedRows):
    """Rows on which one learner is right and the other wrong at k, with counts. Arrays of shape (R,)."""

    kind = "differ"

    k: int
    winner_right: Ints
    loser_right: Ints


@dataclass(frozen=True, eq=False)
class FlippingRows(ListedRows):
    """Rows whose prediction differs between two k, with both class codes. Arrays of shape (R,)."""

    kind = "flip"

    ks: tuple[int, int]
    before: Ints
    after: Ints


@dataclass(frozen=True, eq=False)
class CellRows(ListedRows):
    """Rows of one class that a learner predicts as another, or the same, at k: a cell of its matrix."""

    kind = "cell"

    k: int
    true: int
    given: int


@dataclass(frozen=True, eq=False)
class StableRows(ListedRows):
    """How far around k the prediction stays the same, in the run with the least. Arrays of shape (R,).

    The least stable rows come first.
    """

    kind = "stable"

    k: int
    predicted: Ints
    first: Ints
    last: Ints

    @property
    def width(self) -> Ints:
        """The number of values of k in the range."""
        return self.last - self.first + 1


def rows_that_differ(winner: Curve, loser: Curve, k: int) -> DifferingRows:
    """Return rows that one learner gets right and the other wrong at k, most frequent first."""
    right = winner.right(nearest_k(winner, k))
    wrong = ~loser.right(nearest_k(loser, k)) & loser.done
    both = winner.done & loser.done
    listed = _by_row(winner.cases, right & wrong & both, both)
    counts = [_count(winner.cases, listed[0], which & both) for which in (right, ~wrong)]
    return DifferingRows(*listed, nearest_k(winner, k), *counts)


def rows_that_flip(curve: Curve, before: int, after: int) -> FlippingRows:
    """Return rows whose prediction differs between two k, most frequent first."""
    ks = nearest_k(curve, before), nearest_k(curve, after)
    one, other = (curve.predictions(k) for k in ks)
    listed = _by_row(curve.cases, (one != other) & curve.done, curve.done)
    cases = listed[1]
    return FlippingRows(*listed, ks, one[cases].astype(np.int64), other[cases].astype(np.int64))


def rows_of_cell(curve: Curve, k: int, true: int, given: int) -> CellRows:
    """Return rows of one class that are predicted as another (or the same) at k, most frequent first."""
    at = nearest_k(curve, k)
    here = (curve.cases.classes == true) & (curve.predictions(at) == given) & curve.done
    return CellRows(*_by_row(curve.cases, here, curve.done), at, true, given)


def least_stable_rows(curve: Curve, k: int) -> StableRows:
    """Return every row with the range around k in which its prediction stays, shortest first."""
    at = nearest_k(curve, k)
    first, last = curve.held(at)
    done = np.flatnonzero(curve.done)
    order = done[np.lexsort((curve.cases.rows[done], (last - first)[done]))]
    _, where = np.unique(curve.cases.rows[order], return_index=True)
    cases = order[np.sort(where)]
    rows = curve.cases.rows[cases].astype(np.int64)
    tested = _count(curve.cases, rows, curve.done)
    predicted = curve.predictions(at)[cases].astype(np.int64)
    return StableRows(
        rows,
        cases,
        tested,
        tested,
        at,
        predicted,
        first[cases].astype(np.int64),
        last[cases].astype(np.int64),
    )


def training_of(study: CurveStudy, cases: Cases, case: int) -> TestRows:
    """Return the training rows that produced a test case."""
    if study.evaluation == "loo":
        return OwnRows()
    return Fold(int(cases.runs[case]), int(cases.folds[case]) + 1, study.folds)


def posteriors_at(
    learners: Sequence[Learner],
    study: CurveStudy,
    data: Dataset,
    cases: Cases,
    chosen: Sequence[int],
    k: int,
    progress: Progress = silent,
) -> NDArray[np.float64]:
    """Return the learners' posteriors of chosen test cases at k, with the training rows of their folds.

    Shape (learners, chosen cases, classes).
    """
    learners = [at_k(learner, k) for learner in learners]
    out = np.full((len(learners), len(chosen), len(data.classes)), np.nan)
    if study.evaluation == "loo":
        rows = cases.rows[list(chosen)]
        for i, learner in enumerate(learners):
            part = share(progress, i * len(rows), len(learners) * len(rows))
            out[i] = learner.fit(data).predict_proba(data, rows, leave_out=True, progress=part)
        return out
    numbers = np.asarray(chosen, dtype=np.intp)
    parts = cases.parts[numbers]
    folds = np.unique(parts)
    for done, fold in enumerate(folds):
        progress(done, len(folds))
        here = np.flatnonzero(parts == fold)
        split = split_of(data, training_of(study, cases, int(numbers[here[0]])))
        assert split.training is not None
        predictions = predict_learners(learners, data, split.training, cases.rows[numbers[here]])
        for i, prediction in enumerate(predictions):
            out[i, here] = prediction.posteriors
    return out


def votes_at(
    learner: KNN,
    study: CurveStudy,
    data: Dataset,
    cases: Cases,
    chosen: Sequence[int],
    k: int,
    progress: Progress = silent,
) -> NDArray[np.float64]:
    """Return KNN's votes for the true class and in all, with the training rows of the cases' folds.

    Shape (chosen cases, 2).
    """
    out = np.full((len(chosen), 2), np.nan)
    models: dict[int, Model] = {}
    for i, case in enumerate(chosen):
        progress(i, len(chosen))
        part = int(cases.parts[case])
        if part not in models:
            training = split_of(data, training_of(study, cases, case)).training
            models[part] = at_k(learner, k).fit(data, training)
        votes = models[part].explain(data, int(cases.rows[case])).details.get("votes")
        if votes is not None:
            out[i] = votes[data.classes[int(cases.classes[case])]], sum(votes.values())
    return out


def _by_row(
    cases: Cases, of_kind: NDArray[np.bool_], counted: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the fields of `ListedRows`: rows with a case of the kind, represented by the first."""
    hits = np.flatnonzero(of_kind)
    rows, first, times = np.unique(cases.rows[hits], return_index=True, return_counts=True)
    order = np.lexsort((rows, -times))
    tested = _count(cases, rows[order], counted)
    return (
        rows[order].astype(np.int64),
        hits[first][order].astype(np.int64),
        times[order].astype(np.int64),
        tested,
    )


def _count(cases: Cases, rows: NDArray[np.integer], which: NDArray[np.bool_]) -> Ints:
    """Count, for each row, in how many of its cases `which` holds."""
    most = int(cases.rows.max()) + 1 if len(cases) else 1
    return np.bincount(cases.rows[which], minlength=most)[rows].astype(np.int64)
