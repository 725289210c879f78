"""What a first session asks of the engine, in a process of its own: `python compile_session.py [weka]`.

Only public names that older checkouts have, too: `compile.py` runs this file in any of them.
"""

from __future__ import annotations

import inspect
import json
import resource
import sys
import time

import numpy as np

import lwnb_core as lw


def session(data: lw.Dataset, x: str, y: str) -> None:
    """Picture, slider, ribbon, predictions of all rows, regions and curves."""
    model = lw.LWNB(50).fit(data)
    selection = lw.select(model, data, 0)
    for k in (20, 60):
        selection.explain(k)
    lw.sweep(model, data, 0)
    model.predict(data)
    if "grid" in inspect.signature(lw.regions).parameters:
        grid = lw.Grid.over(model.training, x, y)
        lw.regions(model, grid, model.instances(data, [0]), left_out=0)
    else:
        lw.regions(model, data, 0, x, y)
    lw.accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW()], data)


def drag() -> None:
    """Drag a value among so many rows that the known distances are corrected."""
    random = np.random.default_rng(0)
    n = 10_000
    codes = random.integers(0, 2, (3, n))
    attributes = [lw.Attribute.nominal(name, ("n", "y")) for name in ("a", "b", "class")]
    columns = [random.normal(size=n), *codes]
    data = lw.Dataset.from_columns("drag", [lw.Attribute.numeric("x"), *attributes], columns)
    lw.select(lw.LWNB(50).fit(data), data, 0).moved({"x": 0.0}).explain(50)


def cpu_seconds() -> float:
    """CPU seconds of this process and its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


start, before = time.perf_counter(), cpu_seconds()
iris, vote = lw.sample("iris"), lw.sample("vote")
session(iris, "petallength", "petalwidth")
session(vote, *(attribute.name for attribute in lw.LWNB().fit(vote).training.attributes[:2]))
drag()
if "weka" in sys.argv:
    lw.LWNB(50, "weka").fit(iris).predict(iris)
print(json.dumps({"cpu": cpu_seconds() - before, "wall": time.perf_counter() - start}))
