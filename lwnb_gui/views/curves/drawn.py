"""Curves drawn by hand: alone on the axes, over the computed ones, and their distances from these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lwnb_core.evaluation.measures import MEASURES
from lwnb_gui.text import fixed
from lwnb_gui.views.curves.curve_figure import CurveFigure, CurveSeries, SeriesStyle

if TYPE_CHECKING:
    from lwnb_gui.teaching.drawing import Comparison, Drawing


STYLES: dict[str, SeriesStyle] = {"KNN": "drawn knn", "LWNB": "drawn lwnb"}
_AIR = 3.0  # points above 100 and below 0, so that a line there does not cover the frame
_NOTHING = 0.05  # points that are displayed as 0.0
# A live page, in which one can draw and compare, uses the same sentences.
SAYINGS = {
    "high": "{learner}: you were {points} points too high at k = {k}; on average {mean} points off{part}.",
    "low": "{learner}: you were {points} points too low at k = {k}; on average {mean} points off{part}.",
    "met": "{learner}: you drew exactly the computed curve{part}.",
    "nothing": "{learner}: you drew nothing.",
    "part": " (drawn from k = {first} to {last})",
    "read": "{learner}, your drawing: {value}",
}


@dataclass(frozen=True)
class Gap:
    """The place where a drawn curve is farthest from the computed one.

    Attributes
    ----------
    k
        The smallest k at which the gap is largest.
    points
        Percentage points by which the drawn curve is too high there; negative where it is too low.
    mean
        The distance in points, averaged over the computed k that were drawn.
    ends
        First and last of these k.
    is_whole
        Whether every computed k was drawn.
    """

    learner: str
    k: int
    points: float
    mean: float
    ends: tuple[int, int]
    is_whole: bool

    @property
    def sentence(self) -> str:
        """Return, say, `KNN: you were 12.3 points too high at k = 40; on average 5.1 points off.`"""
        first, last = self.ends
        saying = "met" if abs(self.points) < _NOTHING else "high" if self.points > 0 else "low"
        return SAYINGS[saying].format(
            learner=self.learner,
            points=fixed(abs(self.points), 1),
            k=self.k,
            mean=fixed(self.mean, 1),
            part="" if self.is_whole else SAYINGS["part"].format(first=first, last=last),
        )


def gap(comparison: Comparison) -> Gap | None:
    """Return the gap; None if nothing was drawn."""
    is_drawn = np.isfinite(comparison.drawn) & np.isfinite(comparison.computed)
    if not is_drawn.any():
        return None
    ks = comparison.ks[is_drawn]
    differences = (comparison.drawn - comparison.computed)[is_drawn]
    worst = int(np.argmax(np.abs(differences)))
    return Gap(
        learner=comparison.learner,
        k=int(ks[worst]),
        points=float(differences[worst]),
        mean=float(np.abs(differences).mean()),
        ends=(int(ks[0]), int(ks[-1])),
        is_whole=bool(is_drawn.all()),
    )


def spoken(drawing: Drawing, k: int, log: bool) -> str:
    """Describe the line being drawn for a screen reader: `KNN at k = 40: 61.0 %`."""
    from lwnb_gui.teaching.drawing import DRAWN_LEARNERS

    name, (value,) = DRAWN_LEARNERS[drawing.learner], drawing.line.at(np.array([k]), log)
    said = f"{fixed(float(value), 1)} %" if np.isfinite(value) else "nothing drawn"
    return f"{name} at k = {k}: {said}"


def drawn_sentences(compared: Iterable[Comparison]) -> tuple[str, ...]:
    """Return one sentence per learner."""
    return tuple(
        found.sentence if (found := gap(one)) is not None else SAYINGS["nothing"].format(learner=one.learner)
        for one in compared
    )


# -- as figures --------------------------------------------------------------------------------------------


def empty_figure(compared: Sequence[Comparison], *, k: int | None = None, log: bool = True) -> CurveFigure:
    """Return axes for all accuracies with only the drawn curves on them."""
    from lwnb_gui.teaching.drawing import HIGHEST, LOWEST

    return CurveFigure(
        tuple(_series(one) for one in compared),
        k,
        log,
        MEASURES["accuracy"].axis,
        1,
        unit="as drawn, %",
        lowest=LOWEST,
        highest=HIGHEST,
        values=(LOWEST - _AIR, HIGHEST + _AIR),
        growing=True,
    )


def with_drawn(figure: CurveFigure, compared: Sequence[Comparison]) -> CurveFigure:
    """Draw the drawn curves over the computed ones, with the gaps between them as bands.

    The bands of the computed curves are left out, so that only the gaps are shaded; the axis remains the one
    on which the lines were drawn.
    """
    from lwnb_gui.teaching.drawing import HIGHEST, LOWEST

    computed = tuple(replace(series, low=None, high=None) for series in figure.series)
    drawn = tuple(
        replace(
            _series(one),
            low=np.minimum(one.drawn, one.computed),
            high=np.maximum(one.drawn, one.computed),
        )
        for one in compared
        if np.isfinite(one.drawn).any()
    )
    return replace(
        figure,
        series=computed + drawn,
        unit="",
        band="Shaded: the gap between the drawn and the computed curve." if drawn else "",
        values=(LOWEST - _AIR, HIGHEST + _AIR),
        growing=False,
    )


def _series(one: Comparison) -> CurveSeries:
    return CurveSeries(f"{one.learner} as drawn", one.ks, one.drawn, style=STYLES[one.learner])
