"""The mouse on the map: clicks, drags of the star, of the map and of a box, and what is under it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent

from lwnb_gui.readings.places import Limits, MapData
from lwnb_gui.scenes.map_marks import over_star
from lwnb_gui.scenes.plane import Plane, Spot

if TYPE_CHECKING:
    from lwnb_gui.qt.panels.map_view import MapSceneView

Tool = Literal["", "zoom", "box", "pan"]

WHEEL, _CLICK = 1.25, 1.6  # nearer by this
_STILL = 4.0  # pixels that the mouse may move between press and release of a click
_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_CURSORS = {
    "": Qt.CursorShape.ArrowCursor,
    "zoom": Qt.CursorShape.CrossCursor,
    "box": Qt.CursorShape.CrossCursor,
    "pan": Qt.CursorShape.OpenHandCursor,
}


class MapMouse:
    """Turns what the mouse does into the view's signals and limits."""

    def __init__(self, view: MapSceneView) -> None:
        self._view = view
        self.tool: Tool = ""
        self._pressed: Spot | None = None
        self._began: Limits | None = None  # limits when a pan began
        self._corner: Spot | None = None  # of a box that is being drawn
        self._token: object | None = None  # of the star being dragged
        self._now: Spot = (0.0, 0.0)

    def take(self, tool: Tool) -> None:
        """What a press is to do from now on."""
        self.tool = tool
        self._set_cursor(_CURSORS[tool])

    def let_go(self) -> None:
        """Nothing is pressed or dragged any more."""
        self._pressed = self._began = self._token = self._corner = None
        self._set_cursor(_CURSORS[self.tool])

    @property
    def has_star(self) -> bool:
        """Whether the star is being dragged."""
        return self._token is not None

    @property
    def box(self) -> tuple[Spot, Spot] | None:
        """Two corners of the box that is being drawn."""
        return None if self._corner is None else (self._corner, self._now)

    # -- events -------------------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        x, y = event.position().toTuple()
        button, view = event.button(), self._view
        plane = view.plane_at(x, y)
        if plane is None:
            return
        self._pressed = (x, y)
        if button == _MIDDLE or (button == _LEFT and self.tool == "pan"):
            self._begin_pan()
        elif button == _LEFT and self.tool == "box":
            self._corner = self._now = (x, y)
        elif self.tool == "zoom" and button in (_LEFT, _RIGHT):
            is_out = button == _RIGHT or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            view.zoom(1 / _CLICK if is_out else _CLICK, x, y)
            self._pressed = None
        elif button == _LEFT and self._is_over_star(plane, x, y):
            self._token = object()
            self._set_cursor(Qt.CursorShape.ClosedHandCursor)

    def move(self, event: QMouseEvent) -> None:
        x, y = self._now = event.position().toTuple()
        if self.has_star:
            self._choose_place(x, y, self._token)
        elif self._view.plane is None:
            return
        elif self._began is not None:
            self._pan(x, y)
        elif self._corner is not None:
            self._view.viewport().update()
        elif self._pressed is not None and self._has_moved(x, y) and self.tool == "":
            self._begin_pan()  # a drag beside the star moves the map
            self._pan(x, y)
        elif self._pressed is None:
            self._hover(x, y)

    def release(self, event: QMouseEvent) -> None:
        x, y = event.position().toTuple()
        is_click = self._pressed is not None and not self._has_moved(x, y)
        was_dragged = self._token is not None or self._began is not None
        corner = self._corner
        self.let_go()
        if corner is not None:
            self._zoom_to(corner, (x, y))
            self._view.viewport().update()
        elif is_click and not was_dragged and event.button() == _LEFT and self.tool == "":
            self._click(x, y)
        elif was_dragged:
            self._view.refresh()  # callouts find their places

    # -- inside -------------------------------------------------------------------------------------

    def _set_cursor(self, shape: Qt.CursorShape) -> None:
        viewport = self._view.viewport()
        if viewport.cursor().shape() != shape:
            viewport.setCursor(shape)

    def _is_over_star(self, plane: Plane, x: float, y: float) -> bool:
        view = self._view
        if view.reading is None or not view.places_are_values:
            return False
        return over_star(view.reading, plane, x, y, view.scale)

    def _begin_pan(self) -> None:
        self._began = self._view.limits
        self._set_cursor(Qt.CursorShape.ClosedHandCursor)

    def _pan(self, x: float, y: float) -> None:
        plane = self._view.plane
        if plane is None or self._began is None or self._pressed is None:
            return
        dx, dy = (self._pressed[0] - x) / plane.width, (y - self._pressed[1]) / plane.height
        self._view.set_limits(*plane._replace(limits=self._began).panned(dx, dy))

    def _hover(self, x: float, y: float) -> None:
        view = self._view
        plane = view.plane_at(x, y)
        assert plane is not None
        is_over_star = self._is_over_star(plane, x, y)
        is_inside = plane.shows((x, y))
        found = view.hit_at(x, y) if is_inside and not is_over_star else None
        if self.tool == "":
            shape = Qt.CursorShape.ArrowCursor
            if is_over_star:
                shape = Qt.CursorShape.OpenHandCursor
            elif found is not None:
                shape = Qt.CursorShape.PointingHandCursor
            elif is_inside and view.places_are_values:
                shape = Qt.CursorShape.CrossCursor
            self._set_cursor(shape)
        view.hovered.emit(found)

    def _has_moved(self, x: float, y: float) -> bool:
        """Whether the mouse is too far from where it was pressed for a click."""
        assert self._pressed is not None
        return math.hypot(x - self._pressed[0], y - self._pressed[1]) > _STILL

    def _click(self, x: float, y: float) -> None:
        view = self._view
        plane = view.plane_at(x, y)
        if plane is None or view.reading is None or not plane.shows((x, y)):
            return
        found = view.hit_at(x, y)
        if found is not None:
            view.point_clicked.emit(int(view.reading.places.rows[found.point]))
        elif view.places_are_values:
            self._choose_place(x, y, None)

    def _choose_place(self, x: float, y: float, token: object | None) -> None:
        plane, reading = self._view.plane, self._view.reading
        if plane is not None and reading is not None and isinstance(reading.places, MapData):
            values = reading.places.values_at(plane.place(*plane.inside(x, y)))
            self._view.place_chosen.emit(*values, token)

    def _zoom_to(self, one: Spot, other: Spot) -> None:
        plane = self._view.plane
        if plane is None or min(abs(one[0] - other[0]), abs(one[1] - other[1])) < _STILL:
            return
        self._view.set_limits(*plane.boxed(one, other, keep_shape=self._view.keeps_shape))
