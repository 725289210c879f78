"""A sample on the start page: picture, name, number key and what it is good for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core.data.samples import SampleInfo
from lwnb_gui.qt.theme_qt import ui_font
from lwnb_gui.theme import LIGHT, Theme

if TYPE_CHECKING:
    from lwnb_gui.plots.thumbnails import Thumbnail

_WIDTH, _HEIGHT, _PICTURE, _PAD = 254, 238, 168, 12


def draw_tile(data: Thumbnail, theme: Theme, ratio: float) -> QImage:
    """The picture for a tile, `ratio` device pixels to each of its own; takes a few frames, in any thread."""
    from lwnb_gui.plots.thumbnails import draw
    from lwnb_gui.qt.pictures import figure_image

    return figure_image(draw, data, theme, (theme.px(_WIDTH), theme.px(_PICTURE)), ratio)


class SampleTile(QPushButton):
    """Opens its sample by click, Enter, or its number key."""

    def __init__(
        self,
        info: SampleInfo,
        number: int,
        words: str,
        choose: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.info = info
        self._number = number
        self._words = words
        self._choose = choose
        self._theme: Theme = LIGHT
        self._picture: QImage | None = None
        self._under = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"Sample {info.title}")
        self.setAccessibleDescription(f"{self.counts}; {words}")
        self.setToolTip(f"{info.description}\n{info.why}")
        self.clicked.connect(lambda: choose(info.name))
        self.set_theme(LIGHT)

    @property
    def counts(self) -> str:
        info = self.info
        if info.numeric and info.nominal:
            attributes = f"{info.numeric + info.nominal} attributes"
        else:
            attributes = f"{info.numeric} numeric" if info.numeric else f"{info.nominal} nominal"
        return f"{info.rows} rows · {attributes} · {info.classes} classes"

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(round(_HEIGHT * theme.scale))
        self.setMinimumWidth(round(180 * theme.scale))
        self.setMaximumWidth(round(_WIDTH * theme.scale))
        self._picture = None  # it comes in the new colours
        self.update()

    def set_picture(self, picture: QImage) -> None:
        self._picture = picture
        self.update()

    @property
    def has_picture(self) -> bool:
        return self._picture is not None

    def sizeHint(self) -> QSize:
        return QSize(round(_WIDTH * self._theme.scale), round(_HEIGHT * self._theme.scale))

    # -- choosing -----------------------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._choose(self.info.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.info.name)
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._under = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._under = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self._under or self.hasFocus()
        # A narrow tile has a smaller picture, and so room for a second line of words.
        picture = QRectF(0, 0, self.width(), theme.px(_PICTURE) * min(1.0, self.width() / theme.px(_WIDTH)))
        words = QRectF(0, picture.bottom(), self.width(), self.height() - picture.height())
        painter.fillRect(picture, QColor(theme.window))
        painter.fillRect(words, QColor(theme.accent_tint if lit else theme.panel))
        if self._picture is not None:
            painter.drawImage(picture, self._picture)
        self._paint_words(painter, words)
        painter.setPen(QPen(QColor(theme.separator), 1))
        painter.drawLine(picture.bottomLeft(), picture.bottomRight())
        edge = 2.0 if lit else 1.0
        painter.setPen(QPen(QColor(theme.accent if lit else theme.separator_strong), edge))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(self.rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2))

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme = self._theme
        pad = theme.px(_PAD)
        line = box.adjusted(pad, theme.px(8), -pad, 0)
        step = theme.px(18)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.setFont(ui_font(theme, theme.size_panel, semibold=True))
        painter.setPen(QColor(theme.ink))
        painter.drawText(line, left, self.info.title)
        painter.setFont(ui_font(theme, theme.size_small))
        painter.setPen(QColor(theme.ink3))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, str(self._number))
        painter.setPen(QColor(theme.ink2))
        painter.drawText(line.translated(0, step), left, self._fitting(painter, self.counts, line.width()))
        painter.setFont(ui_font(theme, theme.size_text))
        painter.setPen(QColor(theme.ink))
        place = line.adjusted(0, 2 * step - theme.px(1), 0, 0)
        if place.height() >= 2 * painter.fontMetrics().height():
            painter.drawText(place, left | Qt.TextFlag.TextWordWrap, self._words)
        else:
            painter.drawText(place, left, self._fitting(painter, self._words, line.width()))

    def _fitting(self, painter: QPainter, text: str, width: float) -> str:
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(width))
