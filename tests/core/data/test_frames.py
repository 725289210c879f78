"""Data sets from pandas frames, and frames from data sets."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from lwnb_core.data import Dataset, sample
from lwnb_core.errors import DataError
from tests.core.data.helpers import assert_same_data, datasets, header_of, rows_of


def column(values: Any, **options: Any) -> Dataset:
    return Dataset.from_pandas(pd.DataFrame({"v": pd.Series(values, **options), "c": "k"}))


@pytest.mark.parametrize(
    ("series", "kind", "values"),
    [
        (pd.Series([1, 2]), "numeric", [1.0, 2.0]),
        (pd.Series([1.5, np.nan]), "numeric", [1.5, None]),
        (pd.Series([1, None], dtype="Int64"), "numeric", [1.0, None]),
        (pd.Series([1.5, None], dtype="Float32"), "numeric", [1.5, None]),
        (pd.Series([7, None], dtype="UInt8"), "numeric", [7.0, None]),
        (pd.Series([0.0, 2.0], dtype="Sparse[float]"), "numeric", [0.0, 2.0]),
        (pd.Series([1, Decimal("2.5"), None], dtype=object), "numeric", [1.0, 2.5, None]),
        (pd.Series([True, False]), ["False", "True"], ["True", "False"]),
        (pd.Series([True, None], dtype="boolean"), ["False", "True"], ["True", None]),
        (pd.Series([True, None, False], dtype=object), ["False", "True"], ["True", None, "False"]),
        (pd.Series(["b", "a", None, "b"]), ["b", "a"], ["b", "a", None, "b"]),
        (pd.Series(["b", pd.NA], dtype="string"), ["b"], ["b", None]),
        (
            pd.Series(["b", 1, 2.0, None], dtype=object),
            ["b", "1", "2"],
            ["b", "1", "2", None],
        ),
        (pd.Series(pd.Categorical(["b", None], ["z", "b"])), ["z", "b"], ["b", None]),
        (pd.Series(pd.Categorical([2, 1], [1, 2, 3])), ["1", "2", "3"], ["2", "1"]),
        (pd.Series(pd.Categorical([0.5, 2.0])), ["0.5", "2"], ["0.5", "2"]),
        (pd.Series([None, None], dtype=object), [], [None, None]),
        (pd.Series(pd.period_range("2020-01", periods=1, freq="M")), ["2020-01"], ["2020-01"]),
    ],
)
def test_columns_of_a_frame_become_attributes(
    series: pd.Series[Any], kind: object, values: list[object]
) -> None:
    data = column(series)
    assert header_of(data)[0] == ["v", kind]
    assert [row[0] for row in rows_of(data)] == values
    assert data.repairs == ()


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_dates_are_milliseconds_in_utc(unit: str) -> None:
    texts = ["1970-01-02", None, "2001-04-03 12:00:00.5"]
    moments = pd.Series(pd.to_datetime(texts, format="ISO8601")).astype(f"datetime64[{unit}]")
    whole = unit == "s"
    data = column(moments)
    assert [row[0] for row in rows_of(data)] == [86_400_000.0, None, 986_299_200_000.0 + 500 * (not whole)]
    assert "milliseconds since 1970-01-01, UTC" in data.repairs[0].text
    berlin = column(moments.dt.tz_localize("Europe/Berlin"))
    assert berlin.value(0, 0) == 86_400_000.0 - 3_600_000


def test_durations_are_milliseconds_and_reported() -> None:
    data = column(pd.to_timedelta(["1s", None]))
    assert [row[0] for row in rows_of(data)] == [1000.0, None]
    assert data.repairs


def test_plain_date_objects_are_texts() -> None:
    assert header_of(column([datetime.date(2020, 1, 2)]))[0] == ["v", ["2020-01-02"]]


def test_unique_texts_of_a_frame_are_display_text_unless_chosen_as_class() -> None:
    names = pd.DataFrame({"name": [f"n{i}" for i in range(300)], "c": ["x", "y"] * 150})
    data = Dataset.from_pandas(names)
    assert data.attributes[0].kind == "string"
    assert data.value(3, 0) == "n3"
    assert data.class_attribute.name == "c"
    assert Dataset.from_pandas(names, "name").class_attribute.values[:2] == ("n0", "n1")


def test_names_need_not_be_texts_and_the_index_does_not_matter() -> None:
    frame = pd.DataFrame({0: [1, 2], ("a", 1): ["x", "y"]}, index=[7, 7])
    data = Dataset.from_pandas(frame, "('a', 1)", weights=[1, 2])
    assert [attribute.name for attribute in data.attributes] == ["0", "('a', 1)"]
    assert data.weights.tolist() == [1, 2]
    assert rows_of(data) == [[1.0, "x"], [2.0, "y"]]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pd.DataFrame({"a": [1j]}),
        pd.DataFrame({"a": pd.Categorical(["1"], ["1", 1])}),
    ],
)
def test_frames_without_usable_columns_are_refused(frame: pd.DataFrame) -> None:
    with pytest.raises(DataError):
        Dataset.from_pandas(frame)


def test_numeric_class_of_a_frame_is_refused_with_a_remedy() -> None:
    with pytest.raises(DataError, match=r"data.as_nominal\('a'\).* data.with_class\('a', bins=3\)"):
        Dataset.from_pandas(pd.DataFrame({"a": [1.5, 2]}), "a")


@given(datasets())
def test_pandas_round_trip(data: Dataset) -> None:
    frame = data.to_pandas()
    assert len(frame) == len(data)
    assert list(frame.columns) == [attribute.name for attribute in data.attributes]
    strings = [attribute.name for attribute in data.attributes if attribute.kind == "string"]
    saved = Dataset.from_pandas(frame.drop(columns=strings))
    if len(strings) < len(data.attributes) and data.class_index is not None:
        assert_same_data(saved, data.without(strings).with_weights(np.ones(len(data))))
    for name in strings:
        assert [None if pd.isna(v) else v for v in frame[name]] == data.column(name).tolist()


def test_editing_an_exported_frame_does_not_change_the_data() -> None:
    data = sample("iris")
    frame = data.to_pandas()
    frame.iloc[0, 0] = 99.0
    assert data.value(0, 0) == 5.1
    assert list(frame["class"].cat.categories) == list(data.classes)


@pytest.mark.parametrize("values", [["b", "a", None, "b", ""], ["1", "2", "1.0"], [None, None]])
def test_texts_are_the_same_as_strings_and_as_objects(values: list[str | None]) -> None:
    as_strings, as_objects = column(values, dtype="str"), column(values, dtype=object)
    assert as_strings.attributes == as_objects.attributes
    assert as_strings.column(0).tolist() == as_objects.column(0).tolist()


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([[1], [2]], "lists or objects"),
        ([{"a": 1}, None], "lists or objects"),
        ([(1, 2), (3, 4)], "lists or objects"),
        ([b"x", b"y"], "bytes"),
        (["x", b"y"], "bytes"),
        (pd.Categorical([b"x", b"y"]), "bytes"),
    ],
)
def test_lists_and_bytes_are_refused_by_name(values: Any, kind: str) -> None:
    frame = pd.DataFrame({"x": [1, 2], "bad": values, "class": ["a", "b"]})
    with pytest.raises(DataError, match=f"column 'bad' contains {kind}, not single values") as caught:
        Dataset.from_pandas(frame, "class")
    assert "frame.drop(columns='bad')" in caught.value.hint
