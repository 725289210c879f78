"""The panel Results: the table, which measure it shows, and what can be taken home of it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from lwnb_core.data.files import atomic_write
from lwnb_core.evaluation.results_grid import GridFormat
from lwnb_gui.export import Report, TextTable
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.folds import FoldsDialog
from lwnb_gui.qt.experiment.result_table import ResultTable, TableArea
from lwnb_gui.qt.experiment.side_panel import small_label
from lwnb_gui.qt.experiment.table_foot import TableFoot
from lwnb_gui.qt.experiment.taking_home import report_of, script_of
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.qt.panel import Panel
from lwnb_gui.state.experiment_findings import Findings
from lwnb_gui.state.experiment_folds import MEASURE_WORDS, FoldsOfCell
from lwnb_gui.state.experiment_texts import figure_columns, sheet_texts
from lwnb_gui.theme import Theme

_MEASURES = {
    "accuracy": "accuracy",
    "log_loss": "log loss",
    "brier": "Brier score",
    "kappa": "kappa",
    "auc": "AUC",
    "train_seconds": "training time",
    "test_seconds": "testing time",
}
_PRINTED: dict[str, GridFormat] = {".tex": "latex", ".md": "markdown", ".html": "html", ".csv": "csv"}


class ResultsPanel(Panel):
    """Fills as results come."""

    title = "Results"
    help_topic = "experiment"
    least = (360, 160)

    data_wanted = Signal()

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.controller = controller
        self.table = ResultTable(self)
        self.foot = TableFoot(self.table, self)
        self.area = TableArea(self.table, self.foot, self)
        self.keys = small_label(
            "Double-click a cell, or Enter: its folds and the test. Click a head, or S: sort.",
            self,
            "smaller",
        )
        self.body.addWidget(self.area, 1)
        self.body.addWidget(self.keys)
        self.paper = QCheckBox("show the paper’s figures", self)
        self.paper.setChecked(True)
        self.paper.setToolTip("Beside every cell the printed one, and how far they are apart.")
        self.paper.toggled.connect(lambda _: self.refresh())
        self.measure = QComboBox(self)
        self.measure.addItems(list(_MEASURES.values()))
        self.measure.setAccessibleName("Measure")
        self.measure.setToolTip(
            "What the table shows. Every measure is computed for every fold, so that one can switch at any "
            "time; the marks are of the measure shown."
        )
        self.measure.activated.connect(lambda i: controller.set_measure(list(_MEASURES)[i]))
        self.add_header_widget(self.paper)
        self.add_header_widget(self.measure)
        self.copies(self.table)
        if self.take_home is not None:
            self.take_home.menu().aboutToShow.connect(self._offer_printed)
            self.table.copy_wanted.connect(self.take_home.copy)
            for before, after in pairwise((self.paper, self.measure, self.take_home, self.table)):
                QWidget.setTabOrder(before, after)
        self.table.cell_opened.connect(self.open_folds)
        self.table.base_wanted.connect(controller.set_base)
        controller.sheet_changed.connect(self.refresh)
        controller.doing_changed.connect(self.refresh)
        controller.plan_changed.connect(self.refresh)
        self.folds: FoldsDialog | None = None

    def refresh(self) -> None:
        """The table as it is now, or what has to be chosen first."""
        sheet, plan = self.controller.sheet, self.controller.plan
        frame = sheet.frame
        with_paper = frame.shows_paper and self.paper.isChecked()
        self.paper.setVisible(frame.shows_paper)
        self.measure.setCurrentIndex(list(_MEASURES).index(frame.measure))
        running = self.controller.doing in ("running", "paused", "stopping")
        self.table.show_sheet(sheet, with_paper, running)
        self.foot.show_sheet(sheet, with_paper)
        self.area.arrange()
        self.set_subtitle(self._words())
        if plan.figure is None and (not plan.data or not frame.names):
            self._say_empty()
        else:
            self.show_content()

    def _say_empty(self) -> None:
        if self.controller.plan.table is not None:
            self.show_empty("Looking for the paper’s data sets …")
        elif not self.controller.plan.data:
            self.show_empty(
                "No data set is chosen. Learners are compared on one data set or on many.",
                "Choose data sets…",
                self.data_wanted.emit,
            )
        else:
            self.show_empty(self.controller.plan.problem)

    def _words(self) -> str:
        frame = self.controller.sheet.frame
        if not frame.names:
            return ""
        what = MEASURE_WORDS[frame.measure]
        words = f"{what}, mean and sd over {frame.runs * frame.folds} folds"
        if frame.shows_paper:
            words = f"Table {frame.table}: {words}; each cell beside the published one"
        return words

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.keys.setVisible(self.height() > self.context.theme.px(720))

    def apply_theme(self, theme: Theme) -> None:
        self.keys.setContentsMargins(round(theme.px(12)), 0, 0, round(theme.px(6)))
        self.table.set_theme(theme)
        self.foot.set_theme(theme)
        self.area.arrange()

    def _on_computing(self, computing: bool) -> None:
        """Nothing here waits for the explanation."""

    # -- a cell -------------------------------------------------------------------------------------

    def open_folds(self, dataset: str, column: int) -> None:
        """Every fold behind a cell, and the test written out."""
        frame = self.controller.sheet.frame
        rows = self.controller.shelf.store.of(dataset)
        result = frame.result(rows, (dataset,))
        found = FoldsOfCell.of(result, dataset, column, frame.measure)
        if self.folds is None:
            self.folds = FoldsDialog(self.context, self)
        note = self.controller.sheet.notes.get(dataset, "")
        self.folds.show_folds(found, note)

    # -- taking home --------------------------------------------------------------------------------

    @property
    def findings(self) -> Findings | None:
        """All that is known, without Qt."""
        return self.controller.shelf.findings

    def to_table(self) -> TextTable | None:
        found = self.findings
        if found is None:
            return None
        sheet, with_paper = self.controller.sheet, self.table.with_paper
        heads, rows = sheet_texts(sheet, self.table.results.order, with_paper)
        return TextTable(heads, rows, figure_columns(sheet, with_paper))

    def to_script(self) -> str | None:
        found = self.findings
        return None if found is None else script_of(found, self.controller.plan)

    def to_report(self) -> Report | None:
        found = self.findings
        return None if found is None else report_of(found, self.controller.plan)

    def save_printed(self, path: str | Path) -> None:
        """The table as the paper prints one, with its notes; the suffix says how."""
        found = self.findings
        fmt = _PRINTED.get(Path(path).suffix.lower())
        if found is None or fmt is None:
            return

        def fail(error: BaseException) -> None:
            self.show_error(error, "Choose another folder or name.")

        self.context.tasks.start(
            "experiment-save",
            lambda job: atomic_write(path, found.render(fmt)),
            on_done=lambda _: self.clear_error(),
            on_error=fail,
        )

    def _offer_printed(self) -> None:
        if self.take_home is not None and self.findings is not None:
            menu = self.take_home.menu().addMenu("Save as the paper prints it")
            for suffix, name in (("tex", "LaTeX"), ("md", "Markdown"), ("html", "HTML"), ("csv", "CSV")):
                menu.addAction(f"{name}…", partial(self._ask_printed, f"{name} (*.{suffix})", suffix))

    def _ask_printed(self, kind: str, suffix: str) -> None:
        path = ask_save(self, self.context, "Save results", f"experiment.{suffix}", kind)
        if path:
            self.save_printed(path if Path(path).suffix else f"{path}.{suffix}")
