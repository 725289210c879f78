"""The weighted neighbourhood of a test instance (Eq. 1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import DataError, SettingsError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import UNBOUNDED, Kernel, weigh


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
        How much is in: instance weights, or rows, as the convention counts.
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
    if isinstance(k, bool) or k != int(k) or k < 1:
        raise SettingsError(f"k = {k!r}: k must be a whole number from 1 up")
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

    All rows with d ≤ h are in, so those tied at h belong. Ties are decided on d², before the square root
    can join two different ones.
    """
    order = nearest_first(d2, instance_weights, left_out)
    if len(order) == 0:
        raise DataError("no training row is left", hint="A neighbourhood needs at least one other row.")
    counted = instance_weights[order] if convention.counting == "weights" else np.ones(len(order))
    if kernel in UNBOUNDED:
        reach, nominal_count = len(order) - 1, len(order)
    else:
        wanted = k + 1 if convention.bandwidth == "next" else k
        reach = bandwidth_position(counted, wanted)
        nominal_count = reach + 1
    h2 = d2[order[reach]]
    if h2 == 0 and convention.zero_bandwidth == "widen":
        positive = np.flatnonzero(d2[order] > 0)
        if len(positive):
            h2 = d2[order[positive[0]]]
    inside = order[: np.searchsorted(d2[order], h2, side="right")]
    distances = np.sqrt(d2[inside])
    h = float(np.sqrt(h2))
    f = weigh(kernel, distances / h, convention.kernel_one) if h > 0 else np.ones(len(inside))
    if not f.any():  # all at distance h exactly: the kernel knows no difference between them
        f = np.ones(len(inside))
    weights = f * instance_weights[inside]
    r = float(counted[: len(inside)].sum())
    return Neighbourhood(
        positions=inside,
        distances=distances,
        weights=weights,
        rescaled=weights * (r / weights.sum()),
        tied=np.arange(len(inside)) >= nominal_count,
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
