"""An experiment's result as in the paper: a row per data set, a column per learner, marks, tallies."""

from __future__ import annotations

import csv
import io
import math

from lwnb_core.data.spreadsheet_formulas import guarded
from lwnb_core.evaluation.experiments.result import ExperimentResult, ResultCell
from lwnb_core.evaluation.experiments.results_grid import (
    SIGNS,
    Grid,
    GridCell,
    GridFormat,
    Line,
    cells,
    clean,
)
from lwnb_core.evaluation.measures import measure_named

_LONG = ("data set", "learner", "mean", "sd", "mark", "folds", "error")


def result_grid(result: ExperimentResult, measure: str = "accuracy") -> Grid:
    """Return the table: the base first, the others in order; below, how often the base won, tied, lost."""
    order = [result.base, *(i for i in range(len(result.learners)) if i != result.base)]
    names = [result.learners[i] for i in order]
    lines = []
    for dataset in result.datasets:
        line = [GridCell(dataset), *(_cell(result.cell(dataset, i, measure), measure) for i in order)]
        lines.append(tuple(line))
    return Grid(
        title=f"{_title(measure)}, {result.runs} × {result.folds} folds",
        columns=("data set", *names),
        lines=tuple(lines),
        summary=_summary(result, order, measure),
        notes=_notes(result, names[0], measure),
    )


def ranking_grid(result: ExperimentResult, measure: str = "accuracy") -> Grid:
    """Return the ranking of all learners, compared with each other."""
    ranks = result.ranking(measure)
    lines = [
        cells(
            rank.learner,
            f"{rank.balance:+d}".replace("-", "−"),
            f"{rank.wins}",
            f"{rank.losses}",
            _number(rank.mean_rank, 2),
        )
        for rank in ranks
    ]
    return Grid(
        title="Ranking by significant wins and losses against all others",
        columns=("learner", "wins − losses", "wins", "losses", "mean rank"),
        lines=tuple(lines),
        notes=_ranking_notes(result, {rank.learner for rank in ranks}, measure),
    )


def render_result(result: ExperimentResult, measure: str, fmt: GridFormat) -> str:
    """Return the table as text. CSV is for programs, with a row per data set and learner."""
    return result_csv(result, measure) if fmt == "csv" else result_grid(result, measure).render(fmt)


def result_csv(result: ExperimentResult, measure: str = "accuracy") -> str:
    """Write a row per data set and learner: numbers with every digit, the mark, and any error."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_LONG)
    for dataset in result.datasets:
        for i, name in enumerate(result.learners):
            cell = result.cell(dataset, i, measure)
            numbers = ["" if math.isnan(x) else repr(x) for x in (cell.mean, cell.sd)]
            texts = [guarded(clean(text)) for text in (dataset, name, cell.error)]
            writer.writerow([*texts[:2], *numbers, SIGNS[cell.mark], cell.n, texts[2]])
    return out.getvalue()


def _cell(cell: ResultCell, measure: str) -> GridCell:
    if cell.n == 0:
        return GridCell("failed" if cell.error else "–", tone="error" if cell.error else "", note=cell.error)
    decimals = measure_named(measure).decimals
    text = f"{_number(cell.mean, decimals)} ± {_number(cell.sd, decimals)}"
    return GridCell(text if not cell.error else f"{text} (!)", cell.mark, note=cell.error)


def _summary(result: ExperimentResult, order: list[int], measure: str) -> tuple[Line, ...]:
    if len(order) < 2:
        return ()
    tallies = [result.tally(i, measure) for i in order[1:]]
    texts = [f"{t.wins}/{t.ties}/{t.losses}" if any(vars(t).values()) else "–" for t in tallies]
    return (cells(f"{result.learners[result.base]}: wins/ties/losses", "", *texts),)


def _title(measure: str) -> str:
    label = measure_named(measure).label
    return f"{label[0].upper()}{label[1:]} and standard deviation"


def _notes(result: ExperimentResult, base: str, measure: str) -> tuple[str, ...]:
    notes = []
    if len(result.learners) > 1:
        notes.append(
            f"○, • significantly better or worse than {base}"
            " (corrected resampled t-test, two-sided, 5 % level)."
        )
    friedman = result.friedman(measure)
    notes += () if friedman is None else friedman.sentences
    notes += [f"{learner} on {dataset}: {error}." for (dataset, learner), error in result.errors.items()]
    if not result.finished:
        notes.append(f"Not finished: {len(result.rows)} of {result.expected} results.")
    return tuple(notes)


def _ranking_notes(result: ExperimentResult, ranked: set[str], measure: str) -> tuple[str, ...]:
    """List learners that have no rank, and those that are last because results are missing."""
    notes = []
    numbers = range(len(result.learners))
    has = {(d, i): result.has_all_folds(d, i, measure) for d in result.datasets for i in numbers}
    compared = [d for d in result.datasets if any(has[d, i] for i in numbers)]
    for i, name in enumerate(result.learners):
        lacking = [d for d in compared if not has[d, i]]
        if name not in ranked:
            notes.append(f"{name} has no rank: it has no results on any data set.")
        elif lacking:
            notes.append(f"{name} lacks results on {', '.join(lacking)}, and counts as last there.")
    return tuple(notes)


def _number(value: float, decimals: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"
