"""Parquet files, some row groups or some rows at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data.optional import needed
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


def rows_of_groups(path: str | Path) -> list[int]:
    """How many rows each row group of a file has; none of them is read."""
    try:
        metadata = _parquet().read_metadata(path)
    except (OSError, ValueError) as error:  # pyarrow's own errors are among these
        raise DataError(f"is no Parquet file: {error}", file=str(path)) from None
    return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]


def read_groups(
    path: str | Path, groups: Sequence[int], columns: Sequence[str] | None = None
) -> pd.DataFrame:
    """Some row groups as a frame; of some columns or of all."""
    try:
        with _parquet().ParquetFile(path) as file:
            frame: pd.DataFrame = file.read_row_groups(list(groups), columns=columns).to_pandas()
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", file=str(path)) from None
    return frame


def frames_of(path: str | Path, rows: int) -> Iterator[pd.DataFrame]:
    """The rows of a file in order, so many at a time."""
    try:
        with _parquet().ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=rows):
                yield batch.to_pandas()
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", file=str(path)) from None


def _parquet() -> Any:
    return needed("pyarrow.parquet", "Parquet files", "parquet")
