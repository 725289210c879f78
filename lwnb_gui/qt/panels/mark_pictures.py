"""What moves on the map, painted by Qt: lines, and markers as pictures that matplotlib has drawn once."""

from __future__ import annotations

import math
from itertools import groupby
from operator import itemgetter

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from lwnb_gui.plots.mark_styles import MarkStyle, lit_spoke_width, ring_style, spoke_styles
from lwnb_gui.plots.neighbour_marks import Below, Marks
from lwnb_gui.plots.theme import DPI, Theme
from lwnb_gui.qt.panels.plane import Plane
from lwnb_gui.qt.sprites import Sprites

_NOWHERE = 1e6  # pixels: out of sight on any screen
_MOST = 2000  # pictures kept; colours that the user tries out leave some behind
_SMOOTH = QPainter.RenderHint.Antialiasing


class MarkPictures:
    """Paints markers on whole pixels, as matplotlib does."""

    def __init__(self) -> None:
        self._sprites = Sprites()
        self._kept: dict[tuple[MarkStyle, float], int] = {}

    def paint(self, painter: QPainter, above: Marks, plane: Plane, ratio: float) -> None:
        """`ratio`: the screen's own pixels for one of the widget."""
        if not above.styles:
            return
        if len(self._kept) >= _MOST:
            self._kept.clear()
            self._sprites = Sprites()
        looks = [self._picture(style, ratio) for style in above.styles]
        pixels = plane.spots(above.places, ratio)
        np.clip(pixels, -_NOWHERE, _NOWHERE, out=pixels)
        np.floor(pixels, out=pixels)
        pixels += 0.5  # the middle of a pixel is that of a picture: their sides are odd
        if ratio != 1.0:
            painter.scale(1 / ratio, 1 / ratio)
        self._sprites.paint_around(painter, np.repeat(looks, above.counts), pixels)

    def _picture(self, style: MarkStyle, ratio: float) -> int:
        key = (style, ratio)
        found = self._kept.get(key)
        if found is None:
            drawn = style.picture(DPI * ratio)
            side = len(drawn)
            image = QImage(drawn.data, side, side, 4 * side, QImage.Format.Format_RGBA8888)
            found = self._kept[key] = self._sprites.add(image)
        return found


class LinePens:
    """The pens of spokes and ring in a theme. Spokes are opaque: others take Qt much longer."""

    def __init__(self, theme: Theme) -> None:
        ground = QColor(theme.panel)
        self._spokes = [
            _pen(_over(QColor.fromRgbF(*rgba), ground), width) for rgba, width in spoke_styles(theme)
        ]
        self._lit = _pen(QColor(theme.accent), lit_spoke_width(theme), Qt.PenCapStyle.RoundCap)
        face, edge, width = ring_style(theme)
        self._face, self._ring = QColor.fromRgbF(*face), _pen(QColor.fromRgbF(*edge), width)

    def paint(self, painter: QPainter, below: Below, plane: Plane) -> None:
        if not (math.isfinite(below.star[0]) and math.isfinite(below.star[1])):
            return
        painter.setRenderHint(_SMOOTH)
        if below.ring is not None:
            (wide, tall), (across, up) = below.ring, plane.stretch
            painter.setPen(self._ring)
            painter.setBrush(self._face)
            painter.drawEllipse(QPointF(*plane.spot(below.star)), abs(wide * across), abs(tall * up))
        for level, spokes in groupby(below.spokes, key=itemgetter(0)):
            painter.setPen(self._spokes[level])
            painter.drawLines(plane.lines(below.star, [end for _, end in spokes]))
        if below.lit is not None:
            painter.setPen(self._lit)
            painter.drawLines(plane.lines(below.star, [below.lit]))
        painter.setRenderHint(_SMOOTH, False)


def _pen(colour: QColor, width: float, cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap) -> QPen:
    made = QPen(colour, width)
    made.setCapStyle(cap)
    return made


def _over(colour: QColor, ground: QColor) -> QColor:
    """How a colour that shines through looks on a ground."""
    share = colour.alphaF()
    return QColor.fromRgbF(
        share * colour.redF() + (1 - share) * ground.redF(),
        share * colour.greenF() + (1 - share) * ground.greenF(),
        share * colour.blueF() + (1 - share) * ground.blueF(),
    )
