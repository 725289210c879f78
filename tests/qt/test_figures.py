"""Figures painted as pictures of their digits look as Qt's own text does."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from lwnb_gui.plots.theme import DARK, LIGHT, Theme
from lwnb_gui.qt.panels.painting import Brush, Fonts
from lwnb_gui.qt.sprites import Sprites

TEXTS = ("0.123", "1.4762", "−17.05", "<0.0001", "1e−75", "–", "99,999")


def pixels(image: QImage) -> np.ndarray:
    flat = np.frombuffer(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4).astype(int)


def painted(theme: Theme, ratio: float, at_once: bool, opacity: float = 1.0) -> np.ndarray:
    image = QImage(round(200 * ratio), round(160 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.panel)
    fonts = Fonts(theme)
    painter = QPainter(image)
    brush = Brush(painter, theme, fonts)
    brush.fade(opacity)

    def paint() -> None:
        for i, text in enumerate(TEXTS):
            font = fonts.strong if i % 2 else fonts.text
            brush.right(150.3 - i, 20.0 * i, 20.0, text, font=font)

    if at_once:
        with brush.figures_at_once():
            paint()
    else:
        paint()
    painter.end()
    return pixels(image)


@pytest.mark.parametrize("ratio", [1.0, 2.0, 1.25])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_figures_look_like_text(qtbot: QtBot, theme: Theme, ratio: float) -> None:
    text, figures = painted(theme, ratio, False), painted(theme, ratio, True)
    ink = np.abs(text - text[0, 0]).sum()
    assert ink > 0
    # Qt rounds to a 64th of a pixel before it takes a quarter; some digits begin a quarter aside.
    assert np.abs(text - figures).sum() < 0.12 * ink


def test_faded_figures_are_fainter(qtbot: QtBot) -> None:
    full, faint = (painted(LIGHT, 1.0, True, opacity) for opacity in (1.0, 0.2))
    ground = full[0, 0]
    assert np.abs(faint - ground).sum() == pytest.approx(0.2 * np.abs(full - ground).sum(), rel=0.05)


def test_words_are_left_to_qt(qtbot: QtBot) -> None:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(LIGHT.panel)
    fonts, painter = Fonts(LIGHT), QPainter(image)
    brush = Brush(painter, LIGHT, fonts)
    with brush.figures_at_once():
        brush.right(150, 0, 20, "क्षि 5")
        painted_already = pixels(image).min()
    painter.end()
    assert painted_already < 200


def test_the_sheet_grows_and_the_last_picture_is_on_top(qtbot: QtBot) -> None:
    sprites, numbers = Sprites(), []
    for i in range(40):
        picture = QImage(60 + i, 30, QImage.Format.Format_RGB32)
        picture.fill(0xFF000000 + i)
        numbers.append(sprites.add(picture))
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sprites.paint(painter, np.array([numbers[3], numbers[39]]), np.array([[0.0, 0.0], [50.0, 10.0]]))
    painter.end()
    assert [image.pixel(10, 5) & 0xFF, image.pixel(55, 15) & 0xFF, image.pixel(140, 39) & 0xFF] == [3, 39, 39]
