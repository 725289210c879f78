"""CSV, TSV and other delimited text, in and out."""

from lwnb_core.data.csv.dialect import DEFAULT_MISSING, CsvDialect
from lwnb_core.data.csv.reader import (
    CsvOptions,
    CsvPreview,
    detect_dialect,
    dialect_of,
    parse_csv,
    preview,
    read_csv,
)
from lwnb_core.data.csv.writer import csv_text, write_csv

__all__ = [
    "DEFAULT_MISSING",
    "CsvDialect",
    "CsvOptions",
    "CsvPreview",
    "csv_text",
    "detect_dialect",
    "dialect_of",
    "parse_csv",
    "preview",
    "read_csv",
    "write_csv",
]
