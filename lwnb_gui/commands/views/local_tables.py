"""The probability tables of the (local) model, the instance's value in front."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.commands.screen import ACCENT, HINT, Screen, table
from lwnb_gui.commands.tables import ScreenTable
from lwnb_gui.readings.classes import in_sight, strongest
from lwnb_gui.readings.normals import normals_reading
from lwnb_gui.text import fixed, listed, number, probability, rescaled_text, shown, value_text

if TYPE_CHECKING:
    from lwnb_core.local.naive_bayes import NominalTable, NumericTable
    from lwnb_gui.commands.explain import Answer

_MOST_CLASSES = 3
_MOST_ATTRIBUTES = 10


def show_tables(screen: Screen, answer: Answer, full: bool) -> None:
    """Numeric and nominal attributes, each in one table; of many only those that say most."""
    from lwnb_core.local.naive_bayes import NominalTable, NumericTable

    explanation = answer.explanation
    if explanation.model is None:
        return
    chosen = _classes(answer, full)
    attributes = _attributes(answer, full)
    local = explanation.neighbourhood is not None
    numeric = [(j, t) for j, t in enumerate(explanation.tables) if isinstance(t, NumericTable)]
    nominal = [(j, t) for j, t in enumerate(explanation.tables) if isinstance(t, NominalTable)]
    where = "of the weighted neighbours" if local else "of the training rows"
    if any(j in attributes for j, _ in numeric):
        density = numeric[0][1].form == "density"
        screen.heading("Numeric attributes", f"normal distributions {where}")
        rows = table(
            "attribute", ">value", "class", ">weight", ">mean", ">sd", ">density" if density else ">P"
        )
        for j, numeric_table in numeric:
            if j in attributes:
                _numeric_rows(rows, answer, j, numeric_table, chosen)
        screen.print(rows)
    if any(j in attributes for j, _ in nominal):
        screen.heading("Nominal attributes", f"counts {where}")
        rows = table("attribute", "value v", "class c", ">count", ">weight", ">P(v|c)")
        for j, nominal_table in nominal:
            if j in attributes:
                _nominal_rows(rows, answer, j, nominal_table, chosen, full)
        screen.print(rows)
    _say_what_is_left_out(screen, answer, len(chosen), len(attributes))


def _numeric_rows(rows: ScreenTable, answer: Answer, j: int, fitted: NumericTable, chosen: list[int]) -> None:
    explanation = answer.explanation
    normals = normals_reading(explanation, j)
    factors = normals.factors
    best = None if factors is None else max(chosen, key=lambda c: factors[c])
    for position, c in enumerate(chosen):
        here = normals.present[c]
        factor = "left out" if factors is None else normals.texts(c)[2]
        rows.add_row(
            shown(fitted.attribute.name) if position == 0 else "",
            value_text(explanation.value(j)) if position == 0 else "",
            shown(explanation.classes[c]),
            rescaled_text(float(fitted.weights[c])),
            _measure(float(fitted.mean[c])) if here else "–",
            _measure(float(fitted.sd[c])) if here else "–",
            Text(factor, style="bold" if c == best else ""),
        )


def _nominal_rows(
    rows: ScreenTable, answer: Answer, j: int, fitted: NominalTable, chosen: list[int], full: bool
) -> None:
    explanation = answer.explanation
    own = explanation.instance[j]
    code = None if math.isnan(own) else int(own)
    if code is None and not full:
        rows.add_row(shown(fitted.attribute.name), "?", Text("missing: factor left out", style=HINT))
        return
    shown_values = range(len(fitted.attribute.values)) if full else [code]
    first = True
    for v in shown_values:
        if v is None:
            continue
        best = max(chosen, key=lambda c: fitted.probabilities[v, c])
        for position, c in enumerate(chosen):
            rows.add_row(
                shown(fitted.attribute.name) if first else "",
                Text(shown(fitted.attribute.values[v]), style=ACCENT if v == code and full else "")
                if position == 0
                else "",
                shown(explanation.classes[c]),
                rescaled_text(float(fitted.counts[v, c])),
                rescaled_text(float(fitted.totals[c])),
                Text(probability(float(fitted.probabilities[v, c])), style="bold" if c == best else ""),
            )
            first = False


def _classes(answer: Answer, full: bool) -> list[int]:
    """The classes to show: all, or those that a reader looks for first."""
    explanation = answer.explanation
    return list(in_sight(explanation, len(explanation.classes) if full else _MOST_CLASSES))


def _attributes(answer: Answer, full: bool) -> set[int]:
    """The attributes to show: all of them, or those that move the odds most."""
    m = len(answer.explanation.attributes)
    return set(strongest(answer.explanation)[: m if full else _MOST_ATTRIBUTES])


def _say_what_is_left_out(screen: Screen, answer: Answer, classes: int, attributes: int) -> None:
    explanation = answer.explanation
    missing = []
    if classes < len(explanation.classes):
        missing.append(f"{classes} of {len(explanation.classes)} classes")
    if attributes < len(explanation.attributes):
        missing.append(f"{attributes} of {len(explanation.attributes)} attributes")
    if missing:
        screen.hint(f"Shown: {listed(missing)} (--full shows all)")


def _measure(value: float) -> str:
    """A mean or deviation: four decimals, or as many digits as make sense for large figures."""
    return fixed(value, 4) if abs(value) < 10_000 else number(value)
