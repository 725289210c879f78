"""A compiled sweep over some k that puts no rows in order: it only asks in which ring each of them is.

A ring holds the rows between the distances that two successive k reach. Rows are visited as they lie in the
memory, and their statistics added to the moments of their ring (see `kernels`, whose terms are used here)
about its outer edge; from ring to ring the moments then go outwards as those of the walk do from row to row.
A hundred thousand rows take a third of the time of sorting and walking through them, in one call that holds
no lock: the window paints meanwhile. As `kernels`, this module is never imported at start-up.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from lwnb_core.engine.kernels import (
    linear_votes,
    read_query,
    shares,
    shift,
    softmax,
    squared_distances,
    statistics_of,
)
from lwnb_core.engine.score_kernels import class_scores, helper, prepare
from lwnb_core.local.kernels import TRACE

_compile = njit(cache=True, nogil=True, error_model="numpy")
_helper = helper()

_CELLS = 8192  # of equal width, to find a distance's place among others without comparing it with many


@_helper
def cell_of(squared, scale):
    """The cell of a d²; a greater one is never in an earlier cell."""
    return np.uint64(min(np.int64(squared * scale), np.int64(_CELLS - 1)))


@_compile
def reached(d2, places, scale):
    """The d² at these places, ascending, of the sorted d²; those at infinity are not among them.

    Only the cells in which something is looked for are sorted.
    """
    n = np.uint64(d2.shape[0])
    one = np.uint64(1)
    ends = np.zeros(_CELLS + 1, dtype=np.uint64)
    for i in range(n):
        if d2[i] < math.inf:
            ends[cell_of(d2[i], scale) + one] += one
    for cell in range(np.uint64(_CELLS)):
        ends[cell + one] += ends[cell]
    next_free = ends[:_CELLS].copy()
    by_cell = np.empty(ends[_CELLS])
    for i in range(n):
        if d2[i] < math.inf:
            cell = cell_of(d2[i], scale)
            by_cell[next_free[cell]] = d2[i]
            next_free[cell] += one
    out = np.empty(places.shape[0])
    cell = np.uint64(0)
    sorted_up_to = np.uint64(0)
    for a in range(places.shape[0]):
        place = np.uint64(places[a])
        while ends[cell + one] <= place:
            cell += one
        if sorted_up_to <= place:
            by_cell[ends[cell] : ends[cell + one]].sort()
            sorted_up_to = ends[cell + one]
        out[a] = by_cell[place]
    return out


@_helper
def add_to_ring(moments, ring, c, statistics, inwards):
    """Add a row's statistics to the moments of its class in a ring, so far inwards of the ring's edge."""
    size = np.uint64(statistics.shape[0])
    power = 1.0
    for p in range(moments.shape[2]):
        for s in range(size):
            moments[ring, c, p, s] += power * statistics[s]
        power *= inwards


@_helper
def add_ring(moments, c, rings, ring):
    """Add a ring's moments to those of all within it, which are about the same distance by now."""
    size = np.uint64(moments.shape[2])
    for p in range(moments.shape[1]):
        for s in range(size):
            moments[c, p, s] += rings[ring, c, p, s]


@_compile
def fill_rings(
    values, classes, weights, query, d2, reaches, scale, n_numeric, missing_numeric, missing_nominal,
    similarity, rings, votes, sloped, similar,
):  # fmt: skip
    """Statistics and votes of the rows, ring by ring; reaches[b] is the d² of the outer edge of ring b."""
    n_rings = np.uint64(reaches.shape[0])
    one = np.uint64(1)
    first = np.zeros(_CELLS, dtype=np.uint64)  # the first ring that a row of this cell can be in
    cell = np.uint64(0)
    for b in range(n_rings):
        end = cell_of(reaches[b], scale)
        while cell <= end:
            first[cell] = b
            cell += one
    while cell < np.uint64(_CELLS):
        first[cell] = n_rings - one
        cell += one
    edges = np.sqrt(reaches)
    farthest = reaches[n_rings - one]
    m = max(values.shape[1], 1)
    statistics = np.zeros(rings.shape[3])
    for row in range(np.uint64(d2.shape[0])):
        squared = d2[row]
        if squared > farthest:
            continue
        b = first[cell_of(squared, scale)]
        while reaches[b] < squared:
            b += one
        c, weight, distance = classes[row], weights[row], math.sqrt(squared)
        statistics_of(values, row, query, weight, n_numeric, missing_numeric, missing_nominal, statistics)
        add_to_ring(rings, b, c, statistics, edges[b] - distance)
        votes[b, c] += weight
        sloped[b, c] += weight * (edges[b] - distance)
        if similarity:
            alike = 1.0 - math.sqrt(squared / m)
            similar[b, c] += weight * alike if alike >= TRACE else 0.0


@_compile
def sweep_rings(
    by_column, missing, columns, costs, flat, snap, values, classes, weights, query, left_out, smoothing, ks,
    lwnb, knn, knndw, n_classes, n_numeric, missing_numeric, missing_nominal, n_values, least_variance,
    floor_scores, surely_above, surely_below, coefficients, binomials, by_weight, following, widen, printed,
    similarity,
):  # fmt: skip
    """Posteriors of LWNB, KNN and KNNDW at every k of `ks` (ascending), as `kernels.walk` gives them.

    Every row counts as one; `left_out` does not take part (-1: all do), and one at least is left. The outputs
    have shape (len(ks), classes).
    """
    n, m = values.shape
    distances = np.empty((1, n))
    squared_distances(by_column, missing, query.reshape(1, m), columns, costs, flat, snap, distances)
    d2 = distances[0]
    if left_out >= 0:
        d2[left_out] = math.inf
    n_in = 0
    farthest = 0.0
    for i in range(n):
        if d2[i] < math.inf:
            n_in += 1
            farthest = max(farthest, d2[i])
    scale = _CELLS / farthest if farthest > 0.0 else 0.0
    scale = scale if scale < math.inf else 0.0
    n_ks = ks.shape[0]
    # Where KNN's neighbourhoods end, and LWNB's, which in some conventions end one row later.
    places = np.empty(2 * n_ks, dtype=np.int64)
    lead = 1 if following else 0
    for a in range(n_ks):
        places[a] = min(ks[a], n_in) - 1
        places[n_ks + a] = min(ks[a] + lead, n_in) - 1
    which = np.unique(places)
    ascending = reached(d2, which, scale)
    edge_at = ascending[np.searchsorted(which, places)]
    if widen:
        widened = math.inf
        for i in range(n):
            if 0.0 < d2[i] < widened:
                widened = d2[i]
        for a in range(n_ks, 2 * n_ks):
            if edge_at[a] == 0.0 and widened < math.inf:
                edge_at[a] = widened
    reaches = np.unique(edge_at)
    ring_at = np.searchsorted(reaches, edge_at)

    known, active = np.empty(m), np.empty(m)
    read_query(query, n_numeric, known, active)
    prepared = np.zeros(3)
    prepare(active, n_numeric, least_variance, floor_scores, prepared)
    degree = coefficients.shape[0] - 1
    n_statistics = 1 + 2 * n_numeric + (m - n_numeric)
    n_statistics += n_numeric if missing_numeric else 0
    n_statistics += m - n_numeric if missing_nominal else 0
    n_rings = reaches.shape[0]
    rings = np.zeros((n_rings, n_classes, degree + 1, n_statistics))
    by_ring = np.zeros((3, n_rings, n_classes))
    votes, sloped, similar = by_ring[0], by_ring[1], by_ring[2]
    fill_rings(
        values, classes, weights, known, d2, reaches, scale, n_numeric, missing_numeric, missing_nominal,
        similarity, rings, votes, sloped, similar,
    )  # fmt: skip

    moments = np.zeros((n_classes, degree + 1, n_statistics))
    origins = np.zeros(n_classes)
    sums, shifted = np.zeros((n_classes, n_statistics)), np.zeros(n_statistics)
    terms = np.zeros((n_classes, degree + 1))
    totals, scratch, squares = np.zeros(m), np.zeros(m), np.zeros(m)
    scores, low = np.zeros(n_classes), np.zeros(n_classes)
    at_knn, at_lwnb = 0, 0
    distance, r = 0.0, 0.0
    for b in range(n_rings):
        previous = distance
        distance = math.sqrt(reaches[b])
        for c in range(n_classes):
            if distance > previous and moments[c, 0, 0] > 0.0:
                shift(moments, c, distance - previous, binomials, shifted)
            origins[c] = distance
            add_ring(moments, c, rings, b)
            r += votes[b, c]
            if b > 0:
                sloped[b, c] += sloped[b - 1, c] + votes[b - 1, c] * (distance - previous)
                votes[b, c] += votes[b - 1, c]
                similar[b, c] += similar[b - 1, c]
        while at_knn < n_ks and ring_at[at_knn] == b:
            shares(votes[b], smoothing, knn, at_knn)
            if similarity:
                shares(similar[b], smoothing, knndw, at_knn)
            else:
                linear_votes(votes[b], sloped[b], distance, scores)
                shares(scores, smoothing, knndw, at_knn)
            at_knn += 1
        while at_lwnb < n_ks and ring_at[n_ks + at_lwnb] == b:
            class_scores(
                moments, origins, distance, r, coefficients, binomials, active, n_numeric, missing_numeric,
                missing_nominal, n_values, least_variance, floor_scores, surely_above, surely_below, printed,
                prepared, sums, terms, totals, scratch, squares, low, scores,
            )  # fmt: skip
            softmax(scores, lwnb, at_lwnb)
            at_lwnb += 1
