"""Maps side by side: the same plane in each, as square as the single map is, with words in their places."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

import lwnb_core as lw
from lwnb_gui.plots import map_on_regions, regions
from lwnb_gui.plots.export import figure_for
from lwnb_gui.plots.map import MapFigure, map_of_attributes
from lwnb_gui.plots.theme import LIGHT, PROJECTOR, Theme

FOUR = ("LWNB", "NB", "KNN", "KNNDW")


def draw(
    case: SimpleNamespace,
    x: str,
    y: str,
    theme: Theme = LIGHT,
    size: tuple[int, int] = (700, 420),
    **view: object,
) -> Figure:
    grid = lw.Grid.over(case.model.training, x, y, 8)
    found = lw.regions(case.model, grid, case.model.instances(case.data, [case.row]))
    ground = regions.regions_data(found, case.explanation, FOUR)
    rows = MapFigure(map_of_attributes(case.data, x, y), case.explanation, **view)  # type: ignore[arg-type]
    figure = figure_for(map_on_regions.draw, map_on_regions.MapOnRegions(rows, ground), theme, size)
    figure.canvas.draw()
    return figure


@pytest.mark.parametrize("size", [(700, 420), (420, 700), (360, 240)])
@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
def test_where_the_map_is_square_all_four_are(
    checkers: SimpleNamespace, size: tuple[int, int], theme: Theme
) -> None:
    figure = draw(checkers, "x", "y", theme, size)
    assert len(figure.axes) == 4
    boxes = [ax.get_window_extent() for ax in figure.axes]
    for box in boxes:
        assert box.width == pytest.approx(box.height, rel=0.02)
        assert box.width == pytest.approx(boxes[0].width)
    assert boxes[0].y0 == pytest.approx(boxes[1].y0), "two by two"
    assert boxes[0].x0 == pytest.approx(boxes[2].x0)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_where_the_map_takes_all_the_room_so_do_they(iris: SimpleNamespace) -> None:
    figure = draw(iris, "petalwidth", "petallength")
    boxes = [ax.get_window_extent() for ax in figure.axes]
    assert boxes[1].x1 - boxes[0].x0 > 0.85 * figure.bbox.width


def test_every_map_has_all_rows_as_points_the_star_and_the_ring(checkers: SimpleNamespace) -> None:
    for ax in draw(checkers, "x", "y").axes:
        rows = [line for line in ax.lines if line.get_gid() is not None]
        assert sum(len(np.asarray(line.get_xdata())) for line in rows) == 1000
        stars = [line for line in ax.lines if line.get_marker() == "*"]
        assert stars
        for star in stars:
            np.testing.assert_allclose(star.get_xydata()[0], checkers.explanation.instance)
        (ring,) = ax.patches
        assert tuple(ring.get_center()) == pytest.approx(tuple(checkers.explanation.instance))  # type: ignore[attr-defined]
        assert len(ax.images) == 1


def test_numbers_stand_at_the_outer_sides_and_the_plane_is_the_same(iris: SimpleNamespace) -> None:
    view = ((0.5, 1.5), (2.0, 5.0))
    axes = draw(iris, "petalwidth", "petallength", view=view).axes
    assert {(ax.get_xlim(), ax.get_ylim()) for ax in axes} == {view}
    assert [ax.get_xlabel() for ax in axes] == ["", "", "petalwidth", "petalwidth"]
    assert [ax.get_ylabel() for ax in axes] == ["petallength", "", "petallength", ""]
    labelled = [
        [label.get_visible() and bool(label.get_text()) for label in ax.get_xticklabels()] for ax in axes
    ]
    assert [any(labels) for labels in labelled] == [False, False, True, True]


def test_heads_say_who_answers_what_and_do_not_touch(
    iris: SimpleNamespace, checkers: SimpleNamespace
) -> None:
    for case, x, y in ((iris, "petalwidth", "petallength"), (checkers, "x", "y")):
        figure = draw(case, x, y, size=(520, 420))
        heads = [t for t in figure.texts if t.get_text() in FOUR or t.get_text().startswith("★")]
        assert len(heads) == 8
        boxes = [t.get_window_extent() for t in heads]
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
        said = {**case.explanation.others, "LWNB": case.explanation.posterior}
        for name, note in zip(FOUR, [t for t in heads if t.get_text().startswith("★")], strict=True):
            best = int(np.argmax(said[name]))
            assert note.get_text() == f"★ {case.data.classes[best]}, {said[name][best]:.3f}"


def test_a_long_class_is_cut_its_probability_is_not(soybean: SimpleNamespace) -> None:
    names = [soybean.data.attributes[j].name for j in soybean.data.predictors[:2]]
    figure = draw(soybean, *names, size=(360, 300))
    notes = [t.get_text() for t in figure.texts if t.get_text().startswith("★")]
    assert len(notes) == 4
    for note in notes:
        assert float(note.rsplit(", ")[1].lstrip("<>")) <= 1
        assert "…" in note


def test_the_caption_says_what_is_drawn(checkers: SimpleNamespace) -> None:
    figure = draw(checkers, "x", "y")
    words = " ".join(t.get_text() for t in reversed(figure.texts))
    assert "Points: the training rows." in words
    assert "Ring: the bandwidth." in words
    assert "Size and shade" not in words, "neighbours are not drawn large"
