"""Compiled scores of the classes, from the moments that the sweep keeps (see `sweep_loops`)."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import helper

_compile = helper()
# Sums and products over attributes may be reassociated: that lets them run in vector registers.
_compile_loose = helper(fastmath={"reassoc", "nsz", "contract"})


@_compile
def kernel_terms(coefficients, binomials, h, e, terms, c):
    """Compute b_q with Σ w x = Σ_q b_q T_q at bandwidth h, for moments about a distance e less than h."""
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
    """Compute Σ_q b_q T_q of one class, times `scale`, for the statistics from `first` on."""
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
def linear_scores(moments, scale, r, n_numeric, block, limits, space):
    """Compute ln prior + Σ_j ln N(x_j; mean, sd) per class; NaN where a density may be at the floor.

    The most common case, a linear kernel and no missing values, takes most of the time of a curve, so this
    goes straight from the moments to the scores of all classes in one call. `block` factors at a time are
    multiplied before their logarithm is taken. Classes that are marked in `low` had such a density before,
    and are left to `floored_linear_score` at once.
    """
    terms, sums, low, scores = space.terms, space.sums, space.low, space.scores
    least_variance, surely_above = limits.least_variance, limits.surely_above
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    n_classes = np.uint64(scores.shape[0])
    for c in range(n_classes):
        if not sums[c, 0] > 0.0:
            continue
        if low[c] > 0.0:
            scores[c] = math.nan
            continue
        inverse = scale / sums[c, 0]
        zeroth = terms[c, 0] * inverse
        first = terms[c, 1] * inverse
        unlikely = (n_classes + r) / (1.0 + sums[c, 0])
        product = unlikely * unlikely
        exponent = 0.0
        doubtful = 0.0
        start = np.uint64(0)
        while start < mn:
            stop = min(start + block, mn)
            for i in range(start, stop):
                mean = zeroth * moments[c, 0, one + i] + first * moments[c, 1, one + i]
                square = zeroth * moments[c, 0, one + mn + i] + first * moments[c, 1, one + mn + i]
                mean_squared = mean * mean
                variance = square - mean_squared
                variance = variance if variance > least_variance[i] else least_variance[i]
                exponent += mean_squared / variance
                doubtful += 1.0 if mean_squared > surely_above[i] * variance else 0.0
                product *= variance
            exponent += math.log(product)
            product = 1.0
            start = stop
        scores[c] = math.nan if doubtful > 0.0 else -0.5 * exponent


@_compile_loose
def floored_linear_score(moments, c, zeroth, first, active, n_numeric, block, prior, limits):
    """Compute -2 (ln prior + Σ_j ln N(x_j; mean, sd)), densities certainly at the floor set to it.

    Also returns how many densities may or may not be at the floor, and how many are at it or may be. `zeroth`
    and `first` turn the moments of class c into means.
    """
    least_variance, floor_scores = limits.least_variance, limits.floor_scores
    surely_above, surely_below = limits.surely_above, limits.surely_below
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    exponent = 0.0
    doubtful = 0.0
    low = 0.0
    product = 1.0 / (prior * prior)
    start = np.uint64(0)
    while start < mn:
        stop = min(start + block, mn)
        for i in range(start, stop):
            mean = zeroth * moments[c, 0, one + i] + first * moments[c, 1, one + i]
            square = zeroth * moments[c, 0, one + mn + i] + first * moments[c, 1, one + mn + i]
            variance = square - mean * mean
            variance = variance if variance > least_variance[i] else least_variance[i]
            e = mean * mean / variance
            floored = e >= surely_below[i]
            low += active[i] if e > surely_above[i] else 0.0
            doubtful += active[i] if e > surely_above[i] and not floored else 0.0
            exponent += (-2.0 * floor_scores[i] if floored else e) * active[i]
            product *= 1.0 if floored or not active[i] > 0.0 else variance
        exponent += math.log(product)
        product = 1.0
        start = stop
    return exponent, doubtful, low


@_compile_loose
def standardise_linear(moments, c, zeroth, first, n_numeric, least_variance, variances, squares):
    """Compute variance and squared standardised difference of every numeric predictor from the moments."""
    mn = np.uint64(n_numeric)
    one = np.uint64(1)
    for i in range(mn):
        mean = zeroth * moments[c, 0, one + i] + first * moments[c, 1, one + i]
        square = zeroth * moments[c, 0, one + mn + i] + first * moments[c, 1, one + mn + i]
        variance = square - mean * mean
        variances[i] = variance if variance > least_variance[i] else least_variance[i]
        squares[i] = mean * mean / variances[i]


@_compile
def prepare(active, n_numeric, limits):
    """Return what the scores of one query need at every k.

    These are the number of variances that can be multiplied without underflow, the score of a class without
    rows, and whether no numeric value is missing.
    """
    least_variance, floor_scores = limits.least_variance, limits.floor_scores
    digits = 0.0
    absent = 0.0
    n_active = 0
    for i in range(n_numeric):
        digits = max(digits, -math.log10(least_variance[i]))
        if active[i] > 0.0:
            absent += floor_scores[i]
            n_active += 1
    at_once = min(n_numeric, max(1, int(280.0 / max(digits, 1.0))))
    n_blocks = (n_numeric + at_once - 1) // max(at_once, 1)
    block = (n_numeric + n_blocks - 1) // max(n_blocks, 1)  # blocks of about the same length
    return block, absent, n_active == n_numeric


@_compile_loose
def standardise(sums, c, active, n_numeric, missing, least_variance, variances, squares):
    """Compute variance and squared standardised difference of every numeric predictor from weighted sums."""
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
def numeric_score(active, n_numeric, limits, variances, squares):
    """Return Σ_j ln N(x_j; mean, sd) without constants that all classes share (see floor_scores).

    A logarithm is needed to decide whether a density is at the floor only for squared standardised
    differences between `surely_above` and `surely_below`.
    """
    floor_scores, surely_above, surely_below = limits.floor_scores, limits.surely_above, limits.surely_below
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
    """Return ln of a product, with as few logarithms as its range allows.

    Factors lie between 1e-20 and 1e4.
    """
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
    """Do the same as `numeric_score`, with a logarithm for every attribute."""
    total = 0.0
    for i in range(n_numeric):
        if active[i] > 0.0:
            total += max(-0.5 * (squares[i] + math.log(variances[i])), floor_scores[i])
    return total


@_compile_loose
def nominal_score(sums, c, totals, active, rows, printed, factors):
    """Return Σ_j ln P(x_j|c) of the nominal predictors; `totals` has Σ_c W_{v,c}, for Eq. 6 as printed."""
    n_values = rows.n_values
    m = np.uint64(active.shape[0])
    mn = np.uint64(rows.n_numeric)
    equal = np.uint64(1) + mn + mn
    presence = np.uint64(1) + mn + m
    if rows.missing_numeric:
        presence += mn
    count = m - mn
    weight = sums[c, 0]
    if printed:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + totals[i])
    elif rows.missing_nominal:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + sums[c, presence + i])
    else:
        for i in range(count):
            factors[i] = (1.0 + sums[c, equal + i]) / (n_values[i] + weight)
    for i in range(count):
        factors[i] = factors[i] if active[mn + i] > 0.0 else 1.0
    return log_product(factors, count)


@_compile
def class_scores(moments, origins, h, r, rows, active, prepared, limits, settings, space):
    """Compute ln of prior times factors per class, up to a constant, at bandwidth h with r neighbours.

    `prepared` is the result of `prepare`; the result is in `space.scores`.
    """
    coefficients, binomials, printed = settings.coefficients, settings.binomials, settings.printed
    sums, terms, totals, scores = space.sums, space.terms, space.totals, space.scores
    variances, squares = space.variances, space.squares
    n_numeric, missing_numeric = rows.n_numeric, rows.missing_numeric
    block, absent, all_present = prepared
    n_classes, degree = moments.shape[0], moments.shape[1] - 1
    m = active.shape[0]
    total = 0.0
    if h > 0.0:
        slope = coefficients[degree] / h
        for c in range(n_classes):
            if degree == 1:
                terms[c, 0] = coefficients[0] + slope * (h - origins[c])
                terms[c, 1] = slope
                sums[c, 0] = terms[c, 0] * moments[c, 0, 0] + slope * moments[c, 1, 0]
            else:
                kernel_terms(coefficients, binomials, h, h - origins[c], terms, c)
                sums[c, 0] = 0.0
                for q in range(degree + 1):
                    sums[c, 0] += terms[c, q] * moments[c, q, 0]
            total += sums[c, 0]
    if not total > 0.0:  # no bandwidth, or every neighbour is at distance h exactly: all have the same weight
        for c in range(n_classes):
            terms[c, 0] = 1.0
            for q in range(1, degree + 1):
                terms[c, q] = 0.0
            sums[c, 0] = moments[c, 0, 0]
            total += sums[c, 0]
    scale = r / total
    straight = degree == 1 and not missing_numeric
    for c in range(n_classes):
        sums[c, 0] *= scale
        if moments[c, 0, 0] > 0.0 and (not straight or m > n_numeric):
            weighted_class(moments, c, terms, scale, 1 + 2 * n_numeric if straight else 1, sums)
    if printed:
        first_equal = 1 + 2 * n_numeric
        for i in range(m - n_numeric):
            totals[i] = 0.0
            for c in range(n_classes):
                totals[i] += sums[c, first_equal + i]
    swift = straight and n_numeric > 0 and all_present
    if swift:
        linear_scores(moments, scale, r, n_numeric, np.uint64(block), limits, space)
    for c in range(n_classes):
        prior = (1.0 + sums[c, 0]) / (n_classes + r)
        if n_numeric == 0:
            score = math.log(prior)
        elif not sums[c, 0] > 0.0:
            score = math.log(prior) + absent
        elif straight and swift and not math.isnan(scores[c]):
            score = scores[c]
        elif straight:
            inverse = scale / sums[c, 0]
            zeroth, first = terms[c, 0] * inverse, terms[c, 1] * inverse
            score, doubtful, low = floored_linear_score(
                moments, c, zeroth, first, active, n_numeric, np.uint64(block), prior, limits
            )
            score *= -0.5
            space.low[c] = low
            if doubtful > 0.0:
                least = limits.least_variance
                standardise_linear(moments, c, zeroth, first, n_numeric, least, variances, squares)
                floored = doubtful_score(active, n_numeric, limits.floor_scores, variances, squares)
                score = math.log(prior) + floored
        else:
            least = limits.least_variance
            standardise(sums, c, active, n_numeric, missing_numeric, least, variances, squares)
            score = math.log(prior) + numeric_score(active, n_numeric, limits, variances, squares)
        if m > n_numeric:
            score += nominal_score(sums, c, totals, active, rows, printed, variances)
        scores[c] = score
