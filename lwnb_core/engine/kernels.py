"""Compiled kernels. This is the only module that imports numba; nothing imports it at start-up.

The sweep (`walk`) visits the training rows from near to far and keeps, per class, moments
T_p = Σ (D - d_i)^p x_i about the distance D at which the class was last touched, for every statistic x that
the local model needs. A kernel that is a polynomial in v = 1 - d/h then gives Σ w_i x_i at any bandwidth h as a
short combination of the T_p, and all terms that enter are non-negative where x is: nothing cancels, even when
all distances are close to h. The textbook form Σ x - Σ d x / h loses every digit there.

Statistics of a row, in this order: 1 (its weight); z and z² of the numeric predictors, z the difference from
the query in scaled units; [x = q] of the nominal ones; and, only where values are missing, whether each numeric
and each nominal predictor is present.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

# Scores closer than this are a tie; equals naive_bayes.TIE.
_TIE = 1e-10
# Beyond this squared standardised difference a density may lie below the floor, and is looked at one by one.
_FAR = 150.0
_SNAP_HALF = np.int64(0x800)
_SNAP_MASK = np.int64(~0xFFF)

_compile = njit(cache=True, nogil=True, error_model="numpy")
# Sums and products over attributes may be reassociated: that lets them run in vector registers.
_compile_loose = njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "nsz", "contract"})


@_compile
def squared_distances(values, query, columns, costs, flat, snap, out):
    """d² from one query to every training row, added up in file order like the reference."""
    n, m = values.shape
    for i in range(n):
        total = 0.0
        for a in range(m):
            j = columns[a]
            x = values[i, j]
            q = query[j]
            if costs[a] > 0.0:
                if x != q:  # NaN differs from everything, itself too
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
        for i in range(n):
            bits[i] = (bits[i] + _SNAP_HALF) & _SNAP_MASK


@_compile
def add_row(moments, row, query, weight, n_numeric, missing_numeric, missing_nominal):
    """Add one training row's statistics to the zeroth moments of its class."""
    m = np.uint64(row.shape[0])
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    moments[0] += weight
    first_equal = one + mn + mn
    for j in range(mn):
        z = row[j] - query[j]
        if math.isnan(z):
            z = 0.0
        wz = weight * z
        moments[one + j] += wz
        moments[one + mn + j] += wz * z
    for j in range(mn, m):
        if row[j] == query[j]:
            moments[first_equal + (j - mn)] += weight
    place = one + mn + m
    if missing_numeric:
        for j in range(mn):
            if not math.isnan(row[j]):
                moments[place + j] += weight
        place += mn
    if missing_nominal:
        for j in range(mn, m):
            if not math.isnan(row[j]):
                moments[place + (j - mn)] += weight


@_compile
def shift(moments, by, binomials):
    """Move the origin of a class's moments outwards: T_p ← Σ_q C(p, q) by^(p-q) T_q. Shape (P + 1, S)."""
    degree = moments.shape[0] - 1
    for p in range(degree, 0, -1):
        power = 1.0
        for q in range(p - 1, -1, -1):
            power *= by
            axpy(moments[p], moments[q], binomials[p, q] * power)


@_compile
def axpy(target, source, factor):
    for s in range(np.uint64(target.shape[0])):
        target[s] += factor * source[s]


@_compile
def kernel_terms(coefficients, binomials, h, e, terms):
    """b_q with Σ w x = Σ_q b_q T_q at bandwidth h, for moments about a distance that is e short of h."""
    degree = coefficients.shape[0] - 1
    for q in range(degree + 1):
        total = 0.0
        power = 1.0
        for p in range(q, degree + 1):
            total += coefficients[p] * binomials[p, q] * power / h**p
            power *= e
        terms[q] = total


@_compile_loose
def weighted_class(moments, terms, scale, out):
    """Σ_q b_q T_q of one class, times `scale`, for all statistics."""
    size = np.uint64(out.shape[0])
    factor = scale * terms[0]
    base = moments[0]
    for s in range(size):
        out[s] = factor * base[s]
    for q in range(1, moments.shape[0]):
        factor = scale * terms[q]
        if factor != 0.0:
            higher = moments[q]
            for s in range(size):
                out[s] += factor * higher[s]


@_compile_loose
def numeric_score(sums, active, n_numeric, missing, least_variance, floor_scores, huge):
    """Σ_j ln N(x_j; mean, sd), constants that all classes share left out (see floor_scores)."""
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    weight = sums[0]
    presence = one + mn + np.uint64(active.shape[0])
    exponent = 0.0
    farthest = 0.0
    gone = 0.0  # attributes that no row of the class has a value of
    logs = 0.0
    product = 1.0
    inverse = 1.0 / weight
    j = np.uint64(0)
    slow = huge
    while j < mn and not slow:
        stop = min(j + np.uint64(8), mn)
        part = 1.0
        for i in range(j, stop):
            if missing:
                w = sums[presence + i]
                inverse = 1.0 / w if w > 0.0 else 0.0
                gone += active[i] if w <= 0.0 else 0.0
            mean = sums[one + i] * inverse
            variance = max(sums[one + mn + i] * inverse - mean * mean, least_variance[i])
            squared = mean * mean / variance
            on = active[i]
            exponent += squared * on
            farthest = max(farthest, squared * on)
            part *= variance * on + (1.0 - on)
        if farthest > _FAR or gone > 0.0:
            slow = True
        product *= part
        if product < 1e-100 or product > 1e100:
            logs += math.log(product)
            product = 1.0
        j = stop
    if not slow:
        return -0.5 * (exponent + logs + math.log(product))
    total = 0.0
    for i in range(mn):
        if active[i] > 0.0:
            w = sums[presence + i] if missing else weight
            if w > 0.0:
                mean = sums[one + i] / w
                variance = max(sums[one + mn + i] / w - mean * mean, least_variance[i])
                total += max(-0.5 * (mean * mean / variance + math.log(variance)), floor_scores[i])
            else:
                total += floor_scores[i]
    return total


@_compile_loose
def nominal_score(sums, totals, active, n_numeric, missing_numeric, missing_nominal, n_values, printed):
    """Σ_j ln P(x_j|c) of the nominal predictors; `totals` has Σ_c W_{v,c}, for Eq. 6 as printed."""
    m = np.uint64(active.shape[0])
    mn = np.uint64(n_numeric)
    equal = np.uint64(1) + mn + mn
    presence = np.uint64(1) + mn + m
    if missing_numeric:
        presence += mn
    logs = 0.0
    product = 1.0
    weight = sums[0]
    count = m - mn
    j = np.uint64(0)
    while j < count:
        stop = min(j + np.uint64(16), count)
        part = 1.0
        for i in range(j, stop):
            denominator = weight
            if printed:
                denominator = totals[i]
            elif missing_nominal:
                denominator = sums[presence + i]
            factor = (1.0 + sums[equal + i]) / (n_values[i] + denominator)
            on = active[mn + i]
            part *= factor * on + (1.0 - on)
        product *= part
        if product < 1e-100:
            logs += math.log(product)
            product = 1.0
        j = stop
    return logs + math.log(product)


@_compile
def class_scores(
    moments, origins, h, r, coefficients, binomials, active, n_numeric, missing_numeric, missing_nominal,
    n_values, least_variance, floor_scores, huge, printed, sums, terms, scores,
):  # fmt: skip
    """ln of prior times factors per class, up to a constant, at bandwidth h with r neighbours in."""
    n_classes, degree = moments.shape[0], moments.shape[1] - 1
    uniform = h == 0.0
    total = 0.0
    if not uniform:
        for c in range(n_classes):
            kernel_terms(coefficients, binomials, h, h - origins[c], terms[c])
            for q in range(degree + 1):
                total += terms[c, q] * moments[c, q, 0]
        uniform = not total > 0.0  # every row in is at distance h exactly
    if uniform:
        total = 0.0
        for c in range(n_classes):
            terms[c, 0] = 1.0
            terms[c, 1:] = 0.0
            total += moments[c, 0, 0]
    scale = r / total
    for c in range(n_classes):
        if moments[c, 0, 0] > 0.0:
            weighted_class(moments[c], terms[c], scale, sums[c])
        else:
            sums[c] = 0.0
    m = active.shape[0]
    first_equal = 1 + 2 * n_numeric
    totals = terms[n_classes]
    if printed:
        totals[:] = 0.0
        for c in range(n_classes):
            for i in range(m - n_numeric):
                totals[i] += sums[c, first_equal + i]
    absent = 0.0
    for i in range(n_numeric):
        if active[i] > 0.0:
            absent += floor_scores[i]
    for c in range(n_classes):
        score = math.log((1.0 + sums[c, 0]) / (n_classes + r))
        if n_numeric > 0:
            if sums[c, 0] > 0.0:
                score += numeric_score(
                    sums[c], active, n_numeric, missing_numeric, least_variance, floor_scores, huge
                )
            else:
                score += absent
        if m > n_numeric:
            score += nominal_score(
                sums[c], totals, active, n_numeric, missing_numeric, missing_nominal, n_values, printed
            )
        scores[c] = score


@_compile
def softmax(scores, out):
    top = scores[0]
    for c in range(1, scores.shape[0]):
        top = max(top, scores[c])
    total = 0.0
    for c in range(scores.shape[0]):
        out[c] = math.exp(scores[c] - top)
        total += out[c]
    for c in range(scores.shape[0]):
        out[c] /= total


@_compile
def shares(votes, smoothing, out):
    """Votes as probabilities; even where there are none."""
    total = 0.0
    for c in range(votes.shape[0]):
        out[c] = votes[c] + smoothing
        total += out[c]
    for c in range(votes.shape[0]):
        out[c] = out[c] / total if total > 0.0 else 1.0 / votes.shape[0]


@_compile
def linear_votes(votes, sloped, h, out):
    """Σ (1 - d_i/h) per class; all neighbours alike where h is 0 or every one of them is at h."""
    top = 0.0
    for c in range(votes.shape[0]):
        top = max(top, sloped[c])
    for c in range(votes.shape[0]):
        out[c] = sloped[c] / h if h > 0.0 and top > 0.0 else votes[c]


@_compile
def first_best(probabilities):
    """The first class within rounding of the most probable one."""
    top = probabilities[0]
    for c in range(1, probabilities.shape[0]):
        top = max(top, probabilities[c])
    for c in range(probabilities.shape[0]):
        if probabilities[c] >= top * (1.0 - _TIE):
            return c
    return 0


@_compile
def walk(
    values, classes, weights, query, d2, order, n_in, n_classes, n_numeric, missing_numeric, missing_nominal,
    n_values, least_variance, floor_scores, huge, coefficients, binomials, by_weight, following, widen, printed,
    similarity, smoothing, ks, want, lwnb, knn, knndw,
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
    sums = np.zeros((n_classes, n_statistics))
    terms = np.zeros((n_classes + 1, max(degree + 1, m)))
    scores = np.zeros(n_classes)
    active = np.zeros(m)
    known = query.copy()
    for j in range(m):
        if math.isnan(query[j]):
            known[j] = 0.0 if j < n_numeric else -1.0
        else:
            active[j] = 1.0
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
    i = 0
    while i < n_in and (at_lwnb < n_ks or at_knn < n_ks):
        squared = d2[order[i]]
        previous = distance
        distance = math.sqrt(squared)
        if want[2]:
            for c in range(n_classes):
                sloped[c] += votes[c] * (distance - previous)
        while i < n_in and d2[order[i]] == squared:
            row = order[i]
            c = classes[row]
            weight = weights[row]
            if want[0]:
                by = distance - origins[c]
                if by > 0.0:
                    if moments[c, 0, 0] > 0.0:
                        shift(moments[c], by, binomials)
                    origins[c] = distance
                add_row(
                    moments[c, 0], values[row], known, weight, n_numeric, missing_numeric, missing_nominal
                )
            votes[c] += weight
            similar[c] += weight * max(0.0, 1.0 - math.sqrt(squared / max(m, 1)))
            counted += weight if by_weight else 1.0
            r += weight
            i += 1
        last = i == n_in
        reached = counted + 1e-9
        if at_knn < n_ks and (ks[at_knn] <= reached or last):
            first = at_knn
            if want[1]:
                shares(votes, smoothing, knn[first])
            if want[2]:
                if similarity:
                    shares(similar, smoothing, knndw[first])
                else:
                    linear_votes(votes, sloped, distance, scores)
                    shares(scores, smoothing, knndw[first])
            at_knn += 1
            while at_knn < n_ks and (ks[at_knn] <= reached or last):
                knn[at_knn] = knn[first]
                knndw[at_knn] = knndw[first]
                at_knn += 1
        if at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
            if squared == 0.0 and widen and not last:
                continue  # the bandwidth becomes the next distance, and its rows come in
            class_scores(
                moments, origins, distance, r, coefficients, binomials, active, n_numeric,
                missing_numeric, missing_nominal, n_values, least_variance, floor_scores, huge, printed,
                sums, terms, scores,
            )  # fmt: skip
            first = at_lwnb
            softmax(scores, lwnb[first])
            at_lwnb += 1
            while at_lwnb < n_ks and (ks[at_lwnb] + lead <= reached or last):
                lwnb[at_lwnb] = lwnb[first]
                at_lwnb += 1
