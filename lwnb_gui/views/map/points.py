"""Coordinates of the rows of a data set: two attributes, or the first two principal components."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Attribute, Dataset

Floats = NDArray[np.float64]

JITTER = 0.34
# Odd constants that scatter the bits of a row number (a multiplication and two shifts give enough noise).
_MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)

# Indicator columns of a nominal attribute with thousands of values would fill the memory and show nothing.
_MOST_INDICATORS = 24
_CHUNK = 65536
_SAME = 1e-9  # entries of an eigenvector are equal if they differ by less, relative to the largest


@dataclass(frozen=True, eq=False)
class AxisScale:
    """One attribute as an axis; `ticks` are the values' names where it is nominal."""

    attribute: Attribute
    ticks: tuple[str, ...] = ()
    has_missing: bool = False

    @property
    def nominal(self) -> bool:
        return self.attribute.is_nominal

    def position(self, value: float) -> float:
        """Return the coordinate of a value; a missing nominal one comes after the last."""
        if np.isnan(value):
            return float(len(self.attribute.values)) if self.nominal else np.nan
        return float(value)

    def value_at(self, coordinate: float, span: float) -> float | str | None:
        """Return the value at a coordinate: a name, or a number rounded to suit this span."""
        if math.isnan(coordinate):
            return None
        if self.nominal:
            n = len(self.attribute.values)
            return self.attribute.values[min(max(round(coordinate), 0), n - 1)] if n else None
        if not span > 0:
            return coordinate
        step = 10.0 ** math.floor(math.log10(span / 200))
        return float(f"{round(coordinate / step) * step:.12g}")


def axis_scale(data: Dataset, attribute: int | str) -> AxisScale:
    """Return the axis of an attribute."""
    j = data.index_of(attribute)
    chosen = data.attributes[j]
    missing = bool(data.missing(j).any())
    ticks = (*chosen.values, *(("?",) if missing else ())) if chosen.is_nominal else ()
    return AxisScale(chosen, ticks, missing)


def axis_values(data: Dataset, scale: AxisScale, axis: int) -> Floats:
    """Return every row's coordinate along an axis; nominal values are jittered, always in the same way."""
    column = data.column(scale.attribute.name)
    if not scale.nominal:
        return np.asarray(column, dtype=float)
    coordinates = np.where(column < 0, len(scale.attribute.values), column).astype(float)
    return coordinates + jitter(data.row_numbers, axis)


def jitter(rows: NDArray[np.intp], axis: int) -> Floats:
    """Return a shift within ±JITTER that depends only on row number and axis: the same in every picture."""
    with np.errstate(over="ignore"):  # the overflow is what scatters the bits
        share = _noise(np.asarray(rows).astype(np.uint64), axis)
    return np.asarray((2 * share - 1) * JITTER)


def _noise(rows: NDArray[np.uint64], axis: int) -> Floats:
    """Return a number in [0, 1) for each row number."""
    bits = (rows + np.uint64(1)) * _MIX[0] + np.uint64((axis + 1) * int(_MIX[1]) % 2**64)
    bits = (bits ^ (bits >> np.uint64(30))) * _MIX[1]
    bits = bits ^ (bits >> np.uint64(31))
    return np.asarray((bits >> np.uint64(11)).astype(np.float64) / 2.0**53)


@dataclass(frozen=True, eq=False)
class Projection:
    """The first two principal components of all predictors.

    Numeric values are scaled to [0, 1]; a nominal value is an indicator column, scaled so that two different
    values are as far apart as in the paper's distance. A missing value is taken as the mean.
    """

    attributes: tuple[Attribute, ...]
    low: Floats
    width: Floats
    shown: tuple[NDArray[np.int32], ...]
    """Codes that have an indicator column, per attribute; empty for numeric ones."""
    mean: Floats = field(repr=False)
    loadings: Floats = field(repr=False)
    """Shape (columns, 2)."""
    shares: tuple[float, float]
    """The shares of the variance."""

    def encode(self, columns: list[NDArray[Any]]) -> Floats:
        """Return predictors' columns as numbers, centred; 0 for missing. Shape (rows, columns)."""
        parts = []
        for j, (attribute, column) in enumerate(zip(self.attributes, columns, strict=True)):
            if attribute.is_numeric:
                parts.append(((column - self.low[j]) / self.width[j])[:, None])
            else:
                indicator = (column[:, None] == self.shown[j]).astype(float) * _indicator_scale(attribute)
                indicator[column < 0] = np.nan
                parts.append(indicator)
        encoded = np.hstack(parts) if parts else np.zeros((len(columns[0]) if columns else 0, 0))
        if len(self.mean):
            encoded = encoded - self.mean
        return np.nan_to_num(encoded, nan=0.0, posinf=0.0, neginf=0.0)

    def transform(self, columns: list[NDArray[Any]]) -> Floats:
        """Return coordinates of rows given by their predictors' columns. Shape (rows, 2)."""
        return self.encode(columns) @ self.loadings

    def position(self, instance: Floats) -> tuple[float, float]:
        """Return coordinates of one instance (codes as floats, NaN for missing), or the origin."""
        if not self.attributes:
            return 0.0, 0.0
        columns = [
            np.array([v]) if a.is_numeric else np.array([-1 if np.isnan(v) else int(v)])
            for a, v in zip(self.attributes, instance, strict=True)
        ]
        x, y = self.transform(columns)[0]
        return float(x), float(y)


def project(data: Dataset) -> tuple[Projection, Floats]:
    """Return principal components of a data set's predictors, and every row's coordinates (n, 2).

    Without predictors all rows are at the origin.
    """
    attributes = tuple(data.attributes[j] for j in data.predictors)
    columns = [data.column(j) for j in data.predictors]
    low, width, shown = np.zeros(len(attributes)), np.ones(len(attributes)), []
    for j, (attribute, column) in enumerate(zip(attributes, columns, strict=True)):
        codes = np.empty(0, dtype=np.int32)
        if attribute.is_numeric:
            present = column[~np.isnan(column)]
            if len(present) and np.ptp(present) > 0:
                low[j], width[j] = present.min(), np.ptp(present)
        else:
            counts = np.bincount(column[column >= 0], minlength=len(attribute.values))
            codes = np.argsort(-counts, kind="stable")[:_MOST_INDICATORS].astype(np.int32)
        shown.append(codes)
    mean = _means(attributes, columns, low, width, shown)
    centred = Projection(attributes, low, width, tuple(shown), mean, np.empty((0, 2)), (0.0, 0.0))
    chunks = range(0, max(len(data), 1), _CHUNK)
    p = len(centred.mean)
    scatter = np.zeros((p, p))
    for start in chunks:
        part = centred.encode([c[start : start + _CHUNK] for c in columns])
        scatter += part.T @ part
    loadings, shares = _leading(scatter)
    if not attributes:
        return replace(centred, loadings=loadings), np.zeros((len(data), 2))
    fitted = Projection(attributes, low, width, tuple(shown), centred.mean, loadings, shares)
    coordinates = [fitted.transform([c[start : start + _CHUNK] for c in columns]) for start in chunks]
    return fitted, np.vstack(coordinates)[: len(data)]


def _means(
    attributes: tuple[Attribute, ...],
    columns: list[NDArray[Any]],
    low: Floats,
    width: Floats,
    shown: list[NDArray[np.int32]],
) -> Floats:
    parts: list[Floats] = []
    for j, (attribute, column) in enumerate(zip(attributes, columns, strict=True)):
        if attribute.is_numeric:
            present = column[~np.isnan(column)]
            parts.append(np.array([(present.mean() - low[j]) / width[j] if len(present) else 0.0]))
        else:
            present = column[column >= 0]
            counts = np.bincount(present, minlength=len(attribute.values))[shown[j]]
            parts.append(counts / max(len(present), 1) * _indicator_scale(attribute))
    return np.concatenate(parts) if parts else np.empty(0)


def _leading(scatter: Floats) -> tuple[Floats, tuple[float, float]]:
    """Return the two leading eigenvectors, signs fixed by their largest entry, and their trace shares.

    If entries differ only by rounding, like those of an attribute's two values, the first counts, so that the
    same rows are never mirrored on another machine.
    """
    p = len(scatter)
    loadings, shares = np.zeros((p, 2)), [0.0, 0.0]
    if p == 0:
        return loadings, (0.0, 0.0)
    values, vectors = np.linalg.eigh(scatter)
    total = float(np.trace(scatter))
    for i in range(min(2, p)):
        vector = vectors[:, -1 - i]
        size = np.abs(vector)
        loadings[:, i] = vector * np.sign(vector[np.argmax(size >= size.max() * (1 - _SAME))] or 1.0)
        shares[i] = float(max(values[-1 - i], 0.0)) / total if total > 0 else 0.0
    return loadings, (shares[0], shares[1])


def _indicator_scale(attribute: Attribute) -> float:
    """Return the scale at which two different values are √2 apart (d² = 2), those of a binary attribute 1."""
    return 1.0 if len(attribute.values) > 2 else float(np.sqrt(0.5))
