"""An experiment as files: its table as in the paper or for a spreadsheet, its report, its script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from lwnb_core import Dataset, ExperimentResult, PaperTable
from lwnb_core.evaluation.experiments.results_grid import Grid, GridFormat
from lwnb_core.evaluation.experiments.results_table import result_csv, result_grid
from lwnb_core.evaluation.paper.data import WHERE, paper_names
from lwnb_core.evaluation.paper.grids import table_csv, table_grid
from lwnb_gui.experiment.plan import Plan
from lwnb_gui.experiment.store import ExperimentStore
from lwnb_gui.render.experiment_report import experiment_report, grid_table
from lwnb_gui.render.report import Report, Section
from lwnb_gui.render.study_scripts import experiment_script
from lwnb_gui.views.script import Script, literal


@dataclass(frozen=True, eq=False)
class ExperimentExport:
    """The results of an experiment, finished or not.

    Attributes
    ----------
    datasets
        The data sets that were read for it, by the names that the result has for them.
    missing
        Names of the data sets that take no part.
    folder
        Where the paper's data sets are, besides among the samples.
    """

    plan: Plan
    result: ExperimentResult
    measure: str = "accuracy"
    datasets: Mapping[str, Dataset] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    folder: str = ""

    @classmethod
    def of(cls, store: ExperimentStore) -> ExperimentExport | None:
        """Return the export; None before the first result."""
        outline = store.table.outline
        known = tuple(name for name in outline.datasets if store.rows_of(name))
        if not known or not outline.names:
            return None
        read = {name: source.data for name, source in store.sources.items()}
        return cls(
            store.plan,
            outline.result(store.rows, known),
            outline.measure,
            {name: data for name, data in read.items() if data is not None and name in known},
            tuple(name for name, note in store.table.notes.items() if note),
            store.folder,
        )

    @cached_property
    def paper_table(self) -> PaperTable | None:
        """Return the comparison with the printed numbers, if there are any: the paper has only accuracies."""
        if self.plan.table is None or self.measure != "accuracy":
            return None
        return PaperTable(self.plan.table, self.result)

    @cached_property
    def grid(self) -> Grid:
        """Return the table in the paper's style."""
        if self.paper_table is None:
            return result_grid(self.result, self.measure)
        grid = table_grid(self.paper_table)
        missing = (f"Without {', '.join(self.missing)}. {WHERE}",) if self.missing else ()
        friedman = self.result.friedman()
        tested = () if friedman is None else friedman.sentences
        return replace(grid, notes=(*grid.notes, *tested, *missing))

    def render(self, fmt: GridFormat) -> str:
        """Return the table as text; CSV is for programs, with a row per data set and learner."""
        if fmt != "csv":
            return self.grid.render(fmt)
        return table_csv(self.paper_table) if self.paper_table else result_csv(self.result, self.measure)

    def report(self) -> Report:
        """Return the report; for one of the paper's tables, it begins with the printed numbers."""
        report = experiment_report(self.result, self.datasets, measure=self.measure, script=self.script())
        if self.paper_table is None:
            return report
        compared = Section(self.grid.title, table=grid_table(self.grid), notes=self.grid.notes)
        return replace(report, title=self.plan.title, sections=(compared, *report.sections[1:]))

    def script(self) -> str:
        """Return an engine script that computes the same table."""
        plan, table = self.plan, self.plan.table
        if table is None:
            return experiment_script(
                self.datasets,
                plan.built,
                runs=plan.runs,
                folds=plan.folds,
                base=plan.base,
                measure=self.measure,
            )
        script = Script(f"the paper's Table {table}, computed again")
        names = list(self.datasets) or list(self.result.datasets)
        chosen = "" if tuple(names) == paper_names() else f", {literal(names)}"
        folder = literal(self.folder) if self.folder else "None"
        script.add(
            f"folder = {folder}  # with the paper's data sets; those that are samples need none",
            "",
            'if __name__ == "__main__":  # it works in several processes',
            f"    table = lw.paper_table({table}, folder{chosen}, runs={plan.runs})",
            "    print(table.to_text())",
        )
        return script.text
