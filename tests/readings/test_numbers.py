"""How numbers are written."""

from __future__ import annotations

import pytest

from lwnb_gui.readings.numbers import decimals_for_normals, deviation, factor, without_rounding
from lwnb_gui.text import number


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.4134, "0.4134"),
        (2.9986, "2.9986"),
        (752.2707, "752.2707"),
        (1e-75, "1e−75"),
        (1e-9, "<0.0001"),
        (None, "–"),
        (0.99999, "1.0000"),
        (0.00005, "0.0001"),
        (123456.0, "1.23e+05"),
    ],
)
def test_factors_as_text(p: float | None, text: str) -> None:
    assert factor(p) == text


def test_rounding_errors_around_zero_read_zero() -> None:
    assert number(without_rounding(-1.4155e-17, 1.0)) == "0"
    assert number(without_rounding(-1.4155e-17, 1e-17)) == "−1.4155e−17", (
        "values as small as that are no error"
    )
    assert without_rounding(0.25, 1e6) == 0.25
    assert without_rounding(float("nan"), 1.0) != 0


@pytest.mark.parametrize(
    ("sds", "decimals"), [([0.3, 2.0], 3), ([0.002, 0.3], 4), ([35.0], 2), ([], 3), ([1e-9], 5), ([2e6], 0)]
)
def test_decimals_follow_the_smallest_deviation(sds: list[float], decimals: int) -> None:
    assert decimals_for_normals(sds) == decimals


def test_deviations_as_text() -> None:
    assert deviation(0.0022, 4) == "0.0022"
    assert deviation(3.5e-8, 5) == "3.5e−8"
    assert deviation(0.0, 3) == "0.000"
