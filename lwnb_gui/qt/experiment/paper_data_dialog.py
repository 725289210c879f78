"""The paper's data sets: which of them take part, which are missing, and where to get those."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core.evaluation.paper.data import WHERE
from lwnb_gui.experiment.plan import DataChoice
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.tick_list import TickDialog
from lwnb_gui.qt.widgets.labels import WrappedLabel
from lwnb_gui.qt.window.file_dialogs import ask_folder


class PaperDataDialog(TickDialog):
    """Ticked data sets take part; a few of them make a table in seconds."""

    def __init__(self, controller: ExperimentController, context: Context, parent: QWidget) -> None:
        super().__init__("The paper’s data sets", _describe, context, parent)
        self._controller = controller
        self.where = WrappedLabel(f"{WHERE} Then choose the folder here.", self, "hint")
        self.where.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.list.setToolTip("Space selects a data set or removes it from the selection.")
        self.list.ticks_changed.connect(self._count)
        self.folder = QPushButton("Choose a folder…", self)
        self.folder.setToolTip(
            "The folder with the data sets. Files are recognised by their names and contents."
        )
        self.folder.clicked.connect(self._ask_folder)
        self.lay_out(self.where, (self.folder,), 620)
        self._fill()
        controller.plan_changed.connect(self._fill)
        controller.run.changed.connect(self._count)

    def _fill(self) -> None:
        """List the available data sets first; called again when a folder has been searched."""
        plan = self._controller.store.found
        choices = sorted(plan.data or (), key=lambda choice: not choice.is_available)
        self.list.show_choices(choices, [choice for choice in choices if choice.is_included])
        self.where.setVisible(bool(plan.missing))
        self._count()

    @property
    def ticked(self) -> frozenset[str]:
        """Return the names of the data sets that are to take part."""
        return frozenset(choice.name for choice in self.list.ticked)

    def _count(self) -> None:
        is_reading = self._controller.is_reading
        part = f"{len(self.ticked)} of {len(self.list.choices)} selected"
        text = "Looking through the folder …" if is_reading else part
        self.show_ticked(text, can_accept=bool(self.ticked) and not is_reading)

    def accept(self) -> None:
        excluded = tuple(
            DataChoice(choice.name, is_included=False)
            for choice in self._controller.store.found.data or ()
            if choice.is_available and choice.name not in self.ticked
        )
        self._controller.set_plan(replace(self._controller.plan, data=excluded or None))
        super().accept()

    def _ask_folder(self) -> None:
        start = self._controller.store.folder
        folder = ask_folder(self, self._context, "Folder with the paper’s data sets", start)
        if folder:
            self._controller.find_paper_data(folder)  # the list is filled again when it is read


def _describe(choice: DataChoice) -> str:
    return f"{choice.name}   ({choice.source or choice.note})"
