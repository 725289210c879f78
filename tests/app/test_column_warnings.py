"""Each column that a click would leave out is named; no column is left out without being asked for."""

from __future__ import annotations

import pytest

from lwnb_core.data.column_notes import ColumnNote
from lwnb_gui.app.column_warnings import notes_text


@pytest.mark.parametrize(
    ("n", "last"),
    [
        (1, "c0: one value only."),
        (4, "c3: one value only."),
        (5, "Similarly: c4."),
        (12, "Similarly: c4, c5, c6, c7, c8, c9, c10, c11."),
        (14, "Similarly: c4, c5, c6, c7, c8, c9, c10, c11 and 2 more."),
    ],
)
def test_of_many_notes_the_last_line_names_the_other_columns(n: int, last: str) -> None:
    lines = notes_text([ColumnNote(f"c{i}", "one value only") for i in range(n)]).split("\n")
    assert lines[-1] == last
    assert len(lines) <= 5
