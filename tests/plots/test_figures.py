"""`lwnb_gui.figures`: each figure is made from a result, drawn as in the window, and shown by a notebook."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import lwnb_core as lw
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_gui import figures
from lwnb_gui.plots.export import NotebookFigure, to_bytes
from tests.conftest import ROOT, first_on_python_path


@pytest.fixture(scope="module")
def data() -> lw.Dataset:
    return lw.sample("iris")


@pytest.fixture(scope="module")
def answer(data: lw.Dataset) -> lw.Explanation:
    return lw.LWNB(k=50).fit(data).explain(data, row=134)


def texts(figure: Figure) -> str:
    """Return all texts on a figure."""
    return " | ".join(text.get_text() for text in figure.findobj(lambda a: hasattr(a, "get_text")))  # type: ignore[attr-defined]


OF_AN_ANSWER: dict[str, tuple[Callable[..., Figure], str]] = {
    "posterior": (figures.posterior, "KNNDW"),
    "local tables": (figures.local_tables, "petalwidth"),
    "contributions": (figures.contributions, "+4.68"),
    "equations": (figures.equations, "0.3274"),
    "map": (figures.map, "petalwidth"),
    "neighbourhood": (figures.neighbourhood, "0.3274"),
    "regions": (lambda answer: figures.regions(answer, cells=8), "KNNDW"),
}


@pytest.mark.parametrize("kind", OF_AN_ANSWER)
def test_an_answer_alone_is_enough(answer: lw.Explanation, kind: str) -> None:
    draw, expected = OF_AN_ANSWER[kind]
    assert expected in texts(draw(answer))


def test_figures_of_studies_take_the_results_themselves(data: lw.Dataset) -> None:
    curves = lw.accuracy_curve([lw.LWNB(), lw.LWNB(kernel="tricube"), lw.NB()], data, "cv", "grid", folds=3)
    assert "LWNB tricube" in texts(figures.curve(curves))
    assert "log loss" in texts(figures.curve(curves, measure="log_loss")).lower()
    assert "ours" in texts(figures.curve(curves, ["ours", "b", "c"], log=False))
    tests = [lw.cross_validate(learner, data, runs=2, folds=3) for learner in (lw.NB(), lw.KNN(5))]
    drawn = texts(figures.confusion(tests))
    assert "KNN k=5" in drawn
    assert f"{tests[0].mean:.1f} %" in drawn
    assert "KNN" not in texts(figures.confusion(tests[0]))
    result = lw.Experiment({"iris": data}, [lw.NB(), lw.KNN(3)], 1, 3, jobs=1).run()
    drawn = texts(figures.results(result))
    assert f"{result.cell('iris', 1).mean:.2f}" in drawn
    assert "wins / ties / losses" in drawn


def test_figures_of_one_instance_over_k_or_an_attribute_and_of_the_data(data: lw.Dataset) -> None:
    model = lw.LWNB(20).fit(data)
    assert "k" in texts(figures.ribbon(lw.sweep(model, data, 134), 20))
    view = dependence_of_selection(lw.select(model, data, 134), 20, "petalwidth")
    assert "petalwidth" in texts(figures.dependence(view))
    assert "petalwidth" in texts(figures.histogram(data, "petalwidth"))
    assert "petalwidth" in texts(figures.scatter_plots(data, ["petalwidth", "sepalwidth"]))


def test_the_rows_of_a_map_are_the_training_rows(data: lw.Dataset) -> None:
    training = np.arange(0, 150, 3)
    answer = lw.LWNB(10).fit(data, training).explain(data, 134)
    for kind in ("attributes", "components", "distance"):
        assert isinstance(figures.map(answer, kind=kind), Figure)  # type: ignore[arg-type]
    assert "sepallength" in texts(figures.map(answer, "sepallength", "sepalwidth"))
    chosen = lw.LWNB("auto").fit(data).explain(data, 134)
    assert isinstance(figures.map(chosen), Figure)
    voted = lw.KNN(5).fit(data).explain(data, 134)
    assert isinstance(figures.neighbourhood(voted), Figure)


def test_what_cannot_be_drawn_is_said(data: lw.Dataset, answer: lw.Explanation) -> None:
    cut = lw.Discretised(lw.NB()).fit(data).explain(data, 0)
    with pytest.raises(lw.SettingsError, match="rows behind this answer"):
        figures.map(cut)
    with pytest.raises(lw.SettingsError, match="nothing to compare"):
        figures.contributions(lw.KNN().fit(data).explain(data, 0))
    with pytest.raises(lw.SettingsError, match="no theme 'green'"):
        figures.posterior(answer, theme="green")  # type: ignore[arg-type]


def test_a_figure_shows_itself_sharp_and_in_its_own_size(answer: lw.Explanation) -> None:
    figure = figures.posterior(answer, theme="dark")
    assert isinstance(figure, NotebookFigure)
    png, size = figure._repr_png_()
    assert png == to_bytes(figure)
    assert int.from_bytes(png[16:20], "big") == 2 * size["width"] == 1280


def test_ipython_shows_a_figure_as_a_picture_and_an_answer_as_html(answer: lw.Explanation) -> None:
    formatters: Any = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    shown, about = formatter.format(figures.posterior(answer))
    assert set(shown) == {"text/plain", "image/png"}
    assert about["image/png"]["width"] == 640
    shown, _ = formatter.format(answer)
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/plain"] == repr(answer)


def test_figures_are_written_as_the_name_says(answer: lw.Explanation, tmp_path: Path) -> None:
    assert figures.save(figures.posterior(answer), tmp_path / "a.svg").read_text("utf-8").startswith("<?xml")
    assert r"\dfrac" in figures.latex(answer)


def test_importing_figures_loads_neither_qt_nor_pyplot() -> None:
    code = (
        "import sys, lwnb_gui.figures\n"
        "print([m for m in ('PySide6', 'lwnb_gui.qt', 'matplotlib.pyplot') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": first_on_python_path(ROOT)}
    ended = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert ended.stdout.strip() == "[]", ended.stderr
