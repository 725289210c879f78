"""Kernels as polynomials in v = 1 - d/h, which allows the sweep to carry them outwards."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import WEIGHTINGS


def coefficients(kernel: Kernel, one: float) -> NDArray[np.float64]:
    """Return c_p with f(u) = Σ c_p v^p, v = 1 - u; `one` is what stands for 1."""
    polynomial = WEIGHTINGS[kernel].polynomial
    if polynomial is None:
        raise ValueError(f"{kernel} is not a polynomial")
    return np.ascontiguousarray(polynomial(one - 1.0).coef, dtype=np.float64)


def binomials(degree: int) -> NDArray[np.float64]:
    """Return C(p, q). Shape (degree + 1, degree + 1)."""
    return np.array([[float(comb(p, q)) for q in range(degree + 1)] for p in range(degree + 1)])


def moment_terms(coefficients: NDArray[np.float64], h: float, e: float) -> NDArray[np.float64]:
    """Return b_q with Σ w x = Σ_q b_q T_q at bandwidth h, for moments T_q about a distance e less than h."""
    n = len(coefficients)
    at = [
        sum(float(coefficients[p]) * comb(p, q) * (e / h) ** (p - q) for p in range(q, n)) / h**q
        for q in range(n)
    ]
    return np.array(at)
