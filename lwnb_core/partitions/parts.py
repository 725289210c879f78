"""The parts: row groups of Parquet files, or the partitions of a Dask frame."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lwnb_core.arguments import described
from lwnb_core.data.align import matched
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.frames import from_pandas
from lwnb_core.data.parquet import read_groups, rows_of_groups
from lwnb_core.errors import ArgumentError, DataError

# A part is read whole: so many rows of 20 numbers take 80 MB.
_MOST_ROWS = 500_000
_GLOB = frozenset("*?[")


@dataclass(frozen=True)
class ParquetPart:
    """Some row groups of a Parquet file, by number."""

    path: str
    groups: tuple[int, ...]


Part = Any
"""A `ParquetPart`, a pandas frame, or one that Dask has still to compute."""


def is_in_parts(source: str) -> bool:
    """Whether a text names training rows in parts: a folder of Parquet files, or a pattern of them."""
    path = Path(source).expanduser()
    if path.is_dir():
        return any(path.glob("*.parquet"))
    return not path.exists() and bool(_GLOB & set(source)) and source.lower().endswith(".parquet")


def parts_of(source: Any) -> list[Part]:
    """The parts of a folder of Parquet files, of those that a pattern names, or of a Dask frame; in order."""
    if isinstance(source, str | Path):
        return [part for path in _paths(source) for part in _parts_of_file(path)]
    if hasattr(source, "to_delayed"):
        return list(source.to_delayed())
    raise ArgumentError(
        f"training rows in parts cannot be {described(source)}",
        hint="Give a folder or a pattern of Parquet files, or a dask.dataframe.",
    )


def digest_of(source: str) -> str:
    """Tells files that were changed or replaced from those that were there: names, sizes and times."""
    facts = [(path, Path(path).stat().st_size, Path(path).stat().st_mtime_ns) for path in _paths(source)]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def read_part(part: Part, columns: Sequence[str] | None = None) -> Dataset:
    """The rows of a part, as they would be read if there were no others; of some columns or of all."""
    if isinstance(part, ParquetPart):
        return replace(from_pandas(read_groups(part.path, part.groups, columns)), source=part.path)
    frame = part.compute() if hasattr(part, "compute") else part
    return from_pandas(frame if columns is None else frame[list(columns)])


def part_under(part: Part, header: Dataset) -> Dataset:
    """The rows of a part under the header that all parts have in common."""
    names = [attribute.name for attribute in header.attributes]
    return matched(read_part(part, names), header)


def _paths(source: str | Path) -> list[str]:
    path = Path(source).expanduser()
    if path.is_dir():
        found = sorted(str(file) for file in path.glob("*.parquet"))
    elif path.exists():
        found = [str(path)]
    else:
        found = sorted(glob.glob(str(path)))  # noqa: PTH207 - a pattern with any folders in it
    if not found:
        raise DataError("no Parquet file is there", file=str(source), hint="Give a folder or a pattern.")
    return found


def _parts_of_file(path: str) -> list[ParquetPart]:
    """Row groups that belong together, up to a number of rows."""
    parts: list[ParquetPart] = []
    groups: list[int] = []
    rows = 0
    for group, more in enumerate(rows_of_groups(path)):
        if groups and rows + more > _MOST_ROWS:
            parts.append(ParquetPart(path, tuple(groups)))
            groups, rows = [], 0
        groups.append(group)
        rows += more
    if groups:
        parts.append(ParquetPart(path, tuple(groups)))
    return parts
