"""The table of the formats of data files: names, suffixes, first bytes, and what reads and writes them.

Readers and writers are imported when they are used, because most modules need no more than suffixes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from lwnb_core.data.column_choice import ColumnChoice
    from lwnb_core.data.dataset import Dataset

Format = Literal["arff", "csv", "parquet", "arrow", "excel", "json", "json lines"]


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """Everything there is to know about a format.

    Attributes
    ----------
    name
        As people call it.
    suffixes
        How the names of such files end, before a suffix of packing; the usual one first.
    refused_suffixes
        Suffixes of a format of the same program that the reader refuses, with advice.
    other_names
        The names of the files with other suffixes, where they have one of their own.
    beginnings
        First bytes that no other format has.
    is_text
        Whether a file is text.
    declares_types
        Whether it says what is nominal and what numeric.
    reads_path
        Whether the reader can be given a path, so that a large file need not be in memory as bytes.
    read
        Reads bytes, or a path, with the file's name for messages and the choice of columns. CSV has options.
    write
        Returns a data set as text, for a file of a given name; None if data sets are not written in it.
    extra
        The extra of our package that is needed to read it.
    remark
        What else the guide says of it.
    """

    name: str
    suffixes: tuple[str, ...]
    refused_suffixes: tuple[str, ...] = ()
    other_names: dict[str, str] = field(default_factory=dict)
    beginnings: tuple[bytes, ...] = ()
    is_text: bool = True
    declares_types: bool = False
    reads_path: bool = False
    read: Callable[..., Dataset]
    write: Callable[[Dataset, str], str] | None = None
    extra: str = ""
    remark: str = ""

    @property
    def all_suffixes(self) -> tuple[str, ...]:
        """Return the suffixes that are read, and those that are refused with advice."""
        return (*self.suffixes, *self.refused_suffixes)

    @property
    def names(self) -> dict[str, str]:
        """The names that people give such files, by suffix: `{".csv": "CSV", ".tsv": "TSV"}`."""
        return {self.suffixes[0]: self.name, **self.other_names}


def _read_arff(raw: bytes, file: str, choice: ColumnChoice) -> Dataset:
    from lwnb_core.data.arff import read_arff
    from lwnb_core.errors import DataError

    if not raw.strip():
        raise DataError("the file is empty", file=file, hint="It should begin with '@relation'.")
    data = read_arff(raw, name=file)
    choice.check([attribute.name for attribute in data.attributes], file)
    return data


def _write_arff(data: Dataset, name: str) -> str:
    from lwnb_core.data.arff import arff_text

    return arff_text(data)


def _read_csv(raw: bytes, file: str, choice: ColumnChoice, **options: Any) -> Dataset:
    from lwnb_core.data.csv import parse_csv

    data = parse_csv(raw, file=file, **options)
    choice.check([attribute.name for attribute in data.attributes], file)
    return data


def _write_csv(data: Dataset, name: str) -> str:
    from lwnb_core.data.csv.writer import csv_text, separator_of

    return csv_text(data, separator_of(name))


def _read_parquet(raw: bytes | Path, file: str, choice: ColumnChoice) -> Dataset:
    from lwnb_core.data.formats.parquet import parquet_columns
    from lwnb_core.data.formats.typed_columns import classified

    return classified(lambda repairs: parquet_columns(raw, file, repairs, choice=choice), file)


def _read_feather(raw: bytes | Path, file: str, choice: ColumnChoice) -> Dataset:
    from lwnb_core.data.formats.arrow import feather_columns
    from lwnb_core.data.formats.typed_columns import classified

    return classified(lambda repairs: feather_columns(raw, file, repairs, choice), file)


def _read_excel(raw: bytes, file: str, choice: ColumnChoice) -> Dataset:
    from lwnb_core.data.formats.excel import excel_columns
    from lwnb_core.data.formats.typed_columns import classified

    return classified(lambda repairs: choice.wanted(excel_columns(raw, file, repairs), file), file)


def _read_json(raw: bytes, file: str, choice: ColumnChoice, *, lines: bool = False) -> Dataset:
    from lwnb_core.data.formats.json_tables import json_columns
    from lwnb_core.data.formats.typed_columns import classified

    return classified(lambda _: choice.wanted(json_columns(raw, file, lines=lines), file), file)


def _read_json_lines(raw: bytes, file: str, choice: ColumnChoice) -> Dataset:
    return _read_json(raw, file, choice, lines=True)


FORMATS: dict[Format, FileFormat] = {
    "arff": FileFormat(
        name="ARFF", suffixes=(".arff",), declares_types=True, read=_read_arff, write=_write_arff
    ),
    "csv": FileFormat(
        name="CSV",
        suffixes=(".csv", ".tsv", ".tab"),
        other_names={".tsv": "TSV"},
        read=_read_csv,
        write=_write_csv,
    ),
    "parquet": FileFormat(
        name="Parquet",
        suffixes=(".parquet", ".pq"),
        beginnings=(b"PAR1",),
        is_text=False,
        declares_types=True,
        reads_path=True,
        read=_read_parquet,
        extra="parquet",
    ),
    "arrow": FileFormat(
        name="Feather",
        suffixes=(".feather", ".arrow"),
        other_names={".arrow": "Arrow"},
        beginnings=(b"ARROW1", b"FEA1"),
        is_text=False,
        declares_types=True,
        reads_path=True,
        read=_read_feather,
        extra="parquet",
    ),
    "excel": FileFormat(
        name="Excel",
        suffixes=(".xlsx", ".xlsm"),
        refused_suffixes=(".xls",),
        beginnings=(b"\xd0\xcf\x11\xe0",),
        is_text=False,
        read=_read_excel,
        extra="excel",
        remark="the first sheet or one that you name, names of columns in its first row",
    ),
    "json": FileFormat(
        name="JSON",
        suffixes=(".json",),
        read=_read_json,
        remark="a list of objects, or an object of columns",
    ),
    "json lines": FileFormat(
        name="JSON Lines",
        suffixes=(".jsonl", ".ndjson"),
        read=_read_json_lines,
        remark="an object per line",
    ),
}
FORMAT_OF_SUFFIX: dict[str, Format] = {
    suffix: kind for kind, about in FORMATS.items() for suffix in about.all_suffixes
}
FORMAT_OF_BEGINNING: dict[bytes, Format] = {
    first: kind for kind, about in FORMATS.items() for first in about.beginnings
}
DATA_FORMAT_NAMES = tuple(name for about in FORMATS.values() for name in about.names.values())
"""What people call the files: `ARFF`, `CSV`, `TSV` …"""
TAB_SUFFIXES = (".tsv", ".tab")
"""The suffixes of CSV files whose values are separated by tabs."""
TEXT_SUFFIXES = (".txt", ".data")
"""The suffixes of files in any text format: their content decides which."""
DATA_SUFFIXES = (*FORMAT_OF_SUFFIX, *TEXT_SUFFIXES)
"""The endings of the names of data files, before a suffix of packing."""
BINARY_SUFFIXES = tuple(
    suffix for about in FORMATS.values() if not about.is_text for suffix in about.all_suffixes
)
WRITTEN = {suffix: name for about in FORMATS.values() if about.write for suffix, name in about.names.items()}
"""The usual suffixes of the files that data sets are written to, with the names of these files."""
WRITTEN_SUFFIXES = tuple(suffix for about in FORMATS.values() if about.write for suffix in about.suffixes)
"""All suffixes of the files that data sets can be saved to; each may be followed by that of gzip."""
