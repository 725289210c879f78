"""A whole number that a double cannot hold is rounded, and a note says so, with its line if it has one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lwnb_core.data import Attribute, Dataset, fast_path, read_arff
from lwnb_core.data.csv import parse_csv

EXACT = ["9007199254740992", "-9007199254740994", "18014398509481984", "1e300", "0000000000000000007", "0.1"]
ROUNDED = ["9007199254740993", "-9007199254740993", "+12345678901234567891", "1" * 5000]
NOTE = "'id' has whole numbers beyond 2^53"


def notes(data: Dataset) -> list[tuple[int | None, bool]]:
    return [(repair.line, repair.text.startswith(NOTE)) for repair in data.repairs]


@pytest.mark.parametrize("number", EXACT)
def test_nothing_is_said_of_numbers_that_stay_as_they_are(number: str) -> None:
    assert parse_csv(f"id,c\n1,a\n{number},b\n".encode()).repairs == ()
    header = "@relation r\n@attribute id numeric\n@attribute c {a,b}\n@data\n"
    assert read_arff(f"{header}1,a\n{number},b\n{{0 {number}}}\n".encode()).repairs == ()


@pytest.mark.parametrize("number", ROUNDED)
def test_rounded_numbers_of_a_file_are_reported_with_their_line(number: str) -> None:
    assert notes(parse_csv(f"id,c\n1,a\n{number},b\n".encode())) == [(3, True)]
    header = "@relation r\n@attribute id integer\n@attribute c {a,b}\n@data\n"
    assert notes(read_arff(f"{header}1,a\n{number},b\n".encode())) == [(6, True)]
    assert notes(read_arff(f"{header}1,a\n{{0 {number}}}\n".encode())) == [(6, True)]


def test_nothing_is_said_of_a_column_that_becomes_text() -> None:
    assert parse_csv(b"id,c\n9007199254740993,a\nx,b\n").repairs == ()
    assert parse_csv(b"id,c\n9007199254740993,a\n1,b\n", nominal=["id"]).repairs == ()


def test_rounding_in_a_large_file_is_reported_as_in_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f"{10**17 + i},{'ab'[i % 2]}\n" for i in range(30))
    csv = f"id,c\n{rows}".encode()
    arff = f"@relation r\n@attribute id numeric\n@attribute c {{a,b}}\n@data\n{rows}".encode()
    slow = parse_csv(csv).repairs, read_arff(arff).repairs
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", 0)
    assert (parse_csv(csv).repairs, read_arff(arff).repairs) == slow
    assert all(len(repairs) == 11 and "more lines" in repairs[-1].text for repairs in slow)


@pytest.mark.parametrize("dtype", ["int64", "uint64", "Int64", "object", "int64[pyarrow]", "Sparse[int]"])
def test_rounded_numbers_of_a_frame_are_reported(dtype: str) -> None:
    if "pyarrow" in dtype:
        pytest.importorskip("pyarrow")
    exact = pd.DataFrame({"id": pd.Series([1, 2**53, 2**60], dtype=dtype), "c": ["a", "b", "a"]})
    assert Dataset.from_pandas(exact).repairs == ()
    rounded = pd.DataFrame({"id": pd.Series([1, 2**53 + 1, 2**60], dtype=dtype), "c": ["a", "b", "a"]})
    data = Dataset.from_pandas(rounded)
    assert notes(data) == [(None, True)]
    assert data.value(1, "id") == 2.0**53


def test_the_ends_of_64_bits_and_beyond_are_rounded_or_infinite_and_reported() -> None:
    for values, dtype in (([2**63 - 1], "int64"), ([2**64 - 1, 0], "uint64"), ([10**400], object)):
        frame = pd.DataFrame({"id": pd.Series(values, dtype=dtype), "c": "a"})
        assert notes(Dataset.from_pandas(frame)) == [(None, True)]


def test_a_missing_value_beside_large_numbers() -> None:
    frame = pd.DataFrame({"id": pd.array([None, 2**53 + 1], dtype="Int64"), "c": ["a", "b"]})
    assert notes(Dataset.from_pandas(frame)) == [(None, True)]


def test_rounded_numbers_of_an_array_are_reported() -> None:
    attributes = [Attribute.numeric("id"), Attribute.nominal("c", ("a", "b"))]
    data = Dataset.from_columns("r", attributes, [np.array([2**53 + 1, 5]), np.array([0, 1])])
    assert notes(data) == [(None, True)]
