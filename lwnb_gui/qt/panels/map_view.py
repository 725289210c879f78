"""The view of the map: a scene of which the static part is kept as one picture; zoom, keys and mouse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.panels.map_mouse import WHEEL, MapMouse, Tool
from lwnb_gui.qt.scene_view import SceneView
from lwnb_gui.readings.map import Callout, MapReading
from lwnb_gui.readings.places import Limits, MapData
from lwnb_gui.scenes.callouts import Box, Callouts
from lwnb_gui.scenes.map import StaticMap, moving_shapes, static_map
from lwnb_gui.scenes.map_marks import Hit, hit
from lwnb_gui.scenes.plane import Plane
from lwnb_gui.scenes.scene import Rect, Scene, Shape
from lwnb_gui.scenes.text import Frame

_SMALLEST, _LARGEST = 1e-7, 50  # what can be shown, as a share of the whole
_SHIFTS = {
    Qt.Key.Key_Left: (-0.1, 0.0), Qt.Key.Key_Right: (0.1, 0.0),
    Qt.Key.Key_Up: (0.0, 0.1), Qt.Key.Key_Down: (0.0, -0.1),
}  # fmt: skip


class MapSceneView(SceneView):
    """Shows a reading of the map: one map, or one for each of several learners, side by side.

    What is asked about "the" map is answered for the one that the mouse is on, or else the first.

    Signals
    -------
    hovered(Hit | None)
        What the mouse is on.
    point_clicked(int)
        A row, by its number.
    place_chosen(float, float, object)
        Values along x and y; the token of a drag, None for a click.
    zoomed()
        Another piece of the plane is shown.
    """

    point_clicked = Signal(int)
    place_chosen = Signal(float, float, object)
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Map of the rows around the test instance", parent)
        self.reading: MapReading | None = None
        self.find_callouts: Callable[[], Sequence[Callout]] = tuple
        self.boxes: tuple[Box, ...] = ()  # callouts where they stand
        self._limits: Limits | None = None  # None: the whole map
        self._staying: Collection[int] | None = None
        self._hovered: int | None = None
        self._under_mouse = 0  # which of the maps
        self._callouts = Callouts()
        self._static: StaticMap | None = None
        self._static_key: Hashable = None
        self._static_of: tuple[object, ...] = ()  # whose ids are in the key: they must live as long
        self._moving: tuple[Shape, ...] = ()
        # Cached: stamping a hundred thousand rows takes much longer than a frame.
        self._picture: tuple[StaticMap, float, QPixmap] | None = None
        self.pictures = 0  # painted so far
        self._compose = self._composed
        self.setMinimumHeight(80)
        self._mouse = MapMouse(self)

    # -- what is shown ------------------------------------------------------------------------------

    def show_reading(self, reading: MapReading | None, *, keep_zoom: bool = True) -> None:
        """Show another explanation, other rows or other regions; None: nothing."""
        if reading is None or not keep_zoom:
            self._limits = None
        if reading is None:
            self._forget()
        self.reading = reading
        self._staying = self._hovered = None
        self.refresh()

    def _forget(self) -> None:
        """Neither rows nor a picture of them are kept; a drag was in them."""
        self._mouse.let_go()
        self._static = self._static_key = self._picture = None
        self._static_of = ()
        self._moving, self.boxes, self._callouts = (), (), Callouts()
        self._under_mouse = 0

    def highlight(self, kept: Collection[int] | None, hovered: int | None) -> None:
        """Neighbours that stay while others fade, and the one under the mouse."""
        self._staying, self._hovered = kept, hovered
        self.refresh()

    def _composed(self, frame: Frame) -> Scene:
        reading = self.reading
        if reading is None or min(frame.width, frame.height) < 1:
            return Scene(frame.width, 0.0)
        key = (
            id(reading.places), id(reading.regions), reading.learners, reading.hidden,
            self._limits, frame.width, frame.height, id(frame.theme),
        )  # fmt: skip
        if self._static is None or key != self._static_key:
            self._static, self._static_key = static_map(reading, frame, self._limits), key
            self._static_of = reading.places, reading.regions, frame.theme
        static = self._static
        self._under_mouse = min(self._under_mouse, len(static.planes) - 1)
        self.boxes = self._callouts.place(
            self.find_callouts(),
            reading,
            static.planes[self._under_mouse],
            frame,
            is_dragging=self.is_dragging_star,
        )
        self._moving = moving_shapes(
            reading, static, frame, kept=self._staying, hovered=self._hovered, boxes=self.boxes
        )
        return Scene(frame.width, frame.height, (*static.shapes, *self._moving))

    # -- which map ----------------------------------------------------------------------------------

    @property
    def planes(self) -> tuple[Plane, ...]:
        """Where places are, one for each map."""
        return () if self._static is None else self._static.planes

    @property
    def plane(self) -> Plane | None:
        """That of the map that the mouse is on, or else of the first."""
        return self.planes[self._under_mouse] if self.planes else None

    def plane_at(self, x: float, y: float) -> Plane | None:
        """The map at a place of the viewport; beside all of them, the one that the mouse was on."""
        for i, plane in enumerate(self.planes):
            if plane.shows((x, y)):
                self._under_mouse = i
        return self.plane

    @property
    def places_are_values(self) -> bool:
        """Whether a place in the plane says what the two attributes are there."""
        places = None if self.reading is None else self.reading.places
        return isinstance(places, MapData) and places.axes is not None

    def spot_of(self, x: float, y: float) -> QPointF:
        """Where a place of the plane is in the viewport."""
        plane = self.plane
        return QPointF() if plane is None else QPointF(*plane.spot((x, y)))

    def hit_at(self, x: float, y: float) -> Hit | None:
        """What is at a place of the viewport."""
        plane = self.plane_at(x, y)
        if plane is None or self.reading is None:
            return None
        return hit(self.reading, plane, x, y, self._theme.scale)

    @property
    def scale(self) -> float:
        return self._theme.scale

    # -- zoom ---------------------------------------------------------------------------------------

    @property
    def limits(self) -> Limits | None:
        """The piece of the plane that is shown."""
        return None if self.reading is None else self._limits or self.reading.places.home

    @property
    def is_zoomed(self) -> bool:
        return self.reading is not None and self.limits != self.reading.places.home

    @property
    def keeps_shape(self) -> bool:
        """Whether both axes have one scale."""
        return self.reading is not None and self.reading.places.aspect is not None

    @property
    def tool(self) -> Tool:
        """What a press of the mouse does."""
        return self._mouse.tool

    def set_tool(self, tool: Tool) -> None:
        self._mouse.take(tool)

    @property
    def is_dragging_star(self) -> bool:
        return self._mouse.has_star

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Nearer by a factor, towards a place of the viewport (the middle of the map by default)."""
        at = None if x is None or y is None else (x, y)
        plane = self.plane if at is None else self.plane_at(*at)
        if plane is not None:
            self.set_limits(*plane.zoomed(factor, at))

    def pan(self, dx: float, dy: float) -> None:
        """Shift by shares of the width and height that are shown."""
        if self.plane is not None:
            self.set_limits(*self.plane.panned(dx, dy))

    def go_home(self) -> None:
        if self.reading is not None:
            self.set_limits(*self.reading.places.home)

    def set_limits(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show a piece of the plane, unless it is far too small or too large."""
        if self.reading is None or not np.isfinite((*x, *y)).all():
            return
        home = self.reading.places.home
        whole = home[0][1] - home[0][0]
        if not _SMALLEST < (x[1] - x[0]) / (whole or 1.0) < _LARGEST:
            return
        self._limits = None if (x, y) == home else (x, y)
        self.refresh()
        self.zoomed.emit()

    # -- Qt -----------------------------------------------------------------------------------------

    def tip_at(self, x: float, y: float) -> str:
        """The caption, where the window has no space for it."""
        return self.toolTip()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        if self._static is None or self.reading is None:
            painter.fillRect(event.rect(), QColor(self._theme.panel))
        else:
            painter.drawPixmap(0, 0, self._static_picture(self._static))
            self._painter.paint(painter, self._moving)
        if self._mouse.box is not None:
            (x0, y0), (x1, y1) = self._mouse.box
            area = (min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            self._painter.paint(painter, [Rect(*area, "accent_tint 50%", "accent")])
        if self.hasFocus():
            view = self.viewport()
            self._painter.paint(painter, [Rect(0, 0, view.width(), view.height(), "", "accent_line")])

    def _static_picture(self, static: StaticMap) -> QPixmap:
        view, ratio = self.viewport(), self.devicePixelRatioF()
        if self._picture is None or self._picture[0] is not static or self._picture[1] != ratio:
            picture = QPixmap(round(view.width() * ratio), round(view.height() * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(QColor(self._theme.panel))
            painter = QPainter(picture)
            self._painter.paint(painter, static.shapes)
            painter.end()
            self._picture = static, ratio, picture
            self.pictures += 1
        return self._picture[2]

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
            event.ignore()  # digits go to k, all else to the window

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of a double click does nothing."""

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
