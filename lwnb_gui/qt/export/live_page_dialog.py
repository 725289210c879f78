"""The dialog for a live page: which screens, panels and columns, and what its readers do first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QGroupBox, QRadioButton, QVBoxLayout, QWidget

from lwnb_gui.app.query import Query
from lwnb_gui.qt.export.column_choice import ColumnChoice
from lwnb_gui.qt.widgets.widgets import dialog_buttons, plain_label
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import count, printable

Part = Literal["lecture", "screen", "view"]

_NO_STUDY = "The page can only show curves that are computed: let the page Curves compute them first."


@dataclass(frozen=True)
class PageOptions:
    """The user's choices.

    Attributes
    ----------
    part
        What is exported: the whole lecture, its current screen, or the current view without the lecture.
    answers
        Whether the true class is in the file.
    with_unused
        Whether columns that are not in use are in the file.
    """

    panels: frozenset[str] = field(default_factory=lambda: frozenset(live_panels()))
    guess_first: bool = False
    draw_first: bool = False
    answers: bool = True
    part: Part = "lecture"
    with_unused: bool = False

    def teaching_for(self, teaching: Teaching) -> Teaching:
        """Return the state of teaching for the page, with the choices made here."""
        lecture = teaching.lecture
        if lecture is not None and self.part != "lecture":
            lecture = None if self.part == "view" else replace(lecture, screens=(teaching.shown_screen,))
        return replace(teaching, guess_first=self.guess_first, panels=None, lecture=lecture, screen=0)


class LivePageDialog(QDialog):
    """The dialog, which begins with the whole lecture, if one is open, with its panels and settings."""

    def __init__(
        self, query: Query, teaching: Teaching, has_study: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a live page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.parts = {part: QRadioButton(text) for part, text in _parts(query, teaching).items()}
        next(iter(self.parts.values())).setChecked(True)
        shown_panels = {name for name in live_panels() if name == "curves" or teaching.is_laid_out(name)}
        self.panels = {
            name: _box(title, f"Include {title} in the page.", name in shown_panels)
            for name, title in live_panels().items()
        }
        self.guess_first = _box(
            "Guess first", "The answer stays hidden until the reader chooses a class.", teaching.guess_first
        )
        self.draw_first = _box(
            "Draw the curves first",
            "The accuracy curves stay hidden until the reader has drawn them by hand.",
            teaching.draw_first,
        )
        self.no_answers = _box(
            "Leave out the true class", "Then nobody can find the true class in the file.", False
        )
        for box in (self.panels["curves"], self.draw_first):
            if not has_study:
                box.setChecked(False)
                box.setEnabled(False)
                box.setToolTip(_NO_STUDY)
        self.draw_first.toggled.connect(lambda on: self.panels["curves"].setChecked(True) if on else None)
        column = QVBoxLayout(self)
        column.addWidget(self._what())
        column.addWidget(_group("Panels", list(self.panels.values())))
        column.addWidget(_group("Readers", [self.guess_first, self.draw_first, self.no_answers]))
        self.columns = ColumnChoice(query.data, query.unused, self)  # after the others, as Tab reaches it
        column.addWidget(self.columns)
        column.addWidget(dialog_buttons(self, "Save as…"))

    def _what(self) -> QWidget:
        """Return a choice of what is exported if a lecture is open, otherwise a label."""
        group = QGroupBox("What to export")
        lines = QVBoxLayout(group)
        if len(self.parts) == 1:
            [only] = self.parts.values()
            only.setVisible(False)
            lines.addWidget(plain_label(only.text(), "", group))
        for button in self.parts.values():
            lines.addWidget(button)
        return group

    @property
    def chosen(self) -> PageOptions:
        return PageOptions(
            panels=frozenset(name for name, box in self.panels.items() if box.isChecked()),
            guess_first=self.guess_first.isChecked(),
            draw_first=self.draw_first.isChecked() and self.panels["curves"].isChecked(),
            answers=not self.no_answers.isChecked(),
            part=next(part for part, button in self.parts.items() if button.isChecked()),
            with_unused=self.columns.with_unused,
        )


def _parts(query: Query, teaching: Teaching) -> dict[Part, str]:
    """Return what can be exported; the first is proposed."""
    where = f"{printable(query.instances.name)}, {query.instance_text}, at every k"
    screens = len(teaching.screens)
    if not screens:
        return {"view": f"This view: {where}"}
    parts: dict[Part, str] = {"lecture": f"The whole lecture ({count(screens, 'screen')})"}
    if screens > 1:
        parts["screen"] = f"This screen only ({teaching.screen + 1} of {screens})"
    return parts | {"view": f"This view without the lecture: {where}"}


def _box(text: str, tip: str, checked: bool) -> QCheckBox:
    box = QCheckBox(text)
    box.setToolTip(tip)
    box.setChecked(checked)
    return box


def _group(title: str, boxes: Collection[QCheckBox]) -> QGroupBox:
    group = QGroupBox(title)
    grid = QGridLayout(group)
    for i, box in enumerate(boxes):
        grid.addWidget(box, i // 3, i % 3)
    return group
