"""Attributes that are not used: every output works without them, and the star stays in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.map_settings import MapKind, MapSettings
from lwnb_gui.app.query import Query
from lwnb_gui.render.explain_report import query_report
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.render.html import to_html
from lwnb_gui.render.live_page import page_content, to_live_page
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.positions import row_positions
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.view import Subject
from tests.render.live_page.packed import packed

SAMPLES = [info.name for info in lw.samples()]


def _names(data: lw.Dataset) -> list[str]:
    return [data.attributes[j].name for j in data.predictors]


def _without(query: Query, name: str) -> Query:
    return replace(query, unused=frozenset({name}))


def _check_star(query: Query) -> FigureView:
    """Assert that the star is at the row's own values, on axes that are in use."""
    selection = lw.select(query.learner.fit(query.used), query.instances, query.row)
    positions, explanation = row_positions(query, selection), selection.explain(query.k)
    if isinstance(positions, MapData) and positions.axes is not None:
        names = [axis.attribute.name for axis in positions.axes]
        assert not set(names) & query.unused
        expected = [query.value(name) for name in names]
        star = positions.star(explanation)
        assert np.allclose(star, [np.nan if v is None else v for v in expected], equal_nan=True), names
    reading = Map().read(Subject(explanation, query=query), positions=positions)
    return SceneFigure(partial(Map().scene, reading), dense=reading.is_dense)


def _check_outputs(query: Query) -> None:
    """Assert that neither live page nor report names the unused attribute among its columns."""
    page = packed(to_live_page(page_content(query), largest=10**9))
    titles = [page["texts"][i] for i in page["rows"][0]["neighbours"]["titles"]]
    assert not query.unused & set(titles)
    selection = lw.select(query.learner.fit(query.used), query.instances, query.row)
    report = to_html(query_report(query, selection.explain(query.k), {"map": _check_star(query)}))
    columns = re.findall(r"<th(?: class='r')?>([^<]*)</th>", report)
    assert columns
    assert not query.unused & set(columns)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "waveform"])
def test_the_star_stays_in_its_place_whichever_attribute_is_out_of_use(name: str) -> None:
    query = Query.opening(lw.sample(name), row=3)
    names = _names(query.data)
    for one in {names[0], names[-1], query.map.x or names[0], query.map.y or names[0]}:
        if len(names) > 1:
            _check_star(_without(query, one))


@pytest.mark.parametrize("name", ["weather-numeric", "contact-lenses"])
def test_every_output_is_written_with_any_attribute_out_of_use(name: str) -> None:
    query = Query.opening(lw.sample(name), row=3, k=5)
    for one in _names(query.data):
        _check_outputs(_without(query, one))


@pytest.mark.parametrize("kind", ["distance", "components"])
def test_without_any_attribute_in_use_all_rows_are_in_one_place(kind: MapKind) -> None:
    query = Query.opening(lw.sample("weather-numeric"), row=3, k=5)
    query = replace(query, unused=frozenset(_names(query.data)), map=MapSettings(kind))
    _check_outputs(query)
    selection = lw.select(query.learner.fit(query.used), query.instances, query.row)
    positions = row_positions(query, selection)
    assert len(positions) == (13 if kind == "distance" else 14)
    assert not positions.coordinates.any()
    assert positions.star(selection.explain(5)) == (0.0, 0.0)


@pytest.mark.thorough
@pytest.mark.timeout(7200)  # a page for each of 40 attributes takes longer than the usual 15 minutes
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_written_with_any_attribute_out_of_use(name: str) -> None:
    query = Query.opening(lw.sample(name), row=3)
    for one in _names(query.data):
        _check_outputs(_without(query, one))


def test_data_open_on_a_map_of_attributes_in_use() -> None:
    data = lw.sample("iris")
    query = Query.opening(data, unused=frozenset({"petallength"}))
    assert "petallength" not in (query.map.x, query.map.y)
    assert _without(Query.opening(data), "petallength").map_in_use == query.map


def test_a_neighbour_without_a_value_is_not_on_the_map_of_a_live_page() -> None:
    data = lw.sample("labor")
    query = Query.opening(data)
    assert query.map.kind == "attributes"
    page = packed(to_live_page(page_content(query, panels=["map"])))
    spots = page["rows"][0]["panels"]["map"]["steps"][-1][2]
    known = ~(data.missing(query.map.x) | data.missing(query.map.y))
    assert len(spots) == int(known[1:].sum()), "one for each other row that has both values"


def test_a_live_page_with_a_split_shows_the_training_rows_alone() -> None:
    from lwnb_gui.app.test_rows import HeldOut

    query = Query.opening(lw.sample("iris"), test_rows=HeldOut(50, 1))
    query = query.at_row(int(query.rows_to_test[0]))
    page = packed(to_live_page(page_content(query, panels=["map"])))
    components = replace(query, map=MapSettings("components"))
    assert len(row_positions(components, None).rows) == query.n_training
    assert len(page["rows"][0]["panels"]["map"]["steps"][-1][2]) == query.n_training
