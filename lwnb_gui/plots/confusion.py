"""Confusion matrices: true classes down, given classes across, with precision and recall at their edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from lwnb_gui.plots.layout import (
    SEMIBOLD,
    caption,
    class_marker,
    fitted,
    fitted_all,
    pixel_axes,
    size,
    text_width,
)
from lwnb_gui.plots.theme import LIGHT, Theme, blend, rgb
from lwnb_gui.readings.names import brief_all
from lwnb_gui.state.curve_study import StudyResult, nearest_k
from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.text import fixed, number

Floats = NDArray[np.float64]
# Pixels of the light theme: the line with the name, the line with the given classes, a line of a class.
NAME_LINE, HEAD_LINE, LINE = 22.0, 18.0, 20.0
_WIDEST, _NARROWEST, _MARKS, _EDGE = 44.0, 9.0, 20.0, 12.0
_WITH_FIGURES = 21.0  # a cell narrower than this, or than its count, has a shade instead
_WIDEST_NAMES = 170.0  # in the window
_CAPTION = 30.0
_AIR = 4.0  # beside the longest count
# Between two matrices, and for the recall beside one.
_ROOMY, _TIGHT = (16.0, 42.0), (8.0, 35.0)
_SPACINGS = (_ROOMY, _TIGHT)


@dataclass(frozen=True, eq=False)
class ConfusionData:
    """One learner's counts; `matrix[t, g]`: rows of class t that were given class g.

    `over_folds` is the accuracy as the mean over folds, where curves say that: folds of unequal size make it
    differ from the share of all tests.
    """

    name: str
    classes: tuple[str, ...]
    matrix: Floats
    over_folds: float | None = None

    @property
    def shares(self) -> Floats:
        """Percent of each true class; NaN for a class without rows."""
        total = self.matrix.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * self.matrix / total)

    @property
    def recall(self) -> Floats:
        return np.asarray(np.diag(self.shares))

    @property
    def precision(self) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * np.diag(self.matrix) / self.matrix.sum(axis=0))

    @cached_property
    def longest(self) -> str:
        """The count that takes most room."""
        return max((number(count) for count in np.unique(self.matrix).tolist()), key=len, default="")

    @property
    def accuracy(self) -> float:
        if self.over_folds is not None:
            return self.over_folds
        total = float(self.matrix.sum())
        return 100 * float(np.trace(self.matrix)) / total if total else np.nan


def confusion_data(
    name: str, classes: tuple[str, ...], true: ArrayLike, given: ArrayLike, weights: ArrayLike | None = None
) -> ConfusionData:
    """Count true against given classes (codes; rows without a true class do not count)."""
    t, g = np.asarray(true, dtype=np.intp), np.asarray(given, dtype=np.intp)
    w = np.ones(len(t)) if weights is None else np.asarray(weights, dtype=float)
    known = (t >= 0) & (g >= 0)
    o = len(classes)
    cells = np.bincount(t[known] * o + g[known], w[known], o * o)
    return ConfusionData(name, tuple(classes), np.asarray(cells.reshape(o, o), dtype=float))


def confusions(predictions: Predictions) -> tuple[ConfusionData, ...]:
    """One matrix for each learner that was asked about the test rows."""
    return tuple(
        confusion_data(name, predictions.classes, predictions.true, given)
        for name, given in predictions.predicted.items()
    )


def study_confusions(result: StudyResult, k: int) -> tuple[ConfusionData, ...]:
    """One matrix for each learner of a curve study, over the tests that are in, at the k nearest to k.

    The four learners of the window come first, in the order in which it shows them elsewhere.
    """
    found = {}
    for position, curve in result.drawn:
        at, cases = nearest_k(curve, k), curve.cases
        if not curve.done.any():
            continue
        name = result.names[position]
        said = confusion_data(name, result.data.classes, cases.classes, curve.predictions(at), cases.weights)
        accuracy = float(curve.accuracy[np.searchsorted(curve.ks, at)])
        found[name] = replace(said, over_folds=accuracy)
    order = [*(name for name in LEARNERS if name in found), *(name for name in found if name not in LEARNERS)]
    return tuple(found[name] for name in order)


@dataclass(frozen=True)
class MatrixPlace:
    """Where one matrix stands, in pixels: names, cells, the recall beside them and the precision below."""

    left: float
    names: float
    top: float
    cell: tuple[float, float]
    beside: float
    n: int
    named: bool = True
    counted: bool = True  # whether the cells are wide enough for their counts

    @property
    def cells_left(self) -> float:
        return self.left + self.names

    @property
    def right(self) -> float:
        return self.cells_left + self.n * self.cell[0] + self.beside

    @property
    def bottom(self) -> float:
        """Below the line with the precision."""
        return self.top + (self.n + 1) * self.cell[1]

    def corner(self, true: int, given: int) -> tuple[float, float]:
        """Upper left corner of a cell."""
        return self.cells_left + given * self.cell[0], self.top + true * self.cell[1]

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """True and given class of the cell at a place."""
        given, true = int((x - self.cells_left) // self.cell[0]), int((y - self.top) // self.cell[1])
        return (true, given) if 0 <= given < self.n and 0 <= true < self.n else None


def places(
    several: tuple[ConfusionData, ...],
    theme: Theme,
    width: float,
    measure: Callable[[str], float],
    names: float | None = None,
) -> tuple[MatrixPlace, ...]:
    """Matrices side by side, as many as have room; the names of the classes stand at the first of a row, the
    others have their marks.

    `measure` gives the width of a small text, as the window or matplotlib would draw it. `names` are the
    pixels of the names and their markers: what they need, up to a third, unless given.
    """
    if not several:
        return ()
    px, n = theme.px, max(len(several[0].classes), 1)
    marks = px(_MARKS)
    if names is None:
        names = min(_names_needed(several, theme, measure), width * 0.3, px(_WIDEST_NAMES))

    def cell_of(columns: int, spacing: tuple[float, float]) -> float:
        gap, beside = map(px, spacing)
        room = width - 2 * px(_EDGE) - names - (columns - 1) * (marks + gap) - columns * beside
        return room / (columns * n)

    # Rather two rows of matrices with counts than one with shades.
    longest = max((one.longest for one in several), key=len)
    needed = max(px(_WITH_FIGURES), 1.05 * measure(longest) + px(_AIR))  # some stand in semibold
    counted = ((c, s) for c in (len(several), 2, 1) for s in _SPACINGS if cell_of(c, s) >= needed)
    shaded = ((c, _ROOMY) for c in (len(several), 2) if cell_of(c, _ROOMY) >= px(_NARROWEST))
    columns, spacing = next(chain(counted, shaded), (1, _ROOMY))
    columns = min(columns, len(several))
    gap, beside = map(px, spacing)
    cell = min(max(cell_of(columns, spacing), px(4)), max(px(_WIDEST), needed))
    found: list[MatrixPlace] = []
    for i in range(len(several)):
        first = i % columns == 0
        left = px(_EDGE) if first else found[-1].right + gap
        above = 0.0 if i < columns else found[i - columns].bottom + px(6)
        top = above + px(NAME_LINE + HEAD_LINE)
        room = names if first else marks
        found.append(MatrixPlace(left, room, top, (cell, px(LINE)), beside, n, first, cell >= needed))
    return tuple(found)


def cell_colour(data: ConfusionData, true: int, given: int, theme: Theme, figures: bool) -> str:
    """The ground of a cell: the share of the true class as a shade where no count can be written."""
    share = float(data.shares[true, given])
    if figures or not share > 0:
        return theme.fill if true == given else theme.panel
    return blend(theme.ink2, theme.panel, 0.1 + 0.6 * share / 100)


def cell_text(data: ConfusionData, true: int, given: int) -> str:
    """How many rows are in a cell."""
    return number(float(data.matrix[true, given]))


def percent(value: float) -> str:
    """Precision or recall; a dash where there is nothing to take a share of."""
    return fixed(float(value), 1)


def precision_text(data: ConfusionData, given: int, place: MatrixPlace, theme: Theme) -> str:
    """Of one class, with as many digits as its column has room for."""
    return fixed(float(data.precision[given]), 1 if place.cell[0] >= theme.px(38) else 0)


def figure_size(data: ConfusionData | tuple[ConfusionData, ...], least: float = 720.0) -> tuple[float, float]:
    """Width and height in pixels of the light theme: as wide as the names need."""
    several = data if isinstance(data, tuple) else (data,)
    if not several:
        return least, NAME_LINE + 8 + _CAPTION
    names = _names_needed(several, LIGHT, lambda text: text_width(text, LIGHT, LIGHT.size_small))
    width = least + max(names - _WIDEST_NAMES, 0.0)
    return width, _places_in_figure(several, LIGHT, width)[-1].bottom + 8 + _CAPTION


def _names_needed(several: tuple[ConfusionData, ...], theme: Theme, measure: Callable[[str], float]) -> float:
    """Pixels of the names and their markers."""
    widest = max((measure(name) for name in brief_all(several[0].classes)), default=0.0)
    return theme.px(_MARKS + 6) + max(widest, measure("precision"))


def _places_in_figure(
    several: tuple[ConfusionData, ...], theme: Theme, width: float
) -> tuple[MatrixPlace, ...]:
    """In a figure names have what they need, as far as half of it suffices."""

    def measure(text: str) -> float:
        return text_width(text, theme, theme.size_small)

    names = min(_names_needed(several, theme, measure), width / 2) if several else None
    return places(several, theme, width, measure, names)


def draw(figure: Figure, data: ConfusionData | tuple[ConfusionData, ...], theme: Theme) -> None:
    """Matrices side by side: counts, what is right stands out; recall at the right, precision below."""
    several = data if isinstance(data, tuple) else (data,)
    with theme.context():
        caption(figure, WORDS, theme)
        ax = pixel_axes(figure)
        width, _ = size(figure)
        found = _places_in_figure(several, theme, width)
        for one, place in zip(several, found, strict=True):
            _matrix(ax, one, theme, place)


WORDS = "Lines: true class. Columns: class given. Beside: recall, below: precision, in percent."


def _matrix(ax: Axes, data: ConfusionData, theme: Theme, place: MatrixPlace) -> None:
    px = theme.px
    n, (wide, tall) = place.n, place.cell
    small: dict[str, Any] = {"va": "center", "fontsize": theme.size_small}
    first = data.name.startswith("LWNB")
    heads = place.top - px(HEAD_LINE / 2)
    title = place.top - px(HEAD_LINE + NAME_LINE / 2)
    ax.text(
        place.cells_left,
        title,
        fitted(data.name, place.right - place.cells_left - px(46), theme, theme.size_text),
        va="center",
        fontsize=theme.size_text,
        fontweight=SEMIBOLD if first else 400,
        color=theme.accent if first else theme.ink,
    )
    right = place.right - px(4)
    ax.text(right, title, f"{percent(data.accuracy)} %", ha="right", color=theme.ink2, **small)
    below = place.top + tall * (n + 0.5)
    if place.named:
        ax.text(right, heads, "recall", ha="right", color=theme.ink3, **small)
        ax.text(place.left, below, "precision", color=theme.ink3, **small)
    figures = place.counted
    names = fitted_all(data.classes, place.names - px(_MARKS), theme, theme.size_small)
    for c, name in enumerate(names):
        y, x = place.top + tall * (c + 0.5), place.cells_left + wide * (c + 0.5)
        class_marker(ax, x, heads, c, theme)
        class_marker(ax, place.left + px(6), y, c, theme)
        if place.named:
            ax.text(place.left + px(18), y, name, **small)
        ax.text(right, y, percent(data.recall[c]), ha="right", color=theme.ink2, **small)
        if figures:
            words = precision_text(data, c, place, theme)
            ax.text(x, below, words, ha="center", color=theme.ink2, **small)
    if not figures:
        _shades(ax, data, theme, place)
        return
    for true, given in product(range(len(data.classes)), repeat=2):
        x, y = place.corner(true, given)
        colour = cell_colour(data, true, given, theme, figures)
        ax.add_patch(Rectangle((x + 0.5, y + 0.5), wide - 1, tall - 1, color=colour, linewidth=0))
        some = data.matrix[true, given] > 0
        ax.text(
            x + wide / 2,
            y + tall / 2,
            cell_text(data, true, given),
            ha="center",
            fontweight=SEMIBOLD if true == given else 400,
            color=theme.ink if some else theme.ink3,
            **small,
        )


def _shades(ax: Axes, data: ConfusionData, theme: Theme, place: MatrixPlace) -> None:
    """The cells of a large matrix as one picture: a thousand rectangles would take seconds."""
    n = len(data.classes)
    colours = [[rgb(cell_colour(data, t, g, theme, figures=False)) for g in range(n)] for t in range(n)]
    left, top = place.corner(0, 0)
    right, bottom = place.corner(n, n)
    limits = ax.get_xlim(), ax.get_ylim()
    ax.imshow(
        np.array(colours, dtype=np.uint8).reshape(n, n, 3),
        extent=(left, right, bottom, top),
        aspect="auto",
        interpolation="nearest",
    )
    ax.set(xlim=limits[0], ylim=limits[1])
