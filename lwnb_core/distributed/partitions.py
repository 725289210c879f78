"""The parts: row groups of Parquet files, or the partitions of a Dask frame."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lwnb_core.arguments import described
from lwnb_core.data.align import matched
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.parquet import parquet_columns, rows_of_groups
from lwnb_core.data.formats.typed_columns import dataset_of
from lwnb_core.data.formats.unsupported_formats import refuse_address
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import ArgumentError, DataError

# A part is read whole: this many rows of 20 numbers take 80 MB.
_MOST_ROWS = 500_000
_GLOB = frozenset("*?[")


@dataclass(frozen=True)
class ParquetPart:
    """Some row groups of a Parquet file, by number."""

    path: str
    groups: tuple[int, ...]


Part = Any
"""A `ParquetPart`, a pandas frame, or one that Dask has not computed yet."""


def is_in_parts(source: str) -> bool:
    """Whether a text names training rows in parts: a folder of Parquet files, or a pattern for them."""
    path = Path(source).expanduser()
    if path.is_dir():
        return any(path.glob("*.parquet"))
    return not path.exists() and bool(_GLOB & set(source)) and source.lower().endswith(".parquet")


def parts_of(source: Any) -> list[Part]:
    """Return the parts of a folder of Parquet files, of a pattern, or of a Dask frame, in order."""
    if isinstance(source, str | Path):
        return [part for path in _paths(source) for part in _parts_of_file(path)]
    if hasattr(source, "to_delayed"):
        return list(source.to_delayed())
    raise ArgumentError(
        f"training rows in parts cannot be {described(source)}",
        hint="Give a folder or a pattern of Parquet files, or a dask.dataframe.",
    )


def digest_of(source: str) -> str:
    """Return a digest of names, sizes and times, which changes when a file is changed or replaced."""
    facts = [(path, Path(path).stat().st_size, Path(path).stat().st_mtime_ns) for path in _paths(source)]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def read_part(part: Part, columns: Sequence[str] | None = None, nominal: Collection[str] = ()) -> Dataset:
    """Return the rows of a part, with some columns or all, as if there were no other parts.

    A column that looks like free text in one part can be nominal in all parts: those are `nominal`.
    """
    repairs = RepairLog()
    if isinstance(part, ParquetPart):
        path = Path(part.path)
        read = parquet_columns(path, part.path, repairs, groups=part.groups, columns=columns)
        return dataset_of(read, part.path, repairs, nominal)
    frame = part.compute() if hasattr(part, "compute") else part
    frame = frame if columns is None else frame[list(columns)]
    return dataset_of(((str(name), frame.iloc[:, j]) for j, name in enumerate(frame)), "", repairs, nominal)


def part_under(part: Part, header: Dataset) -> Dataset:
    """Return the rows of a part under the header that all parts share."""
    names = [attribute.name for attribute in header.attributes]
    nominal = {attribute.name for attribute in header.attributes if attribute.is_nominal}
    return matched(read_part(part, names, nominal), header)


def _paths(source: str | Path) -> list[str]:
    """Return the files by absolute paths, because the workers of a cluster run in folders of their own."""
    path = Path(source).expanduser()
    if path.is_dir():
        paths = list(path.glob("*.parquet"))
    elif path.exists():
        paths = [path]
    else:
        paths = [Path(name) for name in glob.glob(str(path))]  # noqa: PTH207 - a pattern with any folders
    if not paths:
        refuse_address(source)
        raise DataError("there is no Parquet file", file=str(source), hint="Give a folder or a pattern.")
    return sorted(str(path.absolute()) for path in paths)


def _parts_of_file(path: str) -> list[ParquetPart]:
    """Return groups of row groups, up to a number of rows."""
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
