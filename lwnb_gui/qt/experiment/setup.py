"""The panel Experiment: preset, data sets, learners, folds, convention, results file."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QWidget,
)

from lwnb_core import CONVENTIONS, LwnbError
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.side_panel import SidePanel, small_words
from lwnb_gui.qt.file_dialogs import ask_open, ask_save
from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.qt.spin_box import SpinBox
from lwnb_gui.state.experiment_plan import PRESETS, Plan
from lwnb_gui.text import count
from lwnb_gui.theme import Theme

_RESULTS = "Results (*.csv *.parquet)"


class SetupPanel(SidePanel):
    """Every choice has effect at once; while an experiment runs they rest."""

    title = "Experiment"

    data_wanted = Signal()
    learners_wanted = Signal()

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, controller, parent)
        self._worked_at: QWidget | None = None
        self.preset = QComboBox(self)
        self.preset.addItems(list(PRESETS.values()))
        self.preset.setAccessibleName("Preset")
        self.preset.setToolTip(
            "Your own experiment, or the paper’s: its tables are computed again and every cell is put beside "
            "the printed one."
        )
        self.preset.activated.connect(self._choose_preset)
        self._data = OneLine(self)
        self.data_button = _button("Choose…", "Choose data sets", self)
        self.data_button.setToolTip(
            "Files, a folder, samples, the open data. For the paper’s tables: which of its 37 data sets take "
            "part, and the folder they are in."
        )
        self.data_button.clicked.connect(self.data_wanted)
        self._learners = OneLine(self)
        self.learners_button = _button("Choose…", "Choose learners", self)
        self.learners_button.setToolTip(
            "Which learners, with which settings, and which of them is the base that the others are compared "
            "with."
        )
        self.learners_button.clicked.connect(self.learners_wanted)
        self.runs = _spin(1, 1000, "Runs", self)
        self.runs.setToolTip("Every run shuffles the rows anew. More runs make the means steadier.")
        self.folds = _spin(2, 1000, "Folds", self)
        self.folds.setToolTip("Each fold is tested once by learners trained on all the others.")
        self.convention = QComboBox(self)
        self.convention.addItems(list(CONVENTIONS))
        self.convention.setAccessibleName("Convention")
        self.convention.setToolTip(
            "Whose computations: the paper’s text, Weka’s, or those behind the paper’s tables. It holds for "
            "learners whose settings do not name one."
        )
        self._file = OneLine(self)
        self.file_button = _button("Choose…", "Choose the results file", self)
        self.file_button.setToolTip(
            "A file keeps every fold’s result as it comes. An experiment that was stopped goes on from there."
        )
        self._file_menu = QMenu(self)
        self._file_menu.addAction("Keep results in a file…", self.ask_results_file)
        self._file_menu.addAction("Open a results file…", self.ask_open_results)
        self._no_file = self._file_menu.addAction("Keep no file", lambda: self.keep_results(""))
        self._file_menu.addSeparator()
        self._forget = self._file_menu.addAction("Empty the table", controller.forget_results)
        self.file_button.setMenu(self._file_menu)
        self._lay_out()
        self.runs.valueChanged.connect(lambda runs: self._set(runs=runs))
        self.folds.valueChanged.connect(lambda folds: self._set(folds=folds))
        self.convention.textActivated.connect(lambda name: self._set(convention=name))
        for control in (self.preset, self.runs, self.folds, self.convention):
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            control.installEventFilter(self)
        controller.plan_changed.connect(self.refresh)
        controller.sheet_changed.connect(self._allow)
        controller.doing_changed.connect(self._allow)
        self.refresh()

    def _lay_out(self) -> None:
        self.add_field("Preset", self.preset, buddy=self.preset)
        self._data_head = self.add_field("Data sets", _beside(self._data, self.data_button))
        self._learners_head = self.add_field("Learners", _beside(self._learners, self.learners_button))
        by, word = QLabel("runs ×", self), QLabel("folds", self)
        row = QHBoxLayout()
        row.setSpacing(6)
        for part in (self.runs, by, self.folds, word):
            row.addWidget(part)
        row.addStretch(1)
        self._folds_head = self.add_field("Evaluation", row, buddy=self.runs)
        self._convention_head = self.add_field("Convention", self.convention, buddy=self.convention)
        self._file_head = self.add_field("Results file", _beside(self._file, self.file_button))
        self._of_table: tuple[QWidget, ...] = (
            self._data_head, self._data, self.data_button, self._learners_head, self._learners,
            self.learners_button, self._folds_head, self.runs, by, self.folds, word, self._convention_head,
            self.convention, self._file_head, self._file, self.file_button,
        )  # fmt: skip
        self.words = small_words("", self)
        self.column.addSpacing(2)
        self.column.addWidget(self.words)

    # -- showing ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """All controls as the plan has it."""
        plan = self.controller.plan
        for control in (self.preset, self.runs, self.folds, self.convention):
            control.blockSignals(True)
        self.preset.setCurrentIndex(list(PRESETS).index(plan.preset))
        self.runs.setMaximum(10 if plan.table else 1000)
        self.runs.setValue(plan.runs)
        self.folds.setValue(plan.folds)
        self.convention.setCurrentText(plan.convention)
        for control in (self.preset, self.runs, self.folds, self.convention):
            control.blockSignals(False)
        self._data.setText(_data_words(plan))
        self._data.setToolTip(", ".join(choice.name for choice in plan.data))
        self._learners.setText(_learner_words(plan))
        self._learners.setToolTip(self._learners.text())
        file = plan.results.replace("\\", "/").rpartition("/")[2]
        self._file.setText(file or "none")
        self._file.setToolTip(plan.results)
        for part in self._of_table:
            part.setVisible(plan.figure is None)
        self.words.setText(_hint(plan))
        self.words.setVisible(bool(self.words.text()))
        self._allow()

    def _allow(self) -> None:
        controller = self.controller
        plan, free = controller.plan, not controller.is_busy
        own = plan.table is None
        focused = QApplication.focusWidget()
        if controller.doing == "finding" and focused is not None and self.isAncestorOf(focused):
            self._worked_at = focused  # what is greyed out for a moment loses the focus, and gets it back
        self.preset.setEnabled(free)
        for control in (self.data_button, self.runs, self.file_button):
            control.setEnabled(free)
        self.learners_button.setEnabled(free and own)
        self.folds.setEnabled(free and own)
        self.convention.setEnabled(free and own)
        self._no_file.setEnabled(bool(plan.results))
        self._forget.setEnabled(len(controller.shelf.store) > 0)
        if free and self._worked_at is not None:
            self._worked_at.setFocus(Qt.FocusReason.OtherFocusReason)
            self._worked_at = None

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for spin in (self.runs, self.folds):
            spin.setFixedWidth(round(theme.px(56)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel scrolls the column; it turns a control only where one has gone to it."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    # -- choosing -----------------------------------------------------------------------------------

    def _choose_preset(self, index: int) -> None:
        self.controller.choose_preset(list(PRESETS)[index])

    def _set(self, **changes: object) -> None:
        self.controller.set_plan(replace(self.controller.plan, **changes))  # type: ignore[arg-type]

    def keep_results(self, path: str) -> None:
        """Keep every fold's result in a file from now on, those that are there too; empty: in none."""
        self._set(results=path)
        if path and self.controller.is_finished:
            self.controller.start()  # there is nothing left to compute, only to write

    def ask_results_file(self) -> None:
        name = self.controller.plan.results or "experiment.csv"
        path = ask_save(self, self.context, "Keep results in", name, _RESULTS, goes_on=True)
        if path:
            self.keep_results(path if "." in path.rpartition("/")[2] else f"{path}.csv")

    def ask_open_results(self) -> None:
        path = ask_open(self, self.context, "Open results", _RESULTS, self.controller.plan.results)
        if path:
            self.controller.open_results(path)


def _data_words(plan: Plan) -> str:
    there = len(plan.there)
    if plan.table is not None:
        return f"{there} of {len(plan.data)}" if plan.data else "looking for them …"
    if not plan.data:
        return "none chosen"
    return plan.data[0].name if len(plan.data) == 1 else f"{len(plan.data)} chosen"


def _learner_words(plan: Plan) -> str:
    try:
        return f"{len(plan.names)}, base {plan.names[plan.base]}"
    except LwnbError:  # said where it is edited
        return count(len(plan.learners), "learner")


def _hint(plan: Plan) -> str:
    if plan.table is not None:
        return f"The learners, ten folds and the convention tables are those of Table {plan.table}."
    if plan.figure is not None:
        return "Drawn from our own draw of the data: the paper’s is not published."
    return ""


def _beside(words: QLabel, button: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    row.addWidget(words, 1)
    row.addWidget(button)
    return row


def _button(text: str, name: str, parent: QWidget) -> QPushButton:
    button = QPushButton(text, parent)
    button.setAccessibleName(name)
    return button


def _spin(least: int, most: int, name: str, parent: QWidget) -> SpinBox:
    spin = SpinBox(parent)
    spin.setRange(least, most)
    spin.setAccessibleName(name)
    spin.setKeyboardTracking(False)
    return spin
