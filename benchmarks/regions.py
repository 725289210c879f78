"""Decision regions over two attributes."""

from __future__ import annotations

import contextlib

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, best, numeric_data, seconds, wall

TARGET = 100e-3


def measure(quick: bool) -> list[Row]:
    """200 × 200 cells, 1,000 rows, k = 50: LWNB, NB, KNN and KNNDW together."""
    from lwnb_core.engine.regions import Grid, regions

    rows = []
    for name, data in (("checkers-board", lw.sample("checkers-board")), ("1,000 × 20", numeric_data(1000))):
        model = lw.LWNB(50).fit(data)
        x, y = (a.name for a in model.training.attributes[:2])
        grid = Grid.over(model.training, x, y, 200)
        instance = model.instances(data, [7])
        regions(model, grid, instance)  # compiles
        first: list[float] = []

        def whole() -> None:
            regions(model, grid, instance)

        took = best(whole, 3 if quick else 9, wall)

        class Seen(Exception):  # noqa: N818 - no error, only a way out
            pass

        def coarse() -> None:
            def seen(_: object) -> None:
                raise Seen

            with contextlib.suppress(Seen):
                regions(model, grid, instance, partial=seen)

        first.append(best(coarse, 3 if quick else 9, wall))
        aimed = len(model.training.attributes) == 2
        rows.append(
            Row(
                f"regions 200 × 200, {name}, k = 50",
                seconds(took),
                "< 100 ms" if aimed else "",
                took < TARGET if aimed else None,
                f"wall, all cores; all four learners; a coarse picture after {seconds(first[0])}",
                {"seconds": took, "coarse": first[0], "cells": int(np.prod(grid.shape))},
            )
        )
    return rows
