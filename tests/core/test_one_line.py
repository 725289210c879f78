"""The library's results represent themselves in one line, and tables are data frames."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_core import display
from lwnb_core.engine.regions import regions_on_grid
from lwnb_core.explore.dependence import dependence_of_selection

DATA = lw.sample("weather-numeric")
MODEL = lw.LWNB(3).fit(DATA)


def test_a_selection_names_its_row_and_changes() -> None:
    selection = lw.select(MODEL, DATA, 2, changes={"humidity": 70.0})
    assert repr(selection) == "Selection(row 2 (counted from 0), changed: humidity, 13 training rows)"


def test_what_if_is_a_table() -> None:
    result = lw.what_if(MODEL, DATA, 2)
    frame = result.to_pandas()
    assert len(frame) == sum(map(len, result.changes)) > 0
    assert frame["distance"].is_monotonic_increasing
    first = result.smallest[0]
    assert (frame["attribute"][0], frame["prediction"][0]) == (first.name, result.classes[first.prediction])


def test_samples_are_a_table() -> None:
    samples = lw.samples()
    assert samples[0].name == "two-spheres"
    assert repr(samples).splitlines()[0].startswith("two-spheres")
    assert samples.to_pandas()["name"].tolist() == [info.name for info in samples]


def test_labels_are_the_names_of_the_predicted_codes() -> None:
    codes = MODEL.predict(DATA)
    assert MODEL.predict_labels(DATA).tolist() == [MODEL.classes[code] for code in codes]


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


def test_results_are_told_in_one_line() -> None:
    curves = lw.accuracy_curve([lw.LWNB(), lw.NB()], DATA, "loo", "all")
    assert repr(curves) == "AccuracyCurves('weather-numeric', loo, k = 1 to 13 (13 of them): LWNB, NB)"
    assert repr(curves["LWNB"]) == "Curve(LWNB(k=50), 13 k, 14 test cases)"
    sweep = lw.sweep(MODEL, DATA, 1, ks=[1, 2, 5, 13])
    assert repr(sweep) == "Sweep(k = 1 to 13 (4 of them), LWNB, KNN, KNNDW, 2 classes)"
    experiment = lw.Experiment({"a": DATA, "b": DATA}, [lw.KNN(1), lw.NB()], 1, 2, jobs=1).run()
    assert repr(experiment) == "ExperimentResult(2 data sets × 2 learners, 1 × 2 folds)"
    result = lw.cross_validate(lw.NB(), DATA, runs=2, folds=2)
    assert repr(result) == f"CrossValidation(NB(), 2 × 2 folds: {result.mean:.2f} ± {result.sd:.2f} %)"
    assert repr(MODEL) == "<LWNB(k=3) fitted to 14 rows, 4 attributes, 2 classes>"


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


def test_data_and_answers_are_told_in_one_line() -> None:
    data = lw.sample("iris")
    answer = lw.LWNB(50).fit(data).explain(data, 134)
    assert repr(answer) == "Explanation(LWNB k=50, row=134: 'Iris-virginica', p = 0.828)"
    unknown = lw.Dataset.from_columns(
        "d", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))], [[1.5, -2], [0, -1]]
    )
    assert repr(unknown) == "Dataset('d', 2 rows, 1 attribute, class 'c': 2 values)"
    without = lw.Dataset.from_columns("d", [lw.Attribute.numeric("x")], [[1.0]])
    assert repr(without) == "Dataset('d', 1 row, 1 attribute, no class)"


def test_without_views_a_notebook_has_the_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [])
    display._installed.cache_clear()
    try:
        assert DATA._repr_html_() is None
    finally:
        display._installed.cache_clear()
