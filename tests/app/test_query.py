"""The query: an immutable value, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.map_settings import default_map
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, HeldOut, OwnRows, TestFile, split


@pytest.fixture(scope="module")
def iris() -> lw.Dataset:
    return lw.sample("iris")


def test_opening_has_the_defaults(iris: lw.Dataset) -> None:
    query = Query.opening(iris)
    assert (query.k, query.kernel, query.convention, query.row) == (50, "linear", lw.PAPER, 0)
    assert query.differences() == ()
    assert (query.map.kind, query.map.x, query.map.y) == ("attributes", "petalwidth", "petallength")
    assert query.n_training == 149


def test_a_small_data_set_opens_with_all_its_rows() -> None:
    assert Query.opening(lw.sample("weather-nominal")).k == 13


def test_nominal_data_open_in_the_distance_view() -> None:
    assert default_map(lw.sample("vote")).kind == "distance"


def test_a_value_put_back_is_no_change(iris: lw.Dataset) -> None:
    query = Query.opening(iris).at_row(134)
    changed = query.with_value("petalwidth", 2.5).with_value("sepallength", None)
    assert changed.changes == (("sepallength", None), ("petalwidth", 2.5))
    assert changed.value("petalwidth") == 2.5
    assert changed.value("petallength") == 5.6
    back = changed.with_value("petalwidth", 1.4).without_change("sepallength")
    assert back == query


def test_another_row_has_no_changed_values(iris: lw.Dataset) -> None:
    changed = Query.opening(iris, row=134).with_value("petalwidth", 1.0)
    assert changed.changes == (("petalwidth", 1.0),)
    assert changed.at_row(3).changes == ()


def test_keys_change_only_with_what_must_be_computed_anew(iris: lw.Dataset) -> None:
    query = Query.opening(iris)
    moved = replace(query, k=20)
    assert (moved.model_key, moved.selection_key) == (query.model_key, query.selection_key)
    picked = query.at_row(3)
    assert picked.model_key == query.model_key
    assert picked.selection_key != query.selection_key
    other = replace(query, kernel="tricube")
    assert other.training_key == query.training_key
    assert other.model_key != query.model_key


def test_differences_name_every_setting(iris: lw.Dataset) -> None:
    query = replace(
        Query.opening(iris),
        kernel="tricube",
        convention=lw.convention("weka", numeric="density"),
        eq6="printed",
        test_rows=HeldOut(),
        unused=frozenset({"sepalwidth"}),
    )
    names = [difference.name for difference in query.differences()]
    assert names == ["kernel", "convention", "numeric attributes", "equation 6", "test rows", "attributes"]
    assert "default linear" in query.differences()[0].text
    assert query.differences()[-1].text == "1 attribute not used"


def test_another_class_keeps_the_row(iris: lw.Dataset) -> None:
    query = Query.opening(iris).at_row(134).with_value("petalwidth", 2.5)
    other = query.with_data(iris.with_class("petalwidth", 3))
    assert (other.row, other.changes) == (134, ())
    assert "petalwidth" not in (other.map.x, other.map.y)


@pytest.mark.parametrize("seed", [1, 7])
def test_held_out_rows_are_stratified_and_repeatable(iris: lw.Dataset, seed: int) -> None:
    training, test = split(iris, HeldOut(34, seed))
    assert training is not None
    assert np.array_equal(np.sort(np.concatenate([training, test])), np.arange(150))
    assert np.bincount(iris.class_codes[test]).tolist() == [17, 17, 17]
    assert np.array_equal(test, split(iris, HeldOut(34, seed))[1])


def test_a_fold_trains_on_the_rows_of_its_own(iris: lw.Dataset) -> None:
    training, test = split(iris, Fold(1, 3))
    expected = list(lw.weka_folds(iris, 1))[2]
    assert np.array_equal(training, expected[0])  # type: ignore[arg-type]
    assert np.array_equal(test, np.sort(expected[1]))


def test_rows_of_a_second_file(iris: lw.Dataset) -> None:
    query = replace(Query.opening(iris), test_rows=TestFile(iris.subset(range(10))))
    assert len(query.rows_to_test) == 10
    assert query.n_training == 150
    assert replace(query, test_rows=OwnRows()).n_training == 149


class TestWeights:
    """k counts weight in the paper's convention, and rows in Weka's."""

    @staticmethod
    def heavy(iris: lw.Dataset) -> lw.Dataset:
        weights = np.full(len(iris), 2.0)
        weights[0] = 5.5
        return iris.with_weights(weights)

    def test_the_largest_k_is_the_weight_of_the_training_rows(self, iris: lw.Dataset) -> None:
        query = Query.opening(self.heavy(iris))
        assert query.n_training == 149
        assert query.largest_k == 298, "row 1 itself is left out"
        assert query.at_row(1).largest_k == 302, "301.5, rounded up"
        assert replace(query, convention=lw.CONVENTIONS["weka"]).largest_k == 149
        held = replace(query, test_rows=HeldOut(percent=50))
        trained = held.data.weights[held.training_rows]
        assert held.largest_k == np.ceil(trained.sum() - trained[held.training_rows == 0].sum())

    def test_largest_k_equals_that_of_the_engine(self, iris: lw.Dataset) -> None:
        data = self.heavy(iris)
        for convention in lw.CONVENTIONS.values():
            query = replace(Query.opening(data), convention=convention).at_row(7)
            assert lw.select(query.learner.fit(data), data, 7).largest_k == query.largest_k

    def test_rows_of_small_weight_open_with_a_possible_k(self, iris: lw.Dataset) -> None:
        assert Query.opening(iris.with_weights(np.full(150, 0.1))).k == 15
        assert Query.opening(iris.with_weights(np.full(150, 0.001))).k == 1
