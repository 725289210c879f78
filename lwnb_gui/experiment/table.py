"""The table of an experiment, finished or not: cells, tallies, agreement with the paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from lwnb_core import ExperimentResult
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.friedman import FriedmanTest, friedman_test
from lwnb_core.evaluation.experiments.result import ResultCell, Tally
from lwnb_core.evaluation.experiments.results_grid import Tone
from lwnb_core.evaluation.measures import comparable, measure_named
from lwnb_core.evaluation.paper.grids import difference_text, tone_of
from lwnb_core.evaluation.paper.published import COLUMNS, Printed, TableNumber, printed
from lwnb_core.evaluation.paper.tables import EXACT, MISPRINTS, NEAR, PaperCell
from lwnb_gui.experiment.plan import Plan

NOTHING = ResultCell(math.nan, math.nan, 0, "")


@dataclass(frozen=True)
class ExperimentCell:
    """One learner on one data set: results so far, number of finished folds, the printed cell."""

    result: ResultCell = NOTHING
    done: int = 0
    total: int = 0
    paper: PaperCell | None = None

    @property
    def is_done(self) -> bool:
        return self.total > 0 and self.done >= self.total

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 0.0

    @property
    def error(self) -> str:
        """The reason why some folds have no results."""
        return self.result.error

    @property
    def failed(self) -> bool:
        """Whether no fold has a result."""
        return bool(self.result.error) and self.result.n == 0

    @property
    def printed(self) -> Printed | None:
        return self.paper.printed if self.paper is not None else None

    @property
    def tone(self) -> Tone:
        """The distance from the printed cell; empty before it is finished."""
        return tone_of(self.paper) if self.paper is not None and self.is_done else ""

    @property
    def difference(self) -> str:
        """The difference, such as `+0.03`, or `=` if the printed digits agree; empty until it is finished."""
        if self.paper is None or not self.is_done or math.isnan(self.paper.difference):
            return ""
        return difference_text(self.paper) or "="

    @property
    def other_mark(self) -> bool:
        """Whether the paper prints another mark."""
        return self.printed is not None and self.is_done and self.printed.mark != self.result.mark


TableLine = tuple[ExperimentCell, ...]


@dataclass(frozen=True)
class TableOutline:
    """The table without its numbers: data sets, learners, folds, measure."""

    datasets: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()
    base: int = 0
    runs: int = 10
    folds: int = 10
    measure: str = "accuracy"
    table: TableNumber | None = None

    @classmethod
    def of(cls, plan: Plan, measure: str = "accuracy") -> TableOutline:
        return cls(
            tuple(choice.name for choice in plan.data or ()),
            plan.names,
            plan.specs,
            plan.base if plan.table is None else 0,
            plan.runs,
            plan.folds,
            measure,
            plan.table,
        )

    @property
    def shows_paper(self) -> bool:
        """Whether there are printed numbers to compare with: the paper has accuracies alone."""
        return self.table is not None and self.measure == "accuracy"

    def result(self, rows: Iterable[ResultRow], datasets: tuple[str, ...] | None = None) -> ExperimentResult:
        """Return the engine's result for rows of the whole table, or of some of its lines."""
        specs = set(self.specs)
        return ExperimentResult(
            self.datasets if datasets is None else datasets,
            self.names,
            self.specs,
            self.base,
            self.runs,
            self.folds,
            tuple(
                row for row in rows if row.spec in specs and row.run <= self.runs and row.folds == self.folds
            ),
        )


def read_line(outline: TableOutline, dataset: str, rows: Iterable[ResultRow]) -> TableLine:
    """Return one line of the table from the rows of its data set."""
    result = outline.result(rows, (dataset,))
    total = outline.runs * outline.folds
    cells = []
    for i in range(len(outline.specs)):
        cell = result.cell(dataset, i, outline.measure)
        paper = None
        if outline.shows_paper and outline.table is not None:
            column = COLUMNS[outline.table][i]
            given = printed(outline.table)[dataset].get(column)
            paper = PaperCell(dataset, column, cell.mean, cell.sd, cell.mark, given, cell.error)
        cells.append(ExperimentCell(cell, len(result.of(dataset, i)), total, paper))
    return tuple(cells)


@dataclass(frozen=True)
class Agreement:
    """The number of finished cells that agree with the printed ones."""

    cells: int = 0
    exact: int = 0
    near: int = 0
    marks: int = 0
    marked: int = 0


@dataclass(frozen=True, eq=False)
class ExperimentTable:
    """The known lines of the table, an immutable value that is replaced with every change."""

    outline: TableOutline = field(default_factory=TableOutline)
    lines: Mapping[str, TableLine] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)  # why a data set is excluded

    def with_lines(self, new: Mapping[str, TableLine]) -> ExperimentTable:
        return replace(self, lines={**self.lines, **new})

    def with_note(self, dataset: str, note: str) -> ExperimentTable:
        return replace(self, notes={**self.notes, dataset: note})

    def cell(self, dataset: str, column: int) -> ExperimentCell:
        line = self.lines.get(dataset)
        return line[column] if line is not None and column < len(line) else ExperimentCell()

    @property
    def done_cells(self) -> int:
        return sum(cell.is_done for line in self.lines.values() for cell in line)

    @property
    def all_cells(self) -> int:
        """The cells of the data sets that can be computed, or have been."""
        known = {name for name, line in self.lines.items() if any(cell.done for cell in line)}
        return len(known | set(self.taking_part)) * len(self.outline.names)

    @property
    def share(self) -> float:
        """The share that is computed, from 0 to 1."""
        cells = [cell for line in self.lines.values() for cell in line]
        return sum(cell.share for cell in cells) / self.all_cells if self.all_cells else 0.0

    @property
    def taking_part(self) -> tuple[str, ...]:
        """The data sets that are available and included."""
        return tuple(name for name in self.outline.datasets if not self.notes.get(name))

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left that could be computed."""
        cells = [self.cell(name, i) for name in self.taking_part for i in range(len(self.outline.names))]
        return self.done_cells > 0 and all(cell.is_done for cell in cells)

    @property
    def finished(self) -> tuple[str, ...]:
        """The data sets all of whose cells are finished."""
        return tuple(
            name
            for name in self.outline.datasets
            if name in self.lines and all(cell.is_done for cell in self.lines[name])
        )

    def tally(self, column: int) -> Tally:
        """Count wins, ties and losses of a learner against the base, where both are finished."""
        return _tally(
            self.lines[name][column].result.mark for name in self.outline.datasets if self._both(name, column)
        )

    @cached_property
    def friedman(self) -> FriedmanTest | None:
        """Return the Friedman test over the data sets on which every learner has all its results."""
        whole = [
            [cell.result.mean for cell in line]
            for line in (self.lines.get(name, ()) for name in self.outline.datasets)
            if line and all(cell.total > 0 and cell.result.n == cell.total for cell in line)
        ]
        sign = measure_named(self.outline.measure).sign
        return friedman_test(self.outline.names, np.array(whole), sign=sign)

    def printed_tally(self, column: int, *, all_datasets: bool = False) -> Tally:
        """Count the same from the printed marks: on the data sets that are finished here, or on all."""
        table = self.outline.table
        if table is None:
            return Tally(0, 0, 0)
        name = COLUMNS[table][column]
        return _tally(
            cells[name].mark
            for dataset, cells in printed(table).items()
            if name in cells and (all_datasets or self._both(dataset, column))
        )

    @cached_property
    def agreement(self) -> Agreement:
        """The agreement with the paper, over all finished cells that have a printed number."""
        base = self.outline.base
        known = [
            (cell, cell.paper, i != base and line[base].is_done)
            for line in self.lines.values()
            for i, cell in enumerate(line)
            if cell.is_done and cell.paper is not None and not math.isnan(cell.paper.difference)
        ]
        return Agreement(
            cells=len(known),
            exact=sum(paper.within(EXACT) for _, paper, _ in known),
            near=sum(paper.within(NEAR) for _, paper, _ in known),
            marks=sum(compared and not cell.other_mark for cell, _, compared in known),
            marked=sum(compared for _, _, compared in known),
        )

    @property
    def known_misprints(self) -> tuple[str, ...]:
        """Return notes about finished cells that do not agree with the printed ones."""
        if self.outline.table is None:
            return ()
        columns = COLUMNS[self.outline.table]
        return tuple(
            text
            for (dataset, column), text in MISPRINTS.items()
            if column in columns and self.cell(dataset, columns.index(column)).difference not in ("", "=")
        )

    def order(self, column: int | None, descending: bool = True) -> tuple[str, ...]:
        """Order data sets by a learner's results, by name (-1) or as chosen (None); those without last."""
        names = self.outline.datasets
        if column is None:
            return names
        if column < 0:
            return tuple(sorted(names, key=str.casefold, reverse=not descending))
        known = [n for n in names if not math.isnan(self.cell(n, column).result.mean)]
        known.sort(key=lambda n: comparable(self.cell(n, column).result.mean), reverse=descending)
        return (*known, *(n for n in names if n not in set(known)))

    def _both(self, dataset: str, column: int) -> bool:
        line = self.lines.get(dataset)
        return line is not None and all(
            line[i].is_done and line[i].result.n > 0 for i in (self.outline.base, column)
        )


def _tally(marks: Iterable[str]) -> Tally:
    listed: Sequence[str] = list(marks)
    return Tally(listed.count("+"), listed.count(""), listed.count("-"))
