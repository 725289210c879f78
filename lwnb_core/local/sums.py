"""Sums of weights by group."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def sum_by(group: NDArray[Any], weights: NDArray[np.float64], n_groups: int) -> NDArray[np.float64]:
    """Return Σ of the weights in each group, added up in the order given. Shape (n_groups,)."""
    return np.bincount(group, weights, n_groups).astype(np.float64, copy=False)


def add_by(
    sums: NDArray[np.float64], group: NDArray[Any], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Continue `sum_by`: the digits are as if all weights had been added at once. Shape (n_groups,)."""
    groups = np.concatenate([np.arange(len(sums)), group])
    return sum_by(groups, np.concatenate([sums, weights]), len(sums))
