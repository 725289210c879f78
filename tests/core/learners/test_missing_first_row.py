"""KNN where the first training row lacks a numeric value, as Weka 3.3.6 computed it."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.folds import weka_folds
from lwnb_core.evaluation.shared_predictions import predict_learners
from lwnb_core.learners.missing_first_row import without_range

NAN = np.nan


def made(first_x: float) -> lw.Dataset:
    """Make data in which x separates the classes, y does not, and the first row may lack x."""
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))]
    x = [first_x, 0.1, 0.2, 0.9, 1.0, NAN]
    y = [0.5, 0.0, 1.0, 0.0, 1.0, 0.5]
    return lw.Dataset.from_columns("made", attributes, [x, y, [0, 0, 0, 1, 1, 1]])


def squared_distances(data: lw.Dataset, row: int, query: tuple[float, float]) -> float:
    """Compute by hand: without a range, x adds 0 between present values and 1 if one or both are missing."""
    x, y = data.value(row, "x"), data.value(row, "y")
    assert isinstance(y, float)
    missing = x is None or np.isnan(query[0])
    return float(missing) + (y - query[1]) ** 2


@pytest.mark.parametrize("kind", [lw.KNN, lw.KNNDW])
@pytest.mark.parametrize("query", [(0.15, 0.1), (0.95, 0.1), (NAN, 0.4)])
def test_distances_by_hand(kind: type[lw.KNN], query: tuple[float, float]) -> None:
    data = made(NAN)
    learner = kind(2, "tables", knn_ranges="first")
    model = learner.fit(data)
    changes = {"x": None if np.isnan(query[0]) else query[0], "y": query[1]}
    result = model.explain(data, 0, changes=changes, leave_out=False)
    assert result.neighbourhood is not None
    expected = sorted(squared_distances(data, row, query) for row in range(6))
    d2 = result.neighbourhood.distances**2
    np.testing.assert_allclose(d2, expected[: len(d2)])
    assert len(d2) >= 2
    np.testing.assert_allclose(result.instance, query)
    assert [a.name for a in result.attributes] == ["x", "y"]
    assert result.attributes[0].is_numeric
    assert any("without a range: x" in note for note in result.notes)


def test_nothing_changes_where_the_first_row_lacks_nothing() -> None:
    data = made(0.0)
    assert without_range(lw.KNN(2).fit(data).training) == ()
    plain, knob = lw.KNNDW(2, "tables"), lw.KNNDW(2, "tables", knn_ranges="first")
    np.testing.assert_array_equal(plain.fit(data).predict_proba(data), knob.fit(data).predict_proba(data))
    assert lw.learner_from_spec(lw.spec_of(knob)) == knob


@pytest.mark.parametrize("engine", ["reference", "numba"])
def test_learners_together_say_what_each_says_alone(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", engine)
    data = lw.sample("labor")
    learners = [
        lw.LWNB(20, "tables"),
        lw.KNNDW(5, "tables", knn_ranges="first"),
        lw.KNN(5, "tables", knn_ranges="first"),
        lw.KNNDW(5, "tables"),
        lw.Discretised(lw.KNNDW(5, "tables", knn_ranges="first")),
    ]
    flat = set()
    for train, test in weka_folds(data, 2, 10, shuffled=False):
        flat.add(bool(without_range(lw.KNN().fit(data, train).training)))
        for learner, answer in zip(learners, predict_learners(learners, data, train, test), strict=True):
            alone = learner.fit(data, train).predict_proba(data, test)
            np.testing.assert_allclose(answer.posteriors, alone, atol=1e-12)
    assert True in flat


def test_unshuffled_folds_keep_the_order_of_dealing() -> None:
    data = lw.sample("iris")
    dealt = list(weka_folds(data, 3, 10, shuffled=False))
    shuffled = list(weka_folds(data, 3, 10))
    order = np.concatenate([test for _, test in dealt])
    for fold, ((train, test), (mixed, same)) in enumerate(zip(dealt, shuffled, strict=True)):
        np.testing.assert_array_equal(test, same)
        np.testing.assert_array_equal(np.sort(train), np.sort(mixed))
        np.testing.assert_array_equal(train, np.delete(order, range(15 * fold, 15 * fold + 15)))
