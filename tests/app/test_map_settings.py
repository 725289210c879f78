"""What the map shows first: two attributes that separate the classes, or the distance view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.map_settings import MapSettings, default_map
from lwnb_gui.app.query import Query
from lwnb_gui.session.file import from_json, load_session, to_json
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.lectures import shipped


def test_glass_opens_on_a_pair_that_separates_its_rows() -> None:
    assert default_map(lw.sample("glass")) == MapSettings("attributes", "Al", "Mg")


def test_an_attribute_that_is_not_in_use_is_no_axis() -> None:
    shown = default_map(lw.sample("iris"), frozenset({"petalwidth"}))
    assert (shown.kind, shown.x, shown.y) == ("attributes", "sepallength", "petallength")


@pytest.mark.parametrize("name", ["vote", "soybean", "breast-cancer", "contact-lenses", "weather-nominal"])
def test_nominal_data_open_in_the_distance_view(name: str) -> None:
    assert default_map(lw.sample(name)).kind == "distance"


def test_one_numeric_attribute_among_nominal_ones_opens_in_the_distance_view() -> None:
    data = lw.sample("weather-numeric")
    assert default_map(data).kind == "attributes"
    shown = default_map(data, frozenset({"temperature"}))
    assert (shown.kind, shown.x, shown.y) == ("distance", "outlook", "humidity")


def test_numbers_that_are_only_codes_open_in_the_distance_view() -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.integers(0, 2, (80, 6)).astype(float), columns=list("abcdef"))
    frame["class"] = np.where(frame["a"] > 0, "yes", "no")
    assert default_map(lw.Dataset.from_pandas(frame, "class")).kind == "distance"


@pytest.mark.parametrize("numeric", [0, 1])
def test_a_single_attribute_opens_in_the_distance_view(numeric: int) -> None:
    values = [[1.0, 2.0, 3.0, 4.0], ["u", "v", "u", "v"]][1 - numeric]
    frame = pd.DataFrame({"only": values, "class": ["a", "b", "a", "b"]})
    shown = default_map(lw.Dataset.from_pandas(frame, "class"))
    assert (shown.kind, shown.x, shown.y) == ("distance", "only", "only")


LECTURES = [info.file for info in shipped()]


@pytest.mark.parametrize("file", LECTURES, ids=lambda file: file.stem)
def test_a_lecture_keeps_its_pair_whatever_the_default_is(file: Path) -> None:
    lecture = load_session(file)
    shown = lecture.open(file, lambda path: False).query.map
    if shown.kind == "attributes" and (lecture.panels is None or "map" in lecture.panels):
        assert lecture.map == shown


def test_a_session_opens_on_the_pair_that_it_was_saved_with() -> None:
    glass = lw.sample("glass")
    query = replace(Query.opening(glass), map=MapSettings("attributes", "Ba", "Mg"))
    session = from_json(to_json(Session.of(query, DisplayState("explore"), glass)))
    assert session.open(None, lambda path: False).query.map == query.map
