"""Finding the values of one attribute at which the prediction flips.

The What-if list and the dependence curve both search here, over the same values, so that their numbers agree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.selection import Selection
from lwnb_core.explore.predicting import Predictor
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.progress import Progress

Floats = NDArray[np.float64]

# Steps over the range of a numeric attribute; flips within one step can be overlooked.
STEPS = 100
# The precision of a flip, as a share of the attribute's range.
_FINE = 1e-6
# How far beyond the flip a rounder number may lie, as a share of the range.
_ROUND = 5e-3


@dataclass(frozen=True)
class Flip:
    """A value that flips the prediction.

    Attributes
    ----------
    value
        The value as it is stored (a code for a nominal attribute).
    prediction
        The class that is predicted with it.
    edge
        Numeric, next to the instance's own value: where the prediction flips. `value` is a rounder number
        just beyond it.
    """

    value: float
    prediction: int
    edge: float | None = None


def values_to_try(selection: Selection, j: int, points: int) -> Floats:
    """Return all codes of a nominal predictor, or points over a numeric one's range and its own value."""
    training = selection.model.training
    if training.attributes[j].is_nominal:
        return np.arange(float(len(training.attributes[j].values)))
    now = float(selection.instances.values(0)[j])
    ranges = training.ranges_without(selection.left_out)
    low, high = float(ranges.low[j]), float(ranges.high[j])
    if not np.isfinite(low):  # the attribute has no value in the training rows
        low = high = 0.0 if np.isnan(now) else now
    if not high > low:
        low, high = low - 0.5, high + 0.5
    own = [] if np.isnan(now) else [now]
    low, high = min([low, *own]), max([high, *own])
    return np.unique(np.concatenate([np.linspace(low, high, points), own]))


class FlipSearch:
    """Searches the values of one predictor for those that flip the prediction of the instance."""

    def __init__(self, predictor: Predictor, j: int, prediction: int) -> None:
        self.predictor, self.j, self.prediction = predictor, j, prediction
        training = predictor.model.training
        self._own = float(predictor.selection.instances.values(0)[j])
        ranges = training.ranges_without(predictor.selection.left_out)
        width = float(ranges.high[j] - ranges.low[j])
        self._width = width if width > 0 else 1.0

    def nearest(self, values: Floats, predictions: NDArray[np.intp], progress: Progress) -> tuple[Flip, ...]:
        """Return a numeric predictor's first flip downwards and upwards, or the most typical flip if it is
        missing. `predictions` are the classes at `values`, which ascend.
        """
        if np.isnan(self._own):
            return self._most_typical(values, predictions)
        found = []
        for side in (-1.0, 1.0):
            outwards = np.flatnonzero((values - self._own) * side > 0)
            if side < 0:
                outwards = outwards[::-1]
            flips = np.flatnonzero(predictions[outwards] != self.prediction)
            if len(flips):
                first = int(flips[0])
                before = self._own if first == 0 else float(values[outwards[first - 1]])
                edge = self._bisected(before, float(values[outwards[first]]), progress)
                value = self._rounded(edge, side, progress)
                found.append(Flip(value, self._predicted([value], progress)[0], edge))
        return tuple(found)

    def among(self, values: list[float], progress: Progress) -> tuple[Flip, ...]:
        """Return the values that change the prediction."""
        classes = self._predicted(values, progress)
        pairs = zip(values, classes, strict=True)
        return tuple(Flip(value, c) for value, c in pairs if c != self.prediction)

    def _predicted(self, values: list[float], progress: Progress) -> list[int]:
        if not values:
            return []
        classes: list[int] = first_best(self.predictor.posteriors_at(self.j, values, progress)).tolist()
        return classes

    def _most_typical(self, values: Floats, predictions: NDArray[np.intp]) -> tuple[Flip, ...]:
        """Return the flip nearest to the attribute's median."""
        flips = np.flatnonzero(predictions != self.prediction)
        column = self.predictor.model.training.columns[self.j]
        known = column[~np.isnan(column)]
        if not len(flips) or not len(known):
            return ()
        at = flips[np.argmin(np.abs(values[flips] - np.median(known)))]
        return (Flip(float(values[at]), int(predictions[at])),)

    def _bisected(self, steady: float, flipped: float, progress: Progress) -> float:
        """Return the value nearest to `steady` that flips the prediction, to a precision of `_FINE`."""
        while abs(flipped - steady) > _FINE * self._width:
            middle = 0.5 * (steady + flipped)
            if middle in (steady, flipped):
                break
            if self.among([middle], progress):
                flipped = middle
            else:
                steady = middle
        return flipped

    def _rounded(self, edge: float, side: float, progress: Progress) -> float:
        """Return the roundest number just beyond the edge that also flips the prediction."""
        tolerance = _ROUND * self._width
        first = int(np.ceil(-np.log10(tolerance)))
        candidates: list[float] = []
        for digits in range(first - 1, first + 6):
            value = float(np.round(np.ceil(edge * side * 10.0**digits) / 10.0**digits * side, max(digits, 0)))
            if 0 <= (value - edge) * side <= tolerance and value not in candidates:
                candidates.append(value)
        flipped = self.among(candidates, progress)
        return flipped[0].value if flipped else edge
