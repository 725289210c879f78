"""Typed files that are damaged, or made to fill the memory, are opened, or refused in our own words.

The long form is `python -m benchmarks.fuzz.typed` and `python -m benchmarks.fuzz.monsters`.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import lwnb_core as lw
from benchmarks.fuzz import typed_inputs
from benchmarks.fuzz.monsters import far_cells
from benchmarks.fuzz.text_inputs import PromiseError
from benchmarks.fuzz.typed_inputs import check, corpus, inputs


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    for name, raw in inputs(600, seed=5):
        (tmp_path / name).write_bytes(raw)
        outcomes[check(tmp_path / name)] += 1
    assert min(outcomes["read"], outcomes["refused"]) > 50


@pytest.mark.parametrize("name", sorted(corpus()))
def test_a_whole_file_of_the_corpus_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(corpus()[name])
    assert check(tmp_path / name) == "read"


def test_a_reader_that_misbehaves_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(file: Path) -> lw.Dataset:
        raise lw.DataError(" ")

    (tmp_path / "rows.json").write_bytes(corpus()["rows.json"])
    monkeypatch.setattr(typed_inputs, "load", silent)
    with pytest.raises(PromiseError, match="without a word"):
        check(tmp_path / "rows.json")


def zipped(raw: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.csv", raw)
    return stream.getvalue()


def workbook_of_zeros() -> bytes:
    book, stream = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["a", "0" * 30_000])
    for _ in range(100):
        book.active.append([1, "0" * 30_000])
    book.save(stream)
    return stream.getvalue()


def written(write: Callable[[pd.DataFrame, io.BytesIO], object], frame: pd.DataFrame) -> bytes:
    stream = io.BytesIO()
    write(frame, stream)
    return stream.getvalue()


ZEROS = pd.DataFrame({"a": np.zeros(2_000_000)})
LONG_TEXTS = pd.DataFrame({"a": [1, 2], "c": ["0" * 2_000_000, "1" * 2_000_000]})
TABLE = b"".join(b"%d,%d,x\n" % (i, i * i % 997) for i in range(1_000))
BOMBS: dict[str, Callable[[], bytes]] = {
    "a.csv.gz": lambda: gzip.compress(bytes(3_000_000)),
    "a.csv.bz2": lambda: bz2.compress(bytes(3_000_000)),
    "a.csv.xz": lambda: lzma.compress(bytes(3_000_000)),
    "a.csv.zip": lambda: zipped(bytes(3_000_000)),
    "a.xlsx": workbook_of_zeros,
    "far.xlsx": far_cells,
    "a.parquet": lambda: written(lambda f, stream: f.to_parquet(stream, compression="zstd"), ZEROS),
    "long.parquet": lambda: written(lambda f, stream: f.to_parquet(stream, compression="zstd"), LONG_TEXTS),
    "a.feather": lambda: written(lambda f, stream: f.to_feather(stream, compression="zstd"), ZEROS),
    "a.jsonl": lambda: b"\n".join(b'{"a%d": 1}' % i for i in range(2_000)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_unpacks_to_far_more_than_a_table_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The limits are lowered, so that small files reach them."""
    monkeypatch.setattr("lwnb_core.data.formats.packing.SUSPICIOUS_UNPACKED_BYTES", 1 << 20)
    file = tmp_path / name
    file.write_bytes(BOMBS[name]())
    with pytest.raises(lw.DataError, match="unpacks to more than") as caught:
        lw.load(file)
    assert caught.value.file == str(file)
    assert caught.value.hint


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zipped])
def test_a_packed_table_is_no_bomb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr("lwnb_core.data.formats.packing.SUSPICIOUS_UNPACKED_BYTES", 1 << 10)
    (tmp_path / "table").write_bytes(pack(TABLE))
    assert len(lw.load(tmp_path / "table", header=False)) == 1_000


def test_a_workbook_whose_entities_multiply_is_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    openpyxl.Workbook().save(stream)
    tenfold = "".join(f'<!ENTITY {chr(98 + i)} "{10 * f"&{chr(97 + i)};"}">' for i in range(9))
    with zipfile.ZipFile(stream) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["xl/worksheets/sheet1.xml"] = (
        f'<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">{tenfold}]>'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1" t="str"><v>&j;</v></c></row></sheetData></worksheet>'
    ).encode()
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    with pytest.raises(lw.DataError, match="the Excel file cannot be read"):
        lw.load(tmp_path / "a.xlsx")


def test_feather_of_version_1_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """Damaged ones would crash the program, because pyarrow does not check their headers."""
    for name in ("old.feather", "old"):
        (tmp_path / name).write_bytes(b"FEA1" + bytes(200))
        with pytest.raises(lw.DataError, match="version 1") as caught:
            lw.load(tmp_path / name)
        assert "version 2" in caught.value.hint


def test_a_parquet_file_with_a_date_beyond_the_year_2262_is_read(tmp_path: Path) -> None:
    days = np.array(["1970-01-02", "9999-12-31"], dtype="datetime64[s]")
    pd.DataFrame({"day": days, "c": ["x", "y"]}).to_parquet(tmp_path / "a.parquet")
    assert lw.load(tmp_path / "a.parquet").column(0).tolist() == [86_400_000.0, 253_402_214_400_000.0]


def test_json_with_few_names_and_many_rows_is_no_trap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_core.data.formats.packing.SUSPICIOUS_UNPACKED_BYTES", 1 << 10)
    rows = [{"a": i, "c": "xy"[i % 2]} for i in range(2_000)]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    assert len(lw.load(tmp_path / "a.json")) == 2_000
