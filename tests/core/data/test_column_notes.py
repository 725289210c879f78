"""The notes on columns that identify rows, hold dates or have one value; the columns stay as they are."""

from __future__ import annotations

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.column_notes import column_note, column_notes
from lwnb_core.data.csv import parse_csv

N = 180
NUMBERED = "180 whole numbers in 180 rows: it numbers the rows"


def csv(**columns: list[object]) -> lw.Dataset:
    columns = {
        **columns,
        "x": [i * 1.5 for i in range(N)],
        "class": ["yes" if i % 3 else "no" for i in range(N)],
    }
    rows = zip(*columns.values(), strict=True)
    text = "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)])
    return parse_csv(text.encode())


@pytest.mark.parametrize(
    ("name", "column", "note"),
    [
        ("customer", [f"c{i}" for i in range(N)], "180 values in 180 rows: it names the rows"),
        ("customer", [f"c{i % 170}" for i in range(N)], "170 values in 180 rows: it names the rows"),
        ("customer", [f"c{i % 60}" for i in range(N)], ""),
        ("place", list(range(1, N + 1)), NUMBERED),
        ("place", [(7 * i) % N for i in range(N)], NUMBERED),
        ("customer_no", [31 * i + i % 7 for i in range(N)], NUMBERED),
        ("customerId", [31 * i + i % 7 for i in range(N)], NUMBERED),
        ("income", [31 * i + i % 7 for i in range(N)], ""),
        ("volcano", [i % 90 for i in range(N)], ""),
        ("country", ["AT"] * N, "one value only"),
        ("country", ["7"] * N, "one value only"),
        ("country", ["?"] * N, "no value in any row"),
        ("born", [f"19{i % 90 + 10}-0{i % 9 + 1}-1{i % 9}" for i in range(N)], "looks like dates"),
        ("born", [f"{i % 28 + 1}.{i % 12 + 1}.2001" for i in range(N)], "looks like dates"),
        ("seen", [f"2024-01-{i % 28 + 1:02} 12:{i % 60:02}" for i in range(N)], "looks like dates"),
        ("born", [20010100 + i % 28 + 1 for i in range(N)], "looks like dates"),
        ("born", [86_400_000 * (i * 97 - 9000) for i in range(N)], "looks like dates"),
        ("seen", [1_600_000_000_000 + 12_345_678 * i for i in range(N)], "looks like dates"),
        ("account", [41_234_567_890_123 + 7_919 * i for i in range(N)], ""),
        ("version", [f"1.{i % 5}.{i % 9}" for i in range(N)], ""),
    ],
)  # fmt: skip
def test_the_note_on_a_column(name: str, column: list[object], note: str) -> None:
    data = csv(**{name: column})
    assert column_note(data, name) == note
    assert [(n.name, n.text) for n in column_notes(data)] == ([(name, note)] if note else [])


def test_dates_of_typed_files_are_noted_as_those_of_csv_files_are() -> None:
    days = pd.date_range("1958-03-01", periods=N, freq="41D")
    moments = pd.date_range("2021-03-01 08:15", periods=N, freq="3h")
    frame = pd.DataFrame({"born": days, "seen": moments, "c": ["yes" if i % 3 else "no" for i in range(N)]})
    notes = column_notes(lw.Dataset.from_pandas(frame, class_attribute="c"))
    assert [(note.name, note.text) for note in notes] == [
        ("born", "looks like dates"),
        ("seen", "looks like dates"),
    ]


def test_the_class_and_texts_are_not_among_the_attributes_that_learners_use() -> None:
    attributes = [
        Attribute.numeric("x"),
        Attribute.string("t"),
        Attribute.nominal("c", tuple("abcdefghijkl")),
    ]
    columns = [[0.5 * i for i in range(12)], list("abcdefghijkl"), list(range(12))]
    data = lw.Dataset.from_columns("r", attributes, columns, class_attribute="c")
    assert column_notes(data) == ()
    assert column_note(data, "c") == "12 values in 12 rows: it names the rows"
    assert column_note(data, "t") == ""


def test_of_the_samples_only_those_with_one_value_are_noted() -> None:
    noted = [
        (info.name, note.name, note.text)
        for info in lw.samples()
        for note in column_notes(lw.sample(info.name))
    ]
    assert noted == [
        ("ionosphere", "a02", "one value only"),
        ("segment", "region-pixel-count", "one value only"),
    ]
