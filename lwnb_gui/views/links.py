"""Which marks belong together when the mouse is on a neighbour or on a cell of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation


@dataclass(frozen=True)
class LocalTableCell:
    """A cell of a local table: attribute (position among the predictors), class, and nominal value's code.

    Without a code it is the whole line of a numeric attribute, or of a class.
    """

    attribute: int
    class_code: int
    value: int | None = None


def cell_key(cell: LocalTableCell) -> str:
    """Return the name of a cell, which links marks in a live page."""
    key = f"{cell.attribute}.{cell.class_code}"
    return key if cell.value is None else f"{key}.{cell.value}"


class Neighbour(NamedTuple):
    """A neighbour, by its rank from 0, to which something in a drawing belongs."""

    rank: int


class Predictor(NamedTuple):
    """An attribute, by its position among the predictors, to which something in a drawing belongs."""

    position: int


@dataclass(frozen=True)
class Hover:
    """The object under the mouse: a neighbour (by rank, from 0), or a cell, or nothing."""

    neighbour: int | None = None
    cell: LocalTableCell | None = None

    @property
    def is_nothing(self) -> bool:
        return self.neighbour is None and self.cell is None


def neighbours_behind(explanation: Explanation, data: Dataset, cell: LocalTableCell) -> NDArray[np.bool_]:
    """Return the neighbours behind a cell: those of its class with its value (any, if it names none).

    `data` is the data set that the training rows are in.
    """
    rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
    if rows is None or classes is None:
        return np.zeros(0, dtype=bool)
    attribute = explanation.attributes[cell.attribute]
    column = data.all_rows.column(attribute.name)[rows]
    known = ~np.isnan(column) if attribute.is_numeric else column >= 0
    has = known if cell.value is None else column == cell.value
    return np.asarray((classes == cell.class_code) & has)


def cells_of(explanation: Explanation, data: Dataset, neighbour: int) -> tuple[LocalTableCell, ...]:
    """Return each table's cell to which a neighbour adds its rescaled weight; missing values add to none."""
    rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
    if rows is None or classes is None or not 0 <= neighbour < len(rows):
        return ()
    cells = []
    whole = data.all_rows
    names = {attribute.name for attribute in whole.attributes}
    if not all(attribute.name in names for attribute in explanation.attributes):
        return ()  # other data have just been opened, and their own explanation is still being computed
    for j, attribute in enumerate(explanation.attributes):
        raw = whole.column(attribute.name)[rows[neighbour]]
        if attribute.is_numeric and not np.isnan(raw):
            cells.append(LocalTableCell(j, int(classes[neighbour])))
        elif attribute.is_nominal and raw >= 0:
            cells.append(LocalTableCell(j, int(classes[neighbour]), int(raw)))
    return tuple(cells)
