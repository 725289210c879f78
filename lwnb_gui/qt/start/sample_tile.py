"""A sample on the start page: picture, name, number key and purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core.data import SampleInfo
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.window.qt_theme import ui_font
from lwnb_gui.text import NO_BREAK, count
from lwnb_gui.theme import DPI, LIGHT, Theme

if TYPE_CHECKING:
    from lwnb_gui.plots.thumbnails import Thumbnail

_WIDTH, _HEIGHT, _PICTURE, _PAD = 254, 238, 168, 12


def draw_tile(data: Thumbnail, theme: Theme, ratio: float) -> QImage:
    """Return the picture for a tile, with `ratio` device pixels per pixel; usable in any thread."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from lwnb_gui.plots.thumbnails import draw

    figure = Figure(figsize=(theme.px(_WIDTH) / DPI, theme.px(_PICTURE) / DPI), dpi=DPI)
    canvas = FigureCanvasAgg(figure)
    draw(figure, data, theme)
    figure.set_dpi(DPI * ratio)
    canvas.draw()
    pixels = canvas.buffer_rgba()
    height, width = pixels.shape[:2]
    image = QImage(bytes(pixels), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    image.setDevicePixelRatio(ratio)
    return image


class SampleTile(QPushButton):
    """A tile that opens its sample by click, Enter, or its number key."""

    lacks_picture = Signal()  # it has been painted without one

    def __init__(
        self,
        info: SampleInfo,
        number: int,
        why: str,
        choose: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.info = info
        self._number = number
        self._why = why
        self._theme: Theme = LIGHT
        self._picture: QImage | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"Sample {info.title}")
        self.setAccessibleDescription(f"{self.counts}; {why}")
        set_tip(self, f"{info.description}\n{info.why}")
        self.clicked.connect(lambda: choose(info.name))
        self.set_theme(LIGHT)

    @property
    def counts(self) -> str:
        info = self.info
        if info.numeric and info.nominal:
            attributes = f"{info.numeric + info.nominal} attributes"
        else:
            attributes = f"{info.numeric} numeric" if info.numeric else f"{info.nominal} nominal"
        return f"{count(info.rows, 'row')} · {attributes} · {info.classes} classes"

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(round(_HEIGHT * theme.scale))
        self.setMinimumWidth(round(180 * theme.scale))
        self.setMaximumWidth(round(_WIDTH * theme.scale))
        self._picture = None  # until it is drawn in the new colours
        self.update()

    def set_picture(self, picture: QImage) -> None:
        self._picture = picture
        self.update()

    @property
    def has_picture(self) -> bool:
        return self._picture is not None

    def sizeHint(self) -> QSize:
        return QSize(round(_WIDTH * self._theme.scale), round(_HEIGHT * self._theme.scale))

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        highlighted = self.underMouse() or self.hasFocus()
        # A narrow tile has a smaller picture, which leaves space for a second line of text.
        picture = QRectF(0, 0, self.width(), theme.px(_PICTURE) * min(1.0, self.width() / theme.px(_WIDTH)))
        text = QRectF(0, picture.bottom(), self.width(), self.height() - picture.height())
        painter.fillRect(picture, QColor(theme.window))
        painter.fillRect(text, QColor(theme.accent_tint if highlighted else theme.panel))
        if self._picture is not None:
            painter.drawImage(picture, self._picture)
        else:
            self.lacks_picture.emit()
        self._paint_text(painter, text)
        painter.setPen(QPen(QColor(theme.separator), 1))
        painter.drawLine(picture.bottomLeft(), picture.bottomRight())
        edge = 2.0 if highlighted else 1.0
        painter.setPen(QPen(QColor(theme.accent if highlighted else theme.separator_strong), edge))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(self.rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2))

    def _paint_text(self, painter: QPainter, box: QRectF) -> None:
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
        wrapped = left | Qt.TextFlag.TextWordWrap
        below = line.adjusted(0, step, 0, 0)
        parts = " · ".join(part.replace(" ", NO_BREAK) for part in self.counts.split(" · "))
        counts = painter.boundingRect(below, wrapped, parts)
        painter.drawText(below, wrapped, parts)
        painter.setFont(ui_font(theme, theme.size_text))
        painter.setPen(QColor(theme.ink))
        rest = below.adjusted(0, max(step - theme.px(1), counts.height() + theme.px(2)), 0, 0)
        if rest.height() >= 2 * painter.fontMetrics().height():
            painter.drawText(rest, wrapped, self._why)
        else:
            elided = painter.fontMetrics().elidedText(
                self._why, Qt.TextElideMode.ElideRight, round(line.width())
            )
            painter.drawText(rest, left, elided)
