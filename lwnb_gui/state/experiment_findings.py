"""An experiment to take away: everything that a report, a table file or a script needs, and no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lwnb_core import Dataset, ExperimentResult, __version__
from lwnb_core.evaluation.paper_data import WHERE
from lwnb_core.evaluation.paper_grids import table_csv, table_grid
from lwnb_core.evaluation.paper_published import TableNumber
from lwnb_core.evaluation.paper_tables import PaperTable
from lwnb_core.evaluation.results_grid import Grid, GridFormat
from lwnb_core.evaluation.results_table import ranking_grid, result_csv, result_grid
from lwnb_gui.state.experiment_run import SourceRead


@dataclass(frozen=True, eq=False)
class Findings:
    """What an experiment found, finished or not.

    Attributes
    ----------
    result
        Every row, with cells, marks, tallies and ranks to be read off it.
    sources
        Where each data set came from, how large it is, and the first digits of its fingerprint.
    missing
        Data sets that took no part, and why.
    table
        The paper's table that this is, with a printed figure for every cell.
    convention
        For learners whose spec names none.
    """

    title: str
    result: ExperimentResult
    measure: str = "accuracy"
    sources: tuple[SourceRead, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    table: TableNumber | None = None
    convention: str = "paper"
    seconds: float = 0.0

    @property
    def datasets(self) -> dict[str, Dataset]:
        """The data sets that were read for it, by the names that the result has for them."""
        names = set(self.result.datasets)
        return {s.name: s.data for s in self.sources if s.data is not None and s.name in names}

    @property
    def version(self) -> str:
        """Of the engine that computed it."""
        return __version__

    @cached_property
    def paper(self) -> PaperTable | None:
        """The same beside the printed figures."""
        return None if self.table is None else PaperTable(self.table, self.result)

    @cached_property
    def grid(self) -> Grid:
        """The table as the paper prints one."""
        if self.paper is not None and self.measure == "accuracy":
            made = table_grid(self.paper)
            notes = (*made.notes, *self._missing_notes())
            return Grid(made.title, made.columns, made.lines, made.summary, notes)
        return result_grid(self.result, self.measure)

    def render(self, fmt: GridFormat) -> str:
        """The table as text; CSV is for programs, and has a line per data set and learner."""
        if fmt == "csv" and self.paper is not None and self.measure == "accuracy":
            return table_csv(self.paper)
        return result_csv(self.result, self.measure) if fmt == "csv" else self.grid.render(fmt)

    @cached_property
    def ranking(self) -> Grid:
        """All learners against each other."""
        return ranking_grid(self.result, self.measure)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "title": self.title,
            "measure": self.measure,
            "convention": self.convention,
            "version": self.version,
            "seconds": self.seconds,
            "sources": [
                {name: value for name, value in vars(source).items() if name != "data"}
                for source in self.sources
            ],
            "missing": [{"name": name, "note": note} for name, note in self.missing],
            "paper": None if self.paper is None else self.paper.to_dict(),
            **self.result.to_dict(),
        }

    def _missing_notes(self) -> tuple[str, ...]:
        if not self.missing:
            return ()
        names = ", ".join(name for name, _ in self.missing)
        return (f"Without {names}. {WHERE}",)
