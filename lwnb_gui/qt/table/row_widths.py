"""The widths of a table's columns, from what their titles and cells need and the available space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from lwnb_gui.qt.table.row_model import Cell, Column, Rows
from lwnb_gui.qt.table.row_painter import TableStyle

# The number of rows that are measured; fewer if there are many columns, and only the longest texts of each.
_MEASURED_ROWS, _LEAST_ROWS, _MEASURED_CELLS, _LONGEST = 200, 10, 4000, 4
_LONGEST_TITLE, _SHORTEST_TITLE = 120, 48  # pixels: the most that a title gets, and the least
_SHORTEST_BAR = 30


class Need(NamedTuple):
    """The minimum width of a column, its preferred one, and its share of the remaining space."""

    least: float
    width: float
    grow: float


class Needs(NamedTuple):
    """The needs of all columns, with long titles and with short ones."""

    long: list[Need]
    short: list[Need]


def measure_columns(columns: Sequence[Column], rows: Rows, style: TableStyle, *, sortable: bool) -> Needs:
    """Measure titles and cells; the title of a sortable table has space for its mark."""
    mark = " ▾" if sortable else ""
    needs = Needs([], [])
    for column in columns:
        cells = _widest_cell(column, rows, len(columns), style)
        needs.long.append(_need(column, column.title + mark, cells, style))
        needs.short.append(_need(column, (column.short_title or column.title) + mark, cells, style))
    return needs


def _widest_cell(column: Column, rows: Rows, columns: int, style: TableStyle) -> float:
    if column.width is not None:
        return 0.0
    cells: Sequence[Cell] = column.samples
    if not cells:
        most = min(max(_MEASURED_CELLS // columns, _LEAST_ROWS), _MEASURED_ROWS)
        cells = [column.cell(int(row)) for row in rows[:most]]
    longest = sorted(cells, key=lambda cell: len(cell.text))[-_LONGEST:]
    return max((style.cell_width(column, cell) for cell in longest), default=0.0)


def _need(column: Column, title: str, cells: float, style: TableStyle) -> Need:
    px = style.theme.px
    grow = px(column.grow)
    if column.width is not None:
        whole = style.title_width(column, title) if column.has_whole_title else 0.0
        least = max(px(column.width if column.least is None else column.least), whole)
        return Need(least, max(px(column.width), whole), grow)
    most = px(column.most)
    named = min(style.title_width(column, title), px(_LONGEST_TITLE))
    with_short_bar = cells - px(max(column.bar - _SHORTEST_BAR, 0.0))
    shortest = named if column.has_whole_title else min(named, px(_SHORTEST_TITLE))
    least = max(min(with_short_bar, most), shortest)
    return Need(least, max(min(cells, most), named), grow)


def column_widths(needs: list[Need], available: float) -> list[int]:
    """Return the widths of columns.

    Where there is too little space all give way alike, down to what they need at least, and then the table
    scrolls. What is left over goes to those that may grow, in equal shares.
    """
    least, needed = sum(need.least for need in needs), sum(need.width for need in needs)
    if needed > available:
        share = max(0.0, (available - least) / (needed - least)) if needed > least else 0.0
        widths = [need.least + share * (need.width - need.least) for need in needs]
    else:
        widths, spare = [need.width for need in needs], available - needed
        growing = sorted((i for i, need in enumerate(needs) if need.grow > 0), key=lambda i: needs[i].grow)
        for done, i in enumerate(growing):
            more = min(needs[i].grow, spare / (len(growing) - done))
            widths[i] += more
            spare -= more
        whole = [math.ceil(width - 1e-6) for width in widths]
        if sum(whole) <= available:  # a text that needs 300.4 pixels would be cut in 300
            return whole
    edges = [math.floor(edge + 1e-6) for edge in accumulate(widths, initial=0.0)]
    return [right - left for left, right in pairwise(edges)]
