"""The local tables in numbers: some for people in a terminal or a notebook, and all for programs."""

from __future__ import annotations

import math

from lwnb_core.local.naive_bayes import NumericTable
from lwnb_gui.text import exact_text, listed, printable, rescaled_text, value_text
from lwnb_gui.views.local_tables.tables_reading import TablesReading
from lwnb_gui.views.tables import TableCell, TableColumn, TextTable, ViewTable
from lwnb_gui.views.wording.classes import in_sight, strongest
from lwnb_gui.views.wording.numbers import without_rounding

_MOST_CLASSES, _MOST_ATTRIBUTES = 3, 10  # of a terminal or a notebook
_EMPTY = TableCell("")
_DIGITS = 10  # of numbers for programs


def tables_of_both_kinds(reading: TablesReading, *, full: bool) -> tuple[ViewTable, ...]:
    """Return one table of numeric and one of nominal attributes; if there are many, only the main ones."""
    explanation = reading.explanation
    n, m = len(explanation.classes), len(reading.order)
    classes = in_sight(explanation, n if full else _MOST_CLASSES)
    by_contribution = [j for j in strongest(explanation) if j in set(reading.order)]
    most = set(by_contribution[: m if full else _MOST_ATTRIBUTES])
    where = "of the training rows" if explanation.neighbourhood is None else "of the weighted neighbours"
    left_out = []
    if len(classes) < n:
        left_out.append(f"{n - len(classes)} of {n} classes")
    if len(most) < m:
        left_out.append(f"{m - len(most)} of {m} attributes")
    numeric = [block.attribute for block in reading.numeric if block.attribute in most]
    nominal = [block.attribute for block in reading.nominal if block.attribute in most]
    tables = []
    if numeric:
        rows = [row for j in numeric for row in _numeric_rows(reading, j, classes)]
        note = f"normal distributions {where}"
        more = "" if nominal else listed(left_out)
        form = reading.numeric_table(numeric[0]).form
        tables.append(ViewTable("Numeric attributes", _numeric_columns(form), rows, note, more))
    if nominal:
        rows = [row for j in nominal for row in _nominal_rows(reading, j, classes, full=full)]
        tables.append(
            ViewTable("Nominal attributes", _NOMINAL_COLUMNS, rows, f"counts {where}", listed(left_out))
        )
    return tuple(tables)


def _numeric_columns(form: str) -> list[TableColumn]:
    factor = "density" if form == "density" else "P"
    return [
        TableColumn("attribute"),
        TableColumn("value", numeric=True),
        TableColumn("class"),
        *(TableColumn(title, numeric=True) for title in ("weight", "mean", "sd", factor)),
    ]


_NOMINAL_COLUMNS = [
    TableColumn("attribute"),
    TableColumn("value v"),
    TableColumn("class c"),
    *(TableColumn(title, numeric=True) for title in ("weight", "class weight", "P(v|c)")),
]


def _numeric_rows(reading: TablesReading, j: int, classes: tuple[int, ...]) -> list[list[TableCell]]:
    explanation, table, normals = reading.explanation, reading.numeric_table(j), reading.normals(j)
    factors = normals.factors
    best = None if factors is None else max(classes, key=lambda c: factors[c])
    rows = []
    for c in classes:
        texts = (rescaled_text(table.weights.item(c)), *normals.texts(c))
        exact = _exact_numbers(table, c, None if factors is None else factors[c], _DIGITS)
        *numbers, last = map(TableCell, texts, exact)
        if factors is None:
            last = TableCell("left out", "")
        rows.append([_EMPTY, _EMPTY, TableCell(printable(explanation.classes[c])), *numbers, last])
        rows[-1][-1] = last._replace(strong=c == best)
    own = explanation.value(j)
    rows[0][:2] = [TableCell(printable(table.attribute.name)), TableCell(value_text(own), exact_text(own))]
    return rows


def _nominal_rows(
    reading: TablesReading, j: int, classes: tuple[int, ...], *, full: bool
) -> list[list[TableCell]]:
    """Return rows for the instance's value, or for all values if nothing is left out."""
    table, own = reading.nominal_table(j), reading.value_code(j)
    name = TableCell(printable(table.attribute.name))
    if own is None and not full:
        missing = TableCell("missing: factor left out", faint=True)
        return [[name, TableCell(value_text(None)), missing, _EMPTY, _EMPTY, _EMPTY]]
    rows = []
    for v in range(len(table.attribute.values)) if full else [own]:
        assert v is not None
        line = reading.nominal_line(j, v)
        best = max(classes, key=lambda c: line.probabilities[c])
        value = TableCell(printable(table.attribute.values[v]), strong=full and v == own)
        for c in classes:
            count, p = line.texts(c)
            total = table.totals.item(c)
            numbers = [
                TableCell(count, _exact(table.counts.item(v, c), _DIGITS)),
                TableCell(rescaled_text(total), _exact(total, _DIGITS)),
                TableCell(p, _exact(table.probabilities.item(v, c), _DIGITS), strong=c == best),
            ]
            rows.append([name, value, TableCell(printable(reading.explanation.classes[c])), *numbers])
            name = value = _EMPTY
    return rows


def exact_table(reading: TablesReading, *, only_own_values: bool = False, digits: int = _DIGITS) -> TextTable:
    """Return a row for each attribute, value and class; for a nominal one all values, or the instance's."""
    rows: list[list[str]] = []
    for j in sorted(reading.order):
        if reading.explanation.attributes[j].is_numeric:
            rows += _exact_numeric(reading, j, digits)
        else:
            rows += _exact_nominal(reading, j, digits, only_own_values=only_own_values)
    titles = ["attribute", "value", "of the instance", "class", "W", "mean", "sd", "p(a|c)"]
    columns = list(range(len(titles)))
    if only_own_values:
        columns.remove(2)
        if not any(row[5] for row in rows):  # no numeric attribute, so no mean and no deviation
            columns = [column for column in columns if column not in (5, 6)]
    right = frozenset(i for i, column in enumerate(columns) if column >= 4)
    return TextTable([titles[j] for j in columns], [[row[j] for j in columns] for row in rows], right)


def _exact_numeric(reading: TablesReading, j: int, digits: int) -> list[list[str]]:
    explanation, table = reading.explanation, reading.numeric_table(j)
    name, own = printable(table.attribute.name), exact_text(explanation.value(j))
    factors = table.factors(explanation.instance.item(j))
    rows = []
    for c, label in enumerate(explanation.classes):
        numbers = _exact_numbers(table, c, None if factors is None else factors.item(c), digits)
        rows.append([name, own, "yes", printable(label), *numbers])
    return rows


def _exact_numbers(table: NumericTable, c: int, factor: float | None, digits: int) -> list[str]:
    """Return weight, mean, deviation and factor of a class; empty texts if there is none."""
    sd, has_normal = table.sd.item(c), table.weights[c] > 0
    normal = (without_rounding(table.mean.item(c), sd), sd) if has_normal else (math.nan, math.nan)
    last = math.nan if factor is None else factor
    return [_exact(number, digits) for number in (table.weights.item(c), *normal, last)]


def _exact_nominal(reading: TablesReading, j: int, digits: int, *, only_own_values: bool) -> list[list[str]]:
    table, own = reading.nominal_table(j), reading.value_code(j)
    name = printable(table.attribute.name)
    rows = []
    for v, value in enumerate(table.attribute.values):
        if only_own_values and v != own:
            continue
        for c, label in enumerate(reading.explanation.classes):
            count, p = (_exact(numbers.item(v, c), digits) for numbers in (table.counts, table.probabilities))
            rows.append(
                [name, printable(value), "yes" if v == own else "", printable(label), count, "", "", p]
            )
    return rows


def _exact(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if math.isfinite(value) else ""
