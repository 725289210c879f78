"""What moves with k: ring, spokes, neighbours and star, and what is under the mouse."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.scene import Circle, Line, Marker, Path, Shape
from lwnb_gui.views.map.caption import MOST_MARKS, MOST_SPOKES
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.map_marks import hit, mark_style, marks, over_star
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import MapReading, map_reading
from lwnb_gui.views.map.view_transform import ViewTransform


@pytest.fixture(params=["map", "distances"])
def reading(request: pytest.FixtureRequest, iris: SimpleNamespace) -> MapReading:
    if request.param == "map":
        return map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    data = distance_data(lw.select(iris.model, iris.data, iris.row), iris.data)
    return map_reading(data, iris.explanation)


def transform_of(reading: MapReading) -> ViewTransform:
    return ViewTransform(reading.positions.home, 40, 10, 600, 400)


def drawn(reading: MapReading, **more: object) -> list[Shape]:
    return marks(reading, transform_of(reading), LIGHT, **more)  # type: ignore[arg-type]


def count(shapes: list[Shape], kind: type) -> int:
    return sum(isinstance(shape, kind) for shape in shapes)


def test_spokes_go_from_the_star_to_the_heaviest(reading: MapReading) -> None:
    spokes = [shape for shape in drawn(reading) if isinstance(shape, Line)]
    assert len(spokes) == min(np.count_nonzero(reading.weights), MOST_SPOKES)
    star = transform_of(reading).to_pixel(reading.star)
    assert {(line.x0, line.y0) for line in spokes} == {star}
    widths = [line.width for line in spokes]
    assert widths == sorted(widths), "the heaviest are painted last"
    assert count(drawn(reading, emphasised=[0, 1, 2]), Line) == 3


def test_every_neighbour_is_drawn_once_and_the_star_above(reading: MapReading) -> None:
    shapes = drawn(reading)
    assert count(shapes, Marker) == len(reading.neighbours)
    assert [type(shape) for shape in shapes[-2:]] == [Path, Path], "the rim and the star"


def test_the_bandwidth_is_a_ring_where_it_is_one(reading: MapReading, checkers: SimpleNamespace) -> None:
    assert count(drawn(reading), Circle) == (reading.ring is not None)
    true = map_reading(map_of_attributes(checkers.data, "x", "y"), checkers.explanation)
    ring = drawn(true)[0]
    assert isinstance(ring, Circle)
    assert ring.upright != ring.radius, "this map is wider than high"
    farthest = true.positions.coordinates[true.neighbours[-1]]
    x, y = transform_of(true).to_pixel(tuple(farthest))
    share = ((x - ring.x) / ring.radius) ** 2 + ((y - ring.y) / ring.upright) ** 2
    assert share == pytest.approx(1.0, abs=1e-6), "the k-th neighbour is on it"


def test_an_instance_without_a_place_has_no_star(iris: SimpleNamespace) -> None:
    positions = map_of_attributes(iris.data, "petalwidth", "petallength")
    nowhere = replace(iris.explanation, instance=np.full(4, np.nan))
    shapes = drawn(map_reading(positions, nowhere))
    assert {type(shape) for shape in shapes} == {Marker}
    alone = replace(nowhere, neighbourhood=None, neighbour_rows=None)
    assert drawn(map_reading(positions, alone)) == []
    assert drawn(map_reading(positions, None)) == []


def test_highlighting_fades_the_others_and_moves_nothing(reading: MapReading) -> None:
    def positions(shapes: list[Shape]) -> list[tuple[float, float]]:
        return sorted({(shape.x, shape.y) for shape in shapes if isinstance(shape, Marker)})

    shapes = drawn(reading, emphasised=[0, 3], hovered=0)
    assert positions(shapes) == positions(drawn(reading))
    faded = [s for s in shapes if isinstance(s, Marker) and s.edge.endswith(" 20%")]
    assert len(faded) == len(reading.neighbours) - 2
    assert any(isinstance(s, Line) and s.ink == "accent" for s in shapes), "the spoke of the hovered"
    assert any(isinstance(s, Circle) and s.edge == "accent" for s in shapes), "its halo"
    drawn(reading, hovered=5000)


def test_hidden_classes_are_neither_drawn_nor_hit(reading: MapReading) -> None:
    hidden = replace(reading, hidden=frozenset({1}))
    of_class = int(np.count_nonzero(reading.positions.codes[reading.neighbours] == 1))
    assert of_class > 0
    assert count(drawn(hidden), Marker) == len(reading.neighbours) - of_class
    transform = transform_of(reading)
    point = next(p for p in reading.neighbours.tolist() if reading.positions.codes[p] == 1)
    hovered = hit(hidden, transform, *transform.to_pixel(tuple(reading.positions.coordinates[point])))
    assert hovered is None or reading.positions.codes[hovered.point] != 1


def test_row_under_the_mouse_is_found(reading: MapReading) -> None:
    transform, positions = transform_of(reading), reading.positions
    nearest = int(reading.neighbours[0])
    hovered = hit(reading, transform, *transform.to_pixel(tuple(positions.coordinates[nearest])))
    assert hovered is not None
    assert hovered.neighbour is not None
    np.testing.assert_allclose(positions.coordinates[hovered.point], positions.coordinates[nearest])
    assert hit(reading, transform, 1, 1) is None
    far = next(i for i in range(len(positions)) if i not in reading.neighbours)
    hovered = hit(reading, transform, *transform.to_pixel(tuple(positions.coordinates[far])))
    assert hovered is not None
    assert hovered.neighbour is None or hovered.point in reading.neighbours
    x, y = transform.to_pixel(reading.star)
    assert over_star(reading, transform, x + 9, y)
    assert not over_star(reading, transform, x + 11, y)


def test_a_huge_neighbourhood_draws_the_nearest_large() -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=(5000, 2))
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))]
    data = lw.Dataset.from_columns("big", attributes, [*x.T, (x[:, 0] > 0).astype(int)])
    explanation = lw.LWNB(k=4000).fit(data).explain(data, row=0)
    reading = map_reading(map_of_attributes(data, 0, 1), explanation)
    assert count(drawn(reading), Marker) == MOST_MARKS
    drawn(reading, emphasised=range(2000, 2010), hovered=3999)


def test_weight_zero_is_hollow_and_weight_grows() -> None:
    styles = [mark_style(LIGHT, 0, level) for level in range(16)]
    assert styles[0].fill == "panel 100%"
    assert all(one.fill.startswith("class 0 ") for one in styles[1:])
    sizes = [one.size for one in styles]
    assert sizes == sorted(sizes)


def test_position_on_the_map_as_attribute_values(vote: SimpleNamespace) -> None:
    data = map_of_attributes(vote.data, 0, 1)
    assert data.values_at((0.2, 1.3)) == (0.0, 1.0)
    assert np.isnan(data.values_at((2.0, 0.0))[0])
