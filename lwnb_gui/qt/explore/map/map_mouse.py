"""The mouse on the map: clicks, hovering, and dragging the star, the map or a box."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent

from lwnb_gui.views.map.map_marks import over_star
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.view_transform import Limits, Pixel, ViewTransform

if TYPE_CHECKING:
    from lwnb_gui.qt.explore.map.map_view import MapSceneView

Tool = Literal["", "zoom", "box", "pan"]

WHEEL, _CLICK_ZOOM = 1.25, 1.6  # factors of a zoom
_CLICK_RADIUS = 4.0  # pixels that the mouse may move between press and release of a click
_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_CURSORS = {
    "": Qt.CursorShape.ArrowCursor,
    "zoom": Qt.CursorShape.CrossCursor,
    "box": Qt.CursorShape.CrossCursor,
    "pan": Qt.CursorShape.OpenHandCursor,
}


class MapMouse:
    """Turns mouse events into the view's signals and limits."""

    def __init__(self, view: MapSceneView) -> None:
        self._view = view
        self.tool: Tool = ""
        self._pressed: Pixel | None = None
        self._pan_start: Limits | None = None  # limits when a pan began
        self._corner: Pixel | None = None  # of a box that is being drawn
        self._token: object | None = None  # of the star being dragged
        self._now: Pixel = (0.0, 0.0)

    def set_tool(self, tool: Tool) -> None:
        """Set what a press does."""
        self.tool = tool
        self._set_cursor(_CURSORS[tool])

    def end_drag(self) -> None:
        """Note that nothing is pressed or dragged any more."""
        self._pressed = self._pan_start = self._token = self._corner = None
        self._set_cursor(_CURSORS[self.tool])

    @property
    def is_dragging_star(self) -> bool:
        return self._token is not None

    @property
    def box(self) -> tuple[Pixel, Pixel] | None:
        """Return two corners of the box that is being drawn."""
        return None if self._corner is None else (self._corner, self._now)

    # -- events -------------------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        x, y = event.position().toTuple()
        button, view = event.button(), self._view
        transform = view.transform_at(x, y)
        if transform is None:
            return
        self._pressed = (x, y)
        if button == _MIDDLE or (button == _LEFT and self.tool == "pan"):
            self._begin_pan()
        elif button == _LEFT and self.tool == "box":
            self._corner = self._now = (x, y)
        elif self.tool == "zoom" and button in (_LEFT, _RIGHT):
            is_out = button == _RIGHT or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            view.zoom(1 / _CLICK_ZOOM if is_out else _CLICK_ZOOM, x, y)
            self._pressed = None
        elif button == _LEFT and self._is_over_star(transform, x, y):
            self._token = object()
            self._set_cursor(Qt.CursorShape.ClosedHandCursor)

    def move(self, event: QMouseEvent) -> None:
        x, y = self._now = event.position().toTuple()
        if self.is_dragging_star:
            self._choose_values(x, y, self._token)
        elif self._view.transform is None:
            return
        elif self._pan_start is not None:
            self._pan(x, y)
        elif self._corner is not None:
            self._view.viewport().update()
        elif self._pressed is not None and self._has_moved(x, y) and self.tool == "":
            self._begin_pan()  # a drag that does not begin on the star moves the map
            self._pan(x, y)
        elif self._pressed is None:
            self._hover(x, y)

    def release(self, event: QMouseEvent) -> None:
        x, y = event.position().toTuple()
        is_click = self._pressed is not None and not self._has_moved(x, y)
        was_dragged = self._token is not None or self._pan_start is not None
        corner = self._corner
        self.end_drag()
        if corner is not None:
            self._zoom_to(corner, (x, y))
            self._view.viewport().update()
        elif is_click and not was_dragged and event.button() == _LEFT and self.tool == "":
            self._click(x, y)
        elif was_dragged:
            self._view.refresh()  # callouts are placed anew

    # -- inside -------------------------------------------------------------------------------------

    def _set_cursor(self, shape: Qt.CursorShape) -> None:
        viewport = self._view.viewport()
        if viewport.cursor().shape() != shape:
            viewport.setCursor(shape)

    def _is_over_star(self, transform: ViewTransform, x: float, y: float) -> bool:
        view = self._view
        if view.reading is None or not view.shows_attributes:
            return False
        return over_star(view.reading, transform, x, y, view.scale)

    def _begin_pan(self) -> None:
        self._pan_start = self._view.limits
        self._set_cursor(Qt.CursorShape.ClosedHandCursor)

    def _pan(self, x: float, y: float) -> None:
        transform = self._view.transform
        if transform is None or self._pan_start is None or self._pressed is None:
            return
        dx, dy = (self._pressed[0] - x) / transform.width, (y - self._pressed[1]) / transform.height
        self._view.set_limits(*transform._replace(limits=self._pan_start).panned(dx, dy))

    def _hover(self, x: float, y: float) -> None:
        view = self._view
        transform = view.transform_at(x, y)
        assert transform is not None
        is_over_star = self._is_over_star(transform, x, y)
        is_inside = transform.contains((x, y))
        hit = view.hit_at(x, y) if is_inside and not is_over_star else None
        if self.tool == "":
            shape = Qt.CursorShape.ArrowCursor
            if is_over_star:
                shape = Qt.CursorShape.OpenHandCursor
            elif hit is not None:
                shape = Qt.CursorShape.PointingHandCursor
            elif is_inside and view.shows_attributes:
                shape = Qt.CursorShape.CrossCursor
            self._set_cursor(shape)
        view.hovered.emit(hit)

    def _has_moved(self, x: float, y: float) -> bool:
        """Whether the mouse has moved too far since it was pressed for a click."""
        assert self._pressed is not None
        return math.hypot(x - self._pressed[0], y - self._pressed[1]) > _CLICK_RADIUS

    def _click(self, x: float, y: float) -> None:
        view = self._view
        transform = view.transform_at(x, y)
        if transform is None or view.reading is None or not transform.contains((x, y)):
            return
        hit = view.hit_at(x, y)
        if hit is not None:
            view.point_clicked.emit(int(view.reading.positions.rows[hit.point]))
        elif view.shows_attributes:
            self._choose_values(x, y, None)

    def _choose_values(self, x: float, y: float, token: object | None) -> None:
        transform, reading = self._view.transform, self._view.reading
        if transform is not None and reading is not None and isinstance(reading.positions, MapData):
            values = reading.positions.values_at(transform.to_data(*transform.clamped(x, y)))
            self._view.values_chosen.emit(*values, token)

    def _zoom_to(self, one: Pixel, other: Pixel) -> None:
        transform = self._view.transform
        if transform is None or min(abs(one[0] - other[0]), abs(one[1] - other[1])) < _CLICK_RADIUS:
            return
        self._view.set_limits(*transform.boxed(one, other, keep_aspect=self._view.keeps_aspect))
