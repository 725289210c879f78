"""The tips of the local tables, in two sentences: what something is, and why."""

from __future__ import annotations

from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.text import class_names, number, printable, rescaled_text, value_text
from lwnb_gui.views.links import LocalTableCell
from lwnb_gui.views.local_tables.tables_reading import TablesReading
from lwnb_gui.views.wording.numbers import FLOOR_TEXT, without_rounding


def head_tip(reading: TablesReading, *, numeric: bool) -> str:
    """Explain the columns."""
    if numeric:
        form = next((reading.numeric_table(b.attribute).form for b in reading.numeric), "density")
        p = (
            "The likelihood p(a | c) is the height of the class's normal curve at the instance's value: a "
            "density, so it can exceed 1."
            if form == "density"
            else "The likelihood p(a | c) is the normal probability of the interval around the rounded "
            "value, as in Weka."
        )
        return (
            "Mean and standard deviation are computed from the neighbours of a class, each with its rescaled "
            f"weight w′.\n{p}"
        )
    if reading.explanation.settings.get("eq6") == "printed":
        below = "the number of values plus the weight of the rows with that value, as printed"
    else:
        below = "the number of values plus the class's weight"
    return (
        "Weight is the rescaled weight w′ of the neighbours with this value and class.\n"
        f"Share is P(a | c): the weight plus 1, divided by {below} (6), so that no factor is ever 0."
    )


def attribute_tip(reading: TablesReading, j: int) -> str:
    """Explain an attribute's name and curves."""
    explanation = reading.explanation
    table, value = explanation.tables[j], explanation.value(j)
    name = printable(table.attribute.name)
    if isinstance(table, NominalTable):
        own = "missing here, so its factor is left out" if value is None else f"{value_text(value)} here"
        return f"{name}: {own}.\nOnly the neighbours are counted, each with its rescaled weight w′."
    if value is None:
        return f"{name} is missing here.\nIts curves are drawn, but its factor is left out."
    if table.form == "density":
        factor = "Where it meets a curve, the height is that class's factor p(a | c)."
    else:
        factor = (
            f"A class's factor p(a | c) is the area under its curve over an interval of width "
            f"{number(table.precision)} there."
        )
    return (
        f"{name}: a normal curve for each class, from its neighbours and their rescaled weights w′.\n"
        f"The vertical line is at the instance's value, {value_text(value)}. {factor}"
    )


def cell_tip(reading: TablesReading, cell: LocalTableCell) -> str:
    """Explain one cell, with all its numbers."""
    table = reading.explanation.tables[cell.attribute]
    explanation = reading.explanation
    klass = class_names(explanation.classes, explanation.class_attribute)[cell.class_code]
    name = printable(table.attribute.name)
    if isinstance(table, NominalTable):
        assert cell.value is not None
        value, c = printable(table.attribute.values[cell.value]), cell.class_code
        count, p = float(table.counts[cell.value, c]), float(table.probabilities[cell.value, c])
        tip = (
            f"Neighbours of class {klass} with {name} = {value} account for {rescaled_text(count)} of the "
            f"class’s weight of {rescaled_text(float(table.totals[c]))}.\nP({value} | {klass}) = {number(p)}."
        )
    else:
        tip = _numeric_tip(reading, cell, table, klass, name)
    return tip + _nb_tip(reading, cell)


def _numeric_tip(
    reading: TablesReading, cell: LocalTableCell, table: NumericTable, klass: str, name: str
) -> str:
    c = cell.class_code
    is_absent = table.weights[c] <= 0
    if is_absent and table.form == "density":
        return (
            f"No neighbour of class {klass} has any weight here.\n"
            f"There is no curve, and the factor is the floor, {FLOOR_TEXT}."
        )
    value = float(reading.explanation.instance[cell.attribute])
    factors = table.factors(value)
    mean, sd = _mean_and_sd(table, c)
    if is_absent:
        spread = (
            f"No neighbour of class {klass} has any weight here: Weka gives the class mean {mean} and sd "
            f"{sd}."
        )
    else:
        weight = rescaled_text(float(table.weights[c]))
        spread = f"{name} among the neighbours of class {klass}: mean {mean}, sd {sd}, weight {weight}."
    if factors is None:
        return f"{spread}\nThe instance's value is missing, so the factor is left out."
    return f"{spread}\np({number(value)} | {klass}) = {number(factors.item(c))}."


def _nb_tip(reading: TablesReading, cell: LocalTableCell) -> str:
    if reading.nb_tables is None:
        return ""
    table, c = reading.nb_tables[cell.attribute], cell.class_code
    if isinstance(table, NominalTable):
        assert cell.value is not None
        return f"\nNB, from all rows: {number(table.probabilities.item(cell.value, c))}."
    factors = table.factors(float(reading.explanation.instance[cell.attribute]))
    p = "left out" if factors is None else number(factors.item(c))
    mean, sd = _mean_and_sd(table, c)
    return f"\nNB, from all rows: mean {mean}, sd {sd}, p = {p}."


def _mean_and_sd(table: NumericTable, c: int) -> tuple[str, str]:
    sd = table.sd.item(c)
    return number(without_rounding(table.mean.item(c), sd)), number(sd)
