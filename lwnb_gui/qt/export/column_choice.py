"""The list of columns in an exported file, with the choice to include those that are not in use."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import QCheckBox, QGroupBox, QVBoxLayout, QWidget

from lwnb_core import Dataset
from lwnb_gui.app.unused_columns import columns_text, unused_columns
from lwnb_gui.qt.widgets.labels import WrappedLabel


class ColumnChoice(QGroupBox):
    """A sentence that lists the columns, and a box to tick if some are not in use."""

    def __init__(self, data: Dataset, unused: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__("Columns", parent)
        self._data, self._unused = data, frozenset(unused)
        self.text = WrappedLabel(parent=self)
        self.include = QCheckBox("Include columns that are not in use", self)
        self.include.setToolTip("For example names or numbers of the rows, which no learner uses.")
        self.include.setVisible(bool(unused_columns(data, unused)))
        self.include.toggled.connect(self._say)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.include)
        self._say()

    @property
    def with_unused(self) -> bool:
        """Return whether columns that are not in use go into the file."""
        return self.include.isChecked()

    def _say(self) -> None:
        self.text.setText(columns_text(self._data, self._unused, with_unused=self.with_unused))
