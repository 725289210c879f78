"""The reading of the local tables: the order of the attributes, and which values and classes are shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from lwnb_core import Dataset, Explanation
from lwnb_core.local.naive_bayes import NominalTable, NumericTable, Table
from lwnb_gui.text import probability, related, rescaled_text
from lwnb_gui.views.links import Hover, LocalTableCell, cells_of
from lwnb_gui.views.local_tables.normals import NormalsReading, normals_reading
from lwnb_gui.views.wording.classes import FEW, absent, in_order, in_sight, strongest
from lwnb_gui.views.wording.names import brief_classes
from lwnb_gui.views.wording.numbers import FLOOR_TEXT

Order = Literal["contribution", "file"]

MOST_VALUES = 8  # if an attribute has more values, the heaviest FEW_VALUES and the instance's own are shown
FEW_VALUES = 5
FEW_CLASSES = 5  # the rows of a numeric attribute if there are more than FEW classes


class Block(NamedTuple):
    """One attribute's part of the tables.

    `codes` are the rows that it has: values of a nominal attribute, classes of a numeric one; `hidden` is how
    many there are besides.
    """

    attribute: int
    numeric: bool
    codes: tuple[int, ...]
    hidden: int = 0


class NominalLine(NamedTuple):
    """A value of a nominal attribute: by class its weighted count W, P(a | c), and NB's if compared."""

    counts: list[float]
    probabilities: list[float]
    nb: list[float] | None

    def texts(self, c: int) -> tuple[str, str]:
        """Return count and probability of a class as they are displayed."""
        return rescaled_text(self.counts[c]), probability(self.probabilities[c])

    def nb_text(self, c: int) -> str:
        return "" if self.nb is None else probability(self.nb[c])


@dataclass(frozen=True, eq=False)
class TablesReading:
    """The content of the tables.

    Attributes
    ----------
    order
        Predictors by position, in the order in which they are shown.
    nb_tables
        NB's tables, where they are to be compared with the local ones.
    expanded
        Predictors of which every value and class is shown.
    highlighted
        By predictor the cell that is highlighted.
    share
        The rescaled weight of the neighbour under the mouse, None where there is none.
    subtitles
        What the tables show, or what is highlighted in them, from long to short.
    """

    explanation: Explanation
    order: tuple[int, ...]
    nb_tables: tuple[Table, ...] | None = None
    expanded: frozenset[int] = frozenset()
    highlighted: Mapping[int, LocalTableCell] = field(default_factory=dict)
    share: float | None = None
    subtitles: tuple[str, ...] = ()

    @property
    def at_rest(self) -> TablesReading:
        """Return the same as without a mouse."""
        return replace(self, highlighted={}, share=None)

    @cached_property
    def numeric(self) -> tuple[Block, ...]:
        attributes = self.explanation.attributes
        return tuple([self._numeric_block(j) for j in self.order if attributes[j].is_numeric])

    @cached_property
    def nominal(self) -> tuple[Block, ...]:
        attributes = self.explanation.attributes
        return tuple([self._nominal_block(j) for j in self.order if not attributes[j].is_numeric])

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The classes of a numeric attribute that is not expanded."""
        n = len(self.explanation.classes)
        return in_sight(self.explanation, FEW if n <= FEW else FEW_CLASSES)

    def side_by_side(self, at_once: int, skipped: int = 0) -> tuple[int, ...]:
        """Return the classes that stand side by side in nominal tables, after `skipped` others."""
        order = in_order(self.explanation, at_once)
        start = skipped % len(order) if len(order) > at_once else 0
        return order[start : start + at_once]

    def numeric_table(self, j: int) -> NumericTable:
        table = self.explanation.tables[j]
        assert isinstance(table, NumericTable)
        return table

    def normals(self, j: int) -> NormalsReading:
        """Return a numeric predictor's curves and numbers."""
        reading = self._normals.get(j)
        if reading is None:
            factors = None if self._factors is None else self._factors[j]
            reading = self._normals[j] = normals_reading(self.explanation, j, factors=factors)
        return reading

    @cached_property
    def _normals(self) -> dict[int, NormalsReading]:
        return {}

    @cached_property
    def _factors(self) -> list[list[float]] | None:
        """The factors by predictor and class, computed at once because one by one takes longer."""
        logs = self.explanation.log_contributions
        return None if logs is None else np.exp(logs[1:]).tolist()

    @cached_property
    def _instance(self) -> list[float]:
        return self.explanation.instance.tolist()

    def nominal_table(self, j: int) -> NominalTable:
        table = self.explanation.tables[j]
        assert isinstance(table, NominalTable)
        return table

    def nb_normals(self, j: int) -> NormalsReading | None:
        """Return NB's curves and numbers of a numeric predictor, if they are compared."""
        if self.nb_tables is None:
            return None
        reading = self._nb_normals.get(j)
        if reading is None:
            reading = self._nb_normals[j] = normals_reading(self.explanation, j, self.nb_tables[j])
        return reading

    @cached_property
    def _nb_normals(self) -> dict[int, NormalsReading]:
        return {}

    def nominal_line(self, j: int, value: int) -> NominalLine:
        """Return the numbers of a value, by class."""
        table, other = self.nominal_table(j), None
        if self.nb_tables is not None:
            compared = self.nb_tables[j]
            assert isinstance(compared, NominalTable)
            other = compared.probabilities[value].tolist()
        return NominalLine(table.counts[value].tolist(), table.probabilities[value].tolist(), other)

    def part_of_class(self, j: int) -> str:
        """Return the neighbour's part of a numeric predictor's highlighted class: `2.97 of 56.23`."""
        cell = self.highlighted.get(j)
        return "" if cell is None else self._part_of(self.numeric_table(j).weights.item(cell.class_code))

    def part_of_value(self, j: int) -> str:
        """Return the neighbour's part of a nominal predictor's highlighted value."""
        cell = self.highlighted.get(j)
        if cell is None or cell.value is None:
            return ""
        return self._part_of(self.nominal_table(j).counts.item(cell.value, cell.class_code))

    def _part_of(self, weight: float) -> str:
        return "" if self.share is None else f"{rescaled_text(self.share)} of {rescaled_text(weight)}"

    def is_missing(self, j: int) -> bool:
        return math.isnan(self._instance[j])

    def value_code(self, j: int) -> int | None:
        """Return the instance's value of a nominal predictor."""
        return None if self.is_missing(j) else int(self._instance[j])

    def _numeric_block(self, j: int) -> Block:
        codes = self.lines
        hidden = len(self.explanation.classes) - len(codes)
        if hidden and j in self.expanded:
            return Block(j, True, in_order(self.explanation, len(codes)))
        return Block(j, True, codes, hidden)

    def _nominal_block(self, j: int) -> Block:
        n = len(self.explanation.attributes[j].values)
        if n <= MOST_VALUES or j in self.expanded:
            return Block(j, False, tuple(range(n)))
        table, own = self.nominal_table(j), self.value_code(j)
        heaviest = np.argsort(-table.counts.sum(axis=1), kind="stable")
        few = FEW_VALUES - (own is not None)
        listed = {int(v) for v in heaviest[:few]} | ({own} if own is not None else set())
        cell = self.highlighted.get(j)
        if cell is not None and cell.value is not None:
            listed.add(cell.value)  # a highlighted value is always listed
        return Block(j, False, tuple(sorted(listed)), n - len(listed))


def ordered(explanation: Explanation, by: Order) -> tuple[int, ...]:
    """Return the predictors in order of their contribution to the prediction against the runner-up."""
    return strongest(explanation) if by == "contribution" else tuple(range(len(explanation.attributes)))


def deciding_attribute(explanation: Explanation) -> int | None:
    """Return the attribute with a value that contributes most to the prediction against the runner-up."""
    values = explanation.instance.tolist()
    return next((j for j in strongest(explanation) if not math.isnan(values[j])), None)


def highlighted_cells(
    explanation: Explanation, data: Dataset | None, hover: Hover
) -> dict[int, LocalTableCell]:
    """Return, by predictor, the cell of the neighbour under the mouse, or the cell under the mouse."""
    if data is not None and hover.neighbour is not None:
        return {cell.attribute: cell for cell in cells_of(explanation, data, hover.neighbour)}
    if hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
        return {hover.cell.attribute: hover.cell}
    return {}


def share_of(explanation: Explanation, hover: Hover) -> float | None:
    """Return the rescaled weight of the neighbour under the mouse."""
    neighbourhood, i = explanation.neighbourhood, hover.neighbour
    if neighbourhood is None or i is None or not 0 <= i < len(neighbourhood):
        return None
    return float(neighbourhood.rescaled[i])


def subtitles(explanation: Explanation, hover: Hover) -> tuple[str, ...]:
    """Describe the tables, or where the neighbour under the mouse counts in them, from long to short."""
    i, weight, rows = hover.neighbour, share_of(explanation, hover), explanation.neighbour_rows
    if i is not None and weight is not None and rows is not None:
        row = int(rows[i]) + 1
        if weight == 0:
            return (f"row {row} is on the ring: its weight is 0", "weight 0", "")
        counts = f"w′ {related(rescaled_text(weight))}"
        return (f"highlighted: where row {row} counts, {counts}", counts, "")
    kinds = {attribute.is_numeric for attribute in explanation.attributes}
    numeric = "weighted normal per class" if True in kinds else ""
    if False not in kinds:
        return (numeric, "")
    whole = "value" if explanation.settings.get("eq6") == "printed" else "class"
    wordings = (
        f"weight of the neighbours, share of the {whole}: the likelihood P(a | c)",
        f"weight of the neighbours, share P(a | c) of the {whole}",
        "share: P(a | c)",
    )
    return (*(" · ".join(filter(None, (numeric, text))) for text in wordings), wordings[-1], "")


def absent_text(reading: TablesReading) -> str:
    """Explain below the numeric tables why some classes have dashes; empty if none has."""
    explanation, without = reading.explanation, absent(reading.explanation)
    if not without or not reading.numeric:
        return ""
    names = [brief_classes(explanation)[c] for c in without]
    if len(names) > 3:
        names = [*names[:2], f"{len(names) - 2} more"]
    who = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    neighbourhood, classes = explanation.neighbourhood, explanation.neighbour_classes
    if classes is not None and np.isin(classes, without).any():
        who = f"weight for {who}"  # its rows are neighbours, all at distance d_k
    among = f" among the {len(neighbourhood)}" if neighbourhood is not None else ""
    one = len(without) == 1
    if reading.numeric_table(reading.numeric[0].attribute).form == "precision":
        return (
            f"No {who}{among}: Weka gives {'it' if one else 'them'} mean 0 and the smallest standard "
            f"deviation."
        )
    if one:
        return f"No {who}{among}: its numeric factors are at the floor, {FLOOR_TEXT}, which rules it out."
    return f"No {who}{among}: their numeric factors are at the floor, {FLOOR_TEXT}, which rules them out."
