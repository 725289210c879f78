"""The picture of the curves: hover reads out, a click sets k, a box or the wheel zooms."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lwnb_gui.plots.curve_axes import value_range
from lwnb_gui.plots.curve_data import CurveFigure
from lwnb_gui.plots.curves import CurveArtists, compose
from lwnb_gui.qt.canvas import Canvas
from lwnb_gui.qt.in_turns import is_long
from lwnb_gui.qt.k_slider import ChooseK, Gesture, is_command
from lwnb_gui.qt.tasks import Job, TaskRunner
from lwnb_gui.theme import LIGHT, Theme

View = tuple[float, float, float, float]

_TAKES = 0.1  # seconds, about, that a picture takes
_SETTLED = 60  # ms without another size before the picture is made anew
_LEAST_BOX = 6  # pixels; a smaller box is a slip of the hand
_STEP = 1.25  # how far one notch of the wheel or one key zooms
_CLOSEST = 4  # k that stay in sight


class CurveCanvas(Canvas):
    """Curves are drawn anew when they change; while k moves only the cursor does."""

    between_clicked = Signal(str, str, int)  # upper curve, lower curve, k
    zoom_changed = Signal(bool)  # whether only a piece is shown
    rows_wanted = Signal()  # Enter

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._gesture = Gesture()
        self._theme: Theme = LIGHT
        self._data: CurveFigure | None = None
        self._view: View | None = None
        self._k, self._hover = 1, 0
        self._artists: CurveArtists | None = None
        self._box: Rectangle | None = None
        self._pressed_at: tuple[float, float] | None = None
        self.box_zoom = False
        self.pace = 0.0  # seconds that the last picture took
        self.tasks: TaskRunner | None = None  # draws behind the window, if there is one
        self._task = f"curves-picture-{id(self)}"
        self._stale = self._behind = False
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._make)
        self.setAccessibleName("Curves over k")
        self.setAccessibleDescription(
            "Arrows move k, page keys by 10, Home and End to the ends; plus and minus zoom, Escape shows "
            "all, Enter lists the rows that differ"
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMinimumSize(240, 160)

    def _listen(self) -> None:
        super()._listen()
        self.mpl_connect("button_press_event", self._pressed)
        self.mpl_connect("button_release_event", self._released)
        self.mpl_connect("motion_notify_event", self._moved)

    # -- for the panel ------------------------------------------------------------------------------

    @property
    def data(self) -> CurveFigure | None:
        """What is drawn, with the piece that is in sight."""
        return None if self._data is None else replace(self._data, view=self._view)

    @property
    def artists(self) -> CurveArtists | None:
        return self._artists

    def set_figure(self, data: CurveFigure | None) -> None:
        """Other curves; what is in sight stays in sight while the axis is the same."""
        old = self._data
        if data is None or old is None or (data.log, data.measure) != (old.log, old.measure):
            self._set_view(None)
        self._data = data
        now = self.data
        if now is not None and self._artists is not None and self._artists.follow(now):
            self._update()
        else:
            self._make()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._make()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            self._update()

    @property
    def _cursor_k(self) -> int:
        """k, or the last one on the axis: with fewer training rows in a fold the axis is shorter."""
        return self._k if self._data is None else min(self._k, self._data.k_range[1])

    def zoom(self, factor: float, centre: float | None = None) -> None:
        """Closer (factor above 1) or farther along the axis of k, about a k."""
        data = self.data
        if data is None or not data.series:
            return
        whole = data.k_range
        low, high = whole if data.view is None else data.view[:2]
        centre = float(self._k) if centre is None else centre
        centre = min(max(centre, low), high)
        to, back = (math.log, math.exp) if data.log else (float, float)
        a, b, c = to(low), to(high), to(centre)
        low, high = back(c - (c - a) / factor), back(c + (b - c) / factor)
        if high - low < _CLOSEST:
            return
        self.show_ks(max(low, whole[0]), min(high, whole[1]))

    def show_ks(self, low: float, high: float) -> None:
        """A stretch of k, with the values that the curves have there."""
        data = self._data
        if data is None:
            return
        if low <= data.k_range[0] and high >= data.k_range[1]:
            self.show_all()
            return
        self._set_view((low, high, *value_range(data, (low, high))))
        self._make()

    def show_all(self) -> None:
        """The whole picture again."""
        if self._view is not None:
            self._set_view(None)
            self._make()

    # -- drawing ------------------------------------------------------------------------------------

    def _set_view(self, view: View | None) -> None:
        changed = (view is None) != (self._view is None)
        self._view = view
        if changed:
            self.zoom_changed.emit(view is not None)

    def _make(self) -> None:
        self._settled.stop()
        self._stale = not self.isVisible()
        if self._stale or self.width() < 120 or self.height() < 80:
            return
        data = self.data
        if self.tasks is not None and data is not None and data.series and is_long(_TAKES):
            if not self.tasks.is_running(self._task):  # the one under way sees to what is wanted by its end
                self._make_behind(data, self.tasks)
            return
        if self.tasks is not None:
            self.tasks.cancel(self._task)
        began = time.perf_counter()
        figure = self.clear_figure()
        figure.set_facecolor(self._theme.panel)
        self._artists = self._box = None
        if data is not None and data.series:
            made = _compose(figure, replace(data, k=self._cursor_k), self._theme)
            self._artists, self._box = made.artists, made.box
            self.set_moving(made.moving)
            self._artists.update(self._cursor_k, hover=self._hover or None)
        self.draw_idle()
        self.pace = time.perf_counter() - began

    def _make_behind(self, data: CurveFigure, tasks: TaskRunner) -> None:
        """Let a task make and draw the figure; until it is there, the old one stays and can be used."""
        figure, theme, asked = self.new_figure(), self._theme, (self._data, self._view, self._theme)
        now, began = replace(data, k=self._cursor_k), time.perf_counter()

        def work(job: Job) -> _Made:
            figure.set_facecolor(theme.panel)
            made = _compose(figure, now, theme)
            job.check()
            made.artists.update(now.k or 1, hover=None)
            figure.canvas.draw()
            return made

        def done(made: _Made) -> None:
            self.pace = time.perf_counter() - began
            made.artists.update(self._cursor_k, hover=self._hover or None)
            if not self.isVisible():
                self._stale = True
            elif not self.take(figure, made.moving):
                self._make()
            else:
                self._artists, self._box = made.artists, made.box
                if asked != (self._data, self._view, self._theme):
                    self._make()  # something else is wanted by now

        tasks.start(self._task, work, on_done=done, drawing=True)

    def _stop_behind(self) -> None:
        """For a picture that is to be whole."""
        super()._stop_behind()
        if self._is_remade_soon():
            self._make()

    def _is_remade_soon(self) -> bool:
        drawn = self.tasks is not None and self.tasks.is_running(self._task)
        return drawn or self._settled.isActive()

    def _update(self) -> None:
        self._behind = not self.isVisible()  # where nobody sees it, it waits until it is shown
        if self._artists is not None and not self._behind:
            self._artists.update(self._cursor_k, hover=self._hover or None)
            self.move()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settled.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._settled.start()
        elif self._behind:
            self._update()

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
        if self.box_zoom and inside:
            self._pressed_at = (event.x, event.y)
            return
        k = artists.k_at(event.x)
        self._set_hover(0)
        self._choose(k, self._gesture.begin())
        pair = artists.between(event.x, event.y) if inside else None
        if pair is not None:
            self.between_clicked.emit(*pair, k)

    def _moved(self, event: MouseEvent) -> None:
        artists = self._artists
        if artists is None:
            return
        if self._pressed_at is not None and self._box is not None:
            to_data = artists.ax.transData.inverted()
            (x0, y0), (x1, y1) = to_data.transform([self._pressed_at, (event.x, event.y)])
            self._box.set_bounds(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            self._box.set_visible(True)
            self.move()
        elif _is_dragging(event):
            self._choose(artists.k_at(event.x), self._gesture.go_on())
        else:
            inside = artists.ax.bbox.x0 <= event.x <= artists.ax.bbox.x1
            self._set_hover(artists.k_at(event.x) if inside else 0)

    def _released(self, event: MouseEvent) -> None:
        start, self._pressed_at = self._pressed_at, None
        artists = self._artists
        if start is None or artists is None or self._box is None:
            return
        self._box.set_visible(False)
        across, up = abs(event.x - start[0]), abs(event.y - start[1])
        if across < _LEAST_BOX:
            self.move()
            return
        (x0, y0), (x1, y1) = artists.ax.transData.inverted().transform([start, (event.x, event.y)])
        low, high = max(min(x0, x1), 1.0), max(x0, x1)
        if high - low < _CLOSEST:
            low, high = (low + high) / 2 - _CLOSEST / 2, (low + high) / 2 + _CLOSEST / 2
        if up < 3 * _LEAST_BOX:  # a stroke along the axis: the values find their own place
            self.show_ks(max(low, 1.0), high)
        else:
            self._set_view((max(low, 1.0), high, min(y0, y1), max(y0, y1)))
            self._make()

    def _set_hover(self, k: int) -> None:
        if k != self._hover:
            self._hover = k
            self._update()

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
        key, keys = event.key(), Qt.Key
        steps = {keys.Key_Right: 1, keys.Key_Up: 1, keys.Key_Left: -1, keys.Key_Down: -1}
        steps |= {keys.Key_PageUp: 10, keys.Key_PageDown: -10}
        ends = self._data.k_range if self._data is not None else (1, 1)
        if key in steps:
            self._choose(max(self._k + steps[Qt.Key(key)], 1), self._gesture.token())
        elif key in (keys.Key_Home, keys.Key_End):
            self._choose(ends[key == keys.Key_End], self._gesture.token())
        elif key in (keys.Key_Plus, keys.Key_Equal):
            self.zoom(_STEP**2)
        elif key == keys.Key_Minus:
            self.zoom(_STEP**-2)
        elif key == keys.Key_Escape and self._view is not None:
            self.show_all()
        elif key in (keys.Key_Return, keys.Key_Enter):
            self.rows_wanted.emit()
        else:
            event.ignore()  # digits go to k

    def paint_above(self, painter: QPainter) -> None:
        if self.hasFocus():
            painter.fillRect(0, 0, 2, self.height(), self._theme.accent)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


@dataclass(frozen=True, eq=False)
class _Made:
    """What was put into a figure."""

    artists: CurveArtists
    box: Rectangle

    @property
    def moving(self) -> list[tuple[Axes, Artist]]:
        return [(self.artists.ax, artist) for artist in (*self.artists.animated, self.box)]


def _compose(figure: Figure, data: CurveFigure, theme: Theme) -> _Made:
    artists = compose(figure, data, theme)
    box = Rectangle(
        (0, 0), 0, 0, facecolor=theme.accent_tint, edgecolor=theme.accent, alpha=0.5, animated=True,
        visible=False, zorder=30,
    )  # fmt: skip
    artists.ax.add_patch(box)
    return _Made(artists, box)


def _is_dragging(event: MouseEvent) -> bool:
    gui = event.guiEvent
    return bool(gui is not None and gui.buttons() & Qt.MouseButton.LeftButton)
