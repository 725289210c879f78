"""The scikit-learn estimators satisfy that library's contract and give our own numbers."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw

pytest.importorskip("sklearn", minversion="1.6")

from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from lwnb_core.sklearn import (
    AODEClassifier,
    KNNClassifier,
    KNNDWClassifier,
    LBRClassifier,
    LWNBClassifier,
    NBClassifier,
    TANClassifier,
)

pytestmark = pytest.mark.usefixtures("reference_engine")


ALL = [
    LWNBClassifier(k=20),
    NBClassifier(),
    KNNClassifier(k=20),
    KNNDWClassifier(k=20),
    AODEClassifier(),
    LBRClassifier(),
    TANClassifier(),
]


@parametrize_with_checks([*ALL, LWNBClassifier(k=20, discretise=True)])
def test_estimators_pass_scikit_learn_s_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.fixture(scope="module")
def mixed() -> tuple[pd.DataFrame, pd.Series]:
    """Make columns of categories, texts, truth values and numbers, each with missing values."""
    frame = lw.sample("breast-cancer").to_pandas().iloc[::3].reset_index(drop=True)
    labels = frame.pop("Class").astype(str)
    frame["number"] = np.where(np.arange(len(frame)) % 7 == 0, np.nan, np.arange(len(frame)) % 11)
    frame["text"] = frame["breast"].astype(object)
    frame["truth"] = frame["irradiat"] == "yes"
    return frame, labels


@pytest.mark.parametrize("estimator", ALL, ids=lambda estimator: type(estimator).__name__)
def test_estimators_take_frames_with_categories(
    estimator: Any, mixed: tuple[pd.DataFrame, pd.Series]
) -> None:
    frame, labels = mixed
    fitted = estimator.fit(frame, labels)
    kinds = {a.name: a.kind for a in fitted.model_.training.attributes}
    assert kinds["age"] == kinds["text"] == kinds["truth"] == "nominal"
    assert fitted.classes_.tolist() == ["no-recurrence-events", "recurrence-events"]
    assert list(fitted.feature_names_in_) == list(frame.columns)
    assert fitted.score(frame, labels) > 0.65
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict_proba(frame.head(9)), fitted.predict_proba(frame.head(9)))


def test_the_numbers_are_those_of_the_engine() -> None:
    data = lw.sample("iris")
    frame = data.to_pandas()
    labels = frame.pop(data.class_attribute.name).astype(str)
    fitted = LWNBClassifier(k=30, kernel="tricube", convention="weka", knobs={"ranges": "training"})
    fitted.fit(frame.iloc[::2], labels.iloc[::2])
    model = lw.LWNB(30, "weka", kernel="tricube", ranges="training").fit(data, range(0, 150, 2))
    np.testing.assert_allclose(fitted.predict_proba(frame), model.predict_proba(data), rtol=1e-12)
    explained = fitted.explain(frame, 134)
    assert explained.prediction == fitted.predict_proba(frame.iloc[[134]])[0].argmax()
    assert explained.learner == "LWNB"
    assert explained.left_out is False


def test_values_that_the_training_rows_lack_are_missing(mixed: tuple[pd.DataFrame, pd.Series]) -> None:
    frame, labels = mixed
    fitted = LWNBClassifier(20).fit(frame, labels)
    unseen, missing = frame.head(5).copy(), frame.head(5).copy()
    unseen["text"], missing["text"] = "middle", None
    np.testing.assert_array_equal(fitted.predict_proba(unseen), fitted.predict_proba(missing))


def test_columns_of_numbers_that_are_nominal() -> None:
    X = np.array([[1.0, 5.0], [2.0, 6.0], [1.0, np.nan], [3.0, 8.0]] * 5)
    y = ["a", "b", "a", "b"] * 5
    for chosen in ([0], [True, False]):
        fitted = LWNBClassifier(5, categorical_features=chosen).fit(X, y)
        assert [a.kind for a in fitted.model_.training.attributes] == ["nominal", "numeric"]
        assert fitted.model_.training.attributes[0].values == ("1", "2", "3")
    with_names = pd.DataFrame(X, columns=["code", "size"])
    fitted = LWNBClassifier(5, categorical_features=["code"]).fit(with_names, y)
    assert fitted.predict(with_names.head(2)).tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="one truth value per column"):
        LWNBClassifier(5, categorical_features=[True]).fit(X, y)


def test_frames_that_do_not_fit_are_refused() -> None:
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "class": ["x", "y", "x", "y"]})
    fitted = KNNDWClassifier(2).fit(frame, [0, 1, 0, 1])  # a column may even have the name class
    with pytest.raises(ValueError, match="which is not a number"):
        fitted.predict(pd.DataFrame({"a": ["much", "more"], "class": ["x", "y"]}))
    with pytest.raises(ValueError, match="feature names"):
        fitted.predict(frame.rename(columns={"a": "b"}))
    with pytest.raises(ValueError, match="minimum of 1"):
        fitted.predict(frame.head(0))
    with pytest.raises(ValueError, match="infinite"):
        fitted.predict(frame.assign(a=np.inf))
    with pytest.raises(ValueError, match="kernel"):
        LWNBClassifier(kernel="round").fit(frame, [0, 1, 0, 1])
    with pytest.raises(ValueError, match="labels"):
        LWNBClassifier().fit(frame, [0, 1, 0])


def test_pipelines_searches_and_scores(mixed: tuple[pd.DataFrame, pd.Series]) -> None:
    frame, labels = mixed
    scaled = ColumnTransformer([("number", StandardScaler(), ["number"])], remainder="passthrough")
    pipeline = make_pipeline(scaled.set_output(transform="pandas"), LWNBClassifier())
    search = GridSearchCV(
        pipeline, {"lwnbclassifier__k": [10, 40], "lwnbclassifier__kernel": ["linear", "tricube"]}, cv=2
    )
    assert search.fit(frame, labels).best_params_["lwnbclassifier__k"] in (10, 40)
    assert search.best_score_ > 0.6
    scores = cross_val_score(AODEClassifier(), frame, labels, cv=3, scoring="neg_log_loss")
    assert np.isfinite(scores).all()


@pytest.mark.parametrize(
    ("estimator", "learner"),
    [
        (LWNBClassifier(30, discretise=True), lw.Discretised(lw.LWNB(30))),
        (NBClassifier(convention="weka"), lw.NB("weka")),
        (NBClassifier(discretise=True, knobs={"cut": "left"}), lw.Discretised(lw.NB(), cut="left")),
        (KNNClassifier(7), lw.KNN(7)),
        (KNNDWClassifier(7, convention="weka"), lw.KNNDW(7, "weka")),
        (AODEClassifier(limit=1), lw.Discretised(lw.AODE(1))),
        (LBRClassifier(), lw.Discretised(lw.LBR())),
        (TANClassifier(), lw.Discretised(lw.TAN())),
    ],
    ids=repr,
)
def test_an_estimator_gives_the_numbers_of_its_learner(estimator: Any, learner: lw.Learner) -> None:
    data = lw.sample("iris")
    frame = data.to_pandas()
    labels = frame.pop("class").astype(str)
    fitted = estimator.fit(frame.iloc[::2], labels.iloc[::2])
    assert fitted.model_.learner == learner
    expected = learner.fit(data, range(0, 150, 2)).predict_proba(data)
    np.testing.assert_allclose(fitted.predict_proba(frame), expected, rtol=1e-12)


def test_nothing_is_discretised_where_there_are_no_numbers() -> None:
    frame = pd.DataFrame({"a": list("xyxyxx"), "b": list("ppqqpq")})
    fitted = AODEClassifier(limit=1).fit(frame, list("uvuvuv"))
    assert fitted.model_.learner == lw.AODE(1)


def test_a_learner_of_nominal_values_refuses_numbers_that_are_not_discretised() -> None:
    with pytest.raises(ValueError, match=r"nominal.*\n  Set discretise=True\."):
        TANClassifier(discretise=False).fit(np.eye(4), [0, 1, 0, 1])


@pytest.mark.parametrize("estimator", ALL, ids=lambda estimator: type(estimator).__name__)
def test_the_html_links_to_the_guide_that_is_installed(estimator: Any) -> None:
    link = estimator._get_doc_link()
    page = Path(url2pathname(urlsplit(link).path))
    assert f"::: lwnb_core.sklearn.{type(estimator).__name__}" in page.read_text(encoding="utf-8")
    assert link in estimator._repr_html_()
    assert 'href="https:' not in estimator._repr_html_()


def test_weights_are_checked() -> None:
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    one = NBClassifier().fit(X, y, sample_weight=2)
    np.testing.assert_allclose(one.predict_proba(X), NBClassifier().fit(X, y, [2] * 4).predict_proba(X))
    for weights, message in (([1, 2], "shape"), ([1, -1, 1, 1], "negative"), ([0] * 4, "zero")):
        with pytest.raises(ValueError, match=message):
            NBClassifier().fit(X, y, sample_weight=weights)


@pytest.mark.parametrize("as_list", [False, True], ids=["array", "list"])
def test_arrays_of_numbers_and_texts_are_taken_as_frames_are(as_list: bool) -> None:
    rows = [["sunny", 30.0], ["rainy", 18.0], ["sunny", 27.0], ["rainy", np.nan], ["mild", 20.0]]
    table: Any = rows if as_list else np.array(rows, dtype=object)
    y = ["no", "no", "yes", "no", "yes"]
    frame = pd.DataFrame(rows, columns=["x", "z"])
    of_array, of_frame = LWNBClassifier(k=3).fit(table, y), LWNBClassifier(k=3).fit(frame, y)
    assert [a.kind for a in of_array.model_.training.attributes] == ["nominal", "numeric"]
    np.testing.assert_array_equal(of_array.predict_proba(table), of_frame.predict_proba(frame))
    one = np.array([["foggy", 20]], dtype=object)  # a category that no training row has
    missing = pd.DataFrame({"x": [None], "z": [20.0]})
    np.testing.assert_array_equal(of_array.predict_proba(one), of_frame.predict_proba(missing))
    with pytest.raises(TypeError, match="number"):
        LWNBClassifier().fit(np.array([[1.0, {}], [2.0, 3.0]], dtype=object), ["a", "b"])


def test_logarithms_of_the_posterior() -> None:
    data = lw.sample("iris")
    X = np.column_stack([data.column(j) for j in data.predictors])
    model = KNNClassifier(k=3).fit(X, data.class_codes)
    logs = model.predict_log_proba(X)
    assert np.isneginf(logs).any()
    np.testing.assert_allclose(np.exp(logs), model.predict_proba(X))
