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
from lwnb_core.local.kernels import UNBOUNDED, VANISHING, Kernel, weigh
from lwnb_core.local.training import NOWHERE

# Weights such as ten times 0.1 fall short of 1 by rounding; that must not let another row in.
_ROUNDING = 1e-9
# No k is beyond: up to here floats count one by one.
_LARGEST = 2.0**53


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The training rows that take part, nearest first (rows at equal distance in training order).

    Attributes
    ----------
    positions
        Where each neighbour stands among the training rows. Shape (r,), as all arrays here.
    distances
        d_i.
    weights
        w_i = f(d_i/h), times the instance weight.
    rescaled
        w'_i = w_i · r / Σ w (Eq. 3).
    tied
        Neighbours that are in only because they tie with the one that sets the bandwidth.
    bandwidth
        h.
    r
        How much is in: the number of rows, or their instance weights added up.
    """

    positions: NDArray[np.intp]
    distances: NDArray[np.float64]
    weights: NDArray[np.float64]
    rescaled: NDArray[np.float64]
    tied: NDArray[np.bool_]
    bandwidth: float
    r: float

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def total(self) -> float:
        """Σ w."""
        return float(self.weights.sum())


def check_k(k: Any) -> int:
    """k as a whole number ≥ 1."""
    if isinstance(k, bool) or not isinstance(k, Real) or not float(k).is_integer() or k < 1:
        raise SettingsError(
            f"k = {k!r}: k must be a whole number from 1 up",
            hint="k is the number of neighbours, or their weight; one larger than the data takes all rows.",
        )
    return int(float(k))


def largest_k(rows: int, weight: float, convention: Convention) -> int:
    """The k from which on so many rows of this total weight are all in.

    k counts instance weights, or rows where the convention says so: there is nothing beyond their sum.
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
        Never 0: a row of weight 0 is not there.
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
        keep = instance_weights[order] > 0
        if left_out != NOWHERE:
            keep &= order != left_out
        if not keep.all():
            order = order[keep]
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
        """The row (counted from the nearest) whose distance is the bandwidth h."""
        last = len(self) - 1
        if kernel in UNBOUNDED:
            return last
        wanted = k + 1 if convention.bandwidth == "next" else k
        if convention.counting == "rows":
            row = min(wanted - 1, last)
        else:
            row = min(int(np.searchsorted(self._weight_reached, wanted - _ROUNDING, side="left")), last)
        if self.d2[row] == 0 and convention.zero_bandwidth == "widen" and self.d2[last] > 0:
            row = int(np.searchsorted(self.d2, 0.0, side="right"))
        return row

    def neighbourhood(self, k: int, kernel: Kernel, convention: Convention) -> Neighbourhood:
        """The rows with d ≤ h, so that those tied at h belong; or all that the kernel gives weight to (see
        `Convention.members`).
        """
        row = self.bandwidth_row(k, kernel, convention)
        h2, h = self.d2[row], float(self.distances[row])
        beyond = convention.kernel_one if convention.members == "weighted" and kernel in VANISHING else 1.0
        end = int(np.searchsorted(self.d2, h2 * max(beyond, 1.0) ** 2, side="right"))
        distances = self.distances[:end]
        f = weigh(kernel, distances / h, convention.kernel_one) if h > 0 else np.ones(end)
        if not f.any():  # all at distance h exactly: the kernel knows no difference between them
            f = np.ones(end)
        if convention.members == "weighted":
            end = int(np.count_nonzero(f))  # kernels fall with the distance: these are all that have weight
        weights = f[:end] * self.instance_weights[:end]
        r = float(self.instance_weights[:end].sum())
        # One by one from the nearest, as the compiled engine adds: Weka's variance magnifies the last bit.
        total = np.add.accumulate(weights)[-1]
        return Neighbourhood(
            positions=self.positions[:end],
            distances=distances[:end],
            weights=weights,
            rescaled=weights * (r / total),
            tied=self._tied(row, end),
            bandwidth=h,
            r=r,
        )

    def _tied(self, row: int, end: int) -> NDArray[np.bool_]:
        """Which of the first `end` rows come after `row` at the same distance: they stand right behind it."""
        tied = np.zeros(end, dtype=bool)
        tied[row + 1 : int(np.searchsorted(self.d2, self.d2[row], side="right"))] = True
        return tied
