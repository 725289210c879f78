"""What goes into a live page: which panels, and what its readers have to do first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QGroupBox, QVBoxLayout, QWidget

from lwnb_gui.qt.widgets import dialog_buttons
from lwnb_gui.state.panels import LIVE_PANELS
from lwnb_gui.state.teaching import Teaching

_NO_STUDY = "Only with the study of these settings: go to the page Curves and let it be computed first."


@dataclass(frozen=True)
class PageOptions:
    """What was chosen.

    Attributes
    ----------
    answers
        Whether the true class is in the file.
    """

    panels: frozenset[str] = frozenset(LIVE_PANELS)
    guess_first: bool = False
    draw_first: bool = False
    answers: bool = True


class LivePageDialog(QDialog):
    """Begins with all panels that the open lecture shows, and with its settings."""

    def __init__(self, teaching: Teaching, has_study: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a live page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = {name for name in LIVE_PANELS if name == "curves" or teaching.is_laid_out(name)}
        self.panels = {
            name: _box(title, f"Put {title} into the page.", name in shown)
            for name, title in LIVE_PANELS.items()
        }
        self.guess_first = _box(
            "Guess first", "The answer stays hidden until a class is chosen.", teaching.guess_first
        )
        self.draw_first = _box(
            "Draw the curves first",
            "The accuracy curves stay hidden until they are drawn by hand.",
            teaching.draw_first,
        )
        self.no_answers = _box("Leave the true class out", "So that nobody finds it in the file.", False)
        for box in (self.panels["curves"], self.draw_first):
            if not has_study:
                box.setChecked(False)
                box.setEnabled(False)
                box.setToolTip(_NO_STUDY)
        self.draw_first.toggled.connect(lambda on: self.panels["curves"].setChecked(True) if on else None)
        column = QVBoxLayout(self)
        column.addWidget(_group("Panels", list(self.panels.values())))
        column.addWidget(_group("Readers", [self.guess_first, self.draw_first, self.no_answers]))
        column.addWidget(dialog_buttons(self, "Choose a file…"))

    @property
    def chosen(self) -> PageOptions:
        return PageOptions(
            panels=frozenset(name for name, box in self.panels.items() if box.isChecked()),
            guess_first=self.guess_first.isChecked(),
            draw_first=self.draw_first.isChecked() and self.panels["curves"].isChecked(),
            answers=not self.no_answers.isChecked(),
        )


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
