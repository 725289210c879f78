"""`lwnb evaluate`: repeated stratified cross-validation of one learner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.cli.options.common import (
    ClusterOption,
    File,
    Json,
    LearnerOptions,
    ReadingOptions,
    spread_options,
)
from lwnb_gui.cli.options.given_options import refuse_both
from lwnb_gui.cli.options.source import STDIN, open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import ACCENT, Screen, print_json, progress_bar
from lwnb_gui.text import NO_BREAK, count, printable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import CrossValidation, Dataset


@guarded
@spread_options
def evaluate(
    ctx: typer.Context,
    file: File,
    *,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs, each with different folds.")] = 10,
    folds: Annotated[int, typer.Option(min=2, metavar="N", help="Folds in each run.")] = 10,
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Folds to compute at the same time.")] = 1,
    cluster: ClusterOption = None,
    learning: LearnerOptions,
    reading: ReadingOptions,
    json: Json = False,
) -> None:
    """Evaluate a learner by cross-validation on the folds of Weka's Experimenter."""
    from lwnb_core import cross_validate

    refuse_both(ctx, "jobs", "cluster")
    chosen = learning.build_alone()
    data = open_data(file, reading)
    with progress_bar(f"{chosen.label} on {data.name}") as progress:
        result = cross_validate(chosen, data, runs, folds, progress=progress, jobs=jobs, cluster=cluster)
    if json:
        print_json(_document(data, result, confusion(data, result)))
        return
    show_evaluation(data, result)


def confusion(data: Dataset, result: CrossValidation) -> NDArray[np.int64]:
    """Count how often rows of class i (down) were predicted as class j (across), over all runs.

    Shape (o, o).
    """
    import numpy as np

    o = len(data.classes)
    known = data.class_codes >= 0
    true = np.tile(data.class_codes[known].astype(np.int64), result.runs)
    predicted = result.predictions[:, known].ravel()
    return np.bincount(true * o + predicted, minlength=o * o).reshape(o, o)


def _document(data: Dataset, result: CrossValidation, matrix: NDArray[np.int64]) -> dict[str, Any]:
    return {
        "file": data.source or STDIN,
        "rows": len(data),
        "class": data.class_attribute.name,
        **result.to_dict(),
        "run_means": result.folds.reshape(result.runs, result.n_folds).mean(axis=1).tolist(),
        "classes": list(data.classes),
        "confusion": matrix.tolist(),
    }


# -- for people -------------------------------------------------------------------------------------


def show_evaluation(data: Dataset, result: CrossValidation) -> None:
    """Show what was evaluated, and the content of the view."""
    from lwnb_gui.render.terminal.view_tables import screen_table
    from lwnb_gui.views.evaluation import Evaluation
    from lwnb_gui.views.view import Subject

    screen, view = Screen(), Evaluation()
    learner = result.learner
    settings = [f"{key} {value}" for key, value in learner.settings.items() if key != "k"]
    screen.print(Text(f"{printable(data.name)} · {learner.label}", style="bold"))
    how = [*settings, f"{count(result.runs, 'run')} × {count(result.n_folds, 'fold')}"]
    screen.hint(" · ".join(part.replace(" ", NO_BREAK) for part in how))
    screen.print()
    reading = view.read(Subject(evaluated=result))
    assert reading is not None
    for sentence in view.sentences(reading):
        accuracy = sentence.partition(",")[0]
        screen.say(sentence, begins=accuracy, begins_style=ACCENT)
    for shown_table in view.tables(reading):
        screen.heading(shown_table.title, shown_table.note)
        screen.print(screen_table(shown_table))
        if shown_table.left_out:
            screen.hint(f"{shown_table.left_out} not shown (--json has all)")
