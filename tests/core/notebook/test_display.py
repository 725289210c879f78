"""What data, answers and results show of themselves in a notebook: short, escaped, bounded, no script."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_core.explore.dependence import dependence_of_selection

pytestmark = pytest.mark.usefixtures("reference_engine")

NASTY = "<script>alert('1')</script>\"><img src=x onerror=alert(1)>&amp;\u202e\u200f\x1b[31m\n"
TAGS = {"div", "style", "p", "b", "i", "bdi", "table", "thead", "tbody", "tr", "th", "td", "span"}


class Display(HTMLParser):
    """The tags, attributes and texts of a display."""

    def __init__(self, thing: Any) -> None:
        super().__init__()
        self.html: str = thing._repr_html_()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(self.html)
        self.text = " ".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)


def nasty_data(attributes: int = 3, classes: int = 3, rows: int = 40) -> lw.Dataset:
    """Names and values that would be markup, move the cursor or turn the direction of writing."""
    rng = np.random.default_rng(1)
    values = tuple(f"{NASTY}{i}" for i in range(classes))
    header = [lw.Attribute.numeric(f"{j}{NASTY}" + "x" * 200) for j in range(attributes)]
    header += [lw.Attribute.nominal("v", values), lw.Attribute.nominal(f"class {NASTY}", values)]
    columns = [rng.normal(size=rows) for _ in range(attributes)]
    columns += [rng.integers(-1, classes, rows), np.arange(rows) % classes]
    return lw.Dataset.from_columns(NASTY, header, columns)


def everything(data: lw.Dataset) -> dict[str, Any]:
    model = lw.LWNB(5).fit(data)
    learners = [lw.LWNB(), lw.NB()]
    return {
        "data": data,
        "learner": lw.LWNB(5),
        "model": model,
        "explanation": model.explain(data, 0, changes={"v": None}),
        "discretised": lw.Discretised(lw.AODE()).fit(data).explain(data, 1),
        "sweep": lw.sweep(model, data, 1, ks=[1, 2, 5, 20]),
        "curves": lw.accuracy_curve(learners, data, "cv", [1, 3, 9], folds=2),
        "cross-validation": lw.cross_validate(lw.NB(), data, runs=2, folds=2),
        "experiment": lw.Experiment({f"{NASTY}": data, "b": data}, learners, 1, 2, jobs=1).run(),
    }


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    return everything(nasty_data())


KINDS = ["data", "learner", "model", "explanation", "discretised", "sweep", "curves", "cross-validation"]


@pytest.mark.parametrize("kind", [*KINDS, "experiment"])
def test_names_are_text_and_nothing_else(shown: dict[str, Any], kind: str) -> None:
    display = Display(shown[kind])
    assert set(display.tags) <= TAGS
    assert {name for name, _ in display.attributes} <= {"class", "style", "aria-hidden"}
    assert not display.open
    assert not {"\u202e", "\u200f", "\x1b", "\n"} & set(display.html)
    assert "url(" not in display.html
    assert "http" not in display.html
    assert "\n" not in repr(shown[kind])
    assert len(repr(shown[kind])) < 300


def test_many_attributes_classes_and_rows_are_cut_and_counted() -> None:
    data = nasty_data(attributes=300, classes=100, rows=300)
    created = everything(data.without([a.name for a in data.attributes[20:300]]))
    created["data"], created["model"] = data, lw.NB().fit(data)
    created["explanation"] = created["model"].explain(data, 0)
    for kind, thing in created.items():
        assert len(thing._repr_html_()) < 60_000, kind
    assert "295 more rows" in Display(data).text
    assert "291 more attributes" in Display(data).text
    assert "88 less frequent classes" in Display(data).text
    assert "88 less probable classes" in Display(created["explanation"]).text
    assert "and 281 more" in Display(created["model"]).text


def test_an_answer_shows_every_learner_the_contributions_and_the_neighbours() -> None:
    data = lw.sample("iris")
    answer = lw.LWNB(50).fit(data).explain(data, 134)
    assert repr(answer) == "Explanation(LWNB k=50, row=134: 'Iris-virginica', p = 0.828)"
    text = Display(answer).text
    for expected in (
        "LWNB NB KNN KNNDW",
        "0.172",
        "<0.001",
        "petallength",
        "+4.68",
        "−3.02",
        "+1.57",
        "0.606",
    ):
        assert expected in text
    assert "true class  Iris-virginica : right" in text
    assert "bandwidth 0.3274" in text


def test_a_data_set_shows_classes_and_first_rows_and_says_what_is_unknown() -> None:
    data = lw.Dataset.from_columns(
        "d",
        [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))],
        [[1.5, np.nan, -2], [0, -1, 0]],
    )
    assert repr(data) == "Dataset('d', 3 rows, 1 attribute, class 'c': 2 values)"
    assert "c rows a 2 b 0 unknown 1 row x c 0 1.5 a 1 ? ? 2 −2 a" in " ".join(Display(data).text.split())
    without = lw.Dataset.from_columns("d", [lw.Attribute.numeric("x")], [[1.0]])
    assert repr(without) == "Dataset('d', 1 row, 1 attribute, no class)"
    assert "no class attribute" in Display(without).text


@pytest.mark.parametrize(
    "written",
    [
        "LWNB(k=50)",
        "LWNB(k=7, kernel='tricube', convention='weka', ranges='training', eq6='printed')",
        "LWNB(k='auto')",
        "NB(convention='tables')",
        "KNN(k=3)",
        "KNNDW(k=50)",
        "AODE(limit=7)",
        "LBR()",
        "TAN(convention='weka')",
        "Discretised(LWNB(k=50))",
        "Discretised(NB(convention='tables'), cut='midpoint')",
        "Discretised(LBR(), convention='tables')",
    ],
)
def test_a_learner_reads_as_one_would_write_it(written: str) -> None:
    learner = eval(written, {name: getattr(lw, name) for name in lw.__all__})
    again = eval(repr(learner), {name: getattr(lw, name) for name in lw.__all__})
    assert again == learner
    assert len(repr(learner)) <= len(written)


def test_results_are_told_in_one_line(shown: dict[str, Any]) -> None:
    data = lw.sample("weather-numeric")
    curves = lw.accuracy_curve([lw.LWNB(), lw.NB()], data, "loo", "all")
    assert repr(curves) == "AccuracyCurves('weather-numeric', loo, k = 1 to 13 (13 of them): LWNB, NB)"
    assert repr(curves["LWNB"]) == "Curve(LWNB(k=50), 13 k, 14 test cases)"
    assert repr(shown["sweep"]) == "Sweep(k = 1 to 20 (4 of them), LWNB, KNN, KNNDW, 3 classes)"
    assert repr(shown["experiment"]) == "ExperimentResult(2 data sets × 2 learners, 1 × 2 folds)"
    result = shown["cross-validation"]
    assert repr(result) == f"CrossValidation(NB(), 2 × 2 folds: {result.mean:.2f} ± {result.sd:.2f} %)"
    assert repr(shown["model"]) == "<LWNB(k=5) fitted to 40 rows, 4 attributes, 3 classes>"


def test_a_sweep_names_the_k_where_the_prediction_changes() -> None:
    data = lw.sample("iris")
    text = " ".join(Display(lw.sweep(lw.LWNB().fit(data), data, 134)).text.split())
    assert "LWNB k = 1: Iris-versicolor ; k = 9: Iris-virginica" in text


def test_views_of_one_instance_are_told_in_one_line() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(20).fit(data)
    selection = lw.select(model, data, 134)
    view = dependence_of_selection(selection, 20, "petalwidth")
    assert repr(view) == f"Dependence('petalwidth', k=20, {len(view.values)} values)"
    result = lw.what_if(model, data, 134)
    assert repr(result) == "WhatIf(k=20: 'Iris-virginica', 4 of 4 attributes can change it)"
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 4)
    regions = regions_on_grid(model, grid, selection.instances, learners=["LWNB", "NB"])
    assert repr(regions) == "Regions(4 × 4 cells, k=20: LWNB, NB)"


def test_evaluations_show_every_measure() -> None:
    data = lw.sample("iris")
    result = lw.cross_validate(lw.NB(), data, runs=1, folds=5)
    text = " ".join(Display(result).text.split())
    for measure, title in (("kappa", "kappa"), ("mcc", "MCC"), ("f1", "F1 (macro)")):
        assert f"{title} {result.mean_of(measure):.4f} {result.sd_of(measure):.4f}" in text
    for name in data.classes:
        assert f"F1 of class {name} {result.mean_of(f'f1:{name}'):.4f}" in text

    curves = lw.accuracy_curve([lw.LWNB()], data, "cv", [3, 20], folds=5)
    (curve,) = curves.curves
    best = int(np.argmax(curve.accuracy))
    text = " ".join(Display(curves).text.split())
    assert "accuracy % sd kappa MCC F1 (macro) log loss Brier score" in text
    for values in (curve.kappa, curve.mcc, curve.f1, curve.log_loss, curve.brier):
        assert f"{values[best]:.4f}" in text
