"""k counts instance weights in the paper's convention: a row of weight 2 is two rows, up to the last k."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import lwnb_core as lw
from lwnb_core.local.neighbourhood import largest_k
from tests.conftest import examples
from tests.core.strategies import Rows, problems


@pytest.fixture(params=["reference", "numba"], autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("LWNB_ENGINE", request.param)
    return str(request.param)


def weighted_iris(weight: float) -> lw.Dataset:
    data = lw.sample("iris")
    return data.with_weights(np.full(len(data), weight))


@pytest.mark.parametrize("kernel", ["linear", "tricube", "constant", "gaussian"])
@given(problems(min_rows=2, max_rows=9))
@examples(15)
def test_a_row_of_weight_two_is_the_row_twice_in_a_whole_sweep(kernel: str, rows: Rows) -> None:
    repeated = [i for i, weight in enumerate(rows.weights) for _ in range(int(weight))]
    twice = replace(rows.taken(repeated), weights=(1.0,) * len(repeated))
    query = rows.taken([0]).data()
    one, other = (lw.sweep(lw.LWNB(kernel=kernel).fit(r.data()), query, 0) for r in (rows, twice))
    np.testing.assert_array_equal(one.ks, other.ks)
    assert one.ks[-1] == sum(rows.weights)
    for name, posteriors in one.posteriors.items():
        np.testing.assert_allclose(posteriors, other.posteriors[name], rtol=0, atol=1e-9)


@pytest.mark.parametrize("weight", [2, 3, 0.5])
def test_a_curve_ends_where_all_rows_are_in(weight: float) -> None:
    data = weighted_iris(weight).subset(np.arange(0, 150, 3))
    curve = lw.accuracy_curve([lw.KNN()], data, "loo")["KNN"]
    assert curve.ks[-1] == np.ceil(49 * weight)
    plain = lw.accuracy_curve([lw.KNN()], data.with_weights(np.ones(50)), "loo")["KNN"]
    rows_in = np.ceil(curve.ks / weight).astype(int)
    np.testing.assert_allclose(curve.accuracy, plain.accuracy[np.minimum(rows_in, 49) - 1])
    result = lw.KNN(int(curve.ks[-1])).fit(data).explain(data, 7).neighbourhood
    assert result is not None
    assert len(result) == 49


@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_a_single_heavy_row_does_not_end_a_curve_early(evaluation: str) -> None:
    """The others have weight 19 in total; a fold with the heavy row contains most of them, too."""
    weights = np.ones(20)
    weights[3] = 50.0
    data = lw.sample("iris").subset(np.arange(45, 65)).with_weights(weights)
    curve = lw.accuracy_curve([lw.KNN()], data, evaluation, "all")["KNN"]  # type: ignore[arg-type]
    assert curve.ks[-1] == {"loo": 68, "cv": 67}[evaluation]


def test_where_k_counts_rows_it_ends_with_the_rows() -> None:
    data = weighted_iris(2)
    assert lw.sweep(lw.LWNB(5, "weka").fit(data), data, 0).ks[-1] == 149
    assert lw.accuracy_curve([lw.KNN(5, "weka")], data, "loo", "grid").ks[-1] == 149


def test_learners_that_count_rows_and_weights_share_the_longer_axis() -> None:
    data = weighted_iris(2).subset(np.arange(0, 150, 5))
    curves = lw.accuracy_curve([lw.KNN(5), lw.KNN(5, "weka")], data, "loo")
    assert curves.ks[-1] == 58
    weka = curves.curves[1].accuracy
    assert np.unique(weka[28:]).size == 1, "from 29 on all rows are in"


def test_auto_looks_at_every_k_there_is() -> None:
    model = lw.LWNB("auto").fit(weighted_iris(2).subset(np.arange(0, 150, 5)))
    assert model.left_out.ks[-1] == 58  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([1.0] * 7, 7),
        ([0.1] * 10, 1),
        ([0.1] * 11, 2),
        ([0.01] * 5, 1),
        ([2.5, 1.0], 4),
        ([1e300] * 2, 2**53),
    ],
)
def test_the_largest_k_is_the_weight_rounded_up(weights: list[float], expected: int) -> None:
    assert largest_k(len(weights), sum(weights), lw.PAPER) == expected
    assert largest_k(len(weights), sum(weights), lw.CONVENTIONS["weka"]) == len(weights)


def test_weights_below_one_in_total_take_all_rows_at_k_1() -> None:
    data = weighted_iris(0.001)
    swept = lw.sweep(lw.LWNB().fit(data), data, 0)
    assert swept.ks.tolist() == [1]
    result = lw.LWNB(1).fit(data).explain(data, 0).neighbourhood
    assert result is not None
    assert len(result) == 149


def test_survey_weights_do_not_ask_for_millions_of_k() -> None:
    data = weighted_iris(1e5)
    ks = lw.sweep(lw.LWNB().fit(data), data, 0).ks
    assert ks[-1] == 14_900_000
    assert len(ks) < 1000
