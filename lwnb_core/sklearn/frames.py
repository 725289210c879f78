"""Converting frames and arrays to data sets, and to the header of the training data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lwnb_core.data.columns import numeric_from_nominal
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import DataError


def with_unique_names(frame: pd.DataFrame) -> pd.DataFrame:
    """Return names as texts; positions if two are equal, which scikit-learn allows for numbers only."""
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        names = [f"x{j}" for j in range(len(names))]
    return frame.set_axis(names, axis="columns")


def mixed_frame(table: Any) -> pd.DataFrame | None:
    """Return an array of numbers and texts, each column with its own type; None for numbers alone."""
    has_objects = isinstance(table, np.ndarray) and table.dtype.kind == "O"
    if not has_objects and not isinstance(table, list | tuple):
        return None
    try:
        array = np.array(table, dtype=object)
    except ValueError:  # the rows have unequal lengths, about which scikit-learn has more to say
        return None
    if array.ndim != 2 or not any(_is_word(value) for value in array.flat):
        return None
    return pd.DataFrame(array, columns=pd.RangeIndex(array.shape[1])).infer_objects()


def _is_word(value: object) -> bool:
    """Whether this is a text other than a number in quotes, which scikit-learn reads as a number."""
    if not isinstance(value, str):
        return False
    try:
        float(value)
    except ValueError:
        return True
    else:
        return False


def recoded_like(data: Dataset, header: Dataset) -> Dataset:
    """Return the same columns in the codes of the training data; a value that those lack is missing."""
    columns: list[NDArray[Any]] = []
    for j, attribute in enumerate(header.attributes):
        if attribute.is_nominal:
            recoded = data.as_nominal(j)
            values = recoded.attributes[j].values
            translation = np.array([*(attribute.codes.get(v, -1) for v in values), -1], dtype=np.int32)
            columns.append(translation[recoded.column(j)])
        elif attribute.is_numeric:
            if data.attributes[j].kind == "string":
                raise DataError(
                    f"column {attribute.name!r} was numeric in the training data and is text here"
                )
            columns.append(data.as_numeric(j).column(j) if j != data.class_index else _numbers(data, j))
        else:
            columns.append(np.full(len(data), None, dtype=object))  # free text is not used for learning
    return Dataset.from_columns("data", header.attributes, columns)


def _numbers(data: Dataset, j: int) -> NDArray[Any]:
    """Return a nominal column as numbers, if it happens to be last and is mistaken for the class."""
    return numeric_from_nominal(data.attributes[j], data.column(j), data.source)
