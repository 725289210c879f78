"""The neighbours of a live page: what each is, once, and its weights at every k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lwnb_core import Dataset
from lwnb_gui.views.links import cells_of
from lwnb_gui.views.neighbours.columns import columns_of

if TYPE_CHECKING:
    from lwnb_gui.views.neighbours.view import NeighboursReading

MOST = 50  # neighbours that are listed


@dataclass(frozen=True)
class PageTable:
    """Neighbours in the order of their distance, which is the same at every k.

    Attributes
    ----------
    panel
        The name of the view.
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

    panel: str
    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    classes: tuple[int, ...]
    links: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[tuple[str, str], ...], ...]
    summaries: tuple[str, ...]


def link(attribute: int, class_code: int, value: int | None = None) -> str:
    """The name of a cell of a local table, for what belongs together in a page."""
    return f"{attribute}.{class_code}" if value is None else f"{attribute}.{class_code}.{value}"


def page_table(name: str, readings: Sequence[NeighboursReading], data: Dataset) -> PageTable:
    """The table of one instance at every k, the last of which has all neighbours; `data` has their values."""
    widest = readings[-1]
    columns = columns_of(widest)
    _, row, distance, weight, rescaled, _, *values = columns
    listed = range(min(MOST, len(widest)))
    return PageTable(
        panel=name,
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
