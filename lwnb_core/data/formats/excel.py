"""Excel workbooks: one sheet, whose first row holds the names of the columns."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core.data.column_choice import Columns
from lwnb_core.data.csv import DEFAULT_MISSING
from lwnb_core.data.formats.archive_members import MARK, sheet_of
from lwnb_core.data.formats.file_formats import FORMATS
from lwnb_core.data.formats.optional import needed
from lwnb_core.data.formats.packing import is_document, refuse_trap
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

_MOST_LISTED = 8
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_POSITION = re.compile(rb"""\br\s*=\s*["']([A-Z]{0,3})([0-9]+)["']""")  # of a row (7) or a cell (C7)
_FORMULA = b"<f"  # an element of a cell; pandas gives the result that is stored with it
_ROWS = b"sheetData"  # the element of a sheet that holds them


def excel_columns(raw: bytes, file: str, repairs: RepairLog) -> Columns:
    """Yield names and columns of the sheet that is named, as in `book.xlsx#Sheet2`, or of the first one."""
    if raw.startswith(_OLD_EXCEL):
        raise DataError(
            "this is an Excel file in the format used before 2007", file=file, hint="Save it as .xlsx or CSV."
        )
    if not is_document(raw):
        raise DataError("is not an Excel file", file=file, hint="It should be a workbook (.xlsx).")
    needed("openpyxl", "Excel files", FORMATS["excel"].extra, file)
    import pandas as pd

    try:
        _refuse_traps(raw, file)
        # openpyxl warns about styles and the like. Filters belong to the process: `catch_warnings` would undo
        # those of other threads, and be undone by them, as by matplotlib while it is loaded.
        warnings.filterwarnings("ignore", module=r"openpyxl\.")
        with pd.ExcelFile(io.BytesIO(raw), engine="openpyxl") as book:
            sheet = _chosen([str(name) for name in book.sheet_names], file, repairs)
            frame = pd.read_excel(book, sheet, keep_default_na=False, na_values=list(DEFAULT_MISSING))
        if any(_FORMULA in text for text in _sheets(raw)):
            _note_formulas(raw, sheet, frame, repairs)
    except DataError:
        raise
    except Exception as error:  # openpyxl raises nearly everything for a damaged workbook
        raise DataError(
            f"the Excel file cannot be read: {str(error)[:200] or type(error).__name__}",
            file=file,
            hint="Open it in a spreadsheet and save it again.",
        ) from None
    if not len(frame):
        raise DataError("the sheet has no rows", file=file)
    return [(str(name), frame.iloc[:, j]) for j, name in enumerate(frame.columns)]


def _chosen(sheets: Sequence[str], file: str, repairs: RepairLog) -> str:
    named = sheet_of(file)
    if named is not None and named in sheets:
        return named
    listed = ", ".join(sheets[:_MOST_LISTED]) + (" …" if len(sheets) > _MOST_LISTED else "")
    if named:
        raise DataError(f"has no sheet {named!r}", file=file, hint=f"Sheets: {listed}")
    if len(sheets) > 1:
        another = f"another one: {Path(file).name}{MARK}{sheets[1]}"
        if named is None:
            another = "unpack the workbook to read another one"
        repairs.add(f"the first of {len(sheets)} sheets was read, {sheets[0]!r}; {another}")
    return sheets[0]


def _note_formulas(raw: bytes, sheet: str, frame: pd.DataFrame, repairs: RepairLog) -> None:
    """Report formulas whose results no spreadsheet has stored in the file: they are read as missing."""
    openpyxl = needed("openpyxl", "Excel files", FORMATS["excel"].extra)
    book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=False)
    counts = [0] * len(frame.columns)
    is_missing = frame.isna().to_numpy()
    for i, row in enumerate(book[sheet].iter_rows(min_row=2, max_col=len(counts))):
        for j, cell in enumerate(row):
            if cell.data_type == "f" and i < len(is_missing) and is_missing[i, j]:
                counts[j] += 1
    book.close()
    for name, n in zip(frame.columns, counts, strict=True):
        if n:
            repairs.add(
                f"column {str(name)!r} has formulas without a stored result, read as missing: open the file"
                " in a spreadsheet and save it again",
                column=str(name),
            )


def _refuse_traps(raw: bytes, file: str) -> None:
    """Refuse files that would fill the memory: cells in opposite corners imply all those between them."""
    with zipfile.ZipFile(io.BytesIO(raw)) as parts:
        refuse_trap(sum(part.file_size for part in parts.infolist()), len(raw), file)
        for text in _sheets(raw):
            rows, columns = 0, b""
            for position in _POSITION.finditer(text):
                column, row = position.groups()
                rows = max(rows, int(row))
                columns = max(columns, column, key=lambda letters: (len(letters), letters))
            refuse_trap(8 * rows * _number(columns), len(raw), file)


def _sheets(raw: bytes) -> Iterator[bytes]:
    """Yield the sheets of a workbook as XML, one after the other."""
    with zipfile.ZipFile(io.BytesIO(raw)) as parts:
        for part in parts.infolist():
            if part.filename.endswith(".xml") and _ROWS in (text := parts.read(part)):
                yield text


def _number(letters: bytes) -> int:
    """Return the number of a column: A is 1, Z 26, AA 27."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number
