"""Files that contain no table, or JSON in a CSV file, are refused and never read as a table."""

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


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_json_with_the_name_of_a_csv_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "iris.csv"
    path.write_text(text)
    packed = tmp_path / "iris.csv.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    for file in (path, packed):
        with pytest.raises(lw.DataError, match="this is a JSON") as caught:
            lw.load(file)
        assert caught.value.file == str(file)
        assert caught.value.line == (3 if text.startswith("\n") else 1)
        assert ".json" in caught.value.hint


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


@pytest.mark.parametrize(
    ("name", "begin", "what"),
    [
        ("a.csv", b"PK\x03\x04\x14\x00\x06\x00", "zip file is damaged"),
        ("a.csv", b"\x00\x01\x02\x03" * 9, "not a text file"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1", "before 2007"),
        ("a.ods", b"x", "OpenDocument"),
        ("a.lwnb", b"{}", "session"),
    ],
)
def test_files_that_are_no_data_are_refused_with_a_hint(
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
