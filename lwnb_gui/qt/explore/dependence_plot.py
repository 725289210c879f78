"""The plot of the dependence on one attribute: hovering shows values, a click or Enter sets one."""

from __future__ import annotations

import numpy as np
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Dependence as DependenceResult
from lwnb_gui.app.query import Value
from lwnb_gui.plots.dependence import DependenceArtists, draw_on
from lwnb_gui.qt.scene.plot_view import PlotView
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme
from lwnb_gui.views.dependence import TIP, Dependence, nearest, read_out, round_to


class DependencePlot(PlotView):
    """The curve, with a cursor that follows mouse or arrow keys; nothing else is redrawn meanwhile."""

    value_chosen = Signal(str, object)  # attribute, value
    reads = Signal(str)  # what is under the cursor; empty: nothing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._draw, parent)
        self.dependence: DependenceResult | None = None
        self.artists: DependenceArtists | None = None
        self._cursor: Line2D | None = None
        self.at: float | None = None  # the value under the cursor; NaN: missing
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(Dependence.spoken_name)
        self.setCursor(Qt.CursorShape.CrossCursor)
        set_tip(self, TIP)
        self.mpl_connect("motion_notify_event", self._moved)
        self.mpl_connect("button_press_event", self._pressed)
        self.mpl_connect("figure_leave_event", self._left)

    def show_dependence(self, curve: DependenceResult | None) -> None:
        before, self.dependence = self.dependence, curve
        if before is None or curve is None or before.attribute != curve.attribute:
            self.at = None  # the cursor was at a value of another attribute
        elif self.at is not None:
            self._announce(curve)  # other posteriors at the same value
        self.redraw()

    def _draw(self, figure: Figure, theme: Theme) -> tuple[Line2D, ...]:
        if self.dependence is None:
            self.artists = self._cursor = None
            return ()
        self.artists = draw_on(figure, self.dependence, theme)
        (self._cursor,) = self.artists.ax.plot(
            [0, 0],
            [0, 1],
            color=theme.accent,
            linewidth=theme.line_cursor,
            animated=True,
            visible=False,
            zorder=6,
        )
        self._place_cursor()
        return (self._cursor,)

    def _fits(self, artists: DependenceArtists, curve: DependenceResult) -> bool:
        """Whether the curve shown is about this attribute: the new one is drawn with the next frame."""
        return artists.data.attribute == curve.attribute

    # -- the cursor -----------------------------------------------------------------------------------

    def move_to(self, value: float | None) -> None:
        """Move the cursor to a value, or remove it (None)."""
        self.at = value
        if self.artists is None or self.dependence is None or not self._fits(self.artists, self.dependence):
            return
        self._place_cursor()
        self.move_animated()
        self._announce(self.dependence)

    def _announce(self, curve: DependenceResult) -> None:
        text = "" if self.at is None else read_out(curve, self.at)
        self.setAccessibleDescription(f"{text}; arrow keys move, Enter sets the value" if text else "")
        self.reads.emit(text)

    def _place_cursor(self) -> None:
        if self._cursor is None or self.artists is None:
            return
        x = np.nan if self.at is None else self.artists.place(self.at)
        self._cursor.set_visible(bool(np.isfinite(x)))
        if np.isfinite(x):
            self._cursor.set_xdata([x, x])

    def choose(self) -> None:
        """Give the instance the value under the cursor."""
        curve, at = self.dependence, self.at
        if curve is None or at is None:
            return
        value: Value = None
        if not np.isnan(at):
            value = curve.attribute.values[int(at)] if curve.attribute.is_nominal else round_to(curve, at)
        self.value_chosen.emit(curve.attribute.name, value)

    def _value_of(self, event: MouseEvent) -> float | None:
        if self.artists is None or event.inaxes is not self.artists.ax or event.xdata is None:
            return None
        if self.dependence is None or not self._fits(self.artists, self.dependence):
            return None
        return self.artists.value_at(float(event.xdata))

    def _left(self, event: object) -> None:
        self.move_to(None)

    def _moved(self, event: MouseEvent) -> None:
        self.move_to(self._value_of(event))

    def _pressed(self, event: MouseEvent) -> None:
        value = self._value_of(event)
        if value is not None and event.button == 1:
            self.move_to(value)
            self.choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        curve, key = self.dependence, Qt.Key(event.key())
        if curve is None:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.move_to(self._next_value(curve, 1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_Home:
            self.move_to(curve.now)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.choose()
        else:
            event.ignore()  # digits go to k, everything else to the window

    def _next_value(self, curve: DependenceResult, by: int) -> float:
        """Return the next value of the curve; after the last nominal one comes missing."""
        start = curve.now if self.at is None else self.at
        n = len(curve.values)
        at = n if np.isnan(start) else nearest(curve, start)
        last = n if curve.attribute.is_nominal else n - 1
        at = min(max(at + by, 0), last)
        return np.nan if at >= n else float(curve.values[at])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.move_to(None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QColor(self.theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()
