"""Parquet, Feather and Arrow files through pyarrow: their columns, and what they say of themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data.optional import needed
from lwnb_core.data.packing import likely_limit
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ColumnFacts:
    """What a Parquet file says of a column; None where it does not."""

    name: str
    type: str
    missing: int | None
    low: object
    high: object


@dataclass(frozen=True)
class ParquetFacts:
    """What a Parquet file says of itself, without any of its rows."""

    rows: int
    row_groups: int
    size: int
    columns: tuple[ColumnFacts, ...]


def parquet_facts(path: Path) -> ParquetFacts:
    """Rows, types, missing values and ranges, from the end of the file alone."""
    parquet = needed("pyarrow.parquet", "Parquet files", "parquet", str(path))
    try:
        with parquet.ParquetFile(path) as file:
            metadata, schema = file.metadata, file.schema_arrow
            left_out = _index_columns(schema)
            statistics = _statistics(metadata)
            columns = tuple(
                ColumnFacts(field.name, str(field.type), *statistics.get(field.name, (None, None, None)))
                for field in schema
                if field.name not in left_out
            )
            return ParquetFacts(metadata.num_rows, metadata.num_row_groups, path.stat().st_size, columns)
    except Exception as error:
        raise _unreadable("Parquet", str(path), error) from None


def arrow_columns(
    source: bytes | Path, kind: str, file: str, repairs: RepairLog
) -> Iterator[tuple[str, pd.Series[Any]]]:
    """Names and columns, one after the other: of a Parquet file only one is held as Arrow data at a time."""
    what = "Parquet" if kind == "parquet" else "Feather"
    arrow = needed("pyarrow", f"{what} files", "parquet", file)
    try:
        readable = source if isinstance(source, Path) else arrow.BufferReader(source)
        if kind == "parquet":
            parquet = needed("pyarrow.parquet", "Parquet files", "parquet", file)
            with parquet.ParquetFile(readable) as data:
                schema = data.schema_arrow
                size = source.stat().st_size if isinstance(source, Path) else len(source)
                _refuse_trap(data.metadata.num_rows * len(schema), size, file)
                for name in _names(schema, file, repairs):
                    yield name, _series(data.read(columns=[name]).column(name), arrow)
        else:
            feather = needed("pyarrow.feather", "Feather files", "parquet", file)
            table = feather.read_table(readable)
            for name in _names(table.schema, file, repairs):
                yield name, _series(table.column(name), arrow)
    except DataError:
        raise
    except Exception as error:  # pyarrow raises most kinds of errors for a damaged file
        raise _unreadable(what, file, error) from None


def _names(schema: Any, file: str, repairs: RepairLog) -> list[str]:
    """The columns to read: flat ones, without the index of a pandas frame."""
    types = needed("pyarrow.types", "Parquet files", "parquet", file)
    twice = [name for name in dict.fromkeys(schema.names) if schema.names.count(name) > 1]
    if twice:
        raise DataError(f"two columns are called {twice[0]!r}", file=file, hint="Rename one of them.")
    for field in schema:
        if types.is_nested(field.type) or types.is_binary(field.type):
            raise DataError(
                f"column {field.name!r} holds {field.type}, not single values",
                file=file,
                hint="Leave it out, or split it into columns of its own.",
            )
    left_out = _index_columns(schema)
    for name in left_out:
        repairs.add(f"the index of the frame was left out ({name!r})")
    return [name for name in schema.names if name not in left_out]


def _index_columns(schema: Any) -> list[str]:
    """The columns that are the index of the pandas frame that was written."""
    stored = (schema.metadata or {}).get(b"pandas")
    try:
        index = json.loads(stored)["index_columns"] if stored else []
        return [name for name in index if isinstance(name, str) and name in schema.names]
    except (ValueError, KeyError, TypeError):
        return []


def _series(column: Any, arrow: Any) -> pd.Series[Any]:
    """As pandas has it; whole numbers stay whole beside missing ones, and dates are moments."""
    import pandas as pd

    column.validate(full=True)  # a damaged file may point outside of its own data: pandas would follow
    whole = {
        getattr(arrow, name.lower())(): getattr(pd, f"{name}Dtype")()
        for name in ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
    }
    mapper = whole.get if column.null_count else None
    series: pd.Series[Any] = column.to_pandas(date_as_object=False, types_mapper=mapper)
    return series


def _statistics(metadata: Any) -> dict[str, tuple[int | None, object, object]]:
    """Missing values, least and greatest of each flat column over all row groups, where all of them tell."""
    found: dict[str, tuple[int | None, object, object]] = {}
    for j in range(metadata.num_columns):
        parts = [metadata.row_group(g).column(j).statistics for g in range(metadata.num_row_groups)]
        name = metadata.schema.column(j).path
        if not parts or any(part is None for part in parts):
            continue
        missing = [part.null_count for part in parts if part.has_null_count]
        ranges = [(part.min, part.max) for part in parts if part.has_min_max]
        is_known = len(ranges) == len(parts)
        found[name] = (
            sum(missing) if len(missing) == len(parts) else None,
            min(low for low, _ in ranges) if is_known else None,
            max(high for _, high in ranges) if is_known else None,
        )
    return found


def _refuse_trap(cells: int, size: int, file: str) -> None:
    """A few kilobytes of runs of equal values can stand for any number of rows."""
    if 8 * cells > likely_limit(size):
        raise DataError(
            f"holds {cells:,} values in {size:,} bytes, which would fill the memory",
            file=file,
            hint="Keep only the rows that you need.",
        )


def _unreadable(what: str, file: str, error: Exception) -> DataError:
    said = str(error).strip().split("\n")[0][:200] or type(error).__name__
    message = f"is no {what} file, or a damaged one: {said}"
    return DataError(message, file=file, hint="Copy or download it again.")
