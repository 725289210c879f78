"""Columns of Arrow data as pandas represents them, for Parquet, Feather and Arrow files alike."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data.column_choice import ALL_COLUMNS, ColumnChoice
from lwnb_core.data.formats.file_formats import FORMATS
from lwnb_core.data.formats.optional import needed
from lwnb_core.data.formats.packing import refuse_trap
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

if TYPE_CHECKING:
    import pandas as pd

_VERSION_1 = b"FEA1"


def pyarrow(what: str, file: str = "", module: str = "pyarrow", *, instead: str = "") -> Any:
    """Import the package or one of its modules; if it is absent, the error says how to install it."""
    return needed(module, f"{what} files", FORMATS["parquet"].extra, file, instead=instead)


def readable(source: bytes | Path) -> Any:
    """Return a source that pyarrow can read."""
    return source if isinstance(source, Path) else pyarrow("Arrow").BufferReader(source)


def feather_columns(
    source: bytes | Path, file: str, repairs: RepairLog, choice: ColumnChoice = ALL_COLUMNS
) -> Iterator[tuple[str, pd.Series[Any]]]:
    """Yield names and columns of a Feather or Arrow file, one after the other."""
    ipc = pyarrow("Feather", file, "pyarrow.ipc")
    try:
        _refuse_version_1(source, file)
        with ipc.open_file(readable(source)) as batches:
            table = _table(batches, size_of(source), file)
        for name in columns_to_read(table.schema, file, repairs, choice):
            yield name, series_of(table.column(name))
    except DataError:
        raise
    except Exception as error:  # pyarrow raises most kinds of errors for a damaged file
        raise unreadable("Feather", file, error) from None


def _refuse_version_1(source: bytes | Path, file: str) -> None:
    """Refuse files of the old format: damaged ones crash pyarrow, which is about to drop it."""
    with source.open("rb") if isinstance(source, Path) else io.BytesIO(source) as stream:
        if stream.read(len(_VERSION_1)) == _VERSION_1:
            raise DataError(
                "this is a Feather file of version 1, from before 2020",
                file=file,
                hint="Save it again as version 2 with a recent pandas, or save it as Parquet.",
            )


def _table(batches: Any, size: int, file: str) -> Any:
    """Return all batches of rows; their unpacked size is known only after each has been read."""
    arrow = pyarrow("Feather", file)
    read: list[Any] = []
    unpacked = 0
    for i in range(batches.num_record_batches):
        read.append(batches.get_batch(i))
        unpacked += read[-1].get_total_buffer_size()  # nbytes would follow offsets that are not checked yet
        refuse_trap(unpacked, size, file)
    return arrow.Table.from_batches(read, batches.schema)


def size_of(source: bytes | Path) -> int:
    return source.stat().st_size if isinstance(source, Path) else len(source)


def columns_to_read(
    schema: Any, file: str, repairs: RepairLog, choice: ColumnChoice = ALL_COLUMNS
) -> list[str]:
    """Return the names of the chosen columns, which must be flat, without the index of a pandas frame."""
    types = pyarrow("Parquet", file, "pyarrow.types")
    twice = [name for name in dict.fromkeys(schema.names) if schema.names.count(name) > 1]
    if twice:
        raise DataError(f"two columns are called {twice[0]!r}", file=file, hint="Rename one of them.")
    choice.check(schema.names, file)
    for field in schema:
        if not choice.wants(field.name):
            continue
        if types.is_nested(field.type) or types.is_binary(field.type):
            raise DataError(
                f"column {field.name!r} holds {field.type}, not single values",
                file=file,
                remedies=[Remedy("ignore_column", field.name)],
            )
    left_out = index_columns(schema)
    for name in left_out:
        repairs.add(f"the index of the frame was left out ({name!r})")
    return [name for name in schema.names if name not in left_out and choice.wants(name)]


def index_columns(schema: Any) -> list[str]:
    """Return the columns that are the index of the pandas frame that was written."""
    stored = (schema.metadata or {}).get(b"pandas")
    try:
        index = json.loads(stored)["index_columns"] if stored else []
        return [name for name in index if isinstance(name, str) and name in schema.names]
    except (ValueError, KeyError, TypeError):
        return []


def series_of(column: Any) -> pd.Series[Any]:
    """Convert a column to pandas; whole numbers stay whole beside missing ones, and dates become moments."""
    import pandas as pd

    arrow = pyarrow("Parquet")
    column.validate(full=True)  # a damaged file may point outside its own data, and pandas would follow
    whole = {
        getattr(arrow, name.lower())(): getattr(pd, f"{name}Dtype")()
        for name in ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
    }
    mapper = whole.get if column.null_count else None
    series: pd.Series[Any] = column.to_pandas(date_as_object=False, types_mapper=mapper)
    return series


def unreadable(what: str, file: str, error: Exception) -> DataError:
    said = str(error).strip().split("\n")[0][:200] or type(error).__name__
    message = f"is not a {what} file, or it is damaged: {said}"
    return DataError(message, file=file, hint="Copy or download it again.")
