"""Results as pandas data frames: one observation per row, with the numbers of the result itself."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw

pytestmark = pytest.mark.usefixtures("reference_engine")


def test_an_answer_gives_four_frames_with_its_own_numbers() -> None:
    data = lw.sample("weather-numeric")
    answer = lw.LWNB(5).fit(data).explain(data, 3)
    frames = answer.to_pandas()
    assert list(frames) == ["posterior", "neighbours", "tables", "contributions"]
    posterior = frames["posterior"].pivot(index="class", columns="learner", values="posterior")
    assert set(posterior.columns) == {"LWNB", "NB", "KNN", "KNNDW"}
    assert posterior["LWNB"][list(answer.classes)].tolist() == answer.posterior.tolist()
    assert answer.neighbourhood is not None
    assert answer.neighbour_rows is not None
    neighbours = frames["neighbours"]
    assert neighbours["row"].tolist() == answer.neighbour_rows.tolist()
    assert neighbours["rescaled"].sum() == pytest.approx(answer.neighbourhood.r)
    tables = frames["tables"].set_index(["attribute", "value", "class"])
    outlook = answer.tables[0]
    assert isinstance(outlook.attribute, lw.Attribute)
    assert tables.loc[("outlook", "sunny", "yes"), "probability"] == outlook.probabilities[0, 0]  # type: ignore[union-attr]
    numeric = frames["tables"].query("attribute == 'humidity'")
    assert numeric["mean"].tolist() == answer.tables[2].mean.tolist()  # type: ignore[union-attr]
    logs = frames["contributions"].groupby("class", sort=False)["log_contribution"].sum()
    assert answer.log_joint is not None
    assert logs[list(answer.classes)].tolist() == pytest.approx(answer.log_joint.tolist())
    assert frames["contributions"]["attribute"][0] == "prior"


def test_a_learner_without_tables_or_neighbours_gives_empty_frames_of_the_same_columns() -> None:
    data = lw.sample("breast-cancer")
    frames = lw.AODE().fit(data).explain(data, 0).to_pandas()
    full = lw.LWNB(5).fit(data).explain(data, 0).to_pandas()
    assert [list(frame.columns) for frame in frames.values()] == [list(f.columns) for f in full.values()]
    assert len(frames["posterior"]) == 2
    assert len(frames["neighbours"]) == len(frames["tables"]) == 0


def test_a_sweep_has_a_line_per_learner_k_and_class() -> None:
    data = lw.sample("iris")
    sweep = lw.sweep(lw.LWNB().fit(data), data, 134, ks=[1, 5, 40])
    frame = sweep.to_pandas()
    assert list(frame.columns) == ["learner", "k", "class", "posterior"]
    one = frame.query("learner == 'KNN' and k == 5").set_index("class")["posterior"]
    assert one[list(sweep.classes)].tolist() == sweep.posteriors["KNN"][1].tolist()
    assert len(frame) == 3 * 3 * 3


def test_curves_have_a_line_per_learner_and_k_and_tell_learners_of_one_name_apart() -> None:
    data = lw.sample("weather-numeric")
    learners = [lw.LWNB(), lw.LWNB(kernel="tricube"), lw.NB()]
    curves = lw.accuracy_curve(learners, data, "cv", [1, 3, 5], folds=3)
    frame = curves.to_pandas()
    assert frame["learner"].tolist() == ["LWNB"] * 6 + ["NB"] * 3
    assert [lw.learner_from_spec(spec) for spec in frame["spec"].unique()] == learners
    assert frame["accuracy"].tolist()[3:6] == curves.curves[1].accuracy.tolist()
    assert frame["k"].tolist() == [1, 3, 5] * 3


def test_curves_of_drawn_test_rows_have_the_ends_of_the_band() -> None:
    data = lw.sample("iris")
    drawn = lw.accuracy_curve([lw.KNN(), lw.NB()], data, ks=[1, 9], sample=30)
    frame = drawn.to_pandas()
    for end in ("low", "high"):
        assert frame[end].tolist() == [x for curve in drawn.curves for x in getattr(curve.band, end)]
    assert (frame["low"] < frame["high"]).all()
    assert "low" not in lw.accuracy_curve([lw.KNN()], data, ks=[1, 9]).to_pandas()


def test_a_cross_validation_has_a_line_per_fold() -> None:
    data = lw.sample("iris")
    result = lw.cross_validate(lw.NB(), data, runs=2, folds=5)
    frame = result.to_pandas()
    assert frame[["run", "fold"]].to_numpy().tolist() == [[r, f] for r in (1, 2) for f in range(1, 6)]
    assert frame["accuracy"].mean() == pytest.approx(result.mean)
    assert result.classes == data.classes
    right = (result.predictions == result.true).mean()
    assert 100 * right == pytest.approx(result.mean)
    np.testing.assert_array_equal(result.weights, data.weights)


def test_an_experiment_is_written_as_a_table() -> None:
    result = lw.Experiment({"iris": lw.sample("iris")}, [lw.NB(), lw.KNN(3)], 1, 3, jobs=1).run()
    assert len(result.to_pandas()) == 6
    assert result.to_text().startswith("**Accuracy in percent")
    assert r"\begin{tabular}" in result.to_text(fmt="latex")


def test_an_answer_remembers_what_it_was_asked() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(20).fit(data)
    request = model.explain(data, 134).request
    assert request is not None
    assert request.model is model
    assert request.left_out == 134
    assert model.explain(data, 134).runner_up == 1
