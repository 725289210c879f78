"""`lwnb evaluate`: repeated stratified cross-validation of one learner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import File, Json, LearnerOptions, ReadingOptions, spread_options
from lwnb_gui.commands.screen import print_json, progress_bar
from lwnb_gui.commands.source import STDIN, open_data

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import CrossValidation, Dataset


@guarded
@spread_options
def evaluate(
    file: File,
    *,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs, each on other folds.")] = 10,
    folds: Annotated[int, typer.Option(min=2, metavar="N", help="Folds in each run.")] = 10,
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Folds at the same time.")] = 1,
    learning: LearnerOptions,
    reading: ReadingOptions,
    json: Json = False,
) -> None:
    """Measure a learner by cross-validation, on the folds of Weka's Experimenter."""
    from lwnb_core import cross_validate

    chosen = learning.build()
    data = open_data(file, reading)
    with progress_bar(f"{chosen.label} on {data.name}") as progress:
        result = cross_validate(chosen, data, runs, folds, progress=progress, jobs=jobs)
    matrix = confusion(data, result)
    if json:
        print_json(_document(data, result, matrix))
        return
    from lwnb_gui.commands.views.evaluate import show_evaluation

    show_evaluation(data, result, matrix)


def confusion(data: Dataset, result: CrossValidation) -> NDArray[np.int64]:
    """How often rows of class i (down) were taken for class j (across), over all runs. Shape (o, o)."""
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
