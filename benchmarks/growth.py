"""How the cost of a leave-one-out curve grows with rows, attributes, classes and the number of k."""

from __future__ import annotations

import lwnb_core as lw
from benchmarks.measuring import Row, cpu, numeric_data, seconds, times
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve

# Twice as many rows, each compared with twice as many at twice as many k, is four times the work; the sort's
# logarithm and the caches may add a little.
TARGET = 4.8
THREE = (lw.LWNB(), lw.KNN(), lw.KNNDW())


def measure(quick: bool) -> list[Row]:
    """Double one thing at a time; the best of several runs, taken in turns."""
    n, m = (700, 12) if quick else (1500, 12)
    repeats = 2 if quick else 5
    variants = {
        "once": numeric_data(n, m),
        "rows": numeric_data(2 * n, m),
        "attributes": numeric_data(n, 2 * m),
        "classes": numeric_data(n, m, 6),
    }
    best = dict.fromkeys(variants, float("inf"))
    one_k = float("inf")
    for _ in range(repeats):
        for name, data in variants.items():
            best[name] = min(best[name], cpu(lambda data=data: accuracy_curve(THREE, data, jobs=1)))
        one_k = min(one_k, cpu(lambda: accuracy_curve(THREE, variants["once"], ks=[50], jobs=1)))
    once = best["once"]
    rows = [
        Row(
            "growth: twice the rows",
            times(best["rows"] / once),
            "about 4×",
            best["rows"] / once <= TARGET,
            f"leave-one-out, every k; {n:,} rows × {m} take {seconds(once)} CPU",
            {"once": once, "twice": best["rows"]},
        )
    ]
    rows += [
        Row(
            f"growth: twice the {what}",
            times(best[what] / once),
            "about 2×",
            best[what] / once <= 2.4,
            numbers={"twice": best[what]},
        )
        for what in ("attributes", "classes")
    ]
    rows.append(
        Row(
            f"growth: {n - 1:,} k instead of one",
            times(once / one_k),
            note=f"one k takes {seconds(one_k)} CPU",
            numbers={"one_k": one_k},
        )
    )
    return rows
