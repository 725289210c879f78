"""Files that hold a table with types: Parquet, Feather and Arrow, Excel, JSON and JSON Lines.

What they have in common is that their columns become those of a data set by the rules for pandas frames, and
the class is chosen as for CSV.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import likely_class
from lwnb_core.data.csv import DEFAULT_MISSING
from lwnb_core.data.dataset import Dataset, read_only, without_suffix
from lwnb_core.data.json_tables import json_columns
from lwnb_core.data.optional import needed
from lwnb_core.data.packing import is_document, likely_limit
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

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

Columns = Iterable[tuple[str, "pd.Series[Any]"]]


def parse_typed(raw: bytes | Path, kind: TypedFormat, file: str) -> Dataset:
    """A data set from a file's bytes or, where it need not be unpacked, from its path."""
    repairs = RepairLog()
    columns: Columns
    if kind in ("parquet", "arrow"):
        from lwnb_core.data.arrow import arrow_columns

        columns = arrow_columns(raw, kind, file, repairs)
    else:
        content = raw.read_bytes() if isinstance(raw, Path) else raw
        if kind == "excel":
            columns = _excel_columns(content, file, repairs)
        else:
            columns = json_columns(content, file, lines=kind == "json lines")
    return _dataset(columns, file, repairs)


def _dataset(columns: Columns, file: str, repairs: RepairLog) -> Dataset:
    from lwnb_core.data.frames import column_of

    attributes: list[Attribute] = []
    arrays: list[np.ndarray[Any, Any]] = []
    for name, series in columns:
        _refuse_nested(name, series, file)
        try:
            attribute, array = column_of(name, series, repairs)
        except DataError as error:
            raise DataError(error.message, file=file, hint=error.general_hint) from None
        if attribute.is_nominal and not attribute.values:  # nothing in it tells its kind: as in CSV
            attribute, array = Attribute.numeric(name), np.full(len(array), np.nan)
        attributes.append(attribute)
        arrays.append(read_only(array))
    if not attributes:
        raise DataError("the file has no columns", file=file)
    return Dataset.from_columns(
        without_suffix(Path(file).name) or "data",
        attributes,
        arrays,
        class_attribute=likely_class(attributes, arrays),
        source=file,
        repairs=repairs.repairs(),
    )


def _refuse_nested(name: str, series: pd.Series[Any], file: str) -> None:
    if series.dtype != object:
        return
    nested = next((v for v in series if isinstance(v, list | dict | tuple | bytes | np.ndarray)), None)
    if nested is not None:
        kind = "bytes" if isinstance(nested, bytes) else "lists or objects"
        raise DataError(
            f"column {name!r} holds {kind}, not single values",
            file=file,
            hint="Leave it out, or split it into columns of its own.",
        )


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
