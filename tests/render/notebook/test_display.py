"""How data, answers and results are displayed in a notebook: short, escaped, bounded, without scripts."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.measures import CONFUSION_MEASURES, CURVE_MEASURES, MEASURES
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import WhatIf

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
    """Make names and values that would be markup, move the cursor or change the direction of writing."""
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
    assert "LWNB alone is right: Iris-virginica, 0.828." in text
    assert "0.3274" in text


def test_a_data_set_shows_classes_and_first_rows_and_says_what_is_unknown() -> None:
    data = lw.Dataset.from_columns(
        "d",
        [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))],
        [[1.5, np.nan, -2], [0, -1, 0]],
    )
    assert "c rows a 2 b 0 unknown 1 row x c 0 1.5 a 1 ? ? 2 −2 a" in " ".join(Display(data).text.split())
    without = lw.Dataset.from_columns("d", [lw.Attribute.numeric("x")], [[1.0]])
    assert "no class attribute" in Display(without).text


def test_a_sweep_names_the_k_where_the_prediction_changes() -> None:
    data = lw.sample("iris")
    text = " ".join(Display(lw.sweep(lw.LWNB().fit(data), data, 134)).text.split())
    assert "LWNB k = 1: Iris-versicolor; k = 9: Iris-virginica" in text


def test_evaluations_show_every_measure() -> None:
    data = lw.sample("iris")
    result = lw.cross_validate(lw.NB(), data, runs=1, folds=5)
    text = " ".join(Display(result).text.split())
    for measure in CONFUSION_MEASURES[1:]:
        about = MEASURES[measure]
        mean, sd = (
            f"{number:.{about.decimals}f}" for number in (result.mean_of(measure), result.sd_of(measure))
        )
        assert f"{about.axis} {mean} {sd}" in text
    for name in data.classes:
        assert f"F1 of class {name} {result.mean_of(f'f1:{name}'):.4f}" in text

    curves = lw.accuracy_curve([lw.LWNB()], data, "cv", [3, 20], folds=5)
    (curve,) = curves.curves
    best = int(np.argmax(curve.accuracy))
    text = " ".join(Display(curves).text.split())
    others = CURVE_MEASURES[1:]
    assert f"accuracy % sd {' '.join(MEASURES[name].column for name in others)}" in text
    for name in others:
        assert f"{curve.mean(name)[best]:.{MEASURES[name].decimals}f}" in text


def test_what_if_dependence_and_samples_show_themselves() -> None:
    data = lw.sample("weather-numeric")
    model = lw.LWNB(3).fit(data)
    result = lw.what_if(model, data, 2)
    text = Display(result).text
    assert result.smallest[0].name in text
    assert result.row is not None
    assert f"row {result.row.row}, nearest" in text, "Python counts rows from 0"
    view = WhatIf()
    reading = view.read(Subject(what_if=result, first_row=0))
    assert reading is not None
    assert view.sentences(reading)[0] in text
    (table,) = view.tables(reading)
    assert all(cell.text in text for row in table.rows for cell in row)
    assert "prediction by" in Display(lw.dependence(model, data, 2, "humidity", points=5)).text
    assert "overcast" in Display(lw.dependence(model, data, 2, "outlook")).text
    assert "checkers-board" in Display(lw.samples()).text


def test_a_comparison_and_the_best_k_show_themselves() -> None:
    data = lw.sample("weather-numeric")
    assert "significantly better" in Display(lw.corrected_t_test([1, 2, 3], [60, 60, 62])).text
    best = lw.best_k(lw.accuracy_curve([lw.KNN()], data, "cv", [1, 3], folds=3).curves[0])
    assert best is not None
    assert f"best k = {best.k}" in Display(best).text
