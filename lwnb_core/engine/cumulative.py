"""Sums over neighbours at every bandwidth, as cumulative sums in plain numpy.

Take the rows of one class from near to far, at distances d_1 ≤ d_2 ≤ …, and let x_i be a statistic of row i:
1; z and z² of a numeric predictor, z = value - query's; [value = query's] of a nominal one. With

    C = cumsum(x)              that is, C_j = Σ_{i≤j} x_i
    T = cumsum(diff(d) · C)    that is, T_j = Σ_{i≤j} (d_j - d_i) x_i

a bandwidth h that reaches up to row j gives Σ (1 - d_i/h) x_i = (T_j + (h - d_j) C_j)/h. No weight in these
sums is negative, so nothing cancels; in Σ x - Σ d x / h, every digit would where all d are close to h.

The other kernels are polynomials f in v = 1 - d/h. They need the moments T_p = Σ (d_j - d_i)^p x_i, which
grow from row to row by the binomial theorem, and Taylor's series of f about v_j = 1 - d_j/h:

    Σ f(v_i) x_i = Σ_p f⁽ᵖ⁾(v_j)/p! · T_p/h^p
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial

import numpy as np
from numpy.polynomial.polynomial import polyder, polyval
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def moments(x: Floats, distances: Floats, groups: Sequence[slice], degree: int) -> list[Floats]:
    """Return C = T_0, T = T_1, … of every group of rows, in which distances ascend.

    `x` has the statistics of the rows; column j of T_p is about d_j, over the group's rows up to j. Shapes
    (statistics, rows).
    """
    steps = np.diff(distances)
    # Nothing grows from the last row of a group to the first of the next.
    steps[[group.start - 1 for group in groups if group.start and group.start < len(distances)]] = 0.0
    result = [_cumulative(x, groups)]
    for p in range(1, degree + 1):
        growth = np.zeros_like(result[0])
        for q in range(p):
            growth[:, 1:] += comb(p, q) * steps ** (p - q) * result[q][:, :-1]
        result.append(_cumulative(growth, groups))
    return result


def _cumulative(x: Floats, groups: Sequence[slice]) -> Floats:
    sums = np.empty_like(x)
    for group in groups:
        np.cumsum(x[:, group], axis=1, out=sums[:, group])
    return sums


def taylor(powers: Floats) -> list[Floats]:
    """Return the coefficients of f⁽ᵖ⁾/p! for p = 0 … degree, given those of f = Σ powers_p v^p."""
    return [polyder(powers, p) / factorial(p) for p in range(len(powers))]


class KernelSums:
    """Σ f(v) x over the rows of each class with d ≤ h, v = 1 - d/h, at any bandwidths h.

    Rows are in order of class, and in each class from near to far.
    """

    def __init__(self, x: Floats, d2: Floats, classes: Sequence[slice], taylor: Sequence[Floats]) -> None:
        """Accumulate the statistics x (statistics, rows) of rows at squared distances d2; f as `taylor`."""
        self._d2, self._distances, self._classes = d2, np.sqrt(d2), classes
        self._moments = moments(x, self._distances, classes, len(taylor) - 1)
        self._taylor = taylor

    def at(self, h2: Floats) -> Floats:
        """Return the sums at bandwidths with these squares. Shape (statistics, classes, bandwidths).

        Where even the nearest row is at distance h, so are all within h, and they have the same weight.
        """
        n_in = np.array([np.searchsorted(self._d2[own], h2, side="right") for own in self._classes])
        last = np.array([own.start for own in self._classes])[:, None] + n_in - 1
        h = np.sqrt(h2)
        falls = h > self._distances.min()
        v = np.divide(h - self._distances[last], h, out=np.ones(last.shape), where=falls)
        inverse = np.divide(1.0, h, out=np.zeros_like(h), where=falls)
        sums = np.zeros((len(self._moments[0]), *last.shape))
        for p, (series, of_rows) in enumerate(zip(self._taylor, self._moments, strict=True)):
            part = of_rows[:, last]
            part *= np.where(n_in, polyval(v, series) * inverse**p, 0.0)
            sums += part
        return sums
