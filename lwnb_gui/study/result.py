"""The result of a curve study, finished or not: its curves and their best k. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core import AccuracyCurves, BestK, Curve, Dataset, best_k
from lwnb_gui.study.learners import has_k
from lwnb_gui.study.study import CurveStudy


@dataclass(frozen=True, eq=False)
class StudyResult:
    """The curves of a study so far.

    Attributes
    ----------
    curves
        In the order of the study's learners; None where a learner has not begun. Learners whose sums do not
        carry over from one k to the next have fewer k than the others.
    complete
        Whether every test case is in: not while the study is running, nor if it was stopped.
    """

    study: CurveStudy
    data: Dataset
    curves: tuple[Curve | None, ...]
    complete: bool = False
    _bests: dict[str, tuple[BestK | None, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return self.study.names

    @cached_property
    def drawn(self) -> tuple[tuple[int, Curve], ...]:
        """Return number and curve of the learners that have begun."""
        return tuple((i, curve) for i, curve in enumerate(self.curves) if curve is not None)

    @property
    def done(self) -> int:
        """The number of finished test cases, over all learners."""
        return sum(int(np.count_nonzero(curve.done)) for _, curve in self.drawn)

    @property
    def expected(self) -> int:
        """The expected number of test cases, over all learners."""
        labelled = int(np.count_nonzero(self.data.class_codes >= 0))
        return self.study.n_cases(labelled) * len(self.study.learners)

    @property
    def sample(self) -> int | None:
        """The number of rows to draw to get the same curves again; None for all."""
        if self.study.precision is None or not self.drawn:
            return self.study.sample
        tested = self.drawn[0][1].tested
        return tested.drawn if tested.is_sample else None

    def best(self, measure: str = "accuracy") -> tuple[BestK | None, ...]:
        """Return the best k of every learner that has a k, with its uncertainty. Computed once."""
        if measure not in self._bests:
            self._bests[measure] = tuple(
                best_k(curve, measure) if curve is not None and has_k(curve.learner) else None
                for curve in self.curves
            )
        return self._bests[measure]

    def as_curves(self) -> AccuracyCurves | None:
        """Return the engine's form, if all curves have the same k; otherwise None."""
        curves = tuple(curve for _, curve in self.drawn)
        if not curves or len(curves) < len(self.curves):
            return None
        first = curves[0]
        if not all(np.array_equal(curve.ks, first.ks) for curve in curves):
            return None
        return AccuracyCurves(self.data.name, self.study.evaluation, first.ks, first.cases, curves)


def nearest_k(curve: Curve, k: int) -> int:
    """Return the computed k that is nearest to k."""
    ks: NDArray[np.int64] = curve.ks
    i = int(np.clip(np.searchsorted(ks, k), 1, max(len(ks) - 1, 1))) if len(ks) > 1 else 0
    if i and k - ks[i - 1] <= ks[i] - k:
        i -= 1
    return int(ks[i])
