"""Reading Parquet files: all rows, some row groups, or block by block; and their metadata."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data.column_choice import ALL_COLUMNS, ColumnChoice, Columns
from lwnb_core.data.formats.arrow import (
    columns_to_read,
    index_columns,
    pyarrow,
    readable,
    series_of,
    size_of,
    unreadable,
)
from lwnb_core.data.formats.packing import refuse_trap
from lwnb_core.data.formats.typed_columns import dataset_of
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

    from lwnb_core.data.dataset import Dataset


@dataclass(frozen=True)
class ColumnFacts:
    """The metadata of a column in a Parquet file; None where the file does not give them."""

    name: str
    type: str
    missing: int | None
    low: object
    high: object


@dataclass(frozen=True)
class ParquetFacts:
    """The metadata of a Parquet file, read without any of its rows."""

    rows: int
    row_groups: int
    size: int
    columns: tuple[ColumnFacts, ...]


def parquet_facts(path: Path) -> ParquetFacts:
    """Return row count, types, missing values and ranges, read from the end of the file alone."""
    with _opened(path, str(path)) as data:
        metadata, schema = data.metadata, data.schema_arrow
        left_out = index_columns(schema)
        statistics = _statistics(metadata)
        columns = tuple(
            ColumnFacts(field.name, str(field.type), *statistics.get(field.name, (None, None, None)))
            for field in schema
            if field.name not in left_out
        )
        return ParquetFacts(metadata.num_rows, metadata.num_row_groups, path.stat().st_size, columns)


def rows_of_groups(path: str | Path) -> list[int]:
    """Return the number of rows of each row group of a file; none of them is read."""
    with _opened(Path(path), str(path)) as data:
        return [data.metadata.row_group(group).num_rows for group in range(data.metadata.num_row_groups)]


def parquet_columns(
    source: bytes | Path,
    file: str,
    repairs: RepairLog,
    *,
    groups: Sequence[int] | None = None,
    columns: Collection[str] | None = None,
    choice: ColumnChoice = ALL_COLUMNS,
) -> Iterator[tuple[str, pd.Series[Any]]]:
    """Yield names and columns, of all or some row groups and columns; one is held as Arrow data at a time."""
    with _opened(source, file) as data:
        metadata = data.metadata
        groups = range(metadata.num_row_groups) if groups is None else groups
        names = [
            name
            for name in columns_to_read(data.schema_arrow, file, repairs, choice)
            if columns is None or name in columns
        ]
        read = [metadata.row_group(group) for group in groups]
        unpacked = max(8 * len(names) * sum(g.num_rows for g in read), sum(g.total_byte_size for g in read))
        refuse_trap(unpacked, size_of(source), file)
        for name in names:
            yield name, series_of(data.read_row_groups(list(groups), columns=[name]).column(name))


def parquet_blocks(
    path: Path, rows: int, nominal: Collection[str] = (), choice: ColumnChoice = ALL_COLUMNS
) -> Iterator[Dataset]:
    """Yield the rows of a file in order, `rows` at a time; `nominal` is as for `dataset_of`."""
    with _opened(path, str(path)) as data:
        of_all = RepairLog()
        names = columns_to_read(data.schema_arrow, str(path), of_all, choice)
        for batch in data.iter_batches(batch_size=rows, columns=names):
            repairs = RepairLog()
            repairs.extend(of_all.repairs())
            columns: Columns = ((name, series_of(batch.column(name))) for name in names)
            yield dataset_of(columns, str(path), repairs, nominal)


@contextmanager
def _opened(source: bytes | Path, file: str) -> Iterator[Any]:
    """Open a `pyarrow.parquet.ParquetFile`; pyarrow's errors are reported in our own words."""
    parquet = pyarrow("Parquet", file, "pyarrow.parquet")
    try:
        with parquet.ParquetFile(readable(source)) as data:
            yield data
    except DataError:
        raise
    except Exception as error:  # pyarrow raises most kinds of errors for a damaged file
        raise unreadable("Parquet", file, error) from None


def _statistics(metadata: Any) -> dict[str, tuple[int | None, object, object]]:
    """Return missing count, minimum and maximum of each flat column if all row groups give them."""
    result: dict[str, tuple[int | None, object, object]] = {}
    for j in range(metadata.num_columns):
        parts = [metadata.row_group(g).column(j).statistics for g in range(metadata.num_row_groups)]
        name = metadata.schema.column(j).path
        if not parts or any(part is None for part in parts):
            continue
        missing = [part.null_count for part in parts if part.has_null_count]
        ranges = [(part.min, part.max) for part in parts if part.has_min_max]
        is_known = len(ranges) == len(parts)
        result[name] = (
            sum(missing) if len(missing) == len(parts) else None,
            min(low for low, _ in ranges) if is_known else None,
            max(high for _, high in ranges) if is_known else None,
        )
    return result
