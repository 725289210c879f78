"""The map with regions as its ground: of one learner, or of several side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lwnb_gui.plots import map as plane
from lwnb_gui.plots import regions
from lwnb_gui.plots.layout import caption
from lwnb_gui.plots.side_by_side import MapsSideBySide
from lwnb_gui.plots.theme import Theme


@dataclass(frozen=True, eq=False)
class MapOnRegions:
    """The rows, and the ground below them; where it has several panels there is a map on each."""

    rows: plane.MapFigure
    ground: regions.RegionsData


def draw(figure: Figure, data: MapOnRegions, theme: Theme) -> list[Axes]:
    """The map as the window shows it while regions are on."""
    rows, ground = data.rows, data.ground
    if len(ground.panels) == 1:
        axes = [plane.draw(figure, replace(rows, before=ground.words), theme)]
    else:
        axes = [drawn.ax for drawn in _side_by_side(figure, data, theme).maps]
    with theme.context():
        for i, ax in enumerate(axes):
            regions.overlay(ax, ground, i, theme)
            plane.show_piece(ax, rows.view)
    return axes


def _side_by_side(figure: Figure, data: MapOnRegions, theme: Theme) -> MapsSideBySide:
    rows, ground = data.rows, data.ground
    names = [panel.name for panel in ground.panels]
    with theme.context():
        words = plane.small_map_caption(rows.data, rows.explanation)
        below = caption(figure, f"{ground.words} {words}".strip(), theme)
    drawn = MapsSideBySide(figure, rows.data, names, theme, below=below, animated=False)
    drawn.say(regions.answers(rows.explanation, names))
    for one in drawn.maps:
        one.update(rows.explanation)
    return drawn
