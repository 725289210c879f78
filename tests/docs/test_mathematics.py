"""The page on the mathematics suffices to compute the convention `paper`.

The functions follow its sections from Distance to Naive Bayes, and take the constants from its text.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "mathematics.md").read_text(encoding="utf-8").split())

Row = Sequence[float | None]  # numbers, codes of nominal values, None where missing


def stated(pattern: str) -> int:
    """Return a whole number that the page states once."""
    [number] = re.findall(pattern, PAGE)
    return int(number)


BITS = stated(r"rounded to (\d+) bits after the leading one \(half up")
FLOOR = 10.0 ** -stated(r"No density is below \$`10\^\{-(\d+)\}`")
TIE = 1 - 10.0 ** -stated(
    r"Posteriors count as equal if the smaller is at least \$`1 - 10\^\{-(\d+)\}`\$ times"
)
FEW_VALUES = stated(r"fewer than two distinct values of the attribute, \$`p_j = 0\.(\d+)`") / 100
ONE_VALUE = stated(
    r"An attribute with only one value therefore adds (\d+) to \$`d\^2`\$ if it is missing on one side "
    r"or on both"
)


def rounded(d2: float) -> float:
    """Return d² without the last of its 52 bits."""
    [bits] = struct.unpack("q", struct.pack("d", d2))
    drop = 52 - BITS
    [result] = struct.unpack("d", struct.pack("q", (bits + (1 << (drop - 1))) >> drop << drop))
    return float(result)


def squared_distance(attributes: Sequence[lw.Attribute], rows: Sequence[Row], a: Row, b: Row) -> float:
    d2 = 0.0
    for j, attribute in enumerate(attributes):
        u, v = a[j], b[j]
        if attribute.is_nominal:
            differs = u is None or v is None or u != v
            d2 += (1 if len(attribute.values) == 2 else 2) if differs else 0
            continue
        known = [row[j] for row in rows if row[j] is not None]
        low, high = min(known), max(known)
        if low == high:
            d2 += ONE_VALUE if u is None or v is None else 0
            continue
        scaled = [(x - low) / (high - low) for x in (u, v) if x is not None]
        if len(scaled) == 2:
            d2 += (scaled[0] - scaled[1]) ** 2
        else:
            d2 += max(scaled[0], 1 - scaled[0]) ** 2 if scaled else 1
    return rounded(d2)


def rescaled_weights(
    attributes: Sequence[lw.Attribute], rows: Sequence[Row], x: Row, k: int
) -> dict[int, float]:
    """Return w′ of the neighbours."""
    squares = [squared_distance(attributes, rows, row, x) for row in rows]
    h = math.sqrt(sorted(squares)[min(k, len(rows)) - 1])
    inside = [i for i, d2 in enumerate(squares) if math.sqrt(d2) <= h]
    w = {i: 1 - math.sqrt(squares[i]) / h if h > 0 else 1.0 for i in inside}
    if not any(w.values()):
        w = dict.fromkeys(inside, 1.0)
    return {i: weight * len(inside) / sum(w.values()) for i, weight in w.items()}


def posterior(
    attributes: Sequence[lw.Attribute],
    rows: Sequence[Row],
    classes: Sequence[int],
    o: int,
    x: Row,
    w: Mapping[int, float],
) -> list[float]:
    logs = []
    for c in range(o):
        log = math.log((1 + sum(w[i] for i in w if classes[i] == c)) / (o + sum(w.values())))
        for j, attribute in enumerate(attributes):
            value = x[j]
            if value is None:
                continue
            own = [(rows[i][j], w[i]) for i in w if classes[i] == c and rows[i][j] is not None and w[i] > 0]
            total = sum(weight for _, weight in own)
            if attribute.is_nominal:
                with_value = sum(weight for other, weight in own if other == value)
                log += math.log((1 + with_value) / (len(attribute.values) + total))
            else:
                log += max(log_density(own, total, value, gap(rows, j)), math.log(FLOOR))
        logs.append(log)
    shares = [math.exp(log - max(logs)) for log in logs]
    return [share / sum(shares) for share in shares]


def log_density(own: Sequence[tuple[float, float]], total: float, x: float, p: float) -> float:
    if total == 0:
        return -math.inf
    mean = sum(weight * value for value, weight in own) / total
    variance = sum(weight * (value - mean) ** 2 for value, weight in own) / total
    sd = max(math.sqrt(variance), p / math.sqrt(12))
    return -((x - mean) ** 2) / (2 * sd**2) - math.log(math.sqrt(2 * math.pi) * sd)


def gap(rows: Sequence[Row], j: int) -> float:
    distinct = {row[j] for row in rows if row[j] is not None}
    return (max(distinct) - min(distinct)) / (len(distinct) - 1) if len(distinct) > 1 else FEW_VALUES


def one_value() -> lw.Dataset:
    """Without its first row, `a` has one value, which only one class has, far from the first row's value."""
    rng = np.random.default_rng(1)
    classes = np.arange(20) % 2
    a = np.where(classes == 0, 3.0, np.nan)
    a[0] = 3.05
    b = 5.0 * classes + rng.normal(size=20)
    b[0] = 5.0
    attributes = [lw.Attribute.numeric("a"), lw.Attribute.numeric("b"), lw.Attribute.nominal("c", ("x", "y"))]
    return lw.Dataset.from_columns("one value", attributes, [a, b, classes])


@pytest.mark.parametrize("name", ["iris", "glass", "contact-lenses", "vote", "labor", "one value"])
@pytest.mark.parametrize("k", [1, 5, 12, 1000])
def test_the_page_suffices_to_compute_the_convention_paper(name: str, k: int) -> None:
    data = one_value() if name == "one value" else lw.sample(name)
    attributes = [data.attributes[j] for j in data.predictors]
    columns = [np.asarray(data.column(a.name), dtype=float) for a in attributes]
    missing = [data.missing(j) for j in data.predictors]
    table = [
        [None if gone[i] else float(column[i]) for column, gone in zip(columns, missing, strict=True)]
        for i in range(len(data))
    ]
    classes, model = data.class_codes.tolist(), lw.LWNB(k).fit(data)
    for row in range(0, len(data), max(len(data) // 12, 1)):
        others = [i for i in range(len(data)) if i != row]
        training, theirs = [table[i] for i in others], [classes[i] for i in others]
        weights = rescaled_weights(attributes, training, table[row], k)
        expected = posterior(attributes, training, theirs, len(data.classes), table[row], weights)
        explanation = model.explain(data, row)
        assert explanation.neighbourhood is not None
        assert len(explanation.neighbourhood) == len(weights), "rows that are tied"
        np.testing.assert_allclose(explanation.posterior, expected, rtol=0, atol=1e-9)
        first = next(c for c, p in enumerate(expected) if p >= TIE * max(expected))
        assert explanation.prediction == first
