"""The local model of one instance at any k, from snapshots of running sums.

As in the sweep, each sum is kept as moments T_p = Σ (D - d_i)^p x_i, here after every so many rows; D is the
distance of the last of them. At any k the nearest such snapshot gives all but the last few rows, which are
weighted and added. Cells of a class: weight; similarity weight; presence, then Σz, then Σz² of the numeric
predictors; every value of each nominal one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.packed import Packed
from lwnb_core.engine.polynomials import binomials, coefficients, moment_terms
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import TRACE
from lwnb_core.local.naive_bayes import (
    Eq6,
    NaiveBayesModel,
    NumericTable,
    Table,
    nominal_table,
)

Floats = NDArray[np.float64]

# Rows between two snapshots, and how much memory the snapshots may take.
_STRIDE = 500
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
        """Compute the snapshots now (this takes a moment at a million rows)."""
        _ = self._snapshots

    def votes(self, end: int, h: float, by: str) -> Floats:
        """Return votes per class of the `end` nearest rows: `equal`, `linear` (1 - d/h) or `similarity`."""
        moments, origin, start = self._snapshot_before(end)
        rows = self.order[start:end]
        distances, weights = self.distances[start:end], self.packed.weights[rows]

        def with_the_rest(so_far: Floats, each: Floats) -> Floats:
            rest = np.bincount(self.packed.classes[rows], weights * each, self._n_classes)
            return np.asarray(so_far + rest)

        if by == "similarity":
            return with_the_rest(moments[:, 0, 1], self._similarity(distances))
        if by == "linear" and h > 0:
            linear = with_the_rest(
                (moments[:, 1, 0] + moments[:, 0, 0] * (h - origin)) / h, (h - distances) / h
            )
            if linear.any():
                return linear
        return with_the_rest(moments[:, 0, 0], np.ones(len(rows)))

    def model(self, end: int, h: float, r: float, eq6: Eq6) -> NaiveBayesModel:
        """Fit naive Bayes to the `end` nearest rows, weighted by the kernel at bandwidth h, rescaled to r."""
        sums = self._sums(end, h)
        total = sums[:, 0].sum()
        if not total > 0:  # every row is at distance h exactly: all have the same weight
            sums = self._sums(end, 0.0)
            total = sums[:, 0].sum()
        cells = sums * (r / total)
        class_weights = cells[:, 0].copy()
        prior = (1 + class_weights) / (self._n_classes + class_weights.sum())
        attributes, order = self.packed.training.attributes, self.packed.order
        tables: list[Table | None] = [None] * len(order)
        for position, table in enumerate(self._numeric_tables(cells)):
            tables[order[position]] = table
        for i, start in enumerate(self._offsets[:-1]):
            j = order[self.packed.n_numeric + i]
            counts = cells[:, start : start + len(attributes[j].values)].T
            tables[j] = nominal_table(attributes[j], counts, eq6)
        return NaiveBayesModel(class_weights, prior, tuple(table for table in tables if table is not None))

    def _numeric_tables(self, cells: Floats) -> list[NumericTable]:
        """Return the normals of all numeric predictors, computed together: one by one is slower."""
        mn, order = self.packed.n_numeric, self.packed.order
        weights, first, second = (cells[:, 2 + i * mn : 2 + (i + 1) * mn] for i in range(3))
        low, width, resolution, least = self._units
        with np.errstate(invalid="ignore", divide="ignore"):  # NaN for a class without rows
            offset = first / weights
            variance = np.maximum(second / weights - offset * offset, 0)
            sd = np.maximum(np.sqrt(variance) * width, least)
            mean = low + width * (self._centre + offset)
        attributes = self.packed.training.attributes
        return [
            NumericTable(
                attributes[order[i]], weights[:, i], mean[:, i], sd[:, i], float(resolution[i]), "density"
            )
            for i in range(mn)
        ]

    # -- the sums themselves --------------------------------------------------------------------------

    def _sums(self, end: int, h: float) -> Floats:
        """Return Σ w x of all cells over the `end` nearest rows, equal if h is 0. Shape (classes, cells)."""
        moments, origin, start = self._snapshot_before(end)
        if h > 0:
            terms = moment_terms(self._coefficients, h, h - origin)
            v: Floats = (h - self.distances[start:end]) / h
            factors: Floats = np.asarray(np.polynomial.polynomial.polyval(v, self._coefficients))
        else:
            terms, factors = np.eye(1, len(self._coefficients))[0], np.ones(end - start)
        so_far: Floats = np.tensordot(terms, moments, (0, 1))
        return so_far + self._added(start, end, factors[None])[:, 0]

    def _added(self, start: int, end: int, factors: Floats) -> Floats:
        """Return Σ f x over some rows for several factors f, of shape (factors, rows).

        The result has shape (classes, factors, cells).
        """
        packed, mn, o, n_cells = self.packed, self.packed.n_numeric, self._n_classes, self._n_cells
        rows = self.order[start:end]
        values, classes = packed.values[rows], packed.classes[rows]
        weights = packed.weights[rows] * factors
        x = np.empty((len(rows), 2 + 3 * mn))
        present, first, second = (x[:, 2 + i * mn : 2 + (i + 1) * mn] for i in range(3))
        x[:, 0], x[:, 1], present[:] = 1.0, self._similarity(self.distances[start:end]), 1.0
        np.subtract(values[:, :mn], self._centre, out=first)
        if packed.missing_numeric:
            unknown = np.isnan(first)
            present[unknown] = first[unknown] = 0.0
        np.square(first, out=second)
        own = classes == np.arange(o)[:, None]
        out = np.zeros((o, len(factors), n_cells))
        out[:, :, : x.shape[1]] = (own[:, None, :] * weights) @ x
        if mn < values.shape[1]:
            cells = values[:, mn:] + (self._offsets[:-1] + n_cells * classes[:, None])
            cells = np.where(np.isnan(cells), o * n_cells, cells).astype(np.intp).ravel()
            for p, own_weights in enumerate(weights):
                each = np.repeat(own_weights, values.shape[1] - mn)
                out[:, p] += np.bincount(cells, each, o * n_cells + 1)[:-1].reshape(o, n_cells)
        return out

    def _similarity(self, distances: Floats) -> Floats:
        """Return KNNDW's weights in Weka: 1 - √(d²/m)."""
        similar = 1 - np.sqrt(distances * distances / max(len(self.query), 1))
        return np.where(similar < TRACE, 0.0, similar)

    def _snapshot_before(self, end: int) -> tuple[Floats, float, int]:
        """Return moments of all cells, the distance that they refer to, and the number of rows in them."""
        moments, origins = self._snapshots
        s = min(end // self._stride, len(moments) - 1)
        return moments[s], float(origins[s]), s * self._stride

    @cached_property
    def _snapshots(self) -> tuple[Floats, Floats]:
        n, stride, n_planes = len(self.order) // self._stride + 1, self._stride, len(self._coefficients)
        moments, origins = np.zeros((n, self._n_classes, n_planes, self._n_cells)), np.zeros(n)
        powers, choose = np.arange(n_planes), binomials(n_planes - 1)
        for s in range(1, n):
            start, end = (s - 1) * stride, s * stride
            origins[s] = self.distances[end - 1]
            by = choose * (origins[s] - origins[s - 1]) ** np.maximum(powers[:, None] - powers, 0)
            moments[s] = by @ moments[s - 1]
            moments[s] += self._added(start, end, (origins[s] - self.distances[start:end]) ** powers[:, None])
        return moments, origins

    @property
    def _n_classes(self) -> int:
        return self.packed.n_classes

    @cached_property
    def _coefficients(self) -> Floats:
        c = coefficients(self.kernel, self.one)
        return np.pad(c, (0, max(0, 2 - len(c))))  # the votes of KNNDW need the first moment in any case

    @cached_property
    def _stride(self) -> int:
        bytes_each = 8 * self._n_classes * self._n_cells * len(self._coefficients)
        return max(_STRIDE, int(np.ceil(len(self.order) * bytes_each / _MOST_BYTES)))

    @cached_property
    def _offsets(self) -> NDArray[np.int64]:
        """The positions where the values of each nominal predictor start among a class's cells."""
        first = 2 + 3 * self.packed.n_numeric
        return first + np.cumsum([0, *self.packed.n_values]).astype(np.int64)

    @property
    def _n_cells(self) -> int:
        return int(self._offsets[-1])

    @cached_property
    def _centre(self) -> Floats:
        """The origin of z: the query, or the middle of the range if the query has no value."""
        numeric = self.query[: self.packed.n_numeric]
        return np.where(np.isnan(numeric), 0.5, numeric)

    @cached_property
    def _units(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Each numeric predictor's scaling (offset and width), resolution and least deviation."""
        scaling = [self.packed.scaling(position) for position in range(self.packed.n_numeric)]
        low, width = np.array(scaling).reshape(-1, 2).T
        resolution = self.packed.resolutions[self.packed.order[: self.packed.n_numeric]]
        return low, width, resolution, resolution / np.sqrt(12)
