"""Names on lines: positions where a label touches its own curve and is clear of all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEP = 3.0  # pixels between the points that represent a curve,
_MOST = 400  # unless it goes up and down so much that this would take more points than these
_GAP = 5.0  # pixels between a label and its curve
_FAR = 30.0  # farther than this is far enough
_EVERY, _ANCHORS = 4, 48  # a label is tried at every few points, and about this often on a curve


@dataclass(frozen=True)
class LabelPlace:
    """Lower left corner of a label in pixels, and its size."""

    x: float
    y: float
    width: float
    height: float

    def clear_of(self, other: LabelPlace, gap: float = 4.0) -> bool:
        return (
            self.x + self.width + gap < other.x
            or other.x + other.width + gap < self.x
            or self.y + self.height + gap < other.y
            or other.y + other.height + gap < self.y
        )


def resampled(xy: Floats) -> Floats:
    """Return points at even steps along a curve, steep or flat. Shape (points, 2)."""
    xy = xy[np.isfinite(xy).all(axis=1)]
    if len(xy) < 2:
        return xy
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(xy, axis=0).T))])
    step = max(_STEP, along[-1] / _MOST)
    grid = np.arange(0.0, along[-1] + step, step)
    return np.column_stack([np.interp(grid, along, xy[:, 0]), np.interp(grid, along, xy[:, 1])])


def place_labels(
    curves: Sequence[Floats],
    sizes: Sequence[tuple[float, float]],
    box: tuple[float, float],
    taken: Sequence[LabelPlace] = (),
) -> list[LabelPlace | None]:
    """Return a position for each label, or None if there is none.

    `curves` are points in pixels (see `resampled`) within a box of the given width and height; `sizes` the
    labels' widths and heights; `taken` what else must not be covered.
    """
    used = list(taken)
    placed: list[LabelPlace | None] = []
    for i, (w, h) in enumerate(sizes):
        others = [c for j, c in enumerate(curves) if j != i and len(c)]
        rest = np.vstack(others)[::2] if others else np.empty((0, 2))
        anchors = curves[i][:: max(_EVERY, len(curves[i]) // _ANCHORS)]
        corners = _around(anchors, w, h)
        anchors = np.tile(anchors, (4, 1))
        fits = (corners >= (3, 2)).all(axis=1) & (corners <= (box[0] - w - 3, box[1] - h - 2)).all(axis=1)
        fits &= np.array([all(LabelPlace(x, y, w, h).clear_of(o) for o in used) for x, y in corners], bool)
        corners, anchors = corners[fits], anchors[fits]
        if not len(corners):
            placed.append(None)
            continue
        best = int(np.argmax(_scores(corners, (w, h), anchors, curves[i], rest)))
        placed.append(LabelPlace(float(corners[best, 0]), float(corners[best, 1]), w, h))
        used.append(LabelPlace(float(corners[best, 0]), float(corners[best, 1]), w, h))
    return placed


def _around(anchors: Floats, w: float, h: float) -> Floats:
    """Return corners of labels above, below, left and right of each anchor. Shape (4 · anchors, 2)."""
    shifts = [(-w / 2, _GAP), (-w / 2, -_GAP - h), (-_GAP - w, -h / 2), (_GAP, -h / 2)]
    return np.vstack([anchors + shift for shift in shifts])


def _scores(corners: Floats, size: tuple[float, float], anchors: Floats, own: Floats, rest: Floats) -> Floats:
    """Score places: other curves far from the label and its anchor, its own curve not through it."""
    clearance = apart = np.full(len(corners), _FAR)
    if len(rest):
        clearance = np.minimum(_gaps(corners, size, rest), _FAR)
        apart = np.minimum(_gaps(anchors, (0.0, 0.0), rest), _FAR)
    touching = _gaps(corners, size, own)
    return clearance + apart - np.where(clearance < 2, 60.0, 0.0) - 8 * np.maximum(3.0 - touching, 0.0)


def _gaps(corners: Floats, size: tuple[float, float], points: Floats) -> Floats:
    """Return distances from boxes of one size to the nearest of the points; 0 if one is inside.

    Shape (boxes,).
    """
    squares = np.zeros((len(corners), len(points)), dtype=np.float32)
    for axis in (0, 1):
        low = corners[:, axis, None].astype(np.float32)
        at = points[None, :, axis].astype(np.float32)
        gap = np.maximum(low - at, at - (low + np.float32(size[axis])))
        np.maximum(gap, 0, out=gap)
        np.multiply(gap, gap, out=gap)
        squares += gap
    nearest: Floats = np.sqrt(squares.min(axis=1)).astype(np.float64)
    return nearest
