"""Compiled decision regions (see `regions` for the idea of tiles)."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from lwnb_core.engine.direct_kernels import weight_of
from lwnb_core.engine.kernels import add_row, near_distances, shares, softmax
from lwnb_core.engine.score_kernels import class_scores, prepare

_compile = njit(cache=True, nogil=True, error_model="numpy")

# Rounding in the distances must not cut off a row that ties at the bandwidth.
_SLACK = 1e-9


@_compile
def kth_smallest(d2, first, n, k, scratch):
    """The k-th smallest of n entries from `first` on, by quickselect in `scratch`."""
    for i in range(n):
        scratch[i] = d2[first + i]
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
def parted(rows, d2, n, k, reach, scratch, out):
    """Rows that matter to cells within `reach` of a centre, given their distances from it.

    Those that are surely nearer than the k-th neighbour of every such cell come first in `out`; returns how
    many these are, and how many rows matter at all.
    """
    h = math.sqrt(kth_smallest(d2, 0, n, k, scratch))
    far = h + 2.0 * reach + _SLACK
    near = max(h - 2.0 * reach - _SLACK, 0.0)
    far, near = far * far, near * near
    n_sure = 0
    for i in range(n):
        if d2[i] < near:
            out[n_sure] = rows[i]
            n_sure += 1
    n_all = n_sure
    for i in range(n):
        if near <= d2[i] <= far:
            out[n_all] = rows[i]
            n_all += 1
    return n_sure, n_all


@_compile
def go_to_middle(cell, place_x, place_y, xs, ys, from_x, to_x, from_y, to_y):
    """Move `cell` to the middle of some cells; returns how far the farthest of them is from there."""
    cell[place_x] = 0.5 * (xs[from_x] + xs[to_x - 1])
    cell[place_y] = 0.5 * (ys[from_y] + ys[to_y - 1])
    return 0.5 * math.hypot(xs[to_x - 1] - xs[from_x], ys[to_y - 1] - ys[from_y])


@_compile
def band(
    values, classes, weights, columns, costs, flat, snap, query, xs, ys, place_x, place_y, first_y, last_y,
    tile_x, everyone, k, kernel, one, printed, similarity, smoothing, n_classes, n_numeric, missing_numeric,
    missing_nominal, n_values, least_variance, floor_scores, surely_above, surely_below, want, lwnb, knn,
    knndw,
):  # fmt: skip
    """Fill the rows first_y to last_y - 1 of the outputs (rows, columns, classes), tile after tile.

    `xs`, `ys` are the packed values of the cells on the two axes, `everyone` the training rows that take
    part, each of weight 1. `want` says for which of LWNB, KNN and KNNDW: the others are left as they are.
    """
    want_lwnb, want_votes, want_sloped = want[0], want[1] or want[2], want[2]
    m = values.shape[1]
    n = everyone.shape[0]
    n_statistics = 1 + 2 * n_numeric + (m - n_numeric)
    n_statistics += n_numeric if missing_numeric else 0
    n_statistics += m - n_numeric if missing_nominal else 0
    moments = np.zeros((n_classes, 1, n_statistics))
    origins, scores, votes, sloped, low = (
        np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes),
        np.zeros(n_classes),
    )  # fmt: skip
    sums, terms = np.zeros((n_classes, n_statistics)), np.zeros((n_classes, 1))
    totals, squares, active, scratch = np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(m)
    coefficients, binomials = np.ones(1), np.ones((1, 1))
    posterior = np.zeros((1, n_classes))
    prepared = np.zeros(3)
    cell = query.copy()
    known = query.copy()
    d2, d2_near, work = np.empty(n), np.empty(n), np.empty(n)
    around, near = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for start_x in range(0, xs.shape[0], tile_x):
        stop_x = min(start_x + tile_x, xs.shape[0])
        reach = go_to_middle(cell, place_x, place_y, xs, ys, start_x, stop_x, first_y, last_y)
        near_distances(values, everyone, n, cell, columns, costs, flat, snap, d2)
        _, n_around = parted(everyone, d2, n, k, reach, work, around)
        # The same once more for the quarters of the tile: fewer rows, and most of them surely in.
        half_x, half_y = (stop_x - start_x + 1) // 2, (last_y - first_y + 1) // 2
        for part in range(4):
            from_x, to_x = (start_x, start_x + half_x) if part % 2 == 0 else (start_x + half_x, stop_x)
            from_y, to_y = (first_y, first_y + half_y) if part < 2 else (first_y + half_y, last_y)
            if from_x == to_x or from_y == to_y:
                continue
            reach = go_to_middle(cell, place_x, place_y, xs, ys, from_x, to_x, from_y, to_y)
            near_distances(values, around, n_around, cell, columns, costs, flat, snap, d2_near)
            n_sure, n_near = parted(around, d2_near, n_around, k, reach, work, near)
            for at in range((to_y - from_y) * (to_x - from_x)):
                iy, ix = from_y + at // (to_x - from_x), from_x + at % (to_x - from_x)
                cell[place_x] = xs[ix]
                cell[place_y] = ys[iy]
                near_distances(values, near, n_near, cell, columns, costs, flat, snap, d2_near)
                h2 = kth_smallest(d2_near, n_sure, n_near - n_sure, k - n_sure, work)
                h = math.sqrt(h2)
                moments[:] = 0.0
                votes[:] = 0.0
                sloped[:] = 0.0
                for j in range(m):
                    missing = math.isnan(cell[j])
                    active[j] = 0.0 if missing else 1.0
                    known[j] = (0.0 if j < n_numeric else -1.0) if missing else cell[j]
                some = n_sure > 0
                for i in range(n_sure, n_near):
                    some = some or (d2_near[i] < h2)
                weighted = h > 0.0 and (some or one > 1.0)
                count = 0.0
                linear_total = 0.0
                for i in range(n_near):
                    if d2_near[i] > h2:
                        continue
                    row = near[i]
                    c = classes[row]
                    count += 1.0
                    if want_votes:
                        votes[c] += 1.0
                    u = math.sqrt(d2_near[i]) / h if h > 0.0 else 0.0
                    if want_sloped:
                        slope = max(1.0 - (math.sqrt(d2_near[i] / max(m, 1)) if similarity else u), 0.0)
                        sloped[c] += slope
                        linear_total += slope
                    if want_lwnb:
                        w = weight_of(kernel, u, one) if weighted else 1.0
                        if w > 0.0:
                            add_row(
                                moments, c, values, row, known, w, n_numeric, missing_numeric, missing_nominal
                            )
                if want_lwnb:
                    for c in range(n_classes):
                        if moments[c, 0, 0] == 0.0:
                            for s in range(n_statistics):
                                sums[c, s] = 0.0
                    prepare(active, n_numeric, least_variance, floor_scores, prepared)
                    class_scores(
                        moments, origins, 1.0, count, coefficients, binomials, active, n_numeric,
                        missing_numeric, missing_nominal, n_values, least_variance, floor_scores,
                        surely_above, surely_below, printed, prepared, sums, terms, totals, scratch, squares,
                        low, scores,
                    )  # fmt: skip
                    softmax(scores, posterior, 0)
                    for c in range(n_classes):
                        lwnb[iy, ix, c] = posterior[0, c]
                if want[1]:
                    shares(votes, smoothing, posterior, 0)
                    for c in range(n_classes):
                        knn[iy, ix, c] = posterior[0, c]
                if want_sloped:
                    shares(sloped if linear_total > 0.0 else votes, smoothing, posterior, 0)
                    for c in range(n_classes):
                        knndw[iy, ix, c] = posterior[0, c]
