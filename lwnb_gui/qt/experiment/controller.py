"""Carries out the commands of the page Experiment: presets, plans, runs, results files, sessions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from lwnb_core import Dataset, LwnbError
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.paper.figures import PaperFigure, compute_figure, figure_data
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.data import after_closing, found_data, open_choice, paper_choices
from lwnb_gui.experiment.plan import PRESETS, DataChoice, ExperimentSettings, Plan, Preset
from lwnb_gui.experiment.run import KnownRows, Message, NewRows, run_plan
from lwnb_gui.experiment.saved_rows import rows_of
from lwnb_gui.experiment.store import ExperimentStore, open_results, read_lines
from lwnb_gui.experiment.table import ExperimentTable, TableLine
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.run_controller import RunController
from lwnb_gui.qt.run.tasks import Job

R = TypeVar("R")

RUN, READ_LINES = "experiment", "experiment-lines"
_BUSY = LwnbError(
    "The experiment in the session was not opened because another one is running.",
    hint="Cancel the running one and open the session again.",
)


class ExperimentController(QObject):
    """The only object that changes plan and results; the panels listen to it and to its `run`."""

    plan_changed = Signal()
    results_changed = Signal()  # numbers and notes of the table, or the figure
    failed = Signal(object)  # error; None: there is none any more

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.run = RunController(context.tasks, RUN, self)
        self._only_reads = False
        self.measure = "accuracy"
        self._stores = {"own": self._new_store(Plan())}
        self._preset: Preset = "own"
        self._settings = ExperimentSettings()  # as last written to the state, or read from it
        self.store.reset_table(self.measure)
        self.destroyed.connect(context.state.subscribe(self._on_state))
        if context.state.display.experiment != self._settings:
            self._restore(context.state.display.experiment)

    @property
    def store(self) -> ExperimentStore:
        """The plan and results of the preset that is shown."""
        return self._stores[self._preset]

    @property
    def plan(self) -> Plan:
        """The choices, as they are saved; the data sets as they were found are in `store.found`."""
        return self.store.plan

    @property
    def table(self) -> ExperimentTable:
        return self.store.table

    @property
    def is_busy(self) -> bool:
        return self.run.is_busy

    @property
    def is_reading(self) -> bool:
        """Whether the run under way only reads data or results."""
        return self.is_busy and self._only_reads

    # -- choosing -----------------------------------------------------------------------------------

    def choose_preset(self, preset: Preset) -> None:
        """Show another preset; the results of the old one are remembered."""
        if self.is_busy or preset == self._preset:
            return
        if preset not in self._stores:
            self._stores[preset] = self._new_store(Plan(preset))
        self._preset = preset
        self._plan_changed()
        self._load_preset()

    def set_plan(self, plan: Plan) -> None:
        """Set another choice of data, learners or folds; rows that still fit are kept."""
        if self.is_busy or plan == self.plan:
            return
        if self.store.set_plan(plan, self._found(plan)):
            self._drop_rows(self._preset)  # the next start saves the remaining rows
        self._plan_changed()

    def set_base(self, base: int) -> None:
        if self.plan.table is None and (not self.is_busy or self.run.state == "paused"):
            self.store.choose(replace(self.plan, base=base), self.store.found.data)
            self._plan_changed()

    def set_measure(self, measure: str) -> None:
        if measure != self.measure:
            self.measure = measure
            self._plan_changed()

    def _load_preset(self) -> None:
        """Show what a preset has before it is started: the paper's data sets, or its drawings of data."""
        if self.plan.table is not None and not self.store.found.included:
            self.find_paper_data(self.store.folder)
        elif self.plan.figure in (1, 3) and self.store.figure is None:
            self.start()

    # -- reading ------------------------------------------------------------------------------------

    def find_paper_data(self, folder: str) -> None:
        """Look for the paper's data sets in a folder, and among the samples."""
        if self.is_busy:
            return
        store = self.store

        def show(choices: tuple[DataChoice, ...]) -> None:
            store.choose(store.plan, found_data(store.plan, None, choices))
            store.folder = folder
            if folder:
                self._context.preferences = replace(self._context.preferences, paper_folder=folder)
                self._context.preferences.save()  # a session does not name the folder
            self._plan_changed()

        def fail(error: BaseException) -> None:
            self.failed.emit(error)
            if folder and not store.found.data:
                self.find_paper_data("")  # the folder has gone: the samples are always there

        self._read(lambda job: paper_choices(folder, job), show, fail)

    def open_results(self, path: str) -> None:
        """Show what a results file holds; it can be resumed if its data sets are available."""
        if self.is_busy:
            return
        known = (*(self.store.found.data or ()), *filter(None, [open_choice(self._context.state.query)]))
        folder = self._paper_folder

        def show(store: ExperimentStore) -> None:
            self._preset = store.plan.preset
            self._stores[self._preset] = store
            self._drop_rows(self._preset)
            self._plan_changed()

        self._read(lambda job: open_results(path, known, folder, job), show)

    def forget_results(self) -> None:
        """Empty the table; the results file stays."""
        if not self.is_busy:
            plan, known = replace(self.plan, results=""), self.store
            self._stores[self._preset] = ExperimentStore(plan, (), known.found.data, known.folder)
            self._drop_rows(self._preset)
            self._plan_changed()

    def _read(
        self,
        read: Callable[[Job], R],
        show: Callable[[R], object],
        fail: Callable[[BaseException], object] | None = None,
    ) -> None:
        self.failed.emit(None)
        self._only_reads = True
        self.run.start(lambda job, _: read(job), on_done=show, on_error=fail or self.failed.emit)

    # -- running ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or resume after a stop or pause."""
        if self.run.state == "paused":
            self.run.pause()
        if self.is_busy:
            return
        plan = self.store.found
        if plan.problem:
            self.failed.emit(LwnbError(plan.problem, hint="Choose data sets and learners on the left."))
            return
        self.failed.emit(None)
        self._only_reads = False
        if self.plan.figure is not None:
            self._start_figure()
            return
        if plan.preset == "own":
            self.store.choose(plan, plan.data)  # from now on it is about these data, whatever is open
        known = self.store.rows
        save_to = None if plan.results else self._context.rows_file(plan.preset)
        self._tell_state()
        self.run.start(
            lambda job, run: run_plan(plan, known, run, job, job.partial, save_to),
            on_partial=self._on_message,
            on_done=self._on_done,
            on_error=self.failed.emit,
            forecasts=True,
        )

    def pause(self) -> None:
        """Pause, or resume. Runs that take only seconds are not paused."""
        if not self.is_reading and self.plan.figure is None:
            self.run.pause()

    def stop(self) -> None:
        """Cancel; the results in the table stay."""
        if self.is_busy and not self.is_reading and self.plan.figure is None:
            self._note_end()
        self.run.stop()

    def _start_figure(self) -> None:
        number, store = self.plan.figure, self.store

        def compute(job: Job) -> PaperFigure | Dataset:
            assert number is not None
            return compute_figure(number, progress=job) if number in (2, 4) else figure_data(number)

        def show(figure: PaperFigure | Dataset) -> None:
            store.figure, store.seconds = figure, self.run.seconds
            self.results_changed.emit()

        self.run.start(lambda job, _: compute(job), on_done=show, on_error=self.failed.emit)

    def _on_message(self, message: Message) -> None:
        if isinstance(message, NewRows):
            self.store.add(message.rows)
        elif isinstance(message, KnownRows):
            self.store.set_known_rows(message.rows)
        elif self.store.add_source(message):
            self.results_changed.emit()
        self._read_stale_lines()

    def _on_done(self, _: None) -> None:
        if self.plan.results:
            self._drop_rows(self._preset)  # the user's own file has all rows
        self._note_end()

    def _note_end(self) -> None:
        """Note that the run is done or about to be stopped."""
        self.store.seconds += self.run.seconds
        if self.store.unread:
            self.failed.emit(_unread_error(self.store))

    def _read_stale_lines(self) -> None:
        """Read the lines of the table that are out of date, in a task: one at a time, in their order."""
        store, outline, tasks = self.store, self.table.outline, self._context.tasks
        if not store.stale or tasks.is_running(READ_LINES):
            return
        rows = store.take_stale()

        def show(lines: dict[str, TableLine]) -> None:
            if store.table.outline is outline:
                store.table = store.table.with_lines(lines)
                if store is self.store:
                    self.results_changed.emit()
            else:
                store.stale |= set(rows)
            self._read_stale_lines()

        tasks.start(READ_LINES, lambda job: read_lines(outline, rows), on_done=show)

    # -- state and sessions -------------------------------------------------------------------------

    @property
    def _paper_folder(self) -> str:
        return self._context.preferences.paper_folder

    def _plan_changed(self) -> None:
        self._tell_state()
        self.store.reset_table(self.measure)
        self.plan_changed.emit()
        self.results_changed.emit()
        self._read_stale_lines()

    def _new_store(self, plan: Plan) -> ExperimentStore:
        return ExperimentStore(plan, (), found_data(plan, self._context.state.query), self._paper_folder)

    def _found(self, plan: Plan) -> tuple[DataChoice, ...]:
        """Return the data sets of a plan of the preset that is shown."""
        return found_data(plan, self._context.state.query, self.store.found.data or ())

    def _tell_state(self) -> None:
        """Write the plan to the state, from which sessions save it."""
        plans = (store.plan for store in self._stores.values())
        self._settings = ExperimentSettings.of(plans, self._preset, self.measure)
        self._context.state.set_experiment(self._settings)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        """Follow a session with another plan; until data are chosen, the experiment uses the open ones."""
        has_other_data = new.has_other_data_than(old)
        if new.display is old.display and not has_other_data:
            return  # such as a step of k
        settings = new.display.experiment
        if settings != self._settings:  # a session may have no experiment, or bring another one
            self._tell_state() if settings == ExperimentSettings() else self._restore(settings)
        elif has_other_data:
            self._follow_open(new.query)

    def _follow_open(self, query: Query | None) -> None:
        own = self._stores["own"]
        if own.plan.data is not None:  # the data that were open may have to be named as a file now
            own.choose(own.plan, tuple(after_closing(choice, query) for choice in own.plan.data))
            self._tell_state()
        elif not self.is_busy and (open_choice(query) is not None or own.found.data):
            self._stores["own"] = self._new_store(own.plan)
            if self._preset == "own":
                self._plan_changed()

    def _restore(self, settings: ExperimentSettings) -> None:
        """Restore what a session holds; rows come from the results file, or from a crash."""
        if self.is_busy:
            self._tell_state()
            self.failed.emit(_BUSY)
            return
        has_same_plans = settings.plans == self._settings.plans and not settings.recovered
        self._settings = settings
        if has_same_plans:  # their results stay
            self.measure = settings.measure
            self._plan_changed() if settings.preset == self._preset else self.choose_preset(settings.preset)
            return
        self._preset, self.measure = settings.preset, settings.measure
        plans = {preset: Plan(preset) for preset in ("own", settings.preset)}
        plans |= {plan.preset: plan for plan in settings.plans}
        self._stores = {preset: self._new_store(plan) for preset, plan in plans.items()}
        if not settings.recovered:
            self._drop_rows(*PRESETS)  # they belong to the previous experiment
        files = {preset: [Path(plan.results)] for preset, plan in plans.items() if plan.results}
        for preset in PRESETS:
            saved = self._context.rows_file(preset) if settings.recovered else None
            if saved is not None:
                files.setdefault(preset, []).append(saved)

        def show(read: tuple[dict[Preset, list[ResultRow]], list[LwnbError]]) -> None:
            rows, errors = read
            for preset, known in rows.items():
                self._stores.setdefault(preset, self._new_store(Plan(preset))).add(known)
            self._plan_changed()
            self.failed.emit(errors[0] if errors else None)
            self._load_preset()

        self._read(lambda job: rows_of(files), show)
        self._plan_changed()

    def _drop_rows(self, *presets: Preset) -> None:
        """Delete saved rows that the user has thrown away, or has in a file."""
        for preset in presets:
            saved = self._context.rows_file(preset)
            if saved is not None:
                with suppress(OSError):
                    saved.unlink(missing_ok=True)


def _unread_error(store: ExperimentStore) -> LwnbError:
    first, *others = store.unread
    more = f" ({len(others)} more in the table)" if others else ""
    return LwnbError(
        f"{first} is left out: {store.table.notes[first]}{more}",
        hint="Choose another file, or remove it from the experiment.",
    )
