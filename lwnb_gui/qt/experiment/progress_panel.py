"""The panel Progress: start, pause, cancel; how much is done and how long the rest will take."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lwnb_gui.actions import key
from lwnb_gui.app.run import RunStatus, exact_duration, time_left
from lwnb_gui.experiment.store import ExperimentStore
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.side_panel import SidePanel
from lwnb_gui.qt.run.run_progress import RunProgress
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme


class ProgressPanel(SidePanel):
    """The progress of the experiment's run."""

    title = "Progress"
    ended = Signal()  # nothing more can be pressed here, and the focus must go elsewhere

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self.progress = progress = RunProgress(self, in_column=True)
        progress.start_button.setObjectName("primary")
        progress.start_button.setAccessibleName("Start the experiment")
        progress.pause_button.setToolTip(
            f"Pause the computation and free the processor meanwhile. ({key('experiment_pause')})"
        )
        progress.stop_button.setText("Cancel")
        set_tip(
            progress.stop_button,
            "Stop at once. What is finished is kept in the table, and Start continues from there. "
            f"({key('experiment_stop')})",
        )
        progress.start_requested.connect(controller.start)
        progress.pause_requested.connect(controller.pause)
        progress.stop_requested.connect(controller.stop)
        progress.ended.connect(self.ended)
        self.column.addWidget(progress)
        run = controller.run
        for signal in (run.changed, run.progressed, controller.plan_changed, controller.results_changed):
            self.listen(signal, self.refresh)

    def refresh(self) -> None:
        store = self.controller.store
        is_figure = store.plan.figure is not None
        self.set_subtitle("" if is_figure else f"{store.table.done_cells} of {store.table.all_cells} cells")
        self.progress.show_status(_busy(self.controller) if self.controller.is_busy else _at_rest(store))

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.progress.apply_theme(theme)


def _busy(controller: ExperimentController) -> RunStatus:
    run, is_figure = controller.run, controller.plan.figure is not None
    if controller.is_reading:
        return RunStatus("reading data …", run.share, stop=True)
    is_paused = run.state == "paused"
    return RunStatus(
        "paused" if is_paused else time_left(run.seconds_left),
        run.share,
        elapsed=f"{exact_duration(run.seconds)} so far",
        detail="" if is_figure else _current_work(controller.store),
        pause="" if is_figure else "Resume" if is_paused else "Pause",
        stop=True,
    )


def _at_rest(store: ExperimentStore) -> RunStatus:
    problem, retries = store.found.problem, bool(store.is_finished and store.unread)
    if store.is_finished:
        text, start = "finished", "Start"
    elif len(store):
        text, start = "stopped", "Resume"
    else:
        text, start = "not started", "Start"
    return RunStatus(
        text,
        float(store.is_finished) if store.plan.figure is not None else store.table.share,
        elapsed=exact_duration(store.seconds) if store.seconds else "",
        detail="" if store.is_finished else problem,
        start="Try again" if retries else start,
        start_tip=problem
        or "Compute what is missing. Results that are already there are not computed again. "
        f"({key('experiment_start')})",
        can_start=not problem and (retries or not store.is_finished),
    )


def _current_work(store: ExperimentStore) -> str:
    table = store.table
    for name in table.outline.datasets:
        line = table.lines.get(name, ())
        if 0 < sum(cell.done for cell in line) < sum(cell.total for cell in line):
            least = min(line, key=lambda cell: cell.share)
            return f"{name}: {least.done} of {least.total} folds. Small data sets go first."
    first = next(iter(table.taking_part), "")
    source = store.sources.get(first)
    if len(table.taking_part) == 1 and source is not None:
        return f"{first}, {source.rows:,} × {source.attributes}: its first folds are being computed."
    return "Small data sets go first; the largest take most of the time."
