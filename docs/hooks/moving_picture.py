"""`python docs/hooks/moving_picture.py`: k dragged on the checkers board, as a moving WebP picture."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from lwnb_gui.screenshots import Shot, window_of

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

TARGET = Path(__file__).resolve().parents[1] / "pictures" / "moving.webp"
SHOT = Shot("moving", "sample:checkers-board", 217, size=(1280, 800), actions=("next_regions",))
FIRST, LAST, STEPS = 4, 300, 22
_FRAME, _REST = 130, 900  # ms of a frame, and at the ends
_QUALITY = 40


def main() -> int:
    """Drag from a small k to a large one and back."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    ks = sorted({round(float(k)) for k in np.geomspace(FIRST, LAST, STEPS)})
    with tempfile.TemporaryDirectory() as own:
        os.environ["LWNB_CONFIG"] = own  # independent of any user's settings
        with window_of(SHOT) as window:
            there = [_frame(window, k) for k in ks]
    frames = [*there, *there[-2:0:-1]]
    durations = [_REST if frame in (there[0], there[-1]) else _FRAME for frame in frames]
    frames[0].save(
        TARGET,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        quality=_QUALITY,
        method=6,
    )
    print(f"{TARGET.name}: {len(frames)} frames, {TARGET.stat().st_size / 1e6:.2f} MB")
    return 0


def _frame(window: MainWindow, k: int) -> Image.Image:
    """Return the window at k, with the mouse on the handle of the slider."""
    from PySide6.QtCore import QBuffer, QIODevice, QPointF
    from PySide6.QtGui import QPainter, QPolygonF

    from lwnb_gui.qt.app import wait_until_idle

    window.state.set_k(k)
    wait_until_idle(window)
    picture = window.grab()
    slider = window.strip.slider
    tip = slider.mapTo(window, slider.rect().center())
    tip.setX(round(slider.mapTo(window, slider.rect().topLeft()).x() + slider.x_of(k)))
    arrow = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen("white")
    painter.setBrush("black")
    painter.drawPolygon(QPolygonF([QPointF(tip.x() + x, tip.y() + y) for x, y in arrow]))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGB")


if __name__ == "__main__":
    sys.exit(main())
