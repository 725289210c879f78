"""Results with read-only arrays: a frozen dataclass protects its fields, but not their content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")

_HOLDS_ARRAYS = (np.ndarray, Mapping, tuple)


class ReadOnlyArrays:
    """Base of frozen dataclasses: their arrays are read-only, in mappings and tuples too.

    They are views, so that the code that computed an array may still write to it.
    """

    def __post_init__(self) -> None:
        for name, value in tuple(vars(self).items()):
            if isinstance(value, _HOLDS_ARRAYS):
                object.__setattr__(self, name, as_read_only(value))


def cached_arrays(compute: Callable[[Any], T]) -> cached_property[T]:
    """Define a `cached_property` whose arrays are read-only, because all readers share them."""

    @wraps(compute)
    def computed(self: Any) -> T:
        result: T = as_read_only(compute(self))
        return result

    return cached_property(computed)


def as_read_only(value: Any) -> Any:
    """Return an array, or those in a mapping or tuple, as read-only views; any other value unchanged."""
    if isinstance(value, np.ndarray):
        if not value.flags.writeable:
            return value
        view = value.view()
        view.flags.writeable = False
        return view
    if isinstance(value, Mapping):
        held = {k: as_read_only(v) if isinstance(v, _HOLDS_ARRAYS) else v for k, v in value.items()}
        return value if all(held[key] is item for key, item in value.items()) else held
    if type(value) is tuple:
        items = tuple([as_read_only(item) if isinstance(item, _HOLDS_ARRAYS) else item for item in value])
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value
