"""The view of the map: a scene whose static part is cached as a pixmap; zoom, keys and mouse."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.explore.map.map_mouse import WHEEL, MapMouse, Tool
from lwnb_gui.qt.scene.scene_view import SceneView
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Rect, Scene, Shape
from lwnb_gui.views.map.callout_boxes import Box, Callouts
from lwnb_gui.views.map.callouts import Callout
from lwnb_gui.views.map.layers import StaticMap, moving_shapes, static_map
from lwnb_gui.views.map.map_marks import Hit, hit
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.reading import MapReading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.map.view_transform import Limits, ViewTransform

_SMALLEST, _LARGEST = 1e-7, 50  # limits of the zoom, as a share of the whole map
_SHIFTS = {
    Qt.Key.Key_Left: (-0.1, 0.0), Qt.Key.Key_Right: (0.1, 0.0),
    Qt.Key.Key_Up: (0.0, 0.1), Qt.Key.Key_Down: (0.0, -0.1),
}  # fmt: skip


class MapSceneView(SceneView):
    """Shows a reading of the map: one map, or one for each of several learners, side by side.

    With several, "the" map is the one under the mouse, or else the first.

    Signals
    -------
    hovered(Hit | None)
        What the mouse is on.
    point_clicked(int)
        A row, by its number.
    values_chosen(float, float, object)
        Values along x and y; the token of a drag, None for a click.
    zoomed()
        The limits have changed.
    """

    point_clicked = Signal(int)
    values_chosen = Signal(float, float, object)
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Map.spoken_name, parent)
        self.reading: MapReading | None = None
        self.find_callouts: Callable[[], Sequence[Callout]] = tuple
        self.tip = ""  # of the whole map
        self.boxes: tuple[Box, ...] = ()  # the callouts with their positions
        self._limits: Limits | None = None  # None: the whole map
        self._unfaded: Collection[int] | None = None
        self._hovered: int | None = None
        self._under_mouse = 0  # which of the maps
        self._callouts = Callouts()
        self._static: StaticMap | None = None
        self._static_of: tuple[tuple[object, ...], tuple[object, ...]] = ((), ())
        self._moving: tuple[Shape, ...] = ()
        # Cached: painting a hundred thousand rows takes longer than a canvas, and they stay while k moves.
        self._pixmap: tuple[StaticMap, float, QPixmap] | None = None
        self.static_paints = 0  # how often the static part was painted
        self._compose = self._compose_map
        self.setMinimumHeight(80)
        self._mouse = MapMouse(self)

    # -- what is shown ------------------------------------------------------------------------------

    def show_reading(self, reading: MapReading | None, *, keep_zoom: bool = True) -> None:
        """Show another explanation, other rows or other regions; None shows nothing."""
        if reading is None or not keep_zoom:
            self._limits = None
        if reading is None:
            self._forget()
        self.reading = reading
        self._unfaded = self._hovered = None
        self.refresh()

    def _forget(self) -> None:
        """Release rows and their picture, and end a drag."""
        self._mouse.end_drag()
        self._static = self._pixmap = None
        self._static_of = ((), ())
        self._moving, self.boxes, self._callouts = (), (), Callouts()
        self._under_mouse = 0

    def highlight(self, emphasised: Collection[int] | None, hovered: int | None) -> None:
        """Fade all neighbours but those `emphasised`, and mark the one under the mouse."""
        self._unfaded, self._hovered = emphasised, hovered
        self.refresh()

    def _compose_map(self, canvas: Canvas) -> Scene:
        reading = self.reading
        if reading is None or min(canvas.width, canvas.height) < 1:
            return Scene(canvas.width, 0.0)
        static = self._static_map(reading, canvas)
        self._under_mouse = min(self._under_mouse, len(static.transforms) - 1)
        self.boxes = self._callouts.place(
            self.find_callouts(),
            reading,
            static.transforms[self._under_mouse],
            canvas,
            is_dragging=self.is_dragging_star,
        )
        self._moving = moving_shapes(
            reading, static, canvas, emphasised=self._unfaded, hovered=self._hovered, boxes=self.boxes
        )
        return Scene(canvas.width, canvas.height, (*static.shapes, *self._moving))

    def _static_map(self, reading: MapReading, canvas: Canvas) -> StaticMap:
        """Return the part that stays while k moves, computed anew when its input has changed."""
        objects = (reading.positions, reading.regions, canvas.theme)
        values = (reading.learners, reading.hidden, self._limits, canvas.width, canvas.height)
        before_objects, before_values = self._static_of
        is_same = values == before_values and all(map(operator.is_, objects, before_objects))
        if self._static is None or not is_same:
            self._static, self._static_of = static_map(reading, canvas, self._limits), (objects, values)
        return self._static

    # -- which map ----------------------------------------------------------------------------------

    @property
    def transforms(self) -> tuple[ViewTransform, ...]:
        """The transforms from data to pixels, one for each map."""
        return () if self._static is None else self._static.transforms

    @property
    def transform(self) -> ViewTransform | None:
        """The transform of the map under the mouse, or of the first."""
        return self.transforms[self._under_mouse] if self.transforms else None

    def transform_at(self, x: float, y: float) -> ViewTransform | None:
        """Return the transform of the map at a pixel, or of the last map that the mouse was on."""
        for i, transform in enumerate(self.transforms):
            if transform.contains((x, y)):
                self._under_mouse = i
        return self.transform

    @property
    def shows_attributes(self) -> bool:
        """Whether a point of the map stands for values of two attributes."""
        positions = None if self.reading is None else self.reading.positions
        return isinstance(positions, MapData) and positions.axes is not None

    def pixel_of(self, x: float, y: float) -> QPointF:
        """Return the position of a point of the map in the viewport."""
        return QPointF() if self.transform is None else QPointF(*self.transform.to_pixel((x, y)))

    def hit_at(self, x: float, y: float) -> Hit | None:
        """Return the row at a pixel of the viewport."""
        transform = self.transform_at(x, y)
        if transform is None or self.reading is None:
            return None
        return hit(self.reading, transform, x, y, self._theme.scale)

    @property
    def scale(self) -> float:
        return self._theme.scale

    # -- zoom ---------------------------------------------------------------------------------------

    @property
    def limits(self) -> Limits | None:
        """Return the visible range along x and y."""
        return None if self.reading is None else self._limits or self.reading.positions.home

    @property
    def is_zoomed(self) -> bool:
        return self.reading is not None and self.limits != self.reading.positions.home

    @property
    def keeps_aspect(self) -> bool:
        """Whether both axes have one scale."""
        return self.reading is not None and self.reading.positions.aspect is not None

    @property
    def tool(self) -> Tool:
        """The effect of pressing the mouse."""
        return self._mouse.tool

    def set_tool(self, tool: Tool) -> None:
        self._mouse.set_tool(tool)

    @property
    def is_dragging_star(self) -> bool:
        return self._mouse.is_dragging_star

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Zoom in by a factor, around a pixel of the viewport (by default the middle of the map)."""
        at = None if x is None or y is None else (x, y)
        transform = self.transform if at is None else self.transform_at(*at)
        if transform is not None:
            self.set_limits(*transform.zoomed(factor, at))

    def pan(self, dx: float, dy: float) -> None:
        """Shift by shares of the visible width and height."""
        if self.transform is not None:
            self.set_limits(*self.transform.panned(dx, dy))

    def go_home(self) -> None:
        if self.reading is not None:
            self.set_limits(*self.reading.positions.home)

    def set_limits(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show other limits, unless they are far too small or too large."""
        if self.reading is None or not np.isfinite((*x, *y)).all():
            return
        home = self.reading.positions.home
        whole = home[0][1] - home[0][0]
        if not _SMALLEST < (x[1] - x[0]) / (whole or 1.0) < _LARGEST:
            return
        self._limits = None if (x, y) == home else (x, y)
        self.refresh()
        self.zoomed.emit()

    # -- Qt -----------------------------------------------------------------------------------------

    def tip_at(self, x: float, y: float) -> str:
        return self.tip if self.hit_at(x, y) is None else ""  # a mark has its callout, which a tip would hide

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        if self._static is None or self.reading is None:
            painter.fillRect(event.rect(), QColor(self._theme.panel))
        else:
            painter.drawPixmap(0, 0, self._static_pixmap(self._static))
            self._painter.paint(painter, self._moving)
        if self._mouse.box is not None:
            (x0, y0), (x1, y1) = self._mouse.box
            area = (min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            self._painter.paint(painter, [Rect(*area, "accent_tint 50%", "accent")])
        if self.hasFocus():
            view = self.viewport()
            self._painter.paint(painter, [Rect(0, 0, view.width(), view.height(), "", "accent_line")])

    def _static_pixmap(self, static: StaticMap) -> QPixmap:
        view, ratio = self.viewport(), self.devicePixelRatioF()
        if self._pixmap is None or self._pixmap[0] is not static or self._pixmap[1] != ratio:
            pixmap = QPixmap(round(view.width() * ratio), round(view.height() * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(QColor(self._theme.panel))
            painter = QPainter(pixmap)
            self._painter.paint(painter, static.shapes)
            painter.end()
            self._pixmap = static, ratio, pixmap
            self.static_paints += 1
        return self._pixmap[2]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _SHIFTS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.pan(*_SHIFTS[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(WHEEL)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / WHEEL)
        elif key == Qt.Key.Key_Home:
            self.go_home()
        else:
            event.ignore()  # digits go to k, everything else to the window

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second press of a double click."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._mouse.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        at, steps = event.position(), event.angleDelta().y() / 120
        if steps:
            self.zoom(WHEEL**steps, at.x(), at.y())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        return super().viewportEvent(event)
