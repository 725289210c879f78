"""Markers for missing values as they are typed: they are added to the usual ones, and blanks need quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwnb_core import load
from lwnb_core.data import DEFAULT_MISSING
from lwnb_gui.app.missing_markers import USUAL, marker_text, parse_markers, with_usual
from lwnb_gui.session.data import DataSource


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("", ()),
        ("  ", ()),
        ("-999", ("-999",)),
        (" - k.A. ", ("-", "k.A.")),
        ('"n. b."', ("n. b.",)),
        ("'n. b.' -", ("n. b.", "-")),
        ('- "n. b', ("-", "n. b")),  # while the user types
        ('"', ()),
        ('""', ()),
        ("n'a", ("n'a",)),
        ('"5"" pipe" x', ('5" pipe', "x")),
        ("- -", ("-",)),
    ],
)
def test_typed_markers_are_parsed(text: str, markers: tuple[str, ...]) -> None:
    assert parse_markers(text) == markers


def test_typing_adds_to_the_usual_ones_and_an_empty_cell_stays_missing() -> None:
    assert with_usual(()) is None
    assert with_usual(("NA",)) is None
    assert with_usual(("n. b.",)) == (*DEFAULT_MISSING, "n. b.")
    assert with_usual((" - ",), usual=False) == ("", "-")
    assert with_usual((), usual=False) == ("",)
    assert "" not in USUAL


@given(st.lists(st.text(min_size=1, max_size=8).map(str.strip).filter(bool), unique=True, max_size=4))
def test_markers_survive_being_shown_and_typed_again(markers: list[str]) -> None:
    assert parse_markers(" ".join(map(marker_text, markers))) == tuple(markers)


def test_a_session_stores_all_markers_so_that_older_ones_keep_their_meaning(tmp_path: Path) -> None:
    """Old sessions list every marker: where they have only typed ones, NA was a value."""
    (tmp_path / "a.csv").write_text("x,c\nNA,a\n-,b\n,a\n1,b\n")
    source = DataSource(path="a.csv", csv={"missing": ("-", "")})
    data = source.read(tmp_path / "s.lwnb", lambda _: False)
    assert data.missing("x").tolist() == [False, True, True, False]
    markers = with_usual(("-",))
    new = DataSource.of(load(tmp_path / "a.csv", missing=markers)).relative_to(tmp_path / "s.lwnb")
    assert new.csv["missing"] == markers
    assert new.read(tmp_path / "s.lwnb", lambda _: False).missing("x").tolist() == [True, True, True, False]
