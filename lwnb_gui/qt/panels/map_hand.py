"""The mouse on the map: clicks, drags of the star, of the map and of a box, and what is under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from matplotlib.backend_bases import MouseEvent
from PySide6.QtCore import Qt

from lwnb_gui.plots.map import MapArtists

if TYPE_CHECKING:
    from lwnb_gui.qt.panels.map_canvas import MapCanvas

Tool = Literal["", "zoom", "box", "pan"]
Pixels = tuple[float, float]

WHEEL, _CLICK = 1.25, 1.6  # nearer by this
_STILL = 4.0  # pixels that the mouse may move between press and release of a click
_CURSORS = {
    "": Qt.CursorShape.ArrowCursor,
    "zoom": Qt.CursorShape.CrossCursor,
    "box": Qt.CursorShape.CrossCursor,
    "pan": Qt.CursorShape.OpenHandCursor,
}


class MapHand:
    """Turns what the mouse does into the canvas's signals and limits; places are the figure's pixels."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self.tool: Tool = ""
        self._pressed: Pixels | None = None
        self._began: tuple[Any, ...] | None = None  # limits when a pan began
        self._corner: Pixels | None = None  # of a box that is being drawn
        self._token: object | None = None  # of the star being dragged
        self._now: Pixels = (0.0, 0.0)
        canvas.mpl_connect("button_press_event", self._on_press)
        canvas.mpl_connect("motion_notify_event", self._on_move)
        canvas.mpl_connect("button_release_event", self._on_release)
        canvas.mpl_connect("scroll_event", self._on_scroll)
        canvas.mpl_connect("figure_leave_event", lambda event: canvas.hovered.emit(None))

    def take(self, tool: Tool) -> None:
        """What a press is to do from now on."""
        self.tool = tool
        self._canvas.setCursor(_CURSORS[tool])

    def let_go(self) -> None:
        """Nothing is pressed or dragged any more."""
        self._pressed = self._began = self._token = self._corner = None
        self._canvas.setCursor(_CURSORS[self.tool])

    @property
    def has_star(self) -> bool:
        """Whether the star is being dragged."""
        return self._token is not None

    @property
    def box(self) -> tuple[Pixels, Pixels] | None:
        """Two corners of the box that is being drawn."""
        return None if self._corner is None else (self._corner, self._now)

    def drag_star(self, x: float, y: float) -> None:
        """To a place; for who knows that it is being dragged, and need not ask what is there."""
        self._now = (x, y)
        self._choose_place(x, y, self._token)

    def _on_press(self, event: MouseEvent) -> None:
        canvas = self._canvas
        drawn = canvas.map_at(event.x, event.y)
        if drawn is None or event.dblclick:
            return
        self._pressed = (event.x, event.y)
        if event.button == 2 or (event.button == 1 and self.tool == "pan"):
            self._begin_pan()
        elif event.button == 1 and self.tool == "box":
            self._corner = (event.x, event.y)
        elif self.tool == "zoom" and event.button in (1, 3):
            shift = event.key == "shift" or event.button == 3
            canvas.zoom(1 / _CLICK if shift else _CLICK, event.x, event.y)
            self._pressed = None
        elif event.button == 1 and canvas.places_are_values and drawn.over_star(event.x, event.y):
            self._token = object()
            canvas.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _begin_pan(self) -> None:
        canvas = self._canvas
        assert canvas.ax is not None
        self._began = (canvas.ax.get_xlim(), canvas.ax.get_ylim())
        canvas.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _on_move(self, event: MouseEvent) -> None:
        canvas = self._canvas
        self._now = (event.x, event.y)
        if canvas.ax is None:
            return
        if self._began is not None:
            self._drag_pan(event)
        elif self._corner is not None:
            canvas.update()
        elif self._pressed is not None and self._moved_since(event) and self.tool == "":
            self._begin_pan()  # a drag beside the star moves the map
            self._drag_pan(event)
        elif self._pressed is None:
            self._hover(event)

    def _hover(self, event: MouseEvent) -> None:
        canvas = self._canvas
        drawn = canvas.map_at(event.x, event.y)
        assert drawn is not None
        over_star = canvas.places_are_values and drawn.over_star(event.x, event.y)
        inside = event.inaxes is drawn.ax
        hit = drawn.hit(event.x, event.y) if inside and not over_star else None
        if self.tool == "":
            shape = Qt.CursorShape.ArrowCursor
            if over_star:
                shape = Qt.CursorShape.OpenHandCursor
            elif hit is not None:
                shape = Qt.CursorShape.PointingHandCursor
            elif inside and canvas.places_are_values:
                shape = Qt.CursorShape.CrossCursor
            if shape != canvas.cursor().shape():
                canvas.setCursor(shape)
        canvas.hovered.emit(hit)

    def _moved_since(self, event: MouseEvent) -> bool:
        canvas = self._canvas
        assert self._pressed is not None
        far = np.hypot(event.x - self._pressed[0], event.y - self._pressed[1])
        return bool(far > _STILL * canvas.device_pixel_ratio)

    def _drag_pan(self, event: MouseEvent) -> None:
        canvas = self._canvas
        if canvas.ax is None or self._began is None or self._pressed is None:
            return
        (x0, x1), (y0, y1) = self._began
        dx = (event.x - self._pressed[0]) / (canvas.ax.bbox.width or 1.0) * (x1 - x0)
        dy = (event.y - self._pressed[1]) / (canvas.ax.bbox.height or 1.0) * (y1 - y0)
        canvas.set_limits((x0 - dx, x1 - dx), (y0 - dy, y1 - dy))

    def _on_release(self, event: MouseEvent) -> None:
        canvas = self._canvas
        pressed, corner = self._pressed, self._corner
        click = pressed is not None and not self._moved_since(event)
        dragged = self._token is not None or self._began is not None
        self.let_go()
        if corner is not None:
            self._zoom_to(corner, (event.x, event.y))
            canvas.update()
        elif click and not dragged and event.button == 1 and self.tool == "":
            self._clicked(event)
        elif dragged:
            canvas.update()  # callouts find their places

    def _clicked(self, event: MouseEvent) -> None:
        canvas = self._canvas
        if canvas.artists is None or event.inaxes is not canvas.ax:
            return
        hit = canvas.artists.hit(event.x, event.y)
        if hit is not None:
            canvas.point_clicked.emit(int(canvas.artists.data.rows[hit.point]))
        elif canvas.places_are_values:
            self._choose_place(event.x, event.y, None)

    def _choose_place(self, x: float, y: float, token: object | None) -> None:
        canvas = self._canvas
        if isinstance(canvas.artists, MapArtists) and canvas.ax is not None:
            box = canvas.ax.bbox
            inside = (min(max(x, box.x0), box.x1), min(max(y, box.y0), box.y1))
            found = canvas.artists.value_at(*inside)
            canvas.place_chosen.emit(*found, token)

    def _zoom_to(self, one: Pixels, other: Pixels) -> None:
        canvas = self._canvas
        if canvas.ax is None or min(abs(one[0] - other[0]), abs(one[1] - other[1])) < _STILL:
            return
        corners = canvas.ax.transData.inverted().transform([one, other])
        (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
        if canvas.ax.get_aspect() != "auto":  # keep the shape: a ring stays a ring
            (a0, a1), (b0, b1) = canvas.ax.get_xlim(), canvas.ax.get_ylim()
            share = max((x1 - x0) / (a1 - a0), (y1 - y0) / (b1 - b0)) / 2
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = cx - share * (a1 - a0), cx + share * (a1 - a0)
            y0, y1 = cy - share * (b1 - b0), cy + share * (b1 - b0)
        canvas.set_limits((x0, x1), (y0, y1))

    def _on_scroll(self, event: MouseEvent) -> None:
        canvas = self._canvas
        canvas.zoom(WHEEL**event.step, event.x, event.y)
