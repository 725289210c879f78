"""What the tables say when the mouse rests on them: two sentences, the thing and the why."""

from __future__ import annotations

from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.qt.panels.table_rows import Scene
from lwnb_gui.state.links import Cell
from lwnb_gui.text import fixed, number, shown, value_text


def head_words(scene: Scene, *, numeric: bool) -> str:
    """About the columns."""
    if numeric:
        form = next((scene.numeric_table(b.attribute).form for b in scene.numeric), "density")
        p = (
            "p(a | c) is the height of the class's normal curve at the instance's value: a density, so it"
            " can exceed 1."
            if form == "density"
            else "p(a | c) is the normal probability of the interval around the rounded value, as in Weka."
        )
        return (
            "Mean and sd are those of the neighbours of a class, each counted with its rescaled weight w′.\n"
            + p
        )
    if scene.explanation.settings.get("eq6") == "printed":
        below = "the number of values plus the weight of the rows with that value, as printed"
    else:
        below = "the number of values plus the class's weight"
    return (
        "W is the rescaled weight of the neighbours that have the value and the class.\n"
        f"P(a | c) adds 1 to it and divides by {below} (6), so that no factor is ever 0."
    )


def attribute_words(scene: Scene, j: int) -> str:
    """About an attribute's name and curves."""
    explanation = scene.explanation
    table, value = explanation.tables[j], explanation.value(j)
    name = shown(table.attribute.name)
    if isinstance(table, NominalTable):
        own = "missing here, so its factor is left out" if value is None else f"{value_text(value)} here"
        return f"{name}: {own}.\nThe counts are of the neighbours only, each with its rescaled weight w′."
    if value is None:
        return f"{name} is missing here.\nIts curves are drawn, but its factor is left out."
    return (
        f"{name}: a normal curve for each class, from its neighbours and their rescaled weights w′.\n"
        f"The upright line is at the instance's value, {value_text(value)}. Where it meets a curve, the "
        "height is that class's factor p(a | c)."
    )


def cell_words(scene: Scene, cell: Cell) -> str:
    """About one cell, with all its figures."""
    table = scene.explanation.tables[cell.attribute]
    klass = shown(scene.explanation.classes[cell.class_code])
    name = shown(table.attribute.name)
    if isinstance(table, NominalTable):
        assert cell.value is not None
        value, c = shown(table.attribute.values[cell.value]), cell.class_code
        count, p = float(table.counts[cell.value, c]), float(table.probabilities[cell.value, c])
        words = (
            f"Neighbours of class {klass} with {name} = {value} weigh {fixed(count, 2)} of"
            f" {fixed(float(table.totals[c]), 2)}.\nP({value} | {klass}) = {p:.6g}."
        )
    else:
        words = _numeric_words(scene, cell, table, klass, name)
    return words + _beside_words(scene, cell)


def _numeric_words(scene: Scene, cell: Cell, table: NumericTable, klass: str, name: str) -> str:
    c = cell.class_code
    if table.weights[c] <= 0:
        return (
            f"No neighbour of class {klass} has a weight here.\n"
            "Without rows there is no curve, and its factor is the floor, 1e−75."
        )
    value = float(scene.explanation.instance[cell.attribute])
    factors = table.factors(value)
    spread = (
        f"{name} among the neighbours of class {klass}: mean {number(float(table.mean[c]))},"
        f" sd {number(float(table.sd[c]))}, weight {fixed(float(table.weights[c]), 2)}."
    )
    if factors is None:
        return f"{spread}\nThe instance's value is missing, so the factor is left out."
    return f"{spread}\np({number(value)} | {klass}) = {float(factors[c]):.6g}."


def _beside_words(scene: Scene, cell: Cell) -> str:
    if scene.beside is None:
        return ""
    table, c = scene.beside[cell.attribute], cell.class_code
    if isinstance(table, NominalTable):
        assert cell.value is not None
        return f"\nNB, from all rows: {table.probabilities[cell.value, c]:.6g}."
    factors = table.factors(float(scene.explanation.instance[cell.attribute]))
    p = "left out" if factors is None else f"{float(factors[c]):.6g}"
    mean, sd = number(float(table.mean[c])), number(float(table.sd[c]))
    return f"\nNB, from all rows: mean {mean}, sd {sd}, p = {p}."
