"""An error names a row as the front end counts it."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_gui.state.remedies import command_hint, window_hint


def test_rows_are_counted_from_0_in_python_and_from_1_elsewhere() -> None:
    columns = [[1.0, 2.0, float("inf")], [0, 1, 0]]
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))]
    with pytest.raises(lw.DataError, match="infinite") as caught:
        lw.NB().fit(lw.Dataset.from_columns("r", attributes, columns))
    assert "row 2 (counted from 0): make it NaN" in caught.value.hint
    for hint in (command_hint(caught.value), window_hint(caught.value)):
        assert "row 3: treat it as missing (?)" in hint
