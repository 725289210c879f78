"""Small tables to read, all of whose cells exist."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.row_table import RowTable


class TextTableView(RowTable):
    """A table without selection: Enter goes to what is around it, such as a dialog."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.is_read_only = True
        self.setAccessibleName(name)

    def show_lines(
        self,
        titles: Sequence[str],
        lines: Sequence[Sequence[Cell]],
        numeric: frozenset[int] | None = None,
        growing: Sequence[int] = (0,),
    ) -> None:
        """Show rows of cells.

        Parameters
        ----------
        figures
            The columns that end at the right; by default all but the first.
        growing
            The columns that share what is left of the width.
        """
        right = frozenset(range(1, len(titles))) if numeric is None else numeric

        def cell(j: int, row: int) -> Cell:
            return lines[row][j]

        columns = [
            Column(
                title,
                partial(cell, j),
                align="right" if j in right else "left",
                inset=8 if j == 0 else 4,
                grow=math.inf if j in growing else 0,
            )
            for j, title in enumerate(titles)
        ]
        self.show_columns(columns, range(len(lines)))
