"""The definition of a study of learners over k. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lwnb_core import LWNB, Dataset, Learner
from lwnb_core.evaluation.curves.confidence import most_rows
from lwnb_core.evaluation.curves.splits import Evaluation
from lwnb_core.evaluation.paper.figures import DATA, KS
from lwnb_gui.app.query import Query
from lwnb_gui.study.learners import ANY_K, at_any_k
from lwnb_gui.study.settings import CurveSettings, KsChoice
from lwnb_gui.views.wording.learner_names import names_of

StudyKs = Literal["all", "grid"] | tuple[int, ...]

EVALUATIONS: dict[Evaluation, str] = {
    "loo": "leave-one-out",
    "cv": "10-fold",
    "repeated-cv": "10 × 10-fold, stratified",
}


@dataclass(frozen=True)
class CurveStudy:
    """A study to be measured; comparable.

    Attributes
    ----------
    learners
        In the order in which they are listed; their own k is `ANY_K`.
    ks
        Every k, a grid of them (1 to 200, then steps of 3 %), or just these.
    sample
        So many test rows, drawn once; None: all.
    precision
        Test rows at random until the accuracies are known to so many points; None: all.
    runs, folds
        `runs` matters to `repeated-cv` only, `folds` not to leave-one-out.
    """

    learners: tuple[Learner, ...]
    evaluation: Evaluation = "cv"
    ks: StudyKs = "all"
    sample: int | None = None
    runs: int = 10
    folds: int = 10
    precision: float | None = None

    @classmethod
    def of(cls, query: Query, settings: CurveSettings | None = None) -> CurveStudy:
        """Return LWNB as in the query, with its three rivals, and the variants of LWNB in `settings`."""
        settings = settings or CurveSettings()
        lwnb = LWNB(ANY_K, query.convention, kernel=query.kernel, eq6=query.eq6)
        nb, knn, knndw = lwnb.rivals
        variants = dict.fromkeys(at_any_k(variant) for variant in settings.variants)
        learners = (lwnb, knndw, knn, nb, *(variant for variant in variants if variant != lwnb))
        ks = KS if settings.ks == "figures" else settings.ks
        return cls(learners, settings.evaluation, ks, settings.sample, precision=settings.precision)

    @property
    def ks_choice(self) -> KsChoice:
        """Return the values of k as the page Curves names them."""
        return self.ks if isinstance(self.ks, str) else "figures"

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.learners)

    @property
    def setting(self) -> CurveStudy:
        """Return everything except the learners: curves of equal settings can be drawn together."""
        return replace(self, learners=())

    def n_cases(self, rows: int) -> int:
        """Return the largest number of predictions per learner and k, for this many rows with a class."""
        tested = rows if self.sample is None else min(self.sample, rows)
        if self.precision is not None:
            tested = min(tested, most_rows(self.precision, rows))
        return tested * (self.runs if self.evaluation == "repeated-cv" else 1)

    @property
    def n_splits(self) -> int:
        """The number of times that the learners are fitted."""
        if self.evaluation == "loo":
            return 1
        return self.folds * (self.runs if self.evaluation == "repeated-cv" else 1)


def paper_figure_of(data: Dataset) -> Literal[2, 4] | None:
    """Return the figure of the paper that has curves of these data, by their name."""
    numbers: tuple[Literal[2, 4], ...] = (2, 4)
    return next((number for number in numbers if DATA[number] == data.name), None)
