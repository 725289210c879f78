"""The ribbon below the k slider: the posterior at every k. A click in it sets k."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Sweep
from lwnb_gui.qt.k.k_slider import ChooseK
from lwnb_gui.qt.scene.scene_view import SceneView
from lwnb_gui.qt.widgets.tool_tip import show_tip
from lwnb_gui.qt.widgets.undo_group import UndoGroup
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.k_axis import k_at_position
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.ribbon import Ribbon, RibbonReading
from lwnb_gui.views.view import Subject


class KRibbon(SceneView):
    """The scene of the ribbon, with names at its left and a note below; dragging in it moves k."""

    shows = Ribbon()
    background = "window"

    def __init__(
        self, choose: ChooseK, ends: Callable[[], tuple[float, float]], parent: QWidget | None = None
    ) -> None:
        """`ends`: of the slider's groove, in pixels of this widget."""
        super().__init__(self.shows.title, parent)
        self._choose = choose
        self._undo_group = UndoGroup()
        self._ends = ends
        self._k = 1
        self._is_low = False
        self.reading: RibbonReading | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def set_sweep(self, sweep: Sweep, n: int) -> None:
        """Another instance; n is the largest k."""
        self.reading = self.shows.read(Subject(sweep=sweep), n=n)
        assert self.reading is not None
        self.setAccessibleDescription(self.reading.text)
        self.show_scene(self._ribbon)

    def clear(self) -> None:
        self.reading = None
        super().clear()

    def set_low(self, low: bool) -> None:
        """In a low window there are neither the other learners' rows nor the note."""
        if low != self._is_low:
            self._is_low = low
            self.refresh()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            self.refresh()

    def k_at(self, x: float) -> int:
        """The k at a position in pixels of the widget."""
        if self.reading is None:
            return self._k
        left, right = self._ends()
        return k_at_position((x - left) / max(1.0, right - left), self.reading.bands.n)

    def _ribbon(self, canvas: Canvas) -> Scene:
        assert self.reading is not None
        return self.shows.scene(
            self.reading,
            canvas,
            k=self._k,
            ends=self._ends(),
            rivals=not self._is_low,
            note=not self._is_low,
            axis=False,
            background=self.background,
        )

    # -- mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.reading is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.k_at(event.position().x()), self._undo_group.begin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.reading is None:
            return
        k = self.k_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(k, self._undo_group.current())
        else:
            show_tip(self.cursor().pos(), self.reading.read_out(k), self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the strip takes it
