"""Arrow keys over a grid of cells."""

from __future__ import annotations

from PySide6.QtCore import Qt

# What each adds to (row, column).
ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
