"""The paper's data sets: which of them take part, which are not there, and where to get those."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_core.evaluation.paper_data import WHERE
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.side_panel import small_words
from lwnb_gui.qt.experiment.tick_list import TickList
from lwnb_gui.qt.file_dialogs import ask_folder
from lwnb_gui.state.experiment_plan import DataChoice
from lwnb_gui.theme import Theme

_CHOICE = Qt.ItemDataRole.UserRole


class PaperDataDialog(QDialog):
    """A box to tick for each one that is there; a few of them make a table in seconds."""

    def __init__(self, controller: Controller, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("The paper’s data sets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller, self._context = controller, context
        self.where = small_words(where_words(), self, "hint")
        self.where.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.list = TickList(self)
        self.list.setAccessibleName("The paper’s data sets")
        self.list.setToolTip("Space ticks a data set: those that are ticked take part.")
        self.list.itemChanged.connect(lambda _: self._count())
        tools = self._tools()  # before the buttons: that is the order of the tab key
        self.words = small_words("", self)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.where)
        column.addWidget(self.list, 1)
        column.addLayout(tools)
        column.addWidget(self.words)
        column.addWidget(self.buttons)
        self.resize(round(context.theme.px(620)), round(context.theme.px(560)))
        self._fill()
        self.list.setCurrentRow(0)
        self.list.setFocus()
        controller.plan_changed.connect(self._fill)
        controller.doing_changed.connect(self._count)

    def _fill(self) -> None:
        """What is there first, then what is not; again when a folder has been looked through."""
        plan = self._controller.plan
        with QSignalBlocker(self.list):
            self.list.clear()
            for choice in (*(c for c in plan.data if c.is_there), *plan.missing):
                self._append(choice, self._context.theme)
            self.list.setCurrentRow(0)
        self.where.setVisible(bool(plan.missing))
        self._count()

    def _tools(self) -> QHBoxLayout:
        self.folder = QPushButton("Choose a folder…", self)
        self.folder.setToolTip("The folder with the data sets; files are known by their names and contents.")
        self.folder.clicked.connect(self._ask)
        everything, nothing = QPushButton("All", self), QPushButton("None", self)
        everything.setAccessibleName("Tick all")
        nothing.setAccessibleName("Tick none")
        everything.clicked.connect(lambda: self.tick_all(True))
        nothing.clicked.connect(lambda: self.tick_all(False))
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.folder, everything, nothing):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        return row

    @property
    def ticked(self) -> frozenset[str]:
        """Names of the data sets that are to take part."""
        items = map(self.list.item, range(self.list.count()))
        return frozenset(i.data(_CHOICE).name for i in items if i.checkState() == Qt.CheckState.Checked)

    def tick_all(self, ticked: bool) -> None:
        for i in range(self.list.count()):
            item = self.list.item(i)
            if item.data(_CHOICE).is_there:
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def tick_only(self, *names: str) -> None:
        """Just these."""
        self.tick_all(False)
        for i in range(self.list.count()):
            choice = self.list.item(i).data(_CHOICE)
            if choice.is_there and choice.name in names:
                self.list.item(i).setCheckState(Qt.CheckState.Checked)

    def _append(self, choice: DataChoice, theme: Theme) -> None:
        there = choice.is_there
        item = QListWidgetItem(f"{choice.name}   ({choice.source or choice.note})", self.list)
        item.setData(_CHOICE, choice)
        item.setToolTip(choice.source or choice.note)
        if there:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if choice.wanted else Qt.CheckState.Unchecked)
        else:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
            item.setForeground(QColor(theme.ink3))

    def _count(self) -> None:
        ticked, plan = len(self.ticked), self._controller.plan
        finding = self._controller.doing == "finding"
        part = f"{ticked} of {len(plan.data)} take part"
        self.words.setText("Looking through the folder …" if finding else part)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ticked > 0 and not finding)

    def _take(self) -> None:
        plan, ticked = self._controller.plan, self.ticked
        data = tuple(replace(c, wanted=c.name in ticked or not c.is_there) for c in plan.data)
        self._controller.set_plan(replace(plan, data=data))
        self.accept()

    def _ask(self) -> None:
        start = self._controller.plan.folder
        folder = ask_folder(self, self._context, "Folder with the paper’s data sets", start)
        if folder:
            self._controller.find_paper_data(folder)  # the list follows; then some of them can be ticked


def where_words() -> str:
    """Where to get them, for somebody at a window and not at a command line."""
    return f"{WHERE} Then choose it here."
