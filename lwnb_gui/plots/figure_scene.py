"""Figures with axes as shapes of a scene, for the live page: the reverse of `scene_figure`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as Outline
from matplotlib.text import Text as Label
from matplotlib.transforms import Transform
from matplotlib.typing import ColorType
from numpy.typing import NDArray

from lwnb_gui.plots.layout import size
from lwnb_gui.plots.scene_figure import BASELINE
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import FONTS
from lwnb_gui.views.drawing.scene import Align, Circle, Clip, Path, Shape, Text

Floats = NDArray[np.float64]

_INKS = ("panel", "ink", "ink2", "ink3", "grid", "separator", "separator_strong", "accent", "accent_tint")
_PLAIN = {"text": "strong", "small": "small strong", "least": "least"}  # and the bold font of that size
# The alignment's name in a scene, and the share of the text to the left of its position.
_ALIGN: dict[str, tuple[Align, float]] = {
    "left": ("left", 0.0),
    "center": ("centre", 0.5),
    "right": ("right", 1.0),
}


def static_shapes(figure: Figure, theme: Theme) -> tuple[Shape, ...]:
    """Return all shapes of a figure but its animated artists, without background: a page has its own."""
    figure.patch.set_visible(False)
    for ax in figure.axes:
        ax.patch.set_visible(False)
    for label in figure.findobj(Label):
        label.set_path_effects([])  # a halo would turn the text into outlines
    return _recorded([figure], figure, theme)


def shapes_of(artists: Iterable[Artist], figure: Figure, theme: Theme) -> tuple[Shape, ...]:
    """Return a figure's artists as they are now, each above the one before."""
    return _recorded(artists, figure, theme)


def _recorded(artists: Iterable[Artist], figure: Figure, theme: Theme) -> tuple[Shape, ...]:
    recorder = _Recorder(figure, theme)
    with drawing_in(theme):
        for artist in artists:
            artist.draw(recorder)
    return tuple(recorder.shapes)


class _Recorder(RendererBase):
    """Records what matplotlib would paint as shapes. A colour outside the theme is an error."""

    def __init__(self, figure: Figure, theme: Theme) -> None:
        super().__init__()
        self.shapes: list[Shape] = []
        self._size = size(figure)
        self._inks = {to_hex(getattr(theme, name)): name for name in reversed(_INKS)}
        self._fonts = {font.pixels(theme): name for name, font in FONTS.items() if name in _PLAIN}

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self._size

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Outline,
        transform: Transform,
        rgbFace: ColorType | None = None,
    ) -> None:
        clean = path.cleaned(transform, remove_nans=True, simplify=rgbFace is None, curves=False)
        vertices, codes = np.asarray(clean.vertices), np.asarray(clean.codes)
        starts = np.flatnonzero(codes == Outline.MOVETO)[1:]
        for points, kinds in zip(np.split(vertices, starts), np.split(codes, starts), strict=True):
            kept = points[(kinds == Outline.MOVETO) | (kinds == Outline.LINETO)]
            if len(kept) < 2:
                continue
            if (kinds == Outline.CLOSEPOLY).any():
                kept = np.vstack([kept, kept[:1]])
            kept[:, 1] = self._size[1] - kept[:, 1]
            ink, width, dash = self._line(gc)
            self._add(Path(_pairs(kept), ink, width, self._fill(gc, rgbFace), dash), kept, gc)

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Outline,
        marker_trans: Transform,
        path: Outline,
        trans: Transform,
        rgbFace: ColorType | None = None,
    ) -> None:
        """Record circles as circles, and everything else as paths, even a band drawn as a marker."""
        if not np.any(np.asarray(marker_path.codes) == Outline.CURVE4):
            super().draw_markers(gc, marker_path, marker_trans, path, trans, rgbFace)
            return
        radius = marker_path.get_extents(marker_trans).width / 2
        fill, (ink, width, _) = self._fill(gc, rgbFace), self._line(gc)
        for x, y in trans.transform(path.vertices):
            if np.isfinite(x) and np.isfinite(y):
                self.shapes.append(Circle(float(x), self._size[1] - float(y), radius, fill, ink, width))

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,
        mtext: Label | None = None,
    ) -> None:
        """Record text with the label's alignment, so that it is right even if the page has another font."""
        points = prop.get_size_in_points()
        font, ink, up = self._font(points, prop), self._ink(gc.get_rgb(), gc), BASELINE * points
        if angle:
            self.shapes.append(Text(x - up, y, s, font, ink, "left", upright=True))
            return
        align, share = _ALIGN[mtext.get_horizontalalignment() if mtext is not None else "left"]
        across = share * self.get_text_width_height_descent(s, prop, False)[0]
        self.shapes.append(Text(x + across, y - up, s, font, ink, align))

    def _font(self, points: float, prop: FontProperties) -> str:
        name = self._fonts[points]
        return name if prop.get_weight() in (400, "normal") else _PLAIN[name]

    def _line(self, gc: GraphicsContextBase) -> tuple[str, float, tuple[float, ...]]:
        """Return ink, width and dashes; no ink if there is no line."""
        width = float(gc.get_linewidth())
        if not width:
            return "", 0.0, ()
        lengths = gc.get_dashes()[1]
        dash = () if lengths is None else tuple(np.asarray(lengths, dtype=float).tolist())
        return self._ink(gc.get_rgb(), gc), width, dash

    def _fill(self, gc: GraphicsContextBase, colour: ColorType | None) -> str:
        return "" if colour is None else self._ink(colour, gc)

    def _ink(self, colour: ColorType, gc: GraphicsContextBase) -> str:
        """Return the theme's name of a colour, with its opacity if it is transparent."""
        rgba = to_rgba(colour)
        opacity = gc.get_alpha() if gc.get_forced_alpha() else rgba[3]
        if opacity == 0:
            return ""
        name = self._inks[to_hex(rgba[:3])]
        return name if opacity == 1 else f"{name} {round(100 * opacity)}%"

    def _add(self, shape: Path, points: Floats, gc: GraphicsContextBase) -> None:
        box = gc.get_clip_rectangle()
        if box is None:
            self.shapes.append(shape)
            return
        left, top = float(box.x0), self._size[1] - float(box.y1)
        is_inside = (points >= (left - 1, top - 1)).all()
        is_inside &= (points <= (left + box.width + 1, top + box.height + 1)).all()
        self.shapes.append(shape if is_inside else Clip(left, top, box.width, box.height, (shape,)))


def _pairs(points: Floats) -> tuple[tuple[float, float], ...]:
    return tuple(map(tuple, points.tolist()))
