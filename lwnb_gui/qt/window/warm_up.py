"""Loading slow modules in the background: pandas, numba, and the compiled loops."""

from __future__ import annotations

import numpy as np

from lwnb_core import LWNB, Attribute, Dataset, regions, select
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import sweep_selection
from lwnb_core.progress import Progress, silent
from lwnb_gui.plots.loading import load_matplotlib
from lwnb_gui.qt import registry

_ROWS = 10_000  # enough for the nearest rows to be sorted first


def warm_up(progress: Progress = silent) -> bool:
    """Import and compile what exploring needs; return whether the compiled engine is available.

    The direct sums, for Weka's normal and unbounded kernels, are compiled when they are first asked for.
    """
    steps = (
        load_matplotlib,
        registry.load,
        _import_pandas,
        _import_loops,
        _explain_once,
        _predict_once,
        registry.load_the_rest,
    )
    with choice.compiling():
        for done, step in enumerate(steps):
            progress(done, len(steps))
            step()
    return choice.compiled()


def _import_loops() -> None:
    """Import all loops first: only then is the share of those that are compiled right."""
    for module in ("distance_loops", choice.SWEEP, choice.REGIONS):
        choice.loops(module)


def _import_pandas() -> None:
    import pandas as pd  # noqa: F401


def _explain_once() -> None:
    """Call every compiled loop once, because it is compiled or fetched from the cache at its first call."""
    data = _some_rows()
    selection = select(LWNB(50).fit(data), data, 0)
    selection.moved({"x": 0.0}).explain(50)
    sweep_selection(selection, [1, 10, 100])


def _predict_once() -> None:
    """Do the same for the predictions of all rows, decision regions and curves."""
    from lwnb_core import accuracy_curve  # with it come the clusters, which the window does not wait for

    data = _some_rows()
    model = select(LWNB(50).fit(data), data, 0).model
    model.predict(data, [0])
    regions(model, data, 0, "x", "a", size=2, jobs=1)
    accuracy_curve([LWNB()], data.subset(range(20)), ks=[1, 2], jobs=1)


def _some_rows() -> Dataset:
    random = np.random.default_rng(0)
    classes = random.integers(0, 2, _ROWS)
    return Dataset.from_columns(
        "warm-up",
        [
            Attribute.numeric("x"),
            Attribute.nominal("a", ("n", "y")),
            Attribute.nominal("b", ("n", "y")),
            Attribute.nominal("class", ("no", "yes")),
        ],
        [random.normal(size=_ROWS) + classes, *random.integers(0, 2, (2, _ROWS)), classes],
    )
