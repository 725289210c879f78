"""`lwnb evaluate`: repeated stratified cross-validation of one learner."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.commands.given import refuse_both
from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import (
    ClusterOption,
    File,
    Json,
    LearnerOptions,
    ReadingOptions,
    spread_options,
)
from lwnb_gui.commands.screen import ACCENT, HINT, Screen, print_json, progress_bar, table
from lwnb_gui.commands.source import STDIN, open_data
from lwnb_gui.text import NO_BREAK, count, fixed, number, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import CrossValidation, Dataset
    from lwnb_gui.views.confusion.matrices import ConfusionData


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
    """How often rows of class i (down) were predicted as class j (across), over all runs. Shape (o, o)."""
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


_MOST_CLASSES = 8
_MOST_PAIRS = 12


def show_evaluation(data: Dataset, result: CrossValidation) -> None:
    """The figure, the runs behind it, and what was taken for what."""
    from lwnb_gui.views.confusion.matrices import tests_confusion

    screen = Screen()
    learner = result.learner
    settings = [f"{key} {value}" for key, value in learner.settings.items() if key != "k"]
    screen.print(Text(f"{shown(data.name)} · {learner.label}", style="bold"))
    how = [*settings, f"{count(result.runs, 'run')} × {count(result.n_folds, 'fold')}"]
    screen.hint(" · ".join(part.replace(" ", NO_BREAK) for part in how))
    screen.print()
    screen.print(
        Text("Accuracy "),
        Text(f"{fixed(result.mean, 2)} %", style=ACCENT),
        Text(f"  sd {fixed(result.sd, 2)} over {count(len(result.folds), 'fold')}"),
        sep="",
    )
    _measures(screen, result)
    _runs(screen, result)
    counted = tests_confusion(result)
    if len(data.classes) <= _MOST_CLASSES:
        _matrix(screen, counted, result)
    else:
        _pairs(screen, counted)


def _measures(screen: Screen, result: CrossValidation) -> None:
    """What the predicted classes say beyond accuracy."""
    from lwnb_core.evaluation.measures import CONFUSION_MEASURES, MEASURES

    screen.heading("Other measures", "mean and standard deviation over the folds")
    rows = table("measure", ">mean", ">sd")
    for about in (MEASURES[name] for name in CONFUSION_MEASURES if name != "accuracy"):
        numbers = (result.mean_of(about.name), result.sd_of(about.name))
        rows.add_row(about.title, *(fixed(number, about.decimals) for number in numbers))
    screen.print(rows)


def _runs(screen: Screen, result: CrossValidation) -> None:
    screen.heading("Runs", "accuracy in percent")
    rows = table(">run", ">mean", ">lowest fold", ">highest fold")
    for run, folds in enumerate(result.folds.reshape(result.runs, result.n_folds), start=1):
        rows.add_row(f"{run}", fixed(folds.mean(), 2), fixed(folds.min(), 2), fixed(folds.max(), 2))
    screen.print(rows)


def _matrix(screen: Screen, counted: ConfusionData, result: CrossValidation) -> None:
    """Letters stand for the predicted classes, as names would not fit side by side."""
    from lwnb_core.evaluation.measures import f1_measure
    from lwnb_gui.views.confusion.matrices import percent

    screen.heading("Confusion", "true class down, predicted across; all runs")
    letters = ascii_lowercase[: len(counted.classes)]
    rows = table("", "true", *(f">{letter}" for letter in letters), ">right", ">F1")
    for c, name in enumerate(counted.classes):
        cells = [
            Text(counted.text(c, p) if n else "·", style="bold" if c == p else HINT if not n else "")
            for p, n in enumerate(counted.matrix[c])
        ]
        right = percent(counted.recall[c])
        right += "" if right == "–" else " %"
        f1 = fixed(result.mean_of(f1_measure(name)), 4)
        rows.add_row(Text(letters[c], style=HINT), shown(name), *cells, right, f1)
    screen.print(rows)


def _pairs(screen: Screen, counted: ConfusionData) -> None:
    """Too many classes for a square: the confusions themselves, most frequent first."""
    matrix, classes = counted.matrix, counted.classes
    o = len(classes)
    pairs = [(matrix.item(i, j), i, j) for i in range(o) for j in range(o) if i != j and matrix[i, j]]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    if not pairs:
        return
    screen.heading("Confusion", "most frequent first; all runs")
    rows = table("true", "predicted", ">times", ">of")
    for n, i, j in pairs[:_MOST_PAIRS]:
        rows.add_row(shown(classes[i]), shown(classes[j]), number(n), number(matrix[i].sum()))
    screen.print(rows)
    if len(pairs) > _MOST_PAIRS:
        screen.hint(f"and {count(len(pairs) - _MOST_PAIRS, 'more pair')} (--json has the whole matrix)")
