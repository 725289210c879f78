"""Compiled squared distances, to all training rows or some of them."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import helper, jit

_SNAP_HALF = np.int64(0x800)
_SNAP_MASK = np.int64(~0xFFF)
# Training rows per block: distances and the block's columns stay in the nearest caches.
_BLOCK = np.uint64(512)

_compile = jit()
_helper = helper()


@_helper
def add_squares(metric, a, q, start, stop, out, t):
    """Add the contribution of attribute a, with the value q, to the d² of a block of rows."""
    by_column, j, cost, flat = metric.by_column, metric.columns[a], metric.costs[a], metric.flat[a]
    if cost > 0.0:
        for i in range(start, stop):  # NaN differs from everything, including itself
            out[t, i] += 0.0 if by_column[j, i] == q else cost
    elif flat or math.isnan(q):
        far = not math.isnan(q)
        for i in range(start, stop):
            x = by_column[j, i]
            delta = max(x, 1.0 - x)
            delta = 1.0 if (flat or math.isnan(x)) else delta
            out[t, i] += 0.0 if (far and not math.isnan(x)) else delta * delta
    elif metric.missing[j]:
        instead = max(q, 1.0 - q)
        for i in range(start, stop):
            x = by_column[j, i]
            delta = instead if math.isnan(x) else x - q
            out[t, i] += delta * delta
    else:
        for i in range(start, stop):
            delta = by_column[j, i] - q
            out[t, i] += delta * delta


@_helper
def keep_40_bits(distances):
    """Round d² to fewer digits, so that distances that differ only by rounding are tied."""
    bits = distances.view(np.int64)
    for i in range(np.uint64(bits.shape[0])):
        bits[i] = (bits[i] + _SNAP_HALF) & _SNAP_MASK


@_compile
def squared_distances(metric, queries, out):
    """Compute d² from every query to every training row. Shapes (t, m) and (t, n).

    Attributes are added up in file order, as in the reference: the order decides the last bit, and so which
    rows tie. The loops run over rows inside, so that they vectorise without touching that order.
    """
    n = np.uint64(out.shape[1])
    n_queries = queries.shape[0]
    start = np.uint64(0)
    while start < n:
        stop = min(start + _BLOCK, n)
        for t in range(n_queries):
            for i in range(start, stop):
                out[t, i] = 0.0
            for a in range(metric.columns.shape[0]):
                add_squares(metric, a, queries[t, metric.columns[a]], start, stop, out, t)
        start = stop
    if metric.snap:
        keep_40_bits(out.reshape(out.size))


@_compile
def distances_to(values, metric, some, n_some, query, out):
    """Do the same as `squared_distances` for some training rows only; out[i] belongs to some[i]."""
    columns, costs, flat = metric.columns, metric.costs, metric.flat
    m = values.shape[1]
    for i in range(n_some):
        row = some[i]
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
    if metric.snap:
        keep_40_bits(out[:n_some])
