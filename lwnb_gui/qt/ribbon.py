"""The ribbon below the k slider: the posterior at every k. A click in it sets k."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from lwnb_core import Sweep
from lwnb_gui.plots.ribbon import RibbonData, ribbon_data
from lwnb_gui.plots.ribbon_pixels import Pixels, class_pixels, row_pixels, stack_pixels
from lwnb_gui.plots.slider_axis import place_of_k, slider_k
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.k_slider import MARGIN, ChooseK, Gesture
from lwnb_gui.qt.panels.painting import fill
from lwnb_gui.qt.ribbon_names import BOTTOM, GAP, ROW, TOP

_ANTIALIASING = QPainter.RenderHint.Antialiasing
_HALF = (1.5, 2.5)  # dash and gap of the line at one half, in widths of that line


class Ribbon(QWidget):
    """Painted anew for another instance; while k moves only the cursor is."""

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._gesture = Gesture()
        self._theme: Theme = LIGHT
        self._k = 1
        self._rivals = True
        self._data: RibbonData | None = None
        self._picture: QPixmap | None = None  # all but the cursor
        self._painted_for: tuple[int, int, float] | None = None  # size and fineness of the picture
        self.full_draws = 0  # a test says that moving k paints nothing anew
        self.setAccessibleName("Posterior at every k")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(30)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def words(self) -> str:
        """The flips in words."""
        return self._data.words if self._data is not None else ""

    def set_sweep(self, sweep: Sweep, n: int) -> None:
        """Another instance, with n training rows."""
        self._data = ribbon_data(sweep, n)
        self._paint_anew()

    def clear(self) -> None:
        self._data = None
        self._paint_anew()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._paint_anew()

    def set_rivals(self, shown: bool) -> None:
        """Whether the rows of KNN and KNNDW are there."""
        if shown != self._rivals:
            self._rivals = shown
            self._paint_anew()

    def set_k(self, k: int) -> None:
        before, self._k = self._k, k
        if self._data is not None:
            wide, height = math.ceil(self._theme.line_cursor) + 3, self.height()
            for left in (self._cursor_left(self._data, before), self._cursor_left(self._data, k)):
                self.update(math.floor(left) - 1, 0, wide, height)

    def cursor_places(self) -> list[QRectF]:
        """The line at k through every row, in pixels of the widget."""
        if self._data is None:
            return []
        left, width = self._cursor_left(self._data, self._k), self._theme.line_cursor
        return [QRectF(left, row.top(), width, row.height()) for row in self._rows(self._data)]

    def _cursor_left(self, data: RibbonData, k: int) -> float:
        room = max(1.0, self.width() - 2.0 * MARGIN)
        return MARGIN + place_of_k(k, data.n) * room - self._theme.line_cursor / 2

    def k_at(self, x: float) -> int:
        """The k under a place in pixels of the widget."""
        if self._data is None:
            return self._k
        return slider_k((x - MARGIN) / max(1, self.width() - 2 * MARGIN), self._data.n)

    def sizeHint(self) -> QSize:
        return QSize(600, 80)

    # -- painting -----------------------------------------------------------------------------------

    def _paint_anew(self) -> None:
        self._picture = None
        self.update()

    def _names(self, data: RibbonData) -> list[str]:
        return list(data.rivals) if self._rivals else []

    def _rows(self, data: RibbonData) -> list[QRectF]:
        """LWNB's stack, and below it the rivals' rows, which hang on the lower edge."""
        px, width = self._theme.px, max(1.0, self.width() - 2.0 * MARGIN)
        n, row, step = len(self._names(data)), px(ROW), px(ROW + GAP)
        bottom = self.height() - px(BOTTOM)
        stack = QRectF(MARGIN, px(TOP), width, max(1.0, bottom - n * step - px(TOP)))
        return [stack, *(QRectF(MARGIN, bottom - (n - 1 - i) * step - row, width, row) for i in range(n))]

    def _x(self, row: QRectF, t: float) -> float:
        return row.left() + t * row.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        key = (self.width(), self.height(), ratio)
        if self._picture is None or self._painted_for != key:
            self._painted_for = key
            self.full_draws += 1
            self._picture = self._painted(ratio)
        painter = QPainter(self)
        # The line's old and its new place: Qt would go through all that is between them, too.
        for part in event.region():  # type: ignore[attr-defined]
            source = QRectF(part.x() * ratio, 0.0, part.width() * ratio, self._picture.height())
            painter.drawPixmap(QRectF(part.x(), 0.0, part.width(), self.height()), self._picture, source)
        painter.setRenderHint(_ANTIALIASING)
        for place in self.cursor_places():
            painter.fillRect(place, fill(self._theme.ink))
        painter.end()

    def _painted(self, ratio: float) -> QPixmap:
        data, theme = self._data, self._theme
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.window)
        if data is None:
            return picture
        painter = QPainter(picture)
        stack, *rows = self._rows(data)
        colours = class_pixels(theme, len(data.classes))
        _put(painter, stack, ratio, partial(stack_pixels, data, colours))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._half(painter, stack)
        self._flips(painter, stack, data.marked())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.ink))
        side, above = theme.px(3), stack.top() - theme.px(4)
        for t in data.marked():
            x = self._x(stack, t)
            corners = [
                QPointF(x - side, above - side),
                QPointF(x + side, above - side),
                QPointF(x, above + side),
            ]
            painter.drawPolygon(QPolygonF(corners))
        for name, row in zip(self._names(data), rows, strict=True):
            _put(painter, row, ratio, partial(row_pixels, data, colours, name))
            self._flips(painter, row, data.marked_in(name))
        painter.end()
        return picture

    def _half(self, painter: QPainter, stack: QRectF) -> None:
        colour = QColor(self._theme.panel)
        colour.setAlphaF(0.85)
        line = QPen(colour, self._theme.px(1.2), Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        line.setDashPattern(_HALF)
        painter.setPen(line)
        y = stack.center().y()
        painter.drawLine(QPointF(stack.left(), y), QPointF(stack.right(), y))

    def _flips(self, painter: QPainter, row: QRectF, places: list[float]) -> None:
        """Lines across, where the answer changes."""
        painter.setPen(QPen(QColor(self._theme.ink), self._theme.px(1.2), c=Qt.PenCapStyle.FlatCap))
        for t in places:
            x = self._x(row, t)
            painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom()))

    # -- mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._data is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.k_at(event.position().x()), self._gesture.begin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._data is None:
            return
        k = self.k_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(k, self._gesture.go_on())
        else:
            QToolTip.showText(self.cursor().pos(), self._data.read_out(k), self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the strip takes it


def _put(painter: QPainter, place: QRectF, ratio: float, pixels: Callable[[tuple[int, int]], Pixels]) -> None:
    """Fill a place with as many pixels as it has on this screen."""
    left, top = round(place.left() * ratio), round(place.top() * ratio)
    width, height = round(place.right() * ratio) - left, round(place.bottom() * ratio) - top
    if width < 1 or height < 1:
        return
    found = np.ascontiguousarray(pixels((width, height)))
    image = QImage(found.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    painter.drawImage(QRectF(left / ratio, top / ratio, width / ratio, height / ratio), image)
