"""The data set itself: immutable, shared, and explicit about missing values."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwnb_core.data import Attribute, Dataset, sample
from lwnb_core.data.columns import cuts_in
from lwnb_core.errors import ArffError, DataError, SettingsError
from tests.core.data.helpers import rows_of

A, B, C = Attribute.numeric("a"), Attribute.nominal("b", ("p", "q")), Attribute.nominal("c", ("x", "y", "z"))


def small() -> Dataset:
    strings = np.array(["one", None, "three"], dtype=object)
    return Dataset.from_columns(
        "r", [A, Attribute.string("s"), B, C], [[1.5, math.nan, -2], strings, [0, 1, -1], [2, -1, 0]]
    )


def test_values_classes_and_missing_values_of_a_data_set() -> None:
    data = small()
    assert rows_of(data) == [[1.5, "one", "p", "z"], [None, None, "q", None], [-2.0, "three", None, "x"]]
    assert data.predictors == (0, 2)
    assert data.classes == ("x", "y", "z")
    assert data.class_codes.tolist() == [2, -1, 0]
    assert [data.missing(j).tolist() for j in range(3)] == [
        [False, True, False],
        [False, True, False],
        [False, False, True],
    ]
    assert data.weights.tolist() == [1, 1, 1]
    assert not data.has_weights


def test_data_set_is_immutable() -> None:
    values = np.array([1.0, 2.0])
    data = Dataset.from_columns("r", [A], [values])
    values[0] = 99
    assert data.column("a").tolist() == [1.0, 2.0]
    for array in (data.column("a"), data.weights, data.row_numbers, data.subset([0]).column("a")):
        with pytest.raises(ValueError):
            array[0] = 7
    with pytest.raises(AttributeError):
        data.relation = "s"  # type: ignore[misc]


def test_a_subset_shares_the_values_and_knows_its_rows() -> None:
    data = sample("iris")
    part = data.subset(np.arange(150) % 2 == 1).subset([0, 74, 0])
    assert part.row_numbers.tolist() == [1, 149, 1]
    assert part.origin == data.origin
    assert part._columns[0] is data._columns[0]
    assert rows_of(part) == [rows_of(data)[i] for i in (1, 149, 1)]
    assert part.subset(slice(1, None)).row_numbers.tolist() == [149, 1]
    assert len(data.subset([])) == 0
    assert part.all_rows.row_numbers.tolist() == list(range(150))
    for wrong in ([150], [-1], [0.5], [[0]]):
        with pytest.raises(DataError):
            data.subset(wrong)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("/data/balance.scale.arff", "balance.scale"),
        ("iris.arff.gz", "iris"),
        ("IRIS.CSV", "IRIS"),
        ("my.data.tsv", "my.data"),
        ("v1.2", "v1.2"),
        (".arff", ".arff"),
        ("", "r"),
    ],
)
def test_the_name_loses_only_known_suffixes(source: str, name: str) -> None:
    assert Dataset.from_columns("r", [A], [[1.0]], source=source).name == name


def test_another_attribute_becomes_the_class() -> None:
    data = small()
    assert data.with_class("b").predictors == (0, 3)
    cut = data.with_class("a", bins=2)
    assert cut.classes == ("up to -0.2", "above -0.2")
    assert cut.class_codes.tolist() == [1, -1, 0]
    with pytest.raises(DataError, match="numeric"):
        data.with_class("a")
    with pytest.raises(DataError, match="text"):
        data.with_class("s")
    with pytest.raises(SettingsError):
        data.with_class("a", bins=1)
    with pytest.raises(DataError, match="no class"):
        _ = Dataset.from_columns("r", [A], [[1.0]]).classes


@pytest.mark.parametrize(
    "values",
    [
        [-math.inf, math.inf],
        [-math.inf, 1.0],
        [1.0, math.inf],
        [1.0, math.nextafter(1.0, 2.0)],
        [1e308, 1.7e308],
        [-1e308, 1e308],
        [5e-324, 1e-323],
    ],
)
def test_cut_separates_any_two_numbers(values: list[float]) -> None:
    data = Dataset.from_columns("r", [A], [[*values, *values]]).with_class("a", bins=2)
    assert data.class_codes.tolist() == [0, 1, 0, 1]
    assert len(set(data.classes)) == 2
    assert Dataset.from_columns("r", [A], [values]).as_nominal("a").column("a").tolist() == [0, 1]


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ([67.7, 67.9], ["up to 67.8", "above 67.8"]),  # halfway is 67.80000000000001
        ([0.1, 0.2, 0.3], ["up to 0.15", "0.15 to 0.25", "above 0.25"]),
        ([5.0, 6.0], ["up to 5.5", "above 5.5"]),
        ([-3.0, 0.0, 3.0], ["up to -1.5", "-1.5 to 1.5", "above 1.5"]),
        ([1.0, 100.0], ["up to 50", "above 50"]),
        ([1234567.0, 1234568.0], ["up to 1234567.5", "above 1234567.5"]),
        ([4.0, 4.0], ["any number"]),
    ],
)
def test_intervals_are_named_with_few_digits(values: list[float], names: list[str]) -> None:
    data = Dataset.from_columns("r", [A], [values]).with_class("a", bins=len(values))
    assert list(data.classes) == names


@given(
    st.lists(st.floats(-1e9, 1e9) | st.integers(0, 999).map(lambda n: n / 10), min_size=2), st.integers(2, 7)
)
def test_names_of_intervals_state_their_cuts(values: list[float], bins: int) -> None:
    data = Dataset.from_columns("r", [A], [values]).with_class("a", bins=bins)
    assert cuts_in(data.classes) is not None
    assert len(set(data.classes)) == len(data.classes)
    cuts = [float(name.rpartition(" ")[2]) for name in data.classes[:-1]]
    assert data.class_codes.tolist() == [sum(cut < value for cut in cuts) for value in values]


@pytest.mark.parametrize(
    "values",
    [(), ("up to 5",), ("a", "b"), ("5", "6"), ("up to 20", "20 to 30"), ("up to 1", "2 to 3", "above 3")],
)
def test_names_that_are_no_intervals_have_no_cuts(values: tuple[str, ...]) -> None:
    assert cuts_in(values) is None


def test_kinds_can_be_switched_and_back() -> None:
    data = Dataset.from_columns("r", [A, C], [[2.0, 0.5, math.nan, 2.0], [0, 1, 2, 0]])
    nominal = data.as_nominal("a")
    assert nominal.attributes[0].values == ("0.5", "2")
    assert nominal.column("a").tolist() == [1, 0, -1, 1]
    assert rows_of(nominal.as_numeric("a")) == rows_of(data)
    assert small().as_nominal("s").attributes[1].values == ("one", "three")
    with pytest.raises(DataError, match="not a number"):
        small().as_numeric("b")
    with pytest.raises(DataError, match="must stay nominal"):
        data.as_numeric("c")


def test_negative_zero_and_zero_are_one_nominal_value() -> None:
    data = Dataset.from_columns("r", [A], [[-0.0, 0.0]]).as_nominal("a")
    assert (data.attributes[0].values, data.column("a").tolist()) == (("0",), [0, 0])


def test_attributes_are_left_out_and_weights_replaced() -> None:
    data = small().without(["s", 0])
    assert [attribute.name for attribute in data.attributes] == ["b", "c"]
    assert data.class_attribute == C
    with pytest.raises(DataError):
        data.without(["c"])
    part = small().subset([2, 0]).with_weights([3, 0.5])
    assert part.weights.tolist() == [3, 0.5]
    assert part.all_rows.weights.tolist() == [0.5, 1, 3]
    for wrong in ([1], [1, -1], [1, math.nan]):
        with pytest.raises(DataError):
            part.with_weights(wrong)


@pytest.mark.parametrize(
    ("attributes", "columns"),
    [
        ([A, A], [[1.0], [2.0]]),
        ([A], []),
        ([A, B], [[1.0], [0, 1]]),
        ([B], [[2]]),
        ([B], [[-2]]),
    ],
)
def test_columns_that_do_not_fit_their_attributes_are_refused(
    attributes: list[Attribute], columns: list[list[float]]
) -> None:
    with pytest.raises(DataError):
        Dataset.from_columns("r", attributes, columns)


def test_fingerprints_tell_data_apart_and_nothing_else() -> None:
    data = small()
    assert data.fingerprint == small().fingerprint
    assert data.fingerprint == data.subset([0, 1, 2]).fingerprint
    others = [data.subset([0, 2, 1]), data.with_class("b"), data.with_weights([1, 1, 2]), data.without(["a"])]
    assert len({data.fingerprint, *(other.fingerprint for other in others)}) == 5
    blank = np.array(["", None, "\0"], dtype=object)
    absent = np.array([None, "", "\0"], dtype=object)
    text = [Attribute.string("s")]
    one, other = (Dataset.from_columns("r", text, [column]).fingerprint for column in (blank, absent))
    assert one != other


def test_data_errors_survive_pickling() -> None:
    error = ArffError("wrong", file="f.arff", line=7, text="1,z", hint="mend it")
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back)) == (ArffError, str(error))
    assert str(error) == "f.arff, line 7: wrong\n  read: 1,z\n  mend it"
    assert pickle.loads(pickle.dumps(small())).fingerprint == small().fingerprint
