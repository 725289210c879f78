"""The pen for drawing curves by hand: strokes of the mouse, or keys that move a point at k."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from lwnb_gui.teaching.drawing import Drawing, DrawnLine, Point

_STEP, _LARGE_STEP = 1.0, 10.0  # percentage points that an arrow key moves, alone and with Shift

HOW = (
    "Draw with the mouse or the arrow keys: Left and Right change k, Up and Down move the point at this k by "
    "1, with Shift by 10; Delete clears the line, Enter switches to the other learner, Space shows the "
    "computed curves"
)


class Pen:
    """The pen, which calls `change` with each new drawing.

    Attributes
    ----------
    drawing, log
        What has been drawn so far, and on which axis of k.
    """

    def __init__(self, change: Callable[[Drawing], None]) -> None:
        self._change = change
        self._last: Point | None = None
        self.drawing, self.log = Drawing(), True

    @property
    def is_down(self) -> bool:
        """Whether a stroke has begun."""
        return self._last is not None

    def move_to(self, point: Point) -> None:
        """Begin a stroke, or continue it."""
        start, self._last = self._last or point, point
        self._change(self.drawing.with_line(self.drawing.line.stroke(start, point)))

    def lift(self) -> None:
        self._last = None

    def take_key(self, event: QKeyEvent, k: int) -> bool:
        """Handle a key at k; return whether it was for the pen."""
        key, keys, drawing = event.key(), Qt.Key, self.drawing
        if key in (keys.Key_Up, keys.Key_Down):
            is_large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            step = (_LARGE_STEP if is_large else _STEP) * (1 if key == keys.Key_Up else -1)
            self._change(drawing.with_line(drawing.line.nudged(k, step, self.log)))
        elif key in (keys.Key_Delete, keys.Key_Backspace):
            self._change(drawing.with_line(DrawnLine()))
        elif key in (keys.Key_Return, keys.Key_Enter):
            self._change(drawing.with_next_learner())
        elif key == keys.Key_Space:
            self._change(replace(drawing, is_compared=True))
        else:
            return False
        return True
