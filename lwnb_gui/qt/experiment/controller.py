"""Carries out what the place Experiment is told, in tasks, and says what has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from PySide6.QtCore import QObject, Signal

from lwnb_core import LwnbError
from lwnb_core.evaluation.paper_figures import compute_figure, figure_data
from lwnb_core.evaluation.results import ResultRow
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.kept import Kept
from lwnb_gui.qt.experiment.shelf import Shelf, shelf_of_results
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state import Snapshot
from lwnb_gui.state.experiment_clock import Clock
from lwnb_gui.state.experiment_data import open_choice, paper_choices
from lwnb_gui.state.experiment_keeping import new_plan, plans_of, rows_of
from lwnb_gui.state.experiment_plan import PRESETS, DataChoice, Plan, Preset
from lwnb_gui.state.experiment_rows import read_lines
from lwnb_gui.state.experiment_run import (
    Control,
    Message,
    NewRows,
    Outcome,
    SourceRead,
    Taken,
    run_plan,
)
from lwnb_gui.state.experiment_sheet import Line, Sheet
from lwnb_gui.state.experiment_view import OPEN, ExperimentView

Doing = Literal["nothing", "finding", "running", "paused", "stopping"]
_BUSY = LwnbError(
    "The experiment of the session was not opened, because one is running here.",
    hint="Cancel it and open the session again.",
)
RUN, READ, FIND, FIGURE = "experiment", "experiment-read", "experiment-find", "experiment-figure"


class Controller(QObject):
    """The only one who changes plan and results; the panels listen."""

    plan_changed = Signal()
    sheet_changed = Signal()  # figures, notes or the frame are new
    figure_changed = Signal()
    doing_changed = Signal()
    progressed = Signal()
    failed = Signal(object)  # error; None: mended

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tasks = context.tasks
        self.clock = Clock()
        self.doing: Doing = "nothing"
        self._control = Control()
        self._has_begun = False
        self._measure = "accuracy"
        self._follows_open = True
        choice = open_choice(context.state.query)
        own = Plan(data=(choice,) if choice is not None else ())
        self._shelves: dict[Preset, Shelf] = {"own": Shelf(own)}
        self._preset: Preset = "own"
        self._kept = Kept(context)
        self.shelf.reframe(self._measure)
        unsubscribe = context.state.subscribe(self._on_state)
        self.destroyed.connect(unsubscribe)
        if self._kept.wanted is not None:
            self._restore(self._kept.wanted)

    # -- reading ------------------------------------------------------------------------------------

    @property
    def shelf(self) -> Shelf:
        return self._shelves[self._preset]

    @property
    def plan(self) -> Plan:
        return self.shelf.plan

    @property
    def sheet(self) -> Sheet:
        return self.shelf.sheet

    @property
    def measure(self) -> str:
        return self._measure

    @property
    def is_busy(self) -> bool:
        return self.doing != "nothing"

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to compute."""
        if self.plan.figure is not None:
            return self.shelf.figure is not None
        return self.sheet.is_finished

    @property
    def has_unread(self) -> bool:
        """Whether a data set could not be read, which may have been mended since."""
        sources = self.shelf.sources
        return any(c.name in sources and sources[c.name].error for c in self.plan.there)

    # -- choosing -----------------------------------------------------------------------------------

    def choose_preset(self, preset: Preset) -> None:
        """Another preset; what is known of the old one is kept for when it comes back."""
        if self.is_busy or preset == self._preset:
            return
        if preset not in self._shelves:
            folder = self._context.preferences.paper_folder
            self._shelves[preset] = Shelf(new_plan(preset, folder))
        self._preset = preset
        self._changed()
        self._find_what_is_needed()

    def _find_what_is_needed(self) -> None:
        """What a preset shows without being asked: the paper's data sets, or its drawings of data."""
        if self.plan.table is not None and not self.plan.there:
            self.find_paper_data(self.plan.folder)
        elif self.plan.figure in (1, 3) and self.shelf.figure is None:
            self.start()

    def set_plan(self, plan: Plan) -> None:
        """Another choice of data, learners or folds; rows that still fit are kept."""
        if self.is_busy or plan == self.plan:
            return
        if plan.data != self.plan.data:
            self._follows_open = False
            before = {choice.name: choice.source for choice in self.plan.data}
            moved = {c.name for c in plan.data if before.get(c.name, c.source) != c.source}
            if any(self.shelf.store.of(name) for name in moved):
                self._kept.drop(self._preset)  # the next start keeps those that are left
            self.shelf.store.replace(row for row in self.shelf.store.rows if row.dataset not in moved)
            self.shelf.sources = {
                name: source for name, source in self.shelf.sources.items() if name not in moved
            }
        self.shelf.plan = plan
        self._changed()

    def set_base(self, base: int) -> None:
        if self.plan.table is None and self.doing in ("nothing", "paused"):
            self.shelf.plan = replace(self.plan, base=base)
            self._changed()

    def set_measure(self, measure: str) -> None:
        if measure != self._measure:
            self._measure = measure
            self._changed()

    def find_paper_data(self, folder: str) -> None:
        """Look for the paper's data sets in a folder, and among the samples."""
        if self.is_busy:
            return
        self.failed.emit(None)
        self._do("finding")
        shelf = self.shelf

        def show(choices: tuple[DataChoice, ...]) -> None:
            unwanted = {choice.name for choice in shelf.plan.data if not choice.wanted}
            choices = tuple(replace(c, wanted=c.name not in unwanted) for c in choices)
            shelf.plan = replace(shelf.plan, data=choices, folder=folder)
            if folder:
                preferences = replace(self._context.preferences, paper_folder=folder)
                self._context.preferences = preferences
                preferences.save()  # a session does not name the folder
            self._do("nothing")
            self._changed()

        def fail(error: BaseException) -> None:
            self._do("nothing")
            self.failed.emit(error)
            if folder and not shelf.plan.data:
                self.find_paper_data("")  # the folder has gone: the samples are always there

        self.clock = Clock()
        self.clock.start()
        self._tasks.start(
            FIND,
            lambda job: paper_choices(folder, job),
            on_done=show,
            on_error=fail,
            on_progress=self._found_so_far,
        )

    def open_results(self, path: str) -> None:
        """Show what a results file holds; with its data sets at hand it can be gone on with."""
        if self.is_busy:
            return
        self.failed.emit(None)
        known = (*self.plan.data, *filter(None, [open_choice(self._context.state.query)]))
        self._do("finding")
        folder = self._context.preferences.paper_folder

        def show(shelf: Shelf) -> None:
            self._do("nothing")
            self._follows_open = False
            self._preset = shelf.plan.preset
            self._shelves[self._preset] = shelf
            self._kept.drop(self._preset)
            self._changed()

        def fail(error: BaseException) -> None:
            self._do("nothing")
            self.failed.emit(error)

        self._tasks.start(
            FIND,
            lambda job: shelf_of_results(path, known, folder, job),
            on_done=show,
            on_error=fail,
            on_progress=self._found_so_far,
        )

    def forget_results(self) -> None:
        """Empty the table; the results file stays."""
        if not self.is_busy:
            plan = replace(self.plan, results="")
            self._shelves[self._preset] = Shelf(plan)
            self._kept.drop(self._preset)
            self._changed()
            self.figure_changed.emit()

    # -- running ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or go on where it was stopped; while paused: go on."""
        if self.doing == "paused":
            self.pause()
        if self.is_busy:
            return
        if self.plan.problem:
            self.failed.emit(LwnbError(self.plan.problem, hint="Choose data sets and learners at the left."))
            return
        self.failed.emit(None)
        self.clock = Clock()
        self._follows_open = False
        if self.plan.figure is not None:
            self._start_figure()
            return
        self._control = control = Control()
        self._has_begun = False
        plan, clock, known = self.plan, self.clock, self.shelf.store.rows
        keep = self._kept.file(plan)
        self._tell()
        self._do("running")
        self._tasks.start(
            RUN,
            lambda job: run_plan(plan, known, control, clock, job, job.partial, keep),
            on_done=self._ended,
            on_partial=self._heard,
            on_progress=lambda done, total: self.progressed.emit(),
            on_error=self._broke,
        )

    def pause(self) -> None:
        """Pause, or go on."""
        if self.doing == "running" and self.plan.figure is None:
            self._control.pause()
            self._do("paused")
        elif self.doing == "paused":
            self._control.go_on()
            self._do("running")

    def stop(self) -> None:
        """Cancel: what is done stays."""
        computing = self.doing in ("running", "paused") and self.plan.figure is None
        if computing and self._has_begun:
            self._do("stopping")
            self._control.stop()
        elif self.is_busy and self.doing != "stopping":
            for name in (FIND, FIGURE, RUN):  # data are being read: there is nothing to keep yet
                self._tasks.cancel(name)
            self._do("nothing")

    # -- what tasks say -----------------------------------------------------------------------------

    def _heard(self, message: Message) -> None:
        shelf = self.shelf
        if isinstance(message, NewRows):
            shelf.store.add(message.rows)
        elif isinstance(message, Taken):
            self._has_begun = True
            self._take(message.rows)
        elif isinstance(message, SourceRead):
            shelf.sources[message.name] = message
            if message.error != shelf.sheet.notes.get(message.name, ""):
                shelf.sheet = shelf.sheet.with_note(message.name, message.error)
                self.sheet_changed.emit()
        self._read()

    def _take(self, rows: tuple[ResultRow, ...]) -> None:
        """What the run goes on from; lines of data sets that could not be read stay as they are."""
        store = self.shelf.store
        read = {name for name, source in self.shelf.sources.items() if not source.error}
        store.replace((*(row for row in store.rows if row.dataset not in read), *rows))

    def _ended(self, outcome: Outcome) -> None:
        self.shelf.seconds += outcome.seconds
        if self.plan.results and not outcome.stopped:
            self._kept.drop(self._preset)  # the user's own file has them all
        self._do("nothing")
        unread = [name for name, source in self.shelf.sources.items() if source.error]
        if unread:
            self.failed.emit(_unread_error(unread, self.sheet))

    def _broke(self, error: BaseException) -> None:
        self._do("nothing")
        self.failed.emit(error)

    def _found_so_far(self, done: int, total: int) -> None:
        share = done / total if total else 0.0
        left = self.clock.seconds * (1 - share) / share if share else None
        self.clock.report(share, left)
        self.progressed.emit()

    def _start_figure(self) -> None:
        number, shelf = self.plan.figure, self.shelf
        self._do("running")
        self.clock.start()

        def compute(job: Job) -> object:
            if number == 2 or number == 4:
                return compute_figure(number, progress=job)
            assert number is not None
            return figure_data(number)

        def show(found: object) -> None:
            shelf.figure = found  # type: ignore[assignment]  # as `compute` has it
            self.clock.stop()
            shelf.seconds = self.clock.seconds
            self._do("nothing")
            self.figure_changed.emit()

        self._tasks.start(FIGURE, compute, on_done=show, on_error=self._broke, on_progress=self._found_so_far)

    # -- inside -------------------------------------------------------------------------------------

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        """While nothing has been chosen, the experiment is about the data in the window."""
        if not self._kept.is_told:
            wanted = self._kept.wanted
            self._restore(wanted) if wanted is not None else self._tell()
            return
        own, query, before = self._shelves["own"], new.query, old.query
        same = query is before or (
            query is not None
            and before is not None
            and (query.data is before.data and query.unused == before.unused)
        )
        if not same and not self._follows_open:
            self._tell()  # the data that were open may be a file by now
        if same or not self._follows_open or self.is_busy:
            return
        choice = open_choice(new.query)
        if choice is None and not any(c.source == OPEN for c in own.plan.data):
            return
        self._shelves["own"] = Shelf(replace(own.plan, data=(choice,) if choice is not None else ()))
        if self._preset == "own":
            self._changed()

    def _do(self, what: Doing) -> None:
        if what != self.doing:
            self.doing = what
            self.doing_changed.emit()
            self.progressed.emit()

    # -- sessions -----------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Let the state know what is planned, which is what sessions hold of it."""
        plans = [shelf.plan for shelf in self._shelves.values()]
        self._kept.tell(plans, self._preset, self._measure, self._follows_open)

    def _restore(self, view: ExperimentView) -> None:
        """Become what a session has held; rows come from the results file, or from what a crash has left."""
        if self.is_busy:
            self._tell()
            self.failed.emit(_BUSY)
            return
        alike = self._kept.plans_alike(view)
        self._kept.take(view)
        if alike:  # what is known of them stays
            self._measure = view.measure
            self._changed() if view.preset == self._preset else self.choose_preset(cast(Preset, view.preset))
            return
        folder = self._context.preferences.paper_folder
        plans = plans_of(view, self._context.state.query, folder)
        self._preset, self._measure = cast(Preset, view.preset), view.measure
        self._follows_open = view.follows_open
        self._shelves = {preset: Shelf(plan) for preset, plan in plans.items()}
        if not view.recovered:
            self._kept.drop(*PRESETS)  # they are of the experiment that was here before
        files = self._kept.files(view, plans)
        self._do("finding")
        self._changed()

        def show(found: tuple[dict[Preset, list[ResultRow]], list[LwnbError]]) -> None:
            rows, errors = found
            for preset, known in rows.items():
                shelf = self._shelves.setdefault(preset, Shelf(new_plan(preset, folder)))
                shelf.store.add(known)
            self._do("nothing")
            self._changed()
            self.failed.emit(errors[0] if errors else None)
            self._find_what_is_needed()

        self._tasks.start(FIND, lambda job: rows_of(files), on_done=show, on_error=self._broke)

    def _changed(self) -> None:
        self._tell()
        self.shelf.reframe(self._measure)
        self.plan_changed.emit()
        self.sheet_changed.emit()
        self._read()

    def _read(self) -> None:
        """Read the lines that have become old, in a task; one at a time, so that none overtakes another."""
        shelf, frame = self.shelf, self.sheet.frame
        if not shelf.store.old or self._tasks.is_running(READ):
            return
        rows = shelf.store.take_old()

        def show(lines: dict[str, Line]) -> None:
            if shelf.sheet.frame is frame:
                shelf.sheet = shelf.sheet.with_lines(lines)
                if shelf is self.shelf:
                    self.sheet_changed.emit()
            else:
                shelf.store.all_old(rows)
            self._read()

        self._tasks.start(READ, lambda job: read_lines(frame, rows), on_done=show)


def _unread_error(names: list[str], sheet: Sheet) -> LwnbError:
    first = names[0]
    more = f" ({len(names) - 1} more in the table)" if len(names) > 1 else ""
    return LwnbError(
        f"{first} takes no part: {sheet.notes[first]}{more}",
        hint="Choose another file, or take it out of the experiment.",
    )
