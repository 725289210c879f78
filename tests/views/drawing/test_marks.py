"""The classes' markers: each has its own outline, and none is mistaken for a circle."""

from __future__ import annotations

import pytest

from lwnb_gui.plots.scene_figure import _outline
from lwnb_gui.theme import THEMES, Theme
from lwnb_gui.views.drawing.marks import OUTLINES
from lwnb_gui.views.map.stamps import _holder


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_mark_of_a_theme_has_an_outline(theme: Theme) -> None:
    assert {theme.class_style(c).marker for c in range(60)} <= set(OUTLINES)


def test_a_mark_without_an_outline_is_no_circle() -> None:
    for draw in (lambda: _outline("?", 4.0), lambda: _holder("?")):
        with pytest.raises(KeyError):
            draw()
