"""The columns of the rows behind the curves, as a table of the window shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.text import printable
from lwnb_gui.views.curves.rows import RowColumn, RowsReading

_BAR = 44  # the minimum width of a bar in pixels
_WIDEST_CLASS = 150


def columns_of(reading: RowsReading) -> list[Column]:
    """Return the columns: markers before classes, bars before probabilities; bars take remaining space."""
    columns = [_column(column, reading.data.classes) for column in reading.columns]
    if not any(column.bar for column in columns):
        columns = [replace(column, grow=math.inf) for column in columns]
    return columns


def _column(column: RowColumn, classes: Sequence[str]) -> Column:
    code, share = column.code, column.share
    if code is not None:
        cells = tuple(Cell(printable(name), marker=c) for c, name in enumerate(classes))
        unknown = Cell("?", marker=-1)
        shaped = Column(
            column.title,
            lambda i: cells[code(i)] if code(i) >= 0 else unknown,
            most=_WIDEST_CLASS,
            inset=4,
            samples=cells,
        )
    elif share is not None:
        ink = "accent" if column.is_lwnb else "ink3"
        shaped = Column(
            column.title,
            lambda i: Cell(column.text(i), bar=share(i), bar_ink=ink),
            grow=math.inf,
            inset=6,
            bar=_BAR,
            samples=tuple(map(Cell, column.samples)),
            half_mark=True,
        )
    else:
        shaped = Column(
            column.title,
            lambda i: Cell(column.text(i)),
            align="right" if column.is_numeric else "left",
            inset=4,
            samples=tuple(Cell(sample, strong=True) for sample in column.samples),
        )
    return replace(
        shaped,
        tip=column.tip,
        row_tip=lambda i: column.row_tip,
        short_title=column.short_title,
        has_whole_title=column.has_whole_title,
    )
