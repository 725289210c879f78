"""The formats of data files: one table of their names, suffixes and first bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TypedFormat = Literal["parquet", "arrow", "excel", "json", "json lines"]
Format = Literal["arff", "csv"] | TypedFormat


@dataclass(frozen=True)
class FileFormat:
    """What there is to know of a format without opening a file.

    Attributes
    ----------
    name
        As people call it.
    suffixes
        How the names of such files end, before a suffix of packing; the usual one first.
    beginnings
        First bytes that no other format has.
    is_text
        Whether a file is text.
    declares_types
        Whether it says what is nominal and what numeric.
    is_written
        Whether data sets are written in it, too.
    """

    name: str
    suffixes: tuple[str, ...]
    beginnings: tuple[bytes, ...] = ()
    is_text: bool = True
    declares_types: bool = False
    is_written: bool = False


FORMATS: dict[Format, FileFormat] = {
    "arff": FileFormat("ARFF", (".arff",), declares_types=True, is_written=True),
    "csv": FileFormat("CSV", (".csv", ".tsv", ".tab"), is_written=True),
    "parquet": FileFormat("Parquet", (".parquet", ".pq"), (b"PAR1",), is_text=False, declares_types=True),
    "arrow": FileFormat(
        "Feather", (".feather", ".arrow"), (b"ARROW1", b"FEA1"), is_text=False, declares_types=True
    ),
    "excel": FileFormat("Excel", (".xlsx", ".xlsm", ".xls"), (b"\xd0\xcf\x11\xe0",), is_text=False),
    "json": FileFormat("JSON", (".json",)),
    "json lines": FileFormat("JSON Lines", (".jsonl", ".ndjson")),
}
FORMAT_OF_SUFFIX: dict[str, Format] = {
    suffix: kind for kind, about in FORMATS.items() for suffix in about.suffixes
}
FORMAT_OF_BEGINNING: dict[bytes, Format] = {
    first: kind for kind, about in FORMATS.items() for first in about.beginnings
}
TAB_SUFFIXES = (".tsv", ".tab")
"""Of CSV files whose values are separated by tabs."""
TEXT_SUFFIXES = (".txt", ".data")
"""Of files that may have any format that is text: their content says which."""
DATA_SUFFIXES = (*FORMAT_OF_SUFFIX, *TEXT_SUFFIXES)
"""How the names of data files end, before a suffix of packing."""
BINARY_SUFFIXES = tuple(
    suffix for about in FORMATS.values() if not about.is_text for suffix in about.suffixes
)
WRITTEN_SUFFIXES = tuple(
    suffix for about in FORMATS.values() if about.is_written for suffix in about.suffixes
)
"""Those of the files that data sets can be saved to; each may be followed by that of gzip."""
