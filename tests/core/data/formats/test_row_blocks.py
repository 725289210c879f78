"""Files in blocks of rows: together they give what reading the whole file gives."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data.arff import reader as arff_reader
from lwnb_core.data.csv import csv_blocks
from lwnb_core.data.formats.row_blocks import can_be_streamed, file_facts, read_blocks
from tests.conftest import ROOT

SAMPLES = sorted((ROOT / "assets" / "samples").glob("*.arff"))


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks of a few lines each."""
    monkeypatch.setattr(csv_blocks, "BLOCK_CHARACTERS", 100)
    monkeypatch.setattr(arff_reader, "BLOCK_CHARACTERS", 400)


def joined(path: Path, **options: object) -> tuple[int, list[list[object]]]:
    """Return the number of blocks, and every cell as text or number."""
    blocks = list(read_blocks(path, file_facts(path), **options))  # type: ignore[arg-type]
    return len(blocks), [row for block in blocks for row in cells(block)]


def cells(data: lw.Dataset) -> list[list[object]]:
    columns: list[list[object]] = []
    for j, attribute in enumerate(data.attributes):
        column = data.column(j).tolist()
        if attribute.is_nominal:
            columns.append([attribute.values[code] if code >= 0 else None for code in column])
        else:
            columns.append([None if value is None or value != value else value for value in column])
    return [list(row) for row in zip(*columns, strict=True)]


def kinds_of(data: lw.Dataset) -> dict[str, set[str]]:
    return {
        "nominal": {a.name for a in data.attributes if a.is_nominal},
        "numeric": {a.name for a in data.attributes if a.is_numeric},
    }


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_arff_files_in_blocks(path: Path) -> None:
    whole = lw.load(path)
    blocks = list(read_blocks(path, file_facts(path)))
    assert len(blocks) > 1
    assert all(block.attributes == whole.attributes for block in blocks)
    for j in range(len(whole.attributes)):
        np.testing.assert_array_equal(np.concatenate([block.column(j) for block in blocks]), whole.column(j))
    np.testing.assert_array_equal(np.concatenate([block.weights for block in blocks]), whole.weights)


CSV = {
    "plain": "a,b,class\n" + "1,x,p\n2.5,y,q\n" * 40,
    "quotes": "a,b,class\n" + '1,"x, with ""quotes"", and\na second line",p\n2,y,q\n' * 20,
    "a quote that opens nothing": "a,b,class\n" + '1,5" disc,p\n2,y,q\n' * 30,
    "line ends of Windows and of old Macs": "a,b,class\r\n" + "1,x,p\r\n2,y,q\r" * 30,
    "a byte-order mark and Ctrl-Z": "\ufeffa,b,class\n" + "1,x,p\n2,y,q\n" * 30 + "\x1a",
    "Excel's line": "sep=;\na;b;class\n" + "1,5;x;p\n2;y;q\n" * 30,
    "blank lines and empty rows": "a,b,class\n" + "1,x,p\n\n,,\n?,NA,q\n" * 30,
    "no line end at the end": "a,b,class\n" + "1,x,p\n2,y,q\n" * 30 + "3,z,p",
    "one long record": "a,b,class\n1,x,p\n2," + "y" * 1000 + ",q\n3,z,p\n",
    "numbers that are names": "a,b,class\n" + "1,1.0,p\n2,01,q\n" * 20 + "3,x,p\n",
}


@pytest.mark.parametrize("name", CSV)
def test_csv_files_in_blocks(name: str, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(CSV[name].encode("utf-8"))
    whole = lw.load(path)
    n, rows = joined(path, **kinds_of(whole))
    assert n > 1
    assert rows == cells(whole)


def test_parquet_files_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    monkeypatch.setattr("lwnb_core.data.formats.row_blocks._PARQUET_ROWS", 40)
    data = lw.sample("iris")
    data.to_pandas().to_parquet(tmp_path / "data.parquet")
    n, rows = joined(tmp_path / "data.parquet")
    assert n == 4
    assert rows == cells(data)


def test_columns_of_parquet_blocks_are_those_of_the_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    monkeypatch.setattr("lwnb_core.data.formats.row_blocks._PARQUET_ROWS", 250)
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 2, 3] * 125, dtype="Int64"),
            "day": [dt.date(2020, 1, 1 + i % 28) for i in range(500)],
            "name": [f"v{i % 250}" for i in range(500)],  # looks like free text in each half
            "none": [None] * 500,
            "late": [None] * 300 + ["x", "y"] * 100,
        },
        index=pd.Index(np.arange(500)[::-1], name="id"),
    )
    file = tmp_path / "data.parquet"
    frame.to_parquet(file)
    whole = lw.load(file)
    assert [a.kind for a in whole.attributes] == ["numeric", "numeric", "nominal", "numeric", "nominal"]
    blocks = list(read_blocks(file, file_facts(file), **kinds_of(whole)))
    assert len(blocks) == 2
    assert [row for block in blocks for row in cells(lw.align(block, whole))] == cells(whole)
    assert all("index" in str(block.repairs) for block in blocks)


@pytest.mark.parametrize("name", ["data.csv", "data.arff"])
def test_an_error_far_down_has_its_line(name: str, tmp_path: Path) -> None:
    head = (
        "a,class\n"
        if name.endswith("csv")
        else "@relation r\n@attribute a numeric\n@attribute class {p}\n@data\n"
    )
    path = tmp_path / name
    path.write_text(head + "1,p\n" * 200 + "x,p\n" + "1,p\n" * 10)
    line = head.count("\n") + 201
    with pytest.raises(lw.DataError) as caught:
        joined(path, numeric={"a"})
    assert caught.value.line == line
    assert "x,p" in caught.value.text


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_other_encodings_are_streamed_only_where_they_are_given(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("a,class\n" + "1,für\n2,gegen\n" * 30, encoding=encoding)
    facts = file_facts(path)
    assert not can_be_streamed(path, facts)
    n, rows = joined(path)
    assert (n, len(rows)) == (1, 60)
    assert rows[0] == [1.0, "für"]


def test_files_of_other_kinds_are_refused(tmp_path: Path) -> None:
    for name, content in (("data.json", b'{"a": 1}'), ("data.csv", b"\x00\x01\x02" * 100), ("data.csv", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(lw.DataError):
            joined(path)
