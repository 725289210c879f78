"""Compiled running sums for one selected instance: every cell of the local tables, at any k.

As in `kernels`, each sum is kept as moments T_p = Σ (D - d_i)^p x_i. Here every cell has its own D, the
distance at which it was last touched, so that a row costs one update per attribute however many values
there are. Cells of a class: weight; similarity weight; presence, Σz and Σz² of each numeric predictor; every
value of each nominal one.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_compile = njit(cache=True, nogil=True, error_model="numpy")


@_compile
def touch(moments, origins, cell, x, distance, binomials):
    """Bring one cell to `distance` and add x there."""
    by = distance - origins[cell]
    if by > 0.0:
        degree = moments.shape[1] - 1
        if moments[cell, 0] != 0.0 or moments[cell, degree] != 0.0:
            for p in range(degree, 0, -1):
                power = 1.0
                total = 0.0
                for q in range(p - 1, -1, -1):
                    power *= by
                    total += binomials[p, q] * power * moments[cell, q]
                moments[cell, p] += total
        origins[cell] = distance
    moments[cell, 0] += x


@_compile
def add_rows(
    values, classes, weights, centre, order, distances, start, stop, n_numeric, offsets, n_cells, binomials,
    moments, origins,
):  # fmt: skip
    """Add the rows order[start:stop], which are at `distances`, to the cells."""
    m = values.shape[1]
    for i in range(start, stop):
        row = order[i]
        d = distances[i]
        w = weights[row]
        base = classes[row] * n_cells
        touch(moments, origins, base, w, d, binomials)
        similarity = 1.0 - math.sqrt(d * d / max(m, 1))
        touch(moments, origins, base + 1, w * max(similarity, 0.0), d, binomials)
        for j in range(n_numeric):
            x = values[row, j]
            if not math.isnan(x):
                z = x - centre[j]
                cell = base + 2 + 3 * j
                touch(moments, origins, cell, w, d, binomials)
                touch(moments, origins, cell + 1, w * z, d, binomials)
                touch(moments, origins, cell + 2, w * z * z, d, binomials)
        for j in range(n_numeric, m):
            x = values[row, j]
            if not math.isnan(x):
                touch(moments, origins, base + offsets[j - n_numeric] + np.int64(x), w, d, binomials)


@_compile
def snapshots(
    values, classes, weights, centre, order, distances, n_numeric, offsets, n_cells, binomials, stride,
    kept_moments, kept_origins,
):  # fmt: skip
    """The cells after 0, stride, 2·stride … rows. Shapes (snapshots, classes · cells[, degree + 1])."""
    moments = np.zeros(kept_moments.shape[1:])
    origins = np.zeros(kept_origins.shape[1])
    for s in range(kept_moments.shape[0]):
        kept_moments[s] = moments
        kept_origins[s] = origins
        add_rows(
            values, classes, weights, centre, order, distances, s * stride,
            min((s + 1) * stride, order.shape[0]), n_numeric, offsets, n_cells, binomials, moments, origins,
        )  # fmt: skip


@_compile
def weighted_cells(moments, origins, h, coefficients, binomials, out):
    """Σ w x of every cell at bandwidth h, w a polynomial in 1 - d/h; Σ x where h is 0."""
    degree = coefficients.shape[0] - 1
    for cell in range(moments.shape[0]):
        if h == 0.0:
            out[cell] = moments[cell, 0]
            continue
        e = h - origins[cell]
        total = 0.0
        for q in range(degree + 1):
            if moments[cell, q] == 0.0:
                continue
            term = 0.0
            power = 1.0
            for p in range(q, degree + 1):
                term += coefficients[p] * binomials[p, q] * power / h**p
                power *= e
            total += term * moments[cell, q]
        out[cell] = total
