"""The list of equations: lines rendered one at a time, the one under the mouse tinted."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from lwnb_gui.plots.equations import EquationLine
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.formulas import formula_image
from lwnb_gui.qt.panels.painting import Brush, Fonts, fill

_NUMBER = 42.0  # pixels for the equation's number
_TALL, _FLAT = 38.0, 26.0
_SMALLEST = 0.72  # how far a long formula may shrink before it is cut


class EquationView(QAbstractScrollArea):
    """Formulas below each other. Only lines that can be seen are rendered, one in each turn of the event
    loop: typesetting takes several frames, and nothing else may wait for it.
    """

    active_changed = Signal(object)  # the line's place, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._pictures: dict[int, QImage] = {}
        self._inked: dict[int, tuple[QImage, str, QImage]] = {}  # picture, colour, picture in that colour
        self.lines: tuple[EquationLine, ...] = ()
        self.active: int | None = None
        self._stale = False
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._render_one)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName("Equations with numbers")

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self._pictures.clear()
        self._arrange()

    def show_lines(self, lines: Sequence[EquationLine]) -> None:
        """Show other lines; what stays the same is not rendered again."""
        old = dict(enumerate(self.lines))
        self.lines = tuple(lines)
        for i, line in enumerate(self.lines):
            if i in old and old[i].mathtext != line.mathtext:
                self._pictures.pop(i, None)
        for i in [i for i in self._pictures if i >= len(self.lines)]:
            del self._pictures[i]
        self._stale = False
        if self.active is not None and self.active >= len(self.lines):
            self._activate(None)
        self._arrange()

    def set_stale(self, stale: bool) -> None:
        """Numbers that are no longer those of the moment are grey."""
        if stale != self._stale:
            self._stale = stale
            self.viewport().update()

    @property
    def is_rendered(self) -> bool:
        """Whether every visible line has its picture."""
        return all(i in self._pictures for i in self._visible())

    def line_at(self, y: float) -> int | None:
        """The line at a height in the viewport."""
        y += self.verticalScrollBar().value()
        for i, (top, tall) in enumerate(self._places()):
            if top <= y < top + tall:
                return i
        return None

    def place_of(self, i: int) -> QRectF:
        """Where a line is, in the viewport."""
        top, tall = self._places()[i]
        return QRectF(0, top - self.verticalScrollBar().value(), self.viewport().width(), tall)

    # -- inside -------------------------------------------------------------------------------------

    def _places(self) -> list[tuple[float, float]]:
        found, y = [], 0.0
        for line in self.lines:
            tall = self._theme.px(_TALL if r"\dfrac" in line.mathtext else _FLAT)
            found.append((y, tall))
            y += tall
        return found

    def _arrange(self) -> None:
        places = self._places()
        whole = places[-1][0] + places[-1][1] if places else 0.0
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, round(whole) - self.viewport().height()))
        self.viewport().update()
        self._render_soon()

    def _visible(self) -> list[int]:
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        return [i for i, (y, tall) in enumerate(self._places()) if y < bottom and y + tall > top]

    def _render_soon(self) -> None:
        if self.isVisible() and not self.is_rendered and not self._next.isActive():
            self._next.start()

    def _render_one(self) -> None:
        for i in self._visible():
            if i not in self._pictures:
                self._pictures[i] = self._typeset(self.lines[i].mathtext)
                self.viewport().update()
                break
        self._render_soon()

    def _typeset(self, mathtext: str) -> QImage:
        """A formula in black; a long one in smaller type, down to a limit."""
        size, ratio = self._theme.size_equation, self.devicePixelRatioF()
        image = formula_image(mathtext, size, ratio)
        room = self.viewport().width() - self._theme.px(PADDING + _NUMBER + 6)
        wide = image.deviceIndependentSize().width()
        if wide > room > 0:
            smaller = size * max(room / wide, _SMALLEST)
            image = formula_image(mathtext, math.floor(smaller * 4) / 4, ratio)
        return image

    def _activate(self, i: int | None) -> None:
        if i != self.active:
            self.active = i
            self.viewport().update()
            self.active_changed.emit(i)

    # -- Qt -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._fonts is None:
            return
        theme, px = self._theme, self._theme.px
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), fill(theme.panel))
        brush = Brush(painter, theme, self._fonts)
        ink = theme.ink3 if self._stale else theme.ink
        for i in self._visible():
            place = self.place_of(i)
            if i == self.active:
                painter.fillRect(place, fill(theme.accent_tint))
            number = QRectF(px(PADDING), place.y(), px(_NUMBER), place.height())
            brush.text(number, f"({self.lines[i].number})", colour=theme.ink2, font=self._fonts.small)
            if i in self._pictures:
                self._paint_formula(painter, place, i, ink)
        if self.hasFocus() and self.active is None:
            painter.fillRect(QRectF(0, 0, 2, self.viewport().height()), fill(theme.accent))

    def _paint_formula(self, painter: QPainter, place: QRectF, i: int, ink: str) -> None:
        px, mask = self._theme.px, self._pictures[i]
        tall = mask.deviceIndependentSize().height()
        kept = self._inked.get(i)
        if kept is None or kept[0] is not mask or kept[1] != ink:
            self._inked[i] = kept = (mask, ink, _tinted(mask, ink))
        # On whole pixels, or it blurs.
        at = QPointF(round(px(PADDING + _NUMBER)), round(place.y() + (place.height() - tall) / 2))
        painter.drawImage(at, kept[2])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._pictures.clear()  # long formulas are as small as the width makes them
        self._arrange()

    def showEvent(self, event: QEvent) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._render_soon()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()
        self._render_soon()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._activate(self.line_at(event.position().y()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._activate(None)
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None or not self.lines:
            super().keyPressEvent(event)
            return
        at = -1 if self.active is None else self.active
        self._activate(min(max(at + step, 0), len(self.lines) - 1))
        top, tall = self._places()[self.active or 0]
        bar = self.verticalScrollBar()
        bar.setValue(round(min(max(bar.value(), top + tall - self.viewport().height()), top)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._activate(self.line_at(event.position().y()))


def _tinted(mask: QImage, colour: str) -> QImage:
    """A picture of black ink in another colour."""
    made = mask.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(QRectF(0, 0, made.width(), made.height()), fill(colour))
    painter.end()
    return made
