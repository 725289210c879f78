"""The tables of views in the terminal."""

from __future__ import annotations

from rich.text import Text

from lwnb_gui.render.terminal.console import ACCENT, HINT, table
from lwnb_gui.render.terminal.fitted_tables import Bar, Cell, ScreenTable
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable


def screen_table(shown: ViewTable, strong_name: str = ACCENT) -> ScreenTable:
    """Return a table with names on the left, numbers on the right, and the bars of one column after them.

    `strong_name`: the style of emphasised names.
    """
    bars = [] if shown.bar_column is None else ["#"]
    rows = table(*(_title(column) for column in shown.columns), *bars)
    for i, row in enumerate(shown.rows):
        if shown.has_sum and i == len(shown.rows) - 1:
            rows.add_section()
        cells: list[Cell] = [
            _text(cell, column, strong_name) for cell, column in zip(row, shown.columns, strict=True)
        ]
        if shown.bar_column is not None:
            cells.append(_bar(row[shown.bar_column]))
        rows.add_row(*cells)
    return rows


def _title(column: TableColumn) -> str:
    kind = ">" if column.numeric else "~" if column.wraps else ""
    return f"{kind}{column.title}"


def _text(cell: TableCell, column: TableColumn, strong_name: str) -> Text:
    strong = "bold" if column.numeric else strong_name
    return Text(cell.text, style=strong if cell.strong else HINT if cell.faint else "")


def _bar(cell: TableCell) -> Cell:
    """Return a bar as long as the number is large; negative numbers have another colour."""
    if cell.bar is None:
        return ""
    return Bar(abs(cell.bar), "magenta" if cell.bar > 0 else "cyan")
