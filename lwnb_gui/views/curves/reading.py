"""The reading of learners over k, from a study in the window or from curves of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core import AccuracyCurves, BestK, Curve, best_k
from lwnb_core.evaluation.measures import CURVE_MEASURES, Measure, measure_named
from lwnb_gui.text import count, listed, points, printable
from lwnb_gui.views.curves.best import LearnersBestK
from lwnb_gui.views.curves.wording import how_is_tested, how_tested
from lwnb_gui.views.wording.learner_names import names_of

if TYPE_CHECKING:
    from lwnb_gui.study.result import StudyResult

Bests = Sequence[BestK | None]


@dataclass(frozen=True, eq=False)
class CurvesReading:
    """Curves of learners, in the order of the learners, as far as they have been started.

    Attributes
    ----------
    data
        The name of the data set.
    about
        The measure.
    find_bests
        Finds the best k of every curve whose learner has a k.
    how
        The evaluation in words.
    is_complete
        Whether every test case is in.
    expected
        Test cases of each learner that there will be.
    """

    data: str
    curves: tuple[Curve, ...]
    names: tuple[str, ...]
    about: Measure
    evaluation: str
    how: str
    find_bests: Callable[[], Bests]
    is_complete: bool = True
    expected: int = 0

    @property
    def measure(self) -> str:
        return self.about.name

    @property
    def heading(self) -> str:
        """Return a heading, such as `Accuracy over k`."""
        return heading_of(self.about)

    @property
    def title(self) -> str:
        """Return a title, such as `iris: accuracy over k`."""
        return f"{printable(self.data)}: {printable(self.about.title)} over k"

    @cached_property
    def bests(self) -> tuple[LearnersBestK | None, ...]:
        """The best k of each learner; None if it has none, or there is no test for it."""
        return tuple(
            None if best is None else LearnersBestK.of(name, best, self.about)
            for name, best in zip(self.names, self.find_bests(), strict=True)
        )

    @cached_property
    def longest(self) -> Curve:
        """The curve with most k: learners whose sums do not carry over from one k to the next have fewer."""
        return max(self.curves, key=lambda curve: len(curve.ks))

    @property
    def ks(self) -> NDArray[np.int64]:
        return self.longest.ks

    @property
    def is_sample(self) -> bool:
        """Whether only some of the rows are tested, or have been tested so far."""
        return any(curve.tested.is_sample for curve in self.curves)

    @property
    def known_to(self) -> str:
        """Return `± 0.5 points`; empty once every row was tested, because nothing is then left to chance."""
        return known_to(self.curves)

    @property
    def tests(self) -> str:
        """Describe the tests: `150 test cases, leave-one-out, scaled by the ranges of the other rows`."""
        how = self.how if self.is_complete else f"{self.how}, not finished"
        return f"{count(len(self.longest.cases), 'test case')}, {how}"

    @property
    def best_ks(self) -> str:
        """Name the best k: `LWNB is best at k = 12 (96.67 %) and KNN at k = 4 (96.00 %).`"""
        said = [
            f"{printable(best.name)} is best at k = {best.k} ({best.value_text}{self.about.unit_after})"
            for best in self.bests
            if best is not None
        ]
        return f"{listed(said)}." if said else ""

    @property
    def summary(self) -> str:
        """Describe the curves in the line beside their title."""
        first = self.curves[0]
        if not self.is_complete and sum(int(curve.done.sum()) for curve in self.curves) < self.expected:
            so_far = f"so far: {count(int(first.done.sum()), 'test case')}"
            return f"{so_far}, {self.known_to}" if self.known_to else so_far
        last = int(first.ks[-1])
        every = len(first.ks) == last
        parts = [f"every k from 1 to {last:,}" if every else f"{len(first.ks)} values of k up to {last:,}"]
        parts.append("the same rows for all" if self.evaluation == "loo" else "the same folds for all")
        if first.tested.is_sample:
            parts.append(f"{first.tested.drawn:,} test rows, {self.known_to}")
        return ", ".join(parts)


def known_to(curves: Sequence[Curve]) -> str:
    """Return the precision in points (95 % confidence) of all accuracies; empty once all rows were tested."""
    if not any(curve.tested.drawn and curve.tested.is_sample for curve in curves):
        return ""
    return points(max(curve.band.widest for curve in curves))


def heading_of(about: Measure) -> str:
    """Return a heading, such as `Accuracy over k`."""
    return f"{printable(about.heading)} over k"


def reading_of_study(result: StudyResult, measure: str = "accuracy") -> CurvesReading | None:
    """Read a study; None before the first curve has been started."""
    if not result.drawn:
        return None
    return CurvesReading(
        result.data.name,
        tuple(curve for _, curve in result.drawn),
        tuple(result.names[i] for i, _ in result.drawn),
        measure_named(measure, CURVE_MEASURES),
        result.study.evaluation,
        how_is_tested(result.study),
        lambda: [result.best(measure)[i] for i, _ in result.drawn],
        result.complete,
        result.expected,
    )


def reading_of_curves(
    curves: AccuracyCurves, measure: str = "accuracy", names: Sequence[str] | None = None
) -> CurvesReading | None:
    """Read curves without their study: the test cases show how they were evaluated."""
    if not curves.curves:
        return None
    cases, tested = curves.cases, curves.curves[0].tested
    runs, folds = int(cases.runs.max(initial=1)), int(cases.folds.max(initial=0)) + 1
    sample = tested.drawn if tested.is_sample else None
    return CurvesReading(
        curves.data,
        curves.curves,
        tuple(names or names_of([curve.learner for curve in curves.curves])),
        measure_named(measure, CURVE_MEASURES),
        curves.evaluation,
        how_tested(curves.evaluation, runs, folds, sample=sample),
        lambda: [best_k(curve, measure) if has_k(curve) else None for curve in curves.curves],
    )


def has_k(curve: Curve) -> bool:
    """Whether the learner of a curve has a k; without one the curve is a horizontal line."""
    return "k" in curve.learner.settings
