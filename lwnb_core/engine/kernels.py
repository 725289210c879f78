"""Compiled kernels. Nothing imports these modules at start-up: numba takes its time.

The sweep (`walk`) visits the training rows from near to far and keeps, per class, moments
T_p = Σ (D - d_i)^p x_i about the distance D at which the class was last touched, for every statistic x
that the local model needs. A kernel that is a polynomial in v = 1 - d/h then gives Σ w_i x_i at any bandwidth
h as a short combination of the T_p, and all terms that enter are non-negative where x is: nothing cancels,
even when all distances are close to h. The textbook form Σ x - Σ d x / h loses every digit there.

Statistics of a row, in this order: 1 (its weight); z and z² of the numeric predictors, z the difference from
the query in scaled units; [x = q] of the nominal ones; and, only where values are missing, whether each
numeric and each nominal predictor is present.

Functions take whole arrays and row numbers rather than slices: numba counts references to every slice with
atomic operations, which cost more than the arithmetic. Loop counters are unsigned: negative indices would
have to be looked for, and that keeps loops out of the vector registers.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from lwnb_core.engine.instructions import prefetch
from lwnb_core.engine.score_kernels import class_scores, helper, prepare
from lwnb_core.local.kernels import TRACE

# Scores closer than this are a tie; equals naive_bayes.TIE.
_TIE = 1e-10
_LEAST_EXPONENT = -745.2  # below it exp is 0
# Rows come in the order of their distance, from all over the memory: fetched this many steps before they
# are needed, a line of the cache (of so many numbers) at a time, they are there in time.
_AHEAD = 6
_LINE = 8
_SNAP_HALF = np.int64(0x800)
_SNAP_MASK = np.int64(~0xFFF)

_compile = njit(cache=True, nogil=True, error_model="numpy")
_helper = helper()


# Training rows per block: distances and the block's columns stay in the nearest caches.
_BLOCK = np.uint64(512)


@_helper
def add_squares(by_column, missing, j, q, cost, flat, times, start, stop, out, t):
    """Add what attribute j, of the value q, adds to d² to a block of rows, so many times."""
    if cost > 0.0:
        for i in range(start, stop):  # NaN differs from everything, itself too
            out[t, i] += 0.0 if by_column[j, i] == q else times * cost
    elif flat or math.isnan(q):
        far = not math.isnan(q)
        for i in range(start, stop):
            x = by_column[j, i]
            delta = max(x, 1.0 - x)
            delta = 1.0 if (flat or math.isnan(x)) else delta
            out[t, i] += 0.0 if (far and not math.isnan(x)) else times * (delta * delta)
    elif missing[j]:
        instead = max(q, 1.0 - q)
        for i in range(start, stop):
            x = by_column[j, i]
            delta = instead if math.isnan(x) else x - q
            out[t, i] += times * (delta * delta)
    else:
        for i in range(start, stop):
            delta = by_column[j, i] - q
            out[t, i] += times * (delta * delta)


@_compile
def squared_distances(by_column, missing, queries, columns, costs, flat, snap, out):
    """d² from every query to every training row. Shapes (m, n), (t, m) and (t, n).

    Attributes are added up in file order, like the reference does: the order decides the last bit, and so
    which rows tie. The loops run over rows inside, so that they vectorise without touching that order.
    """
    n = np.uint64(by_column.shape[1])
    m = by_column.shape[0]
    n_queries = queries.shape[0]
    start = np.uint64(0)
    while start < n:
        stop = min(start + _BLOCK, n)
        for t in range(n_queries):
            for i in range(start, stop):
                out[t, i] = 0.0
            for a in range(m):
                j = columns[a]
                add_squares(by_column, missing, j, queries[t, j], costs[a], flat[a], 1.0, start, stop, out, t)
        start = stop
    if snap:
        bits = out.view(np.int64)
        for t in range(n_queries):
            for i in range(n):
                bits[t, i] = (bits[t, i] + _SNAP_HALF) & _SNAP_MASK


@_compile
def moved_distances(by_column, missing, query, moved, columns, costs, flat, out):
    """Where a query goes from `query[0]` to `query[1]`, from its d² to about those from there. In place.

    Only the attributes in `moved` are looked at, the others being equal. Adding and taking away leaves the
    rounding errors of both.
    """
    n = np.uint64(by_column.shape[1])
    start = np.uint64(0)
    while start < n:
        stop = min(start + _BLOCK, n)
        for a in moved:
            j = columns[a]
            add_squares(by_column, missing, j, query[0, j], costs[a], flat[a], -1.0, start, stop, out, 0)
            add_squares(by_column, missing, j, query[1, j], costs[a], flat[a], 1.0, start, stop, out, 0)
        start = stop


@_compile
def near_distances(values, rows, n_rows, query, columns, costs, flat, snap, out):
    """As `squared_distances`, to some training rows only; out[i] belongs to rows[i]."""
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


@_helper
def read_query(query, n_numeric, known, active):
    """A query with something in the place of what is missing, and 1 for every attribute that it has."""
    for j in range(query.shape[0]):
        if math.isnan(query[j]):
            known[j] = 0.0 if j < n_numeric else -1.0
            active[j] = 0.0
        else:
            known[j] = query[j]
            active[j] = 1.0


@_helper
def statistics_of(values, row, query, weight, n_numeric, missing_numeric, missing_nominal, out):
    """The statistics of one training row, times its weight."""
    m = np.uint64(values.shape[1])
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    out[0] = weight
    for j in range(mn):
        z = values[row, j] - query[j]
        z = 0.0 if math.isnan(z) else z
        wz = weight * z
        out[one + j] = wz
        out[one + mn + j] = wz * z
    for j in range(mn, m):
        out[one + mn + j] = weight if values[row, j] == query[j] else 0.0
    place = one + mn + m
    if missing_numeric:
        for j in range(mn):
            out[place + j] = 0.0 if math.isnan(values[row, j]) else weight
        place += mn
    if missing_nominal:
        for j in range(mn, m):
            out[place + (j - mn)] = 0.0 if math.isnan(values[row, j]) else weight


@_helper
def add_row(moments, c, values, row, query, weight, n_numeric, missing_numeric, missing_nominal):
    """Add one training row's statistics to the zeroth moments of its class."""
    m = np.uint64(values.shape[1])
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    moments[c, 0, 0] += weight
    first_equal = one + mn + mn
    for j in range(mn):
        z = values[row, j] - query[j]
        z = 0.0 if math.isnan(z) else z
        wz = weight * z
        moments[c, 0, one + j] += wz
        moments[c, 0, one + mn + j] += wz * z
    for j in range(mn, m):
        moments[c, 0, first_equal + (j - mn)] += weight if values[row, j] == query[j] else 0.0
    place = one + mn + m
    if missing_numeric:
        for j in range(mn):
            moments[c, 0, place + j] += 0.0 if math.isnan(values[row, j]) else weight
        place += mn
    if missing_nominal:
        for j in range(mn, m):
            moments[c, 0, place + (j - mn)] += 0.0 if math.isnan(values[row, j]) else weight


@_helper
def shift(moments, c, by, binomials, scratch):
    """Move the origin of a class's moments outwards: T_p ← Σ_q C(p, q) by^(p-q) T_q.

    By way of `scratch`: that T_p and T_q do not overlap is more than the compiler can see, and without
    knowing it does not vectorise.
    """
    degree = moments.shape[1] - 1
    size = np.uint64(moments.shape[2])
    for p in range(degree, 0, -1):
        power = 1.0
        for q in range(p - 1, -1, -1):
            power *= by
            factor = binomials[p, q] * power
            for s in range(size):
                scratch[s] = factor * moments[c, q, s]
            for s in range(size):
                moments[c, p, s] += scratch[s]


@_helper
def softmax(scores, out, a):
    """Scores as probabilities, into row a of `out`."""
    top = scores[0]
    for c in range(1, scores.shape[0]):
        top = max(top, scores[c])
    total = 0.0
    for c in range(scores.shape[0]):
        below = scores[c] - top
        # exp would say 0 as well, but takes long over it: most classes of a clear case are far below.
        out[a, c] = math.exp(below) if below > _LEAST_EXPONENT else 0.0
        total += out[a, c]
    inverse = 1.0 / total
    for c in range(scores.shape[0]):
        out[a, c] *= inverse


@_helper
def shares(votes, smoothing, out, a):
    """Votes as probabilities, into row a of `out`; even where there are none."""
    total = 0.0
    for c in range(votes.shape[0]):
        out[a, c] = votes[c] + smoothing
        total += out[a, c]
    if total > 0.0:
        inverse = 1.0 / total
        for c in range(votes.shape[0]):
            out[a, c] *= inverse
    else:
        for c in range(votes.shape[0]):
            out[a, c] = 1.0 / votes.shape[0]


@_helper
def repeat_row(out, source, target):
    for c in range(out.shape[1]):
        out[target, c] = out[source, c]


@_helper
def linear_votes(votes, sloped, h, out):
    """Σ (1 - d_i/h) per class; all neighbours alike where h is 0 or every one of them is at h."""
    top = 0.0
    for c in range(votes.shape[0]):
        top = max(top, sloped[c])
    sloping = h > 0.0 and top > 0.0
    inverse = 1.0 / h if sloping else 0.0
    for c in range(votes.shape[0]):
        out[c] = sloped[c] * inverse if sloping else votes[c]


@_helper
def first_best(probabilities, a):
    """The first class within rounding of the most probable one, in row a."""
    top = probabilities[a, 0]
    for c in range(1, probabilities.shape[1]):
        top = max(top, probabilities[a, c])
    for c in range(probabilities.shape[1]):
        if probabilities[a, c] >= top * (1.0 - _TIE):
            return c
    return 0


@_compile
def walk(
    values, classes, weights, query, d2, order, n_in, smoothing, ks, want, lwnb, knn, knndw, n_classes,
    n_numeric, missing_numeric, missing_nominal, n_values, least_variance, floor_scores, surely_above,
    surely_below, coefficients, binomials, by_weight, following, widen, printed, similarity,
):  # fmt: skip
    """Posteriors of LWNB, KNN and KNNDW at every k of `ks` (ascending), in one walk outwards.

    `order` has the training rows by distance, of which the first `n_in` take part. `want` says which of the
    three are asked for; the outputs have shape (len(ks), classes).
    """
    m = values.shape[1]
    degree = coefficients.shape[0] - 1
    n_statistics = 1 + 2 * n_numeric + (m - n_numeric)
    n_statistics += n_numeric if missing_numeric else 0
    n_statistics += m - n_numeric if missing_nominal else 0
    moments = np.zeros((n_classes, degree + 1, n_statistics))
    origins = np.zeros(n_classes)
    sums, shifted = np.zeros((n_classes, n_statistics)), np.zeros(n_statistics)
    terms = np.zeros((n_classes, degree + 1))
    totals, scratch, squares = np.zeros(m), np.zeros(m), np.zeros(m)
    scores, low = np.zeros(n_classes), np.zeros(n_classes)
    known, active = np.empty(m), np.empty(m)
    read_query(query, n_numeric, known, active)
    prepared = np.zeros(3)
    prepare(active, n_numeric, least_variance, floor_scores, prepared)
    votes = np.zeros(n_classes)  # KNN: weight in; KNNDW by similarity: Σ (1 - √(d²/m))
    sloped = np.zeros(n_classes)  # KNNDW by 1 - d/h: Σ (D - d_i), D the current distance
    similar = np.zeros(n_classes)
    distance = 0.0
    counted = 0.0
    r = 0.0
    at_lwnb, at_knn, n_ks = 0, 0, ks.shape[0]
    lead = 1 if following else 0
    if not want[0]:
        at_lwnb = n_ks
    if not (want[1] or want[2]):
        at_knn = n_ks
    ascending = np.empty(n_in)  # at once, while nothing waits for any one of them
    for i in range(n_in):
        ascending[i] = d2[order[i]]
    i = 0
    while i < n_in and (at_lwnb < n_ks or at_knn < n_ks):
        squared = ascending[i]
        previous = distance
        distance = math.sqrt(squared)
        if want[2]:
            for c in range(n_classes):
                sloped[c] += votes[c] * (distance - previous)
        while i < n_in and ascending[i] == squared:
            row = order[i]
            c = classes[row]
            weight = weights[row]
            if want[0]:
                if i + _AHEAD < n_in:
                    ahead = np.uint64(order[i + _AHEAD])
                    for j in range(np.uint64(0), np.uint64(m), np.uint64(_LINE)):
                        prefetch(values, ahead, j)
                by = distance - origins[c]
                if by > 0.0:
                    if moments[c, 0, 0] > 0.0:
                        shift(moments, c, by, binomials, shifted)
                    origins[c] = distance
                add_row(moments, c, values, row, known, weight, n_numeric, missing_numeric, missing_nominal)
            votes[c] += weight
            if similarity:
                alike = 1.0 - math.sqrt(squared / max(m, 1))
                similar[c] += weight * alike if alike >= TRACE else 0.0
            counted += weight if by_weight else 1.0
            r += weight
            i += 1
        last = i == n_in
        reached = counted + 1e-9
        if at_knn < n_ks and (ks[at_knn] <= reached or last):
            first = at_knn
            if want[1]:
                shares(votes, smoothing, knn, first)
            if want[2]:
                if similarity:
                    shares(similar, smoothing, knndw, first)
                else:
                    linear_votes(votes, sloped, distance, scores)
                    shares(scores, smoothing, knndw, first)
            at_knn += 1
            while at_knn < n_ks and (ks[at_knn] <= reached or last):
                repeat_row(knn, first, at_knn)
                repeat_row(knndw, first, at_knn)
                at_knn += 1
        if at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
            if squared == 0.0 and widen and not last:
                continue  # the bandwidth becomes the next distance, and its rows come in
            class_scores(
                moments, origins, distance, r, coefficients, binomials, active, n_numeric,
                missing_numeric, missing_nominal, n_values, least_variance, floor_scores, surely_above,
                surely_below, printed, prepared, sums, terms, totals, scratch, squares, low, scores,
            )  # fmt: skip
            first = at_lwnb
            softmax(scores, lwnb, first)
            at_lwnb += 1
            while at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
                repeat_row(lwnb, first, at_lwnb)
                at_lwnb += 1


@_compile
def summarise(posteriors, truth, predicted, right, loss, brier, floor):
    """Over k: predicted class, whether it is right, -ln p(truth), and Σ (p_c - [c is true])²."""
    for a in range(posteriors.shape[0]):
        best = first_best(posteriors, a)
        predicted[a] = best
        right[a] = best == truth
        loss[a] = -math.log(max(posteriors[a, truth], floor))
        total = 1.0 - 2.0 * posteriors[a, truth]
        for c in range(posteriors.shape[1]):
            total += posteriors[a, c] * posteriors[a, c]
        brier[a] = total


@_compile
def add_up(
    weight, predicted, right, loss, brier, shares_of_classes, part, right_sum, loss_sum, brier_sum, chance_sum
):
    """Add one test case, as `summarise` left it, to row `part` of the sums over k."""
    for a in range(right.shape[0]):
        right_sum[part, a] += weight if right[a] else 0.0
        loss_sum[part, a] += weight * loss[a]
        brier_sum[part, a] += weight * brier[a]
        chance_sum[part, a] += weight * shares_of_classes[part, predicted[a]]
