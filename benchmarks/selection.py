"""Selecting an instance and moving k: what the window waits for, without the drawing."""

from __future__ import annotations

import gc
import itertools
import time

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, best, numeric_data, say, seconds, wall
from lwnb_core.engine.selection import Selection

STEP = 1e-3
FIRST = 50e-3
EVERYTHING = 500e-3


def measure(quick: bool) -> list[Row]:
    """Measure 20 numeric attributes and three classes by wall time, because a person waits for it."""
    rows: list[Row] = []
    for n in (1000, 10_000, 100_000, 1_000_000):
        say(f"  selection at {n:,} rows")
        rows += _measured(n, quick)
        numeric_data.cache_clear()
    return rows


def _measured(n: int, quick: bool) -> list[Row]:
    data = numeric_data(n)
    model = lw.LWNB(50).fit(data)
    chosen = _first_picture(model, data, 0)  # packs the rows, fits naive Bayes and compiles, once per model
    chosen.complete()
    chosen.explain(n - 1)
    first, everything = [], []
    for row in range(1, 5 if quick else 15):
        gc.collect()
        start = time.perf_counter()
        chosen = _first_picture(model, data, row)
        first.append(time.perf_counter() - start)
        chosen.complete()
        everything.append(time.perf_counter() - start)
    repeats = 7 if quick else 25
    return [_picking(n, min(first), min(everything)), *_steps(n, chosen, repeats), _drag(n, chosen, repeats)]


def _first_picture(model: lw.Model, data: lw.Dataset, row: int) -> Selection:
    chosen = lw.select(model, data, row)
    chosen.explain(50)
    return chosen


def _picking(n: int, first: float, everything: float) -> Row:
    aimed = n == 1_000_000
    return Row(
        f"picking an instance of {n:,} rows: first picture / everything",
        f"{seconds(first)} / {seconds(everything)}",
        "< 50 ms / < 500 ms" if aimed else "",
        first < FIRST and everything < EVERYTHING if aimed else None,
        "wall; the explanation at k = 50, then all rows sorted and ready for any k",
        {"rows": n, "first": first, "everything": everything},
    )


def _steps(n: int, chosen: Selection, repeats: int) -> list[Row]:
    ks = sorted({1, 10, 50, 399, 401, 1499, n // 100, n // 10, n // 3, n // 2, n - 500, n - 2})
    ks = [k for k in ks if 1 <= k < n]
    posterior = {k: best(lambda k=k: chosen.posterior(k), repeats, wall) for k in ks}
    explained = {k: best(lambda k=k: chosen.explain(k), repeats, wall) for k in ks}
    aimed = n == 1_000_000
    rows = []
    for what, timed in (("posterior", posterior), ("whole explanation", explained)):
        slowest = max(timed, key=lambda k: timed[k])
        rows.append(
            Row(
                f"slider step at {n:,} rows, model part: {what}",
                seconds(timed[slowest]),
                "< 1 ms" if aimed else "",
                timed[slowest] < STEP if aimed else None,
                f"wall; the slowest of {len(ks)} k, k = {slowest:,}; k = 50 takes {seconds(timed[50])}",
                {"rows": n, "by_k": timed},
            )
        )
    return rows


def _drag(n: int, chosen: Selection, repeats: int) -> Row:
    """Change one value of the instance as the mouse would; only the nearest rows are sorted meanwhile."""
    name = chosen.model.training.attributes[0].name
    values = itertools.cycle(np.linspace(-1.0, 1.0, 20).tolist())
    step = best(lambda: chosen.moved({name: next(values)}).explain(50), repeats, wall)
    return Row(
        f"value dragged at {n:,} rows, model part: whole explanation",
        seconds(step),
        note="wall; the known distances corrected, then the explanation at k = 50",
        numbers={"rows": n, "step": step},
    )
