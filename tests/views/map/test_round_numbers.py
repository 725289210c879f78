"""Round numbers along an axis: chosen and written as in figures with axes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.ticker import MaxNLocator, ScalarFormatter

from lwnb_gui.views.map.round_numbers import round_numbers, written


@given(
    low=st.floats(-50, 50).map(lambda x: x + 0.0123),
    span=st.floats(1.05, 9.95),
    power=st.integers(-9, 9),
    most=st.integers(1, 9),
)
def test_numbers_and_texts_are_those_of_matplotlib(low: float, span: float, power: int, most: int) -> None:
    span += 0.00123  # where the limits are round themselves, rounding decides
    low, high = low * span * 10.0**power, (low + 1) * span * 10.0**power
    numbers = round_numbers(low, high, most)
    expected = MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    assert numbers == pytest.approx(expected, rel=0, abs=1e-9 * (high - low))
    inside = [float(x) for x in numbers if low <= x <= high]
    formatter = ScalarFormatter(useOffset=False)
    formatter.create_dummy_axis()
    assert formatter.axis is not None
    formatter.axis.set_view_interval(low, high)
    assert written(inside, low, high) == (tuple(formatter.format_ticks(inside)), formatter.get_offset())


def test_one_number_alone() -> None:
    assert list(round_numbers(3.0, 3.0, 4)) == [3.0]
    assert written([], 0.0, 1.0) == ((), "")
    assert written([0.0], 0.0, 0.0) == (("0",), "")


def test_there_are_two_numbers_at_least() -> None:
    assert np.count_nonzero((round_numbers(0.6, 1.9, 1) >= 0.6) & (round_numbers(0.6, 1.9, 1) <= 1.9)) >= 2
