"""Dependence: LWNB's answer at every value of one attribute. Its figure has axes: `plots/dependence.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lwnb_core.local.naive_bayes import first_best, ranked
from lwnb_gui.text import count, exact_probability, exact_text, listed, number, printable, probabilities
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.names import brief, brief_all, brief_classes

if TYPE_CHECKING:
    from lwnb_core import Dependence as DependenceResult
    from lwnb_gui.app.query import Query

TIP = (
    "LWNB’s posterior at every value of this attribute; the other attributes keep their values. The "
    "neighbourhood is found again for each value. Click to give the instance that value."
)
_NEVER = "No other value changes the answer."
_MOST_NAMED = 3  # values in a sentence
_MOST_IN_SHORT = 30  # rows in a notebook


class Dependence(View["DependenceResult"]):
    """The curve beside the list of What if, whose panel shows both."""

    name = "dependence"
    title = "Dependence"
    area = None
    is_of_explanation = False
    spoken_name = "Dependence of the posterior on one attribute"
    script_explains = False

    def read(self, about: Subject) -> DependenceResult | None:
        return about.dependence

    def sentences(self, reading: DependenceResult) -> tuple[str, ...]:
        return (dependence_text(reading),)

    def tables(self, reading: DependenceResult, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return the prediction at each value of a nominal attribute, or ranges of a numeric one."""
        if reading.attribute.is_nominal:
            columns = [
                TableColumn("value"),
                TableColumn("prediction"),
                TableColumn("posterior", numeric=True),
            ]
            rows = [_value_row(reading, i) for i in range(len(reading.values))]
        else:
            columns = [TableColumn("from", numeric=True), TableColumn("prediction")]
            starts = [(reading.values.item(0), reading.predictions.item(0))]
            starts += [(at, after) for at, _, after in reading.flips]
            rows = [
                [TableCell(number(at), exact_text(at)), TableCell(printable(reading.classes[c]))]
                for at, c in starts
            ]
        most = len(rows) if full else _MOST_IN_SHORT
        left_out = count(len(rows) - most, "line") if len(rows) > most else ""
        note = f"prediction by {printable(reading.attribute.name)}"
        return (ViewTable(self.title, columns, rows[:most], note, left_out),)

    def script(self, script: Script, reading: DependenceResult, query: Query) -> None:
        attribute = literal(reading.attribute.name)
        script.add(f"view = {script.of_instance('lw.dependence', 'model', attribute=attribute)}")
        script.figure("dependence(view)", "dependence.svg")


def _value_row(reading: DependenceResult, i: int) -> list[TableCell]:
    """Return a nominal value, LWNB's class for it, and its probability."""
    c, chances = reading.predictions.item(i), reading.posteriors[i].tolist()
    return [
        TableCell(printable(reading.attribute.values[int(reading.values[i])])),
        TableCell(printable(reading.classes[c]), class_code=c),
        TableCell(probabilities(chances, can_be_zero=False)[c], exact_probability(chances[c])),
    ]


def dependence_text(data: DependenceResult) -> str:
    """Describe LWNB's answer at the present value, and which values would change it."""
    says = data.missing if np.isnan(data.now) else data.posteriors[nearest(data, data.now)]
    best = int(first_best(says))
    classes = brief_classes(data)
    start = f"{brief(data.attribute.name)} {value_label(data, data.now)}: {classes[best]}, "
    start += f"{probabilities(says.tolist(), can_be_zero=False)[best]}."
    without = int(first_best(data.missing))
    never = _NEVER if without == best else f"{_NEVER} Without a value, LWNB says {classes[without]}."
    if data.attribute.is_nominal:
        values = brief_all(data.attribute.values)
        others = [v for v, c in zip(values, data.predictions, strict=True) if c != best]
        shown_others = others[:_MOST_NAMED]
        if len(others) > _MOST_NAMED:
            shown_others.append(f"{len(others) - _MOST_NAMED} more")
        return f"{start} The class changes with {listed(shown_others)}." if others else f"{start} {never}"
    if not data.nearest_flips:
        return f"{start} {never}"
    flips = [f"{classes[flip.prediction]} at {number(flip.value)}" for flip in data.nearest_flips]
    return f"{start} It becomes {' and '.join(flips)}."


def caption_text(data: DependenceResult) -> str:
    """Return the caption below the curve in a file."""
    return (
        f"LWNB’s posterior at k = {data.k:,} as {brief(data.attribute.name)} changes: the other values stay "
        f"the same, and the neighbourhood is found again for each value. Line: the instance. "
        f"{dependence_text(data)}"
    )


def nearest(data: DependenceResult, value: float) -> int:
    """Return the index of the computed value nearest to this one."""
    return int(np.argmin(np.abs(data.values - value)))


def round_to(data: DependenceResult, value: float) -> float:
    """Format a number with as many digits as the steps between the values require."""
    span = float(data.values[-1] - data.values[0]) if len(data.values) > 1 else 0.0
    if not span > 0 or not np.isfinite(value):
        return value
    step = 10.0 ** np.floor(np.log10(span / 200))
    return float(f"{round(value / step) * step:.12g}")


def value_label(data: DependenceResult, value: float) -> str:
    """Return a value in readable form."""
    if np.isnan(value):
        return "missing"
    if data.attribute.is_nominal:
        return printable(data.attribute.values[int(value)])
    return number(round_to(data, value) if value != data.now else value)


def read_out(data: DependenceResult, value: float) -> str:
    """Return `petallength 4.87: versicolor 0.620, virginica 0.380`: the two likeliest classes at a value."""
    p = data.missing if np.isnan(value) else data.posteriors[nearest(data, value)]
    order = ranked(p.tolist())[:2]
    classes = brief_classes(data)
    numbers = probabilities(p.tolist(), can_be_zero=False)
    said = ", ".join(f"{classes[c]} {numbers[c]}" for c in order)
    return f"{brief(data.attribute.name)} {value_label(data, value)}: {said}"
