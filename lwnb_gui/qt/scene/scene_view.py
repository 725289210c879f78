"""The widget that shows any scene: painting, scrolling, tips, hover, clicks, keys, focus, screen reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.qt.widgets.tool_tip import show_tip
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Hotspot, Scene, Shape, top_of

Compose = Callable[[Canvas], Scene]

_EMPTY = Scene(0, 0)
_DIMMED = 0.5  # opacity of numbers that are old while new ones are computed
_STEPS = {
    Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Left: (-1, 0),
}  # fmt: skip
_ASIDE = 3.0  # how much farther a hotspot counts that is not straight ahead
_HAND, _ARROW = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class SceneView(QAbstractScrollArea):
    """The widget that shows the result of `compose` for the present size and theme.

    Signals
    -------
    hovered(target)
        The mouse, or the arrow keys, have come to a hotspot; None: to none.
    clicked(target)
        A hotspot was clicked.
    activated(target)
        Enter or Space was pressed on a hotspot.
    stepped(target)
        The arrow keys have come to a hotspot, after `hovered`.
    double_clicked(target)
        A hotspot was clicked twice.

    Attributes
    ----------
    keys
        What a key does in this panel, instead of what it does in others.
    """

    hovered = Signal(object)
    clicked = Signal(object)
    activated = Signal(object)
    stepped = Signal(object)
    double_clicked = Signal(object)
    background = "panel"  # a token of the theme

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compose: Compose = lambda canvas: _EMPTY
        self._scene = _EMPTY
        self._theme = LIGHT
        self._painter = ScenePainter(LIGHT)
        self._target: Hashable = None  # under the mouse or the keys
        self._pinned: Hashable = None  # what stays visible
        self._pinned_at: tuple[float, ...] = ()  # the position to which it was scrolled
        self._is_dimmed = False
        self.keys: dict[Qt.Key, Callable[[], object]] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # -- for the panel ------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene that is shown."""
        return self._scene

    @property
    def target(self) -> Hashable:
        """The target under the mouse or the arrow keys."""
        return self._target

    def show_scene(self, compose: Compose) -> None:
        """Show another scene."""
        self._compose = compose
        self.refresh()

    def clear(self) -> None:
        self.show_scene(lambda canvas: _EMPTY)

    def refresh(self) -> None:
        """Compose the scene anew, because its data, size, theme or highlights have changed."""
        self._scene = self._compose(self.canvas())
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(round(self._theme.px(26)))
        bar.setRange(0, max(0, round(self._scene.height) - self.viewport().height()))
        if not any(spot.target == self._target for spot in self._scene.hotspots):
            self._go_to(None)
        self._scroll_to_pinned()
        self.viewport().update()

    def keep_visible(self, target: Hashable) -> None:
        """Scroll to a hotspot, and again when it has moved or the view is resized; None stops that."""
        if target != self._pinned:
            self._pinned, self._pinned_at = target, ()
            self._scroll_to_pinned()

    def scroll_lines(self, steps: int) -> None:
        """Scroll down by this many lines."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + steps * bar.singleStep())

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._painter = theme, ScenePainter(theme)
        self.refresh()

    def set_dimmed(self, dimmed: bool) -> None:
        """Show the scene pale while something new is being computed."""
        if dimmed != self._is_dimmed:
            self._is_dimmed = dimmed
            self.viewport().update()

    def tip_at(self, x: float, y: float) -> str:
        """Return the tooltip at a point of the viewport."""
        spot = self._spot_at(QPointF(x, y))
        return "" if spot is None else spot.tip

    # -- inside -------------------------------------------------------------------------------------

    def canvas(self) -> Canvas:
        """Return the canvas for which a scene is composed at present."""
        view, top = self.viewport(), self.verticalScrollBar().value()
        width, height = float(view.width()), float(view.height())
        return Canvas(width, height, self._theme, self._painter.measure, (top, top + height))

    def _spot_at(self, point: QPointF) -> Hotspot | None:
        scene, x, y = self._scene, point.x(), point.y()
        height = min(scene.height, self.viewport().height())
        bar = self.verticalScrollBar()
        if y >= height - scene.foot:
            y += bar.maximum()
        elif y >= scene.head:
            y += bar.value()
        return scene.hotspot_at(x, y)

    def _scroll_to_pinned(self) -> None:
        spot = next((s for s in self._scene.hotspots if s.target == self._pinned), None)
        if self._pinned is None or spot is None:
            return
        at = (spot.y, spot.height, self._scene.height, float(self.viewport().height()))
        if at != self._pinned_at:  # otherwise the user may have scrolled elsewhere since
            self._pinned_at = at
            self._scroll_to(spot)

    def _scroll_to(self, spot: Hotspot) -> None:
        """Scroll as little as needed to make all of it visible."""
        scene, bar = self._scene, self.verticalScrollBar()
        if scene.head <= spot.y < scene.height - scene.foot:
            lowest = spot.y + spot.height + scene.foot - self.viewport().height()
            bar.setValue(round(min(max(bar.value(), lowest), spot.y - scene.head)))

    def _go_to(self, target: Hashable) -> None:
        if target != self._target:
            self._target = target
            self.hovered.emit(target)

    def _step(self, right: int, down: int) -> None:
        """Move to the nearest hotspot with a target in that direction, and make it visible."""
        spots = [spot for spot in self._scene.hotspots if spot.target is not None]
        now = next((spot for spot in spots if spot.target == self._target), None)
        spot = spots[0]
        if now is not None:
            x, y = _middle(now)

            def far(other: Hotspot) -> float:
                dx, dy = _middle(other)[0] - x, _middle(other)[1] - y
                return abs(dx) * (1 if right else _ASIDE) + abs(dy) * (1 if down else _ASIDE)

            ahead = (s for s in spots if (_middle(s)[0] - x) * right + (_middle(s)[1] - y) * down > 0)
            spot = min(ahead, key=far, default=now)
        self._scroll_to(spot)
        self._go_to(spot.target)
        self.setAccessibleDescription(spot.description or spot.tip)
        self.stepped.emit(spot.target)

    def _tell(self) -> None:
        """Describe the whole scene, for a screen reader that comes to it."""
        descriptions = [spot.description for spot in self._scene.hotspots if spot.description]
        self.setAccessibleDescription("; ".join(descriptions))

    # -- Qt -----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(400, round(self._scene.height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(getattr(self._theme, self.background)))
        if self._is_dimmed:
            painter.setOpacity(_DIMMED)
        scene, bar = self._scene, self.verticalScrollBar()
        if bar.maximum() == 0:
            self._painter.paint(painter, scene.shapes)
        else:
            self._paint_parts(painter, scene, bar.value(), bar.maximum())
        if self.hasFocus() and self._target is None:
            painter.setOpacity(1.0)
            painter.fillRect(QRectF(0, 0, 2, self.viewport().height()), QColor(self._theme.accent))

    def _paint_parts(self, painter: QPainter, scene: Scene, value: int, most: int) -> None:
        """Paint head and foot in place, and the visible part of the rest between them."""
        head: list[Shape] = []
        body: list[Shape] = []
        foot: list[Shape] = []
        end = scene.height - scene.foot
        for shape in scene.shapes:
            y = top_of(shape)
            (head if y < scene.head else foot if scene.foot and y >= end else body).append(shape)
        width, height = self.viewport().width(), self.viewport().height()
        painter.save()
        painter.setClipRect(QRectF(0, scene.head, width, height - scene.head - scene.foot))
        painter.translate(0, -value)
        self._painter.paint(painter, body)
        painter.restore()
        self._painter.paint(painter, head)
        painter.translate(0, -most)
        self._painter.paint(painter, foot)

    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Resize:
            return super().event(event)
        done = super().event(event)
        bar = self.verticalScrollBar()
        if bar.maximum() == 0 and bar.isVisible():
            # Qt has decided on the bar before the scene took its new size, and does not decide again.
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.refresh()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = self._spot_at(event.position())
        self._go_to(None if spot is None else spot.target)
        self.viewport().setCursor(_HAND if spot is not None and spot.is_link else _ARROW)

    def leaveEvent(self, event: QEvent) -> None:
        self._go_to(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self._spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None and spot.target is not None:
            self.clicked.emit(spot.target)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
        spot = self._spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None and spot.target is not None:
            self.double_clicked.emit(spot.target)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._tell()
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setAccessibleDescription("")  # it describes a past moment
        self._go_to(None)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in self.keys and plain:
            self.keys[key]()
        elif key in _STEPS and plain and any(spot.target is not None for spot in self._scene.hotspots):
            self._step(*_STEPS[key])
        elif key in _PRESS and self._target is not None:
            self.activated.emit(self._target)
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = self.tip_at(event.pos().x(), event.pos().y())
            show_tip(event.globalPos(), tip, self) if tip else QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Leave:
            self._go_to(None)
        return super().viewportEvent(event)


def _middle(spot: Hotspot) -> tuple[float, float]:
    return spot.x + spot.width / 2, spot.y + spot.height / 2
