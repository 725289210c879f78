"""Changing the data: every change starts from what was read, is one step, and can be undone completely."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lwnb_core import Attribute, DataError, Dataset, sample
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.column_edits import class_name
from lwnb_gui.app.data_edit import (
    can_be_numeric,
    differences,
    reset,
    reset_attribute,
    set_class,
    set_kind,
    suggested_bins,
    use_only,
    warning_about_class,
)
from lwnb_gui.app.query import Query


@pytest.fixture
def state() -> AppState:
    result = AppState()
    result.open(Query.opening(sample("iris")), "data")
    return result


def data(state: AppState) -> Dataset:
    assert state.query is not None
    return state.query.data


def test_as_read_stays_the_data_that_were_opened(state: AppState) -> None:
    read = state.read
    set_kind(state, "petalwidth", "nominal")
    assert state.read is read
    state.open(Query.opening(sample("vote")), "data")
    assert state.read is data(state)
    state.close_data()
    assert state.read is None


def test_a_numeric_class_is_cut_and_becomes_numeric_again(state: AppState) -> None:
    read = data(state)
    set_class(state, "sepallength", 4)
    assert class_name(data(state)) == "sepallength"
    assert len(data(state).classes) == 4
    assert differences(state, "sepallength") == [
        "numeric in the file, cut into 4 intervals",
        "the class was class",
    ]
    assert differences(state, "class") == ["the class when the file was opened"]
    set_class(state, "petallength", 2)
    assert data(state).attributes[0] == Attribute.numeric("sepallength")
    set_class(state, "class")
    assert data(state) is read
    assert not any(differences(state, a.name) for a in read.attributes)


def test_cutting_anew_leaves_one_note(state: AppState) -> None:
    for bins in (2, 3, 5):
        set_class(state, "sepallength", bins)
    assert [r.text for r in data(state).repairs if "cut into" in r.text] == [
        "class 'sepallength' was numeric: cut into 5 intervals"
    ]
    assert state.history.undo_text == "class sepallength in 5 intervals"


def test_a_first_class_is_named_alone_in_the_undo_text() -> None:
    state = AppState()
    state.open(Query.opening(replace(sample("iris"), class_index=None)), "data")
    set_class(state, "class")
    assert state.history.undo_text == "class class"


def test_kind_of_an_attribute_is_switched_and_switched_back(state: AppState) -> None:
    read = data(state)
    set_kind(state, "petalwidth", "nominal")
    assert data(state).attributes[3].is_nominal
    assert differences(state, "petalwidth") == ["numeric in the file"]
    assert state.history.undo_text == "petalwidth numeric → nominal"
    set_kind(state, "petalwidth", "numeric")
    assert data(state) is read


def test_a_switched_kind_outlives_another_class(state: AppState) -> None:
    set_kind(state, "petalwidth", "nominal")
    set_class(state, "petalwidth")
    assert class_name(data(state)) == "petalwidth"
    assert len(data(state).classes) == 22
    set_class(state, "class")
    assert data(state).attributes[3].is_nominal


def test_refused_kind_changes_nothing(state: AppState) -> None:
    before = state.query
    with pytest.raises(DataError, match="must stay nominal"):
        set_kind(state, "class", "numeric")
    assert state.query is before


def test_each_change_of_the_data_is_one_undo_step(state: AppState) -> None:
    begun = state.query
    use_only(state, ["petallength"])
    assert state.query is not None
    assert len(state.query.unused) == 3
    state.undo()
    assert state.query == begun


def test_reset_undoes_all_changes_in_one_step(state: AppState) -> None:
    read = data(state)
    set_kind(state, "petalwidth", "nominal")
    set_class(state, "sepallength", 3)
    use_only(state, ["petallength"])
    changed = state.query
    reset(state)
    assert data(state) is read
    assert state.query is not None
    assert not state.query.unused
    state.undo()
    assert state.query == changed


@pytest.mark.parametrize("name", ["petalwidth", "sepallength", "petallength"])
def test_one_attribute_is_reset_alone(state: AppState, name: str) -> None:
    set_kind(state, "petalwidth", "nominal")
    set_class(state, "sepallength", 3)
    state.use_attribute("petallength", False)
    reset_attribute(state, name)
    assert not differences(state, name)
    left = {"petalwidth", "sepallength", "petallength"} - {name}
    assert all(differences(state, other) for other in left)


def test_which_attributes_can_be_numeric() -> None:
    codes = Attribute.nominal("code", ("1", "2.5"))
    names = Attribute.nominal("name", ("a", "2"))
    assert can_be_numeric(codes, codes)
    assert not can_be_numeric(names, names)
    assert can_be_numeric(names, Attribute.numeric("name"))
    assert not can_be_numeric(Attribute.string("t"), Attribute.string("t"))


def test_no_more_intervals_than_values() -> None:
    data = Dataset.from_columns("d", [Attribute.numeric("x")], [np.array([1.0, 1.0, 2.0, np.nan])])
    assert suggested_bins(data, "x") == 2
    assert suggested_bins(sample("iris"), "petallength") == 3


def test_numbers_of_rows_that_become_the_class_are_warned_of_however_they_are_used() -> None:
    state = AppState()
    columns = [range(40), [i * 1.5 for i in range(40)], [i % 2 for i in range(40)]]
    attributes = [Attribute.numeric("no"), Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))]
    state.open(Query.opening(Dataset.from_columns("rows", attributes, columns)), "data")
    warning = "The class is no: 40"
    assert set_class(state, "no", 3).startswith(warning)
    assert warning_about_class(state).startswith(warning)
    assert set_class(state, "no", as_nominal=True).startswith(warning)
    assert "The class is" not in set_class(state, "x", 3)
    assert warning_about_class(state) == ""
