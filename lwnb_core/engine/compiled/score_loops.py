"""Compiled scores of the classes, from weighted sums of the statistics that `sweep_loops` describes."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import LOOSE, helper

_compile = helper(**LOOSE)


@_compile
def class_scores(sums, r, rows, known, limits, printed, t, totals, low, scores):
    """Compute ln of prior times factors per class, up to a constant, from weights that add up to r.

    `known` and `limits` have a row t for the query. `totals` is memory for one number per nominal predictor.
    Where `scores` is not NaN, it has the part of the prior and the numeric predictors already.
    """
    n_values, missing = rows.n_values, rows.missing_nominal
    n_classes, m = np.uint64(sums.shape[0]), np.uint64(known.shape[1])
    mn = np.uint64(rows.n_numeric)
    one = np.uint64(1)
    equal, count = one + mn + mn, m - mn
    presence = one + mn + m + (mn if rows.missing_numeric else np.uint64(0))
    at_once = np.uint64(limits.at_once[t])
    if rows.missing_numeric:
        means_of_present(sums, mn, one + mn + m)
    if printed:
        for i in range(count):
            totals[i] = 0.0
            for c in range(n_classes):
                totals[i] += sums[c, equal + i]
    for c in range(n_classes):
        prior = (1.0 + sums[c, 0]) / (n_classes + r)
        product = 1.0
        if mn == 0:
            score, product = 0.0, prior
        elif not math.isnan(scores[c]):
            score = scores[c]
        elif sums[c, 0] > 0.0:
            score = numeric_score(sums, c, prior, mn, at_once, limits, t, low)
        else:
            score = math.log(prior) + limits.absent[t]
        if not printed:
            for i in range(count):
                totals[i] = sums[c, presence + i] if missing else sums[c, 0]
        start = np.uint64(0)
        while start < count:
            stop = min(start + at_once, count)
            for i in range(start, stop):
                share = (1.0 + sums[c, equal + i]) / (n_values[i] + totals[i])
                product *= share if known[t, mn + i] >= 0.0 else 1.0
            score += math.log(product)
            product = 1.0
            start = stop
        if m == 0:
            score = math.log(prior)
        scores[c] = score


@_compile
def quick_scores(moments, terms, sums, r, mn, limits, t, low, scores):
    """Compute the part of prior and numeric predictors per class; NaN where a density may be at the floor.

    The most common case, a linear kernel and no missing values, takes most of the time of a curve, so this
    goes straight from the moments to the scores. Classes that are marked in `low` had such a density before.
    """
    least_variance, surely_above = limits.least_variance, limits.surely_above
    n_classes, size, one = np.uint64(sums.shape[0]), np.uint64(sums.shape[1]), np.uint64(1)
    at_once = np.uint64(limits.at_once[t])
    for c in range(n_classes):
        scores[c] = math.nan
        if low[c] > 0.0 or not sums[c, 0] > 0.0:
            continue
        inverse = 1.0 / sums[c, 0]
        zeroth, first = terms[c, 0] * inverse, terms[c, 1] * inverse
        unlikely = (n_classes + r) / (1.0 + sums[c, 0])
        product = unlikely * unlikely
        exponent = 0.0
        doubtful = 0.0
        start = np.uint64(0)
        while start < mn:
            stop = min(start + at_once, mn)
            for i in range(start, stop):
                mean = zeroth * moments[c, one + i] + first * moments[c, size + one + i]
                square = zeroth * moments[c, one + mn + i] + first * moments[c, size + one + mn + i]
                mean_squared = mean * mean
                variance = square - mean_squared
                variance = variance if variance > least_variance[t, i] else least_variance[t, i]
                exponent += mean_squared / variance
                doubtful += 1.0 if mean_squared > surely_above[t, i] * variance else 0.0
                product *= variance
            exponent += math.log(product)
            product = 1.0
            start = stop
        scores[c] = math.nan if doubtful > 0.0 else -0.5 * exponent


@_compile
def means_of_present(sums, mn, presence):
    """Scale the sums of the numeric predictors as if no value was missing.

    A class that knows no value of a predictor is as far away as can be.
    """
    one = np.uint64(1)
    for c in range(np.uint64(sums.shape[0])):
        for i in range(mn):
            present = sums[c, presence + i]
            factor = sums[c, 0] / present if present > 0.0 else 0.0
            sums[c, one + mn + i] *= factor
            sums[c, one + i] = sums[c, one + i] * factor if present > 0.0 else 1e150 * sums[c, 0]


@_compile
def numeric_score(sums, c, prior, mn, at_once, limits, t, low):
    """Compute ln prior + Σ_j ln N(x_j; mean, sd) of class c, densities at the floor set to it.

    A logarithm is needed to decide whether a density is at the floor only where its squared standardised
    difference is between `surely_above` and `surely_below`. Otherwise `at_once` variances are multiplied
    before their logarithm is taken.
    """
    least_variance, floors = limits.least_variance, limits.floors
    surely_above, surely_below = limits.surely_above, limits.surely_below
    one = np.uint64(1)
    inverse = 1.0 / sums[c, 0]
    exponent = 0.0
    doubtful = 0.0
    low_here = 0.0
    product = 1.0 / (prior * prior)
    start = np.uint64(0)
    while True:
        stop = min(start + at_once, mn)
        for i in range(start, stop):
            mean = sums[c, one + i] * inverse
            variance = sums[c, one + mn + i] * inverse - mean * mean
            variance = variance if variance > least_variance[t, i] else least_variance[t, i]
            e = mean * mean / variance
            floored = e >= surely_below[t, i]
            low_here += 1.0 if e > surely_above[t, i] else 0.0
            doubtful += 1.0 if e > surely_above[t, i] and not floored else 0.0
            exponent += floors[t, i] if floored else e
            product *= 1.0 if floored else variance
        exponent += math.log(product)
        product = 1.0
        start = stop
        if start >= mn:
            break
    low[c] = low_here
    if doubtful > 0.0:
        exponent = -2.0 * math.log(prior)
        for i in range(mn):
            mean = sums[c, one + i] * inverse
            variance = max(sums[c, one + mn + i] * inverse - mean * mean, least_variance[t, i])
            e = mean * mean / variance
            exponent += floors[t, i] if e >= surely_below[t, i] else min(e + math.log(variance), floors[t, i])
    return -0.5 * exponent
