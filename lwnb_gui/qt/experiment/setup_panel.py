"""The panel Experiment: preset, data sets, learners, folds, convention, results file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QPushButton, QWidget

from lwnb_core import CONVENTIONS, LwnbError
from lwnb_gui.experiment.plan import PRESETS, Plan
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.side_panel import SidePanel
from lwnb_gui.qt.widgets.labels import ElidedLabel, WrappedLabel
from lwnb_gui.qt.widgets.spin_box import SpinBox
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.window.file_dialogs import ask_open, ask_save
from lwnb_gui.text import count
from lwnb_gui.theme import Theme

_RESULTS = "Results (*.csv *.parquet)"


class SetupPanel(SidePanel):
    """The settings. Every choice takes effect at once; during a run, the controls are disabled."""

    title = "Experiment"

    data_requested = Signal()
    learners_requested = Signal()

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self._had_focus: QWidget | None = None  # the control with the focus before the controls were disabled
        self._build_preset()
        self._table_fields = (
            self._build_data(),
            self._build_learners(),
            self._build_evaluation(),
            self._build_convention(),
            self._build_file(),
        )
        self.hint = WrappedLabel(parent=self)
        self.column.addSpacing(2)
        self.column.addWidget(self.hint)
        for control in (self.preset, self.runs, self.folds, self.convention):
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            control.installEventFilter(self)
        self.listen(controller.plan_changed, self.refresh)
        self.listen(controller.results_changed, self._enable)
        self.listen(controller.run.changed, self._enable)

    # -- building -----------------------------------------------------------------------------------

    def _build_preset(self) -> None:
        self.preset = QComboBox(self)
        self.preset.addItems(list(PRESETS.values()))
        self.preset.setAccessibleName("Preset")
        set_tip(
            self.preset,
            "Your own experiment, or one from the paper: its tables are computed again, and every cell is "
            "compared with the printed number.",
        )
        self.preset.activated.connect(lambda index: self.controller.choose_preset(list(PRESETS)[index]))
        self.add_field("Preset", self.preset, buddy=self.preset)

    def _build_data(self) -> QWidget:
        self.data = ElidedLabel(parent=self)
        self.data_button = self._choose_button("Choose data sets")
        set_tip(
            self.data_button,
            "Choose files, a folder, samples or the open data. For the paper’s tables, choose which of "
            "its 37 data sets to use, and the folder that contains them.",
        )
        self.data_button.clicked.connect(self.data_requested)
        return self.add_field("Data sets", self.data, self.data_button)

    def _build_learners(self) -> QWidget:
        self.learners = ElidedLabel(parent=self)
        self.learners_button = self._choose_button("Choose learners")
        set_tip(
            self.learners_button,
            "Choose the learners, their settings, and the base with which the others are compared.",
        )
        self.learners_button.clicked.connect(self.learners_requested)
        return self.add_field("Learners", self.learners, self.learners_button)

    def _build_evaluation(self) -> QWidget:
        self.runs = self._spin_box(1, 1000, "Runs")
        self.runs.setToolTip("Every run shuffles the rows again. More runs give more stable means.")
        self.runs.valueChanged.connect(lambda runs: self._change(runs=runs))
        self.folds = self._spin_box(2, 1000, "Folds")
        self.folds.setToolTip("Each fold is tested once by learners trained on all the others.")
        self.folds.valueChanged.connect(lambda folds: self._change(folds=folds))
        times, unit = QLabel("runs ×", self), QLabel("folds", self)
        return self.add_field("Evaluation", self.runs, times, self.folds, unit, buddy=self.runs)

    def _build_convention(self) -> QWidget:
        self.convention = QComboBox(self)
        self.convention.addItems(list(CONVENTIONS))
        self.convention.setAccessibleName("Convention")
        set_tip(
            self.convention,
            "Which source to follow: the paper’s text, Weka, or the computations behind the paper’s tables. "
            "It applies to learners whose settings do not name a convention.",
        )
        self.convention.textActivated.connect(lambda name: self._change(convention=name))
        return self.add_field("Convention", self.convention, buddy=self.convention)

    def _build_file(self) -> QWidget:
        self.file = ElidedLabel(parent=self)
        self.file_button = self._choose_button("Choose the results file")
        set_tip(
            self.file_button,
            "The file receives every fold’s result as soon as it is computed. An experiment that was stopped "
            "can be resumed from it.",
        )
        menu = QMenu(self)
        menu.addAction("Keep results in a file…", self.ask_results_file)
        menu.addAction("Open a results file…", self.ask_open_results)
        self._no_file = menu.addAction("Do not keep a file", lambda: self.save_results_to(""))
        menu.addSeparator()
        self._forget = menu.addAction("Empty the table", self.controller.forget_results)
        self.file_button.setMenu(menu)
        return self.add_field("Results file", self.file, self.file_button)

    def _choose_button(self, name: str) -> QPushButton:
        button = QPushButton("Choose…", self)
        button.setAccessibleName(name)
        return button

    def _spin_box(self, least: int, most: int, name: str) -> SpinBox:
        spin = SpinBox(self)
        spin.setRange(least, most)
        spin.setAccessibleName(name)
        spin.setKeyboardTracking(False)
        return spin

    # -- showing ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Set all controls from the plan."""
        plan, found = self.controller.plan, self.controller.store.found
        with QSignalBlocker(self.runs), QSignalBlocker(self.folds):
            self.runs.setMaximum(10 if plan.table else 1000)
            self.runs.setValue(plan.runs)
            self.folds.setValue(plan.folds)
        self.preset.setCurrentIndex(list(PRESETS).index(plan.preset))
        self.convention.setCurrentText("tables" if plan.table else plan.convention)
        self.data.setText(_data_text(found))
        set_tip(self.data, ", ".join(choice.name for choice in found.data or ()))
        self.learners.setText(_learners_text(plan))
        self.file.setText(Path(plan.results).name or "none")
        set_tip(self.file, plan.results)
        for field in self._table_fields:
            field.setVisible(plan.figure is None)
        self.hint.setText(_hint(plan))
        self.hint.setVisible(bool(self.hint.text()))
        self._enable()

    def _enable(self) -> None:
        plan, is_free = self.controller.plan, not self.controller.is_busy
        focused = QApplication.focusWidget()
        if self.controller.is_reading and focused is not None and self.isAncestorOf(focused):
            self._had_focus = focused  # a control that is disabled for a moment regains its focus
        for control in (self.preset, self.data_button, self.runs, self.file_button):
            control.setEnabled(is_free)
        for control in (self.learners_button, self.folds, self.convention):
            control.setEnabled(is_free and plan.table is None)
        self._no_file.setEnabled(bool(plan.results))
        self._forget.setEnabled(len(self.controller.store) > 0)
        if is_free and self._had_focus is not None:
            self._had_focus.setFocus(Qt.FocusReason.OtherFocusReason)
            self._had_focus = None

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for spin in (self.runs, self.folds):
            spin.setFixedWidth(round(theme.px(56)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the wheel scroll the column; it changes a control only if that has the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    # -- choosing -----------------------------------------------------------------------------------

    def _change(self, **fields: Any) -> None:
        self.controller.set_plan(replace(self.controller.plan, **fields))

    def save_results_to(self, path: str) -> None:
        """Write every fold's result to a file from now on, those that are known too; empty: to none."""
        self._change(results=path and str(Path(path).expanduser().absolute()))
        if path and self.controller.store.is_finished:
            self.controller.start()  # nothing is left to compute, only to write

    def ask_results_file(self) -> None:
        name = self.controller.plan.results or "experiment.csv"
        path = ask_save(self, self.context, "Keep results in", name, _RESULTS, goes_on=True)
        if path:
            self.save_results_to(path)

    def ask_open_results(self) -> None:
        path = ask_open(self, self.context, "Open results", _RESULTS, self.controller.plan.results)
        if path:
            self.controller.open_results(path)


def _data_text(plan: Plan) -> str:
    if plan.table is not None:
        return f"{len(plan.included)} of {len(plan.data)}" if plan.data else "searching …"
    if not plan.data:
        return "none chosen"
    return plan.data[0].name if len(plan.data) == 1 else f"{len(plan.data)} chosen"


def _learners_text(plan: Plan) -> str:
    try:
        return f"{len(plan.names)}, base {plan.names[plan.base]}"
    except LwnbError:  # errors are reported where learners are edited
        return count(len(plan.learners), "learner")


def _hint(plan: Plan) -> str:
    if plan.table is not None:
        return f"The learners, ten folds and the convention tables are those of Table {plan.table}."
    if plan.figure is not None:
        return (
            "Computed on our own random sample of this problem, because the paper’s data are not published."
        )
    return ""
