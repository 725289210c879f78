"""Names on lines: where a label touches its own curve and is clear of all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEP = 3.0  # pixels between the points that stand for a curve
_AIR = 5.0  # pixels between a label and its curve
_FAR = 30.0  # farther than this is far enough


@dataclass(frozen=True)
class LabelPlace:
    """Lower left corner of a label in pixels, and its size."""

    x: float
    y: float
    width: float
    height: float

    def distance(self, points: Floats) -> Floats:
        """Of points from this box; 0 inside."""
        dx = np.maximum(np.maximum(self.x - points[:, 0], points[:, 0] - self.x - self.width), 0)
        dy = np.maximum(np.maximum(self.y - points[:, 1], points[:, 1] - self.y - self.height), 0)
        return np.hypot(dx, dy)

    def clear_of(self, other: LabelPlace, air: float = 4.0) -> bool:
        return (
            self.x + self.width + air < other.x
            or other.x + other.width + air < self.x
            or self.y + self.height + air < other.y
            or other.y + other.height + air < self.y
        )


def resampled(xy: Floats) -> Floats:
    """Points at even steps along a curve, steep or flat. Shape (points, 2)."""
    xy = xy[np.isfinite(xy).all(axis=1)]
    if len(xy) < 2:
        return xy
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(xy, axis=0).T))])
    grid = np.arange(0.0, along[-1] + _STEP, _STEP)
    return np.column_stack([np.interp(grid, along, xy[:, 0]), np.interp(grid, along, xy[:, 1])])


def place_labels(
    curves: Sequence[Floats],
    sizes: Sequence[tuple[float, float]],
    box: tuple[float, float],
    taken: Sequence[LabelPlace] = (),
) -> list[LabelPlace | None]:
    """A place for each label, or None where there is no room.

    `curves` are points in pixels (see `resampled`) within a box of the given width and height; `sizes` the
    labels' widths and heights; `taken` what else must not be covered.
    """
    used = list(taken)
    found: list[LabelPlace | None] = []
    for i, (w, h) in enumerate(sizes):
        others = [c for j, c in enumerate(curves) if j != i and len(c)]
        rest = np.vstack(others) if others else np.empty((0, 2))
        best, best_score = None, -np.inf
        for anchor in curves[i][::4]:
            for place in _around(anchor, w, h):
                inside = 3 <= place.x <= box[0] - w - 3 and 2 <= place.y <= box[1] - h - 2
                if not inside or not all(place.clear_of(other) for other in used):
                    continue
                score = _score(place, anchor, curves[i], rest)
                if score > best_score:
                    best, best_score = place, score
        found.append(best)
        if best is not None:
            used.append(best)
    return found


def _around(anchor: Floats, w: float, h: float) -> list[LabelPlace]:
    x, y = float(anchor[0]), float(anchor[1])
    return [
        LabelPlace(x - w / 2, y + _AIR, w, h),
        LabelPlace(x - w / 2, y - _AIR - h, w, h),
        LabelPlace(x - _AIR - w, y - h / 2, w, h),
        LabelPlace(x + _AIR, y - h / 2, w, h),
    ]


def _score(place: LabelPlace, anchor: Floats, own: Floats, rest: Floats) -> float:
    """Others far from the label and from where it points; the own curve not through it."""
    clearance = apart = _FAR
    if len(rest):
        clearance = min(float(place.distance(rest).min()), _FAR)
        apart = min(float(np.hypot(*(rest - anchor).T).min()), _FAR)
    touching = float(place.distance(own).min())
    return clearance + apart - (60.0 if clearance < 2 else 0.0) - 8 * max(3.0 - touching, 0.0)
