"""The immutable data set that everything else reads."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import (
    ATTRIBUTES,
    BINS,
    DATASET,
    FLAG,
    FRAME,
    MAPPING,
    NAME,
    PATH,
    REPAIRS,
    TEXT,
    WHOLE,
    ArgumentKind,
    described,
    float_array,
    items,
    takes,
    wrong_kind,
)
from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.packing import PACKING_SUFFIXES
from lwnb_core.data.whole_numbers import has_rounded, rounding_note
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

if TYPE_CHECKING:
    import pandas as pd

Rows = NDArray[np.intp]

_COLUMNS = ArgumentKind("columns", lambda value: False, "a list with an array for each attribute")

_BEFORE_PART = re.compile(r"^.*(?:\.zip|\.xlsx|\.xlsm)(?:\.\w+)?#(?:.*/)?", re.IGNORECASE)
_KNOWN_SUFFIXES = (
    *(".arff", ".csv", ".tsv", ".tab", ".txt", ".data", ".parquet", ".pq", ".feather", ".arrow"),
    *(".xlsx", ".xlsm", ".xls", ".json", ".jsonl", ".ndjson"),
)
_DTYPES: dict[str, Any] = {"numeric": np.float64, "nominal": np.int32, "string": object}


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Attributes, values, class and weights; nothing in it ever changes.

    Values are stored column by column: float64 with NaN for missing (numeric), int32 codes with -1 for
    missing (nominal), objects with None for missing (string). A subset of rows shares the columns with
    the data set it came from and holds only the row numbers; `origin` says that two data sets speak of
    the same rows, so that a row can be left out of its own training data.

    Build one with `lw.load`, `lw.sample`, `Dataset.from_columns`, `Dataset.from_pandas`
    or `Dataset.from_arff`.
    """

    relation: str
    attributes: tuple[Attribute, ...]
    class_index: int | None
    source: str = ""
    repairs: tuple[Repair, ...] = ()
    origin: str = field(default_factory=lambda: uuid.uuid4().hex)
    _columns: tuple[NDArray[Any], ...] = ()
    _weights: NDArray[np.float64] | None = None
    _rows: Rows | None = None
    _n: int = 0

    # -- making one ---------------------------------------------------------------------------------

    @classmethod
    @takes(relation=TEXT, attributes=ATTRIBUTES, class_attribute=NAME, source=TEXT, repairs=REPAIRS)
    def from_columns(
        cls,
        relation: str,
        attributes: Sequence[Attribute],
        columns: Sequence[ArrayLike],
        *,
        class_attribute: str | int | None = None,
        weights: ArrayLike | None = None,
        source: str = "",
        repairs: Iterable[Repair] = (),
    ) -> Dataset:
        """Check and freeze columns. Without `class_attribute` the last nominal attribute is the class."""
        attributes = tuple(attributes)
        _check_names(attributes, source)
        frozen = _owned_columns(attributes, columns, source)
        n = frozen[0].size if frozen else 0
        for attribute, column in zip(attributes, frozen, strict=True):
            if column.shape != (n,):
                raise DataError(
                    f"column {attribute.name!r} has the shape {column.shape}, expected {(n,)}", file=source
                )
            if attribute.is_nominal and n and not -1 <= column.min() <= column.max() < len(attribute.values):
                raise DataError(f"column {attribute.name!r} has a code without a declared value", file=source)
        rounded = [
            Repair(rounding_note(attribute.name))
            for attribute, column in zip(attributes, columns, strict=True)
            if attribute.is_numeric
            and isinstance(column, np.ndarray)
            and column.dtype.kind in "iu"
            and has_rounded(column)
        ]
        data = cls(
            relation=relation,
            attributes=attributes,
            class_index=None,
            source=source,
            repairs=(*repairs, *rounded),
            _columns=frozen,
            _weights=None if weights is None else _check_weights(weights, n, source),
            _n=n,
        )
        if class_attribute is None:
            return replace(data, class_index=_last_nominal(attributes))
        return data.with_class(class_attribute)

    @classmethod
    @takes(frame=FRAME, relation=TEXT)
    def from_pandas(
        cls,
        frame: pd.DataFrame,
        class_attribute: str | None = None,
        *,
        relation: str = "data",
        weights: ArrayLike | None = None,
    ) -> Dataset:
        """From a frame: numbers stay numeric, all else becomes nominal (categories keep their order)."""
        from lwnb_core.data.frames import from_pandas

        return from_pandas(frame, class_attribute, relation=relation, weights=weights)

    @classmethod
    @takes(dictionary=MAPPING, class_attribute=NAME, encode_nominal=FLAG)
    def from_arff(
        cls,
        dictionary: Mapping[str, Any],
        class_attribute: str | int | None = None,
        *,
        weights: ArrayLike | None = None,
        encode_nominal: bool = False,
    ) -> Dataset:
        """From the dictionary that liac-arff's `arff.load` gives, dense or sparse.

        `encode_nominal` is that of `arff.load`: whether nominal values are given as their positions. Files
        are opened with `lw.load`, which reads more of them than liac-arff does.
        """
        from lwnb_core.data.arff.liac import from_dictionary

        return from_dictionary(dictionary, class_attribute, weights=weights, encode_nominal=encode_nominal)

    @classmethod
    @takes(text=TEXT, class_attribute=NAME)
    def from_arff_text(cls, text: str, class_attribute: str | int | None = None) -> Dataset:
        """From ARFF that stands in the program itself; files are opened with `lw.load`."""
        from lwnb_core.data.arff import read_arff

        return read_arff(text.encode("utf-8", "surrogatepass"), class_attribute)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Arrays come writeable out of a pickle or a deep copy."""
        columns = state.get("_columns", ())
        for value in (*state.values(), *columns):
            if isinstance(value, np.ndarray):
                read_only(value)
        self.__dict__.update(state)

    # -- reading it ---------------------------------------------------------------------------------

    def __repr__(self) -> str:
        from lwnb_core.notebook.dataset import dataset_text

        return dataset_text(self)

    def _repr_html_(self) -> str:
        from lwnb_core.notebook.dataset import dataset_html

        return dataset_html(self)

    def __len__(self) -> int:
        return self._n if self._rows is None else len(self._rows)

    @property
    def name(self) -> str:
        """A short name for titles: the file's stem, or else the relation."""
        return without_suffix(Path(self.source).name) if self.source else self.relation

    @property
    def class_attribute(self) -> Attribute:
        """The class attribute; an error if there is none."""
        if self.class_index is None:
            raise DataError(
                "no class attribute to predict",
                file=self.source,
                remedies=[Remedy("choose_class")],
            )
        return self.attributes[self.class_index]

    @property
    def classes(self) -> tuple[str, ...]:
        """The class values in header order, empty ones too."""
        return self.class_attribute.values

    @cached_property
    def class_codes(self) -> NDArray[np.int32]:
        """Class of every row, -1 where it is missing. Shape (n,)."""
        _ = self.class_attribute
        assert self.class_index is not None
        return self.column(self.class_index)

    @cached_property
    def predictors(self) -> tuple[int, ...]:
        """Attributes that learners use: numeric and nominal ones except the class, in file order."""
        return tuple(j for j, a in enumerate(self.attributes) if j != self.class_index and a.kind != "string")

    def column(self, attribute: int | str) -> NDArray[Any]:
        """Values of one attribute for this data set's rows (read-only; see the class for the encoding)."""
        column = self._columns[self.index_of(attribute)]
        if self._rows is None:
            return column
        return read_only(column[self._rows])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Instance weights, 1 where the file gives none. Shape (n,)."""
        if self._weights is None:
            return read_only(np.ones(len(self)))
        return self._weights if self._rows is None else read_only(self._weights[self._rows])

    @property
    def has_weights(self) -> bool:
        return self._weights is not None

    @cached_property
    def row_numbers(self) -> Rows:
        """For every row, its number (from 0) in the data set that this one is a part of."""
        return read_only(np.arange(self._n, dtype=np.intp)) if self._rows is None else self._rows

    def index_of(self, attribute: int | str) -> int:
        """Position of an attribute given by name or position."""
        if isinstance(attribute, str):
            if attribute not in self._positions:
                raise DataError(
                    f"no attribute named {attribute!r}",
                    file=self.source,
                    hint=f"Attributes: {_listed([a.name for a in self.attributes])}",
                )
            return self._positions[attribute]
        if not NAME.fits(attribute):
            raise wrong_kind("attribute", attribute, NAME)
        if not -len(self.attributes) <= attribute < len(self.attributes):
            raise DataError(
                f"no attribute number {attribute}; there are {len(self.attributes)}", file=self.source
            )
        return int(attribute) % len(self.attributes)

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {a.name: j for j, a in enumerate(self.attributes)}

    def value(self, row: int, attribute: int | str) -> float | str | None:
        """One value as a person reads it: a number, a nominal value or string, None when missing."""
        j = self.index_of(attribute)
        if not WHOLE.fits(row) or not -len(self) <= row < len(self):
            check_rows(row, len(self), self.source)
        raw = self._columns[j][row if self._rows is None else self._rows[row]]
        kind = self.attributes[j].kind
        if kind == "numeric":
            return None if np.isnan(raw) else float(raw)
        if kind == "nominal":
            return None if raw < 0 else self.attributes[j].values[raw]
        return None if raw is None else str(raw)

    def missing(self, attribute: int | str) -> NDArray[np.bool_]:
        """Where an attribute is missing. Shape (n,)."""
        j = self.index_of(attribute)
        column, kind = self.column(j), self.attributes[j].kind
        if kind == "numeric":
            return np.asarray(np.isnan(column))
        if kind == "nominal":
            return np.asarray(column < 0)
        return np.array([value is None for value in column], dtype=bool)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of header, values and weights: equal for equal data, whatever the file was called."""
        digest = hashlib.sha256(repr((self.attributes, self.class_index, len(self))).encode())
        for j, attribute in enumerate(self.attributes):
            column = self.column(j)
            if attribute.kind == "string":
                digest.update(repr(column.tolist()).encode())
            else:
                digest.update(np.ascontiguousarray(column).tobytes())
        digest.update(self.weights.tobytes())
        return digest.hexdigest()

    @takes(other=DATASET)
    def has_rows_of(self, other: Dataset) -> bool:
        """Whether row i of the one is row i of the other, and can be left out of its own training rows.

        They are parts of one data set, or of two that agree in every row: in all predictors, and in the class
        as far as this one has it. Names of files and weights do not count, nor does a missing class.
        """
        if self.origin == other.origin:
            return True
        mine, theirs = self.all_rows, other.all_rows
        used = [[data.attributes[j] for j in data.predictors] for data in (mine, theirs)]
        if len(mine) != len(theirs) or used[0] != used[1]:
            return False
        columns = zip(mine.predictors, theirs.predictors, strict=True)
        if not all(_are_equal(mine.column(i), theirs.column(j)) for i, j in columns):
            return False
        if mine.class_index is None or theirs.class_index is None:
            return True
        if mine.class_attribute != theirs.class_attribute:
            return False
        return bool(np.all((mine.class_codes < 0) | (mine.class_codes == theirs.class_codes)))

    # -- deriving another ---------------------------------------------------------------------------

    def subset(self, rows: ArrayLike | slice) -> Dataset:
        """The given rows, in the given order; the values are shared, not copied."""
        own = self.row_numbers
        if isinstance(rows, slice):
            return replace(self, _rows=own[rows])
        index = np.asarray(rows)
        if index.dtype == bool:
            index = np.flatnonzero(index)
        return replace(self, _rows=read_only(own[check_rows(index, len(self), self.source)]))

    @takes(bins=BINS)
    def with_class(self, attribute: str | int, bins: int | Sequence[float] | None = None) -> Dataset:
        """Another class attribute.

        A numeric one is cut into `bins` of about equal frequency, or at the cuts given in ascending order.
        Without `bins`, a few whole numbers (see `are_class_codes`) are taken as the names of classes, with a
        note in `repairs`; other numbers are refused.
        """
        j = self.index_of(attribute)
        kind, name = self.attributes[j].kind, self.attributes[j].name
        if kind == "nominal":
            return replace(self, class_index=j)
        if kind == "string":
            raise DataError(
                f"{name!r} is text and cannot be the class",
                file=self.source,
                remedies=[Remedy("as_nominal", name)],
            )
        from lwnb_core.data.columns import are_class_codes, cut_at, equal_frequency_cuts, has_many_values

        if bins is None and are_class_codes(self._columns[j]):
            derived = self.as_nominal(j)
            note = Repair(
                f"class {name!r} is numeric: its {len(derived.attributes[j].values)} whole numbers were taken"
                " as nominal values"
            )
            return replace(derived, class_index=j, repairs=(*self.repairs, note))
        if bins is None:
            raise DataError(
                f"the class {name!r} is numeric, and these learners predict a nominal class",
                file=self.source,
                remedies=[
                    *([] if has_many_values(self._columns[j]) else [Remedy("as_nominal", name)]),
                    Remedy("cut_class", name),
                ],
            )
        column = self._columns[j]
        cuts = equal_frequency_cuts(column, int(bins)) if isinstance(bins, int | np.integer) else bins
        values, codes = cut_at(column, cuts)
        derived = self._with_column(j, Attribute.nominal(name, values), codes)
        note = Repair(f"class {name!r} was numeric: cut into {len(values)} intervals")
        return replace(derived, class_index=j, repairs=(*self.repairs, note))

    def without(self, names: Iterable[str | int]) -> Dataset:
        """The same rows without some attributes (which must not include the class)."""
        gone = {self.index_of(name) for name in items("names", names, NAME)}
        if self.class_index in gone:
            raise DataError("the class attribute cannot be left out", file=self.source)
        remaining = [j for j in range(len(self.attributes)) if j not in gone]
        return replace(
            self,
            attributes=tuple(self.attributes[j] for j in remaining),
            _columns=tuple(self._columns[j] for j in remaining),
            class_index=None if self.class_index is None else remaining.index(self.class_index),
        )

    def with_weights(self, weights: ArrayLike) -> Dataset:
        """The same rows with other instance weights (one per row of this data set)."""
        own = _check_weights(weights, len(self), self.source)
        full = np.ones(self._n)
        full[self.row_numbers] = own
        return replace(self, _weights=read_only(full))

    def as_nominal(self, attribute: str | int) -> Dataset:
        """A numeric or string attribute with each of its distinct values as a nominal value."""
        from lwnb_core.data.columns import nominal_from_any

        j = self.index_of(attribute)
        values, codes = nominal_from_any(self.attributes[j], self._columns[j])
        return self._with_column(j, Attribute.nominal(self.attributes[j].name, values), codes)

    def as_numeric(self, attribute: str | int) -> Dataset:
        """A nominal attribute whose values are all numbers, as those numbers."""
        from lwnb_core.data.columns import numeric_from_nominal

        j = self.index_of(attribute)
        if j == self.class_index:
            raise DataError("the class attribute must stay nominal", file=self.source)
        column = numeric_from_nominal(self.attributes[j], self._columns[j], self.source)
        return self._with_column(j, Attribute.numeric(self.attributes[j].name), column)

    @property
    def all_rows(self) -> Dataset:
        """The data set that this one is a part of, under this one's header."""
        return self if self._rows is None else replace(self, _rows=None)

    @takes(attributes=ATTRIBUTES, class_index=WHOLE)
    def with_columns(
        self, attributes: Sequence[Attribute], columns: Sequence[ArrayLike], class_index: int | None
    ) -> Dataset:
        """The same rows under another header; each column has a value for every row of `all_rows`."""
        frozen = _owned_columns(attributes, columns, self.source)
        if any(column.shape != (self._n,) for column in frozen):
            raise DataError(f"a column does not have {self._n} values", file=self.source)
        return replace(self, attributes=tuple(attributes), _columns=frozen, class_index=class_index)

    def with_repairs(self, *repairs: Repair) -> Dataset:
        return replace(self, repairs=(*self.repairs, *repairs))

    def _with_column(self, j: int, attribute: Attribute, column: ArrayLike) -> Dataset:
        attributes, columns = list(self.attributes), list(self._columns)
        attributes[j], columns[j] = attribute, _owned(column, _DTYPES[attribute.kind])
        return replace(self, attributes=tuple(attributes), _columns=tuple(columns))

    # -- writing it ---------------------------------------------------------------------------------

    def to_pandas(self) -> pd.DataFrame:
        """A frame: floats, ordered-as-declared categories, objects for strings."""
        from lwnb_core.data.frames import to_pandas

        return to_pandas(self)

    @overload
    def to_arff(self) -> dict[str, Any]: ...

    @overload
    def to_arff(self, path: str | Path) -> None: ...

    @takes(path=PATH)
    def to_arff(self, path: str | Path | None = None) -> dict[str, Any] | None:
        """Write as ARFF, atomically; without a path, the dictionary that liac-arff's `arff.dump` takes."""
        from lwnb_core.data.arff import write_arff
        from lwnb_core.data.arff.liac import to_dictionary

        if path is None:
            return to_dictionary(self)
        write_arff(self, path)
        return None

    @takes(path=PATH)
    def to_csv(self, path: str | Path) -> None:
        """Write as CSV, atomically."""
        from lwnb_core.data.csv import write_csv

        write_csv(self, path)


def check_rows(rows: ArrayLike, n: int, source: str = "") -> Rows:
    """Row numbers as an index array; a clear error for those that do not exist."""
    index = np.atleast_1d(np.asarray(rows))
    if index.size == 0:
        return np.empty(0, dtype=np.intp)
    if index.ndim != 1 or not np.issubdtype(index.dtype, np.integer):
        raise DataError("row numbers must be whole numbers in one dimension", file=source)
    low, high = int(index.min()), int(index.max())
    if low < 0 or high >= n:
        bad = low if low < 0 else high
        raise DataError(f"no row {bad}: there are {n} rows, counted from 0", file=source)
    return index.astype(np.intp, copy=False)


def _owned_columns(attributes: Sequence[Attribute], columns: Any, source: str) -> tuple[NDArray[Any], ...]:
    """One read-only array for each attribute; a clear error for what cannot be one."""
    if not isinstance(columns, Sequence | np.ndarray) or isinstance(columns, str):
        raise wrong_kind("columns", columns, _COLUMNS)
    if len(columns) != len(attributes):
        raise DataError(f"{len(attributes)} attributes but {len(columns)} columns", file=source)
    owned = []
    for attribute, column in zip(attributes, columns, strict=True):
        try:
            owned.append(_owned(column, _DTYPES[attribute.kind]))
        except (TypeError, ValueError, OverflowError):
            what = {"numeric": "numbers", "nominal": "codes of its values", "string": "texts"}[attribute.kind]
            raise DataError(
                f"column {attribute.name!r} cannot be {described(column)}",
                file=source,
                hint=f"It is {attribute.kind}: one-dimensional, of {what}.",
            ) from None
    return tuple(owned)


def _owned(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """A read-only array that nobody else can write to.

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
    """An array that was just created, marked as read-only; a data set shares it without a copy."""
    array.flags.writeable = False
    return array


def without_suffix(name: str) -> str:
    """Only suffixes that say how the file is written go: `balance.scale.arff` is called `balance.scale`.

    Of a part of a file (`book.xlsx#Sheet2`) only the part is left.
    """
    name = _BEFORE_PART.sub("", name)
    for suffixes in (PACKING_SUFFIXES, _KNOWN_SUFFIXES):
        suffix = next((s for s in suffixes if name.lower().endswith(s) and len(name) > len(s)), "")
        name = name.removesuffix(name[len(name) - len(suffix) :])
    return name


def _are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Equal everywhere, missing numbers included."""
    return bool(np.all((one == other) | ((one != one) & (other != other))))


def _check_weights(weights: ArrayLike, n: int, source: str) -> NDArray[np.float64]:
    array = float_array("weights", weights)
    if array.shape != (n,):
        raise DataError(f"{array.size} weights for {n} rows", file=source)
    if not np.all(np.isfinite(array)) or np.any(array < 0):
        raise DataError("instance weights must be finite and not negative", file=source)
    return _owned(array, np.float64)


def _check_names(attributes: tuple[Attribute, ...], source: str) -> None:
    seen: set[str] = set()
    for attribute in attributes:
        if attribute.name in seen:
            raise DataError(
                f"two attributes are called {attribute.name!r}", file=source, hint="Rename one of them."
            )
        seen.add(attribute.name)


def _last_nominal(attributes: tuple[Attribute, ...]) -> int | None:
    return max((j for j, a in enumerate(attributes) if a.is_nominal), default=None)


def _listed(names: Sequence[str], most: int = 12) -> str:
    more = f" … ({len(names)} in all)" if len(names) > most else ""
    return ", ".join(names[:most]) + more
