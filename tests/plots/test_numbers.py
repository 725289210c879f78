"""The figures draw the numbers of the explanation."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_gui.plots import histogram
from lwnb_gui.plots.curves import CurveFigure, CurveSeries
from lwnb_gui.plots.kernel_icon import kernel_icon
from lwnb_gui.render.figures import SceneFigure
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.confusion.matrices import confusion_data
from lwnb_gui.views.curves.best import LearnersBestK
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.map.caption import map_caption, region_text
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.distance_positions import distance_data, ring_text, spread_angles
from lwnb_gui.views.map.plane import map_of_attributes, map_of_components
from lwnb_gui.views.map.points import JITTER, jitter
from tests.views_of import read


def test_the_normal_curves_are_inside_the_axes() -> None:
    data = histogram.histogram_data(lw.sample("iris"), "petallength")
    ax = histogram.draw(Figure((6, 4)), data, LIGHT)
    highest = max(float(np.max(line.get_ydata())) for line in ax.lines)
    assert data.counts.sum(axis=1).max() < highest < ax.get_ylim()[1] <= 2.2 * data.counts.sum(axis=1).max()


def test_a_map_knows_where_the_rows_are(iris: SimpleNamespace) -> None:
    data = map_of_attributes(iris.data, "petalwidth", "petallength")
    np.testing.assert_array_equal(data.coordinates[:, 0], iris.data.column("petalwidth"))
    assert data.position(iris.explanation) == (1.4, 5.6)
    assert data.ring_scale is None
    assert "all four attributes, so the bandwidth is not a ring" in map_caption(data, iris.explanation)


def test_rows_are_found_in_a_part_of_the_data(iris: SimpleNamespace) -> None:
    part = iris.data.subset([100, 3, 50])
    data = map_of_attributes(part, 0, 1)
    assert list(data.indices(np.array([3, 100]))) == [1, 0]


def test_the_ring_is_the_bandwidth_in_both_directions(checkers: SimpleNamespace) -> None:
    data = map_of_attributes(checkers.data, 0, 1)
    x = checkers.data.column(0)
    assert data.ring_scale is not None
    assert data.ring_scale[0] == np.ptp(x)
    # A row on the ring's ellipse is at the bandwidth's distance.
    neighbourhood, rows = checkers.explanation.neighbourhood, checkers.explanation.neighbour_rows
    star = np.array(data.position(checkers.explanation))
    away = (data.coordinates[rows] - star) / np.array(data.ring_scale)
    np.testing.assert_allclose(np.hypot(*away.T), neighbourhood.distances, atol=1e-9)


def test_jitter_is_the_same_every_time_and_stays_within_its_value(vote: SimpleNamespace) -> None:
    data = map_of_attributes(vote.data, 0, 1)
    codes = np.where(vote.data.column(0) < 0, 2, vote.data.column(0))
    assert np.abs(data.coordinates[:, 0] - codes).max() <= JITTER
    np.testing.assert_array_equal(data.coordinates, map_of_attributes(vote.data, 0, 1).coordinates)
    noise = np.array([jitter(np.arange(5000), axis) for axis in range(3)])
    assert np.abs(np.corrcoef(noise) - np.eye(3)).max() < 0.05
    assert "spread within each value" in map_caption(data, vote.explanation)


def test_a_caption_leaves_names_as_they_are(vote: SimpleNamespace) -> None:
    data = map_of_attributes(vote.data, 0, 1)
    assert data.axes is not None
    named = zip(data.axes, ("d_k", "sold_kg"), strict=True)
    x, y = (replace(axis, attribute=replace(axis.attribute, name=name)) for axis, name in named)
    data = replace(data, axes=(x, y))
    said = map_caption(data, vote.explanation)
    assert "within each value of d_k and sold_kg." in said
    assert "Distances use all 16 attributes" in said


def test_principal_components_are_centred_and_uncorrelated(iris: SimpleNamespace) -> None:
    data = map_of_components(iris.data)
    assert np.abs(data.coordinates.mean(axis=0)).max() < 1e-9
    assert data.coordinates.std(axis=0)[0] > data.coordinates.std(axis=0)[1]
    assert abs(np.corrcoef(data.coordinates.T)[0, 1]) < 1e-9
    np.testing.assert_allclose(data.position(iris.explanation), data.coordinates[134])


def test_the_distance_view_has_the_exact_distances(vote: SimpleNamespace) -> None:
    selection = lw.select(vote.model, vote.data, vote.row)
    data = distance_data(selection, vote.data)
    neighbourhood = vote.explanation.neighbourhood
    np.testing.assert_array_equal(data.distances[: len(neighbourhood)], neighbourhood.distances)
    np.testing.assert_allclose(np.hypot(*data.coordinates.T), data.distances)
    np.testing.assert_array_equal(
        data.rows[data.indices(vote.explanation.neighbour_rows)], vote.explanation.neighbour_rows
    )
    assert len(data) == 434
    bandwidth, inside = ring_text(vote.explanation)
    assert bandwidth == "bandwidth √6 = 2.4495"
    assert inside == "43 inside, 45 on the ring with weight 0"


def test_points_on_a_circle_keep_their_order_and_their_distance() -> None:
    natural = np.array([1.0, 1.0, 1.0, 3.0])
    angles = spread_angles(np.ones(4), natural)
    assert (np.diff(np.sort(angles)) > 0.02).all()
    assert angles[3] == pytest.approx(3.0, abs=0.01)
    crowded = spread_angles(np.ones(2000), np.zeros(2000))
    assert np.diff(np.sort(crowded)).max() == pytest.approx(2 * np.pi / 2000)


def test_curve_series_and_text_of_the_best_k() -> None:
    series = CurveSeries.of("LWNB", [1, 5, 50], [80.0, 85.0, 82.0], [4.0, 3.0, 3.5])
    assert series.style == "lwnb"
    assert series.at(50) == (82.0, 3.5)
    assert CurveSeries.of("NB", [1], [50.0]).at(700) == (50.0, None)
    assert CurveFigure((series,)).k_range == (1, 50)
    best = LearnersBestK("LWNB", 8, 88.3, ((1, 2), (6, 25), (30, 30)))
    assert best.text == "best k = 8 (88.30); not significantly worse: 1…2, 6…25, 30"


def test_confusion_counts_and_shares() -> None:
    data = confusion_data("KNN", ("a", "b", "never"), [0, 0, 1, 1, 1, -1], [0, 1, 1, 1, 0, 0])
    np.testing.assert_array_equal(data.matrix, [[1, 1, 0], [1, 2, 0], [0, 0, 0]])
    assert data.accuracy == 60
    assert data.recall[0] == 50
    assert data.precision[1] == pytest.approx(200 / 3)
    assert np.isnan(data.recall[2])


def test_histogram_counts_every_row(iris: SimpleNamespace, vote: SimpleNamespace) -> None:
    data = histogram.histogram_data(iris.data, "petallength")
    assert data.counts.sum() == 150
    np.testing.assert_array_equal(data.counts.sum(axis=0), [50, 50, 50])
    assert data.mean[0] == pytest.approx(iris.data.column("petallength")[:50].mean())
    nominal = histogram.histogram_data(vote.data, 0)
    assert nominal.counts.sum() + nominal.missing == 435


def test_regions_have_the_learner_s_decisions(checkers: SimpleNamespace) -> None:
    model = checkers.model
    grid = lw.Grid.over(model.training, "x", "y", 6)
    regions = regions_on_grid(model, grid, model.instances(checkers.data, [checkers.row]))
    data = regions_data(regions, ["LWNB", "KNN"])
    assert [panel.name for panel in data.panels] == ["LWNB", "KNN"]
    assert data.panels[0].posterior.shape == (6, 6, 2)
    left, right, bottom, top = data.extent
    x, y = left + (right - left) * 2.5 / 6, bottom + (top - bottom) * 4.5 / 6
    moved = model.explain(checkers.data, checkers.row, changes={"x": x, "y": y}, leave_out=False)
    np.testing.assert_allclose(data.panels[0].posterior[4, 2], moved.posterior)
    said = region_text(checkers.explanation, data)
    assert said.startswith("Background: prediction of each learner at k = ")
    assert "A slice" not in said, "nothing is held fixed"


def test_kernel_icons_fall_from_their_maximum() -> None:
    for name in lw.KERNELS:
        icon = kernel_icon(name)
        assert icon.f[0] == pytest.approx(0.75 if name == "epanechnikov" else 1)
        assert (np.diff(icon.f) <= 0).all()
        assert icon.formula


def test_the_tables_of_both_kinds_make_one_figure() -> None:
    data = lw.sample("labor")
    explanation = lw.LWNB(30).fit(data, range(1, len(data))).explain(data, 0)
    view = SceneFigure(partial(LocalTables().scene, read(LocalTables(), explanation)), 640.0)
    figure = view.figure()
    figure.canvas.draw()
    labels = {text.get_text() for ax in figure.axes for text in ax.texts}
    assert {"weighted normal curves", "weight"} <= labels
    assert {a.name for a in explanation.attributes} <= labels, "no name is cut"
    bottom = next(t for ax in figure.axes for t in ax.texts if t.get_text() == "weight")
    assert bottom.get_position()[1] > view.size[1] / 3, "below the curves"
