"""The axis of k, which slider and ribbon share."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lwnb_gui.views.drawing.k_axis import axis_numbers, k_at_position, position_of_k, ticks_of_k
from lwnb_gui.views.drawing.scene import Text
from tests.views.golden import canvas


@pytest.mark.parametrize("n", [1, 2, 149, 434, 1_000_000])
def test_axis_of_k_maps_both_ways_and_has_ticks(n: int) -> None:
    assert position_of_k(1, n) == 0
    if n > 1:
        assert position_of_k(n, n) == pytest.approx(1)
    for k in {1, 2, min(50, n), n}:
        if k <= n:
            assert k_at_position(position_of_k(k, n), n) == k
    ticks = ticks_of_k(n)
    assert ticks[0] == 1
    assert ticks[-1] == n
    assert ticks == sorted(set(ticks))


@pytest.mark.parametrize("n", [23, 149, 682, 99_999])
@pytest.mark.parametrize("width", [120.0, 250.0, 900.0])
def test_numbers_along_the_axis_never_touch(n: int, width: float) -> None:
    space = canvas(width + 24)
    for k in (1, 7, n // 2, n):
        shapes = axis_numbers(n, k, 12.0, width + 12, 20.0, space)
        texts = sorted((s for s in shapes if isinstance(s, Text)), key=lambda s: s.x)
        assert str(k) in {text.text for text in texts}
        for one, following in pairwise(texts):
            assert one.x + space.measure(one.text, one.font) < following.x, (one.text, following.text)
