"""The content of a view as HTML: its tables and its sentences."""

from __future__ import annotations

from typing import Any

from lwnb_gui.class_colours import class_colour
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import escaped, name
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View

_FOR, _AGAINST = "var(--lwnb-accent)", "color-mix(in srgb,currentColor 55%,transparent)"


def box_of_view(view: View[Any], about: Subject, how: str) -> str:
    """Return one view alone, under its first sentence; `how` says how it was computed."""
    reading = view.read(about)
    first, *others = view.sentences(reading)
    tables = map(table_html, view.tables(reading))
    return html.box(escaped(first), html.note(escaped(how)), *tables, html.notes(others))


def table_html(table: ViewTable) -> str:
    """Return a table of a view, with each bar before its number."""
    has_bar = [any(row[i].bar is not None for row in table.rows) for i in range(len(table.columns))]
    titles: list[str] = []
    numeric: list[int] = []
    for column, bar in zip(table.columns, has_bar, strict=True):
        titles += [escaped(column.title), *([""] if bar else [])]
        if column.numeric:
            numeric.append(len(titles) - 1)
    rows = []
    for row in table.rows:
        cells: list[str] = []
        for cell, column, bar, signed in zip(row, table.columns, has_bar, _signed(table), strict=True):
            if bar:
                cells.append("" if cell.bar is None else _bar(cell, signed))
            cells.append(_text(cell, column))
        rows.append(cells)
    heading = html.note(escaped(f"{table.title}: {table.note}" if table.note else table.title))
    left_out = html.note(f"{escaped(table.left_out)} not shown") if table.left_out else ""
    return heading + html.table(titles, rows, numeric) + left_out


def _signed(table: ViewTable) -> list[bool]:
    """Whether the bars of a column go to both sides."""
    return [any((row[i].bar or 0) < 0 for row in table.rows) for i in range(len(table.columns))]


def _bar(cell: TableCell, signed: bool) -> str:
    assert cell.bar is not None
    if signed:
        return html.signed_bar(cell.bar, _FOR if cell.bar > 0 else _AGAINST)
    return html.bar(min(cell.bar, 1.0), _FOR if cell.class_code is None else class_colour(cell.class_code))


def _text(cell: TableCell, column: TableColumn) -> str:
    text = escaped(cell.text) if column.numeric else name(cell.text)
    return f"<b>{text}</b>" if cell.strong else text
