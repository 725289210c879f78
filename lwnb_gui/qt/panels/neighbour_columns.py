"""The columns of the neighbours: cells read from the explanation's arrays, however many rows there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation
from lwnb_gui.qt.row_model import Cell, Column
from lwnb_gui.readings.neighbours import (
    LIKENESS_TEXT,
    Likeness,
    at_bandwidth,
    likeness,
    weight_formula,
    weight_tip,
)
from lwnb_gui.text import distance_text, rescaled_text, shown, weight_text
from lwnb_gui.views.column_facts import facts

RANK, ROW, D, W, RESCALED, CLASS, FIXED = range(7)
_SAMPLED_VALUES = 40  # values of a nominal attribute that are measured
_LOOKS: dict[Likeness, dict[str, Any]] = {
    "equal": {"strong": True, "underline": True},
    "near": {},
    "far": {"ink": "ink3"},
    "same": {"ink": "ink3"},
    "differs": {"strong": True, "box": True},
}


class NeighbourCells:
    """The neighbours of one explanation. A neighbour's number is its rank, from 0."""

    def __init__(self, explanation: Explanation, data: Dataset) -> None:
        self.data, self.attributes = data, explanation.attributes
        everything = data.all_rows
        self._columns: list[NDArray[Any]] = [everything.column(a.name) for a in self.attributes]
        self._facts = [facts(data, a.name) if a.is_numeric else None for a in self.attributes]
        self.show(explanation)

    def show(self, explanation: Explanation) -> None:
        """Another explanation with the same columns: another k, or another instance."""
        self.explanation = explanation
        neighbourhood = explanation.neighbourhood
        rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
        self.neighbourhood = neighbourhood
        self.rows: NDArray[np.intp] = np.zeros(0, dtype=np.intp) if rows is None else rows
        self.classes: NDArray[np.int32] = np.zeros(0, dtype=np.int32) if classes is None else classes
        weights = np.zeros(0) if neighbourhood is None else neighbourhood.weights
        self._heaviest = float(weights.max(initial=1.0))
        self._own: list[float] = explanation.instance.tolist()

    def is_of(self, explanation: Explanation, data: Dataset) -> bool:
        """Whether the columns suit an explanation."""
        return (
            data is self.data
            and explanation.attributes == self.attributes
            and weight_formula(explanation) == weight_formula(self.explanation)
        )

    # -- values of attributes -------------------------------------------------------------------------

    def likeness(self, i: int, j: int) -> Likeness:
        """How the value of predictor j compares with the instance's."""
        known = self._facts[j]
        reach = None if known is None else known.reach
        return likeness(self._columns[j].item(self.rows.item(i)), self._own[j], reach)

    def value_text(self, i: int, j: int) -> str:
        known, value = self._facts[j], self._columns[j].item(self.rows.item(i))
        if known is not None:
            return known.text(value)
        return shown(self.attributes[j].values[value]) if value >= 0 else "?"

    def _value(self, j: int, i: int) -> Cell:
        return Cell(self.value_text(i, j), **_LOOKS[self.likeness(i, j)])

    def _value_tip(self, j: int, i: int) -> str:
        name = shown(self.attributes[j].name)
        return f"{name} {self.value_text(i, j)}: {LIKENESS_TEXT[self.likeness(i, j)]}."

    def _title_tip(self, j: int) -> str:
        attribute, own = self.attributes[j], self.explanation.value(j)
        name = f"{j + 1}: {shown(attribute.name)}"
        if own is None:
            return f"{name}. The instance’s value is missing, so every row counts as different."
        if isinstance(own, str):
            return f"{name}, {shown(own)} in the instance. Values that differ are boxed."
        return (
            f"{name}, {facts(self.data, attribute.name).text(own)} in the instance. Underlined: equal to it; "
            f"dark: within 5 % of the range; pale: farther away."
        )

    # -- columns --------------------------------------------------------------------------------------

    def columns(self) -> list[Column]:
        """Rank, row, distance, weights and class, and a column for each attribute in use."""
        classes = tuple(Cell(shown(name), marker=code) for code, name in enumerate(self.explanation.classes))
        number = "0" * max(len(str(len(self.data.all_rows))), 3)
        return [
            self._figures(
                "rank",
                lambda i: str(i + 1),
                number,
                "1 is the nearest. Rows at the same distance keep the order of the file.",
            ),
            self._figures(
                "row",
                lambda i: str(self.rows.item(i) + 1),
                number,
                "The row’s number in the file, from 1. Click a neighbour to make it the test instance.",
            ),
            self._figures(
                "distance",
                lambda i: distance_text(self._neighbour("distances", i)),
                "0.0000",
                f"The distance d in all attributes in use: numbers are scaled to their range, "
                f"{_nominal_difference(self.explanation)}. A missing value counts as the largest possible "
                "difference.",
            ),
            Column(
                "weight",
                self._weight,
                tip=weight_tip(self.explanation),
                row_tip=self._weight_tip,
                inset=10,
                bar=52,
                samples=(Cell("<0.001"),),
            ),
            self._figures(
                "rescaled",
                lambda i: rescaled_text(self._neighbour("rescaled", i)),
                "<0.01",
                "The rescaled weight w′. The rescaled weights add up to r (equation 3), so the Laplace "
                "correction counts the same with every kernel.",
                short="w′",
            ),
            Column(
                "class",
                lambda i: classes[self.classes.item(i)],
                tip="The neighbour’s class. Its w′ is added to that class in every local table.",
                row_tip=self._row_tip,
                inset=10,
                most=150,
                grow=32,
                samples=classes,
            ),
            *(self._value_column(j) for j in range(len(self.attributes))),
        ]

    def _figures(
        self, title: str, text: Callable[[int], str], sample: str, tip: str, short: str = ""
    ) -> Column:
        return Column(
            title,
            lambda i: Cell(text(i)),
            tip=tip,
            align="right",
            row_tip=self._row_tip,
            grow=14,
            samples=(Cell(sample),),
            short_title=short,
            has_whole_title=True,
        )

    def _value_column(self, j: int) -> Column:
        attribute = self.attributes[j]
        if attribute.is_numeric:
            known = facts(self.data, attribute.name)
            samples = tuple(Cell(known.text(value), strong=True) for value in (known.low, known.high))
        else:
            samples = tuple(Cell(shown(v), strong=True) for v in attribute.values[:_SAMPLED_VALUES])
        return Column(
            shown(attribute.name),
            partial(self._value, j),
            tip=partial(self._title_tip, j),
            align="right" if attribute.is_numeric else "centre",
            row_tip=partial(self._value_tip, j),
            most=84,
            grow=60,
            samples=samples,
            short_title=str(j + 1),
        )

    def _neighbour(self, name: str, i: int) -> float:
        return float(getattr(self.neighbourhood, name).item(i))

    def _weight(self, i: int) -> Cell:
        weight = self._neighbour("weights", i)
        return Cell(weight_text(weight), bar=weight / self._heaviest)

    def _weight_tip(self, i: int) -> str:
        if self.neighbourhood is not None and self.neighbourhood.weights[i] == 0:
            return f"Weight 0: the row contributes nothing. {at_bandwidth(self.explanation)}".strip()
        return self._row_tip(i)

    def _row_tip(self, i: int) -> str:
        number = self.rows.item(i) + 1
        return (
            f"Row {number}, rank {i + 1}. Click to make it the test instance; it is then left out of the "
            f"training rows."
        )


def _nominal_difference(explanation: Explanation) -> str:
    """What different nominal values add to the distance, in the convention in force."""
    if explanation.convention.nominal_distance == "binarised":
        return (
            "and nominal values that differ are 1 apart, or √2 where the attribute has more than two values"
        )
    return "and nominal values that differ are 1 apart"
