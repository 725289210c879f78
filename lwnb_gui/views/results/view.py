"""The results of an experiment: means with their marks, wins and losses, and the ranking of the learners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lwnb_core.evaluation.experiments.results_grid import SIGNS, Grid
from lwnb_gui.text import capitalised, count, fixed, printable
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.results.cell_texts import table_text
from lwnb_gui.views.results.cells import TALLIES
from lwnb_gui.views.results.reading import MARKS, ResultsReading, reading_of, table_of, tally_text
from lwnb_gui.views.results.table_scene import results_table
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.tables import TableCell, TableColumn, TextTable, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query
    from lwnb_gui.experiment.table import ExperimentCell

_MOST_DATASETS, _MOST_LEARNERS = 30, 10  # of a notebook


class Results(View["ResultsReading"]):
    """The results: in the window, a table that fills as they arrive; the scene is for files."""

    name = "results"
    title = "Results"
    area = "experiment"
    is_of_explanation = False
    nothing = "There are no results yet."
    remedy = "Run an experiment."

    def read(
        self,
        about: Subject,
        *,
        measure: str = "accuracy",
        order: Sequence[str] | None = None,
        with_paper: bool = False,
    ) -> ResultsReading | None:
        """Read an experiment's table, which has its measure, or a result; `order` sorts data sets."""
        if about.experiment_table is not None:
            return reading_of(about.experiment_table, order, with_paper=with_paper, result=about.experiment)
        if about.experiment is None:
            return None
        return reading_of(table_of(about.experiment, measure), order, result=about.experiment)

    def scene(self, reading: ResultsReading, canvas: Canvas) -> Scene:
        """Draw the table as wide and high as it is, whatever the canvas."""
        return results_table(reading.table, canvas)

    def sentences(self, reading: ResultsReading) -> tuple[str, ...]:
        """Say which learner wins, what the numbers are, and what is missing."""
        marks = f"{MARKS}." if reading.is_compared else ""
        ranked = () if reading.ranking is None else tuple(map(printable, reading.ranking.notes))
        said = (reading.verdict, f"{capitalised(reading.what)}.", marks, *reading.friedman, *ranked)
        return (*filter(None, said), *reading.missing)

    def tables(self, reading: ResultsReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return the results, and how all learners compare with each other."""
        ranking = [] if reading.ranking is None else [_ranking(reading.ranking)]
        return (_results(reading, full=full), *ranking)

    def table(self, reading: ResultsReading) -> TextTable:
        return spreadsheet_table(reading)

    def script(self, script: Script, reading: ResultsReading, query: Query | None = None) -> None:
        """Write the script, which has `result`, inside the guard that work in several processes needs."""
        measure = literal(reading.outline.measure)
        script.use("from lwnb_gui import figures")
        script.add(
            f"    print(result.to_text({measure}))",
            f'    figures.save(figures.results(result, {measure}), "results.svg")',
        )


# -- for people ---------------------------------------------------------------------------------------------


def _results(reading: ResultsReading, *, full: bool) -> ViewTable:
    outline, table = reading.outline, reading.table
    datasets = reading.order if full else reading.order[:_MOST_DATASETS]
    learners = range(len(outline.names) if full else min(len(outline.names), _MOST_LEARNERS))
    columns = [TableColumn("data set")]
    for i in learners:
        name = printable(outline.names[i])
        base = " (base)" if i == outline.base and reading.is_compared else ""
        columns.append(TableColumn(f"{name}{base}", True, name))
    rows = []
    for dataset in datasets:
        texts = [table_text(table.cell(dataset, i), outline.measure) for i in learners]
        rows.append([TableCell(printable(dataset)), *map(TableCell, texts)])
    if reading.is_compared:
        tallies = ["base" if i == outline.base else tally_text(table.tally(i)) for i in learners]
        rows.append([TableCell(TALLIES, faint=True), *map(TableCell, tallies)])
    more = (
        (len(reading.order) - len(datasets), "data set"),
        (len(outline.names) - len(learners), "learner"),
    )
    left_out = ", ".join(count(n, f"more {what}") for n, what in more if n)
    return ViewTable(Results.title, columns, rows, reading.what, left_out, has_sum=reading.is_compared)


def _ranking(grid: Grid) -> ViewTable:
    """Return the ranking of all learners."""
    first, *others = grid.columns
    columns = [TableColumn(first), *(TableColumn(title, True) for title in others)]
    rows = [[TableCell(printable(cell.plain)) for cell in line] for line in grid.lines]
    return ViewTable(grid.title, columns, rows)


# -- for a spreadsheet --------------------------------------------------------------------------------------


def spreadsheet_table(reading: ResultsReading) -> TextTable:
    """Return a row for each data set in its order; below, wins, ties and losses against the base.

    Every number has a column of its own: a learner's mean, standard deviation and mark; with the paper also
    the printed number, its mark and the difference.
    """
    titles, numbers = ["data set"], set()
    for name in reading.outline.names:
        numbers |= {len(titles), len(titles) + 1}
        titles += [name, f"{name} sd", f"{name} mark"]
        if reading.with_paper:
            numbers |= {len(titles), len(titles) + 2}
            titles += [f"{name} paper", f"{name} paper mark", f"{name} difference"]
    rows = [_line(reading, name) for name in reading.order]
    if reading.is_compared:
        rows.append(_tallies(reading))
    return TextTable(tuple(titles), rows, frozenset(numbers))


def _line(reading: ResultsReading, dataset: str) -> tuple[str, ...]:
    texts = [dataset]
    for i in range(len(reading.outline.names)):
        cell = reading.table.cell(dataset, i)
        texts += _numbers(cell, reading.table.notes.get(dataset, ""))
        if reading.with_paper:
            printed = cell.printed
            texts += ("", "") if printed is None else (f"{printed.mean:.2f}", SIGNS[printed.mark])
            texts.append("0.00" if cell.difference == "=" else cell.difference)
    return tuple(texts)


def _numbers(cell: ExperimentCell, note: str) -> tuple[str, str, str]:
    if cell.failed or (note and not cell.done):
        return cell.error or note, "", ""
    if not cell.done:
        return "", "", ""
    mark = SIGNS[cell.result.mark] if cell.is_done else f"{cell.done} of {cell.total} folds"
    return fixed(cell.result.mean, 4), fixed(cell.result.sd, 4), mark


def _tallies(reading: ResultsReading) -> tuple[str, ...]:
    texts, table = ["wins/ties/losses"], reading.table
    for i in range(len(reading.outline.names)):
        is_base = i == reading.outline.base
        counted = [table.tally(i), *([table.printed_tally(i)] if reading.with_paper else [])]
        for j, tally in enumerate(counted):
            said = f"{tally.wins}/{tally.ties}/{tally.losses}"
            texts += [("" if j else "base") if is_base else said, "", ""]
    return tuple(texts)
