"""Paints any scene with plain QPainter calls."""

from __future__ import annotations

import importlib.util
import math
import pathlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from lwnb_gui.qt.window.qt_theme import ui_font
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import Font, font_of
from lwnb_gui.views.drawing.inks import Inks
from lwnb_gui.views.drawing.marks import HOLLOW_INSET, HOLLOW_LINE, OUTLINES, ROUND
from lwnb_gui.views.drawing.scene import Circle, Clip, Dots, Image, Line, Marker, Path, Rect, Shape, Text
from lwnb_gui.views.map.stamps import MANY, UNKNOWN, opacity_of, stamped

_MOST_WIDTHS = 4000
_NO_BRUSH, _NO_PEN = Qt.BrushStyle.NoBrush, Qt.PenStyle.NoPen


class _Font(NamedTuple):
    font: QFont
    metrics: QFontMetricsF
    below_middle: float  # from the middle of a line down to its baseline


class _Fonts(dict[str, _Font]):
    """The fonts of a theme by name; each is loaded when it is first needed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def __missing__(self, name: str) -> _Font:
        font = self[name] = _load(font_of(name), self._theme)
        return font


class ScenePainter:
    """Paints shapes with a theme's fonts and colours, and measures texts for their layout."""

    def __init__(self, theme: Theme) -> None:
        self._inks = Inks(theme)
        self._theme = theme
        self._fonts = _Fonts(theme)
        self._widths: dict[tuple[str, str], float] = {}
        self._font = ""  # name of the font that is set on the painter

    def measure(self, text: str, font: str = "text") -> float:
        """Return the width of a text in pixels. Cached: it saves a millisecond per frame."""
        key = (font, text)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[key] = self._fonts[font].metrics.horizontalAdvance(text)
        return width

    def paint(self, painter: QPainter, shapes: Iterable[Shape]) -> None:
        """Paint shapes in their order."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._font = ""
        for kind, run in groupby(shapes, type):
            _PAINT[kind](self, painter, run)

    def _texts(self, painter: QPainter, run: Iterable[Text]) -> None:
        pen = ""  # the ink that is set
        for x, y, text, name, ink, align, upright in run:
            font, _, below_middle = self._fonts[name]
            if name != self._font:
                painter.setFont(font)
                self._font = name
            if ink != pen:
                painter.setPen(_pen(*self._inks[ink], 1.0))
                pen = ink
            if upright:
                painter.save()
                painter.translate(x, y)
                painter.rotate(-90)
                x = y = 0.0
            if align != "left":
                width = self.measure(text, name)
                x -= width if align == "right" else width / 2
            if name.startswith("math"):
                painter.drawText(QPointF(x, y + below_middle), text)
            else:
                painter.drawText(round(x), round(y + below_middle), text)  # sharp on whole pixels
            if upright:
                painter.restore()

    def _rects(self, painter: QPainter, run: Iterable[Rect]) -> None:
        for x, y, width, height, fill, edge, radius in run:
            rectangle = QRectF(x, y, width, height)
            if not edge and not radius:
                painter.fillRect(rectangle, _colour(*self._inks[fill]))
                continue
            painter.setPen(_pen(*self._inks[edge], 1.0) if edge else _NO_PEN)
            painter.setBrush(_colour(*self._inks[fill]) if fill else _NO_BRUSH)
            if edge:
                rectangle.adjust(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(rectangle, radius, radius)

    def _lines(self, painter: QPainter, run: Iterable[Line]) -> None:
        for (ink, width, dash), lines in groupby(run, _style_of_line):
            smooth = []  # those of a style in one call: a map has 45 spokes
            for x0, y0, x1, y1, *_ in lines:
                if width == 1 and not dash and (y0 == y1 or x0 == x1):  # smooth, it takes four times as long
                    flat = y0 == y1
                    left, top = (x0, math.floor(y0)) if flat else (math.floor(x0), y0)
                    wide, tall = (x1 - x0, 1.0) if flat else (1.0, y1 - y0)
                    painter.fillRect(QRectF(left, top, wide, tall), _colour(*self._inks[ink]))
                    continue
                if y0 == y1:
                    y0 = y1 = math.floor(y0) + 0.5  # sharp on whole pixels
                elif x0 == x1:
                    x0 = x1 = math.floor(x0) + 0.5
                smooth.append(QLineF(x0, y0, x1, y1))
            if smooth:
                painter.setPen(_pen(*self._inks[ink], width, dash))
                painter.drawLines(smooth)

    def _circles(self, painter: QPainter, run: Iterable[Circle]) -> None:
        for x, y, radius, fill, edge, width, dash, upright in run:
            painter.setPen(_pen(*self._inks[edge], width, dash) if edge else _NO_PEN)
            painter.setBrush(_colour(*self._inks[fill]) if fill else _NO_BRUSH)
            painter.drawEllipse(QPointF(x, y), radius, upright or radius)

    def _paths(self, painter: QPainter, run: Iterable[Path]) -> None:
        shared: dict[int, tuple[object, QPolygonF]] = {}  # of an area and the line around it
        for points, ink, width, fill, dash, is_outlined in run:
            if id(points) not in shared:
                shared[id(points)] = points, QPolygonF([QPointF(x, y) for x, y in points])
            polygon = shared[id(points)][1]
            if fill:
                painter.setPen(_NO_PEN)
                painter.setBrush(_colour(*self._inks[fill]))
                # A smooth edge takes a hundred times as long: a third of a step of k with ten attributes.
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_outlined)
                painter.drawPolygon(polygon)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if ink:
                painter.setPen(_pen(*self._inks[ink], width, dash))
                painter.drawPolyline(polygon)

    def _markers(self, painter: QPainter, run: Iterable[Marker]) -> None:
        """Paint markers: a map has hundreds, of which equal ones share pen, brush and outline."""
        before = painter.transform()
        at_x = at_y = 0.0
        for style, markers in groupby(run, _style_of_marker):
            path = self._start_marker(painter, *style)
            for x, y, *_ in markers:
                painter.translate(x - at_x, y - at_y)
                painter.drawPath(path)
                at_x, at_y = x, y
        painter.setTransform(before)

    def _start_marker(
        self,
        painter: QPainter,
        class_code: int,
        size: float,
        opacity: float,
        edge: str,
        edge_width: float,
        fill: str,
    ) -> QPainterPath:
        """Set pen and brush for the marker of a class; return its outline."""
        style, radius = self._inks.style(class_code), size / 2
        if fill:
            painter.setPen(_NO_PEN)
            painter.setBrush(_colour(*self._inks[fill]))
        elif style.hollow:
            painter.setPen(_pen(style.fill, opacity, max(1.2, radius * HOLLOW_LINE)))
            painter.setBrush(_NO_BRUSH)
            radius *= HOLLOW_INSET
        else:
            painter.setPen(_pen(style.edge, opacity, edge_width))
            painter.setBrush(_colour(style.fill, opacity))
        if edge:
            painter.setPen(_pen(*self._inks[edge], edge_width))
        return _marker_path(style.marker, radius)

    def _dots(self, painter: QPainter, run: Iterable[Dots]) -> None:
        for shape in run:
            if len(shape.x) > MANY:
                bounds = painter.clipBoundingRect() if painter.hasClipping() else _bounds(shape)
                ratio = painter.device().devicePixelRatioF()
                rectangle = (bounds.x(), bounds.y(), bounds.width(), bounds.height())
                self._images(painter, [stamped(shape, rectangle, self._inks, ratio)])
            else:
                self._few_dots(painter, shape)

    def _few_dots(self, painter: QPainter, shape: Dots) -> None:
        drawn: int | None = None
        path = QPainterPath()
        transform = painter.transform()
        for x, y, code in zip(shape.x.tolist(), shape.y.tolist(), shape.class_codes.tolist(), strict=True):
            if code != drawn:
                drawn, path = code, self._start_dots(painter, shape, code)
            painter.translate(x, y)
            painter.drawPath(path)
            painter.setTransform(transform)

    def _start_dots(self, painter: QPainter, shape: Dots, code: int) -> QPainterPath:
        """Set pen and brush for the dots of a class; return their outline."""
        style, radius = self._inks.style(max(code, 0)), shape.size / 2
        painter.setPen(_NO_PEN)
        if code < 0:
            painter.setBrush(_colour(self._inks["ink3"][0], shape.opacity))
            return _marker_path("o", radius * UNKNOWN)
        opacity = opacity_of(shape, style)
        if style.hollow:
            painter.setPen(_pen(style.fill, opacity, self._theme.marker_edge))
            painter.setBrush(_NO_BRUSH)
        else:
            painter.setBrush(_colour(style.fill, opacity))
        return _marker_path(style.marker, radius)

    def _images(self, painter: QPainter, run: Iterable[Image]) -> None:
        for x, y, width, height, rgba in run:
            rows, columns, _ = rgba.shape
            image = QImage(rgba.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_RGBA8888)
            painter.drawImage(QRectF(x, y, width, height), image)

    def _clips(self, painter: QPainter, run: Iterable[Clip]) -> None:
        for x, y, width, height, shapes in run:
            painter.save()
            painter.setClipRect(QRectF(x, y, width, height), Qt.ClipOperation.IntersectClip)
            self.paint(painter, shapes)
            painter.restore()
            self._font = ""


# Each paints shapes of one kind that follow each other.
_PAINT: dict[type, Callable[[ScenePainter, QPainter, Iterable[Any]], None]] = {
    Text: ScenePainter._texts,
    Rect: ScenePainter._rects,
    Line: ScenePainter._lines,
    Circle: ScenePainter._circles,
    Path: ScenePainter._paths,
    Marker: ScenePainter._markers,
    Dots: ScenePainter._dots,
    Image: ScenePainter._images,
    Clip: ScenePainter._clips,
}

_style_of_line = itemgetter(slice(4, None))  # ink, width, dash
_style_of_marker = itemgetter(slice(2, None))  # class, size, opacity, edge, its width, fill


@lru_cache(maxsize=512)  # called seventy times in a step of k, for a few sizes
def _marker_path(marker: str, radius: float) -> QPainterPath:
    """Return the outline of a marker around the origin."""
    path = QPainterPath()
    corners = OUTLINES[marker]
    if not corners:
        path.addEllipse(QPointF(0, 0), radius * ROUND, radius * ROUND)
    else:
        path.addPolygon(QPolygonF([QPointF(x * radius, y * radius) for x, y in corners]))
        path.closeSubpath()
    return path


def _bounds(dots: Dots) -> QRectF:
    """Return the bounds of dots, including their edges."""
    half = dots.size
    left, top = float(dots.x.min()) - half, float(dots.y.min()) - half
    return QRectF(left, top, float(dots.x.max()) + half - left, float(dots.y.max()) + half - top)


def _load(face: Font, theme: Theme) -> _Font:
    font = ui_font(theme, face.pixels(theme), semibold=face.bold)
    font.setItalic(face.italic)
    if face.serif:
        font.setFamilies(list(serif_families()))
        # Formulas are set in fractions of a pixel, which only font sizes in points allow.
        font.setPointSizeF(face.pixels(theme) * 72 / QGuiApplication.primaryScreen().logicalDotsPerInchY())
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    metrics = QFontMetricsF(font)
    return _Font(font, metrics, (metrics.ascent() - metrics.descent()) / 2)


@lru_cache(maxsize=1)
def serif_families() -> tuple[str, ...]:
    """Return the serif font that ships with matplotlib, as in files; the system may not have it."""
    # Found, not imported: the first picture does not wait until it is loaded.
    found = importlib.util.find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    folder = pathlib.Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    for name in ("DejaVuSerif.ttf", "DejaVuSerif-Italic.ttf"):
        QFontDatabase.addApplicationFont(str(folder / name))
    return ("DejaVu Serif", "serif")


# Colours and pens are cached: with the inks it saves more than a millisecond of a frame.
@lru_cache(maxsize=512)
def _colour(colour: str, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


@lru_cache(maxsize=512)
def _pen(colour: str, opacity: float, width: float, dash: tuple[float, ...] = ()) -> QPen:
    result = QPen(_colour(colour, opacity), width)
    result.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash:  # Qt counts dashes in widths of the line
        result.setDashPattern([length / max(width, 0.1) for length in dash])
    return result
