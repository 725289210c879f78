"""The same error in the words of the command line and of the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.remedies import REMEDY_KINDS, Remedy
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.remedies import command_text, in_window, on_command_line, window_hint


@pytest.mark.parametrize("kind", REMEDY_KINDS)
def test_every_front_end_has_words_of_its_own(kind: str) -> None:
    remedy = Remedy(kind, "name")  # type: ignore[arg-type]
    command, window = on_command_line(remedy), in_window(remedy)
    for text in (command, window):
        assert not re.search(r"\blw\.|[a-z_]+=|\(…\)|\bdata\.[a-z]", text)
    assert not re.search(r"--[a-z]|\blwnb [a-z]", window)


def test_a_name_with_blanks_can_be_copied_to_a_terminal() -> None:
    text = on_command_line(Remedy("cut_class", "a b"))
    assert text == "Cut it into intervals (--class 'a b' --class-bins 3)."


def numeric_class(path: Path) -> Opening:
    rows = "".join(f"{i % 7},{i % 30}.5\n" for i in range(90))
    path.write_text(f"a,price\n{rows}")
    return Opening(str(path), edits=Edits(class_name="price"))


def test_a_numeric_class_is_first_offered_as_nominal(tmp_path: Path) -> None:
    opening = numeric_class(tmp_path / "x.csv")
    with pytest.raises(lw.DataError) as caught:
        opening.read()
    assert [remedy.kind for remedy in caught.value.remedies] == ["as_nominal", "cut_class"]
    assert "--nominal price" in command_text(caught.value)
    assert "set the type of price to nominal" in window_hint(caught.value)


@pytest.mark.parametrize("suffix", [".csv", ".arff"])
def test_one_click_opens_a_file_whose_class_is_numeric(tmp_path: Path, suffix: str) -> None:
    opening = numeric_class(tmp_path / "x.csv")
    if suffix == ".arff":
        lw.save(lw.load(tmp_path / "x.csv"), tmp_path / "x.arff")
        opening = Opening(str(tmp_path / "x.arff"), edits=Edits(class_name="price"))
    with pytest.raises(lw.DataError) as caught:
        opening.read()
    text, again = opening.after(caught.value)
    assert text == "Treat price as nominal"
    assert again is not None
    assert len(again.read().classes) == 30


def test_many_different_numbers_are_only_offered_as_intervals(tmp_path: Path) -> None:
    rows = "".join(f"{i % 7},{i}.5\n" for i in range(300))
    (tmp_path / "x.csv").write_text(f"a,price\n{rows}")
    opening = Opening(str(tmp_path / "x.csv"), edits=Edits(class_name="price"))
    with pytest.raises(lw.DataError) as caught:
        opening.read()
    text, again = opening.after(caught.value)
    assert text == "Cut price into 3 intervals"
    assert again is not None
    assert len(again.read().classes) == 3


def test_some_remedies_have_no_button() -> None:
    assert Opening("x.csv").after(lw.DataError("the file is empty")) == ("", None)
    assert Opening("x.csv").after(OSError("gone")) == ("", None)
