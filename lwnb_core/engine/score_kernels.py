"""Compiled scores of the classes, from the moments that `kernels.walk` keeps (see there)."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_compile = njit(cache=True, nogil=True, error_model="numpy")
# Sums and products over attributes may be reassociated: that lets them run in vector registers.
_compile_loose = njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "nsz", "contract"})


@_compile
def kernel_terms(coefficients, binomials, h, e, terms, c):
    """b_q with Σ w x = Σ_q b_q T_q at bandwidth h, for moments about a distance that is e short of h."""
    degree = coefficients.shape[0] - 1
    inverse = 1.0 / h
    ratio = e * inverse
    scale = 1.0
    for q in range(degree + 1):
        total = 0.0
        power = 1.0
        for p in range(q, degree + 1):
            total += coefficients[p] * binomials[p, q] * power
            power *= ratio
        terms[c, q] = total * scale
        scale *= inverse


@_compile_loose
def weighted_class(moments, c, terms, scale, first, sums):
    """Σ_q b_q T_q of one class, times `scale`, for the statistics from `first` on."""
    start = np.uint64(first)
    stop = np.uint64(moments.shape[2])
    factor = scale * terms[c, 0]
    for s in range(start, stop):
        sums[c, s] = factor * moments[c, 0, s]
    for q in range(1, moments.shape[1]):
        factor = scale * terms[c, q]
        if factor != 0.0:
            for s in range(start, stop):
                sums[c, s] += factor * moments[c, q, s]


@_compile_loose
def standardise_linear(moments, c, terms, active, n_numeric, least_variance, variances, squares):
    """Variance and squared standardised difference of every numeric predictor, straight from the moments.

    The commonest case, a linear kernel and nothing missing, is most of the time of a curve: it goes without
    the detour over the weighted sums.
    """
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    inverse = 1.0 / (terms[c, 0] * moments[c, 0, 0] + terms[c, 1] * moments[c, 1, 0])
    zeroth = terms[c, 0] * inverse
    first = terms[c, 1] * inverse
    for i in range(mn):
        mean = zeroth * moments[c, 0, one + i] + first * moments[c, 1, one + i]
        square = zeroth * moments[c, 0, one + mn + i] + first * moments[c, 1, one + mn + i]
        variance = square - mean * mean
        least = least_variance[i]
        variance = variance if variance > least else least
        squares[i] = mean * mean / variance
        variances[i] = variance if active[i] > 0.0 else 1.0


@_compile_loose
def standardise(sums, c, active, n_numeric, missing, least_variance, variances, squares):
    """As `standardise_linear`, from the weighted sums."""
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    presence = one + mn + np.uint64(active.shape[0])
    for i in range(mn):
        w = sums[c, presence + i] if missing else sums[c, 0]
        inverse = 1.0 / w if w > 0.0 else 0.0
        mean = sums[c, one + i] * inverse
        variance = sums[c, one + mn + i] * inverse - mean * mean
        least = least_variance[i]
        variance = variance if variance > least else least
        squares[i] = mean * mean / variance if w > 0.0 else 1e300
        variances[i] = variance if active[i] > 0.0 else 1.0


@_compile_loose
def numeric_score(active, n_numeric, floor_scores, surely_above, surely_below, variances, squares):
    """Σ_j ln N(x_j; mean, sd), constants that all classes share left out (see floor_scores).

    Whether a density is at the floor takes a logarithm to tell only for squared standardised differences
    between `surely_above` and `surely_below`.
    """
    mn = np.uint64(n_numeric)
    exponent = 0.0
    excess = 0.0
    for i in range(mn):
        e = squares[i] * active[i]
        exponent += e
        over = e - surely_above[i]
        excess = excess if excess > over else over
    if excess > 0.0:
        exponent = 0.0
        doubtful = 0.0
        for i in range(mn):
            e = squares[i]
            doubtful += 1.0 if (e > surely_above[i] and e < surely_below[i]) else 0.0
            exponent += (-2.0 * floor_scores[i] if e >= surely_below[i] else e) * active[i]
        if doubtful > 0.0:
            return doubtful_score(active, n_numeric, floor_scores, variances, squares)
        for i in range(mn):
            variances[i] = 1.0 if squares[i] >= surely_below[i] else variances[i]
    return -0.5 * (exponent + log_product(variances, mn))


@_compile_loose
def log_product(factors, n):
    """ln of a product, with as few logarithms as its range allows. Factors lie between 1e-20 and 1e4."""
    eight = np.uint64(8)
    logs = 0.0
    product = 1.0
    i = np.uint64(0)
    while i + eight <= n:
        part = 1.0
        for j in range(i, i + eight):
            part *= factors[j]
        product *= part
        if product < 1e-100 or product > 1e100:
            logs += math.log(product)
            product = 1.0
        i += eight
    for j in range(i, n):
        product *= factors[j]
    return logs + math.log(product)


@_compile
def doubtful_score(active, n_numeric, floor_scores, variances, squares):
    """As `numeric_score`, with a logarithm for every attribute."""
    total = 0.0
    for i in range(n_numeric):
        if active[i] > 0.0:
            total += max(-0.5 * (squares[i] + math.log(variances[i])), floor_scores[i])
    return total


@_compile_loose
def nominal_score(
    sums, c, totals, active, n_numeric, missing_numeric, missing_nominal, n_values, printed, factors
):
    """Σ_j ln P(x_j|c) of the nominal predictors; `totals` has Σ_c W_{v,c}, for Eq. 6 as printed."""
    m = np.uint64(active.shape[0])
    mn = np.uint64(n_numeric)
    equal = np.uint64(1) + mn + mn
    presence = np.uint64(1) + mn + m
    if missing_numeric:
        presence += mn
    count = m - mn
    weight = sums[c, 0]
    if printed:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + totals[i])
    elif missing_nominal:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + sums[c, presence + i])
    else:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + weight)
    for i in range(count):
        factors[i] = factors[i] if active[mn + i] > 0.0 else 1.0
    return log_product(factors, count)


@_compile
def class_scores(
    moments, origins, h, r, coefficients, binomials, active, n_numeric, missing_numeric, missing_nominal,
    n_values, least_variance, floor_scores, surely_above, surely_below, printed, sums, terms, totals, scratch,
    squares, scores,
):  # fmt: skip
    """ln of prior times factors per class, up to a constant, at bandwidth h with r neighbours in."""
    n_classes, degree = moments.shape[0], moments.shape[1] - 1
    uniform = h == 0.0
    total = 0.0
    if not uniform:
        for c in range(n_classes):
            kernel_terms(coefficients, binomials, h, h - origins[c], terms, c)
            for q in range(degree + 1):
                total += terms[c, q] * moments[c, q, 0]
        uniform = not total > 0.0  # every row in is at distance h exactly
    if uniform:
        total = 0.0
        for c in range(n_classes):
            terms[c, 0] = 1.0
            for q in range(1, degree + 1):
                terms[c, q] = 0.0
            total += moments[c, 0, 0]
    scale = r / total
    m = active.shape[0]
    straight = degree == 1 and not missing_numeric
    for c in range(n_classes):
        if moments[c, 0, 0] > 0.0:
            weight = 0.0
            for q in range(degree + 1):
                weight += terms[c, q] * moments[c, q, 0]
            sums[c, 0] = scale * weight
            if not straight or m > n_numeric:
                weighted_class(moments, c, terms, scale, 1 + 2 * n_numeric if straight else 1, sums)
    if printed:
        first_equal = 1 + 2 * n_numeric
        for i in range(m - n_numeric):
            totals[i] = 0.0
            for c in range(n_classes):
                totals[i] += sums[c, first_equal + i]
    absent = 0.0
    for i in range(n_numeric):
        if active[i] > 0.0:
            absent += floor_scores[i]
    for c in range(n_classes):
        score = math.log((1.0 + sums[c, 0]) / (n_classes + r))
        if n_numeric > 0:
            if sums[c, 0] > 0.0:
                if straight:
                    standardise_linear(moments, c, terms, active, n_numeric, least_variance, scratch, squares)
                else:
                    standardise(sums, c, active, n_numeric, missing_numeric, least_variance, scratch, squares)
                score += numeric_score(
                    active, n_numeric, floor_scores, surely_above, surely_below, scratch, squares
                )
            else:
                score += absent
        if m > n_numeric:
            score += nominal_score(
                sums,
                c,
                totals,
                active,
                n_numeric,
                missing_numeric,
                missing_nominal,
                n_values,
                printed,
                scratch,
            )
        scores[c] = score
