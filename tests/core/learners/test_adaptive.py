"""LWNB that chooses its own k, and locally weighted AODE."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.learners.adaptive import AutoLWNB, AutoLWNBModel


def fitted(rule: str, data: lw.Dataset, rows: object = None, **settings: str) -> AutoLWNBModel:
    model = lw.LWNB(rule, **settings).fit(data, rows)  # type: ignore[arg-type]
    assert isinstance(model, AutoLWNBModel)
    return model


def test_automatic_k_is_named_and_specified_as_lwnb() -> None:
    auto = lw.LWNB("auto", "weka", kernel="tricube")
    assert isinstance(auto, AutoLWNB)
    assert (auto.name, auto.label, auto.settings["k"]) == ("LWNB", "LWNB k=auto", "auto")
    assert lw.spec_of(auto) == "lwnb:k=auto,convention=weka,kernel=tricube,eq6=right"
    assert lw.learner_from_spec(lw.spec_of(auto)) == auto
    assert lw.learner_from_spec("lwnbd:k=local").label == "LWNBD k=local"
    assert pickle.loads(pickle.dumps(auto)) == auto
    assert pickle.loads(pickle.dumps(lw.LWNB(7))) == lw.LWNB(7)
    with pytest.raises(lw.SettingsError):
        lw.LWNB("best")
    with pytest.raises(lw.SettingsError):
        AutoLWNB("best")


@pytest.mark.parametrize("convention", ["paper", "tables"])
def test_auto_takes_the_best_k_of_leave_one_out(convention: str) -> None:
    data = lw.sample("glass").subset(np.arange(0, 214, 3))
    model = fitted("auto", data, convention=convention)
    scores = model.left_out
    curve = lw.accuracy_curve([lw.LWNB(1, convention)], data, "loo", scores.ks.tolist())["LWNB"]
    np.testing.assert_allclose(100 * scores.right.mean(axis=0), curve.accuracy)
    best = curve.accuracy.max()
    assert curve.accuracy[list(scores.ks).index(model.chosen)] == pytest.approx(best)
    of_the_best = curve.log_loss[np.isclose(curve.accuracy, best)]
    assert curve.log_loss[list(scores.ks).index(model.chosen)] == pytest.approx(of_the_best.min(), rel=1e-5)
    if convention == "paper":
        np.testing.assert_array_equal(scores.ks, np.arange(1, len(data)))
    plain = lw.LWNB(model.chosen, convention).fit(data)
    np.testing.assert_allclose(model.predict_proba(data), plain.predict_proba(data), atol=1e-9)


def test_local_is_lwnb_at_the_k_it_says() -> None:
    data = lw.sample("ionosphere")
    rows, test = np.arange(0, 351, 2), np.arange(1, 30, 2)
    model = fitted("local", data, rows)
    posteriors = model.predict_proba(data, test)
    ks = set()
    for i, row in enumerate(test):
        explained = model.explain(data, int(row))
        k = explained.settings["k"]
        ks.add(k)
        assert explained.notes[0].startswith(f"k = {k} chosen")
        np.testing.assert_allclose(posteriors[i], explained.posterior, atol=1e-9)
        expected = lw.LWNB(k).fit(data, rows).explain(data, int(row)).posterior
        np.testing.assert_allclose(explained.posterior, expected, atol=1e-9)
    assert len(ks) > 1


@pytest.mark.parametrize("rule", ["auto", "local"])
def test_test_rows_are_never_seen(rule: str) -> None:
    """Changing the classes of the test rows does not change their posteriors."""
    data = lw.sample("glass")
    rows, test = np.arange(0, 214, 2), np.arange(1, 214, 2)
    codes = data.class_codes.copy()
    codes[test] = (codes[test] + 1) % len(data.classes)
    columns = [data.column(j) for j in range(len(data.attributes) - 1)]
    other = lw.Dataset.from_columns("other", data.attributes, [*columns, codes])
    first = fitted(rule, data, rows).predict_proba(data, test)
    np.testing.assert_array_equal(first, fitted(rule, other, rows).predict_proba(other, test))


@pytest.mark.parametrize("rule", ["auto", "local"])
def test_both_engines_agree(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = lw.sample("weather-numeric")
    result = []
    for engine in ("reference", "numba"):
        monkeypatch.setenv("LWNB_ENGINE", engine)
        result.append(fitted(rule, data, convention="weka").predict_proba(data))
    np.testing.assert_allclose(*result, atol=1e-9)


def test_one_training_row_is_enough_for_auto() -> None:
    data = lw.sample("iris")
    assert fitted("auto", data, [0]).predict(data, [60]).tolist() == [0]


def test_lwaode_over_all_rows_with_equal_weights_is_aode() -> None:
    data = lw.sample("vote")
    local = lw.LWAODE(len(data), 1, kernel="constant").fit(data)
    whole = lw.AODE(1).fit(data)
    rows = np.arange(0, 435, 20)
    np.testing.assert_allclose(local.predict_proba(data, rows), whole.predict_proba(data, rows), atol=1e-9)


def test_locally_weighted_aode_is_aode_on_the_weighted_neighbours() -> None:
    data = lw.sample("vote")
    train, row = np.arange(1, 435), 0
    explained = lw.LWAODE(40, 2).fit(data, train).explain(data, row)
    near = explained.neighbourhood
    assert near is not None
    weights = np.zeros(len(data))
    weights[explained.neighbour_rows] = near.rescaled
    weighted = lw.AODE(2).fit(data.with_weights(weights), train)
    np.testing.assert_allclose(explained.posterior, weighted.predict_proba(data, [row])[0], atol=1e-9)
    assert explained.details["parents"]
    assert lw.learner_from_spec("lwaoded:k=30,limit=2").label == "LWAODED k=30"
