"""The part of a map that changes with k: ring, spokes, neighbours and star; and what is under the mouse."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.marks import ROUND
from lwnb_gui.views.drawing.scene import Circle, Line, Marker, Path, Shape
from lwnb_gui.views.map.caption import MOST_SPOKES
from lwnb_gui.views.map.reading import MapReading
from lwnb_gui.views.map.view_transform import Pixel, ViewTransform

Floats = NDArray[np.float64]

# Neighbours of about the same weight look the same: sixteen sizes look continuous.
LEVELS = 16
FADED = 0.2
_STAR = 17.0
_INNER = 0.381966  # radius of the inner corners of a star
_CORNERS = [(math.sin(i * math.pi / 5), -math.cos(i * math.pi / 5)) for i in range(11)]
# Pixels around a row, or the star, within which the mouse is on it; small maps must have space to click
# between rows.
_REACH, _SMALL_REACH, _STAR_REACH = 8.0, 4.0, 10.0


class Hit(NamedTuple):
    """The object under the mouse: a point (by index) and, if it is a neighbour, its rank from 0."""

    point: int
    neighbour: int | None


class MarkStyle(NamedTuple):
    """The style of a neighbour's mark, in pixels of the light theme."""

    size: float
    fill: str
    edge: str
    edge_width: float


def marks(
    reading: MapReading,
    transform: ViewTransform,
    theme: Theme,
    *,
    emphasised: Collection[int] | None = None,
    hovered: int | None = None,
) -> list[Shape]:
    """Draw marks from bottom to top. `emphasised` and `hovered` are ranks of neighbours, from 0.

    If some are emphasised, the others fade; the hovered one has a halo and a spoke.
    """
    shapes: list[Shape] = []
    shown, levels, stays = _drawn(reading, emphasised)
    pixels = transform.to_pixels(reading.positions.coordinates[shown])
    star = transform.to_pixel(reading.star)
    if hovered is not None and hovered >= len(reading.neighbours):
        hovered = None
    if reading.has_star:
        shapes += _ring(reading, transform, theme)
        shapes += _spokes(star, pixels, levels * stays, theme)
    pixel = None if hovered is None else transform.to_pixel(_position(reading, hovered))
    if pixel is not None and not math.isfinite(pixel[0] + pixel[1]):
        pixel = None
    if pixel is not None and reading.has_star:
        shapes.append(Line(*star, *pixel, "accent", theme.px(2)))
    codes = np.maximum(reading.positions.codes[shown], 0)
    # Heavier ones are above lighter ones, and those that stay above the faded ones.
    order = ((levels * 2 + stays) * 1000 + codes).argsort(kind="stable")
    kinds = list(zip(codes[order].tolist(), levels[order].tolist(), stays[order].tolist(), strict=True))
    styles = {kind: mark_style(theme, *kind[:2], is_faded=not kind[2]) for kind in set(kinds)}
    for (x, y), kind in zip(pixels[order].tolist(), kinds, strict=True):
        code, (size, fill, edge, width) = kind[0], styles[kind]
        shapes.append(Marker(x, y, code, size, 1.0, edge, width, fill))
    if hovered is not None and pixel is not None:
        shapes += _hovered(reading, hovered, pixel, theme)
    if reading.has_star:
        shapes += _star(star, theme)
    return shapes


def _drawn(
    reading: MapReading, emphasised: Collection[int] | None
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the neighbours that are drawn, their levels, and 0 for those that fade."""
    ranks = np.arange(len(reading.neighbours[: reading.most_marks]))
    points = reading.neighbours[ranks]
    is_seen = np.isfinite(reading.positions.coordinates[points]).all(axis=-1)
    if reading.hidden:
        is_seen &= ~np.isin(reading.positions.codes[points], list(reading.hidden))
    ranks, points = ranks[is_seen], points[is_seen]
    # Weight zero, and nothing else, is level 0.
    levels = np.ceil(np.minimum(reading.weights[ranks], 1.0) * (LEVELS - 1)).astype(np.intp)
    stays = np.ones(len(ranks), dtype=np.intp)
    if emphasised is not None:
        stays = np.isin(ranks, list(emphasised)).astype(np.intp)
    return points, levels, stays


def _position(reading: MapReading, rank: int) -> Pixel:
    x, y = reading.positions.coordinates[reading.neighbours[rank]].tolist()
    return x, y


def _ring(reading: MapReading, transform: ViewTransform, theme: Theme) -> list[Shape]:
    if reading.ring is None:
        return []
    (wide, tall), (across, up) = reading.ring, transform.pixels_per_unit
    edge = "accent" if theme.dark else "accent_line"
    x, y = transform.to_pixel(reading.star)
    width = theme.px(1.6)
    return [Circle(x, y, abs(wide * across), "accent_tint 55%", edge, width, upright=abs(tall * up))]


def _spokes(star: Pixel, pixels: Floats, levels: NDArray[np.intp], theme: Theme) -> list[Shape]:
    """Draw spokes to the nearest, except those of level 0; the lightest first."""
    chosen = levels.nonzero()[0][:MOST_SPOKES]
    chosen = chosen[levels[chosen].argsort(kind="stable")]
    styles = {level: _spoke(level, theme.scale) for level in set(levels[chosen].tolist())}
    return [
        Line(*star, x, y, *styles[level])
        for level, (x, y) in zip(levels[chosen].tolist(), pixels[chosen].tolist(), strict=True)
    ]


def _spoke(level: int, scale: float) -> tuple[str, float]:
    """Return ink and width: thicker and darker by weight."""
    weight = level / (LEVELS - 1)
    return f"ink3 {100 * (0.25 + 0.55 * weight):.0f}%", scale * (0.4 + 1.6 * weight)


def mark_radius(weight: Any) -> Any:
    """Return the radius of a neighbour's mark in pixels of the light theme."""
    return 2.8 + 6 * np.sqrt(np.minimum(np.maximum(weight, 0.0), 1.0))


def dot_size(radius: float, theme: Theme) -> float:
    """Return the size of a mark that looks as large as a circle of that radius."""
    return theme.px(2 * radius / ROUND)


def mark_style(theme: Theme, code: int, level: int, is_faded: bool = False) -> MarkStyle:
    """Return a neighbour's style by class and weight; level 0 is weight zero, and hollow."""
    return _mark_style(code, level, is_faded, theme.class_style(code).hollow, theme.scale, theme.marker_edge)


# Cached: formatting the inks of 500 neighbours takes a millisecond and a half.
@lru_cache(maxsize=4000)
def _mark_style(
    code: int, level: int, is_faded: bool, is_hollow: bool, scale: float, line: float
) -> MarkStyle:
    weight = level / (LEVELS - 1)
    opacity = (0.30 + 0.62 * weight) * (FADED if is_faded else 1.0)
    face = "panel" if is_hollow or level == 0 else class_ink(code)
    if level == 0:
        opacity = FADED if is_faded else 1.0
    return MarkStyle(
        size=scale * 2 * float(mark_radius(weight)) / ROUND,
        fill=f"{face} {100 * opacity:.0f}%",
        edge=f"{class_ink(code, 'edge')} {100 * (FADED if is_faded else max(opacity, 0.85)):.0f}%",
        edge_width=line * (1.6 if is_hollow and level else 1.0),
    )


def _hovered(reading: MapReading, rank: int, pixel: Pixel, theme: Theme) -> list[Shape]:
    """Draw the neighbour under the mouse: a halo, and the mark in full colour."""
    code = max(int(reading.positions.codes[reading.neighbours[rank]]), 0)
    radius = float(mark_radius(float(reading.weights[rank])))
    face = "panel" if theme.class_style(code).hollow else class_ink(code)
    return [
        Circle(*pixel, theme.px(radius + 4), edge="accent", width=theme.px(2)),
        # Ink rather than a class colour: the halo's accent must not be mistaken for a class.
        Marker(*pixel, code, dot_size(radius, theme), 1.0, "ink", theme.px(1.4), face),
    ]


def _star(pixel: Pixel, theme: Theme) -> list[Shape]:
    """Draw the test instance: the star, and a rim that sets it off."""
    return [
        _star_path(pixel, theme.px(_STAR / 2 + 2), "panel", theme.px(1.5)),
        _star_path(pixel, theme.px(_STAR / 2), "ink"),
    ]


def _star_path(pixel: Pixel, radius: float, ink: str, edge: float = 0.0) -> Path:
    x, y = pixel
    radii = [radius * (_INNER if i % 2 else 1.0) for i in range(11)]
    points = tuple((x + r * u, y + r * v) for r, (u, v) in zip(radii, _CORNERS, strict=True))
    return Path(points, ink if edge else "", edge or 1.0, ink)


# -- under the mouse ------------------------------------------------------------------------------------


def hit(reading: MapReading, transform: ViewTransform, x: float, y: float, scale: float = 1.0) -> Hit | None:
    """Return the object at a pixel; neighbours come before the faint rows."""
    positions, reach = reading.positions, (_SMALL_REACH if reading.learners else _REACH) * scale
    here, (across, up) = transform.to_data(x, y), transform.pixels_per_unit

    def squared(points: Floats) -> Floats:
        dx, dy = (points[:, 0] - here[0]) * across, (points[:, 1] - here[1]) * up
        d2 = dx * dx + dy * dy
        return np.where(np.isnan(d2), np.inf, d2)

    neighbours = reading.neighbours[: reading.most_marks]
    if len(neighbours):
        own = mark_radius(reading.weights[: len(neighbours)]) * scale
        # If several overlap, choose the one whose centre is nearest; ties go to the nearer neighbour.
        d2 = squared(positions.coordinates[neighbours])
        d2 = np.where(d2 <= np.maximum(own, reach / 2) ** 2, d2, np.inf)
        if reading.hidden:
            d2[np.isin(positions.codes[neighbours], list(reading.hidden))] = np.inf
        best = int(np.argmin(d2))
        if np.isfinite(d2[best]):
            return Hit(int(neighbours[best]), best)
    if not len(positions.coordinates):
        return None
    d2 = squared(positions.coordinates)
    if reading.hidden:
        d2[np.isin(positions.codes, list(reading.hidden))] = np.inf
    best = int(np.argmin(d2))
    if d2[best] > reach * reach:
        return None
    rank = np.flatnonzero(reading.neighbours == best)
    return Hit(best, int(rank[0]) if len(rank) else None)


def over_star(reading: MapReading, transform: ViewTransform, x: float, y: float, scale: float = 1.0) -> bool:
    """Whether a pixel is on the star, so that a press there drags it."""
    if not reading.has_star:
        return False
    at = transform.to_pixel(reading.star)
    return math.hypot(at[0] - x, at[1] - y) <= _STAR_REACH * scale
