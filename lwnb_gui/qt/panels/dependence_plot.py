"""The dependence on one attribute in the window: hover reads out, a click or Enter sets the value."""

from __future__ import annotations

import numpy as np
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Dependence
from lwnb_gui.plots.dependence import DependenceArtists, draw_on, nearest, read_out, round_to
from lwnb_gui.qt.canvas import Moving
from lwnb_gui.qt.data.base import Plot
from lwnb_gui.qt.panels.painting import pen
from lwnb_gui.state import Value
from lwnb_gui.theme import Theme


class DependencePlot(Plot):
    """A cursor moves with the mouse or the arrow keys; nothing else is drawn while it does."""

    value_chosen = Signal(str, object)  # attribute, value
    reads = Signal(str)  # what is under the cursor; empty: nothing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._draw, parent)
        self.dependence: Dependence | None = None
        self.artists: DependenceArtists | None = None
        self._cursor: Line2D | None = None
        self.at: float | None = None  # the value under the cursor; NaN: missing
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Dependence of the posterior on one attribute")
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setToolTip(
            "LWNB’s posterior at every value of this attribute, the others as they are. The neighbourhood is "
            "found anew for each. Click to give the instance that value."
        )

    def _listen(self) -> None:
        super()._listen()
        self.mpl_connect("motion_notify_event", self._moved)
        self.mpl_connect("button_press_event", self._pressed)
        self.mpl_connect("figure_leave_event", self._left)

    def show_dependence(self, found: Dependence | None) -> None:
        before, self.dependence = self.dependence, found
        if before is None or found is None or before.attribute != found.attribute:
            self.at = None  # the cursor stood at a value of another attribute
        self.repaint_figure()

    def _has_much(self) -> bool:
        return self.dependence is not None  # an old curve goes at once

    def _draw(self, figure: Figure, theme: Theme) -> tuple[DependenceArtists, Line2D] | None:
        found = self.dependence
        if found is None:
            return None
        artists = draw_on(figure, found, theme)
        (cursor,) = artists.ax.plot(
            [0, 0],
            [0, 1],
            color=theme.accent,
            linewidth=theme.line_cursor,
            animated=True,
            visible=False,
            zorder=6,
        )
        return artists, cursor

    def _moving_of(self, made: tuple[DependenceArtists, Line2D] | None) -> Moving:
        return () if made is None else [(made[0].ax, made[1])]

    def _adopt(self, made: tuple[DependenceArtists, Line2D] | None) -> None:
        self.artists, self._cursor = made or (None, None)
        if self.at is not None:
            self.move_to(self.at)

    def _fits(self, artists: DependenceArtists, found: Dependence) -> bool:
        """Whether the curve in sight is of this attribute: that of another may still be being drawn."""
        return artists.data.attribute == found.attribute

    # -- the cursor -----------------------------------------------------------------------------------

    def move_to(self, value: float | None) -> None:
        """Put the cursor at a value; None: nowhere."""
        self.at = value
        if self._cursor is None or self.artists is None or self.dependence is None:
            return
        if not self._fits(self.artists, self.dependence):
            return
        x = np.nan if value is None else self.artists.place(value)
        self._cursor.set_visible(bool(np.isfinite(x)))
        if np.isfinite(x):
            self._cursor.set_xdata([x, x])
        self.move()
        words = "" if value is None else read_out(self.dependence, value)
        self.setAccessibleDescription(f"{words}; arrow keys move, Enter sets the value" if words else "")
        self.reads.emit(words)

    def choose(self) -> None:
        """Give the instance the value under the cursor."""
        found, at = self.dependence, self.at
        if found is None or at is None:
            return
        value: Value = None
        if not np.isnan(at):
            value = found.attribute.values[int(at)] if found.attribute.is_nominal else round_to(found, at)
        self.value_chosen.emit(found.attribute.name, value)

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
        found, key = self.dependence, Qt.Key(event.key())
        if found is None:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.move_to(self._beside(found, 1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_Home:
            self.move_to(found.now)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.choose()
        else:
            event.ignore()  # digits go to k, all else to the window

    def _beside(self, found: Dependence, by: int) -> float:
        """The next value asked about; after the last nominal one comes missing."""
        start = found.now if self.at is None else self.at
        n = len(found.values)
        at = n if np.isnan(start) else nearest(found, start)
        last = n if found.attribute.is_nominal else n - 1
        at = min(max(at + by, 0), last)
        return np.nan if at >= n else float(found.values[at])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.move_to(None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and self._theme is not None:
            painter = QPainter(self)
            painter.setPen(pen(self._theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()
