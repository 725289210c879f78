"""Statistics of attributes, for the tables of the page Data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_core.data.column_notes import column_note
from lwnb_core.progress import Progress, silent
from lwnb_gui.plots.histogram import HistogramData, histogram_data
from lwnb_gui.text import fixed, number, significant
from lwnb_gui.views.wording.column_facts import facts as column_facts

MOST_VALUES = 500
MOST_CLASSES = 8
_BRIEF = 9  # characters


@dataclass(frozen=True)
class Summary:
    """One row of the attribute table."""

    missing: int
    rows: int
    distinct: int
    note: str = ""
    """Why the attribute may not be meant for learning; see `lwnb_core.data.column_notes`."""

    @property
    def missing_text(self) -> str:
        """Return the percentage of missing values; unless there are none, it is never displayed as 0."""
        if not self.missing:
            return "0"
        share = 100 * self.missing / self.rows
        return "<0.1" if share < 0.05 else fixed(share, 1)


@dataclass(frozen=True)
class Line:
    """A row of a statistics table; `code` is the class whose marker stands before it."""

    cells: tuple[str, ...]
    code: int | None = None
    strong: bool = False


@dataclass(frozen=True)
class Statistics:
    """The statistics of one attribute.

    Attributes
    ----------
    facts
        Pairs of a name and a number, for all rows.
    titles, lines
        A table with a line per class (numeric) or per value (nominal).
    note
        What the table does not show.
    """

    facts: tuple[tuple[str, str], ...]
    titles: tuple[str, ...]
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, eq=False)
class AttributeView:
    """Statistics and histogram of one attribute; text has no histogram."""

    name: str
    statistics: Statistics
    histogram: HistogramData | None


def summarise(data: Dataset, j: int) -> Summary:
    """Count missing and distinct values of one attribute."""
    absent = data.missing(j)
    present = data.column(j)[~absent]
    attribute = data.attributes[j]
    if attribute.is_nominal:
        distinct = int(np.count_nonzero(np.bincount(present, minlength=1)))
    elif attribute.is_numeric:
        distinct = len(np.unique(present))
    else:
        distinct = len(set(present.tolist()))
    return Summary(int(absent.sum()), len(data), distinct, column_note(data, j))


def summarise_all(data: Dataset, progress: Progress = silent) -> tuple[Summary, ...]:
    """Return every attribute's row, with progress for large data."""
    result = []
    for j in range(len(data.attributes)):
        result.append(summarise(data, j))
        progress(j + 1, len(data.attributes))
    return tuple(result)


def view_of(data: Dataset, name: str) -> AttributeView:
    """Return everything that the panel shows about one attribute."""
    j = data.index_of(name)
    kind = data.attributes[j].kind
    if kind == "string":
        return AttributeView(name, _text(data, j), None)
    shown = histogram_data(data, j)
    return AttributeView(name, _numeric(data, j) if kind == "numeric" else _nominal(data, j), shown)


def _numeric(data: Dataset, j: int) -> Statistics:
    column = data.column(j)
    present = ~np.isnan(column)
    x = column[present]
    if not len(x):
        return Statistics((("values", "none: missing in every row"),), (), ())
    quartiles = np.quantile(x, [0.25, 0.5, 0.75])
    decimals = _decimals(x)
    own = column_facts(data, data.attributes[j].name).decimals
    five = [float(x.min()), *map(float, quartiles), float(x.max())]
    names = ("min", "25 %", "median", "75 %", "max")
    facts = (
        *zip(names, _alike(five, own), strict=True),
        ("distinct", f"{len(np.unique(x)):,}"),
        ("missing", _share(int((~present).sum()), len(data))),
    )
    titles = ("class", "rows", "mean", "sd", "min", "max")
    lines = []
    codes = data.class_codes[present] if data.class_index is not None else np.full(len(x), -1, np.int32)
    for code, label in enumerate(data.classes if data.class_index is not None else ()):
        lines.append(Line((label, *_moments(x[codes == code], decimals, own)), code))
    lines.append(Line(("all rows", *_moments(x, decimals, own)), strong=True))
    return Statistics(facts, titles, tuple(lines))


def _moments(x: NDArray[np.float64], decimals: int, own: int) -> tuple[str, ...]:
    """Return count, mean and deviation, and the ends with the decimals that the values have."""
    if not len(x):
        return ("0", "–", "–", "–", "–")
    with np.errstate(over="ignore", invalid="ignore"):
        mean, sd = float(x.mean()), float(x.std(ddof=1)) if len(x) > 1 else float("nan")
    ends = _alike([float(x.min()), float(x.max())], own)
    return (f"{len(x):,}", _number(mean, decimals), _number(sd, decimals), *ends)


def _number(value: float, decimals: int) -> str:
    if not np.isfinite(value):
        return "–"
    return fixed(value, decimals) if abs(value) < 1e7 else number(value)


def _decimals(x: NDArray[np.float64]) -> int:
    """Return two digits more than the spread needs, so that means can be distinguished."""
    with np.errstate(over="ignore", invalid="ignore"):
        spread = float(x.std())
    if not np.isfinite(spread) or spread <= 0:
        return 3
    return int(np.clip(2 - np.floor(np.log10(spread)), 1, 6))


def _nominal(data: Dataset, j: int) -> Statistics:
    attribute = data.attributes[j]
    column = data.column(j)
    classes = data.classes if data.class_index is not None else ()
    counts = np.bincount(column[column >= 0], minlength=len(attribute.values))
    by_class = data.class_index is not None and j != data.class_index and len(classes) <= MOST_CLASSES
    titles: tuple[str, ...] = ("value", "rows", "%")
    table = np.zeros((len(attribute.values), 0), dtype=np.int64)
    if by_class:
        titles = (*titles, *classes)
        known = (column >= 0) & (data.class_codes >= 0)
        cells = column[known].astype(np.int64) * len(classes) + data.class_codes[known]
        size = len(attribute.values) * len(classes)
        table = np.bincount(cells, minlength=size).reshape(len(attribute.values), len(classes))
    total = max(int(counts.sum()), 1)
    lines = [
        Line(
            (value, f"{counts[i]:,}", fixed(100 * counts[i] / total, 1), *(f"{c:,}" for c in table[i])),
            i if j == data.class_index else None,
        )
        for i, value in enumerate(attribute.values[:MOST_VALUES])
    ]
    unused = int((counts == 0).sum())
    facts = [
        ("values declared", f"{len(attribute.values):,}"),
        ("values that occur", f"{len(attribute.values) - unused:,}"),
        ("missing", _share(int((column < 0).sum()), len(data))),
    ]
    notes = []
    if len(attribute.values) > MOST_VALUES:
        notes.append(f"{len(attribute.values) - MOST_VALUES:,} more values not listed.")
    if unused and j != data.class_index:
        notes.append("A declared value that does not occur still counts in the Laplace estimate.")
    return Statistics(tuple(facts), titles, tuple(lines), " ".join(notes))


def _text(data: Dataset, j: int) -> Statistics:
    absent = data.missing(j)
    present = data.column(j)[~absent]
    facts = (
        ("distinct", f"{len(set(present.tolist())):,}"),
        ("missing", _share(int(absent.sum()), len(data))),
    )
    first = tuple(Line((str(value),)) for value in present[:20])
    return Statistics(facts, ("first values",), first, "Text is displayed but not used for learning.")


def _alike(values: Sequence[float], decimals: int) -> list[str]:
    """Format numbers with one number of decimals, short enough for five of them side by side.

    It is one more than the values' own where a quartile lies between two of them.
    """
    between = any(abs(round(v, decimals) - v) > 1e-9 * max(1.0, abs(v)) for v in values)
    texts = [fixed(v, min(decimals + between, 6)) for v in values]
    if max(map(len, texts)) <= _BRIEF:
        return texts
    return [significant(v, 4) for v in values]


def _share(n: int, rows: int) -> str:
    if not n:
        return "none"
    return f"{n:,} ({Summary(n, rows, 0).missing_text} %)"
