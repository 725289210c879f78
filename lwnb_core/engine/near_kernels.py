"""Compiled sweeps over a few k for many queries at once: only the nearest rows are put in order.

One call serves a block of queries. Where k is small, the price of calling a compiled function, some thirty
arguments each time, would be that of its work. As `kernels`, this module is never imported at start-up.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from lwnb_core.engine.direct_kernels import local_sums
from lwnb_core.engine.kernels import walk

_compile = njit(cache=True, nogil=True, error_model="numpy")


@_compile
def rows_within(d2, t, limit):
    """Rows by distance from query t, up to d² = limit. Rows at equal distance keep their own order."""
    n = d2.shape[1]
    near = np.empty(n, dtype=np.intp)
    found = 0
    for i in range(n):
        near[found] = i
        found += d2[t, i] <= limit
    near = near[:found]
    return near[np.argsort(d2[t][near], kind="mergesort")]


@_compile
def sweep_near(
    d2, queries, limits, rows, smoothing, ks, want, lwnb, knn, knndw, shapes, variance_limits, settings, raw,
    direct_ks, sums, direct_settings,
):  # fmt: skip
    """`kernels.walk` and, at `direct_ks`, `direct_kernels.local_sums` for every query; whether all had a row.

    Rows up to a squared distance of limits[t] take part for query t. `rows` has values, classes and weights
    of the training rows; arrays of results, smoothing and the limits of the variances (but for the scores at
    the floor) have a first axis for the queries.
    """
    for t in range(queries.shape[0]):
        order = rows_within(d2, t, limits[t])
        n_in = order.shape[0]
        if n_in == 0:
            return False
        if want[0] or want[1] or want[2]:
            walk(
                rows[0], rows[1], rows[2], queries[t], d2[t], order, n_in, smoothing[t], ks, want, lwnb[t],
                knn[t], knndw[t], *shapes, variance_limits[0][t], variance_limits[1], variance_limits[2][t],
                variance_limits[3][t], *settings,
            )  # fmt: skip
        if direct_ks.shape[0] > 0:
            local_sums(
                raw[0], raw[1], raw[2], raw[3], rows[0], rows[1], rows[2], queries[t], d2[t], order, n_in,
                direct_ks, sums[0][t], sums[1][t], sums[2][t], sums[3][t], sums[4][t], sums[5][t], sums[6][t],
                *direct_settings,
            )  # fmt: skip
    return True
