"""Very many dots as one picture, because drawing a hundred thousand marks one by one takes a second."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.theme import ClassStyle, rgb
from lwnb_gui.views.drawing.inks import Inks
from lwnb_gui.views.drawing.marks import OUTLINES, ROUND
from lwnb_gui.views.drawing.scene import Dots, Image

Floats = NDArray[np.float64]
Bounds = tuple[float, float, float, float]  # left, top, width, height

MANY = 4000  # up to this number, dots are drawn one by one, exactly
_DENSEST = 0.6  # opacity of the thickest cloud
_FINE = 4  # subpixels along each side, for the edge of a stamp
_HOLLOW = 2.0  # a factor for the opacity, because an outline covers less
_INNER = 1.9  # the width of an outline: the inside of a shape smaller by this is empty
UNKNOWN = 0.5  # size of the dot of a row without a class, as a share of the others'


def opacity_of(dots: Dots, style: ClassStyle) -> float:
    """Return the opacity of the dots of a class."""
    return min(_HOLLOW * dots.opacity, 1.0) if style.hollow else dots.opacity


def stamped(dots: Dots, bounds: Bounds, inks: Inks, finer: float = 1.0) -> Image:
    """Draw the dots inside the bounds: each class has a stamp that is put wherever a row is.

    Where rows lie on top of each other the cloud gets denser, but never so dense that it hides what is above
    it; where classes mix, so do their colours, whichever comes first. `finer`: pixels of the picture for one
    of the scene.
    """
    left, top = np.floor(bounds[0]), np.floor(bounds[1])
    wide = max(1, int(np.ceil((bounds[0] + bounds[2] - left) * finer)))
    tall = max(1, int(np.ceil((bounds[1] + bounds[3] - top) * finer)))
    with np.errstate(invalid="ignore"):
        column, row = np.floor((dots.x - left) * finer), np.floor((dots.y - top) * finer)
        is_inside = (column >= 0) & (row >= 0) & (column < wide) & (row < tall)
    cells = (row[is_inside] * wide + column[is_inside]).astype(np.intp)
    codes = dots.class_codes[is_inside]
    colour, weight = np.zeros((tall, wide, 3)), np.zeros((tall, wide))
    for code in np.unique(codes):
        style = inks.style(max(int(code), 0))
        counts = np.bincount(cells[codes == code], minlength=wide * tall).reshape(tall, wide)
        size, marker, is_hollow = dots.size * finer, style.marker, style.hollow
        if code < 0:
            size, marker, is_hollow = size * UNKNOWN, "o", False
        coverage = -np.log1p(-_stamp(marker, size, is_hollow) * opacity_of(dots, style) * 0.999)
        mine = _spread(counts, coverage)
        weight += mine
        colour += mine[..., None] * np.array(rgb(inks["ink3"][0] if code < 0 else style.fill))
    np.divide(colour, weight[..., None], out=colour, where=weight[..., None] > 0)
    picture = np.empty((tall, wide, 4), dtype=np.uint8)
    picture[..., :3] = np.rint(colour)
    picture[..., 3] = np.rint(_DENSEST * -np.expm1(-weight / _DENSEST) * 255)
    return Image(float(left), float(top), wide / finer, tall / finer, picture)


def _spread(counts: NDArray[np.intp], stamp: Floats) -> Floats:
    """Put the stamp `counts` times at every pixel; only pixels with rows are visited."""
    half = len(stamp) // 2
    tall, wide = counts.shape
    padded = np.zeros((tall + 2 * half, wide + 2 * half))
    row, column = counts.nonzero()
    known = counts[row, column].astype(np.float64)
    at = row * padded.shape[1] + column
    flat = padded.reshape(-1)
    for (dy, dx), weight in np.ndenumerate(stamp):
        if weight:
            flat[at + (dy * padded.shape[1] + dx)] += weight * known
    return padded[half : half + tall, half : half + wide]


def _stamp(marker: str, size: float, is_hollow: bool) -> Floats:
    """Return how much of each pixel around a point a mark covers; odd side, the point in the middle pixel."""
    half = max(1, int(np.ceil(size / 2)))
    steps = (np.arange((2 * half + 1) * _FINE) + 0.5) / _FINE - half - 0.5
    x, y = np.meshgrid(steps / (size / 2), steps / (size / 2))
    holds = _holder(marker)
    coverage = holds(x, y)
    if is_hollow:
        coverage &= ~holds(x * _INNER, y * _INNER)
    side = 2 * half + 1
    return np.asarray(coverage.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3)))


def _holder(marker: str) -> Callable[[Floats, Floats], NDArray[np.bool_]]:
    """Tests whether points lie in the outline of a mark."""
    corners = OUTLINES[marker]
    if not corners:
        return lambda x, y: np.asarray(x * x + y * y <= ROUND * ROUND)

    def holds(x: Floats, y: Floats) -> NDArray[np.bool_]:
        """Whether a line from the point to the right crosses the outline an odd number of times."""
        is_inside = np.zeros(x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if y0 != y1:
                crosses = (y0 > y) != (y1 > y)
                is_inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        return is_inside

    return holds
