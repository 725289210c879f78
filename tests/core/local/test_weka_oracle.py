"""Every posterior of Weka 3.6.14 in the fixtures, and its folds, to nine digits."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

import lwnb_core as lw
from tests.core.fixtures import ORACLE, ORACLES, learner_of, oracle, sample

pytestmark = pytest.mark.usefixtures("reference_engine")

TOLERANCE = 1e-9
data_sets = pytest.mark.parametrize("name", list(ORACLES))


def covered(name: str) -> list[str]:
    schemes = oracle(name)["folds"][0]["posteriors"]
    return [scheme for scheme in schemes if learner_of(scheme) is not None]


@data_sets
def test_classes_stand_in_weka_s_order(name: str) -> None:
    assert list(sample(name).classes) == oracle(name)["classes"]


@data_sets
def test_fold_indices_are_weka_s(name: str) -> None:
    expected = oracle(name)
    ours = list(lw.weka_folds(sample(name), run=expected["run"]))
    assert len(ours) == 10
    for fold in expected["folds"]:
        train, test = ours[fold["fold"]]
        assert train.tolist() == fold["train"]
        assert test.tolist() == fold["test"]


@data_sets
def test_the_oracle_holds_what_the_tests_promise(name: str) -> None:
    """A fixture that loses a learner is noticed."""
    kinds = Counter(type(learner_of(scheme)).__name__ for scheme in covered(name))
    assert kinds["KNN"] + kinds["KNNDW"] == 5
    discretised = 2 if any(a.is_numeric for a in sample(name).attributes) else kinds["Discretised"]
    assert (kinds["NB"], kinds["LWNB"], kinds["Discretised"]) == (1, 9, discretised)


@pytest.mark.parametrize(("name", "scheme"), [(name, scheme) for name in ORACLES for scheme in covered(name)])
def test_posteriors_are_weka_s(name: str, scheme: str) -> None:
    learner = learner_of(scheme)
    assert learner is not None
    for fold in oracle(name)["folds"]:
        posteriors = learner.fit(sample(name), fold["train"]).predict_proba(sample(name), fold["test"])
        np.testing.assert_allclose(posteriors, fold["posteriors"][scheme], rtol=0, atol=TOLERANCE)


WEIGHTED = json.loads((ORACLE / "weighted.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("scheme", WEIGHTED["posteriors"])
def test_posteriors_from_weighted_rows_are_weka_s(scheme: str) -> None:
    """Weka counts rows, not weights, for k, but weights for r."""
    data = lw.load(ORACLE / "weighted.arff")
    n = WEIGHTED["train"]
    learner = learner_of(scheme)
    assert learner is not None
    posteriors = learner.fit(data, range(n)).predict_proba(data, range(n, len(data)))
    np.testing.assert_allclose(posteriors, WEIGHTED["posteriors"][scheme], rtol=0, atol=TOLERANCE)
