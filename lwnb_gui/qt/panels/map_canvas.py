"""The map's canvas: the rows are its background, whatever follows k is blitted over it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.plots.cloud import quicken
from lwnb_gui.plots.distance_view import DistanceArtists, DistanceData
from lwnb_gui.plots.layout import Box, add_axes, left_room, place
from lwnb_gui.plots.map import MapArtists, MapData
from lwnb_gui.plots.neighbour_marks import Hit
from lwnb_gui.plots.regions import RegionsData, overlay
from lwnb_gui.plots.side_by_side import Answer, MapsSideBySide
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.canvas import Canvas, Put, View
from lwnb_gui.qt.panels.map_hand import WHEEL, MapHand, Tool
from lwnb_gui.qt.panels.mark_pictures import LinePens, MarkPictures
from lwnb_gui.qt.panels.painting import Fonts, fill, pen
from lwnb_gui.qt.panels.plane import Plane

Places = MapData | DistanceData
Drawn = MapArtists | DistanceArtists


class MapCanvas(Canvas):
    """Draws places and an explanation on them: one map, or one for each of several learners, side by side.

    All maps have the same rows, marks and limits. What is asked about "the" map is answered for the one that
    the mouse is on, or else the first.
    """

    hovered = Signal(object)  # Hit or None
    point_clicked = Signal(int)  # row number
    place_chosen = Signal(float, float, object)  # values along x and y; a drag's token, None for a click
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.fonts: Fonts | None = None
        self.maps: tuple[Drawn, ...] = ()
        self._under_mouse = 0  # which of them
        self._side_by_side: MapsSideBySide | None = None
        self._pictures, self._pens = MarkPictures(), LinePens(LIGHT)
        self._planes: dict[int, tuple[Hashable, object, Plane]] = {}
        self.paint_callouts: Callable[[QPainter], None] | None = None
        self._home: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._hidden: frozenset[int] = frozenset()
        self._ground: RegionsData | None = None
        self._answers: tuple[Answer | None, ...] = ()
        self._images: list[Any] = []  # of the ground
        self.setAccessibleName("Map of the rows around the test instance")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(80)
        self._hand = MapHand(self)

    # -- what is shown ------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts, self._pens = theme, Fonts(theme), LinePens(theme)

    def show_places(self, data: Places, *, keep_zoom: bool = False, learners: tuple[str, ...] = ()) -> None:
        """Another map, or the same in another dress; with learners, a map for each of them side by side."""
        limits = self.limits if keep_zoom else None
        if self.artists is None or type(self.artists.data) is not type(data) or learners != self.learners:
            self.expect_long()
        figure = self.clear_figure()
        self._forget_maps()
        self.maps, self._side_by_side = _compose(figure, data, self.theme, learners)
        ax = self.maps[0].ax
        self._home = (ax.get_xlim(), ax.get_ylim())
        if self._hidden:
            self.hide_classes(self._hidden)
        if limits is not None:
            self._apply_limits(*limits)
        self.draw_idle()

    def show_ground(self, ground: RegionsData | None, answers: Sequence[Answer | None] = ()) -> None:
        """Regions below the rows, a panel for each map, and what the learners say about the instance."""
        for image in self._images:
            image.remove()
        self._ground, self._answers = ground, tuple(answers)
        self._images = _lay_below(self.maps, self._side_by_side, ground, self._answers, self.theme)
        if ground is None:
            for drawn in self.maps:
                if isinstance(drawn, MapArtists):
                    drawn.ax.grid(True)
        self.draw_idle()

    def still(self) -> Put | None:
        """The map as it is now, for another figure; its ground too."""
        theme, limits = self.theme, self.limits
        if self.artists is None or limits is None:
            return None
        data, learners, hidden = self.artists.data, self.learners, self._hidden
        ground, answers = self._ground, self._answers

        def put(figure: Figure) -> None:
            maps, sheet = _compose(figure, data, theme, learners)
            for drawn in maps:
                drawn.hide_classes(hidden)
                drawn.ax.set(xlim=limits[0], ylim=limits[1])
            _lay_below(maps, sheet, ground, answers, theme)

        return put

    def view(self) -> View | None:
        """None for maps side by side: the last picture of all of them is not moved while one waits."""
        limits = self.limits
        return None if limits is None or len(self.maps) > 1 else (self.room, limits)

    def show_nothing(self) -> None:
        self.clear_figure().set_facecolor(self.theme.panel)
        self._forget_maps()
        self.draw_idle()

    def forget(self) -> None:
        """The data are closed: neither their rows nor a picture of them is kept."""
        self._stop_behind()
        self._hand.let_go()  # a drag was in those data
        self.show_nothing()
        self.forget_last()

    def _forget_maps(self) -> None:
        """Nothing is left of what was shown."""
        self.maps, self._side_by_side, self._home = (), None, None
        self._ground, self._answers, self._images = None, (), []
        self._under_mouse = 0
        self._planes.clear()

    def show_explanation(self, explanation: Explanation) -> None:
        """Move star, neighbours, spokes and ring; nothing else is drawn."""
        for drawn in self.maps:
            drawn.update(explanation)
        self.refresh()

    def highlight(self, lit: NDArray[np.intp] | None, hovered: int | None) -> None:
        """Neighbours that stay while others fade, and the one under the mouse."""
        for drawn in self.maps:
            drawn.highlight(None if lit is None else lit.tolist(), hovered)
        self.refresh()

    def refresh(self) -> None:
        """Show the moving part as it is now."""
        if self.maps:
            self.move()

    def hide_classes(self, codes: frozenset[int]) -> None:
        self._hidden = codes
        for drawn in self.maps:
            drawn.hide_classes(codes)
        if self.maps:
            self.refresh()
            self.draw_idle()

    # -- which map ----------------------------------------------------------------------------------

    @property
    def learners(self) -> tuple[str, ...]:
        """Those whose maps stand side by side; none where there is one map."""
        return self._side_by_side.learners if self._side_by_side is not None else ()

    @property
    def artists(self) -> Drawn | None:
        """The map that the mouse is on, or else the first."""
        return self.maps[self._under_mouse] if self.maps else None

    @property
    def ax(self) -> Axes | None:
        return self.artists.ax if self.artists is not None else None

    def map_at(self, x: float, y: float) -> Drawn | None:
        """The map at a place in the figure's pixels; beside all of them, the one that the mouse was on."""
        for i, drawn in enumerate(self.maps):
            if drawn.ax.bbox.contains(x, y):
                self._under_mouse = i
        return self.artists

    # -- places -------------------------------------------------------------------------------------

    @property
    def places_are_values(self) -> bool:
        """Whether a place in the plane says what the two attributes are there."""
        return self.artists is not None and getattr(self.artists.data, "axes", None) is not None

    @property
    def plane(self) -> Plane | None:
        """How places of the plane become pixels of the widget; None where there is no plane."""
        return self._plane_of(self._under_mouse) if self.maps else None

    def _plane_of(self, i: int) -> Plane:
        """That of a map. Kept: matplotlib multiplies its matrices anew at every question. It keeps the two
        that are asked for here until the limits or the place of the axes are others.
        """
        ax = self.maps[i].ax
        matrices = ax.transLimits.get_matrix(), ax.transAxes.get_matrix()
        key = (id(matrices[0]), id(matrices[1]), self.height(), self.device_pixel_ratio)
        kept = self._planes.get(i)
        if kept is None or kept[0] != key:
            kept = self._planes[i] = key, matrices, self._find_plane(ax)
        return kept[2]

    def _find_plane(self, ax: Axes) -> Plane:
        ratio, height, box = self.device_pixel_ratio, self.height(), ax.bbox
        (across, _, left), (_, up, bottom), _ = (ax.transData.get_matrix() / ratio).tolist()
        room = QRectF(box.x0 / ratio, height - box.y1 / ratio, box.width / ratio, box.height / ratio)
        return Plane((across, -up), (left, height - bottom), room)  # Qt counts from above

    @property
    def room(self) -> QRectF:
        """The axes, in pixels of the widget."""
        plane = self.plane
        return QRectF(self.rect()) if plane is None else plane.room

    def place_of(self, x: float, y: float) -> QPointF:
        """One place of the plane in pixels of the widget."""
        plane = self.plane
        return QPointF(math.nan, math.nan) if plane is None else QPointF(*plane.spot((x, y)))

    # -- zoom ---------------------------------------------------------------------------------------

    @property
    def limits(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        return None if self.ax is None else (self.ax.get_xlim(), self.ax.get_ylim())

    @property
    def is_zoomed(self) -> bool:
        return self._home is not None and self.limits != self._home

    @property
    def tool(self) -> Tool:
        """What a press of the mouse does."""
        return self._hand.tool

    def set_tool(self, tool: Tool) -> None:
        self._hand.take(tool)

    @property
    def is_dragging_star(self) -> bool:
        return self._hand.has_star

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Nearer by a factor, towards a place in the canvas's pixels (the middle by default)."""
        drawn = self.artists if x is None or y is None else self.map_at(x, y)
        if drawn is None:
            return
        ax, box = drawn.ax, drawn.ax.bbox
        at = (box.x0 + box.width / 2, box.y0 + box.height / 2) if x is None or y is None else (x, y)
        centre = ax.transData.inverted().transform(at)
        (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
        self.set_limits(
            (centre[0] - (centre[0] - x0) / factor, centre[0] + (x1 - centre[0]) / factor),
            (centre[1] - (centre[1] - y0) / factor, centre[1] + (y1 - centre[1]) / factor),
        )

    def pan(self, dx: float, dy: float) -> None:
        """Shift by shares of the width and height that are shown."""
        if self.ax is not None:
            (x0, x1), (y0, y1) = self.ax.get_xlim(), self.ax.get_ylim()
            across, up = dx * (x1 - x0), dy * (y1 - y0)
            self.set_limits((x0 + across, x1 + across), (y0 + up, y1 + up))

    def go_home(self) -> None:
        if self._home is not None:
            self.set_limits(*self._home)

    def set_limits(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show a piece of the plane, unless it is far too small or too large."""
        if self.ax is None or not np.isfinite((*x, *y)).all() or self._home is None:
            return
        whole = self._home[0][1] - self._home[0][0]
        if not 1e-7 < (x[1] - x[0]) / (whole or 1.0) < 50:
            return
        self._apply_limits(x, y)
        self.draw_idle()
        self.zoomed.emit()

    def _apply_limits(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        for drawn in self.maps:
            drawn.ax.set(xlim=x, ylim=y)

    def hit_at(self, x: float, y: float) -> Hit | None:
        """What is at a place in pixels of the widget."""
        at = (x * self.device_pixel_ratio, (self.height() - y) * self.device_pixel_ratio)
        drawn = self.map_at(*at)
        return None if drawn is None else drawn.hit(*at)

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
            self.zoom(WHEEL)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / WHEEL)
        elif key == Qt.Key.Key_Home:
            self.go_home()
        else:
            event.ignore()  # digits go to k, all else to the window

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """While the star is dragged, not through matplotlib, which finds out what is below each place."""
        if self._hand.has_star:
            self._hand.drag_star(*self.mouseEventCoords(event))
        else:
            super().mouseMoveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._side_by_side is not None:
            self._side_by_side.lay_out()

    def _paint_marks(self, painter: QPainter) -> None:
        if self._background is None:
            return
        for i, drawn in enumerate(self.maps):
            plane = self._plane_of(i)
            painter.save()
            painter.setClipRect(plane.room)
            self._pens.paint(painter, drawn.below, plane)
            self._pictures.paint(painter, drawn.above, plane, self.device_pixel_ratio)
            painter.restore()

    def paint_above(self, painter: QPainter) -> None:
        self._paint_marks(painter)
        if self.paint_callouts is not None:
            self.paint_callouts(painter)
        if self._hand.box is not None:
            ratio, tall = self.device_pixel_ratio, self.height()
            (x0, y0), (x1, y1) = self._hand.box
            corner = QPointF(x0 / ratio, tall - y0 / ratio)
            other = QPointF(x1 / ratio, tall - y1 / ratio)
            painter.setPen(pen(self.theme.accent))
            painter.setBrush(fill(self.theme.accent_tint, 0.5))
            painter.drawRect(QRectF(corner, other).normalized())
        if self.hasFocus():
            painter.setPen(pen(self.theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def _compose(
    figure: Figure, data: Places, theme: Theme, learners: tuple[str, ...]
) -> tuple[tuple[Drawn, ...], MapsSideBySide | None]:
    """The rows on a figure: one map, or one for each learner."""
    px = theme.px
    figure.set_facecolor(theme.panel)
    if learners and isinstance(data, MapData):
        sheet = MapsSideBySide(figure, data, learners, theme)
        return sheet.maps, sheet
    drawn: Drawn
    with theme.context():
        if isinstance(data, MapData):
            ax = add_axes(figure, Box(left=px(46), top=px(10), right=px(14), bottom=px(38)))
            drawn = MapArtists(ax, data, theme)
            room = max(left_room(ax, theme) + px(6), px(40))
            place(ax, Box(left=room, top=px(10), right=px(14), bottom=px(38)))
        else:
            ax = add_axes(figure, Box(left=px(8), top=px(8), right=px(8), bottom=px(8)))
            drawn = DistanceArtists(ax, data, theme)
    quicken(ax, drawn)
    return (drawn,), None


def _lay_below(
    maps: tuple[Drawn, ...],
    sheet: MapsSideBySide | None,
    ground: RegionsData | None,
    answers: tuple[Answer | None, ...],
    theme: Theme,
) -> list[Any]:
    """Put regions below the rows, and answers above maps that stand side by side; the images."""
    if ground is None:
        return []
    if sheet is not None:
        sheet.say(answers)
    return [overlay(drawn.ax, ground, i, theme) for i, drawn in enumerate(maps)]
