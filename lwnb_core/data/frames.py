"""Conversion to and from pandas; imported only when needed."""

from __future__ import annotations

import numbers
from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import is_free_text, number_text, strings_from_codes
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.repairs import RepairLog
from lwnb_core.data.whole_numbers import has_rounded, rounding_note
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

_MILLISECONDS_OF_UNIT = {"s": (1_000, 1), "ms": (1, 1), "us": (1, 1_000), "ns": (1, 1_000_000)}
_NESTED = (list, dict, tuple, set, frozenset, bytes, bytearray, np.ndarray)
_Column = tuple[Attribute, NDArray[Any]]


class NestedValuesError(DataError):
    """Raised for a column of lists, bytes or objects; the reader that catches it says how to leave it out."""


def from_pandas(
    frame: pd.DataFrame,
    class_attribute: Hashable | None = None,
    *,
    relation: str = "data",
    weights: ArrayLike | None = None,
) -> Dataset:
    """Convert a frame to a data set.

    Numbers stay numeric; dates become milliseconds since 1970-01-01, UTC; categories keep their order, used
    or not; truth values and texts become nominal, texts in the order in which they appear, except for free
    text (see `is_free_text`), which is kept for display only. The index is not used.
    """
    repairs = RepairLog()
    class_name = None if class_attribute is None else str(class_attribute)
    columns = []
    for j, name in enumerate(map(str, frame.columns)):
        try:
            columns.append(column_of(name, frame.iloc[:, j], repairs, can_be_free_text=name != class_name))
        except NestedValuesError as error:
            raise DataError(
                error.message,
                hint=f"Leave it out, frame.drop(columns={name!r}), or split it into columns of its own.",
            ) from None
    return Dataset.from_columns(
        relation,
        [attribute for attribute, _ in columns],
        [values for _, values in columns],
        class_attribute=class_name,
        weights=weights,
        repairs=repairs.repairs(),
    )


def to_pandas(data: Dataset) -> pd.DataFrame:
    """Return a frame of floats, categories in declared order, and objects (None for missing) for texts.

    Instance weights are not part of it: they are `data.weights`.
    """
    series: dict[str, Any] = {}
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        if attribute.is_nominal:
            series[attribute.name] = pd.Categorical.from_codes(
                column, dtype=pd.CategoricalDtype(list(attribute.values))
            )
        else:
            series[attribute.name] = pd.Series(column, dtype=column.dtype)
    return pd.DataFrame(series, index=pd.RangeIndex(len(data)), copy=True)


def column_of(name: str, series: pd.Series[Any], repairs: RepairLog, *, can_be_free_text: bool) -> _Column:
    """Convert one column by the rules of `from_pandas`."""
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _categorical(name, series)
    if pd.api.types.is_bool_dtype(dtype):
        return _truth_values(name, series)
    if pd.api.types.is_complex_dtype(dtype):
        raise DataError(
            f"column {name!r} has complex numbers", hint="Split them into their real and imaginary parts."
        )
    if pd.api.types.is_numeric_dtype(dtype):
        if pd.api.types.is_integer_dtype(dtype) and has_rounded(_integers(series)):
            repairs.add(rounding_note(name), column=name)
        return Attribute.numeric(name), _floats(series)
    if pd.api.types.is_datetime64_any_dtype(dtype):
        repairs.add(f"column {name!r} is a date: read as milliseconds since 1970-01-01, UTC", column=name)
        return Attribute.numeric(name), _milliseconds(pd.to_datetime(series, utc=True))
    if pd.api.types.is_timedelta64_dtype(dtype):
        repairs.add(f"column {name!r} is a duration: read as milliseconds", column=name)
        return Attribute.numeric(name), _milliseconds(pd.to_timedelta(series))
    return _objects(name, series, repairs, can_be_free_text=can_be_free_text)


def _refuse_nested(name: str, values: Iterable[Any]) -> None:
    """Refuse nested values: they have no order, and as texts each would be a nominal value of its own."""
    nested = next((value for value in values if isinstance(value, _NESTED)), None)
    if nested is not None:
        kind = "bytes" if isinstance(nested, bytes | bytearray) else "lists or objects"
        raise NestedValuesError(
            f"column {name!r} contains {kind}, not single values", remedies=[Remedy("ignore_column", name)]
        )


def _categorical(name: str, series: pd.Series[Any]) -> _Column:
    _refuse_nested(name, series.cat.categories)
    values = tuple(_text(category) for category in series.cat.categories)
    if len(set(values)) < len(values):
        raise DataError(
            f"two categories of column {name!r} are written identically", hint="Rename one of them."
        )
    return Attribute.nominal(name, values), series.cat.codes.to_numpy().astype(np.int32)


def _truth_values(name: str, series: pd.Series[Any]) -> _Column:
    missing = series.isna().to_numpy(dtype=bool)
    codes = np.full(len(series), -1, dtype=np.int32)
    codes[~missing] = series.to_numpy(dtype=object)[~missing].astype(bool)
    return Attribute.nominal(name, ("False", "True")), codes


def _floats(series: pd.Series[Any]) -> NDArray[np.float64]:
    if isinstance(series.dtype, pd.SparseDtype):
        return np.asarray(series.to_numpy(), dtype=np.float64)
    return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))


def _integers(series: pd.Series[Any]) -> NDArray[Any]:
    return np.asarray(series.dropna().to_numpy())


def _milliseconds(series: pd.Series[Any]) -> NDArray[np.float64]:
    """Convert moments (since 1970) or durations from their own unit, because another might not hold the year
    9999.
    """
    factor, divisor = _MILLISECONDS_OF_UNIT[series.dt.unit]
    present = series.notna().to_numpy(dtype=bool)
    result = np.full(len(series), np.nan)
    counts = series[present].astype("int64").to_numpy(dtype=np.float64)
    result[present] = counts * factor / divisor
    return result


def _objects(name: str, series: pd.Series[Any], repairs: RepairLog, *, can_be_free_text: bool) -> _Column:
    """Convert a column of objects according to its actual values."""
    if isinstance(series.dtype, pd.StringDtype):
        coded, texts = pd.factorize(series)
        return _texts(name, tuple(map(str, texts)), coded.astype(np.int32), repairs, can_be_free_text)
    _refuse_nested(name, series)
    missing = series.isna().to_numpy(dtype=bool)
    objects = series.to_numpy(dtype=object)
    present = objects[~missing]
    if len(present) and all(isinstance(value, bool | np.bool_) for value in present):
        return _truth_values(name, series)
    if len(present) and all(_is_number(value) for value in present):
        floats = np.full(len(objects), np.nan)
        floats[~missing] = [_float(value) for value in present]
        if any(isinstance(value, int) and value != _float(value) for value in present):
            repairs.add(rounding_note(name), column=name)
        return Attribute.numeric(name), floats
    codes_of: dict[str, int] = {}
    codes = np.full(len(objects), -1, dtype=np.int32)
    codes[~missing] = [codes_of.setdefault(_text(value), len(codes_of)) for value in present]
    return _texts(name, tuple(codes_of), codes, repairs, can_be_free_text)


def _texts(
    name: str,
    values: tuple[str, ...],
    codes: NDArray[np.int32],
    repairs: RepairLog,
    can_be_free_text: bool,
) -> _Column:
    if can_be_free_text and is_free_text(values, codes):
        repairs.add(f"column {name!r} is free text: kept for display, not used for learning", column=name)
        return Attribute.string(name), strings_from_codes(values, codes)
    return Attribute.nominal(name, values), codes


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real | Decimal) and not isinstance(value, bool | np.bool_)


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return float("inf") if value > 0 else float("-inf")


def _text(value: object) -> str:
    return number_text(float(value)) if isinstance(value, float) and np.isfinite(value) else str(value)
