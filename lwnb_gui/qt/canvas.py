"""A matplotlib figure in Qt whose still part is drawn once and whose moving part is blitted."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import shiboken6
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.in_turns import in_picture, is_late, is_long
from lwnb_gui.theme import DPI

if TYPE_CHECKING:
    from lwnb_gui.qt.tasks import TaskRunner

Moving = Iterable[tuple[Axes, Artist]]

_LONGEST_WAIT = 20  # turns of the event loop in which others come first


class Canvas(FigureCanvasQTAgg):
    """One per panel.

    Make the artists that depend on k `animated`, hand them over with `set_moving`, change them, and call
    `move`: nothing else is drawn. Whatever is not among them needs `draw_idle`. `full_draws` and `moves`
    count, so that a test can say that moving k redraws nothing.

    A subclass may have a figure drawn by a task (`new_figure`, `take`); until it is there the last one is in
    sight.
    """

    tasks: TaskRunner | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        # The figure comes first and is kept: a canvas that makes its own can be freed too early.
        self._kept = Figure(dpi=DPI)
        super().__init__(self._kept)
        self.setParent(parent)
        self._moving: tuple[tuple[Axes, Artist], ...] = ()
        self._background: Any = None
        self._picture: QPixmap | None = None  # the background as Qt paints it quickest
        self._pace = 1.0  # seconds that the last drawing took; the first one takes long
        self._last: QPixmap | None = None  # what was drawn last, in sight until the next drawing is there
        self._waited = 0
        self.full_draws = 0
        self.moves = 0
        self._listen()

    def _listen(self) -> None:
        """Hear of the figure's events; each figure has its own.

        Nothing here is found by matplotlib's picking, which looks at every tick with every press.
        """
        for name in ("_button_pick_id", "_scroll_pick_id"):
            if (number := getattr(self._kept, name, None)) is not None:
                self.mpl_disconnect(number)
        self.mpl_connect("draw_event", self._drawn)
        self.mpl_connect("resize_event", self._forget)

    def new_figure(self) -> Figure:
        """One of this size, to be drawn by a task; `take` shows it."""
        made = Figure(figsize=tuple(self._kept.get_size_inches()), dpi=DPI)
        FigureCanvasAgg(made)
        made.set_dpi(self._kept.dpi)
        return made

    def take(self, figure: Figure, moving: Moving) -> bool:
        """Show a figure that a task has drawn, unless it has another size than the window has by now."""
        if not self._take_pixels(figure):
            return False
        self._kept = self.figure = figure
        figure.set_canvas(self)
        self._listen()
        self._draw_pending = False
        self.set_moving(moving)
        self._drawn(None)
        self.update()
        return True

    def _take_pixels(self, figure: Figure) -> bool:
        """Those that a task has drawn, unless they are for another size than the window has by now."""
        paper = figure.canvas
        assert isinstance(paper, FigureCanvasAgg)
        if paper.get_width_height(physical=True) != self.get_width_height(physical=True):
            return False
        self.get_renderer()  # matplotlib notes its size, and keeps what is in its place from now on
        self.renderer = paper.get_renderer()
        return True

    def set_moving(self, artists: Moving) -> None:
        """The artists that `move` draws, each with its axes, from below to above."""
        self._moving = tuple(artists)

    def clear_figure(self) -> Figure:
        """Begin anew, as after a change of theme or of data."""
        self._moving = ()
        self._background = self._picture = None
        for axes in tuple(self._kept.axes):
            self._kept.delaxes(axes)  # clearing them first, as the figure would, takes as long as making them
        self._kept.clear()
        return self._kept

    def move(self) -> None:
        """Show the moving artists as they are now, over the background as it was drawn."""
        if self._background is None:
            self.draw_idle()  # there is no picture yet, or it has another size now
            return
        self.moves += 1
        if self._moving:
            self.restore_region(self._background)
            self._draw_moving()
        self.update()  # not blit, which paints at once: all panels are to be painted in one go

    def _drawn(self, event: object) -> None:
        self.full_draws += 1
        self._background = self.copy_from_bbox(self._kept.bbox)
        self._picture = QPixmap.fromImage(self._image().convertToFormat(QImage.Format.Format_RGB32))
        self._last = self._picture
        self._draw_moving()

    def _forget(self, event: object) -> None:
        self._background = self._picture = None

    def _draw_idle(self) -> None:
        """Drawing takes as long as a few frames: not out of sight, and not in a turn that is late already."""
        if not shiboken6.isValid(self) or not self._draw_pending:
            return  # matplotlib's timer outlives it
        if self._is_remade_soon() and not in_picture():
            self._draw_pending = False
            return
        if self._can_wait():
            if self.isVisible():
                self._waited += 1
                QTimer.singleShot(0, self, self._draw_idle)
            return
        self._waited = 0
        self._stop_behind()
        began = time.thread_time()
        super()._draw_idle()
        self._pace = time.thread_time() - began

    # -- drawing in a task --------------------------------------------------------------------------

    def _is_remade_soon(self) -> bool:
        """Whether another figure is on its way, so that drawing this one once more is for nothing."""
        return False

    def _stop_behind(self) -> None:
        """Have nothing drawn by a task any more: it is drawn here, at once."""

    # -- painting -----------------------------------------------------------------------------------

    def _can_wait(self, *, painting: bool = False) -> bool:
        """Whoever takes a picture of the window gets it whole; a frame has others to paint as well."""
        if in_picture():
            return False
        if not self.isVisible():
            return True
        others = is_late(for_long=True) or (painting and is_long(self._pace))
        return others and self._waited < _LONGEST_WAIT

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self._paint_figure(event)
        self.paint_above(painter)
        painter.end()

    def paint_above(self, painter: QPainter) -> None:
        """For what lies above the figure."""

    def _paint_figure(self, event: QPaintEvent) -> QPainter:
        """The figure; where nothing moves over its background, as it is in Qt's own pixels. Returns the
        painter, for making one takes as long as painting a few words.
        """
        if in_picture():
            self._stop_behind()
        elif self._is_remade_soon():
            self._draw_pending = False
        if self._draw_pending and self._can_wait(painting=True):
            self._waited += 1
            QTimer.singleShot(0, self, self._draw_idle)
            return self._paint_last()
        if self._background is None and self._is_remade_soon() and not in_picture():
            return self._paint_last()
        if self._draw_pending or self._picture is None or self._background is None:
            self._waited = _LONGEST_WAIT
            super().paintEvent(event)
            return QPainter(self)
        painter = QPainter(self)
        if self._moving:
            painter.drawImage(self.rect(), self._image())
        else:
            painter.drawPixmap(self.rect(), self._picture)
        return painter

    def _paint_last(self) -> QPainter:
        """The last drawing until the next is there."""
        painter = QPainter(self)
        if self._last is not None:
            painter.drawPixmap(self.rect(), self._last)  # in another size for a moment
        else:
            painter.fillRect(self.rect(), QColor.fromRgbF(*self._kept.get_facecolor()))
        return painter

    def _image(self) -> QImage:
        """The figure as it is drawn, without copying it."""
        width, height = (int(length) for length in self.renderer.get_canvas_width_height())
        return QImage(self.buffer_rgba(), width, height, QImage.Format.Format_RGBA8888)

    def _draw_moving(self) -> None:
        for axes, artist in self._moving:
            axes.draw_artist(artist)
