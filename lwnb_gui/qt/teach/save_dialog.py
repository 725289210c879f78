"""Save as lecture: the text to show, and what is left on the screen."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.qt.focus_order import move_focus
from lwnb_gui.qt.widgets import dialog_buttons
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.file_types import MOST_TEXT
from lwnb_gui.state.panels import CONTROLS, PANEL_NAMES
from lwnb_gui.state.session import Session
from lwnb_gui.state.teaching import Lecture

PANEL_TITLES = {name: name.replace("_", " ").capitalize() for name in PANEL_NAMES}


class SaveLecture(QDialog):
    """Begins with the screen as it is; `lecture()` is the result."""

    def __init__(self, session: Session, theme_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme_name = theme_name
        self.setWindowTitle("Save as lecture")
        known = session.lecture or Lecture()
        self.title = QLineEdit(known.title, self)
        self.title.setAccessibleName("Title")
        self.title.setMaxLength(200)
        self.title.setPlaceholderText("What is a neighbourhood?")
        self.summary = QLineEdit(known.summary, self)
        self.summary.setAccessibleName("Summary")
        self.summary.setMaxLength(500)
        self.summary.setPlaceholderText("One line for the list of lectures")
        self.text = QPlainTextEdit(known.text, self)
        self.text.setAccessibleName("Text")
        self.text.setPlaceholderText(
            "Shown above the panels. *Stars* make emphasis, **two** strong emphasis; an empty line begins a "
            "paragraph."
        )
        self.text.setTabChangesFocus(True)
        self.answer = QPlainTextEdit(known.answer, self)
        self.answer.setAccessibleName("Answer")
        self.answer.setPlaceholderText(
            "Shown after the last step, or after the guess. Without steps and guesses, with the text."
        )
        self.answer.setTabChangesFocus(True)
        self.answer.setMaximumHeight(70)
        form = QFormLayout()
        form.addRow("&Title", self.title)
        form.addRow("S&ummary", self.summary)
        form.addRow("Te&xt", self.text)
        form.addRow("Ans&wer", self.answer)
        self.panels = {
            name: _box(title, session.panels is None or name in session.panels, f"Show the panel {title}.")
            for name, title in PANEL_TITLES.items()
        }
        self.hidden = {
            name: _box(title, name in session.hidden_controls, f"Take {title} off the screen.")
            for name, title in CONTROLS.items()
        }
        self.inside = _box(
            "Put the data into the file",
            session.data.is_embedded,
            "A sample is there wherever the program is."
            if session.data.sample
            else "The lecture then needs no other file. Else the data must stay beside it.",
        )
        self.inside.setEnabled(not session.data.sample)
        self.with_theme = _box(
            f"Open in the {theme_name} theme", False, "Else everybody sees it in a theme of their own choice."
        )
        buttons = dialog_buttons(self, QDialogButtonBox.StandardButton.Save)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(_group("Panels to show", list(self.panels.values()), 4))
        column.addWidget(_group("To hide", list(self.hidden.values()), 2))
        column.addWidget(_group("File", [self.inside, self.with_theme], 2))
        note = QLabel(
            "Row, k and all settings, the step, guess first and draw first are saved as they are now.", self
        )
        note.setObjectName("small")
        column.addWidget(note)
        column.addWidget(buttons)
        self.resize(620, 620)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards)  # the boxes before the buttons, though they were created later

    @property
    def embeds(self) -> bool:
        """Whether the data are to be in the file."""
        return self.inside.isChecked() and self.inside.isEnabled()

    def lecture(self) -> Session:
        """The session as a lecture."""
        panels = frozenset(name for name, box in self.panels.items() if box.isChecked())
        return replace(
            self._session,
            kind="lecture",
            panels=None if len(panels) == len(PANEL_NAMES) else panels,
            hidden_controls=frozenset(name for name, box in self.hidden.items() if box.isChecked()),
            theme=self._theme_name if self.with_theme.isChecked() else None,  # type: ignore[arg-type]
            # An experiment of one's own, with its files, goes with a lecture only that is about it.
            experiment=self._session.experiment if self._session.page == "experiment" else ExperimentView(),
            lecture=Lecture(
                self.title.text().strip() or "Lecture",
                self.summary.text().strip(),
                self.text.toPlainText().strip()[:MOST_TEXT],
                self.answer.toPlainText().strip()[:MOST_TEXT],
            ),
        )


def _box(text: str, checked: bool, tip: str) -> QCheckBox:
    box = QCheckBox(text)
    box.setChecked(checked)
    box.setToolTip(tip)
    return box


def _group(title: str, boxes: list[QCheckBox], columns: int) -> QGroupBox:
    group = QGroupBox(title)
    grid = QGridLayout(group)
    for i, box in enumerate(boxes):
        grid.addWidget(box, i // columns, i % columns)
    return group
