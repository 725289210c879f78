"""Cross-validation: what is reported follows from the folds and their predictions."""

from __future__ import annotations

import json
import statistics
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw

pytestmark = pytest.mark.usefixtures("reference_engine")


def weather() -> lw.Dataset:
    return lw.sample("weather-numeric")


def test_accuracies_are_those_of_models_fitted_by_hand() -> None:
    data = weather()
    result = lw.cross_validate(lw.KNN(3), data, runs=2, folds=7)
    expected = []
    for run in (1, 2):
        for train, test in lw.weka_folds(data, run, 7):
            predicted = lw.KNN(3).fit(data, train).predict(data, test)
            expected.append(100 * sum(data.class_codes[test] == predicted) / len(test))
            assert result.predictions[run - 1, test].tolist() == predicted.tolist()
    assert result.folds.tolist() == pytest.approx(expected)
    assert result.mean == pytest.approx(statistics.mean(expected))
    assert result.sd == pytest.approx(statistics.stdev(expected))
    assert 0 < result.mean < 100


def test_rows_without_a_class_are_neither_trained_on_nor_predicted() -> None:
    data = weather()
    codes = data.class_codes.copy()
    codes[[2, 5]] = -1
    columns = [*(data.column(j) for j in data.predictors), codes]
    partly = lw.Dataset.from_columns("w", data.attributes, columns)
    labelled = [i for i in range(len(data)) if i not in (2, 5)]
    result = lw.cross_validate(lw.NB(), partly, runs=2, folds=4)
    assert (result.predictions[:, [2, 5]] == -1).all()
    assert (result.predictions[:, labelled] >= 0).all()
    assert result.folds.tolist() == lw.cross_validate(lw.NB(), data.subset(labelled), 2, 4).folds.tolist()


def test_accuracy_is_a_share_of_the_instance_weight() -> None:
    data = lw.Dataset.from_columns(
        "w",
        [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))],
        [[0, 0, 0, 0, 1, 1, 1, 0], [0, 0, 0, 0, 1, 1, 1, 1]],
        weights=[1, 1, 2, 1, 1, 3, 1, 3],
    )
    result = lw.cross_validate(lw.KNN(1), data, runs=1, folds=2)
    weighted, plain = [], []
    for _, test in lw.weka_folds(data, 1, 2):
        right = [i for i in test if result.predictions[0, i] == data.class_codes[i]]
        weighted.append(100 * sum(data.weights[i] for i in right) / sum(data.weights[i] for i in test))
        plain.append(100 * len(right) / len(test))
    assert result.folds.tolist() == pytest.approx(weighted)
    assert weighted != plain


@pytest.mark.parametrize("runs", [0, -2, 1.5, "3", None])
def test_impossible_number_of_runs_is_refused(runs: object) -> None:
    with pytest.raises(lw.SettingsError, match="runs") as caught:
        lw.cross_validate(lw.NB(), weather(), runs=runs)  # type: ignore[arg-type]
    assert caught.value.hint


@pytest.mark.parametrize("jobs", [0, 1025, 10**25, 10**5000, 1.5], ids=["0", "1025", "1e25", "1e5000", "1.5"])
def test_impossible_number_of_jobs_is_refused(jobs: Any) -> None:
    iris = lw.sample("iris")
    for refused in (
        lambda: lw.cross_validate(lw.NB(), iris, 1, jobs=jobs),
        lambda: lw.accuracy_curve(lw.NB(), iris, ks=[5], jobs=jobs),
        lambda: lw.Experiment(["iris"], ["nb"], jobs=jobs),
    ):
        with pytest.raises(lw.LwnbError, match="jobs") as caught:
            refused()
        assert len(str(caught.value)) < 200


def test_one_run_of_two_folds_has_a_spread_and_plain_json() -> None:
    result = lw.cross_validate(lw.NB(), weather(), runs=1, folds=2)
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert plain["folds"] == result.folds.tolist()
    assert (plain["runs"], plain["n_folds"], plain["learner"]) == (1, 2, "NB")
    assert plain["sd"] == pytest.approx(abs(result.folds[0] - result.folds[1]) / np.sqrt(2))


def test_progress_counts_every_instance_and_can_stop_the_work() -> None:
    seen: list[tuple[int, int]] = []
    lw.cross_validate(lw.KNN(1), weather(), runs=2, folds=7, progress=lambda *state: seen.append(state))
    assert seen[-1] == (28, 28)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len({done for done, _ in seen}) == 28  # every instance, and not only every fold

    def stop(done: int, total: int) -> None:
        if done > 5:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        lw.cross_validate(lw.KNN(1), weather(), progress=stop)
