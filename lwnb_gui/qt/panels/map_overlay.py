"""Painted over the map: callouts for the instance and the row under the mouse, and the words of the ring."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter

from lwnb_core import Explanation
from lwnb_gui.plots.distance_view import DistanceData, ring_words
from lwnb_gui.plots.map import MapData
from lwnb_gui.plots.mark_styles import mark_radius
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.callouts import FREE, Callout, Crowd, best_box
from lwnb_gui.qt.panels.map_canvas import MapCanvas
from lwnb_gui.qt.panels.map_source import Places
from lwnb_gui.qt.panels.map_words import axis_names, instance_words, neighbour_words, row_words
from lwnb_gui.qt.panels.painting import LEFT, Fonts, pen
from lwnb_gui.qt.panels.plane import Plane, Spot
from lwnb_gui.state import Query
from lwnb_gui.state.steps import as_earned

# A box that is carried along: how far it is from the star in pixels, how many neighbours it keeps away from,
# how far their middle must be to tell which way that is, and by how much it turns aside where it has no room.
_REACH, _LED_BY, _TELLS_WAY = 30.0, 50, 25.0
_TURNS = [math.radians(turn) for turn in (0, 30, -30, 60, -60, 90, -90)]
_MOST_COUNTED = 20_000  # points that are looked at when a place for a box is sought


class MapOverlay(QObject):
    """Callouts keep their places while k moves: a box is placed anew only for another thing."""

    def __init__(self, canvas: MapCanvas, context: Context) -> None:
        super().__init__(canvas)
        self._canvas, self._context = canvas, context
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._places: Places | None = None
        self._explanation: Explanation | None = None
        self._of: tuple[object, ...] = ()
        self._neighbour: int | None = None
        self._row: int | None = None
        self._low = False
        self._words: tuple[object, tuple[str, tuple[str, ...]]] | None = None
        self._boxes: dict[object, QRectF] = {}
        self._cloud: Crowd | None = None  # where the rows are, in this view of the map
        self._seen: Plane | None = None
        self._way = -math.pi / 2  # from the neighbours to the star, where that can be told
        self.callouts: tuple[Callout, ...] = ()
        self.placed: list[QRectF] = []  # the boxes of the callouts
        canvas.paint_callouts = self.paint

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)

    def set_low(self, low: bool) -> None:
        self._low = low
        self._canvas.update()

    def show_places(self, places: Places | None) -> None:
        """Other rows, or none; `follow` says which explanation belongs to them."""
        self._places, self._seen, self._words = places, None, None
        self._boxes.clear()
        self.follow(None)
        self.forget_hover()

    def follow(self, explanation: Explanation | None) -> None:
        """The explanation that belongs to the places; None: it is of other data, and not to be shown."""
        self._explanation = explanation
        self._of = self._present()

    def point_at(self, neighbour: int | None) -> None:
        """The neighbour under the mouse, here or in another panel."""
        self._neighbour = neighbour

    def point_at_row(self, row: int | None) -> None:
        """A row outside the neighbourhood, under the mouse here."""
        if row != self._row:
            self._row = row
            self._canvas.update()

    def forget_hover(self) -> None:
        self._neighbour = self._row = None

    def _present(self) -> tuple[object, ...]:
        """Which data are open, as far as names and rows go."""
        query = self._context.state.query
        return () if query is None else (id(query.data), query.unused, id(query.instances))

    # -- painting -----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        explanation, places, plane = self._explanation, self._places, self._canvas.plane
        if explanation is None or places is None or plane is None or self._fonts is None:
            self.callouts = ()
            return
        if self._of != self._present():  # other data are open already, their explanation is not there yet
            self.callouts = ()
            return
        if isinstance(places, DistanceData) and self._tells("neighbours"):
            self._paint_ring_words(painter, explanation)
        self.callouts = tuple(self._wanted(explanation, places, plane))
        if self._seen is not plane:
            self._seen, self._cloud = plane, None
            self._boxes.clear()
        placed: list[QRectF] = []
        self.placed = placed
        for callout in self.callouts:
            size = callout.size(self._theme, self._fonts)
            key = (
                callout.title.partition(",")[0],
                round(callout.anchor.x()),
                round(callout.anchor.y()),
                size,
                tuple([box.getRect() for box in placed]),  # which it keeps clear of
            )
            carried = None if placed else self._carried(callout, size, explanation, places, plane)
            if carried is None and key not in self._boxes:
                self._boxes[key] = self._place(callout, size, tuple(placed), explanation, places, plane)
            placed.append(carried or self._boxes[key])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for callout, box in zip(self.callouts, placed, strict=True):
            callout.paint_line(painter, box, self._theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # what is upright stays crisp
        for callout, box in zip(self.callouts, placed, strict=True):
            callout.paint_box(painter, box, self._theme, self._fonts)

    def _carried(
        self,
        callout: Callout,
        size: tuple[float, float],
        explanation: Explanation,
        places: Places,
        plane: Plane,
    ) -> QRectF | None:
        """While the star is dragged its box goes along, on the side away from its neighbours, where there is
        room: one that jumps is not read, and looking for the best place takes a part of the frame.
        """
        rows = explanation.neighbour_rows
        if (
            not self._canvas.is_dragging_star
            or not isinstance(places, MapData)
            or rows is None
            or not len(rows)
        ):
            return None
        px, x, y = self._theme.px, callout.anchor.x(), callout.anchor.y()
        across, down = plane.spots(places.places[places.indices(rows[:_LED_BY])]).mean(axis=0).tolist()
        if math.hypot(x - across, y - down) > px(_TELLS_WAY):
            self._way = math.atan2(y - down, x - across)
        width, height = size
        free = QRectF(x - px(FREE), y - px(FREE), 2 * px(FREE), 2 * px(FREE))
        for turn in _TURNS:
            left = x + math.cos(self._way + turn) * (px(_REACH) + width / 2) - width / 2
            top = y + math.sin(self._way + turn) * (px(_REACH) + height / 2) - height / 2
            box = QRectF(round(left), round(top), round(width), round(height))
            if plane.room.contains(box) and not box.intersects(free):
                return box
        return None

    def _wanted(self, explanation: Explanation, places: Places, plane: Plane) -> list[Callout]:
        found: list[Callout] = []
        query = self._context.state.query
        dragging = self._canvas.is_dragging_star
        if query is None:
            return []
        hovering = self._neighbour is not None or self._row is not None
        small = len(self._canvas.maps) > 1  # side by side there is room for what is under the mouse, no more
        star: QPointF | None = None
        if isinstance(places, MapData):
            star = _anchor(plane, places.place(explanation))
            if star is not None and not self._low and not small:
                found.append(Callout(star, *self._instance_words(query, places), radius=self._theme.px(9)))
        i = self._neighbour
        if self._row is not None:
            i = None if self._tells("neighbours") else _rank(explanation, self._row)
        if self._row is not None and i is None:
            names = axis_names(places) if isinstance(places, MapData) else ()
            at = _anchor(plane, self._point(places, self._row))
            if at is not None:
                words = row_words(query.used, self._row, names, outside=self._tells("neighbours"))
                found.append(Callout(at, *words, radius=self._theme.px(4)))
            return found
        if i is None and not hovering and not dragging and not small and isinstance(places, MapData):
            i = 0  # at rest the nearest neighbour is named
        rows, near = explanation.neighbour_rows, explanation.neighbourhood
        if i is not None and rows is not None and near is not None and i < len(rows):
            at = _anchor(plane, self._point(places, int(rows[i])))
            if at is not None and not self._is_hidden(explanation, i):
                weighed = self._tells("weights")
                radius = float(mark_radius(near.weights[i] if weighed else 0.0)) * self._theme.scale
                words = neighbour_words(explanation, query.data, i, weighed=weighed)
                found.append(Callout(at, *words, radius=radius))
        return found

    def _tells(self, part: str) -> bool:
        """Whether step mode has come to a part: who is in, how much each weighs."""
        now = self._context.state.now
        return now.view.teaching.shows(part, now.query)

    def _is_hidden(self, explanation: Explanation, i: int) -> bool:
        """Whether a neighbour is of a class that the legend has switched off."""
        hidden, classes = self._context.state.view.hidden_classes, explanation.neighbour_classes
        return bool(hidden) and classes is not None and int(classes[i]) in hidden

    def _instance_words(self, query: Query, places: MapData) -> tuple[str, tuple[str, ...]]:
        """Found once for an instance: they are the same at every k."""
        key = (query.row, query.changes, id(query.instances), id(query.used), id(places))
        if self._words is None or self._words[0] != key:
            self._words = (key, instance_words(query, places))
        return self._words[1]

    def _point(self, places: Places, row: int) -> tuple[float, float]:
        """Where a row lies; nowhere, if it is none of those shown."""
        i = int(places.indices(np.array([row], dtype=np.intp))[0])
        if not 0 <= i < len(places.rows) or places.rows[i] != row:
            return math.nan, math.nan
        x, y = places.places[i].tolist()
        return x, y

    def _place(
        self,
        callout: Callout,
        size: tuple[float, float],
        avoid: tuple[QRectF, ...],
        explanation: Explanation,
        places: Places,
        plane: Plane,
    ) -> QRectF:
        canvas = self._canvas
        if self._cloud is None:
            self._cloud = Crowd(canvas.width(), canvas.height())
            seen = places.places[:: max(1, len(places.places) // _MOST_COUNTED)]
            # Where rows are everywhere, hiding one matters less than a line across half the map.
            self._cloud.add(plane.spots(seen), min(1.0, 400 / max(len(seen), 1)))
        crowd = self._cloud.copy()
        rows = explanation.neighbour_rows
        if rows is not None and len(rows):
            near = plane.spots(places.places[places.indices(rows[:200])])
            crowd.add(near, 5.0)
            star = (0.0, 0.0) if isinstance(places, DistanceData) else places.place(explanation)
            centre = plane.spots(np.array([star]))
            crowd.add(centre, 60.0)
            for share in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9):  # the spokes
                crowd.add(centre + (near[:80] - centre) * share, 0.8)
        room = plane.room
        if len(canvas.maps) > 1:
            return best_box(callout.anchor, size, QRectF(canvas.rect()), crowd, self._theme.scale, avoid)
        if isinstance(places, MapData) and canvas.ax is not None and canvas.ax.get_aspect() != "auto":
            # The map is a square in a wide canvas: beside it is room, but for the axis's own words.
            words = self._theme.px(52)
            avoid = (*avoid, QRectF(room.left() - words, room.top(), words, room.height()))
            room = QRectF(8, room.top(), canvas.width() - 16, room.height())
        if isinstance(places, DistanceData):  # beside the circles there is room, but for the ring's words
            room = QRectF(canvas.rect()).adjusted(8, 8, -8, -8)
            words = self._theme.px(40)
            avoid = (*avoid, QRectF(0, canvas.height() - words, self._theme.px(240), words))
        spot = _anchor(plane, places.place(explanation)) if isinstance(places, MapData) else None
        free = () if spot is None else (spot,)
        return best_box(callout.anchor, size, room, crowd, self._theme.scale, avoid, free)

    def _paint_ring_words(self, painter: QPainter, explanation: Explanation) -> None:
        assert self._fonts is not None
        px = self._theme.px
        step = self._context.state.view.teaching.step
        bandwidth, inside = ring_words(explanation if step is None else as_earned(explanation, step))
        y = self._canvas.height() - px(6) - 2 * px(16)
        bandwidth = bandwidth.replace("d_k", "dₖ")
        room = self._canvas.width() / 2 - px(PADDING + 16)  # the outermost ring's figure stands in the middle
        if self._fonts.width(inside, self._fonts.small) > room:
            inside = inside.removesuffix(" with weight 0")
        for text, font, colour in (
            (bandwidth, self._fonts.small_strong, self._theme.accent),
            (inside, self._fonts.small, self._theme.ink2),
        ):
            painter.setFont(font)
            painter.setPen(pen(colour))
            place = QRectF(px(PADDING), y, self._canvas.width() / 2, px(16))
            painter.drawText(place, int(LEFT), text)
            y += px(16)


def _anchor(plane: Plane, place: Spot) -> QPointF | None:
    """A place of the plane in pixels; None where it is not in sight."""
    spot = plane.spot(place)
    return QPointF(*spot) if plane.shows(spot) else None  # a place that is nowhere is not in sight either


def _rank(explanation: Explanation, row: int) -> int | None:
    """Where a row stands among the neighbours, from 0; None where it is none of them."""
    if explanation.neighbour_rows is None:
        return None
    found = np.flatnonzero(explanation.neighbour_rows == row)
    return int(found[0]) if len(found) else None
