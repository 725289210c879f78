"""The data of one experiment: its plan, its rows, and the resulting table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lwnb_core import Dataset, ExperimentResult, LwnbError
from lwnb_core.evaluation.experiments.fold_results import Key, ResultRow
from lwnb_core.evaluation.paper.figures import PaperFigure
from lwnb_core.progress import Progress, silent
from lwnb_gui.experiment.data import find_sources, found_data, paper_choices
from lwnb_gui.experiment.plan import DataChoice, Plan, preset_of
from lwnb_gui.experiment.run import SourceRead
from lwnb_gui.experiment.table import ExperimentTable, TableLine, TableOutline, read_line


class ExperimentStore:
    """The results of one preset, which are kept while another preset is shown.

    Rows are added as they arrive. The lines of the table are read from them by `read_lines`, which may be
    called in another thread: `take_stale` gives it copies of the rows whose lines are not up to date.

    Attributes
    ----------
    plan
        What has been chosen, as sessions save it.
    found
        The plan with its data sets as they were found: what the table shows, and a run is made from.
    folder
        Where the paper's data sets are, besides among the samples.
    """

    def __init__(
        self,
        plan: Plan,
        rows: Iterable[ResultRow] = (),
        data: tuple[DataChoice, ...] | None = None,
        folder: str = "",
    ) -> None:
        self.choose(plan, plan.data if data is None else data)
        self.folder = folder
        self.table = ExperimentTable()
        self.sources: dict[str, SourceRead] = {}
        self.seconds = 0.0
        # Figures 2 and 4 of the paper have curves, Figures 1 and 3 only their data.
        self.figure: PaperFigure | Dataset | None = None
        self._rows: dict[str, dict[Key, ResultRow]] = {}
        self.stale: set[str] = set()  # data sets whose rows in the table are not up to date
        self.add(rows)

    # -- rows ---------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        return tuple(row for rows in self._rows.values() for row in rows.values())

    def rows_of(self, dataset: str) -> tuple[ResultRow, ...]:
        return tuple(self._rows.get(dataset, {}).values())

    def add(self, rows: Iterable[ResultRow]) -> None:
        for row in rows:
            self._rows.setdefault(row.dataset, {})[row.key] = row
            self.stale.add(row.dataset)

    def replace_rows(self, rows: Iterable[ResultRow]) -> None:
        """Replace all rows."""
        self.stale |= set(self._rows)
        self._rows = {}
        self.add(rows)

    def take_stale(self) -> dict[str, tuple[ResultRow, ...]]:
        """Return the rows of the stale lines, which from now on count as read."""
        rows = {name: self.rows_of(name) for name in self.stale}
        self.stale = set()
        return rows

    def choose(self, plan: Plan, data: tuple[DataChoice, ...] | None) -> None:
        """Set another plan, for which these data sets were found; all rows stay."""
        self.found = replace(plan, data=data)
        self.plan = plan if plan.data is None or plan.preset != "own" else self.found

    def set_plan(self, plan: Plan, data: tuple[DataChoice, ...]) -> bool:
        """Set another plan and drop rows of data sets with another source; return whether there were any."""
        before = {choice.name: choice.source for choice in self.found.data or ()}
        moved = {c.name for c in data if before.get(c.name, c.source) != c.source}
        dropped = any(self.rows_of(name) for name in moved)
        self.replace_rows([row for row in self.rows if row.dataset not in moved])
        self.sources = {name: source for name, source in self.sources.items() if name not in moved}
        self.choose(plan, data)
        return dropped

    def set_known_rows(self, rows: Iterable[ResultRow]) -> None:
        """Set the rows from which a run continues; those of data sets that could not be read stay."""
        read = {name for name, source in self.sources.items() if not source.error}
        self.replace_rows((*(row for row in self.rows if row.dataset not in read), *rows))

    @property
    def shared_classes(self) -> tuple[str, ...]:
        """Return the classes that all data sets read so far share: F1 of one of them is a measure."""
        read = [source.data for source in self.sources.values() if source.data is not None]
        classes = [data.classes for data in read if data.class_index is not None]
        if not classes:
            return ()
        return tuple(name for name in classes[0] if all(name in others for others in classes))

    # -- the table ----------------------------------------------------------------------------------

    def reset_table(self, measure: str) -> None:
        """Reset the table to the present plan; its lines have to be read again."""
        try:
            outline = TableOutline.of(self.found, measure) if self.plan.figure is None else TableOutline()
        except LwnbError:  # a learner cannot be created, which the plan reports itself
            outline = TableOutline()
        # Without rows this is fast: the printed numbers are shown while the rows are being read.
        lines = read_lines(outline, dict.fromkeys(outline.datasets, ()))
        known = self.table.outline
        if (outline.names, outline.measure) == (known.names, known.measure):
            lines |= {n: line for n, line in self.table.lines.items() if n in lines and self.rows_of(n)}
        self.table = ExperimentTable(
            outline, lines, {choice.name: self._note(choice) for choice in self.found.data or ()}
        )
        self.stale |= {name for name in outline.datasets if self.rows_of(name)}

    def add_source(self, source: SourceRead) -> bool:
        """Note that a data set was read or could not be; return whether the table changes."""
        self.sources[source.name] = source
        if source.error == self.table.notes.get(source.name, ""):
            return False
        self.table = self.table.with_note(source.name, source.error)
        return True

    def _note(self, choice: DataChoice) -> str:
        """Say why a row cannot have numbers; empty if it can."""
        source = self.sources.get(choice.name)
        if source is not None and source.error:
            return source.error
        if choice.is_available:
            return "" if choice.is_included else "not chosen"
        return choice.note or "not found"

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to compute."""
        return self.figure is not None if self.plan.figure is not None else self.table.is_finished

    @property
    def unread(self) -> tuple[str, ...]:
        """Return data sets of the plan that could not be read; the files may have been corrected since."""
        names = {choice.name for choice in self.found.included}
        return tuple(name for name, source in self.sources.items() if source.error and name in names)


def read_lines(outline: TableOutline, rows: Mapping[str, tuple[ResultRow, ...]]) -> dict[str, TableLine]:
    """Return the lines of some data sets; those that are not in the table have none."""
    return {name: read_line(outline, name, rows[name]) for name in outline.datasets if name in rows}


def open_results(
    path: str, known: Sequence[DataChoice], folder: str, progress: Progress = silent
) -> ExperimentStore:
    """Read a results file, and find its data sets; the paper's are in `folder`."""
    result = ExperimentResult.load(path)
    preset, results = preset_of(result), str(Path(path).expanduser().absolute())
    if preset != "own":
        plan = Plan(preset, runs=result.runs, results=results)
        return ExperimentStore(plan, result.rows, paper_choices(folder, progress), folder)
    choices = find_sources(result.datasets, known, Path(path).parent)
    plan = Plan(preset, choices, result.specs, 0, result.runs, result.folds, results=results)
    return ExperimentStore(plan, result.rows, found_data(plan, None))
