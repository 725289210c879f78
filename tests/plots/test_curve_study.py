"""A curve study as a figure: its readings, its axis, and its best k in the available space."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

import lwnb_core as lw
from lwnb_core.evaluation.curves.result import Curve
from lwnb_gui.app.query import Query
from lwnb_gui.plots import curve_axes, curves, stability
from lwnb_gui.plots.best_k import best_layout
from lwnb_gui.plots.export import figure_for
from lwnb_gui.render.curve_report import report_of_study
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.theme import DPI, LIGHT
from lwnb_gui.views.curves.best import HEAD, LearnersBestK
from lwnb_gui.views.curves.reading import CurvesReading, reading_of_study
from lwnb_gui.views.curves.stability import StabilityReading
from lwnb_gui.views.curves.study_figure import curves_figure, whole_figure
from lwnb_gui.views.curves.study_tables import HEADS, every_line
from lwnb_gui.views.tables import LazyRows


@pytest.fixture(scope="module")
def result(loaded_loops: None) -> StudyResult:
    data = lw.sample("weather-numeric")
    study = CurveStudy.of(Query(data), CurveSettings(variants=(lw.LWNB(kernel="tricube"),)))
    study = replace(study, ks=(1, 3, 8))
    return run_study(study, data)


def read(result: StudyResult, measure: str = "accuracy") -> CurvesReading:
    reading = reading_of_study(result, measure)
    assert reading is not None
    return reading


@pytest.mark.parametrize("measure", ["accuracy", "kappa", "log_loss", "brier"])
def test_every_measure_is_drawn_as_it_was_found(result: StudyResult, measure: str) -> None:
    reading = read(result, measure)
    figure = curves_figure(reading, k=3)
    assert [s.name for s in figure.series] == ["LWNB", "KNNDW", "KNN", "NB", "LWNB tricube"]
    assert [s.style for s in figure.series] == ["lwnb", "knndw", "knn", "nb", "variant"]
    for series, curve in zip(figure.series, result.curves, strict=True):
        assert curve is not None
        assert series.mean[0] == curve.mean(measure)[0]  # type: ignore[arg-type]
        assert series.high is not None
        assert series.high[0] - series.mean[0] == pytest.approx(curve.spread(measure)[0])  # type: ignore[arg-type]
    assert len(figure.series[3].ks) == 1
    curves.CurveArtists(figure_for(curves.draw, figure, LIGHT).axes[0], figure, LIGHT)
    values = [float(value.replace("−", "-")) for _, value, _ in figure.read_out(3)]
    assert values == sorted(values, reverse=not figure.lower_is_better)
    assert figure.nearest(4) == 3
    whole = whole_figure(reading, figure)
    assert "10-fold" in whole.caption
    figure_for(curves.draw, whole, LIGHT).canvas.draw()


def test_curves_that_differ_by_rounding_are_read_in_the_order_of_the_legend() -> None:
    pair = tuple(curves.CurveSeries.of(name, [1], [y]) for name, y in (("LWNB", 96.0), ("KNN", 96 + 1.5e-14)))
    assert [name for name, *_ in curves.CurveFigure(pair).read_out(1)] == ["LWNB", "KNN"]


def test_accuracy_has_no_axis_above_a_hundred(result: StudyResult) -> None:
    series = curves.CurveSeries.of("LWNB", [1, 2, 3], [99.0, 98.0, 60.0], [5.0, 5.0, 5.0])
    low, high = curve_axes.value_range(curves.CurveFigure((series,), highest=100.0))
    assert low < 55
    assert 100 < high < 102
    near = curve_axes.value_range(curves.CurveFigure((series,)), (1, 2))
    assert near[0] > 90
    bounds = curves.CurveFigure((series,), lowest=0.0, highest=100.0)
    artists = curves.compose(Figure(), bounds, LIGHT)
    outline = artists._bands["LWNB"].get_paths()[0].vertices
    assert outline[:, 1].max() == 100.0, "the band ends where accuracy does"
    assert bounds.read_out(1)[0][2] == "± 5.0", "what is said stays mean ± sd"


@pytest.mark.parametrize(("low", "high"), [(1, 900), (1, 90_000), (1, 13), (20.5, 47.2), (200, 260)])
def test_ticks_of_a_log_axis_are_apart(low: float, high: float) -> None:
    ticks = curve_axes.log_ticks(low, high)
    assert 3 <= len(ticks) <= 17
    assert ticks == sorted(set(ticks))
    assert all(low <= t <= high for t in ticks)
    assert ticks[-1] / ticks[-2] >= (1.25 if high >= 4 * low else 1.0)


def test_label_of_the_best_k_stands_where_space_is_free() -> None:
    narrow = LearnersBestK("LWNB", 5, 88.0, ((3, 9),))
    wide = LearnersBestK("KNN", 5, 88.0, ((1, 900),))
    restless = replace(narrow, ranges=tuple((k, k) for k in range(5, 40, 2)))
    assert restless.text.endswith("and 15 more")
    beside = best_layout([narrow], (1, 900), True, (700, 480), LIGHT)
    assert beside.is_next_to_bars
    above = best_layout([narrow, wide], (1, 900), True, (700, 480), LIGHT)
    assert not above.is_next_to_bars
    assert above.height > 2 * beside.height
    assert "not significantly worse" in above.texts[1]

    # Four learners in little space: a short text beside each bar, and one line that explains the bars.
    half = [LearnersBestK(name, 5, 88.0, ((1, 30),)) for name in ("LWNB", "KNNDW", "KNN", "LWNB tricube")]
    few = best_layout(half, (1, 900), True, (440, 330), LIGHT)
    assert few.is_next_to_bars
    assert all("worse" not in text for text in few.texts)
    assert few.head == HEAD
    close = best_layout([wide] * 4, (1, 900), True, (440, 330), LIGHT)
    assert few.height < close.height < 2 * above.height, "two lines for each, but closer together"
    assert "not significantly worse" in close.texts[0]
    assert not beside.head
    assert not above.head


def test_stability_counts_every_row_once() -> None:
    widths = np.array([1, 5, 5, 900])
    data = StabilityReading(50, "LWNB", widths, "KNN", widths[:2], 900)
    assert data.counts(widths).sum() == 4
    assert "LWNB median 5 (bars), KNN 3 (line)" in data.text
    figure_for(stability.draw, data, LIGHT, (220, 90)).canvas.draw()


def test_a_line_for_every_learner_and_k(result: StudyResult) -> None:
    lines = every_line(read(result)).rows
    assert isinstance(lines, LazyRows)
    assert len(lines) == 4 * 3 + 1
    assert all(len(line) == len(HEADS) for line in lines)
    assert [tuple(line[:2]) for line in lines[2:4]] == [("LWNB", "8"), ("KNNDW", "1")]
    with pytest.raises(IndexError):
        lines[len(lines)]


def test_growing_curves_update_the_artists_of_the_figure() -> None:
    def picture(lift: float, **more: object) -> curves.CurveFigure:
        ks = np.arange(1, 40)
        series = tuple(
            curves.CurveSeries.of(name, ks, 50 + lift + 20 * np.sin(ks / 9 + i), np.full(39, 5.0))
            for i, name in enumerate(("LWNB", "KNN"))
        )
        return curves.CurveFigure(series, growing=True, **more)  # type: ignore[arg-type]

    figure = Figure(figsize=(8, 5), dpi=DPI)
    artists = curves.compose(figure, picture(0), LIGHT)
    line = artists.lines["KNN"]
    assert line in artists.animated
    assert artists.follow(picture(0.5))
    assert line.get_ydata()[0] == pytest.approx(50.5 + 20 * np.sin(1 / 9 + 1))
    assert artists.data.read_out(1)[0][1] == f"{line.get_ydata()[0]:.2f}"
    assert not artists.follow(picture(200))  # out of sight: the axis has to move
    assert not artists.follow(picture(0, log=False))
    assert not artists.follow(replace(picture(0), growing=False))  # the last one has names and best k


def test_where_the_read_out_would_hide_the_curves_it_stands_next_to_them(result: StudyResult) -> None:
    figure = curves_figure(read(result), k=3, best=False)
    for height, beside in ((200, True), (300, True), (700, False)):
        page = Figure(figsize=(1000 / DPI, height / DPI), dpi=DPI)
        artists = curves.compose(page, figure, LIGHT, animated=False)
        artists.update(3)
        page.canvas.draw()
        box = artists._table._back.get_window_extent()
        assert (box.x0 > artists.ax.bbox.x1) == beside
        assert box.x1 <= 1000


def test_one_fold_has_no_spread(result: StudyResult) -> None:
    """A study that was stopped in its first fold has no spread, rather than a spread of 0."""

    def begun(curve: Curve | None) -> Curve:
        assert curve is not None
        folds = np.where(np.arange(len(curve.folds))[:, None] == 0, curve.folds, np.nan)
        return replace(curve, folds=folds)

    stopped = replace(result, curves=tuple(begun(curve) for curve in result.curves), complete=False)
    reading = read(stopped)
    figure = curves_figure(reading, k=3)
    assert all(series.low is None for series in figure.series)
    assert figure.unit == "one fold: no spread"
    assert [spread for _, _, spread in figure.read_out(3)] == [""] * 5
    assert "deviation" not in whole_figure(reading, figure).caption
    assert {line[3] for line in every_line(reading).rows} == {""}
    report = report_of_study(stopped)
    assert report is not None
    assert not any(title.startswith("sd") for title in report.sections[-1].table.titles)  # type: ignore[union-attr]
