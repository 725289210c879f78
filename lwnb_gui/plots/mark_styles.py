"""How star and neighbours look on a map: as markers of matplotlib, or as small pictures of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.transforms import IdentityTransform
from numpy.typing import NDArray

from lwnb_gui.plots.theme import DPI, Theme

# Neighbours of about the same weight look the same: sixteen sizes seem continuous.
LEVELS = 16
FADED = 0.2
STAR_SIZE = 17.0

Colour = tuple[float, float, float, float]
_NONE: Colour = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class MarkStyle:
    """A marker; lengths in pixels of the theme."""

    marker: str
    size: float
    face: Colour
    edge: Colour
    edge_width: float

    def line(self, **more: Any) -> Line2D:
        """The marker as an artist, at no place yet."""
        return Line2D(
            [],
            [],
            linestyle="none",
            marker=self.marker,
            markersize=self.size,
            markerfacecolor=self.face,
            markeredgecolor=self.edge,
            markeredgewidth=self.edge_width,
            **more,
        )

    def picture(self, dpi: float) -> NDArray[np.uint8]:
        """The marker as matplotlib draws it, in the middle pixel of a square. Shape (side, side, 4)."""
        half = int(np.ceil((self.size / 2 + self.edge_width) * dpi / DPI)) + 1
        side = 2 * half + 1
        renderer = RendererAgg(side, side, dpi)
        line = self.line(transform=IdentityTransform())
        line.set_data(
            [half], [half + 1]
        )  # markers are put on the nearest pixel, from the left and from above
        line.draw(renderer)
        return np.array(renderer.buffer_rgba())


def mark_radius(weight: Any) -> Any:
    """Radius of a neighbour's marker in pixels of the light theme."""
    return 2.8 + 6 * np.sqrt(np.minimum(np.maximum(weight, 0.0), 1.0))


def mark_opacity(weight: Any) -> Any:
    return 0.30 + 0.62 * np.clip(weight, 0.0, 1.0)


def area_equal(marker: str, radius: float) -> float:
    """Diameter for matplotlib at which this shape looks as large as a circle of that radius."""
    return 2 * radius * {"s": 0.88, "D": 0.8, "^": 1.12, "v": 1.12, "P": 1.05, "X": 1.05}.get(marker, 1.0)


def neighbour_style(theme: Theme, code: int, level: int, faded: bool = False) -> MarkStyle:
    """A neighbour by class and weight; level 0 is weight zero, and hollow."""
    style, weight = theme.class_style(max(code, 0)), level / (LEVELS - 1)
    alpha = float(mark_opacity(weight)) * (FADED if faded else 1.0)
    if level == 0:
        face = to_rgba(theme.panel, FADED if faded else 1.0)
    else:
        face = to_rgba(theme.panel if style.hollow else style.fill, alpha)
    return MarkStyle(
        marker=style.marker,
        size=theme.px(area_equal(style.marker, float(mark_radius(weight)))),
        face=face,
        edge=to_rgba(style.edge, FADED if faded else max(alpha, 0.85)),
        edge_width=theme.marker_edge * (1.6 if style.hollow and level else 1.0),
    )


def star_styles(theme: Theme) -> tuple[MarkStyle, MarkStyle]:
    """The test instance: a rim that sets it off, and the star."""
    panel, ink = to_rgba(theme.panel), to_rgba(theme.ink)
    return (
        MarkStyle("*", theme.px(STAR_SIZE + 4), panel, panel, theme.px(1.5)),
        MarkStyle("*", theme.px(STAR_SIZE), ink, ink, 0.0),
    )


def spoke_styles(theme: Theme) -> list[tuple[Colour, float]]:
    """Colour and width of the lines from the star to neighbours, by level: thicker and darker by weight."""
    red, green, blue, _ = to_rgba(theme.ink3)
    weights = [level / (LEVELS - 1) for level in range(LEVELS)]
    return [((red, green, blue, 0.25 + 0.55 * w), theme.scale * (0.4 + 1.6 * w)) for w in weights]


def lit_spoke_width(theme: Theme) -> float:
    """Of the line to the row under the mouse."""
    return theme.px(2.0)


def ring_style(theme: Theme) -> tuple[Colour, Colour, float]:
    """Face, edge and width of the bandwidth's ring."""
    edge = theme.accent if theme.dark else theme.accent_line
    return to_rgba(theme.accent_tint, 0.55), to_rgba(edge), theme.px(1.6)


def hovered_styles(theme: Theme, code: int, weight: float) -> tuple[MarkStyle, MarkStyle]:
    """The neighbour under the mouse: a halo, and the marker in full colour."""
    style, radius = theme.class_style(max(code, 0)), float(mark_radius(weight))
    return (
        MarkStyle("o", theme.px(2 * radius + 8), _NONE, to_rgba(theme.accent), theme.px(2.0)),
        MarkStyle(
            marker=style.marker,
            size=theme.px(area_equal(style.marker, radius)),
            face=to_rgba(theme.panel if style.hollow else style.fill),
            # Ink, not a class colour: the halo's accent must not be taken for a class.
            edge=to_rgba(theme.ink),
            edge_width=theme.px(1.4),
        ),
    )
