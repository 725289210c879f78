"""An experiment as files: its table as the paper prints one or for a spreadsheet, its report, its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from lwnb_core import Dataset, ExperimentResult
from lwnb_core.evaluation.experiment_result import Tally
from lwnb_core.evaluation.paper_data import WHERE, paper_names
from lwnb_core.evaluation.paper_grids import table_csv, table_grid
from lwnb_core.evaluation.paper_tables import PaperTable
from lwnb_core.evaluation.results_grid import SIGNS, Grid, GridFormat
from lwnb_core.evaluation.results_table import result_csv, result_grid
from lwnb_gui.export.experiment_report import experiment_report, grid_table
from lwnb_gui.export.report import Report, Section
from lwnb_gui.export.study_scripts import experiment_script
from lwnb_gui.state.experiment_plan import Plan
from lwnb_gui.state.experiment_sheet import Sheet, SheetCell
from lwnb_gui.state.experiment_store import ExperimentStore
from lwnb_gui.text import fixed
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.tables import TextTable


@dataclass(frozen=True, eq=False)
class ExperimentExport:
    """The results of an experiment, finished or not.

    Attributes
    ----------
    datasets
        The data sets that were read for it, by the names that the result has for them.
    missing
        Names of the data sets that take no part.
    """

    plan: Plan
    result: ExperimentResult
    measure: str = "accuracy"
    datasets: Mapping[str, Dataset] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, store: ExperimentStore) -> ExperimentExport | None:
        """None before the first result."""
        outline = store.sheet.outline
        known = tuple(name for name in outline.datasets if store.rows_of(name))
        if not known or not outline.names:
            return None
        read = {name: source.data for name, source in store.sources.items()}
        return cls(
            store.plan,
            outline.result(store.rows, known),
            outline.measure,
            {name: data for name, data in read.items() if data is not None and name in known},
            tuple(name for name, note in store.sheet.notes.items() if note),
        )

    @cached_property
    def paper_table(self) -> PaperTable | None:
        """Compared with the printed numbers, where there are any: the paper has accuracies alone."""
        if self.plan.table is None or self.measure != "accuracy":
            return None
        return PaperTable(self.plan.table, self.result)

    @cached_property
    def grid(self) -> Grid:
        """The table as the paper prints one."""
        if self.paper_table is None:
            return result_grid(self.result, self.measure)
        grid = table_grid(self.paper_table)
        missing = (f"Without {', '.join(self.missing)}. {WHERE}",) if self.missing else ()
        friedman = self.result.friedman()
        tested = () if friedman is None else friedman.sentences
        return replace(grid, notes=(*grid.notes, *tested, *missing))

    def render(self, fmt: GridFormat) -> str:
        """The table as text; CSV is for programs, and has a line per data set and learner."""
        if fmt != "csv":
            return self.grid.render(fmt)
        return table_csv(self.paper_table) if self.paper_table else result_csv(self.result, self.measure)

    def report(self) -> Report:
        """One of the paper's tables comes first with the printed numbers."""
        report = experiment_report(self.result, self.datasets, measure=self.measure, script=self.script())
        if self.paper_table is None:
            return report
        compared = Section(self.grid.title, table=grid_table(self.grid), notes=self.grid.notes)
        return replace(report, title=self.plan.title, sections=(compared, *report.sections[1:]))

    def script(self) -> str:
        """A script on the engine that computes the same table."""
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
        folder = literal(plan.folder) if plan.folder else "None"
        script.add(
            f"folder = {folder}  # with the paper's data sets; those that are samples need none",
            "",
            'if __name__ == "__main__":  # it works in several processes',
            f"    table = lw.paper_table({table}, folder{chosen}, runs={plan.runs})",
            "    print(table.to_text())",
        )
        return script.text


# -- for a spreadsheet --------------------------------------------------------------------------------


def sheet_table(sheet: Sheet, order: Sequence[str], with_paper: bool) -> TextTable:
    """A line for each data set in the order given; below, wins, ties and losses against the base.

    Every number has a column: of a learner its mean, standard deviation and mark; with the paper also the
    printed number, its mark and the difference.
    """
    titles, numbers = ["data set"], set()
    for name in sheet.outline.names:
        numbers |= {len(titles), len(titles) + 1}
        titles += [name, f"{name} sd", f"{name} mark"]
        if with_paper:
            numbers |= {len(titles), len(titles) + 2}
            titles += [f"{name} paper", f"{name} paper mark", f"{name} difference"]
    rows = [_line(sheet, name, with_paper) for name in order]
    if len(sheet.outline.names) > 1:
        rows.append(_tallies(sheet, with_paper))
    return TextTable(tuple(titles), rows, frozenset(numbers))


def _line(sheet: Sheet, name: str, with_paper: bool) -> tuple[str, ...]:
    texts = [name]
    for i in range(len(sheet.outline.names)):
        cell = sheet.cell(name, i)
        texts += _numbers(cell, sheet.notes.get(name, ""))
        if with_paper:
            printed = cell.printed
            texts += ("", "") if printed is None else (f"{printed.mean:.2f}", SIGNS[printed.mark])
            texts.append("0.00" if cell.difference == "=" else cell.difference)
    return tuple(texts)


def _numbers(cell: SheetCell, note: str) -> tuple[str, str, str]:
    if cell.failed or (note and not cell.done):
        return cell.error or note, "", ""
    if not cell.done:
        return "", "", ""
    mark = SIGNS[cell.result.mark] if cell.is_done else f"{cell.done} of {cell.total} folds"
    return fixed(cell.result.mean, 4), fixed(cell.result.sd, 4), mark


def _tallies(sheet: Sheet, with_paper: bool) -> tuple[str, ...]:
    texts = ["wins/ties/losses"]
    for i in range(len(sheet.outline.names)):
        is_base = i == sheet.outline.base
        texts += ["base" if is_base else _tally(sheet.tally(i)), "", ""]
        if with_paper:
            texts += ["" if is_base else _tally(sheet.printed_tally(i)), "", ""]
    return tuple(texts)


def _tally(tally: Tally) -> str:
    return f"{tally.wins}/{tally.ties}/{tally.losses}"
