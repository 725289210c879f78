"""How the numbers of the neighbourhood are written."""

from __future__ import annotations

from lwnb_gui.text import small


def test_small_numbers_never_read_zero() -> None:
    assert [small(value, 3) for value in (0.0, 0.0002, 0.0004999, 0.0006, 1.0)] == [
        "0.000", "<0.001", "<0.001", "0.001", "1.000",
    ]  # fmt: skip
