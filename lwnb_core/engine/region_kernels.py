"""Compiled decision regions (see `regions` for the idea of tiles)."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from lwnb_core.engine.direct_kernels import weight_of
from lwnb_core.engine.kernels import add_row, shares, softmax
from lwnb_core.engine.score_kernels import class_scores, prepare

_compile = njit(cache=True, nogil=True, error_model="numpy")

_SNAP_HALF = np.int64(0x800)
_SNAP_MASK = np.int64(~0xFFF)
# Rounding in the distances must not cut off a row that ties at the bandwidth.
_SLACK = 1e-9


@_compile
def near_distances(values, rows, n_rows, query, columns, costs, flat, snap, out):
    """As `kernels.squared_distances`, to some training rows only; out[i] belongs to rows[i]."""
    m = values.shape[1]
    for i in range(n_rows):
        row = rows[i]
        total = 0.0
        for a in range(m):
            j = columns[a]
            x = values[row, j]
            q = query[j]
            if costs[a] > 0.0:
                if x != q:
                    total += costs[a]
            else:
                if math.isnan(q):
                    delta = 1.0 if math.isnan(x) else (1.0 if flat[a] else max(x, 1.0 - x))
                elif math.isnan(x):
                    delta = 1.0 if flat[a] else max(q, 1.0 - q)
                else:
                    delta = 0.0 if flat[a] else x - q
                total += delta * delta
        out[i] = total
    if snap:
        bits = out.view(np.int64)
        for i in range(n_rows):
            bits[i] = (bits[i] + _SNAP_HALF) & _SNAP_MASK


@_compile
def kth_smallest(d2, n, k, scratch):
    """The k-th smallest of the first n entries, by quickselect in `scratch`."""
    for i in range(n):
        scratch[i] = d2[i]
    low, high, target = 0, n - 1, min(k, n) - 1
    while low < high:
        pivot = scratch[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while scratch[i] < pivot:
                i += 1
            while scratch[j] > pivot:
                j -= 1
            if i <= j:
                scratch[i], scratch[j] = scratch[j], scratch[i]
                i += 1
                j -= 1
        if target <= j:
            high = j
        elif target >= i:
            low = i
        else:
            break
    return scratch[target]


@_compile
def band(
    values, classes, weights, columns, costs, flat, snap, query, xs, ys, place_x, place_y, first_y, last_y,
    tile_x, everyone, k, kernel, one, printed, similarity, smoothing, n_classes, n_numeric, missing_numeric,
    missing_nominal, n_values, least_variance, floor_scores, surely_above, surely_below, lwnb, knn, knndw,
):  # fmt: skip
    """Fill the rows first_y to last_y - 1 of the outputs (rows, columns, classes), tile after tile.

    `xs`, `ys` are the packed values of the cells on the two axes, `everyone` the training rows that take
    part, each of weight 1.
    """
    m = values.shape[1]
    n = everyone.shape[0]
    n_statistics = 1 + 2 * n_numeric + (m - n_numeric)
    n_statistics += n_numeric if missing_numeric else 0
    n_statistics += m - n_numeric if missing_nominal else 0
    moments = np.zeros((n_classes, 1, n_statistics))
    origins, scores, votes, sloped = (
        np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes),
    )  # fmt: skip
    sums, terms = np.zeros((n_classes, n_statistics)), np.zeros((n_classes, 1))
    totals, squares, active, scratch = np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(m)
    coefficients, binomials = np.ones(1), np.ones((1, 1))
    posterior = np.zeros((1, n_classes))
    prepared = np.zeros(3)
    cell = query.copy()
    known = query.copy()
    d2, d2_near, work = np.empty(n), np.empty(n), np.empty(n)
    near = np.empty(n, dtype=np.int64)
    middle_y = 0.5 * (ys[first_y] + ys[last_y - 1])
    for start_x in range(0, xs.shape[0], tile_x):
        stop_x = min(start_x + tile_x, xs.shape[0])
        cell[place_x] = 0.5 * (xs[start_x] + xs[stop_x - 1])
        cell[place_y] = middle_y
        reach = 0.5 * math.hypot(xs[stop_x - 1] - xs[start_x], ys[last_y - 1] - ys[first_y])
        near_distances(values, everyone, n, cell, columns, costs, flat, snap, d2)
        limit = math.sqrt(kth_smallest(d2, n, k, work)) + 2.0 * reach + _SLACK
        n_near = 0
        for i in range(n):
            if d2[i] <= limit * limit:
                near[n_near] = everyone[i]
                n_near += 1
        for iy in range(first_y, last_y):
            for ix in range(start_x, stop_x):
                cell[place_x] = xs[ix]
                cell[place_y] = ys[iy]
                near_distances(values, near, n_near, cell, columns, costs, flat, snap, d2_near)
                h2 = kth_smallest(d2_near, n_near, k, work)
                h = math.sqrt(h2)
                moments[:] = 0.0
                votes[:] = 0.0
                sloped[:] = 0.0
                for j in range(m):
                    missing = math.isnan(cell[j])
                    active[j] = 0.0 if missing else 1.0
                    known[j] = (0.0 if j < n_numeric else -1.0) if missing else cell[j]
                some = False
                for i in range(n_near):
                    some = some or (d2_near[i] < h2)
                count = 0.0
                linear_total = 0.0
                for i in range(n_near):
                    if d2_near[i] > h2:
                        continue
                    row = near[i]
                    c = classes[row]
                    d = math.sqrt(d2_near[i])
                    count += 1.0
                    votes[c] += 1.0
                    slope = 1.0 - (
                        math.sqrt(d2_near[i] / max(m, 1)) if similarity else (d / h if h > 0.0 else 0.0)
                    )
                    slope = max(slope, 0.0)
                    sloped[c] += slope
                    linear_total += slope
                    w = weight_of(kernel, d / h, one) if (h > 0.0 and (some or one > 1.0)) else 1.0
                    if w > 0.0:
                        add_row(
                            moments, c, values, row, known, w, n_numeric, missing_numeric, missing_nominal
                        )
                for c in range(n_classes):
                    if moments[c, 0, 0] == 0.0:
                        sums[c, 0] = 0.0
                        for s in range(n_statistics):
                            sums[c, s] = 0.0
                prepare(active, n_numeric, least_variance, floor_scores, prepared)
                class_scores(
                    moments, origins, 1.0, count, coefficients, binomials, active, n_numeric,
                    missing_numeric, missing_nominal, n_values, least_variance, floor_scores, surely_above,
                    surely_below, printed, prepared, sums, terms, totals, scratch, squares, scores,
                )  # fmt: skip
                softmax(scores, posterior, 0)
                for c in range(n_classes):
                    lwnb[iy, ix, c] = posterior[0, c]
                shares(votes, smoothing, posterior, 0)
                for c in range(n_classes):
                    knn[iy, ix, c] = posterior[0, c]
                shares(sloped if linear_total > 0.0 else votes, smoothing, posterior, 0)
                for c in range(n_classes):
                    knndw[iy, ix, c] = posterior[0, c]
