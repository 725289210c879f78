"""One of several tables: a member of a zip file, or a sheet of a workbook."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data.formats.archive_members import on_disc, parts_of, split_part
from lwnb_core.data.formats.loading import format_of_file

TABLES = {"a": pd.DataFrame({"x": [1, 2], "c": ["u", "v"]}), "b & <c>": pd.DataFrame({"x": [3], "c": ["w"]})}


def workbook(file: Path | io.BytesIO) -> None:
    with pd.ExcelWriter(file, engine="openpyxl") as book:
        for name, frame in TABLES.items():
            frame.to_excel(book, sheet_name=name, index=False)


def archive(file: Path) -> None:
    book = io.BytesIO()
    workbook(book)
    with zipfile.ZipFile(file, "w") as members:
        members.writestr("folder/", "")
        members.writestr("folder/one.csv", "x,c\n1,u\n")
        members.writestr("two.json", '[{"x": 1, "c": "u"}, {"x": 2, "c": "v"}]')
        members.writestr("book.xlsx", book.getvalue())
        members.writestr("__MACOSX/._two.json", "")


def test_a_sheet_of_a_workbook_is_named(tmp_path: Path) -> None:
    file = tmp_path / "book.xlsx"
    workbook(file)
    assert parts_of(file) == ("a", "b & <c>")
    data = lw.load(f"{file}#b & <c>")
    assert (len(data), data.name, data.source) == (1, "b & <c>", f"{file}#b & <c>")
    assert data.repairs == ()
    first = lw.load(file)
    assert (len(first), first.name) == (2, "book")
    assert str(first.repairs[0]).endswith("'a'; another one: book.xlsx#b & <c>")
    with pytest.raises(lw.DataError, match="has no sheet 'd'") as caught:
        lw.load(f"{file}#d")
    assert caught.value.hint == "Sheets: a, b & <c>"


def test_a_sheet_of_a_packed_workbook_is_named(tmp_path: Path) -> None:
    workbook(tmp_path / "book.xlsx")
    (tmp_path / "book.xlsx.gz").write_bytes(gzip.compress((tmp_path / "book.xlsx").read_bytes()))
    assert len(lw.load(tmp_path / "book.xlsx.gz#b & <c>")) == 1


def test_a_member_of_a_zip_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "data.zip"
    archive(file)
    assert parts_of(file) == ("folder/one.csv", "two.json", "book.xlsx")
    assert [format_of_file(f"{file}#{part}") for part in parts_of(file)] == ["csv", "json", "excel"]
    data = lw.load(f"{file}#folder/one.csv")
    assert (len(data), data.name, data.source) == (1, "one", f"{file}#folder/one.csv")
    assert len(lw.load(f"{file}#two.json")) == 2
    book = lw.load(f"{file}#book.xlsx")
    assert (len(book), str(book.repairs[0]).endswith("unpack the workbook to read another one")) == (2, True)
    with pytest.raises(lw.DataError, match=r"does not contain 'one\.csv'") as caught:
        lw.load(f"{file}#one.csv")
    assert caught.value.hint == "It contains folder/one.csv, two.json, book.xlsx."


def test_a_name_may_have_the_mark_in_it(tmp_path: Path) -> None:
    (tmp_path / "a#b.csv").write_text("x,c\n1,u\n2,v\n")
    assert split_part(tmp_path / "a#b.csv") == (tmp_path / "a#b.csv", "")
    assert lw.load(tmp_path / "a#b.csv").name == "a#b"
    workbook(tmp_path / "b#1.xlsx")
    assert split_part(tmp_path / "b#1.xlsx#a") == (tmp_path / "b#1.xlsx", "a")
    assert on_disc(tmp_path / "b#1.xlsx#a#c") == tmp_path / "b#1.xlsx"


def test_files_without_parts_say_so(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,c\n1,u\n2,v\n")
    assert parts_of(tmp_path / "a.csv") == parts_of(tmp_path / "none.zip") == ()
    with pytest.raises(lw.DataError, match="has no parts") as caught:
        lw.load(tmp_path / "a.csv#b")
    assert caught.value.hint == "Leave out #b."
    with pytest.raises(lw.DataError, match="no such file"):
        lw.load(tmp_path / "none.zip#b")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04" + bytes(80))
    assert parts_of(tmp_path / "broken.zip") == ()
