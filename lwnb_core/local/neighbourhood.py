"""The weighted neighbourhood of a test instance (Eq. 1 to 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import DataError, SettingsError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import UNBOUNDED, VANISHING, weigh
from lwnb_core.local.training import NOWHERE
from lwnb_core.read_only import ReadOnlyArrays, cached_arrays

# Weights such as ten times 0.1 fall short of 1 by rounding; that must not admit another row.
_ROUNDING = 1e-9
# No k is larger: up to here, floats count one by one.
_LARGEST = 2.0**53


@dataclass(frozen=True, eq=False)
class Neighbourhood(ReadOnlyArrays):
    """The training rows that take part, nearest first (rows at equal distance in training order).

    Weights are computed when they are first read: for a million rows they take longer than the local model,
    which the compiled engine finds without them.

    Attributes
    ----------
    positions
        Where each neighbour stands among the training rows. Shape (r,), as all arrays here.
    distances
        d_i.
    instance_weights
        Weights of the rows themselves.
    bandwidth
        h.
    r
        How much is in: the number of rows, or their instance weights added up.
    kernel, one
        f, and what stands for 1 in it.
    at_bandwidth
        Which neighbours are in only because they tie with the one that sets the bandwidth.
    given_weights
        w_i, where they are not those of the kernel.
    """

    positions: NDArray[np.intp]
    distances: NDArray[np.float64]
    instance_weights: NDArray[np.float64]
    bandwidth: float
    r: float
    kernel: Kernel
    one: float
    at_bandwidth: slice
    given_weights: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.positions)

    @cached_arrays
    def weights(self) -> NDArray[np.float64]:
        """The weights w_i = f(d_i/h), times the instance weights."""
        if self.given_weights is not None:
            return self.given_weights
        return _kernel_weights(self.kernel, self.distances, self.bandwidth, self.one) * self.instance_weights

    @cached_arrays
    def rescaled(self) -> NDArray[np.float64]:
        """The rescaled weights w'_i = w_i · r / Σ w (Eq. 3)."""
        # Added one by one from the nearest, as in the compiled engine: Weka's variance magnifies the last
        # bit.
        total = np.add.accumulate(self.weights)[-1]
        return self.weights * (self.r / total) if total > 0 else self.weights

    @cached_arrays
    def tied(self) -> NDArray[np.bool_]:
        """Whether each neighbour is included only because it ties with the one that sets the bandwidth."""
        tied = np.zeros(len(self), dtype=bool)
        tied[self.at_bandwidth] = True
        return tied

    @cached_property
    def n_tied(self) -> int:
        """The number of rows at the bandwidth if it has a tie, including those that they tie with."""
        if not self.tied.any():
            return 0
        return int(np.count_nonzero(self.distances == self.bandwidth))

    @cached_property
    def total(self) -> float:
        """The total weight Σ w."""
        return float(self.weights.sum())


def _kernel_weights(
    kernel: Kernel, distances: NDArray[np.float64], h: float, one: float
) -> NDArray[np.float64]:
    """Return f(d_i/h); equal weights if h is 0, or if all rows are at distance h and would have weight 0."""
    f = weigh(kernel, distances / h, one) if h > 0 else np.ones(len(distances))
    return f if f.any() else np.ones(len(distances))


def check_k(k: Any) -> int:
    """Return k as a whole number ≥ 1."""
    if isinstance(k, bool) or not isinstance(k, Real) or not float(k).is_integer() or k < 1:
        raise SettingsError(
            f"k = {k!r}: k must be a positive whole number",
            hint="k is the number of neighbours, or their total weight; a k larger than the data uses all "
            "rows.",
        )
    return int(float(k))


def largest_k(rows: int, weight: float, convention: Convention) -> int:
    """Return the smallest k at which all of these rows, of this total weight, are neighbours.

    k counts instance weights, or rows where the convention says so; it cannot exceed their sum.
    """
    total = rows if convention.counting == "rows" else math.ceil(min(weight, _LARGEST) - _ROUNDING)
    return max(total, 1)


@dataclass(frozen=True, eq=False)
class Ranking:
    """Training rows from near to far (those at equal distance in training order), at least one.

    Attributes
    ----------
    positions
        Where each row stands among the training rows. Shape (n,), as all arrays here.
    d2
        Squared distances, ascending. Ties are decided on these, before the square root can join two
        different ones.
    instance_weights
        Never 0: rows of weight 0 are left out.
    """

    positions: NDArray[np.intp]
    d2: NDArray[np.float64]
    instance_weights: NDArray[np.float64]

    @classmethod
    def of(
        cls, d2: NDArray[np.float64], instance_weights: NDArray[np.float64], left_out: int = NOWHERE
    ) -> Ranking:
        """Sort all training rows but the one left out."""
        order = np.argsort(d2, kind="stable")
        is_in = instance_weights[order] > 0
        if left_out != NOWHERE:
            is_in &= order != left_out
        if not is_in.all():
            order = order[is_in]
        if len(order) == 0:
            raise DataError("no training row is left", hint="A neighbourhood needs at least one other row.")
        return cls(order, d2[order], instance_weights[order])

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def distances(self) -> NDArray[np.float64]:
        return np.sqrt(self.d2)

    @cached_property
    def _weight_reached(self) -> NDArray[np.float64]:
        return np.cumsum(self.instance_weights)

    def bandwidth_row(self, k: int, kernel: Kernel, convention: Convention) -> int:
        """Return the row (counted from the nearest) whose distance is the bandwidth h."""
        return int(self.bandwidth_rows(np.array([min(k, int(_LARGEST))]), kernel, convention)[0])

    def bandwidth_rows(
        self, ks: NDArray[np.int64], kernel: Kernel, convention: Convention
    ) -> NDArray[np.intp]:
        """Return `bandwidth_row` for many k. Shape (ks,)."""
        last = len(self) - 1
        if kernel in UNBOUNDED:
            return np.full(len(ks), last)
        counted_to = ks + 1 if convention.bandwidth == "next" else ks
        if convention.counting == "rows":
            rows = counted_to - 1
        else:
            rows = np.searchsorted(self._weight_reached, counted_to - _ROUNDING, side="left")
        rows = np.minimum(rows, last)
        if convention.zero_bandwidth == "widen" and self.d2[last] > 0:
            first_apart = np.searchsorted(self.d2, 0.0, side="right")
            rows = np.maximum(rows, first_apart)
        return rows

    def up_to(self, d2: float) -> Ranking:
        """Return the rows up to a squared distance, those at it included."""
        end = int(np.searchsorted(self.d2, d2, side="right"))
        return Ranking(self.positions[:end], self.d2[:end], self.instance_weights[:end])

    def weight_within(self, d2: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the instance weights of all rows up to squared distances that rows have, added up."""
        return self._weight_reached[np.searchsorted(self.d2, d2, side="right") - 1]

    def neighbourhood(self, k: int, kernel: Kernel, convention: Convention) -> Neighbourhood:
        """Return the rows with d ≤ h, ties included, or all with weight (see `Convention.members`)."""
        row = self.bandwidth_row(k, kernel, convention)
        h2, h = self.d2[row], float(self.distances[row])
        within = end = int(np.searchsorted(self.d2, h2, side="right"))
        if convention.members == "weighted":
            beyond = max(convention.kernel_one, 1.0) if kernel in VANISHING else 1.0
            reached = int(np.searchsorted(self.d2, h2 * beyond**2, side="right"))
            f = _kernel_weights(kernel, self.distances[:reached], h, convention.kernel_one)
            end = int(np.count_nonzero(f))  # kernels fall with the distance: these are all rows with weight
        return Neighbourhood(
            positions=self.positions[:end],
            distances=self.distances[:end],
            instance_weights=self.instance_weights[:end],
            bandwidth=h,
            r=float(self._weight_reached[end - 1]),
            kernel=kernel,
            one=convention.kernel_one,
            at_bandwidth=slice(row + 1, within),
        )
