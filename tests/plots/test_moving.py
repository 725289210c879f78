"""What moves with k is apart from what stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

import lwnb_core as lw
from lwnb_gui.plots import curves
from lwnb_gui.plots.distance_view import DistanceArtists, distance_data
from lwnb_gui.plots.export import new_figure
from lwnb_gui.plots.layout import Box, add_axes
from lwnb_gui.plots.map import MapArtists, map_of_attributes
from lwnb_gui.plots.mark_styles import FADED, neighbour_style
from lwnb_gui.plots.neighbour_marks import MOST_MARKS, MOST_SPOKES
from lwnb_gui.plots.theme import LIGHT


def axes(width: float = 700, height: float = 460) -> Axes:
    return add_axes(new_figure(LIGHT, (width, height)), Box(40, 10, 10, 40))


def marks_above(artists: Any) -> int:
    assert sum(artists.above.counts) == len(artists.above.places)
    return len(artists.above.places)


@pytest.fixture(params=["map", "distances"])
def artists(request: pytest.FixtureRequest, iris: SimpleNamespace) -> Iterator[Any]:
    if request.param == "map":
        yield MapArtists(axes(), map_of_attributes(iris.data, "petalwidth", "petallength"), LIGHT)
    else:
        data = distance_data(lw.select(iris.model, iris.data, iris.row), iris.data)
        yield DistanceArtists(axes(), data, LIGHT)


def test_the_background_has_nothing_that_moves(artists: Any, iris: SimpleNamespace) -> None:
    canvas = artists.ax.figure.canvas
    canvas.draw()
    background = np.array(canvas.buffer_rgba())
    artists.update(iris.explanation)
    artists.highlight([0, 1], 0)
    assert artists.below.lit is not None
    canvas.draw()
    np.testing.assert_array_equal(np.array(canvas.buffer_rgba()), background)


def test_spokes_go_from_the_star_to_the_heaviest(artists: Any, iris: SimpleNamespace) -> None:
    artists.update(iris.explanation)
    near = iris.explanation.neighbourhood
    assert len(artists.below.spokes) == min(np.count_nonzero(near.weights), MOST_SPOKES)
    levels = [level for level, _ in artists.below.spokes]
    assert levels == sorted(levels)  # the heaviest are painted last
    artists.highlight([0, 1, 2])
    assert len(artists.below.spokes) == 3


def test_every_neighbour_is_drawn_once(artists: Any, iris: SimpleNamespace) -> None:
    artists.update(iris.explanation)
    points = marks_above(artists) - 2  # the star and its rim
    assert points == len(iris.explanation.neighbourhood)


def test_an_instance_without_a_place_has_no_star(iris: SimpleNamespace) -> None:
    artists = MapArtists(axes(), map_of_attributes(iris.data, "petalwidth", "petallength"), LIGHT)
    nowhere = replace(iris.explanation, instance=np.full(4, np.nan))
    artists.update(nowhere)
    assert marks_above(artists) == len(nowhere.neighbourhood)
    assert not artists.below.spokes
    artists.update(replace(nowhere, neighbourhood=None, neighbour_rows=None))
    assert list(artists.above) == []


def test_markers_are_drawn_into_a_file_and_left_to_the_window(iris: SimpleNamespace) -> None:
    data = map_of_attributes(iris.data, "petalwidth", "petallength")
    live, still = MapArtists(axes(), data, LIGHT), MapArtists(axes(), data, LIGHT, animated=False)
    for artists in (live, still):
        artists.update(iris.explanation)
    stars = [line for line in still.ax.lines if line.get_marker() == "*"]
    assert [line.get_markersize() for line in stars] == [style.size for style in still.above.styles[-2:]]
    assert not any(line.get_marker() == "*" for line in live.ax.lines)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_marker_s_picture_is_in_its_middle(ratio: float) -> None:
    picture = neighbour_style(LIGHT, 0, 15).picture(72.0 * ratio)
    covered = picture[..., 3] > 0
    for axis in (0, 1):
        assert np.flatnonzero(covered.any(axis=axis)).mean() == pytest.approx(len(picture) // 2, abs=0.5)


def test_moving_k_back_and_forth_makes_no_new_artists(artists: Any, iris: SimpleNamespace) -> None:
    selection = lw.select(iris.model, iris.data, iris.row)
    for k in (1, 20, 50, 149, 50):
        artists.update(selection.explain(k))
    before = len(artists.ax.get_children())
    for k in (1, 20, 50, 149, 50):
        artists.update(selection.explain(k))
    assert len(artists.ax.get_children()) == before


def test_what_is_under_the_mouse(artists: Any, iris: SimpleNamespace) -> None:
    artists.update(iris.explanation)
    artists.ax.figure.canvas.draw()
    data = artists.data
    nearest = int(data.indices(iris.explanation.neighbour_rows[:1])[0])
    x, y = artists.ax.transData.transform(data.places[nearest])
    hit = artists.hit(x, y)
    assert hit is not None
    assert hit.neighbour is not None
    np.testing.assert_allclose(data.places[hit.point], data.places[nearest])
    assert artists.hit(1, 1) is None
    far = next(i for i in range(len(data)) if data.rows[i] not in iris.explanation.neighbour_rows)
    hit = artists.hit(*artists.ax.transData.transform(data.places[far]))
    assert hit is not None
    assert hit.neighbour is None or data.rows[hit.point] in iris.explanation.neighbour_rows


def test_others_fade_and_nothing_moves(artists: Any, iris: SimpleNamespace) -> None:
    artists.update(iris.explanation)

    def places() -> np.ndarray:
        return np.unique(artists.above.places, axis=0)

    before = places()
    artists.highlight([0, 3], hovered=0)
    np.testing.assert_array_equal(places(), before)
    assert (
        sum(len(places) for style, places in artists.above if style.edge[3] == FADED)
        == len(iris.explanation.neighbourhood) - 2
    )
    artists.highlight()
    np.testing.assert_array_equal(places(), before)


def test_hidden_classes_go_from_background_and_neighbours(artists: Any, iris: SimpleNamespace) -> None:
    artists.update(iris.explanation)
    artists.hide_classes({1})
    of_class = int(np.count_nonzero(iris.explanation.neighbour_classes == 1))
    assert marks_above(artists) - 2 == len(iris.explanation.neighbourhood) - of_class
    assert sum(not a.get_visible() for a in artists.static) == 1


def test_a_huge_neighbourhood_draws_the_nearest_large() -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=(5000, 2))
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))]
    data = lw.Dataset.from_columns("big", attributes, [*x.T, (x[:, 0] > 0).astype(int)])
    artists = MapArtists(axes(), map_of_attributes(data, 0, 1), LIGHT)
    artists.update(lw.LWNB(k=4000).fit(data).explain(data, row=0))
    assert marks_above(artists) == MOST_MARKS + 2
    artists.highlight(range(2000, 2010), hovered=3999)


def test_a_place_on_the_map_as_values(vote: SimpleNamespace) -> None:
    artists = MapArtists(axes(), map_of_attributes(vote.data, 0, 1), LIGHT)
    artists.ax.figure.canvas.draw()
    assert artists.value_at(*artists.ax.transData.transform((0.2, 1.3))) == (0.0, 1.0)
    missing = artists.value_at(*artists.ax.transData.transform((2.0, 0.0)))
    assert np.isnan(missing[0])


def test_the_curves_cursor_reads_all_of_them_out() -> None:
    ks = np.arange(1, 200)
    series = (
        curves.CurveSeries.of("KNN", ks, 90 - ks / 5, np.full(len(ks), 2.0)),
        curves.CurveSeries.of("LWNB", ks, 90 - ks / 20.0),
    )
    artists = curves.CurveArtists(axes(), curves.CurveFigure(series), LIGHT)
    artists.ax.figure.canvas.draw()
    artists.update(100)
    made = len(artists.ax.get_children())
    assert artists.read_out(100) == [("LWNB", "85.00", ""), ("KNN", "70.00", "± 2.0")]
    artists.update(7)
    artists.update(None)
    assert len(artists.ax.get_children()) == made
    assert not any(a.get_visible() for a in artists.animated)
    x, y = artists.ax.transData.transform((100, 80))
    assert artists.k_at(x) == 100
    assert artists.between(x, y) == ("LWNB", "KNN")
    artists.arrange()
