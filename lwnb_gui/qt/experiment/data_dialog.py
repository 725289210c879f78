"""Choosing data sets: one list of all that is at hand, each with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import LwnbError, samples
from lwnb_gui.qt.bars import ErrorBar
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.dialog_buttons import dialog_buttons
from lwnb_gui.qt.experiment.side_panel import small_words
from lwnb_gui.qt.experiment.tick_list import TickList
from lwnb_gui.qt.file_dialogs import ask_folder, ask_open_many
from lwnb_gui.qt.opener import FILTER
from lwnb_gui.state.experiment_data import file_choice, folder_choices, named_apart, sample_choices
from lwnb_gui.state.experiment_plan import DataChoice
from lwnb_gui.state.experiment_view import OPEN
from lwnb_gui.state.opening import SAMPLE
from lwnb_gui.text import count

_CHOICE = Qt.ItemDataRole.UserRole


class DataDialog(QDialog):
    """Space ticks; files and folders are added to the list, ticked."""

    def __init__(
        self, chosen: Sequence[DataChoice], in_window: DataChoice | None, context: Context, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context, theme = context, context.theme
        self.setWindowTitle("Data sets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = TickList(self)
        self.list.setAccessibleName("Data sets")
        self.list.setSpacing(2)
        self.list.setToolTip("Space ticks a data set, Delete takes a file off the list.")
        self.error_bar = ErrorBar(self)
        self.words = small_words("", self)
        files = QPushButton("Add files…", self)
        files.clicked.connect(self._ask_files)
        folder = QPushButton("Add a folder…", self)
        folder.setToolTip("Every data file of a folder: ARFF, CSV, TSV.")
        folder.clicked.connect(self._ask_folder)
        everything = QPushButton("All", self)
        everything.setAccessibleName("Tick all")
        everything.clicked.connect(lambda: self.tick_all(True))
        nothing = QPushButton("None", self)
        nothing.setAccessibleName("Tick none")
        nothing.clicked.connect(lambda: self.tick_all(False))
        self.buttons = dialog_buttons(self)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (files, folder, everything, nothing):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.error_bar)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        column.addWidget(self.words)
        column.addWidget(self.buttons)
        self.resize(round(theme.px(520)), round(theme.px(560)))
        self._fill(chosen, in_window)
        self.list.itemChanged.connect(lambda _: self._count())
        self._count()
        self.list.setCurrentRow(0)
        self.list.setFocus()

    @property
    def chosen(self) -> tuple[DataChoice, ...]:
        """What is ticked, named apart."""
        items = map(self.list.item, range(self.list.count()))
        return named_apart(item.data(_CHOICE) for item in items if item.checkState() == Qt.CheckState.Checked)

    def add(self, choices: Sequence[DataChoice]) -> None:
        """Put files on the list, ticked; one that is there already is only ticked."""
        rows = {self.list.item(i).data(_CHOICE).source: i for i in range(self.list.count())}
        for choice in choices:
            if choice.source in rows:
                self.list.item(rows[choice.source]).setCheckState(Qt.CheckState.Checked)
            else:
                self._append(choice, True)
        self._count()

    def add_folder(self, folder: str) -> None:
        try:
            self.add(folder_choices(folder))
            self.error_bar.clear()
        except LwnbError as error:
            self.error_bar.say(error)

    def tick_all(self, ticked: bool) -> None:
        state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        for i in range(self.list.count()):
            self.list.item(i).setCheckState(state)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.list.currentRow()
        if event.key() == Qt.Key.Key_Delete and row >= 0 and self.list.hasFocus():
            source = self.list.item(row).data(_CHOICE).source
            if source != OPEN and not source.startswith(SAMPLE):
                self.list.takeItem(row)
                self._count()
            return
        super().keyPressEvent(event)

    def _fill(self, chosen: Sequence[DataChoice], in_window: DataChoice | None) -> None:
        by_source = {choice.source: choice for choice in chosen}
        if in_window is not None:
            self._append(in_window, OPEN in by_source)
        for choice in chosen:
            known = choice.source == OPEN and in_window is not None
            if not known and not choice.source.startswith(SAMPLE):
                self._append(choice, choice.is_there)
        for choice in sample_choices():
            self._append(choice, choice.source in by_source)

    def _append(self, choice: DataChoice, ticked: bool) -> None:
        item = QListWidgetItem(_words(choice), self.list)
        item.setData(_CHOICE, choice)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        item.setToolTip(choice.source)

    def _count(self) -> None:
        ticked = len(self.chosen)
        self.words.setText(f"{count(ticked, 'data set')} ticked")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ticked > 0)

    def _ask_files(self) -> None:
        paths = ask_open_many(self, self._context, "Add data sets", FILTER)
        self.add([file_choice(path) for path in paths])

    def _ask_folder(self) -> None:
        folder = ask_folder(self, self._context, "Add a folder of data sets")
        if folder:
            self.add_folder(folder)


def _words(choice: DataChoice) -> str:
    if choice.source.startswith(SAMPLE):
        info = {info.name: info for info in samples()}.get(choice.source.removeprefix(SAMPLE))
        size = f", {info.rows} × {info.numeric + info.nominal}" if info is not None else ""
        return f"{choice.name}   (sample{size})"
    if choice.source == OPEN and choice.data is not None:
        size = f"{len(choice.data)} × {len(choice.data.predictors)}"
        return f"{choice.name}   (open in the window, {size})"
    return f"{choice.name}   ({choice.source or choice.note})"
