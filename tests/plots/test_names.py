"""Names out of a file where there is little room for them."""

from __future__ import annotations

import lwnb_core as lw
from lwnb_gui.plots.names import LONGEST, brief, told_apart


def test_a_long_name_is_cut_and_controls_are_seen() -> None:
    assert brief("x" * 100) == "x" * (LONGEST - 1) + "…"
    assert brief("a\tb") == r"a\tb"


def test_names_that_begin_alike_can_be_told_apart() -> None:
    classes = lw.sample("glass").classes
    for longest in (18, 12, 8):
        short = told_apart(classes, longest)
        assert len(set(short)) == len(classes), short
        assert max(map(len, short)) <= longest
    assert told_apart(("red", "a very long colour"), 8) == ["red", "a very…"]
    assert told_apart(("", "x" * 20, "x" * 21), 8) == ["", "xxxxxxx…", "xxxxxxx…"]  # nothing can be done
