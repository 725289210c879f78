"""The reading of an experiment's results: which measure, over what, which learner wins, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lwnb_core import ExperimentResult
from lwnb_core.evaluation.experiments.result import Tally
from lwnb_core.evaluation.experiments.results_grid import Grid
from lwnb_core.evaluation.experiments.results_table import ranking_grid
from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.text import count, listed, printable

if TYPE_CHECKING:
    from lwnb_gui.experiment.table import ExperimentTable, TableOutline

MARKS = "○ significantly better, • significantly worse than the base (corrected resampled t-test, 5 % level)"


@dataclass(frozen=True, eq=False)
class ResultsReading:
    """Results with data sets as rows and learners as columns.

    Attributes
    ----------
    order
        The data sets as they are listed.
    with_paper
        Whether the published numbers are shown too.
    result
        Every fold behind the cells, if available: a ranking needs them.
    """

    table: ExperimentTable
    order: tuple[str, ...]
    with_paper: bool = False
    result: ExperimentResult | None = None

    @property
    def outline(self) -> TableOutline:
        return self.table.outline

    @property
    def is_compared(self) -> bool:
        """Whether there are several learners."""
        return len(self.outline.names) > 1

    @property
    def what(self) -> str:
        """Describe the numbers: `accuracy in percent, mean and sd over 100 folds`."""
        outline = self.outline
        if not outline.names:
            return ""
        what = printable(measure_named(outline.measure).label)
        text = f"{what}, mean and sd over {outline.runs * outline.folds} folds"
        if outline.shows_paper:
            text = f"Table {outline.table}: {text}; each cell next to the published number"
        return text

    @property
    def verdict(self) -> str:
        """Say how often each learner is better and worse than the base."""
        others = [i for i in range(len(self.outline.names)) if i != self.outline.base]
        said = [f"{printable(self.outline.names[i])} {tally_text(self.table.tally(i))}" for i in others]
        base = printable(self.outline.names[self.outline.base]) if self.outline.names else ""
        return f"Significant wins / ties / losses against {base}: {listed(said)}." if said else ""

    @property
    def tallies(self) -> list[tuple[str, list[Tally]]]:
        """Return what is counted, and each learner's wins, ties and losses, here and in the paper."""
        table, outline, counted = self.table, self.outline, len(self.table.finished)
        if not self.is_compared:
            return []

        def line(text: str, tally: Callable[[int], Tally]) -> tuple[str, list[Tally]]:
            return text, [tally(i) for i in range(len(outline.names))]

        lines = [line(count(counted, "data set"), table.tally)] if counted else []
        if self.with_paper:
            if counted:
                lines.append(line(f"paper, same {counted}", table.printed_tally))
            everywhere = partial(table.printed_tally, all_datasets=True)
            lines.append(line(f"paper, all {len(outline.datasets)}", everywhere))
        return lines

    @cached_property
    def ranking(self) -> Grid | None:
        """Return the ranking of all learners if there are more than two and every fold is available."""
        if self.result is None or len(self.result.learners) < 3:
            return None
        return ranking_grid(self.result, self.outline.measure)

    @property
    def friedman(self) -> tuple[str, ...]:
        """Return the Friedman test over all data sets."""
        test = self.table.friedman
        return () if test is None else tuple(map(printable, test.sentences))

    @property
    def missing(self) -> tuple[str, ...]:
        """Say why numbers are missing: learners that failed, and what is not computed yet."""
        said = []
        for dataset in self.outline.datasets:
            for i, name in enumerate(self.outline.names):
                error = self.table.cell(dataset, i).error
                if error:
                    said.append(f"{printable(name)} on {printable(dataset)}: {printable(error)}.")
        cells = [cell for line in self.table.lines.values() for cell in line]
        done, total = sum(cell.done for cell in cells), sum(cell.total for cell in cells)
        return (*said, f"Not finished: {done:,} of {total:,} results.") if done < total else tuple(said)


def tally_text(tally: Tally) -> str:
    """Return `3 / 5 / 0`, or a dash if nothing can be compared yet."""
    counts = (tally.wins, tally.ties, tally.losses)
    return " / ".join(map(str, counts)) if any(counts) else "–"


def tally_sentence(counted: str, learner: str, tally: Tally) -> str:
    """Return the same in words; `counted` says over what."""
    return f"{counted}: {learner} wins {tally.wins}, ties {tally.ties}, loses {tally.losses}"


def table_of(result: ExperimentResult, measure: str) -> ExperimentTable:
    """Return the table of a result of the library."""
    from lwnb_gui.experiment.table import ExperimentTable, TableOutline, read_line

    outline = TableOutline(
        result.datasets,
        result.learners,
        result.specs,
        result.base,
        result.runs,
        result.folds,
        measure,
    )
    lines = {
        name: read_line(outline, name, [row for row in result.rows if row.dataset == name])
        for name in result.datasets
    }
    return ExperimentTable(outline, lines)


def reading_of(
    table: ExperimentTable,
    order: Sequence[str] | None = None,
    *,
    with_paper: bool = False,
    result: ExperimentResult | None = None,
) -> ResultsReading:
    """Read the table, in the order of the data sets unless another is given."""
    return ResultsReading(
        table, tuple(table.outline.datasets if order is None else order), with_paper, result
    )
