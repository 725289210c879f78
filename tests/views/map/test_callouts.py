"""What the map names: the instance, the item under the mouse and, at rest, the nearest neighbour."""

from __future__ import annotations

from typing import Any

import pytest

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_gui.app.query import Query
from lwnb_gui.views.map.callouts import callouts
from lwnb_gui.views.map.caption import region_text
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import map_reading

DATA = lw.sample("iris")
MODEL = lw.LWNB(k=50).fit(DATA)
EXPLANATION = MODEL.explain(DATA, row=134)
PAGES = map_of_attributes(DATA, "petalwidth", "petallength")


def titles(**more: Any) -> list[str]:
    query = Query.opening(DATA, row=134)
    return [callout.title for callout in callouts(query, EXPLANATION, PAGES, **more)]


def test_without_hover_the_instance_and_its_nearest_row_are_named() -> None:
    assert titles() == ["row 135, the test instance", "row 84 · Iris-versicolor · nearest"]
    assert titles(at_rest=False) == ["row 135, the test instance"]
    assert titles(with_instance=False, hidden=frozenset({1})) == []


def test_an_instance_of_which_every_value_is_changed_is_no_row() -> None:
    data = lw.sample("checkers-board")
    positions = map_of_attributes(data, "x", "y")
    query = Query.opening(data).with_values({"x": 0.503})
    explanation = query.learner.fit(data).explain(data, row=0, changes=query.changed_values)
    assert callouts(query, explanation, positions)[0].title == "row 1, changed"
    query = query.with_values({"y": 0.507})
    explanation = query.learner.fit(data).explain(data, row=0, changes=query.changed_values)
    title, lines = callouts(query, explanation, positions)[0][1:3]
    assert (title, lines) == ("a point of your own", ("x 0.503 · y 0.507",))


@pytest.mark.parametrize(("row", "title"), [(14, "row 15 · Iris-setosa · outside"), (5000, None)])
def test_a_row_under_the_mouse_is_named(row: int, title: str | None) -> None:
    assert titles(row=row, with_instance=False) == ([title] if title else [])


def test_callouts_hide_numbers_of_later_steps() -> None:
    query = Query.opening(DATA, row=134)
    (nearest,) = callouts(query, EXPLANATION, PAGES, with_instance=False, weighed=False)
    assert nearest.lines == ("distance 0.1290",)
    assert titles(row=14, with_instance=False, is_located=False) == ["row 15 · Iris-setosa"]


def test_the_distance_view_names_what_is_under_the_mouse_alone() -> None:
    around = distance_data(lw.select(MODEL, DATA, 134), DATA)
    query = Query.opening(DATA, row=134)
    assert callouts(query, EXPLANATION, around) == []
    (callout,) = callouts(query, EXPLANATION, around, neighbour=1)
    assert callout.title.endswith("rank 2")
    assert callout.weight == EXPLANATION.neighbourhood.weights[1]  # type: ignore[union-attr]


def test_caption_of_regions_names_learner_and_held_values() -> None:
    grid = lw.Grid.over(MODEL.training, "petalwidth", "petallength", 4)
    regions = regions_on_grid(MODEL, grid, MODEL.instances(DATA, [134]))
    sentence = "A slice through row 135: sepallength 6.1 and sepalwidth 2.6 kept."
    said = region_text(EXPLANATION, regions_data(regions, ["LWNB"]))
    assert said == f"Background: prediction of LWNB at k = 50; paler means less certain. {sentence}"
    alone = region_text(EXPLANATION, regions_data(regions, ["NB"]))
    assert alone.startswith("Background: prediction of NB; paler"), "which has no k"


def test_rows_without_an_explanation_have_no_star() -> None:
    reading = map_reading(PAGES, None)
    assert not reading.has_star
    assert not len(reading.neighbours)
    assert reading.caption == ""
