"""Which columns of a file are read: all but some, or only some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lwnb_core.arguments import TEXT, items
from lwnb_core.data.columns import likely_class
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.spelling import did_you_mean, nearest

if TYPE_CHECKING:
    import pandas as pd

Columns = Iterable[tuple[str, "pd.Series[Any]"]]
_MOST_LISTED = 12


@dataclass(frozen=True)
class ColumnChoice:
    """The columns to leave out, or the only ones to read besides the class; empty for all.

    `class_attribute` is the class as the user gave it. With `must_exist`, a name that the file does not have
    is an error: a test file need not have the columns that were left out of the training data.
    """

    ignore: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    class_attribute: str | int | None = None
    must_exist: bool = True

    @classmethod
    def of(cls, ignore: Iterable[str], only: Iterable[str]) -> ColumnChoice:
        """Return the choice that a user made; both at once contradict each other."""
        left_out, read = frozenset(items("ignore", ignore, TEXT)), frozenset(items("only", only, TEXT))
        if left_out & read:
            raise SettingsError(f"column {min(left_out & read)!r} cannot be both left out and read")
        return cls(left_out, read)

    def __bool__(self) -> bool:
        return bool(self.ignore or self.only)

    def wants(self, name: str) -> bool:
        """Whether a column has to be read; the content of the others does not matter.

        Where the class is not named, all columns are needed to choose it.
        """
        if isinstance(self.class_attribute, int):  # counted over all columns
            return True
        is_other = bool(self.only) and self.class_attribute is not None and name not in self.only
        return name not in self.ignore and not (is_other and name != self.class_attribute)

    def wanted(self, columns: Columns, file: str) -> list[tuple[str, pd.Series[Any]]]:
        """Return the columns of a file that have to be read."""
        named = list(columns)
        self.check([name for name, _ in named], file)
        return [(name, column) for name, column in named if self.wants(name)]

    def check(self, names: Sequence[str], file: str) -> None:
        """Raise a `DataError` for a chosen column that is not among the names."""
        unknown = sorted((self.ignore | self.only) - set(names)) if self.must_exist else []
        if unknown:
            listed = ", ".join(names[:_MOST_LISTED]) + (" …" if len(names) > _MOST_LISTED else "")
            raise DataError(
                f"no column is called {unknown[0]!r}",
                file=file,
                hint=did_you_mean(nearest(unknown[0], names)) or f"Columns: {listed}",
            )

    def applied_to(self, data: Dataset) -> Dataset:
        """Return the data without the other columns, with another likely class if the class was one."""
        class_name = None if data.class_index is None else data.attributes[data.class_index].name
        kept = self.class_attribute if isinstance(self.class_attribute, str) else class_name
        gone = [
            a.name
            for a in data.attributes
            if a.name in self.ignore or (self.only and a.name not in self.only and a.name != kept)
        ]
        if gone and len(gone) == len(data.attributes):
            raise DataError("every column is left out", file=data.source)
        if class_name not in gone:
            return data.without(gone) if gone else data
        data = replace(data, class_index=None).without(gone)
        columns = [data.column(j) for j in range(len(data.attributes))]
        return replace(data, class_index=likely_class(data.attributes, columns))


ALL_COLUMNS = ColumnChoice()
