"""Every figure can be drawn in every theme, on any data, and saved."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

import lwnb_core as lw
from lwnb_core.data.samples.generators import waveform
from lwnb_core.engine.regions import regions_on_grid
from lwnb_core.errors import SettingsError
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.plots import (
    curves,
    histogram,
    scatter_matrix,
    scene_figure,
    thumbnails,
)
from lwnb_gui.plots.export import figure_for, format_of, save, to_bytes
from lwnb_gui.theme import DARK, LIGHT, PROJECTOR, THEMES, Theme
from lwnb_gui.views.confusion.matrices import confusion_data
from lwnb_gui.views.confusion.view import Confusion, ConfusionReading
from lwnb_gui.views.contributions import Contributions, contributions_reading
from lwnb_gui.views.curves.best import LearnersBestK
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.legend import LINE
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.plane import map_of_attributes, map_of_components
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.map.reading import map_reading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.ribbon import Ribbon, ribbon_reading
from lwnb_gui.views.view import Subject
from tests.views_of import read


def as_figure(figure: Figure, compose: Callable[[Canvas], Scene], theme: Theme) -> None:
    """Mark a scene in `figures`; see `drawn_figure`."""
    raise AssertionError("a scene makes a figure of its own size")


def drawn_figure(draw: Callable[..., Any], data: Any, theme: Theme, size: tuple[float, float]) -> Figure:
    """Draw a plot on a figure of this size, or a scene at this width."""
    if draw is as_figure:
        return scene_figure.figure_of(data, theme, size[0])
    return figure_for(draw, data, theme, size)


Drawn = tuple[Callable[..., Any], Any, tuple[float, float]]


def figures(case: SimpleNamespace) -> dict[str, Drawn]:
    """Return all that can be drawn of one explanation: draw function, data, size."""
    data, explanation, model = case.data, case.explanation, case.model
    names = [data.attributes[j].name for j in data.predictors]
    x, y = names[0], names[min(1, len(names) - 1)]
    numeric = [j for j, t in enumerate(explanation.tables) if isinstance(t, NumericTable)]
    nominal = [j for j, t in enumerate(explanation.tables) if isinstance(t, NominalTable)]
    wide, small = (640.0, 420.0), (320.0, 220.0)
    selection = lw.select(model, data, case.row)
    given = model.predict(data)
    grid = lw.Grid.over(model.training, x, y, 5)
    found_regions = regions_on_grid(model, grid, model.instances(data, [case.row]))

    def a_map(positions: RowPositions, learners: Sequence[str] = ()) -> Drawn:
        regions = regions_data(found_regions, learners) if learners else None
        reading = map_reading(positions, explanation, regions=regions)
        return as_figure, partial(Map().scene, reading, height=wide[1]), wide

    def tables(attributes: list[int]) -> Callable[[Canvas], Scene]:
        return partial(LocalTables().scene, read(LocalTables(), explanation, order=attributes), legend=True)

    transform = map_of_attributes(data, x, y)
    result: dict[str, Drawn] = {
        "map": a_map(transform),
        "components": a_map(map_of_components(data)),
        "distances": a_map(distance_data(selection, data)),
        "ribbon": (
            as_figure,
            partial(Ribbon().scene, ribbon_reading(lw.sweep(model, data, case.row)), k=5),
            (900.0, 140.0),
        ),
        "posterior": (as_figure, partial(Posterior().scene, Posterior().read(Subject(explanation))), small),
        "equations": (as_figure, partial(Equations().scene, read(Equations(), explanation)), small),
        "confusion": (
            as_figure,
            partial(
                Confusion().scene,
                ConfusionReading((confusion_data("LWNB", data.classes, data.class_codes, given),)),
            ),
            small,
        ),
        "matrix": (scatter_matrix.draw, scatter_matrix.scatter_matrix_data(data, names[:3]), wide),
        "regions": a_map(transform, ["LWNB"]),
        "all four": a_map(transform, ["LWNB", "NB", "KNN", "KNNDW"]),
        "thumbnail": (thumbnails.draw, thumbnails.thumbnail(data), (254.0, 168.0)),
        "tables": (as_figure, tables([*numeric, *nominal[:4]]), wide),
    }
    odds = contributions_reading(explanation)
    if odds is not None:  # with one class there is none
        result["contributions"] = (as_figure, partial(Contributions().scene, odds), small)
    if numeric:
        result["numeric tables"] = (as_figure, tables(numeric), wide)
    if nominal:
        result["nominal tables"] = (as_figure, tables(nominal[:4]), wide)
    for i, name in enumerate(names[:4]):
        result[f"histogram {i}"] = (histogram.draw, histogram.histogram_data(data, name), small)
    return result


def test_awkward_data_is_drawn(awkward: SimpleNamespace) -> None:
    for draw, data, size in figures(awkward).values():
        drawn_figure(draw, data, LIGHT, size).canvas.draw()


@pytest.mark.parametrize(
    ("name", "theme"), [("iris", DARK), ("vote", PROJECTOR), ("soybean", LIGHT), ("checkers", DARK)]
)
def test_real_data_is_drawn_and_its_words_fit(
    name: str, theme: Theme, request: pytest.FixtureRequest
) -> None:
    for what, (draw, data, size) in figures(request.getfixturevalue(name)).items():
        figure = drawn_figure(draw, data, theme, (max(size[0], 560), size[1]))
        figure.canvas.draw()
        pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]  # type: ignore[attr-defined]
        assert np.ptp(pixels) > 40 or not getattr(data, "order", True), what
        drawn_texts = [*figure.texts]
        for ax in figure.axes:
            drawn_texts += [*ax.texts, *((ax.xaxis.label, ax.yaxis.label) if ax.axison else ())]
        for text in drawn_texts:
            if text.get_text() and text.get_visible() and not text.get_clip_on():
                box = text.get_window_extent()
                assert box.x0 >= -2, (what, text.get_text())
                assert box.x1 <= figure.bbox.width + 3, (what, text.get_text())


def curve_figure(k: int | None = 20, log: bool = True) -> curves.CurveFigure:
    ks = np.arange(1, 300)
    series = (
        curves.CurveSeries.of("LWNB", ks, 90 - ks / 20, np.full(len(ks), 3.0)),
        curves.CurveSeries.of("KNN", ks, 90 - ks / 5),
        curves.CurveSeries.of("KNNDW", ks, 90 - ks / 8),
        curves.CurveSeries.of("LWNB $k$, tri_cube", ks, 88 - ks / 15),
        curves.CurveSeries.of("NB", [1], [60.0]),
    )
    best = (LearnersBestK("LWNB", 5, 89.7, ((1, 30),)), LearnersBestK("KNN", 1, 89.8, ((1, 250),)))
    return curves.CurveFigure(series, k, log, best=best, caption="Ten folds.", title="Accuracy over k")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("log", [True, False])
def test_curves_are_drawn_with_their_names_apart(theme: Theme, log: bool) -> None:
    figure = figure_for(curves.draw, curve_figure(log=log), theme, (700, 420))
    figure.canvas.draw()
    names = {s.name for s in curve_figure().series}
    ax = figure.axes[0]
    on_lines = [t for t in ax.texts if t.get_fontsize() == theme.size_text]
    labels = [t for t in on_lines if t.get_text() in names]
    assert len(labels) == 5
    boxes = [t.get_window_extent() for t in labels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize(
    "data",
    [
        curves.CurveFigure(()),
        curves.CurveFigure((curves.CurveSeries.of("NB", [1], [50.0]),), k=1),
        curves.CurveFigure((curves.CurveSeries.of("LWNB", [1, 2], [np.nan, np.nan]),), k=2),
        curves.CurveFigure(
            (curves.CurveSeries.of("LWNB", [1, 2], [50.0, 50.0], [0.0, 0.0]),), k=2, log=False
        ),
    ],
)
def test_poor_curves_are_drawn(data: curves.CurveFigure) -> None:
    figure_for(curves.draw, data, LIGHT).canvas.draw()


def test_figures_are_saved_as_png_svg_and_pdf(tmp_path: Path, iris: SimpleNamespace) -> None:
    draw, data, size = figures(iris)["map"]
    png = imread(save(drawn_figure(draw, data, LIGHT, size), tmp_path / "a.png"))
    assert png.shape[:2] == (2 * (420 + LINE), 1280), "with the legend"
    svg = save(drawn_figure(draw, data, LIGHT, size), tmp_path / "a.svg")
    root = ET.parse(svg).getroot()
    texts = "".join("".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "sepallength" in texts
    pdf = save(drawn_figure(draw, data, LIGHT, size), tmp_path / "a.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pdf", "a.png", "a.svg"]


@pytest.mark.parametrize("fmt", ["png", "svg", "pdf"])
def test_the_same_figure_gives_the_same_bytes(fmt: Any, vote: SimpleNamespace) -> None:
    draw, data, size = figures(vote)["distances"]
    first, second = (to_bytes(drawn_figure(draw, data, DARK, size), fmt) for _ in range(2))
    assert first == second
    assert not re.search(rb"20\d\d-\d\d-\d\d|D:20\d\d", first)


def test_very_many_rows_are_a_bitmap_in_an_svg() -> None:
    """As in the window, no class hides another, and the file does not contain a marker for every row."""
    data = waveform(n=4500)
    explanation = lw.LWNB(k=20).fit(data).explain(data, row=0)
    reading = map_reading(map_of_attributes(data, 0, 1), explanation)
    figure = scene_figure.figure_of(partial(Map().scene, reading, height=300), LIGHT, 400)
    drawing = to_bytes(figure, "svg").decode()
    assert drawing.count("<image") == 1
    assert drawing.count("<use") < 1000
    (content,) = re.findall(r'base64,([^"]+)"', drawing)
    picture = imread(io.BytesIO(base64.b64decode(content)))
    assert picture.shape[1] > 400  # finer than the points of the drawing itself


def test_names_are_escaped_in_svg() -> None:
    figure = figure_for(curves.draw, curve_figure(), LIGHT)
    ET.parse(io.BytesIO(to_bytes(figure, "svg")))


def test_an_unknown_format_is_refused_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"\.png, \.svg or \.pdf"):
        format_of(tmp_path / "a.jpg")


def test_every_sample_has_a_picture() -> None:
    for info in lw.samples():
        data = thumbnails.thumbnail(lw.sample(info.name))
        assert len(data.points)
        figure_for(thumbnails.draw, data, LIGHT, (254, 168)).canvas.draw()
