"""What the library gives back shows itself, and tables are frames."""

from __future__ import annotations

import lwnb_core as lw

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
    assert first.name in result._repr_html_()


def test_a_dependence_shows_its_predictions() -> None:
    assert "prediction by" in lw.dependence(MODEL, DATA, 2, "humidity", points=5)._repr_html_()
    assert "overcast" in lw.dependence(MODEL, DATA, 2, "outlook")._repr_html_()


def test_samples_are_a_table() -> None:
    samples = lw.samples()
    assert samples[0].name == "two-spheres"
    assert repr(samples).splitlines()[0].startswith("two-spheres")
    assert samples.to_pandas()["name"].tolist() == [info.name for info in samples]
    assert "checkers-board" in samples._repr_html_()


def test_a_comparison_and_the_best_k_show_themselves() -> None:
    assert "significantly better" in lw.corrected_t_test([1, 2, 3], [60, 60, 62])._repr_html_()
    best = lw.best_k(lw.accuracy_curve([lw.KNN()], DATA, "cv", [1, 3], folds=3).curves[0])
    assert best is not None
    assert f"best k = {best.k}" in best._repr_html_()


def test_labels_are_the_names_of_the_predicted_codes() -> None:
    codes = MODEL.predict(DATA)
    assert MODEL.predict_labels(DATA).tolist() == [MODEL.classes[code] for code in codes]
