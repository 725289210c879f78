"""A study of learners over k as values: what is to be measured, and what was found. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core import LWNB, Dataset, Learner
from lwnb_core.evaluation.best_k import BestK, best_k
from lwnb_core.evaluation.curve_result import AccuracyCurves, Curve, CurveMeasure
from lwnb_core.evaluation.curves import Evaluation
from lwnb_core.learners.specs import learner_from_spec, spec_of
from lwnb_gui.state.query import Query
from lwnb_gui.state.study_learners import ANY_K, at_any_k, described, has_k, names_of

__all__ = [
    "EVALUATIONS",
    "MEASURES",
    "CurveStudy",
    "StudyKs",
    "StudyResult",
    "described",
    "has_k",
    "nearest_k",
]

StudyKs = Literal["all", "grid"] | tuple[int, ...]

MEASURES: dict[CurveMeasure, str] = {
    "accuracy": "accuracy, %",
    "log_loss": "log loss",
    "brier": "Brier score",
    "kappa": "kappa",
}
EVALUATIONS: dict[Evaluation, str] = {
    "loo": "leave-one-out",
    "cv": "10-fold",
    "repeated-cv": "10 × 10-fold, stratified",
}


@dataclass(frozen=True)
class CurveStudy:
    """What is to be measured; comparable, and plain text in files.

    Attributes
    ----------
    learners
        In the order in which they are listed; their own k is `ANY_K`.
    ks
        Every k, a grid of them (1 to 200, then steps of 3 %), or just these.
    sample
        So many test rows, drawn once; None: all.
    runs, folds
        `runs` matters to `repeated-cv` only, `folds` not to leave-one-out.
    """

    learners: tuple[Learner, ...]
    evaluation: Evaluation = "cv"
    ks: StudyKs = "all"
    sample: int | None = None
    runs: int = 10
    folds: int = 10

    @classmethod
    def of_query(cls, query: Query, variants: Sequence[LWNB] = (), **more: Any) -> CurveStudy:
        """LWNB as it is set now with its three rivals, and variants of LWNB."""
        lwnb = LWNB(ANY_K, query.convention, kernel=query.kernel, eq6=query.eq6)
        nb, knn, knndw = lwnb.rivals
        others = [at_any_k(v) for v in variants]
        return cls((lwnb, knndw, knn, nb, *(v for v in dict.fromkeys(others) if v != lwnb)), **more)

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.learners)

    @property
    def how(self) -> str:
        """The evaluation in words, with what the attributes are scaled by."""
        if self.evaluation == "loo":
            words = "leave-one-out, scaled by the ranges of the other rows"
        else:
            runs = "" if self.evaluation == "cv" else f"{self.runs} × "
            words = f"{runs}{self.folds}-fold cross-validation, scaled by the ranges of the training rows"
        return words if self.sample is None else f"{words}, {self.sample:,} test rows drawn at random"

    @property
    def how_brief(self) -> str:
        """The evaluation in a word or two."""
        if self.evaluation == "loo":
            return "leave-one-out"
        return f"{self.folds}-fold" if self.evaluation == "cv" else f"{self.runs} × {self.folds}-fold"

    @property
    def setting(self) -> CurveStudy:
        """All but the learners: curves of equal settings can stand in one picture."""
        return replace(self, learners=())

    def n_cases(self, rows: int) -> int:
        """How many predictions each learner makes at each k, with so many rows that have a class."""
        tested = rows if self.sample is None else min(self.sample, rows)
        return tested * (self.runs if self.evaluation == "repeated-cv" else 1)

    @property
    def n_splits(self) -> int:
        """How often the learners are fitted."""
        if self.evaluation == "loo":
            return 1
        return self.folds * (self.runs if self.evaluation == "repeated-cv" else 1)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; `from_dict` makes the same study of it."""
        return {
            "learners": [spec_of(learner) for learner in self.learners],
            "evaluation": self.evaluation,
            "ks": self.ks if isinstance(self.ks, str) else list(self.ks),
            "sample": self.sample,
            "runs": self.runs,
            "folds": self.folds,
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> CurveStudy:
        ks = found.get("ks", "all")
        return cls(
            tuple(at_any_k(learner_from_spec(spec)) for spec in found["learners"]),
            found.get("evaluation", "cv"),
            ks if isinstance(ks, str) else tuple(ks),  # type: ignore[arg-type]
            found.get("sample"),
            found.get("runs", 10),
            found.get("folds", 10),
        )


@dataclass(frozen=True, eq=False)
class StudyResult:
    """What a study has found so far.

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
    _bests: dict[CurveMeasure, tuple[BestK | None, ...]] = field(default_factory=dict)

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

    def best(self, measure: CurveMeasure = "accuracy") -> tuple[BestK | None, ...]:
        """The best k of every learner that has a k, with its uncertainty. Computed once."""
        if measure not in self._bests:
            self._bests[measure] = tuple(
                best_k(curve, measure) if curve is not None and has_k(curve.learner) else None
                for curve in self.curves
            )
        return self._bests[measure]

    def as_curves(self) -> AccuracyCurves | None:
        """As the engine gives them, where all are over the same k; else None."""
        found = [curve for _, curve in self.drawn]
        if len(found) < len(self.curves) or not found:
            return None
        first = found[0]
        if any(len(c.ks) != len(first.ks) or (c.ks != first.ks).any() for c in found):
            return None
        return AccuracyCurves(self.data.name, self.study.evaluation, first.ks, first.cases, tuple(found))


def nearest_k(curve: Curve, k: int) -> int:
    """The computed k that is nearest to k."""
    ks: NDArray[np.int64] = curve.ks
    i = int(np.clip(np.searchsorted(ks, k), 1, max(len(ks) - 1, 1))) if len(ks) > 1 else 0
    if i and k - ks[i - 1] <= ks[i] - k:
        i -= 1
    return int(ks[i])
