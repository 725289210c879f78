"""JSON, Parquet, Feather and Excel files are refused, by name and by content, and never read as a table."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.data import detect_dialect, preview, read_csv
from lwnb_core.data.csv import parse_csv

IRIS = lw.sample("iris")
RECORDS = [{a.name: IRIS.value(i, j) for j, a in enumerate(IRIS.attributes)} for i in range(0, 150, 5)]
LINES = "".join(json.dumps(record) + "\n" for record in RECORDS)
TEXTS = {
    "lines": LINES,
    "compact lines": LINES.replace(": ", ":").replace(", ", ","),
    "array": json.dumps(RECORDS),
    "pretty": json.dumps(RECORDS, indent=2),
    "object": json.dumps({"data": RECORDS}, indent=2),
    "arrays by line": "".join(json.dumps(list(record.values())) + "\n" for record in RECORDS),
    "after blank lines": "\n  \n" + LINES,
    "empty object": "{}\n{}\n",
}


@pytest.mark.parametrize("name", ["iris.jsonl", "iris.ndjson", "iris.json", "iris.csv", "iris.txt", "iris"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_json_is_refused_whatever_it_is_called(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    for file in (path, packed):
        with pytest.raises(lw.DataError, match="this is a JSON") as caught:
            lw.load(file)
        assert caught.value.file == str(file)
        assert caught.value.line == (3 if text.startswith("\n") else 1)
        assert "CSV" in caught.value.hint
        assert "pandas.read_json(FILE" in str(caught.value)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_way_of_reading_csv_takes_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "iris.csv"
    path.write_text(text)
    for read in (read_csv, detect_dialect, preview):
        with pytest.raises(lw.DataError, match="this is a JSON"):
            read(path)
    for encoding in ("utf-8-sig", "utf-16"):
        with pytest.raises(lw.DataError, match="this is a JSON"):
            parse_csv(text.encode(encoding))


def test_json_lines_are_told_from_json(tmp_path: Path) -> None:
    for text, what in ((TEXTS["lines"], "JSON Lines"), (TEXTS["array"], "JSON"), (TEXTS["pretty"], "JSON")):
        (tmp_path / "x.data").write_text(text)
        with pytest.raises(lw.DataError, match=f"this is a {what} file"):
            lw.load(tmp_path / "x.data")


@pytest.mark.parametrize(
    ("name", "begin", "what"),
    [
        ("a.parquet", b"PAR1\x15\x04", "Parquet"),
        ("a.csv", b"PAR1\x15\x04", "Parquet"),
        ("a.feather", b"ARROW1\x00\x00", "Feather"),
        ("a.data", b"ARROW1\x00\x00", "Feather"),
        ("a.xlsx", b"PK\x03\x04\x14\x00", "Excel"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1", "Excel"),
        ("a.ods", b"PK\x03\x04\x14\x00", "spreadsheet"),
        ("a.csv", b"PK\x03\x04\x14\x00\x06\x00", "not a text file"),
        ("a.parquet", b"x,y\n1,2\n", "Parquet"),
        ("a.xlsx.gz", b"x,y\n1,2\n", "Excel"),
        ("a.lwnb", b"{}", "session"),
    ],
)
def test_other_kinds_are_refused_by_name_and_by_content(
    tmp_path: Path, name: str, begin: bytes, what: str
) -> None:
    (tmp_path / name).write_bytes(begin)
    with pytest.raises(lw.DataError, match=what) as caught:
        lw.load(tmp_path / name)
    assert caught.value.file.endswith(name)
    assert caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "{a},b\n1,x\n2,y\n",
        "[a],[b]\n1,x\n2,y\n",
        '"{",b\n1,x\n2,y\n',
        '{a;"b"\n1;x\n2;y\n',
        "[1,b\n3,x\n4,y\n",
    ],
)
def test_braces_and_brackets_in_a_table_are_not_json(text: str) -> None:
    assert len(parse_csv(text.encode())) >= 2
