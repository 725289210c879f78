"""Kernels as polynomials in v = 1 - d/h, which is what lets the sweep carry them outwards."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from lwnb_core.local.kernels import Kernel

POLYNOMIAL: frozenset[str] = frozenset({"linear", "epanechnikov", "tricube", "constant"})


def coefficients(kernel: Kernel, one: float) -> NDArray[np.float64]:
    """c_p with f(u) = Σ c_p v^p, v = 1 - u.

    The surplus over 1 that Weka's kernels have is added last, so that f(1) is exactly that surplus, and
    exactly 0 without it: whether a weight is 0 decides whether a class has a row.
    """
    surplus = one - 1.0
    match kernel:
        case "linear":
            exact = Polynomial([surplus, 1.0])
        case "epanechnikov":
            exact = 0.75 * Polynomial([surplus, 2.0, -1.0])
        case "tricube":
            exact = Polynomial([surplus, 3.0, -3.0, 1.0]) ** 3
        case "constant":
            exact = Polynomial([1.0])
        case _:
            raise ValueError(f"{kernel} is not a polynomial")
    return np.ascontiguousarray(exact.coef, dtype=np.float64)


def binomials(degree: int) -> NDArray[np.float64]:
    """C(p, q). Shape (degree + 1, degree + 1)."""
    return np.array([[float(comb(p, q)) for q in range(degree + 1)] for p in range(degree + 1)])
