"""The result of a curve study, finished or not: its curves, best k, and lines for a table. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_core.evaluation.best_k import BestK, best_k
from lwnb_core.evaluation.curve_result import AccuracyCurves, Curve
from lwnb_core.evaluation.measures import CURVE_MEASURES, MEASURES
from lwnb_gui.state.curve_learners import has_k
from lwnb_gui.state.curve_study import CurveStudy
from lwnb_gui.text import count, fixed, points

_OTHERS = tuple(name for name in CURVE_MEASURES if name != "accuracy")
HEADS = ("learner", "k", "accuracy", "sd", *(MEASURES[name].title for name in _OTHERS))

Line = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class StudyResult:
    """The curves of a study so far.

    Attributes
    ----------
    curves
        In the order of the study's learners; None where a learner has not begun. Learners whose sums do not
        carry over from one k to the next have fewer k than the others.
    complete
        Whether every test case is in. A first, coarse picture and a study that was stopped are not.
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
        """Number and curve of those that have begun."""
        return tuple((i, curve) for i, curve in enumerate(self.curves) if curve is not None)

    @property
    def done(self) -> int:
        """Test cases that are in, over all learners."""
        return sum(int(np.count_nonzero(curve.done)) for _, curve in self.drawn)

    @property
    def expected(self) -> int:
        """Test cases that there will be, over all learners."""
        labelled = int(np.count_nonzero(self.data.class_codes >= 0))
        return self.study.n_cases(labelled) * len(self.study.learners)

    @property
    def half_width(self) -> float:
        """Points to which all accuracies are known, with 95 % confidence; 0 of all rows."""
        return max(curve.band.widest for _, curve in self.drawn)

    @property
    def known_to(self) -> str:
        """`± 0.5 points`; empty once every row was tested, for then nothing is left to chance."""
        is_sample = any(curve.tested.drawn and curve.tested.is_sample for _, curve in self.drawn)
        return points(self.half_width) if is_sample else ""

    @property
    def sample(self) -> int | None:
        """So many rows have to be drawn to have the same curves again; None: all."""
        if self.study.precision is None or not self.drawn:
            return self.study.sample
        tested = self.drawn[0][1].tested
        return tested.drawn if tested.is_sample else None

    @property
    def summary(self) -> str:
        """What the curves are of, for the line beside their title."""
        first = self.drawn[0][1]
        if not self.complete and self.done < self.expected:
            so_far = f"so far: {count(int(first.done.sum()), 'test case')}"
            return f"{so_far}, {self.known_to}" if self.known_to else so_far
        last = int(first.ks[-1])
        every = len(first.ks) == last
        parts = [f"every k from 1 to {last:,}" if every else f"{len(first.ks)} values of k up to {last:,}"]
        parts.append("the same rows for all" if self.study.evaluation == "loo" else "the same folds for all")
        if first.tested.is_sample:
            parts.append(f"{first.tested.drawn:,} test rows, {self.known_to}")
        return ", ".join(parts)

    def best(self, measure: str = "accuracy") -> tuple[BestK | None, ...]:
        """The best k of every learner that has a k, with its uncertainty. Computed once."""
        if measure not in self._bests:
            self._bests[measure] = tuple(
                best_k(curve, measure) if curve is not None and has_k(curve.learner) else None
                for curve in self.curves
            )
        return self._bests[measure]

    def as_curves(self) -> AccuracyCurves | None:
        """As the engine gives them, where all are over the same k; else None."""
        curves = tuple(curve for _, curve in self.drawn)
        if not curves or len(curves) < len(self.curves):
            return None
        first = curves[0]
        if not all(np.array_equal(curve.ks, first.ks) for curve in curves):
            return None
        return AccuracyCurves(self.data.name, self.study.evaluation, first.ks, first.cases, curves)


def nearest_k(curve: Curve, k: int) -> int:
    """The computed k that is nearest to k."""
    ks: NDArray[np.int64] = curve.ks
    i = int(np.clip(np.searchsorted(ks, k), 1, max(len(ks) - 1, 1))) if len(ks) > 1 else 0
    if i and k - ks[i - 1] <= ks[i] - k:
        i -= 1
    return int(ks[i])


class StudyLines(Sequence[Line]):
    """A line for every learner and k, created when it is read: there can be hundreds of thousands.

    A learner without a k has one line.
    """

    def __init__(self, result: StudyResult) -> None:
        self._drawn, self._names = result.drawn, result.names
        lengths = [len(curve.ks) if has_k(curve.learner) else 1 for _, curve in self._drawn]
        self._ends = np.cumsum(lengths)

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        which = int(np.searchsorted(self._ends, at, side="right"))
        number, curve = self._drawn[which]
        i = at - (int(self._ends[which - 1]) if which else 0)
        k = str(int(curve.ks[i])) if has_k(curve.learner) else ""
        return (
            self._names[number],
            k,
            fixed(float(curve.accuracy[i]), 4),
            fixed(float(curve.sd[i]), 4) if curve.folds_begun > 1 else "",
            *(fixed(float(curve.mean(name)[i]), 6) for name in _OTHERS),
        )


def handful(ks: Sequence[int]) -> list[int]:
    """All k if they are few, else 1, 2, 5, 10, 20, 50 … with 3, and the last; on a grid the next to these."""
    if len(ks) <= 20:
        return list(ks)
    round_ones = {3, *(step * 10**power for power in range(9) for step in (1, 2, 5))}
    within = [k for k in round_ones if ks[0] <= k <= ks[-1]]
    return sorted({ks[-1], *(min(ks, key=lambda k: abs(k - target)) for target in within)})
