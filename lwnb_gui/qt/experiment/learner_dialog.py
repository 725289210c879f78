"""Choosing learners: one per line, checked while typing, or added with a few controls."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import LEARNERS
from lwnb_core.learners.specs import settings_of
from lwnb_gui.experiment.learners import LearnerLines, new_base, read_learners
from lwnb_gui.experiment.plan import Plan
from lwnb_gui.qt.widgets.labels import WrappedLabel
from lwnb_gui.qt.widgets.spin_box import SpinBox
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import dialog_buttons
from lwnb_gui.settings import SETTINGS, settings_text, settings_written
from lwnb_gui.theme import Theme

_HELP = "One learner per line: its name, then a colon and its settings, as in lwnb:k=50,kernel=tricube."


class LearnerDialog(QDialog):
    """Says at once which line is wrong and why; only a list without errors can be accepted."""

    def __init__(self, plan: Plan, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Learners")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._plan, self._theme = plan, theme
        self._base = plan.base
        self._old = plan.learners
        self.edit = QPlainTextEdit("\n".join(plan.learners) + "\n", self)
        self.edit.setAccessibleName("Learners, one per line")
        set_tip(self.edit, _HELP)
        self.edit.setTabChangesFocus(True)
        self.says = QLabel(self)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setWordWrap(True)
        self.says.setAccessibleDescription("What is wrong")
        self.base = QComboBox(self)
        self.base.setAccessibleName("Base")
        self.base.setToolTip("The learner that all others are compared with, fold by fold.")
        self.base.activated.connect(self._choose_base)
        self.buttons = dialog_buttons(self)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(WrappedLabel(_HELP, self))
        column.addWidget(self.edit, 1)
        column.addWidget(self.says)
        self.settings_text = WrappedLabel(parent=self)
        column.addLayout(self._build_adding())
        column.addWidget(self.settings_text)
        row = QHBoxLayout()
        label = QLabel("&Base", self)
        label.setBuddy(self.base)
        row.addWidget(label)
        row.addWidget(self.base, 1)
        column.addLayout(row)
        column.addWidget(self.buttons)
        self.resize(round(theme.px(560)), round(theme.px(460)))
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        adding = (self.kind, self.k, self.kernel, self.discretised, self.add_button)
        for before, after in pairwise((self.edit, *adding, self.base, ok)):
            QWidget.setTabOrder(before, after)
        self.edit.textChanged.connect(self.check)
        self._kind_chosen()
        self.check()
        self.edit.setFocus()

    @property
    def lines(self) -> LearnerLines:
        return read_learners(self.edit.toPlainText(), self._plan.convention)

    @property
    def chosen(self) -> tuple[tuple[str, ...], int]:
        """Return the specs as they were written, and the number of the base."""
        return self.lines.specs, self._base

    # -- adding a learner ---------------------------------------------------------------------------

    def _build_adding(self) -> QHBoxLayout:
        self.kind = QComboBox(self)
        for key, learner in LEARNERS.items():
            self.kind.addItem(learner.name, key)
        self.kind.setAccessibleName("Learner to add")
        self.kind.setToolTip("The learner to add, with the settings chosen next to it.")
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        self.k = SpinBox(self)
        self.k.setRange(1, 1_000_000)
        self.k.setValue(50)
        self.k.setPrefix("k = ")
        self.k.setAccessibleName("k of the learner to add")
        self.k.setToolTip("The number of neighbours that it uses.")
        self.kernel = QComboBox(self)
        self.kernel.addItems([str(kernel) for kernel in SETTINGS["kernel"].choices])
        self.kernel.setAccessibleName("Kernel of the learner to add")
        self.kernel.setToolTip("How its neighbours’ distances become weights.")
        self.discretised = QCheckBox("discretised", self)
        self.discretised.setToolTip(
            "Cut numeric attributes into intervals first, separately in each training set."
        )
        self.add_button = QPushButton("Add", self)
        self.add_button.setAccessibleName("Add this learner")
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self.add)
        row = QHBoxLayout()
        row.setSpacing(8)
        for part in (self.kind, self.k, self.kernel, self.discretised, self.add_button):
            row.addWidget(part)
        row.addStretch(1)
        return row

    def _kind_chosen(self) -> None:
        key = self.kind.currentData()
        known = settings_of(key)
        self.k.setEnabled("k" in known)
        self.kernel.setEnabled("kernel" in known)
        self.settings_text.setText(settings_text(self.kind.currentText(), known))
        set_tip(self.settings_text, f"How to write them:\n{settings_written(known)}")

    def add(self) -> None:
        """Append the learner set in the controls as another line."""
        parts = []
        if self.k.isEnabled():
            parts.append(f"k={self.k.value()}")
        if self.kernel.isEnabled() and self.kernel.currentIndex() > 0:
            parts.append(f"kernel={self.kernel.currentText()}")
        if self.discretised.isChecked():
            parts.append("discretised=true")
        spec = self.kind.currentData() + (":" + ",".join(parts) if parts else "")
        text = self.edit.toPlainText().rstrip("\n")
        self.edit.setPlainText(f"{text}\n{spec}\n".lstrip("\n"))
        self.edit.moveCursor(QTextCursor.MoveOperation.End)

    # -- checking -----------------------------------------------------------------------------------

    def check(self) -> None:
        """Read all lines; the first that is wrong is marked and explained."""
        lines = self.lines
        wrong = lines.problem
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(wrong is None)
        self._mark([line.number for line in lines.lines if line.error])
        if wrong is not None:
            self.says.setText(f"Line {wrong.number}: {wrong.error}.\n{wrong.hint}".rstrip())
            return
        self.says.setText("Columns: " + ", ".join(line.name for line in lines.lines) + ".")
        self._base = new_base(self._old, self._base, lines.specs)
        self._old = lines.specs
        self.base.clear()
        self.base.addItems([line.name for line in lines.lines])
        self.base.setCurrentIndex(self._base)

    def _choose_base(self, index: int) -> None:
        self._base = index

    def _mark(self, numbers: list[int]) -> None:
        marks = []
        for number in numbers:
            mark = QTextEdit.ExtraSelection()
            mark.format.setBackground(QColor(self._theme.difference[1]))
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            mark.cursor = QTextCursor(self.edit.document().findBlockByNumber(number - 1))
            marks.append(mark)
        self.edit.setExtraSelections(marks)
