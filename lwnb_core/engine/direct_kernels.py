"""Compiled sums over a neighbourhood, one bandwidth at a time.

For what does not carry over from one k to the next: Weka's normal, whose precision and rounding change with
every row that comes in, and kernels that are no polynomial. Neighbours are gathered class by class in order
of distance, so that a smaller neighbourhood is a prefix of each class's stretch and the sums run over
contiguous memory. As `kernels`, this module is never imported at start-up.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_compile = njit(cache=True, nogil=True, error_model="numpy")

# Up to this many neighbours their distinct values are kept sorted; beyond, a map of all values is read.
_SORTED = 256


@_compile
def weight_of(kernel, u, one):
    """f(u), kernels numbered as in `lwnb_core.local.kernels.KERNELS`."""
    if kernel == 0:
        w = one - u
    elif kernel == 1:
        w = 0.75 * (one - u * u)
    elif kernel == 2:
        w = (one - u * u * u) ** 3
    elif kernel == 3:
        w = 1.0 / (1.0 + u)
    elif kernel == 4:
        w = math.exp(-u * u)
    else:
        w = 1.0
    return max(w, 0.0)


@_compile
def bandwidth(d2, order, n_in, weights, k, by_weight, following, widen, unbounded, beyond):
    """(position after the last row within `beyond` times the bandwidth, h²) for one k."""
    wanted = k + 1.0 if following else float(k)
    end = n_in
    if not unbounded:
        counted = 0.0
        for i in range(n_in):
            counted += weights[order[i]] if by_weight else 1.0
            if counted >= wanted - 1e-9:
                end = i + 1
                break
    squared = d2[order[end - 1]]
    if squared == 0.0 and widen:
        for i in range(end, n_in):
            if d2[order[i]] > 0.0:
                squared = d2[order[i]]
                end = i + 1
                break
    while end < n_in and d2[order[end]] <= squared * beyond**2:
        end += 1
    return end, squared


@_compile
def insert_rank(ranks, n, rank):
    """Insert into a sorted list of distinct ranks; the new length."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if ranks[middle] < rank:
            low = middle + 1
        else:
            high = middle
    if low < n and ranks[low] == rank:
        return n
    for i in range(n, low, -1):
        ranks[i] = ranks[i - 1]
    ranks[low] = rank
    return n + 1


@_compile
def mean_gap_sorted(ranks, n, distinct, start):
    """Mean gap of the sorted distinct values, gaps summed one by one; 0.01 for fewer than two."""
    if n < 2:
        return 0.01
    total = 0.0
    for i in range(1, n):
        total += distinct[start + ranks[i]] - distinct[start + ranks[i - 1]]
    return total / (n - 1)


@_compile
def mean_gap_mapped(seen, distinct, start, stop):
    """As `mean_gap_sorted`, from a map of which values of the attribute occur."""
    total = 0.0
    n = 0
    previous = 0.0
    for v in range(start, stop):
        if seen[v]:
            if n > 0:
                total += distinct[v] - previous
            previous = distinct[v]
            n += 1
    return total / (n - 1) if n > 1 else 0.01


@_compile
def local_sums(
    raw, ranks, distinct, starts, values, classes, weights, query, d2, order, n_in, ks, kernel, one,
    by_weight, following, widen, unbounded, weighted, beyond, precise, printed, n_values,
    class_weights, prior, nominal, present, mean, sd, precision,
):  # fmt: skip
    """Local naive Bayes models at every k of `ks` (ascending), as the sums that define them.

    Out: class_weights, prior (K, o); nominal (K, o, nominal) P(x_j|c), 1 where the query is missing; present,
    mean, sd (K, o, numeric); precision (K, numeric).
    """
    n_ks, n_classes = prior.shape
    n_numeric = raw.shape[1]
    farthest, _ = bandwidth(
        d2, order, n_in, weights, ks[n_ks - 1], by_weight, following, widen, unbounded, beyond
    )
    # Gather class by class.
    starts_of = np.zeros(n_classes + 1, dtype=np.int64)
    for i in range(farthest):
        starts_of[classes[order[i]] + 1] += 1
    for c in range(n_classes):
        starts_of[c + 1] += starts_of[c]
    place = np.empty(farthest, dtype=np.int64)
    used = starts_of[:n_classes].copy()
    for i in range(farthest):
        c = classes[order[i]]
        place[i] = used[c]
        used[c] += 1
    gathered = np.empty((n_numeric, farthest))
    for i in range(farthest):
        row = order[i]
        for j in range(n_numeric):
            gathered[j, place[i]] = raw[row, j]
    w = np.empty(farthest)
    lengths = np.zeros(n_classes, dtype=np.int64)
    seen = np.zeros(distinct.shape[0] if precise else 0, dtype=np.bool_)
    lists = np.empty((n_numeric if precise else 0, _SORTED + 1), dtype=np.int64)
    n_listed = np.zeros(n_numeric, dtype=np.int64)
    done = 0
    previous_end = -1
    previous_h2 = -1.0
    for a in range(n_ks):
        end, squared = bandwidth(
            d2, order, n_in, weights, ks[a], by_weight, following, widen, unbounded, beyond
        )
        h = math.sqrt(squared)
        if weighted and h > 0.0 and weight_of(kernel, math.sqrt(d2[order[0]]) / h, one) > 0.0:
            # Only rows that the kernel gives weight to are in.
            while not weight_of(kernel, math.sqrt(d2[order[end - 1]]) / h, one) > 0.0:
                end -= 1
        if end == previous_end and squared == previous_h2:
            class_weights[a], prior[a] = class_weights[a - 1], prior[a - 1]
            nominal[a], precision[a] = nominal[a - 1], precision[a - 1]
            present[a], mean[a], sd[a] = present[a - 1], mean[a - 1], sd[a - 1]
            continue
        previous_end, previous_h2 = end, squared
        for i in range(done, end):
            row = order[i]
            lengths[classes[row]] += 1
            if precise:
                for j in range(n_numeric):
                    rank = ranks[row, j]
                    if rank >= 0:
                        seen[starts[j] + rank] = True
                        if n_listed[j] < _SORTED:
                            n_listed[j] = insert_rank(lists[j], n_listed[j], rank)
        done = end
        total = 0.0
        r = 0.0
        for i in range(end):
            r += weights[order[i]]
            f = weight_of(kernel, math.sqrt(d2[order[i]]) / h, one) if h > 0.0 else 1.0
            w[place[i]] = f * weights[order[i]]
            total += w[place[i]]
        if not total > 0.0:
            for i in range(end):
                w[place[i]] = weights[order[i]]
                total += w[place[i]]
        scale = r / total
        in_all = 0.0
        for c in range(n_classes):
            own = 0.0
            for i in range(starts_of[c], starts_of[c] + lengths[c]):
                w[i] *= scale
                own += w[i]
            class_weights[a, c] = own
            in_all += own
        for c in range(n_classes):
            prior[a, c] = (1.0 + class_weights[a, c]) / (n_classes + in_all)
        _nominal_factors(
            values, classes, order, place, end, w, query, raw.shape[1], n_values, printed, nominal[a]
        )
        for j in range(n_numeric):
            p = 0.0
            if precise:
                if n_listed[j] < _SORTED:
                    p = mean_gap_sorted(lists[j], n_listed[j], distinct, starts[j])
                else:
                    p = mean_gap_mapped(seen, distinct, starts[j], starts[j + 1])
            precision[a, j] = p
            for c in range(n_classes):
                _class_normal(gathered, w, starts_of[c], lengths[c], precise, p, present, mean, sd, a, c, j)


@_compile
def _class_normal(gathered, w, first, length, precise, p, present, mean, sd, a, c, j):
    """Weight, mean and deviation of attribute j in class c, as the reference sums them.

    The sums are added up one by one from the nearest row: Weka's variance magnifies their last bit.
    """
    total = 0.0
    sum_x = 0.0
    sum_xx = 0.0
    start = np.uint64(first)
    stop = np.uint64(first + length)
    for i in range(start, stop):
        x = gathered[j, i]
        if not math.isnan(x):
            value = np.rint(x / p) * p if precise else x
            wx = w[i] * value
            total += w[i]
            sum_x += wx
            sum_xx += wx * value
    centre = sum_x / total if total > 0.0 else math.nan
    if precise:
        squares = abs(sum_xx - centre * sum_x)
    else:
        squares = 0.0
        for i in range(start, stop):
            x = gathered[j, i]
            if not math.isnan(x):
                squares += w[i] * (x - centre) * (x - centre)
    present[a, c, j] = total
    mean[a, c, j] = centre
    sd[a, c, j] = math.sqrt(squares / total) if total > 0.0 else math.nan


@_compile
def _nominal_factors(values, classes, order, place, end, w, query, n_numeric, n_values, printed, out):
    """P(x_j|c) per class and nominal attribute; 1 where the query's value is missing."""
    n_classes, n_nominal = out.shape
    equal = np.zeros(n_classes)
    there = np.zeros(n_classes)
    for j in range(n_nominal):
        q = query[n_numeric + j]
        if math.isnan(q):
            out[:, j] = 1.0
            continue
        equal[:] = 0.0
        there[:] = 0.0
        for i in range(end):
            row = order[i]
            x = values[row, n_numeric + j]
            if not math.isnan(x):
                c = classes[row]
                there[c] += w[place[i]]
                if x == q:
                    equal[c] += w[place[i]]
        same = equal.sum()
        for c in range(n_classes):
            out[c, j] = (1.0 + equal[c]) / (n_values[j] + (same if printed else there[c]))
