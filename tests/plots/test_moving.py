"""The artists that move with k are separate from those that stay."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from lwnb_gui.plots import curves
from lwnb_gui.plots.export import new_figure
from lwnb_gui.plots.layout import Box, add_axes
from lwnb_gui.theme import LIGHT


def axes(width: float = 700, height: float = 460) -> Axes:
    return add_axes(new_figure(LIGHT, (width, height)), Box(40, 10, 10, 40))


def test_cursor_reads_out_every_curve() -> None:
    ks = np.arange(1, 200)
    series = (
        curves.CurveSeries.of("KNN", ks, 90 - ks / 5, np.full(len(ks), 2.0)),
        curves.CurveSeries.of("LWNB", ks, 90 - ks / 20.0),
    )
    artists = curves.CurveArtists(axes(), curves.CurveFigure(series), LIGHT)
    artists.ax.figure.canvas.draw()
    artists.update(100)
    count = len(artists.ax.get_children())
    assert artists.data.read_out(100) == [("LWNB", "85.00", ""), ("KNN", "70.00", "± 2.0")]
    artists.update(7)
    artists.update(None)
    assert len(artists.ax.get_children()) == count
    assert not any(a.get_visible() for a in artists.animated)
    x, y = artists.ax.transData.transform((100, 80))
    assert artists.k_at(x) == 100
    assert artists.between(x, y) == ("LWNB", "KNN")
    artists.arrange()
