"""What the local tables show: which attributes in which order, and which of many values and classes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import NominalTable, NumericTable, Table
from lwnb_gui.plots.normals import NormalsData, normals_data
from lwnb_gui.state.links import Cell, Hover

Order = Literal["contribution", "file"]

MOST_VALUES = 8  # of an attribute with more, the heaviest FEW and the instance's own are shown
FEW = 5
MOST_LINES = 6  # classes of a numeric attribute


class Block(NamedTuple):
    """One attribute's part of the tables.

    `codes` are the rows that it has: values of a nominal attribute, classes of a numeric one; `hidden` is how
    many there are besides.
    """

    attribute: int
    numeric: bool
    codes: tuple[int, ...]
    hidden: int = 0


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything that is painted.

    Attributes
    ----------
    beside
        NB's tables, where they are to stand beside the local ones.
    order
        Predictors by position, in the order in which they are shown.
    expanded
        Predictors of which every value and class is shown.
    page
        How many of the classes, most probable first, are skipped in nominal tables.
    lit
        By predictor the cell that is lit.
    share
        The rescaled weight of the neighbour under the mouse, None where there is none.
    """

    explanation: Explanation
    beside: tuple[Table, ...] | None = None
    order: tuple[int, ...] = ()
    expanded: frozenset[int] = frozenset()
    page: int = 0
    lit: Mapping[int, Cell] = field(default_factory=dict)
    share: float | None = None

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """All classes: in header order where they are few, else the most probable first."""
        n = len(self.explanation.classes)
        if n <= MOST_LINES:
            return tuple(range(n))
        return tuple(int(c) for c in np.argsort(-self.explanation.posterior, kind="stable"))

    @cached_property
    def numeric(self) -> tuple[Block, ...]:
        attributes = self.explanation.attributes
        return tuple([self._numeric_block(j) for j in self.order if attributes[j].is_numeric])

    @cached_property
    def nominal(self) -> tuple[Block, ...]:
        attributes = self.explanation.attributes
        return tuple([self._nominal_block(j) for j in self.order if not attributes[j].is_numeric])

    @cached_property
    def absent(self) -> tuple[int, ...]:
        """Classes without a neighbour that weighs anything: a numeric attribute rules them out."""
        model = self.explanation.model
        assert model is not None
        return tuple([c for c, weight in enumerate(model.class_weights.tolist()) if weight <= 0])

    def numeric_table(self, j: int) -> NumericTable:
        table = self.explanation.tables[j]
        assert isinstance(table, NumericTable)
        return table

    def normals(self, j: int) -> NormalsData:
        """A numeric predictor's curves and figures."""
        found = self._normals.get(j)
        if found is None:
            factors = None if self._factors is None else self._factors[j]
            found = self._normals[j] = normals_data(self.explanation, j, factors=factors)
        return found

    @cached_property
    def _normals(self) -> dict[int, NormalsData]:
        return {}

    @cached_property
    def _factors(self) -> list[list[float]] | None:
        """By predictor and class; all at once, for one by one takes longer."""
        logs = self.explanation.log_contributions
        return None if logs is None else np.exp(logs[1:]).tolist()

    @cached_property
    def _instance(self) -> list[float]:
        return self.explanation.instance.tolist()

    def nominal_table(self, j: int) -> NominalTable:
        table = self.explanation.tables[j]
        assert isinstance(table, NominalTable)
        return table

    @property
    def form(self) -> Hashable:
        """What decides on the places of everything: equal as long as only figures move."""
        return (
            self.explanation.attributes,
            self.explanation.classes,
            self.numeric,
            self.nominal,
            self.page,
            self.beside is not None,
        )

    def still(self, block: Block) -> Hashable:
        """What decides on all of a block that does not move with k, besides its place."""
        j = block.attribute
        if not block.numeric:
            return block, self.value_code(j)
        return block, self.is_missing(j), self.normals(j).there, self.lit.get(j)

    def is_missing(self, j: int) -> bool:
        return math.isnan(self._instance[j])

    def value_code(self, j: int) -> int | None:
        """The instance's value of a nominal predictor."""
        return None if self.is_missing(j) else int(self._instance[j])

    def _numeric_block(self, j: int) -> Block:
        codes = self.classes
        if len(codes) > MOST_LINES and j not in self.expanded:
            return Block(j, True, codes[:FEW], len(codes) - FEW)
        return Block(j, True, codes)

    def _nominal_block(self, j: int) -> Block:
        n = len(self.explanation.attributes[j].values)
        if n <= MOST_VALUES or j in self.expanded:
            return Block(j, False, tuple(range(n)))
        table, own = self.nominal_table(j), self.value_code(j)
        heaviest = np.argsort(-table.counts.sum(axis=1), kind="stable")
        kept = {int(v) for v in heaviest[: FEW - (own is not None)]} | ({own} if own is not None else set())
        lit = self.lit.get(j)
        if lit is not None and lit.value is not None:
            kept.add(lit.value)  # what is lit must be there to be seen
        return Block(j, False, tuple(sorted(kept)), n - len(kept))


def ordered(explanation: Explanation, by: Order) -> tuple[int, ...]:
    """The predictors, those that say most for the predicted class against the runner-up first."""
    m = len(explanation.attributes)
    if by == "file" or len(explanation.classes) < 2 or explanation.log_contributions is None:
        return tuple(range(m))
    top = explanation.prediction
    against = next(int(c) for c in np.argsort(-explanation.posterior, kind="stable") if c != top)
    odds = np.abs(explanation.log_odds(top, against))[1:]
    return tuple(int(j) for j in np.argsort(-odds, kind="stable"))


def share_of(explanation: Explanation, hover: Hover) -> float | None:
    """The rescaled weight of the neighbour under the mouse."""
    found, i = explanation.neighbourhood, hover.neighbour
    if found is None or i is None or not 0 <= i < len(found):
        return None
    return float(found.rescaled[i])
