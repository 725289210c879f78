"""The neighbours of a live page: what each is, once, and its weights at every k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lwnb_core import Dataset
from lwnb_gui.views.links import cell_key, cells_of
from lwnb_gui.views.neighbours.columns import columns_of
from lwnb_gui.views.page_panel import PageTable

if TYPE_CHECKING:
    from lwnb_gui.views.neighbours.view import NeighboursReading

MOST = 50  # neighbours that are listed


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
        links=tuple(tuple(cell_key(cell) for cell in cells_of(widest.explanation, data, i)) for i in listed),
        weights=tuple(
            tuple(
                (weight.text(reading, i), rescaled.text(reading, i)) for i in range(min(MOST, len(reading)))
            )
            for reading in readings
        ),
        summaries=tuple(reading.wordings[1] for reading in readings),
    )
