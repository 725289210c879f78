"""Weighting functions f(u), u = d/h (Eq. 1 and 2 of the paper, and the other kernels that Weka offers)."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import short
from lwnb_core.errors import SettingsError

Kernel = Literal["linear", "epanechnikov", "tricube", "inverse", "gaussian", "constant"]

# In the order of Weka's option -U 0 … 5.
KERNELS: tuple[Kernel, ...] = get_args(Kernel)

# These do not vanish at u = 1: they weight every training row, with h the largest distance.
UNBOUNDED: frozenset[str] = frozenset({"inverse", "gaussian"})
# These fall to 0 at u = 1 (a hair beyond it where 1.0001 stands for 1).
VANISHING: frozenset[str] = frozenset({"linear", "epanechnikov", "tricube"})
# A similarity 1 - √(d²/m), by which KNNDW votes in Weka, below this is d² = m but for rounding: none.
TRACE = 1e-12


def check_kernel(kernel: object) -> Kernel:
    """The kernel of that name, or a clear error."""
    for known in KERNELS:
        if isinstance(kernel, str) and known == kernel:
            return known
    raise SettingsError(f"no kernel {short(kernel)}", hint=f"Kernels: {', '.join(KERNELS)}.")


def weigh(kernel: Kernel, u: NDArray[np.float64], one: float = 1.0) -> NDArray[np.float64]:
    """f(u) for u ≥ 0, never negative; `one` is 1, or 1.0001 where Weka has that."""
    match kernel:
        case "linear":
            w = one - u
        case "epanechnikov":
            w = 0.75 * (one - u * u)
        case "tricube":
            w = (one - u * u * u) ** 3
        case "inverse":
            w = 1.0 / (1.0 + u)
        case "gaussian":
            w = np.exp(-u * u)
        case "constant":
            w = np.ones_like(u)
    return np.maximum(w, 0.0)
