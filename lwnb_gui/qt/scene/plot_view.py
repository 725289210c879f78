"""A matplotlib figure in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.theme import DPI, LIGHT, Theme

Compose = Callable[[Figure, Theme], Iterable[Artist] | None]


class PlotView(FigureCanvasQTAgg):
    """Shows what `compose(figure, theme)` puts into its figure.

    The figure is composed anew in the next paint event after `redraw`, and after a change of the theme or of
    the size, because figures are laid out in pixels. A view that is hidden therefore draws nothing, several
    changes make one drawing, and a picture of the window has the figure as it should be.

    `compose` may return animated artists. They are drawn over a background that is saved with the figure, so
    that moving a cursor (`move_animated`) takes 8 ms instead of 55. `full_draws` counts the drawings, so that
    a test can say that a cursor moves without one.
    """

    def __init__(self, compose: Compose, parent: QWidget | None = None) -> None:
        # The figure is created first and referenced here: PySide6 can free one that the canvas creates.
        self._figure = Figure(dpi=DPI)
        super().__init__(self._figure)
        self.setParent(parent)
        self.setMinimumSize(120, 80)
        self.theme: Theme = LIGHT
        self.full_draws = 0
        self._compose = compose
        self._is_stale = True  # to be composed anew before it is drawn
        self._is_pending = False  # to be drawn in the next paint event
        self._has_moved = False  # animated artists are to be drawn in the next paint event
        self._animated: tuple[Artist, ...] = ()
        self._background: Any = None
        self.mpl_connect("draw_event", self._on_drawn)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.redraw()

    def redraw(self) -> None:
        """Compose the figure anew, as soon as it is visible."""
        self._is_stale = True
        self.draw_idle()

    def move_animated(self) -> None:
        """Show the animated artists as they are, in the next paint event: several moves are drawn once."""
        self._has_moved = True
        self.update()

    # -- matplotlib's and Qt's ------------------------------------------------------------------------

    def draw_idle(self) -> None:
        """Draw in the next paint event, not in a timer's event of its own before it."""
        self._is_pending = True
        self.update()

    def draw(self) -> None:
        if self._is_stale:
            self._is_stale = False
            self._figure.clear()
            self._figure.set_facecolor(self.theme.panel)
            self._animated = tuple(self._compose(self._figure, self.theme) or ())
        super().draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_pending:
            self._is_pending = False
            self.draw()
        elif self._has_moved and self._background is not None:
            self.restore_region(self._background)
            self._draw_animated()
        super().paintEvent(event)

    def _on_drawn(self, event: object) -> None:
        self.full_draws += 1
        self._background = self.copy_from_bbox(self._figure.bbox)
        self._draw_animated()

    def _draw_animated(self) -> None:
        self._has_moved = False
        for artist in self._animated:
            if artist.axes is not None:
                artist.axes.draw_artist(artist)
