"""The base of the narrow panels on the left of the page Experiment."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.experiment_panel import ExperimentPanel
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.widgets import plain_label
from lwnb_gui.theme import Theme

_ABOVE_TITLE = 6


class SidePanel(ExperimentPanel):
    """A column of small titles and controls, as high as it needs to be."""

    least = (200, 0)  # the height that its controls need: the column scrolls

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(PADDING, 0, PADDING, PADDING)
        self.column.setSpacing(4)
        self.body.addLayout(self.column)
        ignored = QSizePolicy.Policy.Ignored
        self.empty.setSizePolicy(ignored, ignored)  # it is never shown here, so it needs no space
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def add_field(self, title: str, *parts: QWidget, buddy: QWidget | None = None) -> QWidget:
        """Add a small title with controls below it in one row, the first of them as wide as possible."""
        field = QWidget(self)
        column = QVBoxLayout(field)
        column.setContentsMargins(0, _ABOVE_TITLE if self.column.count() else 0, 0, 0)
        column.setSpacing(4)
        label: QLabel = plain_label(title, "small", field)
        if buddy is not None:
            label.setBuddy(buddy)
        row = QHBoxLayout()
        row.setSpacing(6)
        for part in parts:
            row.addWidget(part, 1 if part is parts[0] and len(parts) < 3 else 0)
        if len(parts) >= 3:
            row.addStretch(1)
        column.addWidget(label)
        column.addLayout(row)
        self.column.addWidget(field)
        return field

    def apply_theme(self, theme: Theme) -> None:
        side = round(theme.px(PADDING))
        self.column.setContentsMargins(side, 0, side, side)
