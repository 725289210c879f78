"""The tables of an explanation, with more digits than a screen can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import NumericTable
from lwnb_gui.export.figures import FigureView, SceneFigure
from lwnb_gui.readings.numbers import without_rounding
from lwnb_gui.readings.tables import TablesReading
from lwnb_gui.text import exact_text, shown
from lwnb_gui.views.tables import TextTable


def local_tables(
    explanation: Explanation,
    *,
    only_own_value: bool = False,
    attributes: Sequence[int] | None = None,
    digits: int = 10,
) -> TextTable | None:
    """A line for each attribute, value and class; of a nominal one all values, or the instance's only."""

    def as_text(value: float) -> str:
        return f"{value:.{digits}g}" if np.isfinite(value) else ""

    if explanation.model is None:
        return None
    rows: list[list[str]] = []
    for j in _all(explanation, attributes):
        table = explanation.tables[j]
        name, own = shown(table.attribute.name), explanation.value(j)
        if isinstance(table, NumericTable):
            factors = table.factors(float(explanation.instance[j]))
            for c, label in enumerate(explanation.classes):
                present = table.weights[c] > 0
                mean = without_rounding(table.mean.item(c), table.sd.item(c))
                numbers = [as_text(v) if present else "" for v in (mean, table.sd.item(c))]
                p = "" if factors is None else as_text(float(factors[c]))
                rows.append(
                    [
                        name,
                        exact_text(own),
                        "yes",
                        shown(label),
                        as_text(float(table.weights[c])),
                        *numbers,
                        p,
                    ]
                )
            continue
        for v, nominal in enumerate(table.attribute.values):
            is_own = nominal == own
            if only_own_value and not is_own:
                continue
            for c, label in enumerate(explanation.classes):
                count, p = as_text(float(table.counts[v, c])), as_text(float(table.probabilities[v, c]))
                mark = "yes" if is_own else ""
                rows.append([name, shown(nominal), mark, shown(label), count, "", "", p])
    titles = ["attribute", "value", "of the instance", "class", "W", "mean", "sd", "p(a|c)"]
    columns = list(range(len(titles)))
    if only_own_value:
        columns.remove(2)
        if not any(row[5] for row in rows):  # no numeric attribute, so no mean and no deviation
            columns = [column for column in columns if column not in (5, 6)]
    right = frozenset(i for i, column in enumerate(columns) if column >= 4)
    return TextTable([titles[j] for j in columns], [[row[j] for j in columns] for row in rows], right)


def tables_figure(reading: TablesReading, width: float = 640.0) -> FigureView | None:
    """Curves of numeric attributes and counts of nominal ones below them; None where there are none."""
    from lwnb_gui.scenes.local_tables import local_tables

    if not reading.order or reading.explanation.model is None:
        return None
    plain = replace(reading, highlighted={}, share=None)
    return SceneFigure(partial(local_tables, plain, legend=True), width)


def _all(explanation: Explanation, attributes: Sequence[int] | None) -> Sequence[int]:
    return range(len(explanation.attributes)) if attributes is None else attributes
