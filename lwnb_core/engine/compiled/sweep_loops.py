"""The compiled sweep over every k. No module of loops is imported at start-up, because numba takes time.

The sweep (`sweep`) visits the training rows from near to far and keeps, per class, moments
T_p = Σ (D - d_i)^p x_i about the distance D at which the class was last touched, for every statistic x
that the local model needs. A kernel that is a polynomial in v = 1 - d/h then gives Σ w_i x_i at any bandwidth
h as a short combination of the T_p, and all terms that enter are non-negative where x is: nothing cancels,
even when all distances are close to h. The textbook form Σ x - Σ d x / h loses every digit there.

Statistics of a row, in this order: 1 (its weight); z and z² of the numeric predictors, z the difference from
the query in scaled units; [x = q] of the nominal ones; and, only where values are missing, whether each
numeric and each nominal predictor is present.

Functions take whole arrays and row numbers rather than slices, which take numba long to compile. Loop
counters are unsigned: negative indices would have to be looked for, and that keeps loops out of the vector
registers.
"""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import helper, jit
from lwnb_core.engine.compiled.score_loops import class_scores, quick_scores
from lwnb_core.local.kernels import TRACE

# As `naive_bayes.TIE`. It is not imported: stored loops would not notice that it has changed.
_TIE = 1e-10
_LEAST_EXPONENT = -745.2  # below this, exp is 0

_compile = jit()
_helper = helper()


@_helper
def add_row(sums, c, values, row, known, t, weight, rows):
    """Add the statistics of row `row` of `values` to the sums of class c; the query is row t of `known`."""
    m = np.uint64(values.shape[1])
    mn = np.uint64(rows.n_numeric)
    one = np.uint64(1)
    sums[c, 0] += weight
    first_equal = one + mn + mn
    for j in range(mn):
        z = values[row, j] - known[t, j]
        z = 0.0 if math.isnan(z) else z
        wz = weight * z
        sums[c, one + j] += wz
        sums[c, one + mn + j] += wz * z
    for j in range(mn, m):
        sums[c, first_equal + (j - mn)] += weight if values[row, j] == known[t, j] else 0.0
    first_present = one + mn + m
    if rows.missing_numeric:
        for j in range(mn):
            sums[c, first_present + j] += 0.0 if math.isnan(values[row, j]) else weight
        first_present += mn
    if rows.missing_nominal:
        for j in range(mn, m):
            sums[c, first_present + (j - mn)] += 0.0 if math.isnan(values[row, j]) else weight


@_helper
def shift(moments, c, by, binomials, scratch):
    """Move the origin of a class's moments outwards: T_p ← Σ_q C(p, q) by^(p-q) T_q.

    This goes through `scratch`, because the compiler cannot see that T_p and T_q do not overlap, and would
    not vectorise otherwise.
    """
    size = scratch.shape[0]
    for p in range(binomials.shape[0] - 1, 0, -1):
        power = 1.0
        for q in range(p - 1, -1, -1):
            power *= by
            factor = binomials[p, q] * power
            lower, higher = np.uint64(q * size), np.uint64(p * size)
            for s in range(np.uint64(size)):
                scratch[s] = factor * moments[c, lower + s]
            for s in range(np.uint64(size)):
                moments[c, higher + s] += scratch[s]


@_helper
def weigh_classes(moments, origins, h, r, coefficients, binomials, terms, sums):
    """Compute the weight of every class at bandwidth h, rescaled so that all add up to r.

    At bandwidth h and for moments about a distance e less than h, Σ w x = Σ_q b_q T_q: `terms` receives b.
    """
    n_classes, size = np.uint64(sums.shape[0]), np.uint64(sums.shape[1])
    n_terms = np.uint64(coefficients.shape[0])
    total = 0.0
    if h > 0.0:
        inverse = 1.0 / h
        for c in range(n_classes):
            e = h - origins[c]
            if n_terms == 2:
                terms[c, 1] = coefficients[1] * inverse
                terms[c, 0] = coefficients[0] + terms[c, 1] * e
                sums[c, 0] = terms[c, 0] * moments[c, 0] + terms[c, 1] * moments[c, size]
            else:
                scale = 1.0
                sums[c, 0] = 0.0
                for q in range(n_terms):
                    term = 0.0
                    power = scale
                    for p in range(q, n_terms):
                        term += coefficients[p] * binomials[p, q] * power
                        power *= e * inverse
                    terms[c, q] = term
                    sums[c, 0] += term * moments[c, q * size]
                    scale *= inverse
            total += sums[c, 0]
    if not total > 0.0:  # no bandwidth, or every neighbour is at distance h exactly: all have the same weight
        for c in range(n_classes):
            terms[c, 0] = 1.0
            for q in range(np.uint64(1), n_terms):
                terms[c, q] = 0.0
            sums[c, 0] = moments[c, 0]
            total += sums[c, 0]
    scale = r / total
    for c in range(n_classes):
        sums[c, 0] *= scale
        for q in range(n_terms):
            terms[c, q] *= scale


@_helper
def weigh(moments, c, terms, start, stop, sums):
    """Compute Σ w x of one class for the statistics from `start` to `stop`."""
    size = np.uint64(sums.shape[1])
    zeroth, first = terms[c, 0], terms[c, 1]
    for s in range(start, stop):
        sums[c, s] = zeroth * moments[c, s] + first * moments[c, size + s]
    for q in range(np.uint64(2), np.uint64(terms.shape[1])):
        factor = terms[c, q]
        for s in range(start, stop):
            sums[c, s] += factor * moments[c, q * size + s]


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
def shares(votes, scale, smoothing, out, a):
    """Write votes times `scale` as probabilities into row a of `out`; equal ones if there are no votes."""
    total = 0.0
    for c in range(votes.shape[0]):
        out[a, c] = votes[c] * scale + smoothing
        total += out[a, c]
    inverse = 1.0 / total if total > 0.0 else 0.0
    for c in range(votes.shape[0]):
        out[a, c] = out[a, c] * inverse if total > 0.0 else 1.0 / votes.shape[0]


@_compile
def sweep(rows, queries, near, limits, ks, requested, settings, space, out):
    """Compute posteriors of LWNB, KNN and KNNDW for some queries at every k of `ks` (ascending), row by row.

    One call serves many queries: calling compiled code can take as long as its work where rows or k are few.
    """
    values, classes, weights = rows.values, rows.classes, rows.weights
    known, starts, order, d2 = queries.known, near.starts, near.order, near.d2
    lwnb, knn, knndw = out.lwnb, out.knn, out.knndw
    with_lwnb, with_knn, with_knndw = requested.lwnb, requested.knn, requested.knndw
    binomials, similarity = settings.binomials, settings.similarity
    moments, origins, scores = space.moments, space.origins, space.scores
    votes, sloped, copied = space.votes, space.sloped, space.copied
    copied_classes, copied_weights = space.copied_classes, space.copied_weights
    terms, sums, low = space.terms, space.sums, space.low
    one, mn = np.uint64(1), np.uint64(rows.n_numeric)
    straight = binomials.shape[0] == 2 and rows.n_numeric > 0 and not rows.missing_numeric
    n_classes, n_ks, m = np.uint64(rows.n_classes), ks.shape[0], np.uint64(values.shape[1])
    at_a_time = copied.shape[0]
    lead = 1 if settings.following else 0
    for t in range(known.shape[0]):
        for c in range(n_classes):
            votes[c] = 0.0  # KNN: weight in
            sloped[c] = 0.0  # KNNDW: Σ (D - d_i), D the current distance; by similarity Σ (1 - √(d²/m))
            origins[c] = 0.0
            low[c] = 0.0
            for s in range(np.uint64(moments.shape[1])):
                moments[c, s] = 0.0
            for s in range(np.uint64(sums.shape[1])):
                sums[c, s] = 0.0
        smoothing = queries.smoothing[t]
        distance = 0.0
        counted = 0.0
        r = 0.0
        first_k = t * n_ks
        at_lwnb = 0 if with_lwnb else n_ks
        at_votes = 0 if with_knn or with_knndw else n_ks
        i, stop = starts[t], starts[t + 1]
        fetched = i
        while i < stop and (at_lwnb < n_ks or at_votes < n_ks):
            squared = d2[i]
            previous = distance
            distance = math.sqrt(squared)
            if with_knndw and not similarity:
                for c in range(n_classes):
                    sloped[c] += votes[c] * (distance - previous)
            while i < stop and d2[i] == squared:
                if i == fetched:
                    # In the order of their distance, rows come from all over the memory. Copying them in a
                    # loop of their own lets many fetches run at once: a third less time at 100,000 rows.
                    for ahead in range(min(at_a_time, stop - i)):
                        row = order[i + ahead]
                        copied_classes[ahead] = classes[row]
                        copied_weights[ahead] = weights[row]
                        if with_lwnb:
                            for j in range(m):
                                copied[np.uint64(ahead), j] = values[row, j]
                    fetched += at_a_time
                at = i + at_a_time - fetched
                c = copied_classes[at]
                weight = copied_weights[at]
                if with_lwnb:
                    by = distance - origins[c]
                    if by > 0.0:
                        if moments[c, 0] > 0.0:
                            shift(moments, c, by, binomials, space.shifted)
                        origins[c] = distance
                    add_row(moments, c, copied, at, known, t, weight, rows)
                votes[c] += weight
                if similarity:
                    alike = 1.0 - math.sqrt(squared / max(values.shape[1], 1))
                    sloped[c] += weight * alike if alike >= TRACE else 0.0
                counted += weight if settings.by_weight else 1.0
                r += weight
                i += 1
            last = i == stop
            reached = counted + 1e-9
            if at_votes < n_ks and (ks[at_votes] <= reached or last):
                first = first_k + at_votes
                if with_knn:
                    shares(votes, 1.0, smoothing, knn, first)
                if with_knndw:
                    top = 0.0
                    for c in range(n_classes):
                        top = max(top, sloped[c])
                    if similarity:
                        shares(sloped, 1.0, smoothing, knndw, first)
                    elif distance > 0.0 and top > 0.0:
                        shares(sloped, 1.0 / distance, smoothing, knndw, first)
                    else:  # all are at distance h
                        shares(votes, 1.0, smoothing, knndw, first)
                at_votes += 1
                while at_votes < n_ks and (ks[at_votes] <= reached or last):
                    for c in range(n_classes):
                        knn[first_k + at_votes, c] = knn[first, c]
                        knndw[first_k + at_votes, c] = knndw[first, c]
                    at_votes += 1
            if at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
                if squared == 0.0 and settings.widen and not last:
                    continue  # the bandwidth becomes the next distance, whose rows are added
                weigh_classes(moments, origins, distance, r, settings.coefficients, binomials, terms, sums)
                for c in range(n_classes):
                    scores[c] = math.nan
                if straight:
                    quick_scores(moments, terms, sums, r, mn, limits, t, low, scores)
                for c in range(n_classes):
                    if moments[c, 0] > 0.0:
                        start = one if math.isnan(scores[c]) else one + mn + mn
                        weigh(moments, c, terms, start, np.uint64(sums.shape[1]), sums)
                class_scores(sums, r, rows, known, limits, settings.printed, t, space.totals, low, scores)
                first = first_k + at_lwnb
                softmax(scores, lwnb, first)
                at_lwnb += 1
                while at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
                    for c in range(n_classes):
                        lwnb[first_k + at_lwnb, c] = lwnb[first, c]
                    at_lwnb += 1


@_compile
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
