"""What belongs to one preset: switching to another and back loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lwnb_core import Dataset, ExperimentResult, LwnbError
from lwnb_core.evaluation.paper_figures import PaperFigure
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state.experiment_data import find_sources, paper_choices
from lwnb_gui.state.experiment_findings import Findings
from lwnb_gui.state.experiment_plan import DataChoice, Plan, preset_of
from lwnb_gui.state.experiment_rows import RowStore, read_lines
from lwnb_gui.state.experiment_run import SourceRead, unread_cells
from lwnb_gui.state.experiment_sheet import Frame, Sheet


@dataclass
class Shelf:
    """A plan, the rows it has so far, and the table that they make."""

    plan: Plan
    store: RowStore = field(default_factory=RowStore)
    sheet: Sheet = field(default_factory=Sheet)
    sources: dict[str, SourceRead] = field(default_factory=dict)
    seconds: float = 0.0
    # Figures 2 and 4 have curves, Figures 1 and 3 only their data.
    figure: PaperFigure | Dataset | None = None

    @property
    def frame(self) -> Frame:
        return self.sheet.frame

    def reframe(self, measure: str) -> None:
        """The table of the plan as it is now; the lines that are known are to be read anew."""
        try:
            frame = Frame.of(self.plan, measure) if self.plan.figure is None else Frame()
        except LwnbError:  # a learner that cannot be made: the plan says so itself
            frame = Frame()
        notes = {c.name: unread_cells(c, self.sources.get(c.name)) for c in self.plan.data}
        # At once, and without rows quick: the printed figures stand there while the rows are read.
        lines = read_lines(frame, dict.fromkeys(frame.datasets, ()))
        if frame.names == self.frame.names and frame.measure == self.frame.measure:
            lines |= {n: line for n, line in self.sheet.lines.items() if n in lines and self.store.of(n)}
        self.sheet = Sheet(frame, lines, notes)
        self.store.all_old(name for name in frame.datasets if self.store.of(name))

    @property
    def findings(self) -> Findings | None:
        """What there is to take home; None before the first result."""
        frame = self.sheet.frame
        if len(self.store) == 0 or not frame.names:
            return None
        known = tuple(name for name in frame.datasets if self.store.of(name))
        return Findings(
            title=self.plan.title if self.plan.table else "Experiment",
            result=frame.result(self.store.rows, known),
            measure=frame.measure,
            sources=tuple(s for s in self.sources.values() if not s.error),
            missing=tuple((name, note) for name, note in self.sheet.notes.items() if note),
            table=frame.table,
            convention=self.plan.convention,
            seconds=self.seconds,
        )


def shelf_of_results(path: str, known: Sequence[DataChoice], folder: str, job: Job) -> Shelf:
    """What a results file holds, with its data sets where they are found; the paper's are in `folder`."""
    found = ExperimentResult.load(path)
    job.check()
    preset = preset_of(found)
    if preset == "own":
        choices = find_sources(found.datasets, known, Path(path).parent)
    else:
        choices = paper_choices(folder, job)
    plan = Plan(preset, choices, found.specs, 0, found.runs, found.folds, results=path)
    if preset != "own":
        plan = replace(plan, convention="tables", folder=folder)
    shelf = Shelf(plan)
    shelf.store.add(found.rows)
    return shelf
