"""Training rows and queries packed into the arrays that the compiled loops read.

One row-major matrix holds every predictor, numeric ones first: scaled values, or codes as floats, NaN for
missing. Whatever the loops need beside it is a small array per attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.compiled.loop_arguments import DensityLimits, Metric, Rows
from lwnb_core.local.convention import Convention
from lwnb_core.local.distance import nominal_difference, snapped
from lwnb_core.local.naive_bayes import FLOOR
from lwnb_core.local.training import LARGEST, Instances, Ranges, TrainingSet

Floats = NDArray[np.float64]
# Positions of instances, and the ranges with which all of them are scaled.
Run = tuple[NDArray[np.intp], Ranges]


@dataclass(frozen=True, eq=False)
class Packed:
    """A fitted model in the form that the compiled loops read, under one scaling.

    Attributes
    ----------
    values, by_column
        Numeric predictors first. Shape (n, m); and once more column by column, because distances are added up
        along columns.
    classes, weights
        Class code and instance weight per training row. Shape (n,).
    columns
        For each predictor in file order, its column in `values`. Distances are added up in this order, as the
        reference does: the order decides the last bit of d², and so which rows tie. Shape (m,).
    costs
        What a difference adds to d² (nominal), 0 for a numeric predictor; in the order of `columns`.
    flat
        Numeric predictors without a range, which tell no two present values apart; order of `columns`.
    n_numeric
        How many of the columns of `values` are numeric.
    n_values
        Declared values of each nominal predictor. Shape (nominal,).
    missing
        Whether any value of each column of `values` is missing. Shape (m,).
    resolutions
        p_j of every predictor in file order. Shape (m,).
    least_variance
        (p_j/√12)² in scaled units. Shape (numeric,).
    floor_scores
        What a factor at the floor adds to a score (see `score_loops.class_scores`). Shape (numeric,).
    """

    training: TrainingSet
    ranges: Ranges
    values: Floats
    by_column: Floats
    classes: NDArray[np.int64]
    weights: Floats
    columns: NDArray[np.int64]
    costs: Floats
    flat: NDArray[np.bool_]
    snap: bool
    n_classes: int
    n_numeric: int
    n_values: Floats
    missing: NDArray[np.bool_]
    resolutions: Floats
    least_variance: Floats
    floor_scores: Floats
    order: NDArray[np.intp] = field(repr=False)

    @classmethod
    def of(cls, training: TrainingSet, ranges: Ranges, convention: Convention) -> Packed:
        """Pack training rows under the given ranges."""
        attributes = training.attributes
        m = len(attributes)
        order = np.array(sorted(range(m), key=lambda j: attributes[j].is_nominal), dtype=np.intp)
        n_numeric = sum(a.is_numeric for a in attributes)
        low, width, flat = _scaling(training, ranges)
        values = np.empty((training.n, m))
        for position, j in enumerate(order):
            column = training.columns[j]
            if attributes[j].is_numeric:
                values[:, position] = (column - low[j]) / width[j]
            else:
                values[:, position] = np.where(column < 0, np.nan, column)
        numeric = order[:n_numeric]
        columns = np.empty(m, dtype=np.int64)
        columns[order] = np.arange(m)
        return cls(
            training=training,
            ranges=ranges,
            values=values,
            by_column=np.ascontiguousarray(values.T),
            classes=training.classes.astype(np.int64),
            weights=training.weights.astype(np.float64),
            columns=columns,
            costs=np.array([nominal_difference(a, convention) if a.is_nominal else 0.0 for a in attributes]),
            flat=flat,
            snap=convention.snap,
            n_classes=training.n_classes,
            n_numeric=n_numeric,
            n_values=np.array([float(len(attributes[j].values)) for j in order[n_numeric:]]),
            missing=np.asarray(np.isnan(values).any(axis=0)),
            resolutions=training.resolutions,
            least_variance=(training.resolutions[numeric] / width[numeric]) ** 2 / 12,
            floor_scores=np.log(FLOOR) + np.log(width[numeric]) + 0.5 * np.log(2 * np.pi),
            order=order,
        )

    def rescaled(self, ranges: Ranges) -> Packed:
        """Return the same rows under other ranges, or this object if nothing differs."""
        if self.ranges.equal(ranges):
            return self
        training = self.training
        old_low, old_width, _ = _scaling(training, self.ranges)
        low, width, flat = _scaling(training, ranges)
        values, by_column = self.values.copy(), self.by_column.copy()
        for position in range(self.n_numeric):
            j = self.order[position]
            if low[j] != old_low[j] or width[j] != old_width[j]:
                with np.errstate(over="ignore"):  # a row that is left out may be far outside the range
                    by_column[position] = (training.columns[j] - low[j]) / width[j]
                values[:, position] = by_column[position]
        numeric = self.order[: self.n_numeric]
        return replace(
            self,
            ranges=ranges,
            values=values,
            by_column=by_column,
            flat=flat,
            least_variance=(self.resolutions[numeric] / width[numeric]) ** 2 / 12,
            floor_scores=np.log(FLOOR) + np.log(width[numeric]) + 0.5 * np.log(2 * np.pi),
        )

    def with_resolutions(self, resolutions: Floats) -> Packed:
        """Return the same rows with other p_j (if a row is left out), or this object if none differs."""
        if np.array_equal(self.resolutions, resolutions, equal_nan=True):
            return self
        least = self.least_variances(resolutions[None, :])[0]
        return replace(self, resolutions=resolutions, least_variance=least)

    def least_variances(self, resolutions: Floats) -> Floats:
        """Return `least_variance` for other p_j. Shapes (t, m) to (t, numeric)."""
        _, width, _ = _scaling(self.training, self.ranges)
        numeric = self.order[: self.n_numeric]
        return np.asarray((resolutions[:, numeric] / width[numeric]) ** 2 / 12)

    def queries(self, instances: Instances) -> Floats:
        """Return test instances in the same packing. Shape (t, m)."""
        low, width, _ = _scaling(self.training, self.ranges)
        packed = np.empty((len(instances), len(self.order)))
        for position, j in enumerate(self.order):
            column = instances.columns[j]
            if position < self.n_numeric:
                # This value is far outside the range; its square must stay finite.
                packed[:, position] = np.clip((column - low[j]) / width[j], -LARGEST, LARGEST)
            else:
                packed[:, position] = np.where(column < 0, np.nan, column)
        return packed

    def scaling(self, position: int) -> tuple[float, float]:
        """Return offset and width by which the numeric predictor in this column of `values` is scaled."""
        low, width, _ = _scaling(self.training, self.ranges)
        j = self.order[position]
        return float(low[j]), float(width[j])

    def squared_distances(self, queries: Floats, rows: NDArray[np.intp] | None = None) -> Floats:
        """Return d² from packed queries to every training row, or to some of them. Shape (queries, rows)."""
        metric = self.metric
        if rows is not None:
            metric = metric._replace(by_column=np.ascontiguousarray(self.values[rows].T))
        out = np.empty((len(queries), metric.by_column.shape[1]))
        choice.loops("distance_loops").squared_distances(metric, queries, out)
        return snapped(out) if self.snap else out

    @cached_property
    def rows(self) -> Rows:
        """The training rows in the form that the compiled loops expect."""
        return Rows(
            values=self.values,
            classes=self.classes,
            weights=self.weights,
            n_values=self.n_values,
            n_classes=self.n_classes,
            n_numeric=self.n_numeric,
            missing_numeric=self.missing_numeric,
            missing_nominal=bool(self.missing[self.n_numeric :].any()),
        )

    @cached_property
    def metric(self) -> Metric:
        """The arrays for d² in the form that the compiled loops expect."""
        return Metric(self.by_column, self.missing, self.columns, self.costs, self.flat)

    def known(self, queries: Floats) -> Floats:
        """Return packed queries with missing values replaced as the compiled loops expect it."""
        instead = np.repeat([0.0, -1.0], [self.n_numeric, len(self.n_values)])
        return np.where(np.isnan(queries), instead, queries)

    def density_limits(self, queries: Floats, least_variance: Floats | None = None) -> DensityLimits:
        """Return the limits of normal densities for packed queries, perhaps with their own least variances.

        In scaled units a variance lies between the least one and that of the whole range, with a margin for
        queries outside it.
        """
        mn, shape = self.n_numeric, (len(queries), self.n_numeric)
        least = np.broadcast_to(self.least_variance if least_variance is None else least_variance, shape)
        present = ~np.isnan(queries[:, :mn])
        floors = -2 * self.floor_scores
        # The smallest share, and with it the smallest factor; p_j is not known where no normal is wanted.
        smallest = 1 / (self.n_values.max(initial=1) + self.weights.sum() + 1)
        digits = -np.log10(np.fmin(np.fmin.reduce(least, axis=1, initial=0.1), smallest))
        at_once = np.maximum(280 / digits, 1).astype(np.int64)
        most = max(mn, len(self.n_values), 1)
        at_once = -(-most // -(-most // at_once))  # parts of about the same length
        own_floors = np.where(present, floors, 0.0)
        return DensityLimits(
            # A copy: for read-only arrays, or by column, numba would compile everything once more.
            np.array(least, order="C"),
            own_floors,
            np.where(present, floors - np.log(np.maximum(1e3, least)), -1.0),
            np.where(present, floors - np.log(least), -1.0),
            -0.5 * own_floors.sum(axis=1),
            at_once,
        )

    @property
    def missing_numeric(self) -> bool:
        return bool(self.missing[: self.n_numeric].any())


def _scaling(training: TrainingSet, ranges: Ranges) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return offset and width of the scaling, and which predictors have no range (only an offset)."""
    width = ranges.high - ranges.low
    numeric = np.array([a.is_numeric for a in training.attributes], dtype=bool)
    flat = numeric & ~(width > 0)
    low = np.where(np.isnan(ranges.low), 0.0, ranges.low)
    return low, np.where(width > 0, width, 1.0), flat


# -- which test instances one packing serves ------------------------------------------------------------


def equal_ranges(
    training: TrainingSet, convention: Convention, instances: Instances, left_out: NDArray[np.intp]
) -> Iterator[Run]:
    """Yield every instance with the ranges of the training rows without the one that it leaves out."""
    if convention.ranges == "growing":
        yield from growing_runs(training, instances, left_out)
        return
    extreme = np.isin(left_out, list(training.lone_extremes))
    if not extreme.all():
        yield np.flatnonzero(~extreme), training.ranges
    for i in np.flatnonzero(extreme):
        yield np.array([i]), training.ranges_without(int(left_out[i]))


def growing_runs(training: TrainingSet, instances: Instances, left_out: NDArray[np.intp]) -> Iterator[Run]:
    """Yield runs of instances with the same ranges, where each instance widens them for those after it."""
    numeric = [j for j, a in enumerate(training.attributes) if a.is_numeric]
    if not numeric or len(instances) == 0:
        yield np.arange(len(instances)), training.ranges
        return
    values = np.column_stack([instances.columns[j] for j in numeric])
    low, high = np.fmin.accumulate(values, axis=0), np.fmax.accumulate(values, axis=0)
    for i, out in enumerate(left_out.tolist()):
        ranges = training.ranges_without(out)
        low[i], high[i] = np.fmin(low[i], ranges.low[numeric]), np.fmax(high[i], ranges.high[numeric])
    both = np.nan_to_num(np.hstack([low, high]), nan=np.inf)
    changes = np.flatnonzero((both[1:] != both[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), len(instances)]
    for start, stop in pairwise(edges):
        full_low, full_high = training.ranges.low.copy(), training.ranges.high.copy()
        full_low[numeric], full_high[numeric] = low[start], high[start]
        yield np.arange(start, stop), Ranges(full_low, full_high)
