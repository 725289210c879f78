"""Files that hold a table with types: Parquet, Feather and Arrow, Excel, JSON and JSON Lines.

What they have in common is that their columns become those of a data set by the rules for pandas frames, and
the class is chosen as for CSV.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lwnb_core.data.column_choice import ALL_COLUMNS, ColumnChoice, Columns
from lwnb_core.data.columns import likely_class
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.arrow import feather_columns
from lwnb_core.data.formats.excel import excel_columns
from lwnb_core.data.formats.file_formats import TypedFormat
from lwnb_core.data.formats.json_tables import json_columns
from lwnb_core.data.formats.parquet import parquet_columns
from lwnb_core.data.formats.typed_columns import dataset_of
from lwnb_core.data.repairs import RepairLog

"""With the names that people know them by."""


def parse_typed(
    raw: bytes | Path,
    kind: TypedFormat,
    file: str,
    choice: ColumnChoice = ALL_COLUMNS,
) -> Dataset:
    """Build a data set from a file's bytes or, if it need not be unpacked, from its path.

    If possible, only the names of columns that are not chosen are read.
    """
    repairs = RepairLog()
    columns: Columns
    if kind == "parquet":
        columns = parquet_columns(raw, file, repairs, choice=choice)
    elif kind == "arrow":
        columns = feather_columns(raw, file, repairs, choice)
    else:
        content = raw.read_bytes() if isinstance(raw, Path) else raw
        if kind == "excel":
            columns = choice.wanted(excel_columns(content, file, repairs), file)
        else:
            columns = choice.wanted(json_columns(content, file, lines=kind == "json lines"), file)
    data = dataset_of(columns, file, repairs)
    arrays = [data.column(j) for j in range(len(data.attributes))]
    return replace(data, class_index=likely_class(data.attributes, arrays))
