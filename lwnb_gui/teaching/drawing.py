"""Curves drawn by hand before the computed ones are shown. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lwnb_gui.study.result import StudyResult

Floats = NDArray[np.float64]
Point = tuple[int, float]  # k, accuracy in percent

DRAWN_LEARNERS = ("KNN", "LWNB")
LOWEST, HIGHEST = 0.0, 100.0
_FIRST = 50.0  # where the keys begin: the middle gives nothing away


@dataclass(frozen=True)
class DrawnLine:
    """Points in the order of k, with straight lines between them on the axis of k."""

    points: tuple[Point, ...] = ()

    def at(self, ks: NDArray[np.int64], log: bool) -> Floats:
        """Return accuracies at these k; NaN before the first point and after the last. Shape (ks,)."""
        if not self.points:
            return np.full(len(ks), np.nan)
        known = np.array([k for k, _ in self.points], dtype=float)
        values = np.array([value for _, value in self.points])
        along, at = (np.log(known), np.log(ks)) if log else (known, ks)
        return np.interp(at, along, values, left=np.nan, right=np.nan)

    def stroke(self, start: Point, end: Point) -> DrawnLine:
        """Return the line with a straight piece from one point to another replacing what was there."""
        low, high = sorted((start[0], end[0]))
        kept = [point for point in self.points if not low <= point[0] <= high]
        drawn = {start[0]: start, end[0]: end}  # the end, where both have the same k
        inside = [(k, min(max(value, LOWEST), HIGHEST)) for k, value in drawn.values()]
        return DrawnLine(tuple(sorted([*kept, *inside])))

    def nudged(self, k: int, by: float, log: bool) -> DrawnLine:
        """Return the line with the point at k raised by this many points; a new point starts on the line."""
        value = self._near(k, log) + by
        return self.stroke((k, value), (k, value))

    def _near(self, k: int, log: bool) -> float:
        if not self.points:
            return _FIRST
        first, last = self.points[0], self.points[-1]
        return float(self.at(np.array([min(max(k, first[0]), last[0])]), log)[0])


@dataclass(frozen=True)
class Drawing:
    """A line for each of `DRAWN_LEARNERS`.

    Attributes
    ----------
    learner
        The one that is being drawn, by its position.
    is_compared
        Whether the computed curves are shown with it.
    """

    lines: tuple[DrawnLine, ...] = (DrawnLine(),) * len(DRAWN_LEARNERS)
    learner: int = 0
    is_compared: bool = False

    @property
    def line(self) -> DrawnLine:
        """The line that is being drawn."""
        return self.lines[self.learner]

    @property
    def has_points(self) -> bool:
        return any(line.points for line in self.lines)

    def with_line(self, line: DrawnLine) -> Drawing:
        """Return the drawing with another line for the learner that is being drawn."""
        lines = (*self.lines[: self.learner], line, *self.lines[self.learner + 1 :])
        return replace(self, lines=lines)

    def with_next_learner(self) -> Drawing:
        return replace(self, learner=(self.learner + 1) % len(DRAWN_LEARNERS))


@dataclass(frozen=True, eq=False)
class Comparison:
    """A learner's drawn line, and its computed curve."""

    learner: str
    ks: NDArray[np.int64]
    computed: Floats
    drawn: Floats


def comparisons(result: StudyResult, drawing: Drawing, log: bool) -> tuple[Comparison, ...]:
    """Compare at every k at which the learners have been computed so far."""
    curves = {curve.learner.name: curve for _, curve in reversed(result.drawn)}  # LWNB, not a variant of it
    return tuple(
        Comparison(name, curves[name].ks, curves[name].accuracy, line.at(curves[name].ks, log))
        for name, line in zip(DRAWN_LEARNERS, drawing.lines, strict=True)
        if name in curves
    )
