"""The picture of the curves: hover reads out, a click sets k, a box or the wheel zooms."""

from __future__ import annotations

import math
from dataclasses import replace

from matplotlib.artist import Artist
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lwnb_gui.app.history import UndoGroup
from lwnb_gui.plots.curve_axes import value_range
from lwnb_gui.plots.curves import CurveArtists, compose
from lwnb_gui.qt.curves.pen import HOW, Pen
from lwnb_gui.qt.k.k_slider import ChooseK, is_command
from lwnb_gui.qt.scene.plot_view import PlotView
from lwnb_gui.qt.scene.screen_reader import announce
from lwnb_gui.qt.widgets.arrow_keys import STEPS
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.curve_figure import CurveFigure
from lwnb_gui.views.curves.drawn import spoken

Limits = tuple[float, float, float, float]

_LEAST_BOX = 6  # pixels; a smaller box counts as a click
_STEP = 1.25  # how far one notch of the wheel or one key zooms
_CLOSEST = 4  # values of k that stay visible
_KEYS = (
    "The arrow keys move k by 1, the page keys by 10, Home and End to the ends; plus and minus zoom, "
    "Escape shows all, Enter lists the rows that differ"
)


class CurveCanvas(PlotView):
    """The canvas of the curves, which are drawn anew when they change; while k moves, only the cursor is."""

    between_clicked = Signal(str, str, int)  # upper curve, lower curve, k
    zoom_changed = Signal(bool)  # whether only a piece is shown
    rows_requested = Signal()  # Enter

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(self._draw, parent)
        self._choose = choose
        self._undo_group = UndoGroup()
        self._data: CurveFigure | None = None
        self._limits: Limits | None = None
        self._k, self._hover = 1, 0
        self._artists: CurveArtists | None = None
        self._box: Rectangle | None = None
        self._pressed_at: tuple[float, float] | None = None
        self.box_zoom = False
        self._pen: Pen | None = None
        self.setAccessibleName("Curves over k")
        self.setAccessibleDescription(_KEYS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMinimumSize(240, 160)
        self.mpl_connect("button_press_event", self._pressed)
        self.mpl_connect("button_release_event", self._released)
        self.mpl_connect("motion_notify_event", self._moved)

    # -- for the panel ------------------------------------------------------------------------------

    @property
    def data(self) -> CurveFigure | None:
        """The figure that is drawn, with the visible range."""
        return None if self._data is None else replace(self._data, limits=self._limits)

    @property
    def artists(self) -> CurveArtists | None:
        return self._artists

    def set_figure(self, data: CurveFigure | None) -> None:
        """Show other curves; the visible range stays as long as axis and measure do."""
        old = self._data
        if data is None or old is None or (data.log, data.measure) != (old.log, old.measure):
            self._set_limits(None)
        self._data = data
        now = self.data
        if now is not None and self._artists is not None and self._artists.follow(now):
            self._move_cursor()
        else:
            self.redraw()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            self._move_cursor()

    @property
    def pen(self) -> Pen | None:
        """The pen with which curves are drawn by hand; None: a click sets k."""
        return self._pen

    @pen.setter
    def pen(self, pen: Pen | None) -> None:
        if pen is not self._pen:
            self._pen = pen
            self.setAccessibleDescription(_KEYS if pen is None else HOW)
            set_tip(self, "" if pen is None else HOW)

    @property
    def _cursor_k(self) -> int:
        """Return k, or the last one on the axis, which is shorter if a fold has fewer training rows."""
        return self._k if self._data is None else min(self._k, self._data.k_range[1])

    def zoom(self, factor: float, centre: float | None = None) -> None:
        """Zoom in (factor above 1) or out along the axis of k, around a k."""
        data = self.data
        if data is None or not data.series:
            return
        whole = data.k_range
        low, high = whole if data.limits is None else data.limits[:2]
        centre = float(self._k) if centre is None else centre
        centre = min(max(centre, low), high)
        to, back = (math.log, math.exp) if data.log else (float, float)
        a, b, c = to(low), to(high), to(centre)
        low, high = back(c - (c - a) / factor), back(c + (b - c) / factor)
        if high - low < _CLOSEST:
            return
        self.show_ks(max(low, whole[0]), min(high, whole[1]))

    def show_ks(self, low: float, high: float) -> None:
        """Show a range of k, with the values that the curves have there."""
        data = self._data
        if data is None:
            return
        if low <= data.k_range[0] and high >= data.k_range[1]:
            self.show_all()
            return
        self._set_limits((low, high, *value_range(data, (low, high))))
        self.redraw()

    def show_all(self) -> None:
        """Show the whole picture again."""
        if self._limits is not None:
            self._set_limits(None)
            self.redraw()

    # -- drawing ------------------------------------------------------------------------------------

    def _set_limits(self, limits: Limits | None) -> None:
        changed = (limits is None) != (self._limits is None)
        self._limits = limits
        if changed:
            self.zoom_changed.emit(limits is not None)

    def _draw(self, figure: Figure, theme: Theme) -> tuple[Artist, ...]:
        data = self.data
        self._artists = self._box = None
        if data is None or not data.series:
            return ()
        artists = compose(figure, replace(data, k=self._cursor_k), theme)
        self._box = Rectangle(
            (0, 0), 0, 0, facecolor=theme.accent_tint, edgecolor=theme.accent, alpha=0.5,
            animated=True, visible=False, zorder=30,
        )  # fmt: skip
        artists.ax.add_patch(self._box)
        artists.update(self._cursor_k, hover=self._hover or None)
        self._artists = artists
        return (*artists.animated, self._box)

    def _move_cursor(self) -> None:
        if self._artists is not None:
            self._artists.update(self._cursor_k, hover=self._hover or None)
            self.move_animated()

    # -- mouse --------------------------------------------------------------------------------------

    def _pressed(self, event: MouseEvent) -> None:
        artists = self._artists
        if artists is None or event.button != 1:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.dblclick:
            self.show_all()
            return
        inside = artists.ax.bbox.contains(event.x, event.y)
        if self._pen is not None:
            if inside:
                self._set_hover(0)
                self._pen.move_to(artists.point_at(event.x, event.y))
            return
        if self.box_zoom and inside:
            self._pressed_at = (event.x, event.y)
            return
        k = artists.k_at(event.x)
        self._set_hover(0)
        self._choose(k, self._undo_group.begin())
        pair = artists.between(event.x, event.y) if inside else None
        if pair is not None:
            self.between_clicked.emit(*pair, k)

    def _moved(self, event: MouseEvent) -> None:
        artists = self._artists
        if artists is None:
            return
        if self._pen is not None and self._pen.is_down:
            self._pen.move_to(artists.point_at(event.x, event.y))
        elif self._pressed_at is not None and self._box is not None:
            to_data = artists.ax.transData.inverted()
            (x0, y0), (x1, y1) = to_data.transform([self._pressed_at, (event.x, event.y)])
            self._box.set_bounds(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            self._box.set_visible(True)
            self.move_animated()
        elif _is_dragging(event):
            self._choose(artists.k_at(event.x), self._undo_group.current())
        else:
            inside = artists.ax.bbox.x0 <= event.x <= artists.ax.bbox.x1
            self._set_hover(artists.k_at(event.x) if inside else 0)

    def _released(self, event: MouseEvent) -> None:
        if self._pen is not None and self._pen.is_down:
            self._pen.lift()
            self.redraw()  # to place the names of the lines
        start, self._pressed_at = self._pressed_at, None
        artists = self._artists
        if start is None or artists is None or self._box is None:
            return
        self._box.set_visible(False)
        across, up = abs(event.x - start[0]), abs(event.y - start[1])
        if across < _LEAST_BOX:
            self.move_animated()
            return
        (x0, y0), (x1, y1) = artists.ax.transData.inverted().transform([start, (event.x, event.y)])
        low, high = max(min(x0, x1), 1.0), max(x0, x1)
        if high - low < _CLOSEST:
            low, high = (low + high) / 2 - _CLOSEST / 2, (low + high) / 2 + _CLOSEST / 2
        if up < 3 * _LEAST_BOX:  # a stroke along the axis: the range of values follows from the curves
            self.show_ks(max(low, 1.0), high)
        else:
            self._set_limits((max(low, 1.0), high, min(y0, y1), max(y0, y1)))
            self.redraw()

    def _set_hover(self, k: int) -> None:
        if k != self._hover:
            self._hover = k
            self._move_cursor()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(0)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        artists = self._artists
        notches = event.angleDelta().y() / 120
        if artists is not None and notches:
            x = event.position().x() * self.device_pixel_ratio
            self.zoom(_STEP**notches, artists.k_at(x))
        event.accept()

    # -- keys ---------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_command(event):
            event.ignore()
            return
        if self._pen is not None and self._pen.take_key(event, self._cursor_k):
            if self._pen is not None:  # the key may have shown the curves, which ends drawing
                announce(self, spoken(self._pen.drawing, self._cursor_k, self._pen.log))
            return
        key, keys = Qt.Key(event.key()), Qt.Key
        ends = self._data.k_range if self._data is not None else (1, 1)
        if key in STEPS:
            self._choose(max(self._k + STEPS[key], 1), self._undo_group.join())
        elif key in (keys.Key_Home, keys.Key_End):
            self._choose(ends[key == keys.Key_End], self._undo_group.join())
        elif key in (keys.Key_Plus, keys.Key_Equal):
            self.zoom(_STEP**2)
        elif key == keys.Key_Minus:
            self.zoom(_STEP**-2)
        elif key == keys.Key_Escape and self._limits is not None:
            self.show_all()
        elif key in (keys.Key_Return, keys.Key_Enter):
            self.rows_requested.emit()
        else:
            event.ignore()  # digits go to k

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            QPainter(self).fillRect(0, 0, 2, self.height(), self.theme.accent)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _is_dragging(event: MouseEvent) -> bool:
    gui = event.guiEvent
    return bool(gui is not None and gui.buttons() & Qt.MouseButton.LeftButton)
