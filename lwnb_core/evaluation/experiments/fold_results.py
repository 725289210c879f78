"""One row of an experiment: the results of one learner on one test fold, as stored in a results file."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.spreadsheet_formulas import escaped, unescaped
from lwnb_core.errors import DataError
from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.measures import MEASURES, NOTHING, FoldMeasures, measure_named

Floats = NDArray[np.float64]

# CSV readers refuse longer cells.
_LONGEST_CONFUSION = 100_000


class Key(NamedTuple):
    """The identity of a row; no two rows of a file have the same key."""

    dataset: str
    spec: str
    run: int
    fold: int


@dataclass(frozen=True)
class ResultRow(FoldMeasures):
    """One learner on one test fold, with every measure.

    Attributes
    ----------
    learner, spec
        Its short name in tables, and the text with every setting from which it can be created again.
    run, fold
        Run from 1, fold from 0.
    folds, data
        Number of folds of a run, and the first digits of the data's fingerprint: rows that differ in these
        must not be mixed.
    error
        Why there are no numbers; empty otherwise.
    confusion
        The confusion matrix as JSON (`confusion_text`), from which F1 of any class is computed; empty in
        files of earlier versions.
    """

    dataset: str
    learner: str
    spec: str
    run: int
    fold: int
    folds: int
    data: str
    n_test: int
    _: KW_ONLY
    error: str = ""
    confusion: str = ""

    @property
    def key(self) -> Key:
        return Key(self.dataset, self.spec, self.run, self.fold)

    def value(self, measure: str) -> float:
        """Return a measure by name; `f1:NAME` is F1 of the class of that name. NaN where it is not known."""
        if measure in MEASURES:
            return float(getattr(self, measure))
        of_confusion = measure_named(measure).of_confusion
        return NOTHING if of_confusion is None else float(of_confusion(self.confusion_totals))

    @cached_property
    def confusion_totals(self) -> Confusion:
        """Return the totals of the confusion matrix; empty if it is not known."""
        return confusion_from(self.confusion)

    def to_columns(self) -> dict[str, Any]:
        """Return the values by the names of their columns."""
        return {name: getattr(self, name) for name in COLUMNS}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; numbers that are not defined become None."""
        return {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in self.to_columns().items()
        }


def confusion_text(matrix: Floats, classes: Sequence[str]) -> str:
    """Return a confusion matrix as JSON: for each true class the predicted classes and their weights.

    >>> confusion_text(np.array([[5.0, 0.0], [1.0, 4.0]]), ["no", "yes"])
    '{"no": {"no": 5}, "yes": {"no": 1, "yes": 4}}'
    """
    cells = {
        classes[i]: {classes[j]: _plain_number(matrix[i, j]) for j in np.flatnonzero(matrix[i]).tolist()}
        for i in np.flatnonzero(matrix.any(axis=1)).tolist()
    }
    text = json.dumps(cells)
    return text if len(text) <= _LONGEST_CONFUSION else ""


def confusion_from(text: str) -> Confusion:
    """Read the confusion that `confusion_text` has written; without classes if the text is no such JSON."""
    try:
        pairs = _cells_of_confusion(text)
    except ValueError:
        pairs = []
    classes = tuple(dict.fromkeys(name for i, j, _ in pairs for name in (i, j)))
    number = {name: i for i, name in enumerate(classes)}
    right, true, predicted = np.zeros((3, len(classes)))
    for i, j, weight in pairs:
        true[number[i]] += weight
        predicted[number[j]] += weight
        right[number[i]] += weight if i == j else 0.0
    return Confusion(classes, right, true, predicted)


def _cells_of_confusion(text: str) -> list[tuple[str, str, float]]:
    """Yield true class, predicted class and weight; raise a ValueError for an invalid text."""
    try:
        rows = json.loads(text or "{}")
        cells = [(str(i), str(j), float(weight)) for i, row in rows.items() for j, weight in row.items()]
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise ValueError("confusion is not a confusion matrix as JSON") from None
    for _, _, weight in cells:
        if not 0 <= weight < math.inf:
            raise ValueError(f"confusion has the weight {weight:g}, not 0 or more")
    return cells


# A column for each measure, in the order of the table.
COLUMNS: tuple[str, ...] = (
    *("dataset", "learner", "spec", "run", "fold", "folds", "data", "n_test"),
    *MEASURES,
    *("error", "confusion"),
)
# Results files of every version have these; any other missing column is unknown.
_LEAST = frozenset({*Key._fields, "learner", "folds", "data", "n_test", "accuracy", "error"})
_KINDS: dict[str, type] = {
    f.name: {"int": int, "float": float, "str": str}[str(f.type)] for f in fields(ResultRow)
}


_RANGES = {
    **{name: (entry.lowest, entry.highest) for name, entry in MEASURES.items()},
    "run": (1, math.inf),
    "fold": (0, math.inf),
    "folds": (2, math.inf),
    "n_test": (0, math.inf),
}
_ROUNDING = 1e-9  # a sum of fractions can exceed its limit in its last bits


def csv_header() -> str:
    return ",".join(COLUMNS) + "\n"


def columns_of(text: str) -> tuple[str, ...]:
    """Return the titles in the first line of a results file."""
    return tuple(next(_cells(text), (0, []))[1])


def csv_lines(rows: Iterable[ResultRow], columns: Sequence[str] = COLUMNS) -> str:
    """Write rows as lines of CSV. Numbers keep every digit, and names are preserved, line ends included."""
    lines = []
    for row in rows:
        one_line = " ".join(row.error.split())  # it is for people, so its line ends need not be preserved
        values = row.to_columns() | {"error": one_line}
        lines.append(_csv_line([_written(values.get(name, "")) for name in columns]))
    return "".join(lines)


def _csv_line(cells: Sequence[str]) -> str:
    """Write one line of CSV. The writer quotes only its own line end, and a name may contain others."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def rows_from_csv(text: str, file: str = "") -> list[ResultRow]:
    """Read rows from the text of a results file; raise a clear error if it is not one."""
    if not text:
        return []
    lines = _cells(text, file)
    _, header = next(lines)
    if not _LEAST.issubset(header):
        raise _not_results(",".join(header), file)
    rows = []
    for line, cells in lines:
        if len(cells) != len(header):
            raise DataError(f"{len(cells)} fields, expected {len(header)}", file=file, line=line)
        try:
            rows.append(row_from(dict(zip(header, map(unescaped, cells), strict=True))))
        except ValueError as error:
            raise not_a_result(error, file=file, line=line) from None
    return rows


def _cells(text: str, file: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row, with the number of the line where the row ends."""
    reader = csv.reader(io.StringIO(text))
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        if reader.line_num == 1:
            raise _not_results(text, file) from None
        reason = ValueError(f"the line cannot be read as CSV ({error})")
        raise not_a_result(reason, file=file, line=reader.line_num) from None


def _not_results(header: str, file: str) -> DataError:
    return DataError(
        "this is not a results file",
        file=file,
        line=1,
        text=header[:80],
        hint="Choose another name for the results.",
    )


def not_a_result(
    error: ValueError, *, file: str, line: int | None = None, row: int | None = None
) -> DataError:
    """Return the error about a row that no experiment can have written."""
    if row is not None:
        return DataError(str(error), file=file, row=row, hint="Choose another name for the results.")
    hint = "Correct it, or delete the line; its result is then computed again."
    return DataError(str(error), file=file, line=line, hint=hint)


def row_from(values: Mapping[str, Any]) -> ResultRow:
    """Build a row from texts (from CSV) or plain values (from Parquet).

    Raises a ValueError that names the column if a value cannot be that of a result. Columns that an earlier
    version did not write are not known: NaN, or an empty text.
    """
    fields: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        value = values[name] if name in _LEAST else values.get(name)
        if kind is str:
            fields[name] = "" if value is None else str(value)
        elif kind is float and value in ("", None):
            fields[name] = NOTHING
        else:
            fields[name] = _checked(name, kind, value)
    row = ResultRow(**fields)
    _cells_of_confusion(row.confusion)
    if row.fold >= row.folds:
        raise ValueError(f"fold is {row.fold}, but there are only {row.folds} folds, counted from 0")
    return row


def _checked(name: str, kind: type, value: Any) -> float:
    """Return the number in a column, which must be finite and possible; NaN is Parquet's missing value."""
    try:
        number = float(kind(value))
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"{name} is {value!r}, not a {'whole ' if kind is int else ''}number") from None
    if kind is float and math.isnan(number) and not isinstance(value, str):
        return NOTHING
    low, high = _RANGES.get(name, (-math.inf, math.inf))
    if not math.isfinite(number) or not low - _ROUNDING <= number <= high + _ROUNDING:
        expected = f"between {low:g} and {high:g}" if math.isfinite(high) else f"{low:g} or more"
        raise ValueError(f"{name} is {value}, not {'finite' if math.isinf(low) else expected}")
    return kind(value)  # type: ignore[no-any-return]  # int or float


def _plain_number(weight: float) -> int | float:
    """Return a weight as a whole number if it is one."""
    return int(weight) if float(weight).is_integer() else float(weight)


def _written(value: Any) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else repr(value)
    return escaped(value) if isinstance(value, str) else str(value)
