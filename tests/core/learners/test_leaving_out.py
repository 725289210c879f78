"""A row is left out of its own training rows if the data sets are the same object, or equal."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw

ROW = 70


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "iris.arff"
    lw.save(lw.sample("iris"), path)
    return path


@pytest.mark.parametrize("learner", [lw.LWNB(k=20), lw.NB(), lw.KNNDW(k=20), lw.Discretised(lw.NB())])
def test_data_that_are_read_twice_are_the_same_data(file: Path, learner: lw.Learner) -> None:
    first, second = lw.load(file), lw.load(file)
    model = learner.fit(first)
    expected = model.explain(first, ROW)
    again = model.explain(second, ROW)
    assert expected.left_out
    assert again.left_out
    np.testing.assert_array_equal(again.posterior, expected.posterior)
    both = [model.predict_proba(data, leave_out=True) for data in (first, second)]
    np.testing.assert_array_equal(*both)
    assert not model.explain(second, ROW, leave_out=False).left_out
    if isinstance(learner, lw.LWNB):
        assert lw.select(model, second, ROW).left_out == ROW


def test_a_frame_that_came_from_the_data_is_the_same_data(file: Path) -> None:
    data = lw.load(file)
    model = lw.LWNB(k=20).fit(data.with_weights(np.full(150, 2.0)))
    assert model.explain(lw.Dataset.from_pandas(data.to_pandas(), "class"), ROW).left_out, (
        "weights do not count"
    )
    no_class = data.to_pandas().drop(columns="class")
    assert model.explain(lw.Dataset.from_pandas(no_class), ROW).left_out, "nor does a class that is not given"


def test_rows_are_found_by_their_number_also_from_subsets(file: Path) -> None:
    first, second = lw.load(file), lw.load(file)
    model = lw.LWNB(k=20).fit(first, range(50, 150))
    assert model.explain(second, ROW).left_out
    assert not model.explain(second, 3).left_out, "not one of the training rows"
    part = second.subset([3, ROW])
    assert [model.explain(part, i).left_out for i in (0, 1)] == [False, True]


def test_data_that_differ_in_one_cell_are_other_data(file: Path) -> None:
    data = lw.load(file)
    model = lw.LWNB(k=20).fit(data)
    frame = data.to_pandas()
    changed = frame.copy()
    changed.loc[140, "petalwidth"] = 99.0
    relabelled = frame.copy()
    relabelled.loc[140, "class"] = "Iris-setosa"
    for other in (changed, relabelled, frame.iloc[:-1], frame.iloc[::-1]):
        assert not model.explain(lw.Dataset.from_pandas(other, "class"), ROW).left_out


def test_missing_values_are_equal_to_each_other(tmp_path: Path) -> None:
    path = tmp_path / "vote.arff"
    lw.save(lw.sample("labor"), path)
    model = lw.LWNB(k=5).fit(lw.load(path))
    assert model.explain(lw.load(path), 3).left_out


@pytest.mark.parametrize("as_frame", [True, False])
def test_the_scikit_learn_wrapper_has_the_same_rule(as_frame: bool) -> None:
    estimators = pytest.importorskip("lwnb_core.sklearn")
    data = lw.sample("iris")
    frame = data.to_pandas()
    X = frame.drop(columns="class") if as_frame else frame.drop(columns="class").to_numpy()
    fitted = estimators.LWNBClassifier(k=20).fit(X, frame["class"].astype(str))
    expected = lw.LWNB(k=20).fit(data).explain(data, ROW)
    explained = fitted.explain(X.copy(), ROW)
    assert explained.left_out
    np.testing.assert_allclose(explained.posterior, expected.posterior, rtol=1e-12)
    saved = fitted.explain(X, ROW, leave_out=False)
    assert not saved.left_out
    np.testing.assert_allclose(saved.posterior, fitted.predict_proba(X)[ROW], rtol=1e-9)
    part = X.iloc[ROW : ROW + 1] if as_frame else X[ROW : ROW + 1]
    assert not fitted.explain(part).left_out


def test_the_wrapper_knows_rows_with_text_categories_and_weights() -> None:
    estimators = pytest.importorskip("lwnb_core.sklearn")
    data = lw.sample("vote")
    frame = data.to_pandas()
    y = frame.pop("Class").astype(str)
    weights = np.where(np.arange(len(y)) == 3, 0.0, 2.0)
    for X in (frame, frame.astype(object)):
        fitted = estimators.LWNBClassifier(k=20).fit(X, y, sample_weight=weights)
        assert fitted.explain(X, 5).left_out
        assert not fitted.explain(X, 3).left_out, "of weight 0, and not there"
