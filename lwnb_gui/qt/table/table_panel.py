"""A panel that is a table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from lwnb_gui.app.test_rows import OwnRows, TestFile
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.table.row_table import RowArea, RowTable
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable


class TablePanel(Panel):
    """Fills its content with `self.table`, of which Ctrl+C copies all rows. A subclass gives it its columns.

    What is exported are the cells as they are shown; a subclass that has more digits overrides `to_table`.
    """

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.table = RowTable(parent=self)
        self.table.setAccessibleName(self.title)
        self.area = RowArea(self.table, self.content)
        self.body.addWidget(self.area, 1)
        self.copies(self.table)

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self.area.arrange()

    def refuses_training_row(self, row: int, pick: Callable[[int], object]) -> bool:
        """Whether a row trains because a test file's are tested; then say so, and offer to pick it as a row
        of the data.
        """
        state = self.context.state
        test = state.query.test_rows if state.query is not None else None
        if not isinstance(test, TestFile):
            return False

        def test_own_rows() -> None:
            self.clear_error()
            state.set_test_rows(OwnRows())
            pick(row)

        self.show_error(
            f"Row {row + 1} is a training row; the test rows are those of {test.data.name}.",
            f"Test row {row + 1} instead",
            test_own_rows,
        )
        return True

    def to_table(self) -> TextTable | None:
        return self.table.to_table() if len(self.table.rows) else None
