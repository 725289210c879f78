"""The map's canvas: the rows are its background, whatever follows k is blitted over it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.plots.distance_view import DistanceArtists, DistanceData
from lwnb_gui.plots.layout import Box, add_axes, left_room, place
from lwnb_gui.plots.map import MapArtists, MapData
from lwnb_gui.plots.neighbour_marks import Hit
from lwnb_gui.plots.regions import RegionPlanes, RegionsData
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.canvas import Canvas
from lwnb_gui.qt.panels.cloud import quicken
from lwnb_gui.qt.panels.mark_pictures import MarkPictures
from lwnb_gui.qt.panels.painting import Fonts, fill, pen

Tool = Literal["", "zoom", "box", "pan"]
Places = MapData | DistanceData

_STILL = 4.0  # pixels that the mouse may move between press and release of a click
_WHEEL, _CLICK = 1.25, 1.6
_CURSORS = {
    "": Qt.CursorShape.ArrowCursor,
    "zoom": Qt.CursorShape.CrossCursor,
    "box": Qt.CursorShape.CrossCursor,
    "pan": Qt.CursorShape.OpenHandCursor,
}


class MapCanvas(Canvas):
    """Draws places and an explanation on them, and turns the mouse into signals."""

    hovered = Signal(object)  # Hit or None
    point_clicked = Signal(int)  # row number
    place_chosen = Signal(float, float, object)  # values along x and y; a drag's token, None for a click
    zoomed = Signal()
    painted_over = Signal(QPainter)  # for what lies above the picture

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.fonts: Fonts | None = None
        self.ax: Axes | None = None
        self.artists: MapArtists | DistanceArtists | None = None
        self._pictures = MarkPictures()
        self.tool: Tool = ""
        self._home: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._pressed: tuple[float, float] | None = None
        self._began: tuple[Any, ...] | None = None  # limits when a pan began
        self._box: tuple[float, float] | None = None
        self._token: object | None = None  # of the star being dragged
        self._now = (0.0, 0.0)
        self._hidden: frozenset[int] = frozenset()
        self.planes: tuple[Axes, ...] = ()
        self._regions: RegionsData | None = None
        self._laid_out: RegionPlanes | None = None
        self._laid_out_at: object = None  # size and theme in which the planes were laid out
        self.setAccessibleName("Map of the rows around the test instance")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(80)
        self.mpl_connect("button_press_event", self._on_press)
        self.mpl_connect("motion_notify_event", self._on_move)
        self.mpl_connect("button_release_event", self._on_release)
        self.mpl_connect("scroll_event", self._on_scroll)
        self.mpl_connect("figure_leave_event", lambda event: self.hovered.emit(None))

    # -- what is shown ------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts = theme, Fonts(theme)

    def show_places(self, data: Places, *, keep_zoom: bool = False) -> None:
        """Another map, or the same in another dress."""
        limits = self.limits if keep_zoom else None
        self.planes, self._regions = (), None
        figure, px = self.clear_figure(), self.theme.px
        figure.set_facecolor(self.theme.panel)
        with self.theme.context():
            if isinstance(data, MapData):
                box = Box(left=px(46), top=px(10), right=px(14), bottom=px(38))
                self.ax = add_axes(figure, box)
                self.artists = MapArtists(self.ax, data, self.theme)
                room = max(left_room(self.ax, self.theme) + px(6), px(40))
                place(self.ax, Box(left=room, top=px(10), right=px(14), bottom=px(38)))
            else:
                self.ax = add_axes(figure, Box(left=px(8), top=px(8), right=px(8), bottom=px(8)))
                self.artists = DistanceArtists(self.ax, data, self.theme)
        quicken(self.ax, self.artists, self.theme)
        self._home = (self.ax.get_xlim(), self.ax.get_ylim())
        if self._hidden:
            self.artists.hide_classes(self._hidden)
        if limits is not None:
            self.ax.set(xlim=limits[0], ylim=limits[1])
        self.draw_idle()

    def show_nothing(self) -> None:
        self.clear_figure().set_facecolor(self.theme.panel)
        self.ax = self.artists = self._home = None
        self.draw_idle()

    def show_planes(self, data: RegionsData) -> None:
        """Several learners' regions in the place of the map; while k moves only their colours change."""
        size = (self.width(), self.height(), self.theme)
        if (
            self._laid_out is None
            or self._laid_out_at != size
            or not self.planes
            or not self._laid_out.update(data)
        ):
            figure = self.clear_figure()
            figure.set_facecolor(self.theme.panel)
            self.ax = self.artists = self._home = None
            self._laid_out, self._laid_out_at = RegionPlanes(figure, data, self.theme), size
            self.planes = tuple(self._laid_out.axes)
        self._regions = data
        self.draw_idle()

    def show_explanation(self, explanation: Explanation) -> None:
        """Move star, neighbours, spokes and ring; nothing else is drawn."""
        if self.artists is not None:
            self.artists.update(explanation)
            self.refresh()

    def highlight(self, lit: NDArray[np.intp] | None, hovered: int | None) -> None:
        """Neighbours that stay while others fade, and the one under the mouse."""
        if self.artists is not None:
            self.artists.highlight(None if lit is None else lit.tolist(), hovered)
            self.refresh()

    def refresh(self) -> None:
        """Show the moving part as it is now."""
        if self.artists is not None and self.ax is not None:
            self.set_moving([(self.ax, a) for a in self.artists.animated if a.get_visible()])
            self.move()

    def hide_classes(self, codes: frozenset[int]) -> None:
        self._hidden = codes
        if self.artists is not None:
            self.artists.hide_classes(codes)
            self.refresh()
            self.draw_idle()

    # -- places -------------------------------------------------------------------------------------

    @property
    def places_are_values(self) -> bool:
        """Whether a place in the plane says what the two attributes are there."""
        return self.artists is not None and getattr(self.artists.data, "axes", None) is not None

    @property
    def room(self) -> QRectF:
        """The axes, in pixels of the widget."""
        if self.ax is None:
            return QRectF(self.rect())
        box, ratio = self.ax.bbox, self.device_pixel_ratio
        return QRectF(box.x0 / ratio, self.height() - box.y1 / ratio, box.width / ratio, box.height / ratio)

    def to_widget(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of the plane in pixels of the widget. Shape (n, 2)."""
        if self.ax is None:
            return np.full((len(points), 2), np.nan)
        found = self.ax.transData.transform(points) / self.device_pixel_ratio
        found[:, 1] = self.height() - found[:, 1]
        return np.asarray(found)

    def place_of(self, x: float, y: float) -> QPointF:
        """One place of the plane in pixels of the widget."""
        found = self.to_widget(np.array([[x, y]]))[0]
        return QPointF(float(found[0]), float(found[1]))

    # -- zoom ---------------------------------------------------------------------------------------

    @property
    def limits(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        return None if self.ax is None else (self.ax.get_xlim(), self.ax.get_ylim())

    @property
    def is_zoomed(self) -> bool:
        return self._home is not None and self.limits != self._home

    def set_tool(self, tool: Tool) -> None:
        self.tool = tool
        self.setCursor(_CURSORS[tool])

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Nearer by a factor, towards a place in the canvas's pixels (the middle by default)."""
        if self.ax is None:
            return
        box = self.ax.bbox
        at = (box.x0 + box.width / 2, box.y0 + box.height / 2) if x is None or y is None else (x, y)
        centre = self.ax.transData.inverted().transform(at)
        (x0, x1), (y0, y1) = self.ax.get_xlim(), self.ax.get_ylim()
        self._set_limits(
            (centre[0] - (centre[0] - x0) / factor, centre[0] + (x1 - centre[0]) / factor),
            (centre[1] - (centre[1] - y0) / factor, centre[1] + (y1 - centre[1]) / factor),
        )

    def pan(self, dx: float, dy: float) -> None:
        """Shift by shares of the width and height that are shown."""
        if self.ax is not None:
            (x0, x1), (y0, y1) = self.ax.get_xlim(), self.ax.get_ylim()
            across, up = dx * (x1 - x0), dy * (y1 - y0)
            self._set_limits((x0 + across, x1 + across), (y0 + up, y1 + up))

    def go_home(self) -> None:
        if self._home is not None:
            self._set_limits(*self._home)

    def _set_limits(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        if self.ax is None or not np.isfinite((*x, *y)).all() or self._home is None:
            return
        whole = self._home[0][1] - self._home[0][0]
        if not 1e-7 < (x[1] - x[0]) / (whole or 1.0) < 50:
            return
        self.ax.set(xlim=x, ylim=y)
        self.draw_idle()
        self.zoomed.emit()

    # -- the mouse ----------------------------------------------------------------------------------

    @property
    def is_dragging_star(self) -> bool:
        return self._token is not None

    def _on_press(self, event: MouseEvent) -> None:
        if event.inaxes in self.planes and event.button == 1:
            self.place_chosen.emit(float(event.xdata or 0.0), float(event.ydata or 0.0), None)
        if self.ax is None or self.artists is None or event.dblclick:
            return
        self._pressed = (event.x, event.y)
        if event.button == 2 or (event.button == 1 and self.tool == "pan"):
            self._begin_pan()
        elif event.button == 1 and self.tool == "box":
            self._box = (event.x, event.y)
        elif self.tool == "zoom" and event.button in (1, 3):
            shift = event.key == "shift" or event.button == 3
            self.zoom(1 / _CLICK if shift else _CLICK, event.x, event.y)
            self._pressed = None
        elif event.button == 1 and self.places_are_values and self.artists.over_star(event.x, event.y):
            self._token = object()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _begin_pan(self) -> None:
        assert self.ax is not None
        self._began = (self.ax.get_xlim(), self.ax.get_ylim())
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _on_move(self, event: MouseEvent) -> None:
        self._now = (event.x, event.y)
        if self.ax is None or self.artists is None:
            return
        if self._token is not None:
            self._choose_place(event.x, event.y, self._token)
        elif self._began is not None:
            self._drag_pan(event)
        elif self._box is not None:
            self.update()
        elif self._pressed is not None and self._moved_since(event) and self.tool == "":
            self._begin_pan()  # a drag beside the star moves the map
            self._drag_pan(event)
        elif self._pressed is None:
            self._hover(event)

    def _hover(self, event: MouseEvent) -> None:
        assert self.artists is not None
        over_star = self.places_are_values and self.artists.over_star(event.x, event.y)
        inside = event.inaxes is self.ax
        hit = self.artists.hit(event.x, event.y) if inside and not over_star else None
        if self.tool == "":
            shape = Qt.CursorShape.ArrowCursor
            if over_star:
                shape = Qt.CursorShape.OpenHandCursor
            elif hit is not None:
                shape = Qt.CursorShape.PointingHandCursor
            elif inside and self.places_are_values:
                shape = Qt.CursorShape.CrossCursor
            if shape != self.cursor().shape():
                self.setCursor(shape)
        self.hovered.emit(hit)

    def _moved_since(self, event: MouseEvent) -> bool:
        assert self._pressed is not None
        far = np.hypot(event.x - self._pressed[0], event.y - self._pressed[1])
        return bool(far > _STILL * self.device_pixel_ratio)

    def _drag_pan(self, event: MouseEvent) -> None:
        if self.ax is None or self._began is None or self._pressed is None:
            return
        (x0, x1), (y0, y1) = self._began
        dx = (event.x - self._pressed[0]) / (self.ax.bbox.width or 1.0) * (x1 - x0)
        dy = (event.y - self._pressed[1]) / (self.ax.bbox.height or 1.0) * (y1 - y0)
        self._set_limits((x0 - dx, x1 - dx), (y0 - dy, y1 - dy))

    def _on_release(self, event: MouseEvent) -> None:
        pressed, box = self._pressed, self._box
        click = pressed is not None and not self._moved_since(event)
        dragged = self._token is not None or self._began is not None
        self._pressed = self._began = self._token = self._box = None
        self.setCursor(_CURSORS[self.tool])
        if box is not None:
            self._zoom_to(box, (event.x, event.y))
            self.update()
        elif click and not dragged and event.button == 1 and self.tool == "":
            self._clicked(event)

    def _clicked(self, event: MouseEvent) -> None:
        if self.artists is None or event.inaxes is not self.ax:
            return
        hit = self.artists.hit(event.x, event.y)
        if hit is not None:
            self.point_clicked.emit(int(self.artists.data.rows[hit.point]))
        elif self.places_are_values:
            self._choose_place(event.x, event.y, None)

    def _choose_place(self, x: float, y: float, token: object | None) -> None:
        if isinstance(self.artists, MapArtists) and self.ax is not None:
            box = self.ax.bbox
            inside = (min(max(x, box.x0), box.x1), min(max(y, box.y0), box.y1))
            found = self.artists.value_at(*inside)
            self.place_chosen.emit(*found, token)

    def _zoom_to(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        if self.ax is None or min(abs(one[0] - other[0]), abs(one[1] - other[1])) < _STILL:
            return
        corners = self.ax.transData.inverted().transform([one, other])
        (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
        if self.ax.get_aspect() != "auto":  # keep the shape: a ring stays a ring
            (a0, a1), (b0, b1) = self.ax.get_xlim(), self.ax.get_ylim()
            share = max((x1 - x0) / (a1 - a0), (y1 - y0) / (b1 - b0)) / 2
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = cx - share * (a1 - a0), cx + share * (a1 - a0)
            y0, y1 = cy - share * (b1 - b0), cy + share * (b1 - b0)
        self._set_limits((x0, x1), (y0, y1))

    def _on_scroll(self, event: MouseEvent) -> None:
        self.zoom(_WHEEL**event.step, event.x, event.y)

    def hit_at(self, x: float, y: float) -> Hit | None:
        """What is at a place in pixels of the widget."""
        ratio = self.device_pixel_ratio
        return None if self.artists is None else self.artists.hit(x * ratio, (self.height() - y) * ratio)

    # -- keys and painting --------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shifts = {
            Qt.Key.Key_Left: (-0.1, 0.0),
            Qt.Key.Key_Right: (0.1, 0.0),
            Qt.Key.Key_Up: (0.0, 0.1),
            Qt.Key.Key_Down: (0.0, -0.1),
        }
        key = Qt.Key(event.key())
        if key in shifts and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.pan(*shifts[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_WHEEL)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _WHEEL)
        elif key == Qt.Key.Key_Home:
            self.go_home()
        else:
            event.ignore()  # digits go to k, all else to the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._regions is not None:  # laid out in pixels
            self.show_planes(self._regions)

    def moving_part(self) -> QRectF | None:
        if self.ax is None or self.artists is None:
            return super().moving_part()
        ratio = self.device_pixel_ratio
        points = self.to_widget(self.artists.extent) * ratio
        points = points[np.isfinite(points).all(axis=1)]
        if not len(points):
            return QRectF()
        (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
        air = self.theme.px(4) * ratio  # half a line
        part = QRectF(x0 - air, y0 - air, x1 - x0 + 2 * air, y1 - y0 + 2 * air)
        return QRectF(
            part.intersected(QRectF(0, 0, self.width() * ratio, self.height() * ratio)).toAlignedRect()
        )

    def _paint_marks(self, painter: QPainter) -> None:
        if self.ax is None or self.artists is None or self._background is None:
            return
        ratio = self.device_pixel_ratio
        painter.save()
        painter.setClipRect(self.room)
        painter.scale(1 / ratio, 1 / ratio)
        self._pictures.paint(painter, self.artists.above, lambda at: self.to_widget(at) * ratio, ratio)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        self._paint_marks(painter)
        self.painted_over.emit(painter)
        if self._box is not None:
            ratio, tall = self.device_pixel_ratio, self.height()
            (x0, y0), (x1, y1) = self._box, self._now
            corner = QPointF(x0 / ratio, tall - y0 / ratio)
            other = QPointF(x1 / ratio, tall - y1 / ratio)
            painter.setPen(pen(self.theme.accent))
            painter.setBrush(fill(self.theme.accent_tint, 0.5))
            painter.drawRect(QRectF(corner, other).normalized())
        if self.hasFocus():
            painter.setPen(pen(self.theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
