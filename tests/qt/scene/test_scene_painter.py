"""Both renderers draw the shapes of a map in the same way."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from lwnb_gui.plots.export import to_bytes
from lwnb_gui.plots.scene_figure import draw
from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.theme import DPI, LIGHT
from lwnb_gui.views.drawing.scene import Circle, Clip, Dots, Image, Marker, Scene, Shape
from lwnb_gui.views.map.stamps import MANY

WIDTH, HEIGHT = 60, 40
Render = Callable[[Shape], np.ndarray]


def in_window(shape: Shape) -> np.ndarray:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGBA8888)
    image.fill(QColor(LIGHT.panel))
    painter = QPainter(image)
    ScenePainter(LIGHT).paint(painter, [shape])
    painter.end()
    pixels = np.frombuffer(bytes(image.constBits()), np.uint8)
    return pixels.reshape(HEIGHT, WIDTH, 4)[..., :3].astype(int)


def in_file(shape: Shape) -> np.ndarray:
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=LIGHT.panel)
    FigureCanvasAgg(figure)
    draw(figure, Scene(WIDTH, HEIGHT, (shape,)))
    return (imread(io.BytesIO(to_bytes(figure, "png", scale=1)))[..., :3] * 255).round().astype(int)


@pytest.fixture(params=[in_window, in_file], ids=["window", "file"])
def render(request: pytest.FixtureRequest, qapp: QApplication) -> Render:
    return request.param  # type: ignore[no-any-return]


def extent(picture: np.ndarray) -> tuple[int, int, int, int]:
    """Return the first and last column and row that are not empty."""
    rows, columns = (np.abs(picture - picture[0, 0]).sum(axis=-1) > 30).nonzero()
    return columns.min(), columns.max(), rows.min(), rows.max()


def dots(x: np.ndarray, code: int = 0) -> Dots:
    return Dots(x, np.full(len(x), 20.5), np.full(len(x), code, np.int32), 8.0, 0.32)


def test_an_ellipse_has_two_radii(render: Render) -> None:
    left, right, top, bottom = extent(render(Circle(30, 20, 20, "ink", upright=10)))
    assert (left, right) == pytest.approx((10, 49), abs=1)
    assert (top, bottom) == pytest.approx((10, 29), abs=1)


def test_a_marker_takes_another_fill(render: Render) -> None:
    plain, other = render(Marker(30, 20, 2, 16)), render(Marker(30, 20, 2, 16, edge="ink", fill="accent"))
    assert plain[20, 30].tolist() == list(QColor(LIGHT.class_style(2).fill).getRgb()[:3])
    assert other[20, 30].tolist() == list(QColor(LIGHT.accent).getRgb()[:3])
    hollow = render(Marker(30, 20, 10, 16, edge="ink", fill="accent"))
    assert hollow[20, 30].tolist() == other[20, 30].tolist()


@pytest.mark.parametrize("code", [0, 1, 10, -1])
def test_dots_are_painted_at_their_positions_and_get_denser(render: Render, code: int) -> None:
    once, often = render(dots(np.array([30.5]), code)), render(dots(np.full(9, 30.5), code))
    left, right, top, bottom = extent(once)
    assert (left + right) / 2 == pytest.approx(30, abs=1)
    assert (top + bottom) / 2 == pytest.approx(20, abs=1)
    assert often.sum() < once.sum()


def test_very_many_dots_are_stamped(render: Render) -> None:
    picture = render(Clip(10, 5, 40, 30, (dots(np.linspace(-20, 80, 2 * MANY)),)))
    left, right, top, bottom = extent(picture)
    assert (left, right) == pytest.approx((10, 49), abs=1), "nothing beyond the clip"
    assert (top, bottom) == pytest.approx((17, 24), abs=1)


def test_a_picture_has_sharp_cells_and_is_clipped(render: Render) -> None:
    rgba = np.array([[[255, 0, 0, 255], [0, 0, 255, 255]]], np.uint8)
    picture = render(Clip(10, 10, 60, 20, (Image(0, 0, 40, 40, rgba),)))
    assert picture[20, 12].tolist() == [255, 0, 0]
    assert picture[20, 18].tolist() == [255, 0, 0]
    assert picture[20, 22].tolist() == [0, 0, 255]
    assert picture[20, 5].tolist() == picture[5, 20].tolist() == picture[20, 50].tolist()
