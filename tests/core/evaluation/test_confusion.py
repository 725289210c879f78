"""Measures of confusion matrices against scikit-learn: random, degenerate, and those of every sample."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import lwnb_core as lw
from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.measures import (
    CONFUSION_MEASURES,
    CURVE_MEASURES,
    MEASURES,
    FoldMeasures,
    measure_named,
)

metrics = pytest.importorskip("sklearn.metrics")
Floats = NDArray[np.float64]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn warns of every degenerate matrix
        yield


def by_scikit_learn(matrix: Floats) -> dict[str, float | list[float]]:
    """Return all measures of a matrix, from rows weighted by its cells."""
    true, predicted = np.nonzero(matrix)
    weights = matrix[true, predicted]
    classes = list(range(len(matrix)))
    kappa = metrics.cohen_kappa_score(true, predicted, sample_weight=weights)
    return {
        "accuracy": 100 * metrics.accuracy_score(true, predicted, sample_weight=weights),
        "balanced_accuracy": 100 * metrics.balanced_accuracy_score(true, predicted, sample_weight=weights),
        "kappa": 1.0 if np.isnan(kappa) else kappa,  # chance alone always agrees: our value is 1, like Weka's
        "mcc": metrics.matthews_corrcoef(true, predicted, sample_weight=weights),
        "f1": metrics.f1_score(true, predicted, sample_weight=weights, average="macro"),
        "classes": metrics.f1_score(
            true, predicted, labels=classes, sample_weight=weights, average=None, zero_division=np.nan
        ).tolist(),
    }


def test_no_measure_leaves_its_range_by_rounding() -> None:
    """Where all rows are right, accuracy and chance can differ from 1 in the last digit."""
    for n in range(1, 60):
        for other in range(1, 60):
            confusion = Confusion.of_matrix(np.diag([n, other, 1.0]))
            assert confusion.mcc <= 1
            assert confusion.kappa <= 1


def measured(name: str, confusion: Confusion) -> Floats:
    of_confusion = MEASURES[name].of_confusion
    assert of_confusion is not None
    return of_confusion(confusion)


def by_us(matrix: Floats) -> dict[str, float | list[float]]:
    confusion = Confusion.of_matrix(matrix)
    values = {name: float(measured(name, confusion)) for name in CONFUSION_MEASURES}
    return {**values, "classes": confusion.f1_of_classes.tolist()}


def assert_same(matrix: Floats) -> None:
    ours, theirs = by_us(matrix), by_scikit_learn(matrix)
    for name, expected in theirs.items():
        assert ours[name] == pytest.approx(expected, abs=1e-9, nan_ok=True), (name, matrix.tolist())


@st.composite
def matrices(draw: st.DrawFn) -> Floats:
    """Draw matrices with empty rows and columns, single classes, and weights that are not whole."""
    o = draw(st.integers(1, 5))
    weights = st.sampled_from([0.0, 0.0, 0.0, 1.0, 2.0, 17.0, 0.1, 1 / 3])
    matrix = np.array(draw(st.lists(weights, min_size=o * o, max_size=o * o))).reshape(o, o)
    if not matrix.any():
        matrix[draw(st.integers(0, o - 1)), draw(st.integers(0, o - 1))] = 1.0
    return matrix


@given(matrices())
def test_random_and_degenerate_matrices(matrix: Floats) -> None:
    assert_same(matrix)


@pytest.mark.parametrize(
    "matrix",
    [
        [[5.0]],
        [[5.0, 0.0], [0.0, 0.0]],
        [[0.0, 5.0], [0.0, 0.0]],
        [[0.0, 0.0], [5.0, 0.0]],
        [[0.0, 5.0], [5.0, 0.0]],
        [[3.0, 0.0], [3.0, 0.0]],
        [[3.0, 3.0], [0.0, 0.0]],
        [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
    ],
)
def test_degenerate_matrices(matrix: list[list[float]]) -> None:
    assert_same(np.array(matrix))


def test_a_stack_is_measured_matrix_by_matrix() -> None:
    stack = np.random.RandomState(3).randint(0, 9, (4, 6, 3, 3)).astype(float)
    whole = Confusion.of_matrix(stack)
    single = Confusion.of_matrix(stack[2, 5])
    for name in CONFUSION_MEASURES:
        assert measured(name, whole)[2, 5] == pytest.approx(measured(name, single), nan_ok=True)
    assert whole.f1_of_classes[2, 5] == pytest.approx(single.f1_of_classes, nan_ok=True)


def test_no_rows_have_no_measure() -> None:
    empty = Confusion.of_matrix(np.zeros((2, 2)))
    assert all(np.isnan(measured(name, empty)) for name in CONFUSION_MEASURES)


@pytest.mark.parametrize("name", [info.name for info in lw.samples()])
def test_every_sample_as_scikit_learn_measures_it(name: str) -> None:
    data = lw.sample(name)
    rows = np.flatnonzero(data.class_codes >= 0)[:3000]
    data = data.subset(rows) if len(rows) < len(data) else data
    result = lw.cross_validate(lw.NB(), data, runs=1, folds=3)
    for fold in range(3):
        rows = np.flatnonzero(result.fold_numbers[0] == fold)
        true, predicted, weights = result.true[rows], result.predictions[0, rows], result.weights[rows]
        matrix = np.zeros((len(data.classes), len(data.classes)))
        np.add.at(matrix, (true, predicted), weights)
        expected = by_scikit_learn(matrix)
        for measure in CONFUSION_MEASURES:
            assert result.in_folds(measure)[fold] == pytest.approx(expected[measure]), measure
        of_classes = [result.in_folds(f"f1:{one}")[fold] for one in data.classes]
        assert of_classes == pytest.approx(expected["classes"], nan_ok=True)


def test_every_measure_of_the_table_has_a_column_and_a_way_to_compute_it() -> None:
    assert set(MEASURES) == set(FoldMeasures.__dataclass_fields__)
    for name, entry in MEASURES.items():
        is_time = name.endswith("_seconds")
        assert is_time or entry.of_confusion is not None or entry.of_posteriors is not None
        assert entry.lowest < entry.highest


def test_a_measure_by_name() -> None:
    assert measure_named("mcc").title == "MCC"
    assert measure_named("f1:a b").title == "F1 of class a b"
    with pytest.raises(lw.SettingsError, match="no measure 'recall'") as caught:
        measure_named("recall", CURVE_MEASURES)
    assert "f1:CLASS" in str(caught.value)
    with pytest.raises(lw.SettingsError, match="no measure 'auc'"):
        measure_named("auc", CURVE_MEASURES)


# -- cross-validation ----------------------------------------------------------------------------------


def test_cross_validation_has_every_measure_of_its_predictions() -> None:
    result = lw.cross_validate(lw.NB(), lw.sample("iris"), runs=2, folds=5)
    frame = result.to_pandas(["f1:Iris-versicolor"])
    assert list(frame) == ["learner", "run", "fold", *CONFUSION_MEASURES, "f1:Iris-versicolor"]
    assert result.in_folds("accuracy") == pytest.approx(np.asarray(result.confusion.accuracy))
    document = result.to_dict()["measures"]
    assert document["mcc"]["mean"] == pytest.approx(frame["mcc"].mean())
    assert document["f1:Iris-versicolor"]["sd"] == pytest.approx(frame["f1:Iris-versicolor"].std())
    by_class = [document[f"f1:{name}"]["mean"] for name in result.classes]
    assert document["f1"]["mean"] == pytest.approx(np.mean(by_class))
    with pytest.raises(lw.SettingsError, match="no measure 'log_loss'"):
        result.in_folds("log_loss")


def test_a_class_that_no_fold_knows_has_no_f1() -> None:
    result = lw.cross_validate(lw.NB(), lw.sample("iris"), runs=1, folds=2)
    assert np.isnan(result.mean_of("f1:no such class"))


# -- over k --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_curves_have_the_measures_of_their_predictions(evaluation: str, weighted: bool) -> None:
    data = lw.sample("iris")
    if weighted:
        data = data.with_weights(np.random.RandomState(0).uniform(0.1, 3, len(data)))
    result = lw.accuracy_curve([lw.LWNB(), lw.NB()], data, evaluation, [1, 2, 7, 40, 100])  # type: ignore[arg-type]
    cases = result.cases
    for curve in result.curves:
        for i, k in enumerate(curve.ks):
            predicted = curve.predictions(int(k))
            for part in range(len(cases.starts) - 1):
                rows = cases.parts == part
                matrix = np.zeros((3, 3))
                np.add.at(matrix, (cases.classes[rows], predicted[rows]), cases.weights[rows])
                expected = by_scikit_learn(matrix)
                for name in CONFUSION_MEASURES:
                    assert curve.in_folds(name)[part, i] == pytest.approx(expected[name]), name
                of_classes = [curve.in_folds(f"f1:{one}")[part, i] for one in data.classes]
                assert of_classes == pytest.approx(expected["classes"], nan_ok=True)


def test_folds_without_a_class_do_not_count_for_its_f1() -> None:
    """Only two of five folds test a class of two rows."""
    data = lw.sample("iris")
    rows = np.r_[0:50, 50:100, 100:102]
    result = lw.accuracy_curve([lw.KNN()], data.subset(rows), "cv", [1, 5], folds=5)
    curve = result.curves[0]
    of_class = curve.in_folds("f1:Iris-virginica")
    known = ~np.isnan(of_class)
    assert 2 <= known[:, 0].sum() < 5
    assert curve.mean("f1:Iris-virginica")[0] == pytest.approx(of_class[known[:, 0], 0].mean())
    assert curve.spread("f1:Iris-virginica")[0] == pytest.approx(of_class[known[:, 0], 0].std(ddof=1))
    assert lw.best_k(curve, "f1:Iris-virginica") is not None
    frame = result.to_pandas(["f1:Iris-virginica"])
    assert frame["f1:Iris-virginica"].tolist() == curve.mean("f1:Iris-virginica").tolist()
    assert set(CURVE_MEASURES) < set(frame)
