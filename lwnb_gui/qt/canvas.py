"""A matplotlib figure in Qt whose still part is drawn once and whose moving part is blitted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtWidgets import QWidget

from lwnb_gui.plots.theme import DPI

Moving = Iterable[tuple[Axes, Artist]]


class Canvas(FigureCanvasQTAgg):
    """One per panel.

    Make the artists that depend on k `animated`, hand them over with `set_moving`, change them, and call
    `move`: nothing else is drawn. Whatever is not among them needs `draw_idle`. `full_draws` and `moves`
    count, so that a test can say that moving k redraws nothing.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        # The figure comes first and is kept: a canvas that makes its own can be freed too early.
        self._kept = Figure(dpi=DPI)
        super().__init__(self._kept)
        self.setParent(parent)
        self._moving: tuple[tuple[Axes, Artist], ...] = ()
        self._background: Any = None
        self.full_draws = 0
        self.moves = 0
        self.mpl_connect("draw_event", self._drawn)
        self.mpl_connect("resize_event", self._forget)

    def set_moving(self, artists: Moving) -> None:
        """The artists that `move` draws, each with its axes, from below to above."""
        self._moving = tuple(artists)

    def clear_figure(self) -> Figure:
        """Begin anew, as after a change of theme or of data."""
        self._moving = ()
        self._background = None
        self._kept.clear()
        return self._kept

    def move(self) -> None:
        """Show the moving artists as they are now, over the background as it was drawn."""
        if self._background is None:
            self.draw_idle()  # there is no picture yet, or it has another size now
            return
        self.moves += 1
        self.restore_region(self._background)
        self._draw_moving()
        self.update()  # not blit, which paints at once: all panels are to be painted in one go

    def _drawn(self, event: object) -> None:
        self.full_draws += 1
        self._background = self.copy_from_bbox(self._kept.bbox)
        self._draw_moving()

    def _forget(self, event: object) -> None:
        self._background = None

    def _draw_moving(self) -> None:
        for axes, artist in self._moving:
            axes.draw_artist(artist)
