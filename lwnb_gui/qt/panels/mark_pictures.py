"""What moves on the map, painted by Qt: lines, and markers as pictures that matplotlib has drawn once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from lwnb_gui.plots.mark_styles import MarkStyle, lit_spoke_width, ring_style, spoke_styles
from lwnb_gui.plots.neighbour_marks import Below, Floats, Marks
from lwnb_gui.plots.theme import DPI, Theme
from lwnb_gui.qt.sprites import Sprites

ToPixels = Callable[[Floats], Floats]

_NOWHERE = -1e6  # pixels: out of sight on any screen
_MOST = 2000  # pictures kept; colours that the user tries out leave some behind


class MarkPictures:
    """Paints markers on whole pixels, as matplotlib does."""

    def __init__(self) -> None:
        self._sprites = Sprites()
        self._kept: dict[tuple[MarkStyle, float], int] = {}

    def paint(self, painter: QPainter, above: Sequence[Marks], to_pixels: ToPixels, ratio: float) -> None:
        """`to_pixels` turns places of the plane into the screen's own pixels from the upper left."""
        if not above:
            return
        pixels = to_pixels(np.concatenate([marks.places for marks in above]))
        pixels[~np.isfinite(pixels).all(axis=1)] = _NOWHERE
        whole = np.floor(np.clip(pixels, _NOWHERE, -_NOWHERE))
        looks = [self._picture(marks.style, ratio) for marks in above]
        which = np.repeat(looks, [len(marks.places) for marks in above])
        self._sprites.paint(painter, which, whole - self._sprites.sides[which] // 2)

    def _picture(self, style: MarkStyle, ratio: float) -> int:
        key = (style, ratio)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
                self._sprites = Sprites()
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

    def paint(self, painter: QPainter, below: Below, to_pixels: ToPixels, ratio: float) -> None:
        """`to_pixels` as for the markers."""
        if not np.isfinite(below.star).all():
            return
        half = below.ring or (0.0, 0.0)
        fixed = [below.star, (below.star[0] + half[0], below.star[1] + half[1]), below.lit or below.star]
        star, corner, lit, *ends = to_pixels(np.concatenate([fixed, below.ends])).tolist()
        centre = QPointF(*star)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if below.ring is not None:
            painter.setPen(_wide(self._ring, ratio))
            painter.setBrush(self._face)
            painter.drawEllipse(centre, abs(corner[0] - star[0]), abs(corner[1] - star[1]))
        for first, last, level in _runs(below.levels):
            painter.setPen(_wide(self._spokes[level], ratio))
            painter.drawLines([QLineF(*star, *end) for end in ends[first:last]])
        if below.lit is not None:
            painter.setPen(_wide(self._lit, ratio))
            painter.drawLine(centre, QPointF(*lit))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _runs(levels: NDArray[np.intp]) -> list[tuple[int, int, int]]:
    """First, one past the last, and level of each run of one level."""
    starts = np.flatnonzero(np.diff(levels, prepend=-1)).tolist()
    return [(a, b, int(levels[a])) for a, b in pairwise([*starts, len(levels)])]


def _pen(colour: QColor, width: float, cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap) -> QPen:
    made = QPen(colour, width)
    made.setCapStyle(cap)
    return made


def _wide(pen: QPen, ratio: float) -> QPen:
    """On a fine screen lengths are in its own pixels."""
    if ratio == 1.0:
        return pen
    made = QPen(pen)
    made.setWidthF(pen.widthF() * ratio)
    return made


def _over(colour: QColor, ground: QColor) -> QColor:
    """How a colour that shines through looks on a ground."""
    share = colour.alphaF()
    return QColor.fromRgbF(
        share * colour.redF() + (1 - share) * ground.redF(),
        share * colour.greenF() + (1 - share) * ground.greenF(),
        share * colour.blueF() + (1 - share) * ground.blueF(),
    )
