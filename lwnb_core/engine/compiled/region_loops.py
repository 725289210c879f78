"""Compiled decision regions (`regions` explains the tiles)."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import jit
from lwnb_core.engine.compiled.direct_loops import weight_of
from lwnb_core.engine.compiled.distance_loops import distances_to
from lwnb_core.engine.compiled.loop_arguments import ScoreSpace
from lwnb_core.engine.compiled.score_loops import class_scores, prepare
from lwnb_core.engine.compiled.sweep_loops import add_row, n_statistics, read_query, shares, softmax

_compile = jit()

# Rounding in the distances must not cut off a row that ties at the bandwidth.
_SLACK = 1e-9


@_compile
def kth_smallest(d2, first, n, k, scratch):
    """Return the k-th smallest of n entries from `first` on, by quickselect in `scratch`."""
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
    """Select the rows that matter to cells within `reach` of a centre, given their distances from it.

    Rows that are certainly nearer than the k-th neighbour of every such cell come first in `out`. Returns the
    number of these rows, and the number of all rows that matter.
    """
    h = math.sqrt(kth_smallest(d2, 0, n, k, scratch))
    outer = h + 2.0 * reach + _SLACK
    inner = max(h - 2.0 * reach - _SLACK, 0.0)
    outer, inner = outer * outer, inner * inner
    n_sure = 0
    for i in range(n):
        if d2[i] < inner:
            out[n_sure] = rows[i]
            n_sure += 1
    n_all = n_sure
    for i in range(n):
        if inner <= d2[i] <= outer:
            out[n_all] = rows[i]
            n_all += 1
    return n_sure, n_all


@_compile
def go_to_middle(cell, plane, from_x, to_x, from_y, to_y):
    """Move `cell` to the middle of some cells; return the distance from there to the farthest of them."""
    xs, ys, column_x, column_y = plane.xs, plane.ys, plane.column_x, plane.column_y
    cell[column_x] = 0.5 * (xs[from_x] + xs[to_x - 1])
    cell[column_y] = 0.5 * (ys[from_y] + ys[to_y - 1])
    return 0.5 * math.hypot(xs[to_x - 1] - xs[from_x], ys[to_y - 1] - ys[from_y])


@_compile
def band(rows, metric, limits, plane, first_y, last_y, others, learner, settings, requested, out):
    """Fill the rows first_y to last_y - 1 of the outputs (rows, columns, classes), tile after tile.

    `others` are the training rows that take part, each of weight 1. Only the outputs of learners that are
    requested are filled. `settings` has a kernel that is constant: the weights are in the moments already.
    """
    classes = rows.classes
    xs, ys, column_x, column_y = plane.xs, plane.ys, plane.column_x, plane.column_y
    k, which, one, smoothing = learner.k, learner.kernel, learner.one, learner.smoothing
    with_lwnb, with_votes, with_sloped = requested.lwnb, requested.knn or requested.knndw, requested.knndw
    n_classes, n_numeric = rows.n_classes, rows.n_numeric
    m, n = rows.values.shape[1], others.shape[0]
    size = n_statistics(rows)
    moments = np.zeros((n_classes, 1, size))
    origins, scores, votes, sloped = (
        np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes),
    )  # fmt: skip
    sums = np.zeros((n_classes, size))
    space = ScoreSpace(
        sums, np.zeros((n_classes, 1)), np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(n_classes), scores
    )
    posterior = np.zeros((1, n_classes))
    cell = plane.query.copy()
    known, active = np.empty(m), np.empty(m)
    d2, d2_candidates, work = np.empty(n), np.empty(n), np.empty(n)
    around, candidates = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for start_x in range(0, xs.shape[0], plane.tile_x):
        stop_x = min(start_x + plane.tile_x, xs.shape[0])
        reach = go_to_middle(cell, plane, start_x, stop_x, first_y, last_y)
        distances_to(rows.values, metric, others, n, cell, d2)
        _, n_around = parted(others, d2, n, k, reach, work, around)
        # The same for the quarters of the tile: fewer rows matter, and most of them are certainly neighbours.
        half_x, half_y = (stop_x - start_x + 1) // 2, (last_y - first_y + 1) // 2
        for part in range(4):
            from_x, to_x = (start_x, start_x + half_x) if part % 2 == 0 else (start_x + half_x, stop_x)
            from_y, to_y = (first_y, first_y + half_y) if part < 2 else (first_y + half_y, last_y)
            if from_x == to_x or from_y == to_y:
                continue
            reach = go_to_middle(cell, plane, from_x, to_x, from_y, to_y)
            distances_to(rows.values, metric, around, n_around, cell, d2_candidates)
            n_sure, n_candidates = parted(around, d2_candidates, n_around, k, reach, work, candidates)
            for at in range((to_y - from_y) * (to_x - from_x)):
                iy, ix = from_y + at // (to_x - from_x), from_x + at % (to_x - from_x)
                cell[column_x] = xs[ix]
                cell[column_y] = ys[iy]
                distances_to(rows.values, metric, candidates, n_candidates, cell, d2_candidates)
                h2 = kth_smallest(d2_candidates, n_sure, n_candidates - n_sure, k - n_sure, work)
                h = math.sqrt(h2)
                moments[:] = 0.0
                votes[:] = 0.0
                sloped[:] = 0.0
                read_query(cell, n_numeric, known, active)
                some = n_sure > 0
                for i in range(n_sure, n_candidates):
                    some = some or (d2_candidates[i] < h2)
                weighted = h > 0.0 and (some or one > 1.0)
                count = 0.0
                linear_total = 0.0
                for i in range(n_candidates):
                    if d2_candidates[i] > h2:
                        continue
                    row = candidates[i]
                    c = classes[row]
                    count += 1.0
                    if with_votes:
                        votes[c] += 1.0
                    u = math.sqrt(d2_candidates[i]) / h if h > 0.0 else 0.0
                    if with_sloped:
                        alike = math.sqrt(d2_candidates[i] / max(m, 1)) if settings.similarity else u
                        slope = max(1.0 - alike, 0.0)
                        sloped[c] += slope
                        linear_total += slope
                    if with_lwnb:
                        w = weight_of(which, u, one) if weighted else 1.0
                        if w > 0.0:
                            add_row(moments, c, rows.values, row, known, w, rows)
                if with_lwnb:
                    for c in range(n_classes):
                        if moments[c, 0, 0] == 0.0:
                            for s in range(size):
                                sums[c, s] = 0.0
                    prepared = prepare(active, n_numeric, limits)
                    class_scores(
                        moments, origins, 1.0, count, rows, active, prepared, limits, settings, space
                    )
                    softmax(scores, posterior, 0)
                    for c in range(n_classes):
                        out.lwnb[iy, ix, c] = posterior[0, c]
                if requested.knn:
                    shares(votes, smoothing, posterior, 0)
                    for c in range(n_classes):
                        out.knn[iy, ix, c] = posterior[0, c]
                if with_sloped:
                    shares(sloped if linear_total > 0.0 else votes, smoothing, posterior, 0)
                    for c in range(n_classes):
                        out.knndw[iy, ix, c] = posterior[0, c]
