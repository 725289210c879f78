"""Compiled squared distances to all training rows."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import jit

# Training rows per block: distances and the block's columns stay in the nearest caches.
_BLOCK = np.uint64(512)

_compile = jit()


@_compile
def squared_distances(metric, queries, out):
    """Compute d² from every query to every training row, not yet rounded. Shapes (t, m) and (t, n).

    Attributes are added up in file order, as in the reference: the order decides the last bit, and so which
    rows tie. The loops run over rows inside, so that they vectorise without touching that order.
    """
    by_column, columns, costs, flat, missing = (
        metric.by_column, metric.columns, metric.costs, metric.flat, metric.missing,
    )  # fmt: skip
    n = np.uint64(out.shape[1])
    start = np.uint64(0)
    while start < n:
        stop = min(start + _BLOCK, n)
        for t in range(queries.shape[0]):
            for i in range(start, stop):
                out[t, i] = 0.0
            for a in range(columns.shape[0]):
                j, cost = columns[a], costs[a]
                q = queries[t, j]
                if cost > 0.0:
                    for i in range(start, stop):  # NaN differs from everything, including itself
                        out[t, i] += 0.0 if by_column[j, i] == q else cost
                elif not (flat[a] or missing[j] or math.isnan(q)):
                    for i in range(start, stop):
                        delta = by_column[j, i] - q
                        out[t, i] += delta * delta
                else:
                    width = 0.0 if flat[a] else 1.0  # without a range, no two present values are told apart
                    q *= width
                    instead = 1.0 if math.isnan(q) else max(q, 1.0 - q)
                    for i in range(start, stop):
                        x = by_column[j, i] * width
                        delta = max(x, 1.0 - x) if math.isnan(q) else x - q
                        delta = instead if math.isnan(x) else delta
                        out[t, i] += delta * delta
        start = stop
