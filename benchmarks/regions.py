"""Decision regions over two attributes."""

from __future__ import annotations

import contextlib

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, best, numeric_data, seconds, wall

TARGET = 100e-3


def measure(quick: bool) -> list[Row]:
    """Measure 200 × 200 cells, 1,000 rows, k = 50: LWNB alone, as for the map, and all four learners."""
    from lwnb_core.engine.regions import NAMES, Grid, regions

    class Seen(Exception):  # noqa: N818 - no error, only a way out
        pass

    rows = []
    for name, data in (("checkers-board", lw.sample("checkers-board")), ("1,000 × 20", numeric_data(1000))):
        model = lw.LWNB(50).fit(data)
        x, y = (a.name for a in model.training.attributes[:2])
        grid = Grid.over(model.training, x, y, 200)
        instance = model.instances(data, [7])
        for learners, who in ((("LWNB",), "LWNB"), (NAMES, "all four learners")):
            regions(model, grid, instance, learners=learners)  # compiles

            def whole() -> None:
                regions(model, grid, instance, learners=learners)

            def coarse() -> None:
                def seen(_: object) -> None:
                    raise Seen

                with contextlib.suppress(Seen):
                    regions(model, grid, instance, learners=learners, partial=seen)

            took, first = (best(timed, 3 if quick else 9, wall) for timed in (whole, coarse))
            aimed = len(model.training.attributes) == 2 and len(learners) == 1
            rows.append(
                Row(
                    f"regions of {who}, 200 × 200, {name}, k = 50",
                    seconds(took),
                    "< 100 ms" if aimed else "",
                    took < TARGET if aimed else None,
                    f"wall, all cores; a coarse picture after {seconds(first)}",
                    {"seconds": took, "coarse": first, "cells": int(np.prod(grid.shape))},
                )
            )
    return rows
