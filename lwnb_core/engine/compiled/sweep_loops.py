"""The compiled sweep over every k. No module of loops is imported at start-up, because numba takes time.

The sweep (`sweep_query`) visits the training rows from near to far and keeps, per class, moments
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

from lwnb_core.engine.compiled.compiling import helper, jit
from lwnb_core.engine.compiled.direct_loops import local_sums
from lwnb_core.engine.compiled.loop_arguments import DensityLimits, LocalSums, Posteriors, ScoreSpace
from lwnb_core.engine.compiled.score_loops import class_scores, prepare
from lwnb_core.local.kernels import TRACE

# As `naive_bayes.TIE`. It is not imported: stored loops would not notice that it has changed.
_TIE = 1e-10
_LEAST_EXPONENT = -745.2  # below this, exp is 0
# Rows are copied in groups of this size before they are added up. In the order of their distance they come
# from all over the memory; copying them in a loop of their own lets many fetches run at once, which takes a
# third less time at 100,000 rows.
_COPIED = 64

_compile = jit()
_helper = helper()


@_helper
def read_query(query, n_numeric, known, active):
    """Return the query with missing values replaced, and 1 for every attribute that it has."""
    for j in range(query.shape[0]):
        if math.isnan(query[j]):
            known[j] = 0.0 if j < n_numeric else -1.0
            active[j] = 0.0
        else:
            known[j] = query[j]
            active[j] = 1.0


@_helper
def n_statistics(rows):
    """Return the number of statistics of a row."""
    m, n_numeric = rows.values.shape[1], rows.n_numeric
    n = 1 + n_numeric + m
    n += n_numeric if rows.missing_numeric else 0
    return n + (m - n_numeric if rows.missing_nominal else 0)


@_helper
def add_row(moments, c, values, row, query, weight, rows):
    """Add the statistics of row `row` of `values` to the zeroth moments of its class."""
    m = np.uint64(values.shape[1])
    mn = np.uint64(rows.n_numeric)
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
    first_present = one + mn + m
    if rows.missing_numeric:
        for j in range(mn):
            moments[c, 0, first_present + j] += 0.0 if math.isnan(values[row, j]) else weight
        first_present += mn
    if rows.missing_nominal:
        for j in range(mn, m):
            moments[c, 0, first_present + (j - mn)] += 0.0 if math.isnan(values[row, j]) else weight


@_helper
def shift(moments, c, by, binomials, scratch):
    """Move the origin of a class's moments outwards: T_p ← Σ_q C(p, q) by^(p-q) T_q.

    This goes through `scratch`, because the compiler cannot see that T_p and T_q do not overlap, and would
    not vectorise otherwise.
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
    """Write scores as probabilities into row a of `out`."""
    top = scores[0]
    for c in range(1, scores.shape[0]):
        top = max(top, scores[c])
    total = 0.0
    for c in range(scores.shape[0]):
        below = scores[c] - top
        # exp returns 0 here, too, but slowly; and in a clear case most classes are far below.
        out[a, c] = math.exp(below) if below > _LEAST_EXPONENT else 0.0
        total += out[a, c]
    inverse = 1.0 / total
    for c in range(scores.shape[0]):
        out[a, c] *= inverse


@_helper
def shares(votes, smoothing, out, a):
    """Write votes as probabilities into row a of `out`; equal ones if there are no votes."""
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
    """Compute Σ (1 - d_i/h) per class; neighbours count equally if h is 0 or all are at distance h."""
    top = 0.0
    for c in range(votes.shape[0]):
        top = max(top, sloped[c])
    sloping = h > 0.0 and top > 0.0
    inverse = 1.0 / h if sloping else 0.0
    for c in range(votes.shape[0]):
        out[c] = sloped[c] * inverse if sloping else votes[c]


@_helper
def first_best(probabilities, a):
    """Return the first class within rounding of the most probable one, in row a: `naive_bayes.first_best`."""
    top = probabilities[a, 0]
    for c in range(1, probabilities.shape[1]):
        top = max(top, probabilities[a, c])
    for c in range(probabilities.shape[1]):
        if probabilities[a, c] >= top * (1.0 - _TIE):
            return c
    return 0


@_compile
def sweep_query(rows, query, d2, order, ks, requested, smoothing, limits, settings, out):
    """Compute posteriors of LWNB, KNN and KNNDW for one query at every k of `ks` (ascending), row by row.

    `order` has the participating training rows by distance; `smoothing` is the number of votes that every
    class has before any neighbour votes.
    """
    values, classes, weights = rows.values, rows.classes, rows.weights
    n_classes, n_numeric = rows.n_classes, rows.n_numeric
    binomials = settings.binomials
    lwnb, knn, knndw = out.lwnb, out.knn, out.knndw
    with_lwnb, with_knn, with_knndw = requested.lwnb, requested.knn, requested.knndw
    similarity = settings.similarity
    m, n_in, n_ks = values.shape[1], order.shape[0], ks.shape[0]
    degree = settings.coefficients.shape[0] - 1
    size = n_statistics(rows)
    moments = np.zeros((n_classes, degree + 1, size))
    origins, shifted = np.zeros(n_classes), np.zeros(size)
    scores = np.zeros(n_classes)
    space = ScoreSpace(
        np.zeros((n_classes, size)), np.zeros((n_classes, degree + 1)), np.zeros(m), np.zeros(m), np.zeros(m),
        np.zeros(n_classes), scores,
    )  # fmt: skip
    known, active = np.empty(m), np.empty(m)
    read_query(query, n_numeric, known, active)
    prepared = prepare(active, n_numeric, limits)
    votes = np.zeros(n_classes)  # KNN: weight in; KNNDW by similarity: Σ (1 - √(d²/m))
    sloped = np.zeros(n_classes)  # KNNDW by 1 - d/h: Σ (D - d_i), D the current distance
    similar = np.zeros(n_classes)
    distance = 0.0
    counted = 0.0
    r = 0.0
    at_lwnb = 0 if with_lwnb else n_ks
    at_knn = 0 if with_knn or with_knndw else n_ks
    lead = 1 if settings.following else 0
    copied = np.empty((_COPIED, m))
    copied_classes, copied_weights = np.empty(_COPIED, dtype=np.int64), np.empty(_COPIED)
    ascending = np.empty(n_in)  # all at once, because they do not depend on each other
    for i in range(n_in):
        ascending[i] = d2[order[i]]
    i = 0
    while i < n_in and (at_lwnb < n_ks or at_knn < n_ks):
        squared = ascending[i]
        previous = distance
        distance = math.sqrt(squared)
        if with_knndw:
            for c in range(n_classes):
                sloped[c] += votes[c] * (distance - previous)
        while i < n_in and ascending[i] == squared:
            at = i % _COPIED
            if at == 0:
                for ahead in range(min(_COPIED, n_in - i)):
                    row = order[i + ahead]
                    copied_classes[ahead] = classes[row]
                    copied_weights[ahead] = weights[row]
                    if with_lwnb:
                        for j in range(np.uint64(m)):
                            copied[np.uint64(ahead), j] = values[row, j]
            c = copied_classes[at]
            weight = copied_weights[at]
            if with_lwnb:
                by = distance - origins[c]
                if by > 0.0:
                    if moments[c, 0, 0] > 0.0:
                        shift(moments, c, by, binomials, shifted)
                    origins[c] = distance
                add_row(moments, c, copied, at, known, weight, rows)
            votes[c] += weight
            if similarity:
                alike = 1.0 - math.sqrt(squared / max(m, 1))
                similar[c] += weight * alike if alike >= TRACE else 0.0
            counted += weight if settings.by_weight else 1.0
            r += weight
            i += 1
        last = i == n_in
        reached = counted + 1e-9
        if at_knn < n_ks and (ks[at_knn] <= reached or last):
            first = at_knn
            if with_knn:
                shares(votes, smoothing, knn, first)
            if with_knndw:
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
            if squared == 0.0 and settings.widen and not last:
                continue  # the bandwidth becomes the next distance, whose rows are added
            class_scores(moments, origins, distance, r, rows, active, prepared, limits, settings, space)
            first = at_lwnb
            softmax(scores, lwnb, first)
            at_lwnb += 1
            while at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
                repeat_row(lwnb, first, at_lwnb)
                at_lwnb += 1


@_compile
def rows_within(d2, limit):
    """Return the rows by distance, up to d² = limit. Rows at equal distance keep their own order."""
    n = d2.shape[0]
    within = np.empty(n, dtype=np.intp)
    n_within = 0
    for i in range(n):
        within[n_within] = i
        n_within += d2[i] <= limit
    within = within[:n_within]
    return within[np.argsort(d2[within], kind="mergesort")]


@_compile
def rows_at_finite(d2, order):
    """Return the rows that take part, given all rows by distance: the others are infinitely far away."""
    n = order.shape[0]
    while n > 0 and d2[order[n - 1]] == np.inf:
        n -= 1
    return order[:n]


@_compile
def sweep_block(
    rows, queries, d2, orders, reaches, ks, requested, smoothing, limits, settings, out, raw, direct_ks,
    direct_settings, sums,
):  # fmt: skip
    """`sweep_query` for several queries and, at `direct_ks`, `local_sums`; whether each had a row.

    One call serves many queries: calling compiled code can take as long as its work where rows or k are few.
    `orders` has the rows by distance for each query. It is empty where only rows up to a squared distance of
    reaches[t] matter to query t: these are few and sorted here. Arrays of results, smoothing and limits (but
    for the scores at the floor) have a first axis for the queries.
    """
    for t in range(queries.shape[0]):
        rows_in = rows_at_finite(d2[t], orders[t]) if orders.shape[0] > 0 else rows_within(d2[t], reaches[t])
        if rows_in.shape[0] == 0:
            return False
        if requested.lwnb or requested.knn or requested.knndw:
            own_limits = DensityLimits(
                limits.least_variance[t], limits.floor_scores, limits.surely_above[t], limits.surely_below[t]
            )
            own_out = Posteriors(out.lwnb[t], out.knn[t], out.knndw[t])
            sweep_query(
                rows, queries[t], d2[t], rows_in, ks, requested, smoothing[t], own_limits, settings, own_out
            )
        if direct_ks.shape[0] > 0:
            own_sums = LocalSums(
                sums.class_weights[t], sums.prior[t], sums.nominal[t], sums.present[t], sums.mean[t],
                sums.sd[t], sums.precision[t],
            )  # fmt: skip
            local_sums(raw, rows, queries[t], d2[t], rows_in, direct_ks, direct_settings, own_sums)
    return True


@_compile
def summarise(posteriors, truth, predicted, right, loss, brier, floor):
    """Compute over k: predicted class, whether it is right, -ln p(truth), and Σ (p_c - [c is true])²."""
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
def add_up(weight, right, loss, brier, part, right_sum, loss_sum, brier_sum):
    """Add one test case, summarised by `summarise`, to row `part` of the sums over k."""
    for a in range(right.shape[0]):
        right_sum[part, a] += weight if right[a] else 0.0
        loss_sum[part, a] += weight * loss[a]
        brier_sum[part, a] += weight * brier[a]
