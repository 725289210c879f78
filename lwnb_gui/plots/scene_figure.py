"""Draws any scene on a matplotlib figure: PNG, SVG with text as text, PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, Polygon, Rectangle
from matplotlib.path import Path as MarkerPath
from matplotlib.transforms import Affine2D, Transform

from lwnb_gui.plots.export import FINE, blank_figure
from lwnb_gui.plots.layout import SEMIBOLD, font_width, pixel_axes
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import DPI, LIGHT, Theme
from lwnb_gui.views.drawing.canvas import Canvas, Measure, font_of
from lwnb_gui.views.drawing.inks import Inks
from lwnb_gui.views.drawing.marks import HOLLOW_INSET, HOLLOW_LINE, OUTLINES, ROUND
from lwnb_gui.views.drawing.scene import (
    Circle,
    Clip,
    Dots,
    Image,
    Line,
    Marker,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
)
from lwnb_gui.views.map.stamps import MANY, UNKNOWN, opacity_of, stamped

_SERIF = ("DejaVu Serif",)  # ships with matplotlib
_ALIGN = {"left": "left", "right": "right", "centre": "center"}
BASELINE = 0.35  # of the type's size, from the middle of a line down to its baseline


def draw(figure: Figure, scene: Scene, theme: Theme = LIGHT) -> None:
    """Draw a scene that was made for this figure's size and this theme's scale."""
    with drawing_in(theme):
        _Drawing(pixel_axes(figure), theme).add(scene.shapes)


def measure_with(theme: Theme) -> Measure:
    """Return a function for the width of texts as matplotlib sets them."""

    def measure(text: str, font: str = "text") -> float:
        face = font_of(font)
        family = _SERIF if face.serif else theme.fonts
        style = "italic" if face.italic else "normal"
        weight = SEMIBOLD if face.bold else 400
        if face.serif:  # parts of a formula are adjacent: spare space would be a gap
            return font_width(text, family, face.pixels(theme), weight, style, hinting=1.0)
        return font_width(text, family, face.pixels(theme), weight, style)

    return measure


class _Drawing:
    """Converts shapes to artists, each above the one before."""

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
                case Circle(x, y, radius, fill, edge, width, dash, upright):
                    tall = 2 * (upright or radius)
                    round_one = Ellipse((x, y), 2 * radius, tall, **self._patch(fill, edge, width))
                    round_one.set_linestyle(_dashed(dash, width))
                    self._put(round_one)
                case Marker():
                    self._marker(shape)
                case Dots():
                    self._dots(shape)
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
        """Return the colours of an area; without an edge it has no line, which would enlarge it."""
        return {
            "facecolor": self._inks[fill] if fill else "none",
            "edgecolor": self._inks[edge] if edge else "none",
            "linewidth": width if edge else 0.0,
        }

    def _text(self, shape: Text) -> None:
        face = font_of(shape.font)
        size = face.pixels(self._theme)
        colour, opacity = self._inks[shape.ink]
        across = BASELINE * size
        artist = self._ax.text(
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
            artist.set_clip_path(self._clip)
            artist.set_clip_on(True)

    def _rect(self, shape: Rect) -> None:
        x, y, width, height, fill, edge, radius = shape
        style = self._patch(fill, edge)
        if edge:  # the line lies inside, as in the window
            x, y, width, height = x + 0.5, y + 0.5, width - 1, height - 1
        if radius:
            box = f"round,pad=0,rounding_size={radius}"
            self._put(FancyBboxPatch((x, y), width, height, boxstyle=box, **style))
        else:
            self._put(Rectangle((x, y), width, height, **style))

    def _line(
        self, points: Iterable[tuple[float, float]], ink: str, width: float, dash: tuple[float, ...]
    ) -> None:
        xs, ys = zip(*points, strict=True)
        colour, opacity = self._inks[ink]
        artist = Line2D(xs, ys, color=colour, alpha=opacity, linewidth=width, solid_capstyle="butt")
        artist.set_linestyle(_dashed(dash, width))
        self._put(artist)

    def _path(self, shape: Path) -> None:
        if shape.fill:
            self._put(Polygon(shape.points, closed=True, **self._patch(shape.fill, "")))
        if shape.ink:
            self._line(shape.points, shape.ink, shape.width, shape.dash)

    def _marker(self, shape: Marker) -> None:
        style, radius = self._inks.style(shape.class_code), shape.size / 2
        width = shape.edge_width
        colours: dict[str, Any]
        if shape.fill:
            colours = self._patch(shape.fill, shape.edge, width)
        elif style.hollow:
            width = max(1.2, radius * HOLLOW_LINE)
            colours = {"facecolor": "none", "edgecolor": style.fill, "linewidth": width}
            radius *= HOLLOW_INSET
        else:
            colours = {"facecolor": style.fill, "edgecolor": style.edge, "linewidth": width}
        if shape.edge and not shape.fill:
            colours["edgecolor"] = self._inks[shape.edge][0]
        corners = OUTLINES[style.marker]
        if not corners:
            across = 2 * radius * ROUND
            artist: Patch = Ellipse((shape.x, shape.y), across, across, **colours)
        else:
            artist = Polygon([(shape.x + u * radius, shape.y + v * radius) for u, v in corners], **colours)
        if not shape.fill:
            artist.set_alpha(shape.opacity)
        self._put(artist)

    def _dots(self, shape: Dots) -> None:
        if len(shape.x) > MANY:
            # As fine as PNG files are; in an SVG or PDF it is also a picture.
            self._image(stamped(shape, self._bounds(), self._inks, FINE))
            return
        for code in np.unique(shape.class_codes).tolist():
            here = shape.class_codes == code
            style, radius = self._inks.style(max(code, 0)), shape.size / 2
            colours: dict[str, Any] = {"facecolors": style.fill, "linewidths": 0.0}
            if code < 0:
                radius, colours["facecolors"] = radius * UNKNOWN, self._inks["ink3"][0]
            elif style.hollow:
                width = self._theme.marker_edge
                colours = {"facecolors": "none", "edgecolors": style.fill, "linewidths": width}
            opacity = shape.opacity if code < 0 else opacity_of(shape, style)
            artist = PathCollection(
                [_outline("o" if code < 0 else style.marker, radius)],
                offsets=np.column_stack([shape.x[here], shape.y[here]]),
                offset_transform=self._ax.transData,
                alpha=opacity,
                **colours,
            )
            artist.set_transform(_around_dot(self._ax))
            self._put(artist)

    def _bounds(self) -> tuple[float, float, float, float]:
        """Return what is visible: the present clip, or everything."""
        if isinstance(self._clip, Rectangle):
            return (*self._clip.get_xy(), self._clip.get_width(), self._clip.get_height())
        (left, right), (bottom, top) = self._ax.get_xlim(), self._ax.get_ylim()
        return left, top, right - left, bottom - top

    def _image(self, shape: Image) -> None:
        ax = self._ax
        limits = ax.get_xlim(), ax.get_ylim()
        extent = (shape.x, shape.x + shape.width, shape.y + shape.height, shape.y)
        artist = ax.imshow(np.asarray(shape.rgba), extent=extent, aspect="auto", interpolation="none")
        artist.set_zorder(self._order)
        if self._clip is not None:
            artist.set_clip_path(self._clip)
        ax.set_xlim(limits[0])
        ax.set_ylim(limits[1])


def _outline(marker: str, radius: float) -> MarkerPath:
    """Return the outline of a mark around the origin, y downwards."""
    corners = OUTLINES[marker]
    if not corners:
        return MarkerPath.circle(radius=radius * ROUND)
    points = [(x * radius, y * radius) for x, y in corners]
    return MarkerPath([*points, points[0]], closed=True)


def _around_dot(ax: Axes) -> Transform:
    """Return the transform from logical pixels around a dot, y downwards, to those of the file."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return Affine2D().scale(1 / DPI, -1 / DPI) + figure.dpi_scale_trans


def _dashed(dash: tuple[float, ...], width: float) -> Any:
    """Convert dashes from pixels in a scene to matplotlib's multiples of the line's width."""
    return (0, tuple(length / width for length in dash)) if dash else "solid"


def scene_for(compose: Callable[[Canvas], Scene], theme: Theme, width: float) -> Scene:
    """Return a scene for a file: `width` in pixels of the light theme, and as high as it needs."""
    return compose(Canvas(theme.px(width), 0.0, theme, measure_with(theme)))


def figure_of(compose: Callable[[Canvas], Scene], theme: Theme = LIGHT, width: float = 640.0) -> Figure:
    """Return a scene as a figure."""
    scene = scene_for(compose, theme, width)
    figure = blank_figure(theme, scene.width, scene.height)
    draw(figure, scene, theme)
    return figure
