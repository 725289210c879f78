"""The panel Results: the table, the choice of its measure, and its exports."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from lwnb_core.data import atomic_write
from lwnb_core.evaluation.experiments.results_grid import GRID_FORMATS
from lwnb_core.evaluation.measures import MEASURES, measure_named
from lwnb_gui.file_formats import file_filter, named
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.experiment_panel import ExperimentPanel
from lwnb_gui.qt.experiment.folds import FoldsDialog
from lwnb_gui.qt.experiment.result_table import ResultArea, ResultTable
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import fill_choices, plain_label
from lwnb_gui.qt.window.file_dialogs import ask_save
from lwnb_gui.render.experiment_export import ExperimentExport
from lwnb_gui.render.report import Report
from lwnb_gui.study.measure_choices import measure_choices
from lwnb_gui.text import printable
from lwnb_gui.theme import Theme
from lwnb_gui.views.results.folds import FoldsOfCell
from lwnb_gui.views.results.reading import reading_of
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject


class ResultsPanel(ExperimentPanel):
    """The panel, which fills as results arrive."""

    shows = Results()
    title = Results.title
    least = (360, 160)

    data_requested = Signal()

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self.table = ResultTable(self)
        self.area = ResultArea(self.table, self)
        self.foot = self.area.foot
        self.keys = plain_label(
            "Double-click a cell or press Enter to see its folds and the test. Click a title or press S to "
            "sort.",
            "smaller",
            self,
        )
        self.body.addWidget(self.area, 1)
        self.body.addWidget(self.keys)
        self.paper = QCheckBox("paper’s numbers", self)
        self.paper.setChecked(True)
        self.paper.setToolTip("Show the paper’s number and the difference next to every cell.")
        self.paper.toggled.connect(lambda _: self.refresh())
        self.measure = QComboBox(self)
        self.measure.setAccessibleName("Measure")
        self.measure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        set_tip(
            self.measure,
            "The measure that the table shows. Every measure is computed for every fold, so you can switch "
            "at any time. The marks refer to the measure shown.",
        )
        self.measure.activated.connect(lambda _: controller.set_measure(self.measure.currentData()))
        self.add_header_widget(self.paper)
        self.add_header_widget(self.measure)
        self.copies(self.table)
        if self.export_button is not None:
            self.export_button.menu().aboutToShow.connect(self._offer_printed)
            self.table.copy_requested.connect(self.export_button.copy)
            for before, after in pairwise((self.paper, self.measure, self.export_button, self.table)):
                QWidget.setTabOrder(before, after)
        self.table.cell_opened.connect(self.open_folds)
        self.table.base_requested.connect(controller.set_base)
        for signal in (controller.results_changed, controller.run.changed, controller.plan_changed):
            self.listen(signal, self.refresh)
        self.folds: FoldsDialog | None = None

    def refresh(self) -> None:
        """Show the table as it is now, or what has to be chosen first."""
        table, plan = self.controller.table, self.controller.store.found
        outline = table.outline
        with_paper = outline.shows_paper and self.paper.isChecked()
        self.paper.setVisible(outline.shows_paper)
        self._show_measures(outline.measure)
        running = self.controller.is_busy and not self.controller.is_reading
        self.area.show_table(table, with_paper, running)
        self.set_subtitle(reading_of(table).what)
        if plan.figure is None and (not plan.data or not outline.names):
            self._say_empty()
        else:
            self.show_content()

    def _show_measures(self, chosen: str) -> None:
        """Show the measures to choose from: F1 also of each class that all data sets have."""
        choices = measure_choices(MEASURES, self.controller.store.shared_classes)
        choices.setdefault(chosen, printable(measure_named(chosen).title))
        fill_choices(self.measure, choices, chosen)

    def _say_empty(self) -> None:
        if self.controller.plan.table is not None:
            self.show_empty("Looking for the paper’s data sets …")
        elif not self.controller.store.found.data:
            self.show_empty(
                "No data set is chosen. Learners are compared on one data set or on many.",
                "Choose data sets…",
                self.data_requested.emit,
            )
        else:
            self.show_empty(self.controller.store.found.problem)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.keys.setVisible(self.height() > self.context.theme.px(720))

    def apply_theme(self, theme: Theme) -> None:
        self.keys.setContentsMargins(round(theme.px(12)), 0, 0, round(theme.px(6)))
        self.area.set_theme(theme)

    # -- a cell -------------------------------------------------------------------------------------

    def open_folds(self, dataset: str, column: int) -> None:
        """Show every fold behind a cell, and the complete test."""
        outline = self.controller.table.outline
        rows = self.controller.store.rows_of(dataset)
        result = outline.result(rows, (dataset,))
        folds = FoldsOfCell.of(result, dataset, column, outline.measure)
        if self.folds is None:
            self.folds = FoldsDialog(self.context, self)
        note = self.controller.table.notes.get(dataset, "")
        self.folds.show_folds(folds, note)

    # -- export ---------------------------------------------------------------------------------------

    @property
    def exported(self) -> ExperimentExport | None:
        return ExperimentExport.of(self.controller.store)

    def to_table(self) -> TextTable | None:
        if len(self.controller.store) == 0:
            return None
        about = Subject(experiment_table=self.controller.table)
        reading = self.shows.read(about, order=self.table.order, with_paper=self.table.with_paper)
        return None if reading is None else self.shows.table(reading)

    def to_script(self) -> str | None:
        exported = self.exported
        return None if exported is None else exported.script()

    def to_report(self) -> Report | None:
        exported = self.exported
        return None if exported is None else exported.report()

    def save_printed(self, path: str | Path) -> None:
        """Save the table in the paper's style, with its notes, in the format of the suffix."""
        exported = self.exported
        fmt = GRID_FORMATS.get(Path(path).suffix.lower())
        if exported is None or fmt is None:
            return

        def fail(error: BaseException) -> None:
            self.show_error(error, "Choose another folder or name.")

        self.context.tasks.start(
            "experiment-save",
            lambda job: atomic_write(path, exported.render(fmt)),
            on_done=lambda _: self.clear_error(),
            on_error=fail,
        )

    def _offer_printed(self) -> None:
        if self.export_button is not None and self.exported is not None:
            menu = self.export_button.menu().addMenu("Save as the paper prints it")
            for suffix, name in named(GRID_FORMATS).items():
                menu.addAction(f"{name}…", partial(self._ask_printed, suffix))

    def _ask_printed(self, suffix: str) -> None:
        kind = file_filter(suffix)
        path = ask_save(self, self.context, "Save results", f"experiment{suffix}", kind)
        if path:
            self.save_printed(path)
