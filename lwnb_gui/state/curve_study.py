"""A study of learners over k: what is to be measured, the measuring, and what was found. No Qt in here."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core import CONVENTIONS, KNN, KNNDW, LWNB, NB, Dataset, Learner
from lwnb_core.engine import choice
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.best_k import BestK, best_k
from lwnb_core.evaluation.curve_result import AccuracyCurves, Curve, CurveMeasure, CurveWork
from lwnb_core.evaluation.curves import Evaluation, accuracy_curve
from lwnb_core.learners.specs import learner_from_spec, spec_of
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, share, silent
from lwnb_gui.state.query import Query

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
_WORDS = {"precision": "Weka’s normal", "printed": "(6) as printed"}
# A learner's own k does not matter to its curve; one and the same makes equal settings equal.
_ANY_K = 50
# So many test cases at least before a first, coarse curve is worth its time, and how many it takes.
_WORTH_IT, _FEWEST, _MOST = 300, 60, 250


@dataclass(frozen=True)
class CurveStudy:
    """What is to be measured; comparable, and plain text in files.

    Attributes
    ----------
    learners
        In the order in which they are listed; their own k is `_ANY_K`.
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
        lwnb = LWNB(_ANY_K, query.convention, kernel=query.kernel, eq6=query.eq6)
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
            words = "leave-one-out, scaled by the ranges of all rows"
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


Partial = Callable[[StudyResult], None]


def run_study(
    study: CurveStudy,
    data: Dataset,
    progress: Progress = silent,
    partial: Partial | None = None,
    known: Mapping[Learner, Curve] | None = None,
    jobs: int | None = None,
    work: CurveWork | None = None,
) -> StudyResult:
    """Measure what is not known already: first a coarse picture from few test cases, then everything.

    `partial` is called now and then with what there is. A curve never goes back to fewer test cases than it
    has shown. `work` keeps what has been computed: given again after a stop, the study goes on from there.
    """
    work = work or CurveWork()
    found: dict[Learner, Curve] = {k: v for k, v in (known or {}).items() if k in study.learners}
    missing = [learner for learner in study.learners if learner not in found]
    batches = _batches(missing, data)
    labelled = int(np.count_nonzero(data.class_codes >= 0))
    cases = study.n_cases(labelled)
    total, start = cases * max(len(missing), 1), 0

    def tell(curves: Sequence[Curve], *, finished: bool = False) -> None:
        for curve in curves:
            old = found.get(curve.learner)
            if finished or old is None or curve.done.sum() >= old.done.sum() > 0:
                found[curve.learner] = curve
        if partial is not None:
            partial(StudyResult(study, data, tuple(found.get(learner) for learner in study.learners)))

    def started(curves: Sequence[Curve]) -> list[Curve]:
        return [curve for curve in curves if curve.done.any()]

    if cases >= _WORTH_IT and partial is not None and not work.looked:
        few = min(max(cases // 10, _FEWEST), _MOST)
        for batch in batches:
            coarse = accuracy_curve(
                batch,
                data,
                "loo" if study.evaluation == "loo" else "cv",
                coarse_ks(study, labelled),
                folds=study.folds,
                sample=few,
                progress=lambda done, of: progress(0, total),
                jobs=jobs,
            )
            tell(coarse.curves)
        work.looked = True
    for batch in batches:
        result = accuracy_curve(
            batch,
            data,
            study.evaluation,
            study.ks if isinstance(study.ks, str) else list(study.ks),
            runs=study.runs,
            folds=study.folds,
            sample=study.sample,
            progress=share(progress, start, total),
            partial=lambda now: tell(started(now.curves)),
            jobs=jobs,
            work=work,
        )
        tell(result.curves, finished=True)
        start += cases * len(batch)
    done = StudyResult(study, data, tuple(found[learner] for learner in study.learners), complete=True)
    done.best()  # here, and not when somebody wants to look at it
    return done


def coarse_ks(study: CurveStudy, rows: int) -> list[int]:
    """A handful of k, evenly spread on a logarithmic axis, among those of the study."""
    last = rows - 1 if study.evaluation == "loo" else rows - -(-rows // study.folds)
    last = max(last, 1)
    spread = np.unique(np.rint(np.geomspace(1, last, 28)).astype(int)).tolist()
    if isinstance(study.ks, str):
        return spread
    own = np.array(study.ks)
    return sorted({int(own[np.argmin(np.abs(own - k))]) for k in spread})


def _batches(learners: Sequence[Learner], data: Dataset) -> list[list[Learner]]:
    """Learners that can have every k, and those that cannot: each with as many k as it can have."""
    every: list[Learner] = []
    some: list[Learner] = []
    training: TrainingSet | None = None
    for learner in learners:
        carries = True
        if isinstance(learner, LWNB) and choice.compiled():
            training = training or TrainingSet.of(data)
            carries = Sweeper(training, learner.kernel, learner.convention, learner.eq6).carries_over
        (every if carries else some).append(learner)
    # KNN costs nothing beside an LWNB of its convention, and a pass of its own alone.
    conventions = {learner.convention for learner in some if isinstance(learner, LWNB)}
    hosts = {learner.convention for learner in every if isinstance(learner, LWNB)}
    riders = [x for x in every if isinstance(x, KNN) and x.convention in conventions - hosts]
    every = [learner for learner in every if learner not in riders]
    return [batch for batch in (every, [*some, *riders]) if batch]


# -- words --------------------------------------------------------------------------------------------


def names_of(learners: Sequence[Learner]) -> tuple[str, ...]:
    """The first of a name has it plain; the others add the settings in which they differ from the first."""
    first: dict[str, Learner] = {}
    names = []
    for learner in learners:
        base = first.setdefault(learner.name, learner)
        names.append(" ".join([learner.name, *differences(learner, base)]))
    return tuple(names)


def differences(learner: Learner, base: Learner) -> list[str]:
    """The settings in which a learner differs from another, in few words."""
    own, other = _all_settings(learner), _all_settings(base)
    same_convention = own.get("convention") == other.get("convention")
    found = []
    for key in dict.fromkeys([*own, *other]):
        value = _value(own, key)
        if value == _value(other, key) or (key not in own and not same_convention):
            continue  # a knob that only the other's convention has turned comes with the convention's name
        found.append(_WORDS.get(str(value), str(value)))
    return found


def _all_settings(learner: Learner) -> dict[str, Any]:
    return {key: value for key, value in learner.settings.items() if key != "k"}


def _value(settings: Mapping[str, Any], key: str) -> Any:
    """A setting; a knob that is not turned is as its convention has it."""
    if key in settings:
        return settings[key]
    return getattr(CONVENTIONS.get(str(settings.get("convention"))), key, None)


def described(learner: Learner) -> str:
    """A learner's settings in few words, for the list of curves."""
    if isinstance(learner, LWNB):
        numeric = learner.convention.changed_knobs.get("numeric")
        words = [learner.kernel, learner.convention.name]
        words += [{"density": "density", "precision": "Weka’s normal"}[numeric]] if numeric else []
        words += ["(6) as printed"] if learner.eq6 == "printed" else []
        return " · ".join(words)
    if isinstance(learner, KNNDW):
        return "1 − d∕dₖ" if learner.convention.knndw == "linear" else "1 − d"
    return {KNN: "votes", NB: "all rows"}.get(type(learner), learner.name)


def has_k(learner: Learner) -> bool:
    return "k" in learner.settings


def at_any_k(learner: Learner) -> Learner:
    """The learner with the k that stands for all."""
    if isinstance(learner, LWNB):
        return LWNB(_ANY_K, learner.convention, kernel=learner.kernel, eq6=learner.eq6)
    if isinstance(learner, KNN):
        return type(learner)(_ANY_K, learner.convention)
    return learner


def at_k(learner: Learner, k: int) -> Learner:
    """The learner with this k, if it has one."""
    if isinstance(learner, LWNB):
        return LWNB(k, learner.convention, kernel=learner.kernel, eq6=learner.eq6)
    return type(learner)(k, learner.convention) if isinstance(learner, KNN) else learner


def nearest_k(curve: Curve, k: int) -> int:
    """The computed k that is nearest to k."""
    ks: NDArray[np.int64] = curve.ks
    i = int(np.clip(np.searchsorted(ks, k), 1, max(len(ks) - 1, 1))) if len(ks) > 1 else 0
    if i and k - ks[i - 1] <= ks[i] - k:
        i -= 1
    return int(ks[i])


def n_jobs() -> int:
    return os.cpu_count() or 1
