"""The local model of one instance at any k, from snapshots of running sums (see `cell_kernels`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.packed import Packed
from lwnb_core.engine.polynomials import binomials, coefficients
from lwnb_core.local.kernels import Kernel
from lwnb_core.local.naive_bayes import (
    Eq6,
    NaiveBayesModel,
    NominalTable,
    NumericTable,
    Table,
    nominal_table,
)

Floats = NDArray[np.float64]

# Rows between two snapshots, and how much memory the snapshots may take.
_STRIDE = 1000
_MOST_BYTES = 64e6


@dataclass(frozen=True, eq=False)
class RunningSums:
    """Sums over the nearest rows, for any number of them, in time that does not depend on that number.

    Attributes
    ----------
    order, distances
        Training rows from near to far, and how far they are. Shape (rows,).
    query
        The instance, packed. Shape (m,).
    """

    packed: Packed
    query: Floats
    order: NDArray[np.intp]
    distances: Floats
    kernel: Kernel
    one: float

    def prepare(self) -> None:
        """Compute the snapshots now (a moment's work at a million rows)."""
        _ = self._snapshots

    def votes(self, end: int, h: float, by: str) -> Floats:
        """Votes per class of the `end` nearest rows: `equal`, `linear` (1 - d/h) or `similarity`."""
        moments, origins = self._cells_after(end)
        moments = moments.reshape(self._n_classes, self._n_cells, -1)
        origins = origins.reshape(self._n_classes, self._n_cells)
        if by == "equal":
            return moments[:, 0, 0].copy()
        if by == "similarity":
            return moments[:, 1, 0].copy()
        if h > 0:
            linear = (moments[:, 0, 1] + moments[:, 0, 0] * (h - origins[:, 0])) / h
            if linear.any():
                return np.asarray(linear)
        return moments[:, 0, 0].copy()

    def model(self, end: int, h: float, r: float, eq6: Eq6) -> NaiveBayesModel:
        """Naive Bayes on the `end` nearest rows, weighted by the kernel at bandwidth h, rescaled to r."""
        moments, origins = self._cells_after(end)
        sums = np.empty(len(origins))
        choice.cell_kernels().weighted_cells(moments, origins, h, *self._polynomial, sums)
        total = sums[:: self._n_cells].sum()
        if not total > 0:
            sums = moments[:, 0].copy()
            total = sums[:: self._n_cells].sum()
        cells = (sums * (r / total)).reshape(self._n_classes, self._n_cells)
        class_weights = cells[:, 0].copy()
        prior = (1 + class_weights) / (self._n_classes + class_weights.sum())
        tables: list[Table] = [self._table(place, cells, eq6) for place in self.packed.columns]
        return NaiveBayesModel(class_weights, prior, tuple(tables))

    def _table(self, place: int, cells: Floats, eq6: Eq6) -> NominalTable | NumericTable:
        packed = self.packed
        attribute = packed.training.attributes[packed.order[place]]
        if place >= packed.n_numeric:
            start = self._offsets[place - packed.n_numeric]
            return nominal_table(attribute, cells[:, start : start + len(attribute.values)].T, eq6)
        first = 2 + 3 * place
        weights = cells[:, first].copy()
        low, width = packed.scaling(place)
        resolution = float(packed.training.resolutions[packed.order[place]])
        there = weights > 0
        with np.errstate(invalid="ignore", divide="ignore"):
            offset = np.where(there, cells[:, first + 1] / weights, np.nan)
            variance = np.maximum(np.where(there, cells[:, first + 2] / weights, np.nan) - offset**2, 0)
        sd = np.maximum(np.sqrt(variance) * width, resolution / np.sqrt(12))
        mean = low + width * (self._centre[place] + offset)
        return NumericTable(attribute, weights, mean, sd, resolution, "density")

    # -- the sums themselves --------------------------------------------------------------------------

    def _cells_after(self, end: int) -> tuple[Floats, Floats]:
        """Moments and origins of all cells when the `end` nearest rows are in."""
        kept_moments, kept_origins = self._snapshots
        s = min(end // self._stride, len(kept_moments) - 1)
        moments, origins = kept_moments[s].copy(), kept_origins[s].copy()
        choice.cell_kernels().add_rows(*self._rows, s * self._stride, end, *self._layout, moments, origins)
        return moments, origins

    @cached_property
    def _snapshots(self) -> tuple[Floats, Floats]:
        n_kept = len(self.order) // self._stride + 1
        size = self._n_classes * self._n_cells
        moments = np.empty((n_kept, size, self._degree + 1))
        origins = np.empty((n_kept, size))
        choice.cell_kernels().snapshots(*self._rows, *self._layout, self._stride, moments, origins)
        return moments, origins

    @property
    def _n_classes(self) -> int:
        return self.packed.n_classes

    @cached_property
    def _degree(self) -> int:
        return len(self._polynomial[0]) - 1

    @cached_property
    def _polynomial(self) -> tuple[Floats, Floats]:
        c = coefficients(self.kernel, self.one)
        if len(c) == 1:  # the votes of KNNDW need the first moment in any case
            c = np.append(c, 0.0)
        return c, binomials(len(c) - 1)

    @cached_property
    def _stride(self) -> int:
        bytes_each = 8 * self._n_classes * self._n_cells * (self._degree + 2)
        return max(_STRIDE, int(np.ceil(len(self.order) * bytes_each / _MOST_BYTES)))

    @cached_property
    def _offsets(self) -> NDArray[np.int64]:
        """Where the values of each nominal predictor start among a class's cells."""
        first = 2 + 3 * self.packed.n_numeric
        return first + np.cumsum([0, *self.packed.n_values]).astype(np.int64)

    @property
    def _n_cells(self) -> int:
        return int(self._offsets[-1])

    @cached_property
    def _centre(self) -> Floats:
        """z is measured from the query, or from the middle of the range where it has no value."""
        numeric = self.query[: self.packed.n_numeric]
        return np.where(np.isnan(numeric), 0.5, numeric)

    @property
    def _rows(self) -> tuple[NDArray[Any], ...]:
        packed = self.packed
        return packed.values, packed.classes, packed.weights, self._centre, self.order, self.distances

    @property
    def _layout(self) -> tuple[int, NDArray[np.int64], int, Floats]:
        return self.packed.n_numeric, self._offsets, self._n_cells, self._polynomial[1]
