"""Curves that are drawn by hand, alone on the axes and then over the computed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lwnb_core.evaluation.measures import MEASURES
from lwnb_gui.plots.curve_data import CurveFigure, CurveSeries, SeriesStyle
from lwnb_gui.state.drawing import HIGHEST, LOWEST, Comparison

STYLES: dict[str, SeriesStyle] = {"KNN": "drawn knn", "LWNB": "drawn lwnb"}
_AIR = 3.0  # points above 100 and below 0, so that a line there is not on the frame


def empty_figure(compared: Sequence[Comparison], *, k: int | None = None, log: bool = True) -> CurveFigure:
    """Axes of all accuracies with nothing on them but what was drawn."""
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
    """The computed curves with the drawn ones over them, and the gaps between as their bands.

    The bands of the computed curves are left out, so that nothing but the gaps is shaded; the axis stays the
    one on which the lines were drawn.
    """
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
