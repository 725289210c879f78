"""Suggestions are similar to what was typed, and possible at this place."""

from __future__ import annotations

from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.spelling import did_you_mean, nearest

SAMPLES = [info.name for info in lw.samples()]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("irsi", ["iris"]),
        ("glas", ["glass"]),
        ("weather", ["weather-nominal", "weather-numeric"]),
        ("xyz", []),
        ("data", []),
    ],
)
def test_only_near_names_are_suggested(word: str, expected: list[str]) -> None:
    assert sorted(nearest(word, SAMPLES, most=2)) == expected


def test_what_is_used_already_is_not_suggested() -> None:
    assert nearest("kernels", ["kernel", "k"]) == ["kernel"]
    assert nearest("kernels", ["kernel", "k"], used=["kernel"]) == []
    assert did_you_mean([]) == ""
    with pytest.raises(lw.SettingsError) as caught:
        lw.learner_from_spec("lwnb:k=3,kk=4")
    assert "Did you mean" not in caught.value.hint


def test_an_attribute_that_has_its_place_is_not_suggested_for_another(tmp_path: Path) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    train.write_text("petallength,petalwidth,kind\n1,2,a\n3,4,b\n")
    test.write_text("petalwidth,kind\n2,a\n")
    with pytest.raises(lw.DataError) as caught:
        lw.matched(lw.load(test), lw.load(train))
    assert "no attribute 'petallength'" in str(caught.value)
    assert "(but" not in str(caught.value)
    test.write_text("petalwidth,petal-length,kind\n2,1,a\n")
    with pytest.raises(lw.DataError, match=r"no attribute 'petallength' \(but 'petal-length'\)"):
        lw.matched(lw.load(test), lw.load(train))


def test_an_error_about_a_sample_names_the_sample() -> None:
    iris = lw.sample("iris")
    with pytest.raises(lw.DataError) as caught:
        iris.with_class("species")
    assert str(caught.value).startswith("sample iris: no attribute named 'species'")
    assert caught.value.file == iris.source


def test_an_error_about_a_file_names_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    folder.mkdir()
    path = folder / "iris.csv"
    path.write_text("a,b\n1,x\n2,y\n")
    with pytest.raises(lw.DataError) as caught:
        lw.load(path).with_class("species")
    assert str(caught.value).startswith(f"{path}: no attribute")
