"""Helpers of the tests of the data layer: inspect a data set, and draw arbitrary ones."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lwnb_core.data import Attribute, Dataset

FIXTURES = Path(__file__).resolve().parents[2] / "data" / "arff"
HEADER = b"@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"


def rows_of(data: Dataset) -> list[list[float | str | None]]:
    """Return every value as a person reads it, row by row."""
    return [[data.value(i, j) for j in range(len(data.attributes))] for i in range(len(data))]


def header_of(data: Dataset) -> list[list[Any]]:
    """Return names and kinds; a nominal kind is the list of its values."""
    return [[a.name, list(a.values) if a.is_nominal else a.kind] for a in data.attributes]


def assert_same_data(one: Dataset, other: Dataset) -> None:
    """Assert equal header, class, values (NaN equals NaN, -0.0 does not equal 0.0) and weights."""
    assert one.attributes == other.attributes
    assert one.class_index == other.class_index
    assert len(one) == len(other)
    for j, attribute in enumerate(one.attributes):
        left, right = one.column(j), other.column(j)
        if attribute.is_numeric:
            assert np.array_equal(left, right, equal_nan=True), attribute
            assert np.array_equal(np.signbit(left) & (left == 0), np.signbit(right) & (right == 0)), attribute
        else:
            assert left.tolist() == right.tolist(), attribute
    assert one.weights.tolist() == other.weights.tolist()


awkward_text = st.text(
    st.one_of(
        st.sampled_from("'\"\\%{}?,;@|\t\n\r \x00\x1a\x1e\x7f\x85\xa0\u2028\ufeffäé0aA"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=6,
) | st.sampled_from(["?", "", "NaN", "1.0", "007", "@data", "@attribute", "{1}", "\\'", "NA", "inf"])

numbers = st.floats(width=64) | st.integers(-20, 20).map(float) | st.just(math.nan)


@st.composite
def datasets(draw: st.DrawFn, text: st.SearchStrategy[str] = awkward_text, max_rows: int = 6) -> Dataset:
    """Draw any data set that can be written: awkward names and values, every kind, weights, even no rows."""
    n = draw(st.integers(0, max_rows))
    names = draw(st.lists(text, min_size=1, max_size=5, unique=True))
    attributes: list[Attribute] = []
    columns: list[Any] = []
    for name in names:
        kind = draw(st.sampled_from(["numeric", "nominal", "nominal", "string"]))
        if kind == "numeric":
            attributes.append(Attribute.numeric(name))
            columns.append(draw(st.lists(numbers, min_size=n, max_size=n)))
        elif kind == "nominal":
            values = tuple(draw(st.lists(text, min_size=1, max_size=4, unique=True)))
            attributes.append(Attribute.nominal(name, values))
            columns.append(draw(st.lists(st.integers(-1, len(values) - 1), min_size=n, max_size=n)))
        else:
            column = np.empty(n, dtype=object)
            column[:] = draw(st.lists(st.none() | text, min_size=n, max_size=n))
            attributes.append(Attribute.string(name))
            columns.append(column)
    weights = draw(st.none() | st.lists(st.floats(0, 1e6), min_size=n, max_size=n))
    return Dataset.from_columns(draw(text), attributes, columns, weights=weights)
