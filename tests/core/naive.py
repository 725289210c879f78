"""LWNB, KNN, KNNDW and naive Bayes a second time, in plain lists, loops and equations.

An oracle for the engine. It shares no code with it, knows no arrays and does everything in the order in
which the mathematics is written down. A value is a number, the code of a nominal value, or None: missing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

Value = float | int | None
Row = Sequence[Value]

FLOOR = 1e-75


@dataclass(frozen=True)
class Table:
    """Training rows. `values[j]` is the number of values of a nominal attribute, None for a numeric one."""

    values: tuple[int | None, ...]
    rows: tuple[Row, ...]
    classes: tuple[int, ...]
    n_classes: int
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Rules:
    """One column of the table of conventions."""

    next_neighbour: bool = False
    one: float = 1.0
    binarised: bool = True
    growing: bool = False
    density: bool = True
    widen: bool = False
    k_counts_weights: bool = True
    only_weighted: bool = False
    similarity: bool = False
    smoothed_votes: bool = False
    close: float = 0.0  # d² that differ by less, relatively, are equal but for rounding


PAPER = Rules(close=1e-11)
WEKA = Rules(
    one=1.0001,
    binarised=False,
    growing=True,
    density=False,
    k_counts_weights=False,
    similarity=True,
    smoothed_votes=True,
)
TABLES = replace(WEKA, next_neighbour=True, widen=True, only_weighted=True)
RULES = {"paper": PAPER, "weka": WEKA, "tables": TABLES}


# -- the learners -------------------------------------------------------------------------------------------


def naive_bayes(
    table: Table, tests: Sequence[Row], rules: Rules, printed_eq6: bool = False
) -> list[list[float]]:
    """Compute NB: all rows, with their instance weights."""
    everything = [(i, table.weights[i]) for i in range(len(table.rows))]
    return [_posterior(table, everything, x, rules, printed_eq6) for x in tests]


def lwnb(
    table: Table,
    tests: Sequence[Row],
    rules: Rules,
    k: int,
    kernel: str = "linear",
    printed_eq6: bool = False,
) -> list[list[float]]:
    """Compute LWNB: naive Bayes on the weighted neighbourhood of each test instance."""
    answers = []
    for x, squares in _squared_distances(table, tests, rules):
        answers.append(_posterior(table, _weighted(table, squares, rules, k, kernel), x, rules, printed_eq6))
    return answers


def knn(table: Table, tests: Sequence[Row], rules: Rules, k: int) -> list[list[float]]:
    """Compute KNN: every row within the distance of the k-th votes."""
    answers = []
    for _, squares in _squared_distances(table, tests, rules):
        h2 = _bandwidth(table, squares, k, rules.k_counts_weights)
        votes = [0.0] * table.n_classes
        for i, d2 in enumerate(squares):
            if _at_most(d2, h2, rules):
                votes[table.classes[i]] += table.weights[i]
        answers.append(_shares(votes, table, rules))
    return answers


def knndw(table: Table, tests: Sequence[Row], rules: Rules, k: int) -> list[list[float]]:
    """Compute KNNDW: like KNN, with each vote weighted by distance."""
    answers = []
    for _, squares in _squared_distances(table, tests, rules):
        h2 = _bandwidth(table, squares, k, rules.k_counts_weights)
        inside = [i for i, d2 in enumerate(squares) if _at_most(d2, h2, rules)]
        if rules.similarity:
            f = {i: 1 - math.sqrt(squares[i] / max(1, len(table.values))) for i in inside}
            f = {i: weight if weight > 1e-12 else 0.0 for i, weight in f.items()}
        else:
            f = {i: _kernel("linear", squares[i], h2, replace(rules, one=1.0)) for i in inside}
            if not any(f.values()):
                f = dict.fromkeys(inside, 1.0)
        votes = [0.0] * table.n_classes
        for i in inside:
            votes[table.classes[i]] += f[i] * table.weights[i]
        answers.append(_shares(votes, table, rules))
    return answers


def _shares(votes: list[float], table: Table, rules: Rules) -> list[float]:
    if rules.smoothed_votes:
        votes = [v + 1 / max(1, len(table.rows)) for v in votes]
    total = sum(votes)
    return [v / total for v in votes] if total > 0 else [1 / len(votes)] * len(votes)


# -- §2, distance -------------------------------------------------------------------------------------------


def _squared_distances(table: Table, tests: Sequence[Row], rules: Rules) -> list[tuple[Row, list[float]]]:
    """Return d² of every test instance to every training row, extending the ranges if the rules say so."""
    ranges = []
    for j, n_values in enumerate(table.values):
        present = [row[j] for row in table.rows if row[j] is not None]
        ranges.append((min(present), max(present)) if n_values is None and present else None)
    answer = []
    for x in tests:
        if rules.growing:
            for j, n_values in enumerate(table.values):
                if n_values is None and x[j] is not None:
                    low, high = ranges[j] or (x[j], x[j])
                    ranges[j] = (min(low, x[j]), max(high, x[j]))
        answer.append((x, [_one_distance(table, row, x, ranges, rules) for row in table.rows]))
    return answer


def _one_distance(
    table: Table, a: Row, b: Row, ranges: list[tuple[float, float] | None], rules: Rules
) -> float:
    d2 = 0.0
    for j, n_values in enumerate(table.values):
        if n_values is not None:
            if a[j] is None or b[j] is None or a[j] != b[j]:
                d2 += 2 if rules.binarised and n_values > 2 else 1
            continue
        u, v = _scaled(a[j], ranges[j]), _scaled(b[j], ranges[j])
        if u is None and v is None:
            d2 += 1
        elif u is None or v is None:
            known = u if v is None else v
            most = max(known, 1 - known)
            d2 += most * most
        else:
            d2 += (u - v) * (u - v)
    return d2


def _scaled(value: Value, limits: tuple[float, float] | None) -> float | None:
    if value is None:
        return None
    if limits is None or limits[0] == limits[1]:
        return 0.0
    return (value - limits[0]) / (limits[1] - limits[0])


def _at_most(d2: float, h2: float, rules: Rules) -> bool:
    return d2 <= h2 + rules.close * h2


# -- §3, neighbourhood and weights --------------------------------------------------------------------------


def _bandwidth(table: Table, squares: list[float], k: int, k_counts_weights: bool) -> float:
    """Return h²: the distance of the k-th neighbour, or the largest if there are fewer."""
    count = 0.0
    for d2, weight in sorted(zip(squares, table.weights, strict=True)):
        count += weight if k_counts_weights else 1
        if count >= k - 1e-9:
            return d2
    return max(squares)


def _weighted(
    table: Table, squares: list[float], rules: Rules, k: int, kernel: str
) -> list[tuple[int, float]]:
    """Return (row, w') of the neighbourhood."""
    if kernel in ("inverse", "gaussian"):
        h2 = max(squares)
    else:
        h2 = _bandwidth(table, squares, k + 1 if rules.next_neighbour else k, rules.k_counts_weights)
    if h2 == 0 and rules.widen:
        h2 = min((d2 for d2 in squares if d2 > 0), default=0.0)
    inside = [i for i, d2 in enumerate(squares) if _at_most(d2, h2, rules)]
    f = {i: _kernel(kernel, squares[i], h2, rules) for i in inside}
    if not any(f.values()):
        f = dict.fromkeys(inside, 1.0)
    elif rules.only_weighted and h2 > 0 and kernel in ("linear", "epanechnikov", "tricube"):
        everybody = {i: _kernel(kernel, d2, h2, rules) for i, d2 in enumerate(squares)}
        f = {i: weight for i, weight in everybody.items() if weight > 0}
    w = {i: weight * table.weights[i] for i, weight in f.items()}
    r = sum(table.weights[i] for i in f)
    return [(i, weight * r / sum(w.values())) for i, weight in w.items()]


def _kernel(kernel: str, d2: float, h2: float, rules: Rules) -> float:
    if h2 == 0:
        return 1.0
    one, u = rules.one, math.sqrt(d2) / math.sqrt(h2)
    if _at_most(d2, h2, rules) and _at_most(h2, d2, rules):
        u = 1.0
    if kernel == "linear":
        return max(0.0, one - u)
    if kernel == "epanechnikov":
        return max(0.0, 0.75 * (one - u**2))
    if kernel == "tricube":
        return max(0.0, (one - u**3) ** 3)
    if kernel == "inverse":
        return 1 / (1 + u)
    if kernel == "gaussian":
        return math.exp(-(u**2))
    assert kernel == "constant"
    return 1.0


# -- §4, naive Bayes on weighted data -----------------------------------------------------------------------


def _posterior(
    table: Table, used: list[tuple[int, float]], x: Row, rules: Rules, printed_eq6: bool
) -> list[float]:
    o = table.n_classes
    class_weight = [sum(w for i, w in used if table.classes[i] == c) for c in range(o)]
    scores = [math.log((1 + class_weight[c]) / (o + sum(class_weight))) for c in range(o)]
    for j, n_values in enumerate(table.values):
        if x[j] is None:
            continue
        present = [(table.rows[i][j], table.classes[i], w) for i, w in used if table.rows[i][j] is not None]
        for c in range(o):
            if n_values is not None:
                factor = _nominal_factor(present, x[j], c, n_values, printed_eq6)
                scores[c] += math.log(max(factor, FLOOR))
            elif rules.density:
                scores[c] += _log_density(present, x[j], c, _mean_gap([row[j] for row in table.rows]))
            else:
                precision = _mean_gap([value for value, _, _ in present])
                scores[c] += math.log(max(_interval(present, x[j], c, precision), FLOOR))
    largest = max(scores)
    shares = [math.exp(score - largest) for score in scores]
    return [share / sum(shares) for share in shares]


Present = list[tuple[float, int, float]]


def _nominal_factor(present: Present, x: float, c: int, n_values: int, printed_eq6: bool) -> float:
    both = sum(w for value, of, w in present if of == c and value == x)
    if printed_eq6:
        return (1 + both) / (n_values + sum(w for value, _, w in present if value == x))
    return (1 + both) / (n_values + sum(w for _, of, w in present if of == c))


def _log_density(present: Present, x: float, c: int, gap: float) -> float:
    """Return the logarithm of the density, as in §4a of the conventions."""
    own = [(value, w) for value, of, w in present if of == c and w > 0]
    total = sum(w for _, w in own)
    if total == 0:
        return math.log(FLOOR)
    mean = sum(w * value for value, w in own) / total
    variance = sum(w * (value - mean) ** 2 for value, w in own) / total
    sd = max(math.sqrt(variance), gap / math.sqrt(12))
    log = -(((x - mean) / sd) ** 2) / 2 - math.log(sd) - math.log(2 * math.pi) / 2
    return max(log, math.log(FLOOR))


def _interval(present: Present, x: float, c: int, p: float) -> float:
    """Return the probability of an interval, as in §4b of the conventions."""
    own = [(round(value / p) * p, w) for value, of, w in present if of == c]  # round() rounds half to even
    total = sum(w for _, w in own)
    mean, sd = 0.0, 0.0
    if total > 0:
        mean = sum(w * value for value, w in own) / total
        sd = math.sqrt(abs(sum(w * value * value for value, w in own) / total - mean * mean))
    sd = max(p / 6, sd) if sd > 1e-10 else p / 6
    x = round(x / p) * p
    return _phi((x + p / 2 - mean) / sd) - _phi((x - p / 2 - mean) / sd)


def _phi(z: float) -> float:
    if abs(z) < 1:
        return 0.5 + 0.5 * math.erf(z / math.sqrt(2))
    tail = 0.5 * math.erfc(abs(z) / math.sqrt(2))
    return tail if z < 0 else 1 - tail


def _mean_gap(values: Sequence[Value]) -> float:
    distinct = sorted({value for value in values if value is not None})
    if len(distinct) < 2:
        return 0.01
    gaps = 0.0
    for low, high in itertools.pairwise(distinct):
        gaps += high - low
    return gaps / (len(distinct) - 1)


# -- §6, discretisation -------------------------------------------------------------------------------------


def mdl(
    values: Sequence[float | None], classes: Sequence[int], weights: Sequence[float], k_counts_weights: bool
) -> list[float]:
    """Return the cut points (midpoints) of one attribute, by recursion over the sorted rows."""
    rows = sorted((v, c, w) for v, c, w in zip(values, classes, weights, strict=True) if v is not None)
    return sorted(_mdl_segment(rows, k_counts_weights))


def _mdl_segment(rows: Present, k_counts_weights: bool) -> list[float]:
    n = sum(w for _, _, w in rows)
    size = n if k_counts_weights else len(rows)
    if size < 2 - 1e-9:
        return []
    best, best_entropy = None, math.inf
    for i in range(1, len(rows)):
        if rows[i - 1][0] < rows[i][0]:
            left, right = rows[:i], rows[i:]
            after = sum(sum(w for _, _, w in part) / n * _entropy(part) for part in (left, right))
            if after < best_entropy - 1e-12:
                best, best_entropy = i, after
    if best is None or _entropy(rows) - best_entropy <= 1e-12:
        return []
    left, right = rows[:best], rows[best:]
    c, c_left, c_right = (len({of for _, of, _ in part}) for part in (rows, left, right))
    delta = math.log2(3**c - 2) - (c * _entropy(rows) - c_left * _entropy(left) - c_right * _entropy(right))
    if not _entropy(rows) - best_entropy > (math.log2(max(size, 2) - 1) + delta) / n:
        return []
    cut = (left[-1][0] + right[0][0]) / 2
    return [*_mdl_segment(left, k_counts_weights), cut, *_mdl_segment(right, k_counts_weights)]


def _entropy(rows: Present) -> float:
    total = sum(w for _, _, w in rows)
    shares = [sum(w for _, of, w in rows if of == c) / total for c in {of for _, of, _ in rows}]
    return -sum(share * math.log2(share) for share in shares)
