"""Turning columns that have types, from any kind of file, into a data set by the rules for pandas frames."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.checked_columns import read_only
from lwnb_core.data.column_choice import Columns
from lwnb_core.data.columns import likely_class
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.file_names import without_suffix
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import DataError


def classified(read: Callable[[RepairLog], Columns], file: str) -> Dataset:
    """Build a data set whose class is chosen as for CSV from the columns that `read` returns."""
    repairs = RepairLog()
    data = dataset_of(read(repairs), file, repairs)
    arrays = [data.column(j) for j in range(len(data.attributes))]
    return replace(data, class_index=likely_class(data.attributes, arrays))


def dataset_of(columns: Columns, file: str, repairs: RepairLog, nominal: Collection[str] = ()) -> Dataset:
    """Build a data set without a class; texts in `nominal` columns are never treated as free text."""
    from lwnb_core.data.frames import column_of

    attributes: list[Attribute] = []
    arrays: list[np.ndarray[Any, Any]] = []
    for name, series in columns:
        try:
            attribute, array = column_of(name, series, repairs, can_be_free_text=name not in nominal)
        except DataError as error:
            raise DataError(
                error.message, file=file, hint=error.general_hint, remedies=error.remedies
            ) from None
        # it has no values that tell its kind: decide as for CSV
        if attribute.is_nominal and not attribute.values:
            attribute, array = Attribute.numeric(name), np.full(len(array), np.nan)
        attributes.append(attribute)
        arrays.append(read_only(array))
    if not attributes:
        raise DataError("the file has no columns", file=file)
    name = without_suffix(Path(file).name) or "data"
    return Dataset.from_columns(name, attributes, arrays, source=file, repairs=repairs.repairs())
