"""Parquet, Feather, Excel, JSON and packed files: opened by name or content, with clear errors."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data import arff_text, csv_text
from lwnb_core.data.formats.packing import unpack
from tests.core.data.helpers import rows_of

IRIS = lw.sample("iris").subset(range(0, 150, 5))


def zipped(raw: bytes, *names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names or ("data",):
            archive.writestr(name, raw)
    return stream.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zip": zipped,
}


def written(suffix: str) -> bytes:
    """Write Iris in some format and return the file."""
    frame, stream = IRIS.to_pandas(), io.BytesIO()
    if suffix in (".parquet", ".feather"):
        pytest.importorskip("pyarrow")
        (frame.to_parquet if suffix == ".parquet" else frame.to_feather)(stream)
    elif suffix == ".xlsx":
        pytest.importorskip("openpyxl")
        frame.to_excel(stream, index=False)
    elif suffix == ".json":
        return frame.to_json(orient="records").encode()
    elif suffix == ".jsonl":
        return frame.to_json(orient="records", lines=True).encode()
    else:
        return (arff_text(IRIS) if suffix == ".arff" else csv_text(IRIS)).encode()
    return stream.getvalue()


FORMATS = (".arff", ".csv", ".parquet", ".feather", ".xlsx", ".json", ".jsonl")


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_opens_plain_and_packed_by_its_name(tmp_path: Path, suffix: str) -> None:
    raw = written(suffix)
    for packing, pack in {"": bytes, **PACKERS}.items():
        file = tmp_path / f"flowers{suffix}{packing}"
        file.write_bytes(pack(raw))
        data = lw.load(file)
        assert rows_of(data) == rows_of(IRIS), file.name
        assert [a.kind for a in data.attributes] == [a.kind for a in IRIS.attributes]
        assert data.class_attribute.name == "class"
        assert (data.name, data.source) == ("flowers" if suffix != ".arff" else data.name, str(file))


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_is_told_by_its_content(tmp_path: Path, suffix: str) -> None:
    for name, pack in (("flowers", bytes), ("flowers.zip", zipped)):
        file = tmp_path / name
        file.write_bytes(pack(written(suffix)))
        assert rows_of(lw.load(file)) == rows_of(IRIS)


def test_a_zip_file_with_several_files_names_them(tmp_path: Path) -> None:
    file = tmp_path / "two.zip"
    file.write_bytes(zipped(b"a,b\n1,x\n", "one.csv", "two.csv"))
    with pytest.raises(lw.DataError, match=r"contains 2 files: one\.csv, two\.csv") as caught:
        lw.load(file)
    assert caught.value.hint == f"Name one of them: lw.load('{file}#one.csv')."
    file.write_bytes(zipped(b"a,b\n1,x\n", "data.csv", "__MACOSX/._data.csv"))
    assert len(lw.load(file)) == 1


@pytest.mark.parametrize("packing", PACKERS)
def test_packed_files_that_are_cut_damaged_or_bombs_are_refused(packing: str) -> None:
    packed = PACKERS[packing](np.random.RandomState(1).bytes(5_000))
    for bad in (packed[: len(packed) // 2], packed[:60] + b"\xff" * 40 + packed[100:]):
        with pytest.raises(lw.DataError, match=r"ends too early|damaged"):
            unpack(bad)
    with pytest.raises(lw.DataError, match="more than 1,000,000 bytes"):
        unpack(PACKERS[packing](bytes(3_000_000)), most=1_000_000)


def test_empty_cells_of_a_workbook_are_missing(tmp_path: Path) -> None:
    """pandas writes them as empty texts, whereas a spreadsheet omits them."""
    openpyxl = pytest.importorskip("openpyxl")
    rows = [[1.5, "red", "a"], [None, "blue", "b"], [2, None, "a"], ["NA", "?", "b"]]
    book = openpyxl.Workbook()
    for row in [["size", "colour", "kind"], *rows]:
        book.active.append(row)
    book.save(tmp_path / "left-out.xlsx")
    pd.DataFrame(rows, columns=["size", "colour", "kind"]).to_excel(tmp_path / "pandas.xlsx", index=False)
    for name in ("left-out.xlsx", "pandas.xlsx"):
        data = lw.load(tmp_path / name)
        assert [a.kind for a in data.attributes] == ["numeric", "nominal", "nominal"], name
        assert data.attributes[1].values == ("red", "blue")
        assert rows_of(data) == [[1.5, "red", "a"], [None, "blue", "b"], [2.0, None, "a"], [None, None, "b"]]


def test_only_what_openpyxl_warns_of_is_silenced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Warning filters apply to all threads, and another thread may raise a warning at the same time."""
    pytest.importorskip("openpyxl")
    file = tmp_path / "without-styles.xlsx"
    with zipfile.ZipFile(io.BytesIO(written(".xlsx"))) as book, zipfile.ZipFile(file, "w") as bare:
        for part in book.namelist():
            bare.writestr(part, re.sub(rb"<cellStyles .*</cellStyles>", b"", book.read(part)))
    with pytest.warns(UserWarning, match="no default style"):
        pd.read_excel(file, engine="openpyxl")
    opened = pd.ExcelFile

    def opened_while_another_warns(stream: io.BytesIO, *, engine: Literal["openpyxl"]) -> pd.ExcelFile:
        with pytest.raises(UserWarning, match="of another thread"):
            warnings.warn("of another thread", stacklevel=1)
        return opened(stream, engine=engine)

    monkeypatch.setattr(pd, "ExcelFile", opened_while_another_warns)
    assert rows_of(lw.load(file)) == rows_of(IRIS)


def test_types_of_parquet_columns(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 2**53 + 1], dtype="Int64"),
            "flag": [True, None, False],
            "day": pd.to_datetime(["1970-01-02", None, "1970-01-01"]),
            "size": pd.Categorical(["S", "L", None], categories=["L", "M", "S"], ordered=True),
            "text": ["x", None, "y"],
            "none": [None, None, None],
        },
        index=pd.Index([7, 8, 9], name="id"),
    )
    file = tmp_path / "types.parquet"
    frame.to_parquet(file)
    data = lw.load(file)
    assert [(a.name, a.kind) for a in data.attributes] == [
        ("whole", "numeric"),
        ("flag", "nominal"),
        ("day", "numeric"),
        ("size", "nominal"),
        ("text", "nominal"),
        ("none", "numeric"),
    ]
    assert rows_of(data)[0] == [1.0, "True", 86_400_000.0, "S", "x", None]
    assert data.attributes[3].values == ("L", "M", "S")
    notes = " ".join(map(str, data.repairs))
    assert "'whole' has whole numbers beyond 2^53" in notes
    assert "index" in notes


def test_nested_columns_and_bytes_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"x": 1, "tags": ["a"]}, {"x": 2, "tags": []}]')
    with pytest.raises(lw.DataError, match="column 'tags' contains lists"):
        lw.load(tmp_path / "a.json")
    pytest.importorskip("pyarrow")
    for values in ([[1], [2]], [{"a": 1}, {"a": 2}], [b"x", b"y"]):
        pd.DataFrame({"x": [1, 2], "bad": values}).to_parquet(tmp_path / "a.parquet")
        with pytest.raises(lw.DataError, match="column 'bad' holds"):
            lw.load(tmp_path / "a.parquet")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('{"a": [1, 2], "c": ["x", null]}', [[1.0, "x"], [2.0, None]]),
        ('{"a": {"0": 1, "1": 2}, "c": {"0": "x", "1": "007"}}', [[1.0, "x"], [2.0, "007"]]),
        ('[{"a": 1}, {"c": "x", "a": 2}]', [[1.0, None], [2.0, "x"]]),
    ],
)
def test_forms_of_json(tmp_path: Path, text: str, rows: list[list[object]]) -> None:
    (tmp_path / "a.json").write_text(text)
    assert rows_of(lw.load(tmp_path / "a.json")) == rows


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '[{"a": 1},\n{"a" 2}]', "line 2: is not JSON"),
        ("a.jsonl", '{"a": 1}\n\n{"a": \n', "line 3: is not JSON"),
        ("a.json", "[1, 2]", "row 0 (counted from 0): not an object"),
        ("a.json", '{"a": 1}', "not a table"),
        ("a.json", '{"a": [1, 2], "b": [1]}', "'a' has 2 rows, 'b' 1"),
        ("a.json", "[]", "no rows"),
        ("a.json", "[" * 100_000, "nested"),
        ("a.parquet", "a,b\n1,2\n", "not a Parquet file"),
        ("a.feather", "a,b\n1,2\n", "not a Feather file"),
        ("a.xlsx", "a,b\n1,2\n", "not an Excel file"),
        ("a.lwnb", "{}", "session"),
        ("a.ods", "PK", "OpenDocument"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    if name.endswith((".parquet", ".feather")):
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_text(text)
    with pytest.raises(lw.DataError) as caught:
        lw.load(tmp_path / name)
    assert message in str(caught.value)
    assert caught.value.file == str(tmp_path / name)


@pytest.mark.parametrize(
    ("suffix", "package", "extra"), [(".parquet", "pyarrow", "parquet"), (".xlsx", "openpyxl", "excel")]
)
def test_an_absent_package_is_named_with_the_command_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, package: str, extra: str
) -> None:
    file = tmp_path / f"a{suffix}"
    file.write_bytes(written(suffix))
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(lw.DataError, match=f"need the package {package}") as caught:
        lw.load(file)
    assert f'pip install "lwnb-explorer[{extra}]"' in caught.value.hint


def test_options_of_csv_are_refused_for_other_formats(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([{"a": 1}]))
    with pytest.raises(lw.SettingsError, match=r"a\.json is JSON"):
        lw.load(tmp_path / "a.json", separator=";")
