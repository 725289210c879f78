"""Squared distances from one test instance to all training rows."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.local.convention import Convention
from lwnb_core.local.training import LARGEST, Ranges, TrainingSet

# Rounding to 40 bits of mantissa, half up: enough to join distances that differ only by rounding.
SNAP_HALF = np.int64(0x800)
SNAP_MASK = np.int64(~0xFFF)


def squared_distances(
    training: TrainingSet, x: NDArray[np.float64], ranges: Ranges, convention: Convention
) -> NDArray[np.float64]:
    """Return d² = Σ_j δ_j², added up in attribute order, which decides the last bit, and so which rows tie.

    For a nominal attribute, different values add 1, or 2 if it is binarised and has more than two values; a
    value missing on either side counts as different. For a numeric attribute, δ is the difference of the
    scaled values; if one is missing, the largest possible difference; if both are, 1.
    """
    d2 = np.zeros(training.n)
    for j, (attribute, column) in enumerate(zip(training.attributes, training.columns, strict=True)):
        if attribute.is_nominal:
            d2[(column != x[j]) | (column < 0)] += nominal_difference(attribute, convention)
        else:
            delta = _numeric_difference(column, x[j], ranges.low[j], ranges.high[j])
            d2 += delta * delta
    return snapped(d2) if convention.snap else d2


def nominal_difference(attribute: Attribute, convention: Convention) -> float:
    """Return what two different values of a nominal attribute add to d²."""
    binarised = convention.nominal_distance == "binarised" and len(attribute.values) > 2
    return 2.0 if binarised else 1.0


def snapped(d2: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round d² to 40 bits of mantissa, in place, and return it."""
    bits = d2.view(np.int64)
    bits += SNAP_HALF
    bits &= SNAP_MASK
    return d2


def _numeric_difference(
    column: NDArray[np.float64], value: float, low: float, high: float
) -> NDArray[np.float64]:
    value, low, width = float(value), float(low), float(high - low)
    if not width > 0:  # the attribute is constant, or has no values: nothing to scale by
        scaled, own = np.where(np.isnan(column), np.nan, 0.0), np.nan if np.isnan(value) else 0.0
    else:
        scaled, own = (column - low) / width, (value - low) / width
        if abs(own) > LARGEST:  # the value is far outside the range; its square must stay finite
            own = math.copysign(LARGEST, own)
    if np.isnan(own):
        return np.where(np.isnan(scaled), 1.0, np.maximum(scaled, 1.0 - scaled))
    return np.where(np.isnan(scaled), max(own, 1.0 - own), scaled - own)
