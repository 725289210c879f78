"""The weighted neighbourhood of a test instance (Eq. 1 to 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import DataError, SettingsError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import UNBOUNDED, VANISHING, Kernel, weigh


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


def check_k(k: int) -> int:
    """k as a whole number ≥ 1."""
    whole = isinstance(k, Real) and not isinstance(k, bool) and math.isfinite(k) and k == int(k)
    if not whole or k < 1:
        raise SettingsError(
            f"k = {k!r}: k must be a whole number from 1 up",
            hint="k is the number of neighbours; one larger than the data takes all rows.",
        )
    return int(k)


def neighbourhood(
    d2: NDArray[np.float64],
    instance_weights: NDArray[np.float64],
    k: int,
    kernel: Kernel,
    convention: Convention,
    left_out: int | None = None,
) -> Neighbourhood:
    """Everything within the bandwidth, weighted by the kernel.

    All rows with d ≤ h are in, so those tied at h belong; or all that the kernel gives weight to (see
    `Convention.members`). Ties are decided on d², before the square root can join two different ones.
    """
    order = nearest_first(d2, instance_weights, left_out)
    if len(order) == 0:
        raise DataError("no training row is left", hint="A neighbourhood needs at least one other row.")
    near = d2[order]
    if kernel in UNBOUNDED:
        reach = len(order) - 1
    else:
        counted = instance_weights[order] if convention.counting == "weights" else np.ones(len(order))
        reach = bandwidth_position(counted, k + 1 if convention.bandwidth == "next" else k)
    if near[reach] == 0 and convention.zero_bandwidth == "widen" and near[-1] > 0:
        reach = int(np.searchsorted(near, 0.0, side="right"))
    h2, h = near[reach], float(np.sqrt(near[reach]))
    beyond = convention.kernel_one if convention.members == "weighted" and kernel in VANISHING else 1.0
    near = near[: np.searchsorted(near, h2 * max(beyond, 1.0) ** 2, side="right")]
    distances = np.sqrt(near)
    f = weigh(kernel, distances / h, convention.kernel_one) if h > 0 else np.ones(len(near))
    if not f.any():  # all at distance h exactly: the kernel knows no difference between them
        f = np.ones(len(near))
    if convention.members == "weighted":
        f = f[: np.count_nonzero(f)]  # kernels fall with the distance: these are all that have weight
    inside = order[: len(f)]
    weights = f * instance_weights[inside]
    r = float(instance_weights[inside].sum())
    return Neighbourhood(
        positions=inside,
        distances=distances[: len(f)],
        weights=weights,
        rescaled=weights * (r / weights.sum()),
        tied=(np.arange(len(f)) > reach) & (near[: len(f)] == h2),
        bandwidth=h,
        r=r,
    )


def nearest_first(
    d2: NDArray[np.float64], instance_weights: NDArray[np.float64], left_out: int | None
) -> NDArray[np.intp]:
    """Positions by distance; without the row left out and without rows of weight 0, which are not there."""
    order = np.argsort(d2, kind="stable")
    keep = instance_weights[order] > 0
    if left_out is not None:
        keep &= order != left_out
    return order if keep.all() else order[keep]


def bandwidth_position(counted: NDArray[np.float64], wanted: float) -> int:
    """Position (nearest first) at which `wanted` neighbours are reached; the last where there are fewer."""
    reached = np.cumsum(counted)
    # Weights such as ten times 0.1 fall short of 1 by rounding; that must not let another row in.
    return int(min(np.searchsorted(reached, wanted - 1e-9, side="left"), len(counted) - 1))
