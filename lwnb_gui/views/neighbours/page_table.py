"""The neighbours in a live page: the constant columns once, and what depends on k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lwnb_core import Dataset
from lwnb_gui.views.links import cell_key, cells_of
from lwnb_gui.views.neighbours.columns import COLUMNS, columns_of
from lwnb_gui.views.page_panel import PageTable

if TYPE_CHECKING:
    from lwnb_gui.views.neighbours.view import NeighboursReading

MOST = 50  # neighbours that are listed


def page_table(name: str, readings: Sequence[NeighboursReading], data: Dataset) -> PageTable:
    """Return the table of one instance at every k; the last reading has all neighbours, `data` the values."""
    widest = readings[-1]
    columns = columns_of(widest)
    changing = tuple(j for j, column in enumerate(columns) if column.follows_weights)
    listed = range(min(MOST, len(widest)))
    return PageTable(
        panel=name,
        titles=tuple(column.title for column in columns),
        left=tuple(j for j, column in enumerate(COLUMNS) if not column.is_numeric),
        cells=tuple(
            tuple("" if column.follows_weights else column.text(widest, i) for column in columns)
            for i in listed
        ),
        changing=changing,
        links=tuple(tuple(cell_key(cell) for cell in cells_of(widest.explanation, data, i)) for i in listed),
        steps=tuple(
            tuple(
                tuple(columns[j].text(reading, i) for j in changing) for i in range(min(MOST, len(reading)))
            )
            for reading in readings
        ),
        summaries=tuple(reading.wordings[1] for reading in readings),
    )
