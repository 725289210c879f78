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
from lwnb_gui.qt.panels.formula_pictures import FormulaPictures, PlacedFormula
from lwnb_gui.qt.panels.formulas import Formula, formula, known_formula
from lwnb_gui.qt.panels.painting import Brush, Fonts, StillPicture, fill

_NUMBER = 42.0  # pixels for the equation's number
_TALL, _FLAT = 38.0, 26.0
_SMALLEST = 0.66  # how far a long formula may shrink before it is cut
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
        self._places: list[tuple[float, float]] = []  # top and height of each line
        self._still = StillPicture()
        self._pictures = FormulaPictures(1.0)
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
        self._still.forget()
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
        if self.active is not None and self.active >= len(self.lines):
            self._activate(None)
        self._next.stop()
        self._arrange()
        for i in self._waiting.intersection(self._visible()):
            known = known_formula(self.lines[i].mathtext, self._theme.size_equation)
            if known is not None:
                self._take(i, known)
        if at_leisure:
            self._render_soon()

    @property
    def is_rendered(self) -> bool:
        """Whether every visible line stands there with its numbers."""
        return not self._waiting.intersection(self._visible())

    def line_at(self, y: float) -> int | None:
        """The line at a height in the viewport."""
        y += self.verticalScrollBar().value()
        for i, (top, tall) in enumerate(self._places):
            if top <= y < top + tall:
                return i
        return None

    def place_of(self, i: int) -> QRectF:
        """Where a line is, in the viewport."""
        top, tall = self._places[i]
        return QRectF(0, top - self.verticalScrollBar().value(), self.viewport().width(), tall)

    # -- inside -------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Find every line's place. In a low panel the lines move together, rather than hide the last of them.

        Not while one is pointed at: its words need room, and it would move away under the mouse.
        """
        tall, flat = self._theme.px(_TALL), self._theme.px(_FLAT)
        heights = [tall if r"\dfrac" in line.mathtext else flat for line in self.lines]
        room, whole = self.viewport().height(), sum(heights)
        if self.active is None and whole:
            self._share = min(max(room / whole, _CLOSEST), 1.0)
        heights = [height * self._share for height in heights]
        self._places = list(zip(accumulate([0.0, *heights]), heights, strict=False))
        whole = sum(self._places[-1]) if self._places else 0.0
        bar = self.verticalScrollBar()
        bar.setPageStep(room)
        bar.setRange(0, max(0, round(whole) - room))
        self.viewport().update()

    def _visible(self) -> list[int]:
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        return [i for i, (y, tall) in enumerate(self._places) if y < bottom and y + tall > top]

    def _render_soon(self) -> None:
        if self.isVisible() and not self.is_rendered and not self._next.isActive():
            self._next.start()

    def _render_one(self) -> None:
        if is_late(for_long=True):
            self._next.start()
            return
        for i in self._visible():
            if i in self._waiting:
                self._take(i, formula(self.lines[i].mathtext, self._theme.size_equation))
                self.viewport().update()
                break
        self._render_soon()

    def _take(self, i: int, made: Formula) -> None:
        """A long formula is in smaller type, down to a limit."""
        room = self.viewport().width() - self._theme.px(PADDING + _NUMBER + 6)
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
        theme, viewport = self._theme, self.viewport()
        painter = QPainter(viewport)
        visible, start = self._visible(), self.verticalScrollBar().value()
        numbers = tuple([(i, self.lines[i].number, self._places[i]) for i in visible])
        key = (numbers, start, self.active)
        painter.drawPixmap(0, 0, self._still.of(viewport, key, theme.panel, self._paint_still))
        left, ink, old_ink = round(theme.px(PADDING + _NUMBER)), fill(theme.ink), fill(theme.ink3)
        placed = []
        for i in visible:
            made = self._formulas.get(i)
            if made is not None:
                y, tall = self._places[i]
                top = round(y - start + (tall - made.height) / 2)  # on whole pixels, or it blurs
                placed.append(PlacedFormula(made, left, top, old_ink if i in self._waiting else ink))
        self._paint_formulas(painter, placed)
        if self.hasFocus() and self.active is None:
            painter.fillRect(QRectF(0, 0, 2, viewport.height()), fill(theme.accent))

    def _paint_still(self, painter: QPainter) -> None:
        """The equations' numbers, and the ground of the active one."""
        theme, fonts = self._theme, self._fonts
        if fonts is None:
            return
        brush = Brush(painter, theme, fonts)
        with brush.figures_at_once():
            for i in self._visible():
                place = self.place_of(i)
                if i == self.active:
                    painter.fillRect(place, fill(theme.accent_tint))
                left, number = theme.px(PADDING), f"({self.lines[i].number})"
                brush.left(left, place.y(), place.height(), number, colour=theme.ink2, font=fonts.small)

    def _paint_formulas(self, painter: QPainter, placed: list[PlacedFormula]) -> None:
        ratio = self.viewport().devicePixelRatioF()
        if ratio != round(ratio):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for made, left, top, ink in placed:
                made.paint(painter, left, top, ink)
            return
        if ratio != self._pictures.ratio:
            self._pictures = FormulaPictures(ratio)
        self._pictures.paint(painter, placed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._begin_anew()  # long formulas are as small as the width makes them
        else:
            self._arrange()
            self._render_soon()

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
        top, tall = self._places[self.active or 0]
        bar = self.verticalScrollBar()
        bar.setValue(round(min(max(bar.value(), top + tall - self.viewport().height()), top)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._activate(self.line_at(event.position().y()))
