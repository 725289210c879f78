"""The map with one learner's regions as its ground."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lwnb_gui.plots import map as plane
from lwnb_gui.plots import regions
from lwnb_gui.plots.theme import Theme


@dataclass(frozen=True, eq=False)
class MapOnRegions:
    """The rows, and the ground below them: the first panel of `ground`."""

    rows: plane.MapFigure
    ground: regions.RegionsData


def draw(figure: Figure, data: MapOnRegions, theme: Theme) -> Axes:
    """The map as the window shows it while regions are on."""
    ax = plane.draw(figure, replace(data.rows, before=data.ground.words), theme)
    with theme.context():
        aspect = ax.get_aspect()
        regions.overlay(ax, data.ground, 0, theme)
        ax.set_aspect(aspect, adjustable="box", anchor="C")  # an image brings its own
        ax.grid(False)
        plane.show_piece(ax, data.rows.view)
    return ax
