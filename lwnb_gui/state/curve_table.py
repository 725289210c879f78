"""A curve study as lines of a table: made one by one, for there can be hundreds of thousands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np

from lwnb_gui.state.curve_study import StudyResult
from lwnb_gui.state.study_learners import has_k
from lwnb_gui.text import fixed

HEADS = ("learner", "k", "accuracy", "sd", "kappa", "log loss", "Brier score")

Line = tuple[str, ...]


class StudyLines(Sequence[Line]):
    """A line for every learner and k; a learner without a k has one."""

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
        others = (curve.kappa[i], curve.log_loss[i], curve.brier[i])
        return (
            self._names[number],
            k,
            fixed(float(curve.accuracy[i]), 4),
            fixed(float(curve.sd[i]), 4) if curve.folds_begun > 1 else "",
            *(fixed(float(value), 6) for value in others),
        )
