"""The immutable data set that everything else reads."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import (
    ATTRIBUTES,
    BINS,
    FRAME,
    NAME,
    PATH,
    REPAIRS,
    TEXT,
    WHOLE,
    check_arguments,
    items,
    wrong_kind,
)
from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.checked_columns import (
    DTYPES,
    check_names,
    check_rows,
    checked_weights,
    owned,
    owned_columns,
    read_only,
)
from lwnb_core.data.file_names import without_suffix
from lwnb_core.data.reading import Reading, given_options
from lwnb_core.data.whole_numbers import has_rounded, rounding_note
from lwnb_core.display import html_of
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

if TYPE_CHECKING:
    import pandas as pd

    from lwnb_core.data.csv.dialect import CsvDialect

Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """The attributes, values, class and weights of a table; nothing in it ever changes.

    Values are stored column by column: float64 with NaN for missing (numeric), int32 codes with -1 for
    missing (nominal), objects with None for missing (string). A subset of rows shares the columns with the
    data set it came from and holds only the row numbers; `origin` tells whether two data sets refer to the
    same rows, so that a row can be left out of its own training data.

    Build one with `lw.load`, `lw.sample`, `Dataset.from_columns`, `Dataset.from_pandas`
    or `Dataset.from_arff_text`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> data
    Dataset('iris', 150 rows, 4 attributes, class 'class': 3 values)
    >>> data.classes
    ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica')
    >>> data.value(134, "petalwidth"), data.value(134, "class")
    (1.4, 'Iris-virginica')
    >>> data.column("petalwidth")[:3]
    array([0.2, 0.2, 0.2])

    Everything that changes data returns another data set:

    >>> smaller = data.subset(range(0, 150, 3)).without(["sepallength"])
    >>> len(smaller), len(data)
    (50, 150)
    """

    relation: str
    attributes: tuple[Attribute, ...]
    class_index: int | None
    source: str = ""
    repairs: tuple[Repair, ...] = ()
    reading: Reading = field(default_factory=Reading)
    origin: str = field(default_factory=lambda: uuid.uuid4().hex)
    _columns: tuple[NDArray[Any], ...] = ()
    _weights: NDArray[np.float64] | None = None
    _rows: Rows | None = None
    _n: int = 0

    # -- making one ---------------------------------------------------------------------------------

    @classmethod
    @check_arguments(relation=TEXT, attributes=ATTRIBUTES, class_attribute=NAME, source=TEXT, repairs=REPAIRS)
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
        """Check and freeze columns. Without `class_attribute` the last nominal attribute is the class.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> attributes = [lw.Attribute.numeric("size"), lw.Attribute.nominal("kind", ("a", "b"))]
        >>> lw.Dataset.from_columns("things", attributes, [[1.5, 2.0, 4.0], [0, 0, 1]]).to_pandas()
           size kind
        0   1.5    a
        1   2.0    a
        2   4.0    b
        """
        attributes = tuple(attributes)
        check_names(attributes, source)
        frozen = owned_columns(attributes, columns, source)
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
            _weights=None if weights is None else checked_weights(weights, n, source),
            _n=n,
        )
        if class_attribute is None:
            return replace(data, class_index=_last_nominal(attributes))
        return data.with_class(class_attribute)

    @classmethod
    @check_arguments(frame=FRAME, relation=TEXT)
    def from_pandas(
        cls,
        frame: pd.DataFrame,
        class_attribute: str | None = None,
        *,
        relation: str = "data",
        weights: ArrayLike | None = None,
    ) -> Dataset:
        """Convert a frame: numbers stay numeric, all else becomes nominal (categories keep their order).

        Examples
        --------
        >>> import pandas as pd
        >>> import lwnb_core as lw
        >>> frame = pd.DataFrame({"size": [1.5, None, 4.0], "kind": ["a", "a", "b"]})
        >>> data = lw.Dataset.from_pandas(frame, "kind")
        >>> data.classes, data.value(1, "size")
        (('a', 'b'), None)
        """
        from lwnb_core.data.frames import from_pandas

        return from_pandas(frame, class_attribute, relation=relation, weights=weights)

    @classmethod
    @check_arguments(text=TEXT, class_attribute=NAME)
    def from_arff_text(cls, text: str, class_attribute: str | int | None = None) -> Dataset:
        """Read ARFF from a string; use `lw.load` to open files.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> text = "@relation things\\n@attribute size real\\n@attribute kind {a, b}\\n@data\\n1.5, a\\n"
        >>> lw.Dataset.from_arff_text(text).name
        'things'
        """
        from lwnb_core.data.arff import read_arff

        return read_arff(text.encode("utf-8", "surrogatepass"), class_attribute)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state; arrays become writeable when they are pickled or deep-copied."""
        columns = state.get("_columns", ())
        for value in (*state.values(), *columns):
            if isinstance(value, np.ndarray):
                read_only(value)
        self.__dict__.update(state)

    # -- reading it ---------------------------------------------------------------------------------

    def __repr__(self) -> str:
        from lwnb_core.one_line import dataset_text

        return dataset_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def __len__(self) -> int:
        return self._n if self._rows is None else len(self._rows)

    @property
    def name(self) -> str:
        """A short name for titles: the file's name without its suffix, or the name of the relation."""
        return without_suffix(Path(self.source).name) if self.source else self.relation

    @property
    def class_attribute(self) -> Attribute:
        """The class attribute; raises a `DataError` if there is none.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.sample("vote").class_attribute
        Attribute(name='Class', kind='nominal', values=('democrat', 'republican'))
        """
        if self.class_index is None:
            raise DataError(
                "no class attribute to predict",
                file=self.source,
                remedies=[Remedy("choose_class")],
            )
        return self.attributes[self.class_index]

    @property
    def classes(self) -> tuple[str, ...]:
        """The class values in header order, including those that no row has."""
        return self.class_attribute.values

    @cached_property
    def class_codes(self) -> NDArray[np.int32]:
        """The class of every row, -1 where it is missing. Shape (n,).

        Examples
        --------
        >>> import numpy as np
        >>> import lwnb_core as lw
        >>> data = lw.sample("vote")
        >>> dict(zip(data.classes, np.bincount(data.class_codes).tolist()))
        {'democrat': 267, 'republican': 168}
        """
        _ = self.class_attribute
        assert self.class_index is not None
        return self.column(self.class_index)

    @cached_property
    def predictors(self) -> tuple[int, ...]:
        """The attributes that learners use: numeric and nominal ones except the class, in file order.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.sample("weather-nominal").predictors
        (0, 1, 2, 3)
        """
        return tuple(j for j, a in enumerate(self.attributes) if j != self.class_index and a.kind != "string")

    def column(self, attribute: int | str) -> NDArray[Any]:
        """Return one attribute's values for this data set's rows (read-only; the class has the encoding)."""
        column = self._columns[self.index_of(attribute)]
        if self._rows is None:
            return column
        return read_only(column[self._rows])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """The instance weights, 1 if the file gives none. Shape (n,).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("weather-nominal").with_weights([2.0] * 7 + [1.0] * 7)
        >>> data.has_weights, float(data.weights.sum())
        (True, 21.0)
        """
        if self._weights is None:
            return read_only(np.ones(len(self)))
        return self._weights if self._rows is None else read_only(self._weights[self._rows])

    @property
    def has_weights(self) -> bool:
        return self._weights is not None

    @cached_property
    def row_numbers(self) -> Rows:
        """The number (from 0) of every row in the data set that this one is a part of.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> part = lw.sample("iris").subset([134, 70])
        >>> part.row_numbers
        array([134,  70])
        >>> len(part.all_rows)
        150
        """
        return read_only(np.arange(self._n, dtype=np.intp)) if self._rows is None else self._rows

    def index_of(self, attribute: int | str) -> int:
        """Return the position of an attribute given by name or position.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.sample("iris").index_of("petalwidth")
        3
        """
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
        """Return one value in readable form: a number, a nominal value or a text; None if it is missing."""
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
        """Whether the value of an attribute is missing, for every row. Shape (n,).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("vote")
        >>> int(data.missing("water-project-cost-sharing").sum()), len(data)
        (48, 435)
        """
        j = self.index_of(attribute)
        column, kind = self.column(j), self.attributes[j].kind
        if kind == "numeric":
            return np.asarray(np.isnan(column))
        if kind == "nominal":
            return np.asarray(column < 0)
        return np.array([value is None for value in column], dtype=bool)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of header, values and weights, equal for equal data whatever their file is called.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> data.fingerprint == lw.sample("iris").fingerprint
        True
        >>> data.fingerprint == data.without(["petalwidth"]).fingerprint
        False
        """
        digest = hashlib.sha256(repr((self.attributes, self.class_index, len(self))).encode())
        for j, attribute in enumerate(self.attributes):
            column = self.column(j)
            if attribute.kind == "string":
                digest.update(repr(column.tolist()).encode())
            else:
                digest.update(np.ascontiguousarray(column).tobytes())
        digest.update(self.weights.tobytes())
        return digest.hexdigest()

    def has_rows_of(self, other: Dataset) -> bool:
        """Whether row i of one data set is row i of the other, and can be left out of its own training rows.

        That is so if both are parts of one data set, or of two that agree in every row: in all predictors,
        and in the class where this one has it. File names, weights and a missing class do not count.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> again = lw.Dataset.from_pandas(data.to_pandas(), "class")
        >>> again.has_rows_of(data), again.subset(range(10)).has_rows_of(data)
        (True, True)
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
        """Return the given rows, in the given order; the values are shared, not copied."""
        own = self.row_numbers
        if isinstance(rows, slice):
            return replace(self, _rows=own[rows])
        index = np.asarray(rows)
        if index.dtype == bool:
            index = np.flatnonzero(index)
        return replace(self, _rows=read_only(own[check_rows(index, len(self), self.source)]))

    @check_arguments(bins=BINS)
    def with_class(self, attribute: str | int, bins: int | Sequence[float] | None = None) -> Dataset:
        """Return the same rows with another class attribute.

        A numeric one is cut into `bins` intervals with about equally many rows, or at the cuts given in
        ascending order. Without `bins`, whole numbers of which there are only a few are used as the names of
        classes, with a note in `repairs`; other numbers are refused.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> data.with_class("petalwidth", bins=3).classes
        ('up to 0.8', '0.8 to 1.55', 'above 1.55')
        """
        from lwnb_core.data.class_choice import with_nominal_class

        j = self.index_of(attribute)
        return (
            replace(self, class_index=j)
            if self.attributes[j].is_nominal
            else with_nominal_class(self, j, bins)
        )

    def without(self, names: Iterable[str | int]) -> Dataset:
        """Return the same rows without some attributes; the class cannot be left out.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris").without(["sepallength", "sepalwidth"])
        >>> [attribute.name for attribute in data.attributes]
        ['petallength', 'petalwidth', 'class']
        """
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
        """Return the same rows with other instance weights (one per row of this data set)."""
        own = checked_weights(weights, len(self), self.source)
        full = np.ones(self._n)
        full[self.row_numbers] = own
        return replace(self, _weights=read_only(full))

    def as_nominal(self, attribute: str | int) -> Dataset:
        """Return the same rows with a numeric or text attribute made nominal; its values stay as they are.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("balance-scale").as_nominal("left-weight")
        >>> data.attributes[data.index_of("left-weight")].values
        ('1', '2', '3', '4', '5')
        """
        from lwnb_core.data.columns import nominal_from_any

        j = self.index_of(attribute)
        values, codes = nominal_from_any(self.attributes[j], self._columns[j])
        return self._with_column(j, Attribute.nominal(self.attributes[j].name, values), codes)

    def as_numeric(self, attribute: str | int) -> Dataset:
        """Return the same rows with a nominal attribute made numeric; all of its values must be numbers.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("balance-scale").as_nominal("left-weight")
        >>> data.as_numeric("left-weight").column("left-weight")[:3]
        array([1., 1., 1.])
        """
        from lwnb_core.data.columns import numeric_from_nominal

        j = self.index_of(attribute)
        if j == self.class_index:
            raise DataError("the class attribute must stay nominal", file=self.source)
        column = numeric_from_nominal(self.attributes[j], self._columns[j], self.source)
        return self._with_column(j, Attribute.numeric(self.attributes[j].name), column)

    @property
    def all_rows(self) -> Dataset:
        """Return the data set that this one is a part of, with this one's header."""
        return self if self._rows is None else replace(self, _rows=None)

    def with_columns(
        self, attributes: Sequence[Attribute], columns: Sequence[ArrayLike], class_index: int | None
    ) -> Dataset:
        """Return the same rows with another header; each column has a value for every row of `all_rows`.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("weather-nominal")
        >>> day = lw.Attribute.numeric("day")
        >>> columns = [data.column(j) for j in range(len(data.attributes))]
        >>> more = data.with_columns([day, *data.attributes], [range(1, 15), *columns], 1 + data.class_index)
        >>> more.value(0, "day"), more.class_attribute.name
        (1.0, 'play')
        """
        frozen = owned_columns(attributes, columns, self.source)
        if any(column.shape != (self._n,) for column in frozen):
            raise DataError(f"a column does not have {self._n} values", file=self.source)
        return replace(self, attributes=tuple(attributes), _columns=frozen, class_index=class_index)

    def with_reading(
        self, options: Mapping[str, Any] | None = None, dialect: CsvDialect | None = None, text: str = ""
    ) -> Dataset:
        """Record the options with which these data were read and their present header; return the data.

        A dialect that has been recorded already stays.
        """
        name = "" if self.class_index is None else self.attributes[self.class_index].name
        reading = Reading(
            given_options(options or {}), self.attributes, name, dialect or self.reading.dialect, text
        )
        return replace(self, reading=reading)

    def with_repairs(self, *repairs: Repair) -> Dataset:
        """Return the same rows with further notes on what was repaired.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris").with_repairs(lw.Repair("measured in 1935"))
        >>> str(data.repairs[-1])
        'measured in 1935'
        """
        return replace(self, repairs=(*self.repairs, *repairs))

    def _with_column(self, j: int, attribute: Attribute, column: ArrayLike) -> Dataset:
        attributes, columns = list(self.attributes), list(self._columns)
        attributes[j], columns[j] = attribute, owned(column, DTYPES[attribute.kind])
        return replace(self, attributes=tuple(attributes), _columns=tuple(columns))

    # -- writing it ---------------------------------------------------------------------------------

    def to_pandas(self) -> pd.DataFrame:
        """Return a frame with floats, categories in declared order, and objects for texts.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.sample("iris").to_pandas().groupby("class", observed=True)["petalwidth"].mean()
        class
        Iris-setosa        0.244
        Iris-versicolor    1.326
        Iris-virginica     2.026
        Name: petalwidth, dtype: float64
        """
        from lwnb_core.data.frames import to_pandas

        return to_pandas(self)

    @check_arguments(path=PATH)
    def to_arff(self, path: str | Path) -> None:
        """Write as ARFF, atomically.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.sample("iris").to_arff("iris.arff")
        >>> lw.load("iris.arff").has_rows_of(lw.sample("iris"))
        True
        """
        from lwnb_core.data.arff import write_arff

        write_arff(self, path)

    @check_arguments(path=PATH)
    def to_csv(self, path: str | Path) -> None:
        """Write as CSV, atomically.

        Examples
        --------
        >>> from pathlib import Path
        >>> import lwnb_core as lw
        >>> lw.sample("weather-nominal").to_csv("weather.csv")
        >>> print(Path("weather.csv").read_text()[:65])
        outlook,temperature,humidity,windy,play
        sunny,hot,high,FALSE,no
        s
        """
        from lwnb_core.data.csv import write_csv

        write_csv(self, path)


def _are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays are equal everywhere, missing numbers included."""
    return bool(np.all((one == other) | ((one != one) & (other != other))))


def _last_nominal(attributes: tuple[Attribute, ...]) -> int | None:
    return max((j for j, a in enumerate(attributes) if a.is_nominal), default=None)


def _listed(names: Sequence[str], most: int = 12) -> str:
    more = f" … ({len(names)} in all)" if len(names) > most else ""
    return ", ".join(names[:most]) + more
