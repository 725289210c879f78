"""The base of the panels of the page Experiment."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.panel import Panel


class ExperimentPanel(Panel):
    """Shows plan and results as the controller has them."""

    help_topic = "experiment"
    shows_computing = False

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, parent)
        self.controller = controller

    def refresh(self) -> None:
        """Show plan and results as they are now."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
