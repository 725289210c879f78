"""Words drawn from memory look as if they had just been rendered."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from lwnb_gui.qt.quick_text import QuickText


def _pixels(figure: Figure, kind: type[RendererAgg]) -> NDArray[np.int64]:
    renderer = kind(420, 260, 100)
    figure.draw(renderer)
    return np.asarray(renderer.buffer_rgba()).astype(np.int64)


@pytest.fixture
def figure() -> Figure:
    made = Figure((4.2, 2.6), dpi=100)
    FigureCanvasAgg(made)
    ax = made.add_subplot()
    ax.plot([1, 2, 3], [1, 4, 2])
    ax.set_ylabel("upright")
    ax.set_title("$x^2$ and words")
    ax.text(1.5, 2, "aslant", rotation=33, alpha=0.5, color="red")
    ax.text(2.1, 3, "two\nlines")
    ax.text(2.9, 1.1, "clipped at the edge", clip_on=True)
    ax.text(1.0, 1.5, " ")
    return made


def test_words_from_memory_are_the_same(figure: Figure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuickText, "_images", {})
    plain, first = _pixels(figure, RendererAgg), _pixels(figure, QuickText)
    n = len(QuickText._images)
    assert n > 10
    # Glyphs that touch are laid over each other before the colour and not after it.
    assert np.abs(plain - first).max() <= 12
    assert np.array_equal(first, _pixels(figure, QuickText))
    assert len(QuickText._images) == n, "nothing is rendered twice"
    figure.axes[0].title.set_fontsize(20)
    assert np.abs(_pixels(figure, QuickText) - _pixels(figure, RendererAgg)).max() <= 12


def test_memory_is_bounded(figure: Figure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_gui.qt.quick_text._MOST", 5)
    monkeypatch.setattr(QuickText, "_images", {})
    _pixels(figure, QuickText)
    assert len(QuickText._images) <= 5
