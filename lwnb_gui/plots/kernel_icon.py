"""A small curve of the weighting function f(u)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.kernels import WEIGHTINGS, check_kernel, weigh


@dataclass(frozen=True, eq=False)
class KernelIcon:
    """f over u = d/h from 0 to a little beyond the bandwidth."""

    kernel: str
    u: NDArray[np.float64]
    f: NDArray[np.float64]

    @property
    def formula(self) -> str:
        return WEIGHTINGS[check_kernel(self.kernel)].formula


def kernel_icon(name: str) -> KernelIcon:
    """Return the curve of a kernel; beyond u = 1 there are no neighbours (unless all rows are)."""
    kernel = check_kernel(name)
    u = np.linspace(0, 1, 41)
    f = weigh(kernel, u)
    if not WEIGHTINGS[kernel].is_unbounded:
        u, f = np.append(u, [1.0, 1.3]), np.append(f, [0.0, 0.0])
    return KernelIcon(kernel, u, f)
