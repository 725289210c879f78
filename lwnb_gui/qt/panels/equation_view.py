"""The list of equations: lines laid out one at a time, the one under the mouse tinted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from lwnb_gui.plots.equations import EquationLine
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.formulas import Formula, formula, is_laid_out
from lwnb_gui.qt.panels.painting import Brush, Fonts, fill

_NUMBER = 42.0  # pixels for the equation's number
_TALL, _FLAT = 38.0, 26.0
_SMALLEST = 0.72  # how far a long formula may shrink before it is cut
_CLOSEST = 0.8  # how close lines may move together before they are scrolled: fractions still do not touch


class EquationView(QAbstractScrollArea):
    """Formulas below each other. A line whose layout is known is there at once, with its new numbers; any
    other is laid out when nothing else is going on, one in each turn of the event loop, and stands grey with
    its old numbers until then.
    """

    active_changed = Signal(object)  # the line's place, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._formulas: dict[int, Formula] = {}
        self._waiting: set[int] = set()  # lines whose formula is an older one, or none
        self.lines: tuple[EquationLine, ...] = ()
        self.active: int | None = None
        self._share = 1.0  # of the heights that lines have where there is room
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._render_one)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Equations with numbers")

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self._begin_anew()

    def show_lines(self, lines: Sequence[EquationLine], *, at_leisure: bool = True) -> None:
        """Show other lines. Without leisure nothing is laid out: what is not known waits."""
        same = [line.number for line in lines] == [line.number for line in self.lines]
        old, self.lines = self.lines, tuple(lines)
        if not same:
            self._formulas.clear()
        self._waiting = {
            i
            for i, line in enumerate(self.lines)
            if i in self._waiting or i not in self._formulas or line.mathtext != old[i].mathtext
        }
        for i in self._visible():
            if i in self._waiting and is_laid_out(self.lines[i].mathtext):
                self._lay_out(i)
        if self.active is not None and self.active >= len(self.lines):
            self._activate(None)
        self._next.stop()
        self._arrange(at_leisure)

    @property
    def is_rendered(self) -> bool:
        """Whether every visible line stands there with its numbers."""
        return not self._waiting.intersection(self._visible())

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
        """Top and height of each line."""
        heights = [tall * self._share for tall in self._heights()]
        return list(zip(accumulate([0.0, *heights]), heights, strict=False))

    def _heights(self) -> list[float]:
        return [self._theme.px(_TALL if r"\dfrac" in line.mathtext else _FLAT) for line in self.lines]

    def _arrange(self, at_leisure: bool = True) -> None:
        """In a low panel the lines move together, rather than hide the last of them.

        Not while one is pointed at: its words need room, and it would move away under the mouse.
        """
        whole = sum(self._heights())
        if self.active is None and whole:
            self._share = min(max(self.viewport().height() / whole, _CLOSEST), 1.0)
        places = self._places()
        whole = places[-1][0] + places[-1][1] if places else 0.0
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, round(whole) - self.viewport().height()))
        self.viewport().update()
        if at_leisure:
            self._render_soon()

    def _visible(self) -> list[int]:
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        return [i for i, (y, tall) in enumerate(self._places()) if y < bottom and y + tall > top]

    def _render_soon(self) -> None:
        if self.isVisible() and not self.is_rendered and not self._next.isActive():
            self._next.start()

    def _render_one(self) -> None:
        if is_late(for_long=True):
            self._next.start()
            return
        for i in self._visible():
            if i in self._waiting:
                self._lay_out(i)
                self.viewport().update()
                break
        self._render_soon()

    def _lay_out(self, i: int) -> None:
        """A long formula is in smaller type, down to a limit."""
        room = self.viewport().width() - self._theme.px(PADDING + _NUMBER + 6)
        made = formula(self.lines[i].mathtext, self._theme.size_equation)
        self._formulas[i] = made.fitted(room, _SMALLEST)
        self._waiting.discard(i)

    def _begin_anew(self) -> None:
        """Another type or width."""
        self._formulas.clear()
        self._waiting = set(range(len(self.lines)))
        self.show_lines(self.lines)

    def _activate(self, i: int | None) -> None:
        if i != self.active:
            self.active = i
            self.viewport().update()
            self.active_changed.emit(i)

    # -- Qt -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), fill(theme.panel))
        if self._fonts is None:
            return
        brush = Brush(painter, theme, self._fonts)
        start, places = self.verticalScrollBar().value(), self._places()
        with brush.figures_at_once():
            for i in self._visible():
                y, tall = places[i][0] - start, places[i][1]
                if i == self.active:
                    painter.fillRect(QRectF(0, y, self.viewport().width(), tall), fill(theme.accent_tint))
                number = f"({self.lines[i].number})"
                brush.left(px(PADDING), y, tall, number, colour=theme.ink2, font=self._fonts.small)
                made = self._formulas.get(i)
                if made is not None:
                    ink = theme.ink3 if i in self._waiting else theme.ink
                    top = round(y + (tall - made.height) / 2)  # on whole pixels, or it blurs
                    made.paint(painter, round(px(PADDING + _NUMBER)), top, fill(ink))
        if self.hasFocus() and self.active is None:
            painter.fillRect(QRectF(0, 0, 2, self.viewport().height()), fill(theme.accent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._begin_anew()  # long formulas are as small as the width makes them
        else:
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
