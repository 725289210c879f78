"""The colours of the themes are legible and can be told apart."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from lwnb_gui.theme import DARK, LIGHT, PROJECTOR, THEMES, Theme, blend, rgb


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        linear = [
            v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4
            for v in (c / 255 for c in rgb(colour))
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_can_be_read(theme: Theme) -> None:
    for ink in (theme.ink, theme.ink2, theme.ink3, theme.accent):
        assert contrast(ink, theme.panel) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_class_stands_out_by_its_edge(theme: Theme) -> None:
    for i in range(8):
        style = theme.class_style(i)
        assert max(contrast(style.edge, theme.panel), contrast(style.fill, theme.panel)) >= 3


def test_no_two_of_twenty_four_classes_look_alike() -> None:
    styles = [LIGHT.class_style(i) for i in range(24)]
    assert len({(s.fill, s.marker, s.hollow) for s in styles}) == 24
    assert not any(s.hollow for s in styles[:8])
    assert all(s.hollow for s in styles[8:])


def test_the_projector_is_half_as_large_again() -> None:
    assert PROJECTOR.size_text == 1.5 * LIGHT.size_text
    assert PROJECTOR.line_lwnb == 1.5 * LIGHT.line_lwnb
    assert PROJECTOR.class_style(0).fill == LIGHT.class_style(0).fill


def test_a_recoloured_class_keeps_its_shape() -> None:
    theme = replace(DARK, recoloured={1: "#FF0000"})
    assert theme.class_style(1).fill == "#FF0000"
    assert theme.class_style(1).marker == DARK.class_style(1).marker
    assert theme.class_style(0) == DARK.class_style(0)


def test_blend_mixes_two_colours() -> None:
    assert blend("#000000", "#FFFFFF", 0.0) == "#FFFFFF"
    assert blend("#000000", "#FFFFFF", 1.0) == "#000000"


def test_colours_come_without_matplotlib() -> None:
    """The window's style sheet is made before any figure, so it must not wait for matplotlib."""
    code = (
        "import sys, lwnb_gui.theme, lwnb_gui.views.drawing.k_axis;"
        "sys.exit(any(m.split('.')[0] in ('matplotlib', 'PySide6') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
