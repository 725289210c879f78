"""The dialog for a report on one row: which columns it contains."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from lwnb_gui.app.query import Query
from lwnb_gui.qt.export.column_choice import ColumnChoice
from lwnb_gui.qt.widgets.widgets import dialog_buttons, plain_label
from lwnb_gui.text import printable


class ReportDialog(QDialog):
    """Says what the report is about and which values it contains, before a file is chosen."""

    def __init__(self, query: Query, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save a report")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.columns = ColumnChoice(query.data, query.unused, self)
        what = f"A report on {printable(query.instances.name)}, {query.instance_text}, at k = {query.k}."
        column = QVBoxLayout(self)
        column.addWidget(plain_label(what, "", self))
        column.addWidget(self.columns)
        column.addWidget(dialog_buttons(self, "Save as…"))
        self.setMinimumWidth(460)
