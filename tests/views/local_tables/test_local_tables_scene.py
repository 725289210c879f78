"""The local tables: columns, curves, highlights and headers in whatever space there is."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from lwnb_gui.theme import LIGHT, PROJECTOR, Theme
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Hotspot, Marker, Path, Rect, Scene, Shape, Text, flat
from lwnb_gui.views.links import LocalTableCell
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.numeric_tables import _highest
from lwnb_gui.views.local_tables.table_lines import TablePart
from lwnb_gui.views.local_tables.tables_reading import TablesReading
from tests.views.golden import canvas, explained, tables_of
from tests.views_of import read

local_tables = LocalTables().scene


def spots(scene: Scene, target: object) -> list[Hotspot]:
    return [spot for spot in scene.hotspots if spot.target == target]


def span(shape: Shape, at: Canvas) -> tuple[float, float]:
    """Return where a text begins and ends."""
    assert isinstance(shape, Text)
    width = at.measure(shape.text, shape.font)
    left = shape.x - {"left": 0.0, "right": width, "centre": width / 2}[shape.align]
    return left, left + width


def test_a_curve_is_the_normal_of_its_class() -> None:
    reading = tables_of("iris", 135)
    scene = local_tables(reading, canvas(640, 290))
    j = reading.numeric[0].attribute
    data = reading.normals(j)
    first = [shape for shape in scene.shapes if isinstance(shape, Path) and shape.ink][:2]
    # The curves have the means and deviations that are written.
    widths = [max(x for x, _ in curve.points) - min(x for x, _ in curve.points) for curve in first]
    assert widths[0] / widths[1] == pytest.approx(data.sds[1] / data.sds[2])
    heights = [max(y for _, y in curve.points) - min(y for _, y in curve.points) for curve in first]
    assert heights[0] / heights[1] == pytest.approx(data.sds[2] / data.sds[1])


def test_a_mark_is_where_the_value_meets_its_curve() -> None:
    reading = tables_of("iris", 135)
    scene = local_tables(reading, canvas(640, 290))
    data = reading.normals(reading.numeric[0].attribute)
    curves = [shape for shape in scene.shapes if isinstance(shape, Path) and shape.ink][:2]
    line = next(shape for shape in scene.shapes if isinstance(shape, Rect) and shape.fill == "ink")
    at = line.x + line.width / 2
    marks = [shape for shape in scene.shapes if isinstance(shape, Marker) and abs(shape.x - at) < 0.01][:2]
    for curve, mark, c in zip(curves, marks, (1, 2), strict=True):
        base, top = curve.points[0][1], min(y for _, y in curve.points)
        z = (data.value - data.means[c]) / data.sds[c]
        assert (base - mark.y) / (base - top) == pytest.approx(math.exp(-0.5 * z * z))


@pytest.mark.parametrize("width", [900, 640, 420, 300])
@pytest.mark.parametrize("compared", [False, True])
@pytest.mark.parametrize(("name", "row"), [("vote", 403), ("ionosphere", 3)])
def test_no_number_covers_another(name: str, row: int, width: float, compared: bool) -> None:
    at = canvas(width, 290)
    reading = tables_of(name, row)
    if compared:
        reading = replace(reading, nb_tables=reading.explanation.tables)
    scene = local_tables(reading, at)
    lines: dict[float, list[tuple[float, float]]] = {}
    for shape in scene.shapes:
        if isinstance(shape, Text) and shape.align == "right":
            lines.setdefault(shape.y, []).append(span(shape, at))
    assert len(lines) > 20
    for numbers in lines.values():
        ordered = sorted(numbers)
        assert all(a[1] <= b[0] for a, b in pairwise(ordered))
        assert ordered[-1][1] <= width


@pytest.mark.parametrize("width", [640, 470])
def test_a_nominal_attribute_says_the_neighbours_part_below_its_name(width: float) -> None:
    at = canvas(width, 290)
    at_rest = tables_of("vote", 403)
    reading = replace(at_rest, highlighted={3: LocalTableCell(3, 0, 0)}, share=2.97)
    scene = local_tables(reading, at)
    box = next(shape for shape in scene.shapes if isinstance(shape, Rect) and shape.edge == "accent")
    (number,) = (
        shape
        for shape in scene.shapes
        if isinstance(shape, Text)
        and box.y < shape.y < box.y + box.height
        and box.x < shape.x < box.x + box.width
    )
    assert number.text == "56.23"
    assert span(number, at)[0] >= box.x
    (part,) = (shape for shape in scene.shapes if isinstance(shape, Text) and "2.97 of" in shape.text)
    assert part.text == "2.97 of 56.23"
    (spot,) = spots(scene, TablePart("attribute", 3))
    assert spot.y < part.y < spot.y + spot.height
    assert span(part, at)[1] < number.x
    # and nothing else moves
    still = [
        (shape.x, shape.y, shape.text)
        for shape in local_tables(at_rest, at).shapes
        if isinstance(shape, Text)
    ]
    moved = [(shape.x, shape.y, shape.text) for shape in scene.shapes if isinstance(shape, Text)]
    assert [text for text in moved if text not in still] == [(part.x, part.y, part.text)]


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR])
@pytest.mark.parametrize("compared", [False, True])
@pytest.mark.parametrize(
    ("name", "row"), [("weather-nominal", 1), ("contact-lenses", 3), ("soybean", 6), ("vote", 403)]
)
@pytest.mark.parametrize("width", [640, 470])
def test_titles_are_spelled_out_and_evenly_spaced(
    name: str, row: int, width: float, compared: bool, theme: Theme
) -> None:
    at = canvas(width, 290, theme)
    reading = tables_of(name, row, k=10)
    if compared:
        reading = replace(reading, nb_tables=reading.explanation.tables)
    scene = local_tables(reading, at)
    titles = [
        shape
        for shape in scene.shapes
        if isinstance(shape, Text) and shape.y < scene.head and shape.align == "right"
    ]
    assert {title.text for title in titles} == {"weight", "share"} | ({"NB's"} if compared else set())
    # A marker is between a class's title and the end of its column; NB's title has none.
    ends = sorted(title.x + (0 if title.text == "NB's" else at.theme.px(12)) for title in titles)
    gaps = [b - a for a, b in pairwise(ends)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps))
    ordered_titles = sorted(span(title, at) for title in titles)
    assert all(a[1] + at.theme.px(12) < b[0] for a, b in pairwise(ordered_titles))


def test_a_numeric_attribute_says_the_neighbours_part_below_its_value() -> None:
    at = canvas(640, 290)
    reading = replace(tables_of("iris", 135), highlighted={2: LocalTableCell(2, 1)}, share=2.77)
    assert "2.77 of 28.57" in local_tables(reading, at).texts


def test_only_what_is_in_sight_is_made_but_every_attribute_has_its_place() -> None:
    at = canvas(640, 290)
    reading = tables_of("soybean", 6)
    whole, part = local_tables(reading, at), local_tables(reading, at._replace(sight=(0.0, 290.0)))
    assert part.height == whole.height
    assert len(part.texts) < len(whole.texts) / 4
    for j in range(len(reading.explanation.attributes)):
        (one,), (other,) = (spots(scene, TablePart("attribute", j)) for scene in (whole, part))
        assert one[:4] == other[:4]


def test_the_header_is_that_of_the_tables_on_top() -> None:
    at = canvas(640, 290)
    reading = tables_of("labor", 1, k=20)
    whole = local_tables(reading, at)
    (first,) = spots(whole, TablePart("attribute", reading.nominal[0].attribute))

    def header(top: float) -> list[str]:
        scene = local_tables(reading, at._replace(sight=(top, top + 290.0)))
        return [s.text for s in scene.shapes if isinstance(s, Text) and s.y < scene.head]

    assert "mean" in header(0.0)
    assert "mean" in header(first.y - whole.head)
    assert "value" in header(first.y)


def test_a_narrow_window_has_no_relative_bars() -> None:
    reading = tables_of("iris", 135)
    assert "relative" in local_tables(reading, canvas(460, 290)).texts
    assert "relative" not in local_tables(reading, canvas(460, 290), narrow=True).texts


def test_a_file_cuts_no_name_and_names_its_classes() -> None:
    for name, row in (("labor", 1), ("soybean", 6), ("credit-g", 4)):
        reading = read(LocalTables(), explained(name, row, k=30))
        scene = local_tables(reading, canvas(300), legend=True)
        assert not [text for text in scene.texts if "…" in text and "more" not in text], name
        shown = [reading.explanation.classes[c] for c in reading.side_by_side(4)]
        assert [text for text in scene.texts if text in shown][-len(shown) :] or not reading.nominal
        at = canvas(scene.width)
        ends = [span(shape, at) for shape in flat(scene.shapes) if isinstance(shape, Text)]
        assert max(end for _, end in ends) <= scene.width, name


def test_links_lead_to_hidden_lines_and_further_classes() -> None:
    scene = local_tables(tables_of("soybean", 6), canvas(640, 290))
    (link,) = spots(scene, TablePart("classes"))
    assert link.is_link
    assert any("more" in text and text.endswith("›") for text in scene.texts)


def test_everything_is_larger_for_a_projector() -> None:
    reading = TablesReading(explained("iris", 135), (0, 1, 2, 3))
    one = local_tables(reading, canvas(640, 290))
    large = local_tables(reading, canvas(640, 290, PROJECTOR))
    assert large.height == pytest.approx(1.5 * one.height)
    assert large.texts == one.texts


def test_a_needle_does_not_flatten_the_other_curves() -> None:
    """A class with a single neighbour has almost no deviation, so its curve is cut off."""
    at = canvas(640, 400)
    reading = tables_of("glass", 1, k=50)
    for block in reading.numeric:
        data = reading.normals(block.attribute)
        classes = [c for c in block.codes if data.present[c]]
        shown = local_tables(replace(reading, order=(block.attribute,)), at)
        curves = [shape for shape in flat(shown.shapes) if isinstance(shape, Path) and shape.ink]
        heights = [curve.points[0][1] - min(y for _, y in curve.points) for curve in curves[: len(classes)]]
        assert max(heights) < 60, "nothing reaches out of its place"
    widths = [1.0, 0.5, 0.01]
    assert _highest(widths) == 0.5
    assert _highest([0.3, 0.1]) == 0.1
    assert _highest([2.0]) == 2.0
