"""Rows behind the curves: where two learners differ, where one changes its mind, and how firmly it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core import KNN, Dataset, Learner, Model
from lwnb_core.evaluation.curve_result import Cases, Curve
from lwnb_core.evaluation.together import answers
from lwnb_core.progress import Progress, share, silent
from lwnb_gui.state.curve_study import CurveStudy, nearest_k
from lwnb_gui.state.study_learners import at_k
from lwnb_gui.state.test_rows import Fold, OwnRows, TestRows, split_of

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FoundRows:
    """Rows of the data, each with one test case that shows it best. Arrays of shape (R,).

    Attributes
    ----------
    rows
        Positions in the data.
    cases
        For each row the test case to look at: it names the run and the fold.
    times
        In how many of its runs the row is of the kind looked for.
    tested
        In how many runs it was tested.
    """

    rows: Ints
    cases: Ints
    times: Ints
    tested: Ints

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def always(self) -> int:
        """Rows that are of the kind in all of their runs."""
        return int(np.count_nonzero(self.times == self.tested))


@dataclass(frozen=True, eq=False)
class DifferingRows(FoundRows):
    """One learner right, the other wrong at k; how often each is right. Arrays of shape (R,)."""

    k: int
    winner_right: Ints
    loser_right: Ints


@dataclass(frozen=True, eq=False)
class FlippingRows(FoundRows):
    """The prediction at one k is not that at the other; both class codes. Arrays of shape (R,)."""

    ks: tuple[int, int]
    before: Ints
    after: Ints


@dataclass(frozen=True, eq=False)
class CellRows(FoundRows):
    """Rows of one class that a learner calls another, or the same, at k: a cell of its confusion matrix."""

    k: int
    true: int
    given: int


@dataclass(frozen=True, eq=False)
class StableRows(FoundRows):
    """How far around k the prediction stays the same: in the run in which that is least. Arrays of (R,).

    The least stable rows come first.
    """

    k: int
    predicted: Ints
    first: Ints
    last: Ints

    @property
    def width(self) -> Ints:
        """How many k the stretch has."""
        return self.last - self.first + 1


def rows_that_differ(winner: Curve, loser: Curve, k: int) -> DifferingRows:
    """Rows that one learner gets right and the other wrong at k, most often first."""
    right = winner.right(nearest_k(winner, k))
    wrong = ~loser.right(nearest_k(loser, k)) & loser.done
    both = winner.done & loser.done
    found = _by_row(winner.cases, right & wrong & both, both)
    counts = [_count(winner.cases, found.rows, r & both) for r in (right, ~wrong)]
    return DifferingRows(*_fields(found), nearest_k(winner, k), *counts)


def rows_that_flip(curve: Curve, before: int, after: int) -> FlippingRows:
    """Rows that are predicted otherwise at one k than at the other, most often first."""
    ks = nearest_k(curve, before), nearest_k(curve, after)
    one, other = (curve.predictions(k) for k in ks)
    found = _by_row(curve.cases, (one != other) & curve.done, curve.done)
    said = one[found.cases].astype(np.int64), other[found.cases].astype(np.int64)
    return FlippingRows(*_fields(found), ks, *said)


def rows_of_cell(curve: Curve, k: int, true: int, given: int) -> CellRows:
    """Rows of one class that are given another (or the same) at k, most often first."""
    at = nearest_k(curve, k)
    here = (curve.cases.classes == true) & (curve.predictions(at) == given) & curve.done
    return CellRows(*_fields(_by_row(curve.cases, here, curve.done)), at, true, given)


def least_stable_rows(curve: Curve, k: int) -> StableRows:
    """Every row with the stretch of k around k over which its prediction holds, the shortest first."""
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
    """The training rows that produced a test case."""
    if study.evaluation == "loo":
        return OwnRows()
    return Fold(int(cases.runs[case]), int(cases.folds[case]) + 1, study.folds)


def posteriors_at(
    learners: Sequence[Learner],
    study: CurveStudy,
    data: Dataset,
    cases: Cases,
    wanted: Sequence[int],
    k: int,
    progress: Progress = silent,
) -> NDArray[np.float64]:
    """What learners say about test cases at k, with the training rows of their folds.

    Shape (learners, cases wanted, classes).
    """
    asked = [at_k(learner, k) for learner in learners]
    out = np.full((len(asked), len(wanted), len(data.classes)), np.nan)
    if study.evaluation == "loo":
        rows = cases.rows[list(wanted)]
        for i, learner in enumerate(asked):
            part = share(progress, i * len(rows), len(asked) * len(rows))
            out[i] = learner.fit(data).predict_proba(data, rows, leave_out=True, progress=part)
        return out
    chosen = np.asarray(wanted, dtype=np.intp)
    parts = cases.parts[chosen]
    for number, part_number in enumerate(np.unique(parts)):
        progress(number, len(np.unique(parts)))
        here = np.flatnonzero(parts == part_number)
        split = split_of(data, training_of(study, cases, int(chosen[here[0]])))
        assert split.training is not None
        found = answers(asked, data, split.training, cases.rows[chosen[here]])
        for i, answer in enumerate(found):
            out[i, here] = answer.posteriors
    return out


def votes_at(
    learner: KNN,
    study: CurveStudy,
    data: Dataset,
    cases: Cases,
    wanted: Sequence[int],
    k: int,
    progress: Progress = silent,
) -> NDArray[np.float64]:
    """KNN's votes for the true class and in all, with the training rows of the cases' folds.

    Shape (cases wanted, 2).
    """
    out = np.full((len(wanted), 2), np.nan)
    models: dict[int, Model] = {}
    for i, case in enumerate(wanted):
        progress(i, len(wanted))
        part = int(cases.parts[case])
        if part not in models:
            training = split_of(data, training_of(study, cases, case)).training
            models[part] = at_k(learner, k).fit(data, training)
        votes = models[part].explain(data, int(cases.rows[case])).details.get("votes")
        if votes is not None:
            out[i] = votes[data.classes[int(cases.classes[case])]], sum(votes.values())
    return out


def _by_row(cases: Cases, of_kind: NDArray[np.bool_], counted: NDArray[np.bool_]) -> FoundRows:
    """Rows with a case of the kind; the first such case stands for the row."""
    hits = np.flatnonzero(of_kind)
    rows, first, times = np.unique(cases.rows[hits], return_index=True, return_counts=True)
    order = np.lexsort((rows, -times))
    tested = _count(cases, rows[order], counted)
    return FoundRows(
        rows[order].astype(np.int64),
        hits[first][order].astype(np.int64),
        times[order].astype(np.int64),
        tested,
    )


def _count(cases: Cases, rows: NDArray[np.integer], which: NDArray[np.bool_]) -> Ints:
    """For each row, in how many of its cases `which` holds."""
    most = int(cases.rows.max()) + 1 if len(cases) else 1
    return np.bincount(cases.rows[which], minlength=most)[rows].astype(np.int64)


def _fields(found: FoundRows) -> tuple[Ints, Ints, Ints, Ints]:
    return found.rows, found.cases, found.times, found.tested
