"""An experiment's result as the paper prints one: a line a data set, a column a learner, marks, tallies."""

from __future__ import annotations

import math

from lwnb_core.evaluation.experiment_result import ExperimentResult, ResultCell
from lwnb_core.evaluation.results_grid import Grid, GridCell, Line, cells

TITLES = {
    "accuracy": "Accuracy in percent and standard deviation",
    "log_loss": "Log loss and standard deviation",
    "brier": "Brier score and standard deviation",
    "kappa": "Kappa and standard deviation",
    "auc": "Area under the ROC curve and standard deviation",
    "train_seconds": "Seconds of training and standard deviation",
    "test_seconds": "Seconds of testing and standard deviation",
}


def result_grid(result: ExperimentResult, measure: str = "accuracy") -> Grid:
    """The base first, the others in their order; below, on how many data sets the base won, tied, lost."""
    order = [result.base, *(i for i in range(len(result.learners)) if i != result.base)]
    names = [result.learners[i] for i in order]
    lines = []
    for dataset in result.datasets:
        line = [GridCell(dataset), *(_cell(result.cell(dataset, i, measure), measure) for i in order)]
        lines.append(tuple(line))
    return Grid(
        title=f"{TITLES[measure]}, {result.runs} × {result.folds} folds",
        columns=("data set", *names),
        lines=tuple(lines),
        summary=_summary(result, order, measure),
        notes=_notes(result, names[0]),
    )


def ranking_grid(result: ExperimentResult, measure: str = "accuracy") -> Grid:
    """All learners against each other."""
    lines = [
        cells(
            rank.learner, f"{rank.balance:+d}", f"{rank.wins}", f"{rank.losses}", _number(rank.mean_rank, 2)
        )
        for rank in result.ranking(measure)
    ]
    return Grid(
        title="Ranking by significant wins and losses against all others",
        columns=("learner", "wins − losses", "wins", "losses", "mean rank"),
        lines=tuple(lines),
    )


def _cell(cell: ResultCell, measure: str) -> GridCell:
    if cell.n == 0:
        return GridCell("failed" if cell.error else "–", tone="error" if cell.error else "", note=cell.error)
    mean, sd = (2, 2) if measure == "accuracy" else (4, 4)
    text = f"{_number(cell.mean, mean)} ± {_number(cell.sd, sd)}"
    return GridCell(text if not cell.error else f"{text} (!)", cell.mark, note=cell.error)


def _summary(result: ExperimentResult, order: list[int], measure: str) -> tuple[Line, ...]:
    if len(order) < 2:
        return ()
    tallies = [result.tally(i, measure) for i in order[1:]]
    texts = [f"{t.wins}/{t.ties}/{t.losses}" for t in tallies]
    return (cells(f"{result.learners[result.base]}: wins/ties/losses", "", *texts),)


def _notes(result: ExperimentResult, base: str) -> tuple[str, ...]:
    notes = []
    if len(result.learners) > 1:
        notes.append(
            f"○, • significantly better or worse than {base}"
            " (corrected resampled t-test, two-sided, 5 % level)."
        )
    notes += [f"{learner} on {dataset}: {error}." for (dataset, learner), error in result.errors.items()]
    if not result.complete:
        done, all_ = (
            len(result.rows),
            len(result.datasets) * len(result.learners) * result.runs * result.folds,
        )
        notes.append(f"Not finished: {done} of {all_} results.")
    return tuple(notes)


def _number(value: float, decimals: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"
