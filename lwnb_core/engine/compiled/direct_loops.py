"""Compiled sums over a neighbourhood, one bandwidth at a time.

They are for cases in which nothing carries over from one k to the next: Weka's normal, whose precision and
rounding change with every row that is added, and kernels that are not polynomials. Each sum is added up one
by one from the nearest row, as the reference does, because Weka's variance magnifies the last bit; but the
sums of all attributes advance together, row by row, in vector registers. Like all modules of loops, this
one is never imported at start-up.
"""

from __future__ import annotations

import math

import numpy as np

from lwnb_core.engine.compiled.compiling import helper, jit
from lwnb_core.engine.direct import WORD

_compile = jit()
_helper = helper()

# The position of the only set bit in a word, found by a product that differs for each position (de Bruijn).
_SEQUENCE = np.uint64(0x03F79D71B4CB0A89)
_BIT_POSITIONS = np.zeros(WORD, dtype=np.uint64)
for _position in range(WORD):
    _BIT_POSITIONS[((int(_SEQUENCE) << _position) & 0xFFFFFFFFFFFFFFFF) >> 58] = _position


@_compile
def weight_of(which, u, one):
    """Return f(u); kernels are numbered as in `lwnb_core.local.kernels.KERNELS`."""
    if which == 0:
        w = one - u
    elif which == 1:
        w = 0.75 * (one - u * u)
    elif which == 2:
        w = (one - u * u * u) ** 3
    elif which == 3:
        w = 1.0 / (1.0 + u)
    elif which == 4:
        w = math.exp(-u * u)
    else:
        w = 1.0
    return max(w, 0.0)


@_compile
def bandwidth(near, t, weights, k, settings):
    """Return (end of the rows within `beyond` times the bandwidth, h²) for query t and one k."""
    order, d2, first, stop = near.order, near.d2, near.starts[t], near.starts[t + 1]
    needed = k + 1.0 if settings.following else float(k)
    end = stop
    if not settings.unbounded:
        counted = 0.0
        for i in range(first, stop):
            counted += weights[order[i]] if settings.by_weight else 1.0
            if counted >= needed - 1e-9:
                end = i + 1
                break
    squared = d2[end - 1]
    if squared == 0.0 and settings.widen:
        for i in range(end, stop):
            if d2[i] > 0.0:
                squared = d2[i]
                end = i + 1
                break
    while end < stop and d2[end] <= squared * settings.beyond**2:
        end += 1
    return end, squared


@_helper
def mean_gap(words, distinct, first, last):
    """Return the mean gap of the distinct values that occur, summed gap by gap; 0.01 for fewer than two."""
    total = 0.0
    n = 0
    previous = 0.0
    for v in range(first, last):
        word = words[v]
        while word != 0:
            lowest = word & (~word + np.uint64(1))
            position = _BIT_POSITIONS[(lowest * _SEQUENCE) >> np.uint64(58)]
            value = distinct[np.uint64(v) * np.uint64(WORD) + position]
            if n > 0:
                total += value - previous
            previous = value
            n += 1
            word &= word - np.uint64(1)
    return total / (n - 1) if n > 1 else 0.01


@_compile
def local_sums(raw, rows, queries, near, ks, settings, space, sums):
    """Compute local naive Bayes models at every k of `ks` (ascending), as the sums that define them.

    The sums have a row for each k of each query, one query after the other.
    """
    values, classes, weights, n_values = rows.values, rows.classes, rows.weights, rows.n_values
    order, d2, starts = near.order, near.d2, near.starts
    ranks, distinct, words, w = raw.ranks, raw.distinct, space.words, space.w
    class_weights, prior, nominal, present = sums.class_weights, sums.prior, sums.nominal, sums.present
    mean, sd, precision = sums.mean, sums.sd, sums.precision
    which, one, precise, printed = settings.kernel, settings.one, settings.precise, settings.printed
    n_ks = ks.shape[0]
    n_numeric = raw.values.shape[1]
    for t in range(queries.shape[0]):
        first = starts[t]
        for v in range(words.shape[0]):
            words[v] = 0
        done = first
        previous_end = -1
        previous_h2 = -1.0
        for at in range(n_ks):
            a = t * n_ks + at
            end, squared = bandwidth(near, t, weights, ks[at], settings)
            h = math.sqrt(squared)
            if settings.weighted and h > 0.0 and weight_of(which, math.sqrt(d2[first]) / h, one) > 0.0:
                # Only rows with a positive weight count as neighbours.
                while not weight_of(which, math.sqrt(d2[end - 1]) / h, one) > 0.0:
                    end -= 1
            if end == previous_end and squared == previous_h2:
                for numbers in (class_weights, prior, precision):
                    _repeat_row(numbers, a)
                for table in (nominal, present, mean, sd):
                    _repeat_table(table, a)
                continue
            previous_end, previous_h2 = end, squared
            if precise:
                for i in range(done, end):
                    row = order[i]
                    for j in range(n_numeric):
                        rank = ranks[row, j]
                        if rank >= 0:
                            words[rank // WORD] |= np.uint64(1) << np.uint64(rank % WORD)
                for j in range(n_numeric):
                    precision[a, j] = mean_gap(words, distinct, raw.starts[j], raw.starts[j + 1])
            else:
                for j in range(n_numeric):
                    precision[a, j] = 0.0
            done = max(done, end)
            _rescaled_weights(
                classes, weights, d2, order, first, end, h, which, one, w, class_weights, prior, a
            )
            _nominal_factors(
                values,
                classes,
                order,
                first,
                end,
                w,
                queries,
                t,
                n_numeric,
                n_values,
                printed,
                space,
                nominal,
                a,
            )
            if precise:
                _rounded_normals(raw.values, classes, order, first, end, w, precision, present, mean, sd, a)
            else:
                _normals(raw.values, classes, order, first, end, w, present, mean, sd, a)


@_helper
def _repeat_row(numbers, a):
    """Copy row a - 1 to row a. Loops, because numba takes seconds to compile an assignment to a slice."""
    for i in range(numbers.shape[1]):
        numbers[a, i] = numbers[a - 1, i]


@_helper
def _repeat_table(tables, a):
    for i in range(tables.shape[1]):
        for j in range(tables.shape[2]):
            tables[a, i, j] = tables[a - 1, i, j]


@_helper
def _rescaled_weights(classes, weights, d2, order, first, end, h, which, one, w, class_weights, prior, a):
    """Return the weights of the first `end` neighbours, rescaled to their instance weights, and the prior."""
    n_classes = prior.shape[1]
    total = 0.0
    r = 0.0
    for i in range(first, end):
        r += weights[order[i]]
        f = weight_of(which, math.sqrt(d2[i]) / h, one) if h > 0.0 else 1.0
        w[i - first] = f * weights[order[i]]
        total += w[i - first]
    if not total > 0.0:
        for i in range(first, end):
            w[i - first] = weights[order[i]]
            total += w[i - first]
    scale = r / total
    for c in range(n_classes):
        class_weights[a, c] = 0.0
    for i in range(first, end):
        w[i - first] *= scale
        class_weights[a, classes[order[i]]] += w[i - first]
    in_all = 0.0
    for c in range(n_classes):
        in_all += class_weights[a, c]
    for c in range(n_classes):
        prior[a, c] = (1.0 + class_weights[a, c]) / (n_classes + in_all)


@_helper
def _rounded_normals(raw, classes, order, first, end, w, precision, present, mean, sd, a):
    """Compute weight, mean and deviation per class and attribute, with values rounded to the precision."""
    n_classes, n_numeric = mean.shape[1], np.uint64(raw.shape[1])
    for c in range(n_classes):
        for j in range(n_numeric):
            present[a, c, j] = 0.0
            mean[a, c, j] = 0.0  # holds Σ w x until the end
            sd[a, c, j] = 0.0  # holds Σ w x² until the end
    for i in range(first, end):
        row = order[i]
        c = classes[row]
        for j in range(n_numeric):
            x = raw[row, j]
            p = precision[a, j]
            value = np.rint(x / p) * p
            is_present = not math.isnan(x)
            value = value if is_present else 0.0
            wx = w[i - first] * value
            present[a, c, j] += w[i - first] if is_present else 0.0
            mean[a, c, j] += wx
            sd[a, c, j] += wx * value
    for c in range(n_classes):
        for j in range(n_numeric):
            total = present[a, c, j]
            sum_x = mean[a, c, j]
            centre = sum_x / total if total > 0.0 else math.nan
            squares = abs(sd[a, c, j] - centre * sum_x)
            mean[a, c, j] = centre
            sd[a, c, j] = math.sqrt(squares / total) if total > 0.0 else math.nan


@_helper
def _normals(raw, classes, order, first, end, w, present, mean, sd, a):
    """Compute weight, mean and deviation per class and attribute of the values as they are."""
    n_classes, n_numeric = mean.shape[1], np.uint64(raw.shape[1])
    for c in range(n_classes):
        for j in range(n_numeric):
            present[a, c, j] = 0.0
            mean[a, c, j] = 0.0
            sd[a, c, j] = 0.0
    for i in range(first, end):
        row = order[i]
        c = classes[row]
        for j in range(n_numeric):
            x = raw[row, j]
            is_present = not math.isnan(x)
            present[a, c, j] += w[i - first] if is_present else 0.0
            mean[a, c, j] += w[i - first] * x if is_present else 0.0
    for c in range(n_classes):
        for j in range(n_numeric):
            total = present[a, c, j]
            mean[a, c, j] = mean[a, c, j] / total if total > 0.0 else math.nan
    for i in range(first, end):
        row = order[i]
        c = classes[row]
        for j in range(n_numeric):
            x = raw[row, j]
            from_mean = x - mean[a, c, j]
            sd[a, c, j] += 0.0 if math.isnan(x) else w[i - first] * from_mean * from_mean
    for c in range(n_classes):
        for j in range(n_numeric):
            total = present[a, c, j]
            sd[a, c, j] = math.sqrt(sd[a, c, j] / total) if total > 0.0 else math.nan


@_helper
def _nominal_factors(
    values, classes, order, first, end, w, queries, t, n_numeric, n_values, printed, space, out, a
):
    """Compute P(x_j|c) per class and nominal attribute; 1 if the query's value is missing."""
    n_classes, n_nominal = out.shape[1], np.uint64(out.shape[2])
    numeric = np.uint64(n_numeric)
    equal, present = space.equal, space.present
    for c in range(n_classes):
        for j in range(n_nominal):
            equal[c, j] = 0.0
            present[c, j] = 0.0
    for i in range(first, end):
        row = order[i]
        c = classes[row]
        for j in range(n_nominal):
            x = values[row, numeric + j]
            present[c, j] += 0.0 if math.isnan(x) else w[i - first]
            equal[c, j] += w[i - first] if x == queries[t, numeric + j] else 0.0
    for j in range(n_nominal):
        same = 0.0
        for c in range(n_classes):
            same += equal[c, j]
        for c in range(n_classes):
            share = (1.0 + equal[c, j]) / (n_values[j] + (same if printed else present[c, j]))
            out[a, c, j] = 1.0 if math.isnan(queries[t, numeric + j]) else share
