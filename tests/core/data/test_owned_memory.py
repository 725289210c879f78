"""A data set shares no memory with its source, and the arrays that it returns are read-only."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw

ATTRIBUTES = (lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b")))


def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "x": [1.0, 2.0, 3.0, 4.0],
            "whole": [1, 2, 3, 4],
            "when": pd.to_datetime(["2020-01-01", "2020-01-02", None, "2020-01-04"]),
            "yes": [True, False, True, False],
            "kind": pd.Categorical(["u", "v", "u", "v"]),
            "c": ["a", "b", "a", "b"],
        }
    )


def test_editing_a_frame_does_not_change_the_data_made_from_it() -> None:
    table = frame()
    data = lw.Dataset.from_pandas(table, "c")
    before = data.to_pandas()
    for j, name in enumerate(table.columns):
        for values in (table[name].to_numpy(), getattr(table[name].array, "_ndarray", None)):
            if isinstance(values, np.ndarray) and values.dtype != object:
                values.flags.writeable = True  # the way pandas itself writes in place
                values[:] = values[0]
        table.isetitem(j, table.iloc[0, j])
    pd.testing.assert_frame_equal(data.to_pandas(), before)


def test_writing_into_a_frame_in_place_changes_neither_model_nor_evaluation() -> None:
    table = lw.sample("iris").to_pandas()
    data = lw.Dataset.from_pandas(table, "class")
    model = lw.LWNB(k=20).fit(data)
    explained = model.explain(data, 70).posterior
    accuracy = lw.cross_validate(lw.LWNB(k=20), data).mean
    for name in table.columns[:4]:
        table.loc[:, name] = 0.0
    np.testing.assert_array_equal(model.explain(data, 70).posterior, explained)
    assert lw.cross_validate(lw.LWNB(k=20), data).mean == accuracy


def read_only_view(array: Any) -> Any:
    """Return a read-only view of an array that can be written to."""
    view = array[:]
    view.flags.writeable = False
    return view


@pytest.mark.parametrize("given", [lambda a: a, read_only_view, lambda a: a[:], np.asarray])
def test_writing_into_an_array_does_not_change_the_data_made_from_it(given: Callable[[Any], Any]) -> None:
    x, c, w = np.arange(4.0), np.array([0, 1, 0, 1], dtype=np.int32), np.ones(4)
    data = lw.Dataset.from_columns("r", ATTRIBUTES, [given(x), given(c)], weights=given(w))
    other = data.with_weights(given(w))
    header = data.with_columns(ATTRIBUTES, [given(x), given(c)], 1)
    x[:], c[:], w[:] = 9.0, 1, 5.0
    for created in (data, other, header):
        assert created.column("x").tolist() == [0, 1, 2, 3]
        assert created.column("c").tolist() == [0, 1, 0, 1]
        assert created.weights.tolist() == [1, 1, 1, 1]


def test_writing_into_the_row_numbers_does_not_change_the_subset() -> None:
    data = lw.sample("iris")
    rows = np.array([5, 7, 9])
    part = data.subset(rows)
    expected = part.column(0).tolist()
    rows[:] = 0
    assert part.column(0).tolist() == expected
    assert part.row_numbers.tolist() == [5, 7, 9]


def test_declared_values_are_kept_apart_from_the_list_they_were_given_in() -> None:
    values: Any = ["a", "b"]
    attribute = lw.Attribute("c", "nominal", values)
    values.append("z")
    assert attribute.values == ("a", "b")
    assert hash(attribute) == hash(lw.Attribute.nominal("c", ("a", "b")))


@pytest.mark.parametrize(
    "of",
    [
        lambda d: d.column(0),
        lambda d: d.column("class"),
        lambda d: d.class_codes,
        lambda d: d.weights,
        lambda d: d.row_numbers,
    ],
)
@pytest.mark.parametrize(
    "derive",
    [
        lambda d: d,
        lambda d: d.subset([1, 2]),
        lambda d: d.subset(slice(3, 9)),
        lambda d: d.with_weights(np.ones(len(d))).subset([0, 4]),
        lambda d: d.without([1]),
        lambda d: pickle.loads(pickle.dumps(d)),
        copy.deepcopy,
    ],
)
def test_what_is_handed_out_cannot_be_written_to(
    of: Callable[[lw.Dataset], Any], derive: Callable[[lw.Dataset], lw.Dataset]
) -> None:
    array = of(derive(lw.sample("iris")))
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_a_frame_that_is_handed_out_is_a_copy_that_can_be_edited() -> None:
    data = lw.sample("iris")
    before = data.fingerprint
    table = data.to_pandas()
    for j in range(table.shape[1]):
        table.iloc[:, j] = table.iloc[1, j]
        values = table.iloc[:, j].array
        raw = values.codes if isinstance(values, pd.Categorical) else values.to_numpy()
        assert not np.shares_memory(raw, data.column(j))
    assert lw.Dataset.from_pandas(data.to_pandas(), "class").fingerprint == before


def test_the_scikit_learn_wrapper_keeps_nothing_of_the_arrays_it_was_given() -> None:
    wrapper = pytest.importorskip("lwnb_core.sklearn").LWNBClassifier(k=20)
    data = lw.sample("iris")
    X = np.column_stack([data.column(j) for j in data.predictors])
    y, w = data.class_codes.copy(), np.ones(len(data))
    test = X[[70, 133]].copy()
    fitted = wrapper.fit(X, y, sample_weight=w)
    expected = fitted.predict_proba(test)
    X[:], y[:], w[:] = 0.0, 0, 7.0
    np.testing.assert_array_equal(fitted.predict_proba(test), expected)
    for j in range(4):
        assert not np.shares_memory(fitted.model_.header.all_rows.column(j), X)
