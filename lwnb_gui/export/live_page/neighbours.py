"""The neighbours of a live page: what each is, once, and its weights at every k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lwnb_core import Dataset, Explanation
from lwnb_gui.views.links import cells_of
from lwnb_gui.views.neighbours.columns import columns_of
from lwnb_gui.views.neighbours.view import Neighbours, NeighboursReading
from lwnb_gui.views.view import Subject

MOST = 50  # neighbours that are listed


class Neighbour(NamedTuple):
    """What a mark on the map is of: a neighbour, by its rank from 0."""

    rank: int


@dataclass(frozen=True)
class NeighbourTable:
    """Neighbours in the order of their distance, which is the same at every k.

    Attributes
    ----------
    titles
        Of the columns: rank, row, distance, weight, rescaled weight, class, and the attributes.
    cells
        For each neighbour: row, distance and values. The class is in `classes`.
    links
        For each neighbour, the cells of the local tables to which it adds its weight.
    weights
        For every k and each neighbour that is in and listed: w and w′.
    summaries
        For every k: how many are in.
    """

    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    classes: tuple[int, ...]
    links: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[tuple[str, str], ...], ...]
    summaries: tuple[str, ...]


def link(attribute: int, class_code: int, value: int | None = None) -> str:
    """The name of a cell of a local table, for what belongs together in a page."""
    return f"{attribute}.{class_code}" if value is None else f"{attribute}.{class_code}.{value}"


def neighbour_table(
    explanations: Sequence[Explanation], data: Dataset, unused: Sequence[str] = ()
) -> NeighbourTable:
    """The table of one instance at every k, the last of which has all neighbours.

    `unused` names further columns, which no learner uses.
    """
    readings = [_reading(explanation, data, unused) for explanation in explanations]
    widest = readings[-1]
    columns = columns_of(widest)
    _, row, distance, weight, rescaled, _, *values = columns
    listed = range(min(MOST, len(widest)))
    return NeighbourTable(
        titles=tuple(column.title for column in columns),
        cells=tuple(tuple(column.text(widest, i) for column in (row, distance, *values)) for i in listed),
        classes=tuple(widest.classes[: len(listed)].tolist()),
        links=tuple(
            tuple(
                link(cell.attribute, cell.class_code, cell.value)
                for cell in cells_of(widest.explanation, data, i)
            )
            for i in listed
        ),
        weights=tuple(
            tuple(
                (weight.text(reading, i), rescaled.text(reading, i)) for i in range(min(MOST, len(reading)))
            )
            for reading in readings
        ),
        summaries=tuple(reading.wordings[1] for reading in readings),
    )


def _reading(explanation: Explanation, data: Dataset, unused: Sequence[str]) -> NeighboursReading:
    reading = Neighbours().read(Subject(explanation, data=data), unused=unused)
    assert reading is not None
    return reading
