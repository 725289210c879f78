"""Draws any scene on a matplotlib figure: PNG, SVG with text as text, PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, Polygon, Rectangle

from lwnb_gui.plots.layout import SEMIBOLD, font_width, pixel_axes
from lwnb_gui.plots.theme import DPI, LIGHT, Theme
from lwnb_gui.scenes.inks import Inks
from lwnb_gui.scenes.marks import HOLLOW_INSET, HOLLOW_LINE, OUTLINES, ROUND
from lwnb_gui.scenes.scene import Circle, Clip, Image, Line, Marker, Path, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame, Measure, font_of

_SERIF = ("DejaVu Serif",)  # ships with matplotlib
_ALIGN = {"left": "left", "right": "right", "centre": "center"}
_BASELINE = 0.35  # of the type's size, from the middle of a line down to its baseline


def draw(figure: Figure, scene: Scene, theme: Theme = LIGHT) -> None:
    """Draw a scene that was made for this figure's size and this theme's scale."""
    with theme.context():
        _Drawing(pixel_axes(figure), theme).add(scene.shapes)


def measure_with(theme: Theme) -> Measure:
    """Width of texts as matplotlib sets them."""

    def measure(text: str, font: str = "text") -> float:
        face = font_of(font)
        family = _SERIF if face.serif else theme.fonts
        style = "italic" if face.italic else "normal"
        weight = SEMIBOLD if face.bold else 400
        if face.serif:  # pieces of a formula stand beside each other: space to spare would be a gap
            return font_width(text, family, face.pixels(theme), weight, style, hinting=1.0)
        return font_width(text, family, face.pixels(theme), weight, style)

    return measure


class _Drawing:
    """Shapes to artists, each above the one before."""

    def __init__(self, ax: Axes, theme: Theme) -> None:
        self._ax, self._theme, self._inks = ax, theme, Inks(theme)
        self._order = 1.0
        self._clip: Patch | None = None

    def add(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            self._order += 1
            match shape:
                case Text():
                    self._text(shape)
                case Rect():
                    self._rect(shape)
                case Line(x0, y0, x1, y1, ink, width, dash):
                    self._line([(x0, y0), (x1, y1)], ink, width, dash)
                case Path():
                    self._path(shape)
                case Circle(x, y, radius, fill, edge, width, dash):
                    round_one = Ellipse((x, y), 2 * radius, 2 * radius, **self._patch(fill, edge, width))
                    round_one.set_linestyle(_dashed(dash, width))
                    self._put(round_one)
                case Marker():
                    self._marker(shape)
                case Image():
                    self._image(shape)
                case Clip(x, y, width, height, inside):
                    before = self._clip
                    self._clip = Rectangle((x, y), width, height, transform=self._ax.transData)
                    self.add(inside)
                    self._clip = before

    def _put(self, artist: Artist) -> None:
        artist.set_zorder(self._order)
        self._ax.add_artist(artist)
        if self._clip is not None:
            artist.set_clip_path(self._clip)

    def _patch(self, fill: str, edge: str, width: float = 1.0) -> dict[str, Any]:
        """Colours of an area; without an edge it has no line either, or it would be larger by half of one."""
        return {
            "facecolor": self._inks[fill] if fill else "none",
            "edgecolor": self._inks[edge] if edge else "none",
            "linewidth": width if edge else 0.0,
        }

    def _text(self, shape: Text) -> None:
        face = font_of(shape.font)
        size = face.pixels(self._theme)
        colour, opacity = self._inks[shape.ink]
        across = _BASELINE * size
        made = self._ax.text(
            shape.x + across if shape.upright else shape.x,
            shape.y if shape.upright else shape.y + across,
            shape.text,
            fontsize=size,
            fontweight=SEMIBOLD if face.bold else 400,
            fontstyle="italic" if face.italic else "normal",
            fontfamily=list(_SERIF if face.serif else self._theme.fonts),
            color=colour,
            alpha=opacity,
            ha=_ALIGN[shape.align],
            va="baseline",
            rotation=90 if shape.upright else 0,
            rotation_mode="anchor",
            zorder=self._order,
        )
        if self._clip is not None:
            made.set_clip_path(self._clip)
            made.set_clip_on(True)

    def _rect(self, shape: Rect) -> None:
        x, y, width, height, fill, edge, radius = shape
        looks = self._patch(fill, edge)
        if edge:  # the line lies inside, as the window has it
            x, y, width, height = x + 0.5, y + 0.5, width - 1, height - 1
        if radius:
            box = f"round,pad=0,rounding_size={radius}"
            self._put(FancyBboxPatch((x, y), width, height, boxstyle=box, **looks))
        else:
            self._put(Rectangle((x, y), width, height, **looks))

    def _line(
        self, points: Iterable[tuple[float, float]], ink: str, width: float, dash: tuple[float, ...]
    ) -> None:
        xs, ys = zip(*points, strict=True)
        colour, opacity = self._inks[ink]
        made = Line2D(xs, ys, color=colour, alpha=opacity, linewidth=width, solid_capstyle="butt")
        made.set_linestyle(_dashed(dash, width))
        self._put(made)

    def _path(self, shape: Path) -> None:
        if shape.fill:
            self._put(Polygon(shape.points, closed=True, **self._patch(shape.fill, "")))
        if shape.ink:
            self._line(shape.points, shape.ink, shape.width, shape.dash)

    def _marker(self, shape: Marker) -> None:
        style, radius = self._inks.style(shape.class_code), shape.size / 2
        width = shape.edge_width
        looks: dict[str, Any]
        if style.hollow:
            width = max(1.2, radius * HOLLOW_LINE)
            looks = {"facecolor": "none", "edgecolor": style.fill, "linewidth": width}
            radius *= HOLLOW_INSET
        else:
            looks = {"facecolor": style.fill, "edgecolor": style.edge, "linewidth": width}
        if shape.edge:
            looks["edgecolor"] = self._inks[shape.edge][0]
        corners = OUTLINES.get(style.marker)
        if corners is None:
            across = 2 * radius * ROUND
            made: Patch = Ellipse((shape.x, shape.y), across, across, **looks)
        else:
            made = Polygon([(shape.x + u * radius, shape.y + v * radius) for u, v in corners], **looks)
        made.set_alpha(shape.opacity)
        self._put(made)

    def _image(self, shape: Image) -> None:
        ax = self._ax
        limits = ax.get_xlim(), ax.get_ylim()
        extent = (shape.x, shape.x + shape.width, shape.y + shape.height, shape.y)
        made = ax.imshow(np.asarray(shape.rgba), extent=extent, aspect="auto", interpolation="nearest")
        made.set_zorder(self._order)
        ax.set_xlim(limits[0])
        ax.set_ylim(limits[1])


def _dashed(dash: tuple[float, ...], width: float) -> Any:
    """Dashes are pixels in a scene and multiples of the line's width in matplotlib."""
    return (0, tuple(length / width for length in dash)) if dash else "solid"


def scene_for(compose: Callable[[Frame], Scene], theme: Theme, width: float) -> Scene:
    """A scene for a file: `width` in pixels of the light theme, and as high as it needs."""
    return compose(Frame(theme.px(width), 0.0, theme, measure_with(theme)))


def figure_of(compose: Callable[[Frame], Scene], theme: Theme = LIGHT, width: float = 640.0) -> Figure:
    """A scene as a figure."""
    scene = scene_for(compose, theme, width)
    figure = Figure(figsize=(scene.width / DPI, scene.height / DPI), dpi=DPI, facecolor=theme.panel)
    FigureCanvasAgg(figure)
    draw(figure, scene, theme)
    return figure
