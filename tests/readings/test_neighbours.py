"""How the numbers of the neighbourhood are written."""

from __future__ import annotations

from lwnb_gui.readings.neighbours import ordinal
from lwnb_gui.text import small


def test_ordinal_numbers_as_text() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 50, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "50th", "102nd", "111th",
    ]  # fmt: skip


def test_small_numbers_never_read_zero() -> None:
    assert [small(value, 3) for value in (0.0, 0.0002, 0.0004999, 0.0006, 1.0)] == [
        "0.000", "<0.001", "<0.001", "0.001", "1.000",
    ]  # fmt: skip
