"""Files that hold a table with types: Parquet, Feather and Arrow, Excel, JSON and JSON Lines.

What they have in common is that their columns become those of a data set by the rules for pandas frames, and
the class is chosen as for CSV.
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Literal

from lwnb_core.data.arrow import feather_columns
from lwnb_core.data.columns import likely_class
from lwnb_core.data.csv import DEFAULT_MISSING
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.json_tables import json_columns
from lwnb_core.data.optional import needed
from lwnb_core.data.packing import is_document, likely_limit
from lwnb_core.data.parquet import parquet_columns
from lwnb_core.data.repairs import RepairLog
from lwnb_core.data.typed_columns import Columns, dataset_of
from lwnb_core.errors import DataError

TypedFormat = Literal["parquet", "arrow", "excel", "json", "json lines"]
TYPED_FORMATS: dict[TypedFormat, str] = {
    "parquet": "Parquet",
    "arrow": "Feather",
    "excel": "Excel",
    "json": "JSON",
    "json lines": "JSON Lines",
}
"""With the names that people know them by."""

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def parse_typed(raw: bytes | Path, kind: TypedFormat, file: str) -> Dataset:
    """A data set from a file's bytes or, where it need not be unpacked, from its path."""
    repairs = RepairLog()
    columns: Columns
    if kind == "parquet":
        columns = parquet_columns(raw, file, repairs)
    elif kind == "arrow":
        columns = feather_columns(raw, file, repairs)
    else:
        content = raw.read_bytes() if isinstance(raw, Path) else raw
        if kind == "excel":
            columns = _excel_columns(content, file, repairs)
        else:
            columns = json_columns(content, file, lines=kind == "json lines")
    data = dataset_of(columns, file, repairs)
    arrays = [data.column(j) for j in range(len(data.attributes))]
    return replace(data, class_index=likely_class(data.attributes, arrays))


def _excel_columns(raw: bytes, file: str, repairs: RepairLog) -> Columns:
    """The first sheet, whose first row holds the names."""
    if raw.startswith(_OLD_EXCEL):
        raise DataError(
            "this is an Excel file in the format of before 2007", file=file, hint="Save it as .xlsx or CSV."
        )
    if not is_document(raw):
        raise DataError("is no Excel file", file=file, hint="It should be a workbook (.xlsx).")
    needed("openpyxl", "Excel files", "excel", file)
    import warnings
    import zipfile

    import pandas as pd

    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > likely_limit(len(raw)):
            raise DataError(f"unpacks to more than {likely_limit(len(raw)):,} bytes", file=file)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl's, on styles and the like
            with pd.ExcelFile(io.BytesIO(raw), engine="openpyxl") as book:
                sheets = book.sheet_names
                frame = book.parse(
                    sheets[0], keep_default_na=False, na_values=[m for m in DEFAULT_MISSING if m]
                )
    except DataError:
        raise
    except Exception as error:  # openpyxl raises nearly everything for a damaged workbook
        raise DataError(
            f"the Excel file cannot be read: {str(error)[:200] or type(error).__name__}",
            file=file,
            hint="Open it in a spreadsheet and save it again.",
        ) from None
    if len(sheets) > 1:
        repairs.add(f"the first of {len(sheets)} sheets was read: {sheets[0]!r}")
    if not len(frame):
        raise DataError("the sheet has no rows", file=file)
    return [(str(name), frame.iloc[:, j]) for j, name in enumerate(frame.columns)]
