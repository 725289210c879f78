"""Which of the paper's data sets are not there, what others call them, and where to get them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPlainTextEdit, QVBoxLayout, QWidget

from lwnb_core.evaluation.paper_data import WHERE
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.side_panel import small_words


class MissingDialog(QDialog):
    """Text to copy, and one button: choose the folder that has them."""

    def __init__(self, controller: Controller, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("The paper’s data sets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller = controller
        plan = controller.plan
        self.words = small_words(where_words(), self, "hint")
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        lines = [f"{choice.name}: {choice.note}" for choice in plan.missing]
        found = [f"{choice.name}: {choice.source}" for choice in plan.there]
        listed = [f"Not there ({len(lines)})", *lines, "", f"There ({len(found)})", *found]
        self.list = QPlainTextEdit("\n".join(listed), self)
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.list.setAccessibleName("The paper’s data sets, missing ones first")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.choose = buttons.addButton("Choose a folder…", QDialogButtonBox.ButtonRole.ActionRole)
        self.choose.clicked.connect(self._ask)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.words)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.resize(round(theme.px(620)), round(theme.px(480)))

    def _ask(self) -> None:
        start = self._controller.plan.folder
        folder = QFileDialog.getExistingDirectory(self, "Folder with the paper’s data sets", start)
        if folder:
            self._controller.find_paper_data(folder)
            self.accept()


def where_words() -> str:
    """Where to get them, for somebody at a window and not at a command line."""
    return WHERE.replace("name it with --data", "choose it here")
