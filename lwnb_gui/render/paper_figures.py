"""The paper's figures as drawings, assembled from the window's own parts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lwnb_gui.plots import curves, export
from lwnb_gui.plots.faint_points import draw_faint_points
from lwnb_gui.plots.layout import Box, add_axes, caption, style_axes
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.render.figures import PlotFigure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from lwnb_core import Dataset
    from lwnb_core.evaluation.paper.figures import FigureNumber, PaperFigure
    from lwnb_gui.theme import Theme

# The thickness of the slice through the spheres: thin enough to show the hollow, thick enough for enough
# points.
_SLICE = 0.2


@dataclass(frozen=True, eq=False)
class Points:
    """Rows in the plane of the first two attributes."""

    data: Dataset
    text: str


def draw_points(number: FigureNumber, data: Dataset, out: Path) -> None:
    """Draw Figure 1 (a slice through the spheres) or Figure 3."""
    export.save(points_view(number, data).figure(), out)


def draw_curves(figure: PaperFigure, out: Path) -> None:
    """Draw Figure 2 or 4."""
    export.save(curves_view(figure).figure(), out)


def points_view(number: FigureNumber, data: Dataset) -> PlotFigure:
    """Return Figure 1 or 3, not yet drawn."""
    classes = " and ".join(data.classes)
    if number == 1:
        inside = np.abs(data.column("z")) <= _SLICE
        share = f"{np.count_nonzero(inside)} of {len(data)}"
        text = f"{data.name} ({classes}): the {share} rows with |z| ≤ {_SLICE}."
        points = Points(data.subset(inside), text)
    else:
        points = Points(data, f"{data.name} ({classes}): {len(data)} rows.")
    return PlotFigure(_points, points, size=(520, 560))


def curves_view(figure: PaperFigure) -> PlotFigure:
    """Return Figure 2 or 4, not yet drawn."""
    series = []
    for curve in figure.curves.curves:
        part = slice(None) if "k" in curve.learner.settings else slice(0, 1)
        series.append(curves.CurveSeries.of(curve.name, curve.ks[part], curve.accuracy[part]))
    drawing = curves.CurveFigure(
        series=tuple(series),
        log=False,
        title=f"Figure {figure.number}: {figure.data.name}",
        caption="One run of 10-fold cross-validation, convention tables, on our draw of the data.",
    )
    return PlotFigure(curves.draw, drawing)


def _points(figure: Figure, points: Points, theme: Theme) -> None:
    data = points.data
    x, y = (data.attributes[j].name for j in data.predictors[:2])
    with drawing_in(theme):
        below = caption(figure, points.text, theme)
        ax = add_axes(
            figure, Box(left=theme.px(56), top=theme.px(12), right=theme.px(14), bottom=below + theme.px(44))
        )
        style_axes(ax, theme)
        positions = np.column_stack([data.column(x), data.column(y)])
        draw_faint_points(ax, positions, data.class_codes, theme, radius=3.2, opacity=0.9)
        low, high = (-1.05, 1.05) if positions.min() < 0 else (0.0, 1.0)
        ax.set(xlim=(low, high), ylim=(low, high), xlabel=x, ylabel=y, aspect="equal")
