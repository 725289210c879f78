"""Compiled decision regions (`regions` explains the tiles)."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import jit
from lwnb_core.engine.compiled.direct_loops import weight_of
from lwnb_core.engine.compiled.score_loops import class_scores
from lwnb_core.engine.compiled.sweep_loops import add_row, shares, softmax

_compile = jit()

# Rounding in the distances must not cut off a row that ties at the bandwidth.
_SLACK = 1e-9
# As in `local.distance`.
_SNAP_HALF, _SNAP_MASK = np.int64(0x800), np.int64(~0xFFF)


@_compile
def distances_to(values, metric, some, n_some, query, out):
    """Compute d² from a query to some training rows; out[i] belongs to some[i]."""
    columns, costs, flat = metric.columns, metric.costs, metric.flat
    for i in range(n_some):
        row = some[i]
        total = 0.0
        for a in range(columns.shape[0]):
            j = columns[a]
            x = values[row, j]
            q = query[j]
            if costs[a] > 0.0:
                total += 0.0 if x == q else costs[a]
            else:
                width = 0.0 if flat[a] else 1.0
                x *= width
                q *= width
                delta = x - q
                if math.isnan(delta):
                    known = q if math.isnan(x) else x
                    delta = 1.0 if math.isnan(known) else max(known, 1.0 - known)
                total += delta * delta
        out[i] = total


@_compile
def kth_smallest(d2, first, n, k, scratch):
    """Return the k-th smallest of the first n entries from `first` on, by quickselect in `scratch`."""
    for i in range(first, n):
        scratch[i] = d2[i]
    low, high, target = first, n - 1, first + min(k, n - first) - 1
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
    h = math.sqrt(kth_smallest(d2, np.int64(0), n, k, scratch))
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
def band(rows, metric, limits, plane, first_y, last_y, others, learner, requested, space, out):
    """Fill the rows first_y to last_y - 1 of the outputs (cells, classes), tile after tile.

    `others` are the training rows that take part, each of weight 1. Only the outputs of learners that are
    requested are filled.
    """
    values, classes = rows.values, rows.classes
    xs, ys, column_x, column_y = plane.xs, plane.ys, plane.column_x, plane.column_y
    k, one, smoothing = learner.k, learner.one, learner.smoothing
    cell, known, sums, votes, sloped, scores = (
        space.cell, space.known, space.sums, space.votes, space.sloped, space.scores,
    )  # fmt: skip
    around, near, d2, work = space.around, space.near, space.d2, space.work
    n, n_columns = others.shape[0], xs.shape[0]
    the_one = np.int64(
        0
    )  # the only row of `known` and `limits`; of a type of its own, 0 would be compiled anew
    for start_x in range(0, n_columns, plane.tile_x):
        stop_x = min(start_x + plane.tile_x, n_columns)
        reach = go_to_middle(cell, plane, start_x, stop_x, first_y, last_y)
        distances_to(values, metric, others, n, cell, d2)
        _, n_around = parted(others, d2, n, k, reach, work, around)
        # The same for the quarters of the tile: fewer rows matter, and most of them are certainly neighbours.
        half_x, half_y = (stop_x - start_x + 1) // 2, (last_y - first_y + 1) // 2
        for part in range(4):
            from_x, to_x = (start_x, start_x + half_x) if part % 2 == 0 else (start_x + half_x, stop_x)
            from_y, to_y = (first_y, first_y + half_y) if part < 2 else (first_y + half_y, last_y)
            if from_x == to_x or from_y == to_y:
                continue
            reach = go_to_middle(cell, plane, from_x, to_x, from_y, to_y)
            distances_to(values, metric, around, n_around, cell, d2)
            n_sure, n_near = parted(around, d2, n_around, k, reach, work, near)
            for at in range((to_y - from_y) * (to_x - from_x)):
                iy, ix = from_y + at // (to_x - from_x), from_x + at % (to_x - from_x)
                to = iy * n_columns + ix
                cell[column_x] = known[0, column_x] = xs[ix]
                cell[column_y] = known[0, column_y] = ys[iy]
                distances_to(values, metric, near, n_near, cell, d2)
                if learner.snap:
                    bits = d2.view(np.int64)
                    for i in range(n_near):
                        bits[i] = (bits[i] + _SNAP_HALF) & _SNAP_MASK
                h2 = kth_smallest(d2, n_sure, n_near, k - n_sure, work)
                h = math.sqrt(h2)
                for c in range(votes.shape[0]):
                    votes[c] = 0.0
                    sloped[c] = 0.0
                    for s in range(sums.shape[1]):
                        sums[c, s] = 0.0
                some = n_sure > 0
                for i in range(n_sure, n_near):
                    some = some or (d2[i] < h2)
                weighted = h > 0.0 and (some or one > 1.0)
                count = 0.0
                total = 0.0
                sloping = 0.0
                for i in range(n_near):
                    if d2[i] > h2:
                        continue
                    row = near[i]
                    c = classes[row]
                    count += 1.0
                    votes[c] += 1.0
                    u = math.sqrt(d2[i]) / h if h > 0.0 else 0.0
                    alike = math.sqrt(d2[i] / max(values.shape[1], 1)) if learner.similarity else u
                    sloped[c] += max(1.0 - alike, 0.0)
                    sloping += max(1.0 - alike, 0.0)
                    if requested.lwnb:
                        w = weight_of(learner.kernel, u, one) if weighted else 1.0
                        total += w
                        if w > 0.0:
                            add_row(sums, c, values, row, known, the_one, w, rows)
                if requested.lwnb:
                    for c in range(votes.shape[0]):
                        scores[c] = math.nan
                        for s in range(sums.shape[1]):
                            sums[c, s] *= count / total
                    class_scores(
                        sums,
                        count,
                        rows,
                        known,
                        limits,
                        learner.printed,
                        the_one,
                        space.totals,
                        space.low,
                        scores,
                    )
                    softmax(scores, out.lwnb, to)
                if requested.knn:
                    shares(votes, 1.0, smoothing, out.knn, to)
                if requested.knndw:
                    shares(sloped if sloping > 0.0 else votes, 1.0, smoothing, out.knndw, to)
