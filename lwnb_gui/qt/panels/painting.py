"""What the painted panels share: the theme's fonts and colours, made once, and text that fits its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from lwnb_gui.qt.markers import marker_pixmap
from lwnb_gui.qt.theme_qt import ui_font
from lwnb_gui.readings.names import shorten_all
from lwnb_gui.theme import ClassStyle, Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter

_MOST_WIDTHS = 4000


class Fonts:
    """A theme's fonts with their metrics, and its class styles: finding them anew for every row is slow."""

    def __init__(self, theme: Theme) -> None:
        self.text = ui_font(theme)
        self.strong = ui_font(theme, semibold=True)
        self.small = ui_font(theme, theme.size_small)
        self.small_strong = ui_font(theme, theme.size_small, semibold=True)
        self.italic = ui_font(theme, theme.size_small)
        self.italic.setItalic(True)
        fonts = (self.text, self.strong, self.small, self.small_strong, self.italic)
        self._metrics = {id(font): QFontMetricsF(font) for font in fonts}
        self._figures: dict[int, tuple[dict[str, float], float]] = {
            key: ({}, (m.ascent() - m.descent()) / 2) for key, m in self._metrics.items()
        }
        self._widths: dict[tuple[int, str], float] = {}
        self._theme = theme
        self._styles: dict[int, ClassStyle] = {}
        self._markers: dict[tuple[int, float, float], tuple[QPixmap, float]] = {}

    def style(self, code: int) -> ClassStyle:
        """How a class looks: blended once, and not for every cell."""
        if code not in self._styles:
            self._styles[code] = self._theme.class_style(code)
        return self._styles[code]

    def marker(self, code: int, opacity: float, ratio: float) -> tuple[QPixmap, float]:
        """The mark of a class, painted once, and half its side."""
        key = (code, opacity, ratio)
        found = self._markers.get(key)
        if found is None:
            made = marker_pixmap(self.style(code), self._theme.px(11.5), ratio, opacity=opacity)
            found = self._markers[key] = made, made.deviceIndependentSize().width() / 2
        return found

    def width(self, text: str, font: QFont) -> float:
        """Kept, for the same words are measured at every step of k."""
        key = (id(font), text)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[key] = self._metrics[id(font)].horizontalAdvance(text)
        return width

    def figure_size(self, text: str, font: QFont) -> tuple[float, float]:
        """Width of figures, and how far their baseline is below the middle of a line.

        By their characters, for there is no kerning between figures: asking for the text takes longer than
        painting it.
        """
        key = id(font)
        widths, above = self._figures[key]
        try:
            return sum([widths[c] for c in text]), above
        except KeyError:
            metrics = self._metrics[key]
            widths.update((c, metrics.horizontalAdvance(c)) for c in text)
            return sum([widths[c] for c in text]), above

    def above(self, font: QFont) -> float:
        """How far the baseline is below the middle of a line."""
        return self._figures[id(font)][1]

    def fitted(self, text: str, font: QFont, width: float) -> str:
        """The text, cut at the end where it is too long."""
        metrics = self._metrics[id(font)]
        if len(text) * metrics.averageCharWidth() < width * 0.7:
            return text
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def fitted_name(self, name: str, font: QFont, width: float) -> str:
        """A name, without its middle where it is too long."""
        return self.fitted_all([name], font, width)[0]

    def fitted_all(self, names: Sequence[str], font: QFont, width: float | Sequence[float]) -> list[str]:
        """Names that stand beside or below each other, without their middle where they are too long: none is
        cut so that it looks like another.
        """
        return shorten_all(names, width, self._metrics[id(font)].horizontalAdvance)


class Brush:
    """A painter that knows the theme; lengths are in the theme's own pixels."""

    def __init__(self, painter: QPainter, theme: Theme, fonts: Fonts) -> None:
        self.painter, self.theme, self.fonts = painter, theme, fonts
        self._opacity = 1.0
        self._ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def fade(self, opacity: float) -> None:
        """For whatever is painted from now on."""
        self._opacity = opacity
        self.painter.setOpacity(opacity)

    def text(
        self,
        place: QRectF,
        text: str,
        *,
        align: Qt.AlignmentFlag = LEFT,
        colour: str = "",
        font: QFont | None = None,
    ) -> None:
        """One line, cut where it does not fit."""
        font = font or self.fonts.text
        if align is RIGHT and self.fonts.figure_size(text, font)[0] <= place.width():
            self.right(place.right(), place.y(), place.height(), text, colour=colour, font=font)
            return
        self.painter.setFont(font)
        self.painter.setPen(pen(colour or self.theme.ink))
        self.painter.drawText(place, int(align), self.fonts.fitted(text, font, place.width()))

    def right(
        self,
        x: float,
        y: float,
        height: float,
        text: str,
        *,
        colour: str = "",
        font: QFont | None = None,
    ) -> None:
        """Figures that end at x; they are never cut."""
        painter, font = self.painter, font or self.fonts.text
        width, above = self.fonts.figure_size(text, font)
        painter.setFont(font)
        painter.setPen(pen(colour or self.theme.ink))
        # To a place, not into a rectangle: that takes half as long again.
        painter.drawText(round(x - width), round(y + height / 2 + above), text)

    def bar(self, place: QRectF, share: float, colour: str, opacity: float = 1.0) -> None:
        """An empty bar, filled to a share from the left; what is not nothing shows at least a pixel."""
        self.painter.fillRect(place, fill(self.theme.fill))
        if share > 0:
            width = max(1.0, place.width() * min(share, 1.0))
            part = QRectF(place.x(), place.y(), width, place.height())
            self.painter.fillRect(part, fill(colour, opacity))

    def rule(self, y: float, width: float, colour: str = "", left: float = 0.0) -> None:
        """A line of one pixel across."""
        self.painter.fillRect(QRectF(left, round(y), width - left, 1), fill(colour or self.theme.separator))

    def marker(self, x: float, y: float, code: int, opacity: float = 1.0) -> None:
        """The mark of a class."""
        picture, half = self.fonts.marker(code, opacity, self._ratio)
        self.painter.drawPixmap(QPointF(x - half, y - half), picture)


@lru_cache(maxsize=256)
def fill(colour: str, opacity: float = 1.0) -> QColor:
    made = QColor(colour)
    made.setAlphaF(opacity)
    return made


@lru_cache(maxsize=256)
def pen(colour: str, width: float = 1.0) -> QPen:
    made = QPen(QColor(colour), width)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made
