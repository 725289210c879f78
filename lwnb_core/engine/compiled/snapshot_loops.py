"""Compiled running sums for one selected instance: every cell of the local tables, at any k.

As in `sweep_loops`, each sum is kept as moments T_p = Σ (D - d_i)^p x_i, here after every `stride` rows; D
is the distance of the last of them. At any k the nearest such snapshot gives all but the last few rows, and
these are weighted and added one by one. Cells of a class: weight; similarity weight; presence, then Σz, then
Σz² of the numeric predictors; every value of each nominal one.
"""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import jit
from lwnb_core.local.kernels import TRACE

_compile = jit()


@_compile
def add_row(sums, c, p, values, row, factor, centre, offsets, missing):
    """Add `factor` times the statistics of one row, except its similarity weight, to plane p of its class.

    Where no numeric value is `missing`, presence is the weight, and left to the caller to fill in.
    """
    n_numeric = centre.shape[0]
    mn = np.uint64(n_numeric)
    presence = np.uint64(2)
    first = presence + mn
    second = first + mn
    sums[c, p, 0] += factor
    if missing:
        for j in range(mn):
            z = values[row, j] - centre[j]
            present = 0.0 if math.isnan(z) else factor
            z = 0.0 if math.isnan(z) else z
            sums[c, p, presence + j] += present
            sums[c, p, first + j] += present * z
            sums[c, p, second + j] += present * z * z
    else:
        for j in range(mn):
            z = values[row, j] - centre[j]
            sums[c, p, first + j] += factor * z
            sums[c, p, second + j] += factor * z * z
    for j in range(n_numeric, values.shape[1]):
        x = values[row, j]
        if not math.isnan(x):
            sums[c, p, offsets[j - n_numeric] + np.int64(x)] += factor


@_compile
def similarity(distance, m):
    """Return KNNDW's weight in Weka: 1 - √(d²/m)."""
    similar = 1.0 - math.sqrt(distance * distance / max(m, 1))
    return similar if similar >= TRACE else 0.0


@_compile
def snapshots(ranked, binomials, stride, moments, origins):
    """Return moments after 0, stride, 2·stride … rows, and D. Shapes (snapshots, classes, degree + 1, cells).

    From one snapshot to the next all moments move to the new D, T_p ← Σ_q C(p, q) by^(p-q) T_q; then the rows
    between the two are added, each at its own distance from D.
    """
    values, classes, weights = ranked.values, ranked.classes, ranked.weights
    order, distances, centre, offsets = ranked.order, ranked.distances, ranked.centre, ranked.offsets
    missing = ranked.missing_numeric
    n_snapshots, n_classes, n_planes, n_cells = moments.shape
    m = values.shape[1]
    fetched = np.empty((stride, m))
    its_class, its_weight = np.empty(stride, dtype=np.int64), np.empty(stride)
    moments[0] = 0.0
    origins[0] = 0.0
    for s in range(1, n_snapshots):
        origins[s] = distances[s * stride - 1]
        by = origins[s] - origins[s - 1]
        for c in range(n_classes):
            for p in range(n_planes):
                for cell in range(n_cells):
                    moments[s, c, p, cell] = moments[s - 1, c, p, cell]
                power = 1.0
                for q in range(p - 1, -1, -1):
                    power *= by
                    factor = binomials[p, q] * power
                    for cell in range(n_cells):
                        moments[s, c, p, cell] += factor * moments[s - 1, c, q, cell]
        sums = moments[s]
        first = (s - 1) * stride
        # Rows that are close in distance can be anywhere in memory. Fetching them in a loop of their own lets
        # many fetches run at the same time.
        for i in range(stride):
            row = order[first + i]
            its_class[i] = classes[row]
            its_weight[i] = weights[row]
            for j in range(m):
                fetched[i, j] = values[row, j]
        for i in range(stride):
            c = its_class[i]
            factor = its_weight[i]
            distance = distances[first + i]
            similar = similarity(distance, m)
            for p in range(n_planes):
                add_row(sums, c, p, fetched, i, factor, centre, offsets, missing)
                sums[c, p, 1] += factor * similar
                factor *= origins[s] - distance


@_compile
def sums_at(ranked, start, end, moments, terms, coefficients, h, out):
    """Return Σ w x of every cell over the `end` nearest rows at bandwidth h. Shape (classes, 1, cells).

    The first `start` rows come from their snapshot by `terms` (see `score_loops.kernel_terms`); w of the
    others is Σ_p c_p v^p, v = 1 - d/h. If h is 0, all rows have the same weight.
    """
    values, classes, weights = ranked.values, ranked.classes, ranked.weights
    order, distances, centre, offsets = ranked.order, ranked.distances, ranked.centre, ranked.offsets
    n_classes, n_planes, n_cells = moments.shape
    for c in range(n_classes):
        for cell in range(n_cells):
            out[c, 0, cell] = terms[0, 0] * moments[c, 0, cell]
        for q in range(1, n_planes):
            factor = terms[0, q]
            if factor != 0.0:
                for cell in range(n_cells):
                    out[c, 0, cell] += factor * moments[c, q, cell]
    for i in range(start, end):
        row = order[i]
        f = 1.0
        if h > 0.0:
            v = (h - distances[i]) / h
            f = coefficients[n_planes - 1]
            for p in range(n_planes - 2, -1, -1):
                f = f * v + coefficients[p]
        add_row(out, classes[row], 0, values, row, f * weights[row], centre, offsets, ranked.missing_numeric)
