"""The form in which a teacher writes what a screen of a lecture says, shows and hides."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import DataError, Dataset
from lwnb_gui.qt.scene.screen_reader import announce
from lwnb_gui.qt.widgets.widgets import dialog_buttons, plain_label
from lwnb_gui.qt.window.focus_order import move_focus
from lwnb_gui.session.file_types import MOST_TEXT
from lwnb_gui.teaching.panels import CONTROLS, panel_views
from lwnb_gui.teaching.quotes import check_classes
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.views.wording.quotes import quotables

SAVED_AS_NOW = "The screen keeps the current row, k, settings, step, and whether to guess or draw first."


class ScreenForm(QWidget):
    """Begins with the texts of a screen; `written()` has those that were written, with the same settings."""

    def __init__(self, screen: Screen, data: Dataset | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._screen = screen
        self._data = data
        self.text = _text_box(
            screen.text, "Text", "One sentence, shown above the panels. *Asterisks* give italics."
        )
        self.task = _text_box(screen.task, "To do", "One task, such as: Drag k to the right.")
        self.answer = _text_box(
            screen.answer,
            "Answer",
            "Shown after the last step or the guess. Without steps and guesses, shown with the text.",
        )
        self.window_only = check_box(
            "Only possible in the program; left out of live pages",
            screen.window_only,
            "For example a change of kernel, which a live page cannot make.",
        )
        self._written_last = self.text
        QApplication.instance().focusObjectChanged.connect(self._note_focus)  # type: ignore[union-attr]
        self.numbers = QPushButton("Insert a number", self)
        self.numbers.setToolTip("Insert a number or name that is computed whenever the text is shown.")
        self.numbers.setMenu(self._menu())
        self.error = plain_label("", "hint", self)
        self.error.setWordWrap(True)
        self.error.hide()
        form = QFormLayout()
        form.addRow("Te&xt", self.text)
        form.addRow("To &do", self.task)
        form.addRow("", self.window_only)
        form.addRow("Ans&wer", self.answer)
        form.addRow("", self.numbers)
        form.addRow("", self.error)
        self.panels = {
            view.name: check_box(
                view.title,
                screen.panels is None or view.name in screen.panels,
                f"Show the panel {view.title} on this screen.",
            )
            for view in panel_views()
        }
        self.hidden = {
            name: check_box(
                title[:1].upper() + title[1:], name in screen.hidden_controls, f"Hide {title} on this screen."
            )
            for name, title in CONTROLS.items()
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addWidget(group("Show these panels", list(self.panels.values()), 4))
        column.addWidget(group("Hide", list(self.hidden.values()), 2))
        note = plain_label(SAVED_AS_NOW, "small", self)
        note.setWordWrap(True)
        column.addWidget(note)

    def written(self) -> Screen:
        panels = frozenset(name for name, box in self.panels.items() if box.isChecked())
        return replace(
            self._screen,
            text=_written(self.text),
            task=_written(self.task),
            answer=_written(self.answer),
            window_only=self.window_only.isChecked(),
            panels=None if len(panels) == len(self.panels) else panels,
            hidden_controls=frozenset(name for name, box in self.hidden.items() if box.isChecked()),
        )

    def is_right(self) -> bool:
        """Return whether there is a text and every quote can be filled in; otherwise show what is wrong."""
        screen = self.written()
        if not (screen.text or screen.task):
            self._say("Write a text or a task: a screen cannot be empty.")
            self.text.setFocus()
            return False
        try:
            for text in screen.texts:
                check_classes(text, self._data)
        except DataError as error:
            self._say(f"{error.message[:1].upper()}{error.message[1:]}. {error.hint}".strip())
            return False
        self.error.hide()
        return True

    def _say(self, message: str) -> None:
        self.error.setText(message)
        self.error.show()
        announce(self, message)

    def insert(self, name: str) -> None:
        """Insert a quote at the cursor; a class is selected to be replaced."""
        needs_class = quotables()[name].needs_argument
        self._written_last.insertPlainText(f"{{{name}:CLASS}}" if needs_class else f"{{{name}}}")
        self._written_last.setFocus()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        for name, quotable in quotables().items():
            menu.addAction(f"{{{name}}}  {quotable.meaning}".replace("&", "&&"), partial(self.insert, name))
        return menu

    def _note_focus(self, focused: QObject | None) -> None:
        if isinstance(focused, QPlainTextEdit) and self.isAncestorOf(focused):
            self._written_last = focused


class ScreenDialog(QDialog):
    """The form in a separate dialog."""

    def __init__(self, title: str, screen: Screen, data: Dataset | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.form = ScreenForm(screen, data, self)
        column = QVBoxLayout(self)
        column.addWidget(self.form)
        column.addWidget(dialog_buttons(self, QDialogButtonBox.StandardButton.Ok))
        # The form's boxes come after the buttons in Qt's order of creation: without this, OK has the focus.
        self.form.text.setFocus()
        self.resize(620, 520)

    def accept(self) -> None:
        if self.form.is_right():
            super().accept()

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards)  # the boxes before the buttons, though they were created later


def check_box(text: str, checked: bool, tip: str) -> QCheckBox:
    box = QCheckBox(text)
    box.setChecked(checked)
    box.setToolTip(tip)
    return box


def group(title: str, boxes: list[QCheckBox], columns: int) -> QGroupBox:
    """Return boxes under a title."""
    frame = QGroupBox(title)
    grid = QGridLayout(frame)
    for i, box in enumerate(boxes):
        grid.addWidget(box, i // columns, i % columns)
    return frame


def _text_box(text: str, name: str, hint: str) -> QPlainTextEdit:
    box = QPlainTextEdit(text)
    box.setAccessibleName(name)
    box.setPlaceholderText(hint)
    box.setTabChangesFocus(True)
    box.setMaximumHeight(70)
    return box


def _written(box: QPlainTextEdit) -> str:
    return box.toPlainText().strip()[:MOST_TEXT]
