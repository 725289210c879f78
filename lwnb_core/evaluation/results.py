"""One row of an experiment: what one learner reached on one test fold, as it stands in a results file."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from lwnb_core.data.formulas import escaped, unescaped
from lwnb_core.errors import DataError
from lwnb_core.evaluation.measures import RANGES, Measures

NOTHING = float("nan")


class Key(NamedTuple):
    """What a row is about; no two rows of a file have the same."""

    dataset: str
    spec: str
    run: int
    fold: int


@dataclass(frozen=True)
class ResultRow:
    """One learner on one test fold.

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
    """

    dataset: str
    learner: str
    spec: str
    run: int
    fold: int
    folds: int
    data: str
    n_test: int
    accuracy: float = NOTHING
    log_loss: float = NOTHING
    brier: float = NOTHING
    kappa: float = NOTHING
    auc: float = NOTHING
    train_seconds: float = NOTHING
    test_seconds: float = NOTHING
    error: str = ""

    @property
    def key(self) -> Key:
        return Key(self.dataset, self.spec, self.run, self.fold)

    def with_measures(self, measures: Measures, train_seconds: float, test_seconds: float) -> ResultRow:
        """The same row with its figures filled in."""
        filled = (
            asdict(self) | asdict(measures) | {"train_seconds": train_seconds, "test_seconds": test_seconds}
        )
        return ResultRow(**filled)

    def to_dict(self) -> dict[str, Any]:
        """Plain values; what is not a number is None."""
        return {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in asdict(self).items()
        }


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(ResultRow))
_KINDS: dict[str, type] = {
    f.name: {"int": int, "float": float, "str": str}[str(f.type)] for f in fields(ResultRow)
}


_RANGES = {
    **RANGES,
    "run": (1, math.inf),
    "fold": (0, math.inf),
    "folds": (2, math.inf),
    "n_test": (0, math.inf),
    "train_seconds": (0, math.inf),
    "test_seconds": (0, math.inf),
}
_ROUNDING = 1e-9  # a sum of fractions can pass its limit by its last bits


def csv_header() -> str:
    return ",".join(COLUMNS) + "\n"


def csv_lines(rows: Iterable[ResultRow]) -> str:
    """Rows as lines of CSV. Numbers keep every digit, and names come back as they are, line ends included."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        one_line = " ".join(row.error.split())  # for people, so its line ends need not come back
        writer.writerow([_written(getattr(row, name)) for name in COLUMNS[:-1]] + [_written(one_line)])
    return text.getvalue()


def rows_from_csv(text: str, file: str = "") -> list[ResultRow]:
    """Rows from the text of a results file; a clear error where it is none."""
    reader = csv.reader(io.StringIO(text))
    header = next(reader, None)
    if header is None:
        return []
    if tuple(header) != COLUMNS:
        raise DataError(
            "this is not a file of results",
            file=file,
            line=1,
            text=",".join(header)[:80],
            hint="Choose another name for the results.",
        )
    rows = []
    for cells in reader:
        if len(cells) != len(COLUMNS):
            raise DataError(f"{len(cells)} fields, expected {len(COLUMNS)}", file=file, line=reader.line_num)
        try:
            rows.append(row_from(dict(zip(COLUMNS, map(unescaped, cells), strict=True))))
        except ValueError as error:
            raise not_a_result(error, file=file, line=reader.line_num) from None
    return rows


def not_a_result(
    error: ValueError, *, file: str, line: int | None = None, row: int | None = None
) -> DataError:
    """The error about a row that no experiment can have written."""
    if row is not None:
        return DataError(f"row {row}: {error}", file=file, hint="Choose another name for the results.")
    hint = "Correct it, or delete the line: then its result is computed again."
    return DataError(str(error), file=file, line=line, hint=hint)


def row_from(values: Mapping[str, Any]) -> ResultRow:
    """A row from texts (as CSV has them) or plain values (as Parquet does).

    Raises a ValueError that names the column if a value cannot be that of a result.
    """
    fields: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        value = values[name]
        if kind is str:
            fields[name] = "" if value is None else str(value)
        elif kind is float and value in ("", None):
            fields[name] = NOTHING
        else:
            fields[name] = _checked(name, kind, value)
    row = ResultRow(**fields)
    if row.fold >= row.folds:
        raise ValueError(f"fold is {row.fold}, but there are only {row.folds} folds, counted from 0")
    return row


def _checked(name: str, kind: type, value: Any) -> float:
    """The number in a column, which must be finite and possible there; NaN is how Parquet writes none."""
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


def _written(value: Any) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else repr(value)
    return escaped(value) if isinstance(value, str) else str(value)
