"""Row numbers, columns and weights of a data set: checked, and stored as read-only arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import ArgumentKind, described, float_array, wrong_kind
from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import DataError

# How the values of each kind of attribute are stored.
DTYPES: dict[str, Any] = {"numeric": np.float64, "nominal": np.int32, "string": object}

_COLUMNS = ArgumentKind("columns", lambda value: False, "a list with an array for each attribute")


def check_rows(rows: ArrayLike, n: int, source: str = "") -> NDArray[np.intp]:
    """Return row numbers as an index array; raise a clear error for rows that do not exist."""
    index = np.atleast_1d(np.asarray(rows))
    if index.size == 0:
        return np.empty(0, dtype=np.intp)
    if index.ndim != 1 or not np.issubdtype(index.dtype, np.integer):
        raise DataError("row numbers must be whole numbers in one dimension", file=source)
    low, high = int(index.min()), int(index.max())
    if low < 0 or high >= n:
        bad = low if low < 0 else high
        there_are = {0: "there are no rows", 1: "there is only 1 row"}.get(n, f"there are only {n} rows")
        raise DataError(f"no such row: {there_are}", file=source, row=bad)
    return index.astype(np.intp, copy=False)


def check_names(attributes: tuple[Attribute, ...], source: str) -> None:
    """Raise a clear error if two attributes have the same name."""
    seen: set[str] = set()
    for attribute in attributes:
        if attribute.name in seen:
            raise DataError(
                f"two attributes are called {attribute.name!r}", file=source, hint="Rename one of them."
            )
        seen.add(attribute.name)


def owned_columns(attributes: Sequence[Attribute], columns: Any, source: str) -> tuple[NDArray[Any], ...]:
    """Return one read-only array for each attribute; raise a clear error for values that cannot be one."""
    if not isinstance(columns, Sequence | np.ndarray) or isinstance(columns, str):
        raise wrong_kind("columns", columns, _COLUMNS)
    if len(columns) != len(attributes):
        raise DataError(f"{len(attributes)} attributes but {len(columns)} columns", file=source)
    result = []
    for attribute, column in zip(attributes, columns, strict=True):
        try:
            result.append(owned(column, DTYPES[attribute.kind]))
        except (TypeError, ValueError, OverflowError):
            what = {"numeric": "numbers", "nominal": "codes of its values", "string": "texts"}[attribute.kind]
            raise DataError(
                f"column {attribute.name!r} cannot be {described(column)}",
                file=source,
                hint=f"It is {attribute.kind}: one-dimensional, of {what}.",
            ) from None
    return tuple(result)


def owned(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Return a read-only array that nobody else can write to.

    Values that come from outside are copied. Only an array that is read-only itself and no view of another
    one, as `read_only` makes them, is shared: a read-only view says nothing about who writes to its memory.
    """
    if (
        isinstance(values, np.ndarray)
        and values.dtype == dtype
        and values.flags.owndata
        and not values.flags.writeable
    ):
        return values
    return read_only(np.array(values, dtype=dtype))


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Mark an array that was just created as read-only; a data set shares it without a copy."""
    array.flags.writeable = False
    return array


def checked_weights(weights: ArrayLike, n: int, source: str) -> NDArray[np.float64]:
    """Return a read-only array with a weight for each of n rows."""
    array = float_array("weights", weights)
    if array.shape != (n,):
        raise DataError(f"{array.size} weights for {n} rows", file=source)
    if not np.all(np.isfinite(array)) or np.any(array < 0):
        raise DataError("instance weights must be finite and not negative", file=source)
    return owned(array, np.float64)
