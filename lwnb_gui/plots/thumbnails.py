"""A small picture of a data set for the start page: a scatter, a mosaic of votes, or a bundle of curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_gui.plots.faint_points import draw_faint_points
from lwnb_gui.plots.layout import Box, add_axes
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import Theme, blend, rgb
from lwnb_gui.views.map.plane import padded
from lwnb_gui.views.map.points import Floats, axis_scale, axis_values, jitter, project

Form = Literal["scatter", "mosaic", "curves"]
MOST_ROWS = 1000
# If there are at least this many numeric attributes, two of them say little, and their order often matters.
_A_BUNDLE = 20


@dataclass(frozen=True, eq=False)
class Thumbnail:
    """The data of the picture.

    Attributes
    ----------
    points
        `scatter`: places (n, 2). `mosaic`: codes, rows sorted by class (n, attributes). `curves`: quartiles
        of the scaled attributes by class (classes, 3, attributes).
    codes
        Classes of the rows (or of the curves).
    round
        Whether both axes have the same scale (points in a square or a ball).
    """

    form: Form
    points: Floats
    codes: NDArray[np.int32]
    round: bool = False


def thumbnail(data: Dataset) -> Thumbnail:
    """Return the picture that suits the data, by the kinds and number of the attributes."""
    step = max(1, -(-len(data) // MOST_ROWS))
    some = data.subset(slice(None, None, step))
    codes = some.class_codes if some.class_index is not None else np.zeros(len(some), dtype=np.int32)
    numeric = [j for j in data.predictors if data.attributes[j].is_numeric]
    nominal = [j for j in data.predictors if data.attributes[j].is_nominal]
    if len(nominal) >= 8 and len(nominal) > len(numeric):
        return _mosaic(some, nominal, codes)
    if len(numeric) >= _A_BUNDLE:
        return _curves(some, numeric, codes)
    if len(numeric) >= 2:
        x, y = _telling(some, numeric, codes)
        positions = np.column_stack([some.column(x), some.column(y)]).astype(float)
        if np.isfinite(positions).all(axis=1).mean() < 0.7:
            return Thumbnail("scatter", _spread(project(some)[1], some), codes)
        positions = _spread(positions, some)
        spans = [np.ptp(c[np.isfinite(c)]) if np.isfinite(c).any() else 0.0 for c in positions.T]
        same = (
            min(spans) > 0 and 0.8 < spans[0] / spans[1] < 1.25 and len(numeric) == len(data.predictors) <= 3
        )
        return Thumbnail("scatter", positions, codes, bool(same))
    if len(data.predictors) >= 2 and len(some):
        return Thumbnail("scatter", _spread(project(some)[1], some), codes)
    if data.predictors and len(some):
        along = axis_values(some, axis_scale(some, data.predictors[0]), 0)
        return Thumbnail("scatter", np.column_stack([along, codes.astype(float)]), codes)
    return Thumbnail("scatter", np.empty((0, 2)), np.empty(0, dtype=np.int32))


def _spread(positions: Floats, data: Dataset) -> Floats:
    """Add a little noise where many rows share few positions, to show how many there are."""
    present = positions[np.isfinite(positions).all(axis=1)]
    if not len(present) or len(np.unique(np.round(present, 6), axis=0)) > len(present) / 3:
        return positions
    moved = positions.copy()
    for i in range(2):
        distinct = np.unique(np.round(present[:, i], 6))
        gap = float(np.diff(distinct).min()) if len(distinct) > 1 else 1.0
        jitter_width = max(gap, float(np.ptp(distinct)) / 20)
        moved[:, i] += jitter(data.row_numbers, i) * jitter_width
    return moved


def _telling(data: Dataset, numeric: list[int], codes: NDArray[np.int32]) -> tuple[int, int]:
    """Return the two attributes that separate the classes best: variance between classes over that within."""
    scores = []
    for j in numeric:
        x = data.column(j)
        known = np.isfinite(x) & (codes >= 0)
        v, c = x[known], codes[known]
        total = float(((v - v.mean()) ** 2).sum()) if len(v) else 0.0
        if total == 0:
            scores.append(0.0)
            continue
        n = np.bincount(c)
        mean = np.bincount(c, v) / np.maximum(n, 1)
        between = float((n * (mean - v.mean()) ** 2).sum())
        # A pile at one value hides the classes, however well it separates them.
        pile = float(np.unique(v, return_counts=True)[1].max()) / len(v)
        scores.append(between / total * (1 - pile))
    first, second = sorted(np.argsort(-np.array(scores), kind="stable")[:2])
    return numeric[int(second)], numeric[int(first)]


def _mosaic(data: Dataset, nominal: list[int], codes: NDArray[np.int32]) -> Thumbnail:
    order = np.argsort(codes, kind="stable")
    values = np.column_stack([data.column(j) for j in nominal[:24]])[order]
    # Similar rows are adjacent, so that the picture has stripes rather than noise.
    within = np.lexsort((*values.T[::-1][-6:], codes[order]))
    return Thumbnail("mosaic", values[within].astype(float), codes[order][within])


def _curves(data: Dataset, numeric: list[int], codes: NDArray[np.int32]) -> Thumbnail:
    classes = [c for c in np.unique(codes) if c >= 0][:6]
    quartiles = np.full((len(classes), 3, len(numeric)), np.nan)
    for i, j in enumerate(numeric):
        column = data.column(j)
        for row, c in enumerate(classes):
            values = column[(codes == c) & np.isfinite(column)]
            if len(values):
                quartiles[row, :, i] = np.percentile(values, (25, 50, 75))
    return Thumbnail("curves", quartiles, np.array(classes, dtype=np.int32))


def draw(figure: Figure, data: Thumbnail, theme: Theme) -> None:
    """Draw only the picture, on the window's colour: no axes, no words."""
    with drawing_in(theme):
        figure.set_facecolor(theme.window)
        edge = theme.px(10)
        ax = add_axes(figure, Box(left=edge, top=edge, right=edge, bottom=edge))
        ax.set_axis_off()
        if data.form == "mosaic":
            _draw_mosaic(ax, data, theme)
        elif data.form == "curves":
            _draw_curves(ax, data, theme)
        else:
            few = len(data.codes) < 60
            draw_faint_points(
                ax, data.points, data.codes, theme, radius=5.0 if few else 2.1, opacity=0.9 if few else 0.78
            )
            ax.set_xlim(*padded(data.points[:, 0], 0.03))
            ax.set_ylim(*padded(data.points[:, 1], 0.03))
            if data.round:
                ax.set_aspect("equal")


def _draw_mosaic(ax: Axes, data: Thumbnail, theme: Theme) -> None:
    picture = np.empty((data.points.shape[1], len(data.codes), 3), dtype=np.uint8)
    top = np.maximum(data.points.max(axis=0, initial=1.0), 1.0)[:, None]
    for c in np.unique(data.codes):
        fill = theme.class_style(max(int(c), 0)).area
        here = data.points[data.codes == c].T
        shades = np.array(
            [rgb(blend(fill, theme.window, s)) for s in np.linspace(0.15, 1.0, 9)], dtype=np.uint8
        )
        shares = np.where(here < 0, 0.0, here / top)
        picture[:, data.codes == c] = shades[np.rint(shares * 8).astype(int)]
    ax.imshow(picture, aspect="auto", interpolation="nearest")


def _draw_curves(ax: Axes, data: Thumbnail, theme: Theme) -> None:
    x = np.arange(data.points.shape[2])
    for c, (low, middle, high) in zip(data.codes, data.points, strict=True):
        style = theme.class_style(int(c))
        ax.fill_between(x, low, high, color=style.fill, alpha=0.16, linewidth=0)
        ax.plot(x, middle, color=style.fill, linewidth=theme.line_other)
