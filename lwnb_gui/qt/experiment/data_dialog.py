"""Choosing data sets: one list of all that are available, each with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core import LwnbError, samples
from lwnb_gui.experiment.data import file_choices, folder_choices, named_apart, sample_choices
from lwnb_gui.experiment.plan import DataChoice
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.tick_list import TickDialog
from lwnb_gui.qt.window.bars import ErrorBar
from lwnb_gui.qt.window.file_dialogs import ask_folder, ask_open_many
from lwnb_gui.qt.window.opener import FILTER
from lwnb_gui.text import count


class DataDialog(TickDialog):
    """The dialog, in which Space ticks; files and folders are added to the list, ticked."""

    def __init__(
        self, chosen: Sequence[DataChoice], in_window: DataChoice | None, context: Context, parent: QWidget
    ) -> None:
        super().__init__("Data sets", _describe, context, parent)
        self.list.setToolTip("Space selects a data set, Delete removes a file from the list.")
        self.error_bar = ErrorBar(self)
        files = QPushButton("Add files…", self)
        files.clicked.connect(self._ask_files)
        folder = QPushButton("Add a folder…", self)
        folder.setToolTip("Adds every data file in a folder.")
        folder.clicked.connect(self._ask_folder)
        self.lay_out(self.error_bar, (files, folder), 520)
        self._fill(chosen, in_window)
        self.list.ticks_changed.connect(self._count)
        self.list.removal_requested.connect(self._remove)
        self._count()

    @property
    def chosen(self) -> tuple[DataChoice, ...]:
        """Return what is ticked, under unique names."""
        return named_apart(self.list.ticked)

    def add(self, choices: Sequence[DataChoice]) -> None:
        """Put files on the list, ticked; one that is listed already is only ticked."""
        listed = {choice.source: choice for choice in self.list.choices}
        for choice in choices:
            listed.setdefault(choice.source, choice)
        added = [listed[choice.source] for choice in choices]
        self.list.show_choices(listed.values(), [*self.list.ticked, *added])

    def add_folder(self, folder: str) -> None:
        try:
            self.add(folder_choices(folder))
            self.error_bar.clear()
        except LwnbError as error:
            self.error_bar.say(error)

    def _remove(self, row: int) -> None:
        """Remove a file from the list; samples and the open data stay."""
        choices = self.list.choices
        if choices[row].file:
            self.list.show_choices(choices[:row] + choices[row + 1 :], self.list.ticked)

    def _fill(self, chosen: Sequence[DataChoice], in_window: DataChoice | None) -> None:
        choices = [] if in_window is None else [in_window]
        for choice in chosen:
            is_in_window = choice.open and in_window is not None
            if not is_in_window and not choice.sample:
                choices.append(choice)
        choices += sample_choices()
        sources = {choice.source for choice in chosen}
        self.list.show_choices(choices, [choice for choice in choices if choice.source in sources])

    def _count(self) -> None:
        ticked = len(self.chosen)
        self.show_ticked(f"{count(ticked, 'data set')} ticked", can_accept=ticked > 0)

    def _ask_files(self) -> None:
        paths = ask_open_many(self, self._context, "Add data sets", FILTER)
        self.add([choice for path in paths for choice in file_choices(path)])

    def _ask_folder(self) -> None:
        folder = ask_folder(self, self._context, "Add a folder of data sets")
        if folder:
            self.add_folder(folder)


def _describe(choice: DataChoice) -> str:
    if choice.sample:
        info = {info.name: info for info in samples()}.get(choice.sample)
        size = f", {info.rows} × {info.numeric + info.nominal}" if info is not None else ""
        return f"{choice.name}   (sample{size})"
    if choice.open and choice.data is not None:
        size = f"{len(choice.data)} × {len(choice.data.predictors)}"
        return f"{choice.name}   (open in the window, {size})"
    return f"{choice.name}   ({choice.source or choice.note})"
