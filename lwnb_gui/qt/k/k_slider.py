"""The k slider, on whose scale small k are far apart, and the ribbon below it: the posterior at every k."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QWidget

from lwnb_core import Sweep
from lwnb_gui.app.history import UndoGroup
from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.qt.scene.scene_view import SceneView
from lwnb_gui.qt.widgets.arrow_keys import STEPS
from lwnb_gui.qt.widgets.tool_tip import set_tip, show_tip
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.k_axis import k_at_position, position_of_k, slider
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.ribbon import Ribbon, RibbonReading
from lwnb_gui.views.view import Subject

MARGIN = 16  # at both ends of the groove, so that the handle is not cut off

ChooseK = Callable[[int, object], None]


def is_command(event: QKeyEvent) -> bool:
    """Whether Ctrl, Alt or Meta is held, so that the key is a command of the window rather than for k."""
    held = Qt.KeyboardModifier
    return bool(event.modifiers() & (held.ControlModifier | held.AltModifier | held.MetaModifier))


class KSlider(QAbstractSlider):
    """A slider with position t(k) = ln((k + 4)/5) / ln((n + 4)/5). Calls `choose(k, token)` when moved.

    QAbstractSlider tells a screen reader about it and lets it move the slider.
    """

    groove_moved = Signal()  # its ends are elsewhere in the strip

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._theme: Theme = LIGHT
        self._k, self._n = 1, 1
        self._wheel = 0
        self._painter = ScenePainter(LIGHT)
        self._undo_group = UndoGroup()
        self.setRange(1, 1)
        self.valueChanged.connect(self._on_value_changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("k, the number of neighbours")
        set_tip(
            self,
            "k is the number of neighbours. The scale gives small values of k more space, because each step "
            "matters most there. The wheel and the arrow keys move by 1, the page keys by 10.",
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def k(self) -> int:
        return self._k

    def set_range(self, n: int) -> None:
        """Set n, the number of training rows and largest k."""
        if n != self._n:
            self._n = max(1, n)
            with QSignalBlocker(self):
                self.setRange(1, self._n)
            self.update()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            with QSignalBlocker(self):
                self.setValue(k)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._painter = theme, ScenePainter(theme)
        self.update()

    def x_of(self, k: int) -> float:
        """Return the position of a k, in pixels."""
        left, right = self.ends
        return left + position_of_k(k, self._n) * (right - left)

    def k_at(self, x: float) -> int:
        """Return the k nearest to a position in pixels."""
        left, right = self.ends
        return k_at_position((x - left) / (right - left), self._n)

    def sizeHint(self) -> QSize:
        return QSize(600, round(self._theme.px(50)))

    # -- moving it ----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(self.k_at(event.position().x()), self._undo_group.begin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self.k_at(event.position().x()), self._undo_group.current())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._wheel += event.angleDelta().y() or event.angleDelta().x()
        steps, self._wheel = int(self._wheel / 120), self._wheel - int(self._wheel / 120) * 120
        if steps:
            self._choose(self._clip(self._k + steps), self._undo_group.join())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_command(event):
            event.ignore()
            return
        key = Qt.Key(event.key())
        if key in STEPS:
            self._choose(self._clip(self._k + STEPS[key]), self._undo_group.join())
        elif key == Qt.Key.Key_Home:
            self._choose(1, self._undo_group.begin())
        elif key == Qt.Key.Key_End:
            self._choose(self._n, self._undo_group.begin())
        else:
            super().keyPressEvent(event)

    def _on_value_changed(self, k: int) -> None:
        """React to a screen reader; everything else goes through `_choose`."""
        if k != self._k:
            self._choose(k, self._undo_group.join())

    def _clip(self, k: int) -> int:
        return max(1, min(k, self._n))

    # -- painting -----------------------------------------------------------------------------------

    @property
    def ends(self) -> tuple[float, float]:
        """Return the ends of the groove, in pixels."""
        return float(MARGIN), float(max(self.width() - MARGIN, MARGIN + 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.groove_moved.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.groove_moved.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        canvas = Canvas(self.width(), self.height(), theme, self._painter.measure)
        y = theme.px(22 if self.height() > theme.px(44) else 13)
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.window))
        shapes = slider(
            self._n, self._k, self.ends, y, canvas, enabled=self.isEnabled(), focused=self.hasFocus()
        )
        self._painter.paint(painter, shapes)


class KRibbon(SceneView):
    """The scene of the ribbon, with names on its left and a note below; dragging in it moves k."""

    shows = Ribbon()
    background = "window"

    def __init__(
        self, choose: ChooseK, ends: Callable[[], tuple[float, float]], parent: QWidget | None = None
    ) -> None:
        """Create the ribbon; `ends` are those of the slider's groove, in pixels of this widget."""
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
        """Show another instance; n is the largest k."""
        self.reading = self.shows.read(Subject(sweep=sweep), n=n)
        assert self.reading is not None
        self.setAccessibleDescription(self.reading.text)
        self.show_scene(self._ribbon)

    def clear(self) -> None:
        self.reading = None
        super().clear()

    def set_low(self, low: bool) -> None:
        """Set the layout of a low window, without the other learners' rows and the note."""
        if low != self._is_low:
            self._is_low = low
            self.refresh()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            self.refresh()

    def k_at(self, x: float) -> int:
        """Return the k at a position in pixels of the widget."""
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
