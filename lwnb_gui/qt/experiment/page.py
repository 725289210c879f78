"""The page Experiment: what is to be compared on the left, the table or figure on the right."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, runtime_checkable

from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lwnb_core.evaluation.paper.figures import DATA, FigureNumber
from lwnb_gui.app.opening import Opening
from lwnb_gui.experiment.data import open_choice
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.comparison_panel import ComparisonPanel, MarksPanel
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.data_dialog import DataDialog
from lwnb_gui.qt.experiment.learner_dialog import LearnerDialog
from lwnb_gui.qt.experiment.paper_data_dialog import PaperDataDialog
from lwnb_gui.qt.experiment.progress_panel import ProgressPanel
from lwnb_gui.qt.experiment.results import ResultsPanel
from lwnb_gui.qt.experiment.setup_panel import SetupPanel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.widgets.widgets import rule, scroll_area
from lwnb_gui.qt.window.focus_order import focus_on
from lwnb_gui.session.shipped import SAMPLE
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.theme import Theme

LEFT = 240


@runtime_checkable
class _Opens(Protocol):
    """The parts of the window that are needed here."""

    def open(self, opening: Opening) -> None: ...


class ExperimentPage(Panel):
    """The page, which needs no open data because it has data sets of its own."""

    title = "Experiment"
    help_topic = "experiment"
    least = (620, 300)
    shows_computing = False

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.set_title_visible(False)
        self.controller = ExperimentController(context, self)
        self.setup = SetupPanel(context, self.controller, self)
        self.progress = ProgressPanel(context, self.controller, self)
        self.marks = MarksPanel(context, self.controller, self)
        self.comparison = ComparisonPanel(context, self.controller, self)
        self.results = ResultsPanel(context, self.controller, self)
        self.figure: Panel | None = (
            None  # created with the first figure, because matplotlib is slow to import
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.results)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left_side())
        row.addWidget(rule(self, upright=True))
        row.addWidget(self._pages, 1)
        self.body.addLayout(row)
        self.setup.data_requested.connect(self.choose_data)
        self.results.data_requested.connect(self.choose_data)
        self.progress.ended.connect(self._focus_results)
        self.setup.learners_requested.connect(self.choose_learners)
        self.comparison.missing_requested.connect(self.choose_paper_data)
        self.listen(self.controller.plan_changed, self._show_preset)
        # always connected, because errors must not be missed
        self.controller.failed.connect(self._show_failure)

    def _left_side(self) -> QWidget:
        inside = QWidget(self)
        inside.setObjectName("page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._rules: list[QFrame] = []
        for panel in (self.setup, self.progress, self.marks, self.comparison):
            if column.count():
                self._rules.append(rule(self, strong=True))
                column.addWidget(self._rules[-1])
            column.addWidget(panel)
        column.addStretch(1)
        self._scroll = scroll_area(inside, self)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._fit_left_side)
        return self._scroll

    def _fit_left_side(self) -> None:
        """Make space for a scroll bar beside the controls, which must not become narrower and cut words."""
        bar = self._scroll.verticalScrollBar()
        beside = bar.sizeHint().width() if bar.maximum() > 0 else 0
        self._scroll.setFixedWidth(round(self.context.theme.px(LEFT)) + beside)

    def apply_theme(self, theme: Theme) -> None:
        self._fit_left_side()

    def showEvent(self, event: QShowEvent) -> None:
        self._show_preset()
        super().showEvent(event)
        known = self.controller.plan.figure is None and len(self.controller.store) > 0
        (self.results.table if known else self.setup.data_button).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isdigit():
            event.accept()  # elsewhere digits go to k, which is not used here
        else:
            super().keyPressEvent(event)

    # -- for menus and buttons ----------------------------------------------------------------------

    def start(self) -> None:
        self.controller.start()

    def pause(self) -> None:
        self.controller.pause()

    def stop(self) -> None:
        self.controller.stop()

    def open_results(self) -> None:
        self.setup.ask_open_results()

    def choose_data(self) -> None:
        """Ask for data sets; the paper's come from a folder."""
        controller = self.controller
        if controller.is_busy:
            return
        if controller.plan.table is not None:
            self.choose_paper_data()
            return
        in_window = open_choice(self.context.state.query)
        dialog = DataDialog(controller.store.found.data or (), in_window, self.context, self)
        dialog.accepted.connect(lambda: controller.set_plan(replace(controller.plan, data=dialog.chosen)))
        dialog.open()

    def choose_learners(self) -> None:
        """Ask for learners and the base."""
        controller = self.controller
        if controller.is_busy or controller.plan.table is not None:
            return
        dialog = LearnerDialog(controller.plan, self.context.theme, self)

        def take() -> None:
            learners, base = dialog.chosen
            controller.set_plan(replace(controller.plan, learners=learners, base=base))

        dialog.accepted.connect(take)
        dialog.open()

    def choose_paper_data(self) -> None:
        """Ask which of the paper's data sets take part; missing ones are listed with their sources."""
        if not self.controller.is_busy:
            PaperDataDialog(self.controller, self.context, self).open()

    def open_study(self, number: FigureNumber) -> None:
        """Open Figure 2 or 4 as a study in Curves, with its data, convention, values of k and axis."""
        window = self.window()
        if isinstance(window, _Opens):
            self.context.state.set_curves(CurveSettings(ks="figures", log=False))
            window.open(Opening(f"{SAMPLE}{DATA[number]}", settings={"convention": "tables"}, page="curves"))

    # -- inside -------------------------------------------------------------------------------------

    def _show_preset(self) -> None:
        plan = self.controller.plan
        for panel, shown in (
            (self.marks, plan.figure is None),
            (self.comparison, plan.table is not None),
        ):
            panel.setVisible(shown)
        self._rules[1].setVisible(plan.figure is None)
        self._rules[2].setVisible(plan.table is not None)
        if plan.figure is None:
            self._pages.setCurrentWidget(self.results)
            return
        if self.figure is None:
            from lwnb_gui.qt.experiment.figure_panel import FigurePanel

            self.figure = FigurePanel(self.context, self.controller, self)
            self.figure.study_requested.connect(self.open_study)
            self._pages.addWidget(self.figure)
        self._pages.setCurrentWidget(self.figure)

    def _focus_results(self) -> None:
        """Focus the results, now that there is nothing to start or to stop."""
        drawn = self.figure if self.controller.plan.figure is not None else None
        focus_on(drawn or self.results.table)

    def _show_failure(self, error: BaseException | None) -> None:
        if error is None:
            self.clear_error()
        else:
            self.show_error(error)
