"""Sums of weights by group."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def sum_by(group: NDArray[Any], weights: NDArray[np.float64], n_groups: int) -> NDArray[np.float64]:
    """Σ of the weights in each group, added up in the order given. Shape (n_groups,)."""
    return np.bincount(group, weights, n_groups).astype(np.float64, copy=False)
