"""How long the map takes at 100,000 rows: `python tests/plots/measure.py`. Not a test: no timing in tests."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np

import lwnb_core as lw
from lwnb_gui.plots.export import new_figure
from lwnb_gui.plots.layout import Box, add_axes
from lwnb_gui.plots.map import MapArtists, map_of_attributes
from lwnb_gui.plots.neighbour_marks import draw_moving
from lwnb_gui.plots.theme import LIGHT


def milliseconds(work: Callable[[], object], times: int = 9) -> float:
    found = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append(1e3 * (perf_counter() - start))
    return median(found)


def main() -> None:
    x = np.random.default_rng(0).normal(size=(100_000, 4))
    attributes = [*(lw.Attribute.numeric(f"a{i}") for i in range(4)), lw.Attribute.nominal("c", ("p", "q"))]
    data = lw.Dataset.from_columns("big", attributes, [*x.T, (x.sum(axis=1) > 0).astype(int)])
    selection = lw.select(lw.LWNB(k=50).fit(data), data, 5)
    artists = MapArtists(
        add_axes(new_figure(LIGHT, (720, 480)), Box(40, 10, 10, 40)), map_of_attributes(data, 0, 1), LIGHT
    )
    canvas = artists.ax.figure.canvas
    print(f"background, once   {milliseconds(canvas.draw, 3):7.1f} ms")
    for k in (1, 10, 50, 200, 1000, 99_999):
        explanation = selection.explain(k)
        move = milliseconds(lambda e=explanation: artists.update(e))  # type: ignore[misc]
        draw = milliseconds(lambda: draw_moving(artists.ax, artists.animated))
        print(f"k = {k:<6}  update {move:6.2f} ms   draw {draw:6.2f} ms")
    print(f"what is under the mouse {milliseconds(lambda: artists.hit(300, 200)):.2f} ms")


if __name__ == "__main__":
    main()
