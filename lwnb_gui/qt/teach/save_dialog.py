"""Save as lecture: its title, the place of its data, and the text of its screen if it has none yet."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from lwnb_core import Dataset
from lwnb_gui.actions import key
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.qt.export.column_choice import ColumnChoice
from lwnb_gui.qt.teach.screen_form import ScreenForm, check_box, group
from lwnb_gui.qt.widgets.widgets import dialog_buttons, plain_label
from lwnb_gui.qt.window.focus_order import move_focus
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.teaching import Lecture
from lwnb_gui.text import count


class SaveLecture(QDialog):
    """Begins with the open lecture, or with the screen as it is; `lecture()` is the result.

    Attributes
    ----------
    form
        What the one screen says; None where a lecture with screens is open.
    """

    def __init__(
        self, session: Session, theme_name: str, parent: QWidget | None = None, data: Dataset | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme_name = theme_name
        self.setWindowTitle("Save as lecture")
        self._known = session.lecture or Lecture()
        self.title = QLineEdit(self._known.title, self)
        self.title.setAccessibleName("Title")
        self.title.setMaxLength(200)
        self.title.setPlaceholderText("What is a neighbourhood?")
        self.summary = QLineEdit(self._known.summary, self)
        self.summary.setAccessibleName("Summary")
        self.summary.setMaxLength(500)
        self.summary.setPlaceholderText("One line, shown in the list of lectures")
        top = QFormLayout()
        top.addRow("&Title", self.title)
        top.addRow("S&ummary", self.summary)
        self.form = None if self._known.screens else ScreenForm(session.as_screen(), data, self)
        self.inside = check_box(
            "Include the data in the file",
            session.data.is_embedded,
            _about_data(session),
        )
        self.inside.setEnabled(bool(session.data.path))
        self.columns = None if data is None else ColumnChoice(data, session.unused, self)
        self.with_theme = check_box(
            f"Open in the {theme_name} theme", False, "Otherwise everyone sees their own theme."
        )
        column = QVBoxLayout(self)
        column.addLayout(top)
        if self.form is not None:
            column.addWidget(self.form)
        else:
            screens = count(len(self._known.screens), "screen")
            change = f"To change a screen, go to it and press {key('change_screen')}."
            note = f"The lecture has {screens}. {change}"
            column.addWidget(plain_label(note, "small", self))
        column.addWidget(group("File", [self.inside, self.with_theme], 2))
        if self.columns is not None:
            column.addWidget(self.columns)
            self.columns.setVisible(self.inside.isChecked())
            self.inside.toggled.connect(self.columns.setVisible)
        column.addWidget(dialog_buttons(self, QDialogButtonBox.StandardButton.Save))
        self.resize(620, 620 if self.form is not None else 240)

    def accept(self) -> None:
        if self.form is None or self.form.is_right():
            super().accept()

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards)  # the boxes before the buttons, though they were created later

    @property
    def embeds(self) -> bool:
        """Return whether the data are to be in the file."""
        return self.inside.isChecked() and self.inside.isEnabled()

    @property
    def with_unused(self) -> bool:
        """Return whether columns that are not in use go into the file with the data."""
        return self.columns is None or self.columns.with_unused

    def lecture(self) -> Session:
        """Return the session as a lecture, which begins with its first screen."""
        screens = self._known.screens if self.form is None else (self.form.written(),)
        shows_experiment = any(screen.page == "experiment" for screen in screens)
        title = self.title.text().strip() or "Lecture"
        return replace(
            self._session,
            **screens[0].settings,
            kind="lecture",
            screen=0,
            theme=self._theme_name if self.with_theme.isChecked() else None,  # type: ignore[arg-type]
            # A custom experiment, with its files, is included only in a lecture about it.
            experiment=self._session.experiment if shows_experiment else ExperimentSettings(),
            lecture=Lecture(title, self.summary.text().strip(), screens=screens),
        )


def _about_data(session: Session) -> str:
    if session.data.sample:
        return "The sample comes with the program."
    if session.data.is_embedded:
        return "These data are not in a file of their own, so they are saved with the lecture."
    return "The lecture then needs no other file. Otherwise keep the data file next to it."
