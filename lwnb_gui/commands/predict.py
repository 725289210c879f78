"""`lwnb predict`: classes for the rows of another file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.commands.convert import csv_notes
from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import Json, LearnerOptions, ReadingOptions, spread_options
from lwnb_gui.commands.outputs import Outputs, check_out
from lwnb_gui.commands.screen import Screen, progress_bar
from lwnb_gui.commands.source import STDIN, check_stdin_once, open_data

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import Dataset, Learner

_SUFFIXES = (".csv", ".tsv", ".arff")


@dataclass(frozen=True)
class Predictions:
    """Classes for the rows of `test`, which has the header of the training data."""

    learner: Learner
    train: Dataset
    test: Dataset
    probabilities: NDArray[np.float64]
    predicted: NDArray[np.intp]

    @property
    def known(self) -> int:
        """How many rows have a true class."""
        return int((self.test.class_codes >= 0).sum())

    @property
    def accuracy(self) -> float | None:
        """Percent right among the rows with a true class (by instance weight); None if there are none."""
        import numpy as np

        from lwnb_core.evaluation.cross_validation import weighted_accuracy

        rows = np.flatnonzero(self.test.class_codes >= 0)
        if len(rows) == 0:
            return None
        return 100 * weighted_accuracy(self.test, rows, self.predicted[rows])

    def as_dataset(self) -> Dataset:
        """Columns row (from 1), true, predicted, and the probability of each class."""
        import numpy as np

        from lwnb_core import Attribute, Dataset

        classes = self.test.classes
        return Dataset.from_columns(
            "predictions",
            [
                Attribute.numeric("row"),
                Attribute.nominal("true", classes),
                Attribute.nominal("predicted", classes),
                *(Attribute.numeric(f"P({name})") for name in classes),
            ],
            [
                np.arange(1, len(self.test) + 1, dtype=float),
                self.test.class_codes,
                self.predicted.astype(np.int32),
                *self.probabilities.T,
            ],
            class_attribute="predicted",
        )

    def to_dict(self) -> dict[str, Any]:
        classes, codes = self.test.classes, self.test.class_codes.tolist()
        return {
            "train": self.train.source or STDIN,
            "test": self.test.source or STDIN,
            "learner": self.learner.name,
            "settings": self.learner.settings,
            "classes": list(classes),
            "rows": len(self.test),
            "known": self.known,
            "accuracy": self.accuracy,
            "notes": [str(repair) for repair in self.test.repairs],
            "predictions": [
                {
                    "row": i + 1,
                    "index": i,
                    "true": classes[true] if true >= 0 else None,
                    "predicted": classes[guess],
                    "probabilities": dict(zip(classes, p, strict=True)),
                }
                for i, (true, guess, p) in enumerate(
                    zip(codes, self.predicted.tolist(), self.probabilities.tolist(), strict=True)
                )
            ],
        }


@guarded
@spread_options
def predict(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help="File or sample to learn from.")],
    test: Annotated[str, typer.Argument(metavar="TEST", help="File or sample to predict; its class may be"
                                        " missing.")],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to .csv, .tsv or .arff.")
    ] = None,
    learning: LearnerOptions,
    reading: ReadingOptions,
    json: Json = False,
) -> None:  # fmt: skip
    """Predict the rows of one file with what another one teaches."""
    from lwnb_core import matched, save

    chosen = learning.build()
    check_out(out, "--out", _SUFFIXES)
    check_stdin_once((train, test))
    training = open_data(train, reading, strict=False)
    also = reading.for_test(training.class_attribute.name)
    opened = open_data(test, also, strict=False)
    testing = matched(opened, training, class_was_cut=reading.class_bins is not None)
    with progress_bar(f"{chosen.label}: {testing.name}") as progress:
        probabilities = chosen.fit(training).predict_proba(testing, progress=progress)
    from lwnb_core.local.naive_bayes import first_best

    result = Predictions(chosen, training, testing, probabilities, first_best(probabilities))
    outputs = Outputs()
    outputs.write(out, lambda path: save(result.as_dataset(), path))

    def document() -> dict[str, Any]:
        return {**result.to_dict(), "out": str(outputs.written[0]) if outputs.written else None}

    def show() -> None:
        from lwnb_gui.commands.views.predict import show_predictions

        show_predictions(result, outputs.written[0] if outputs.written else None)
        for note in csv_notes(result.as_dataset(), out) if out is not None and outputs.written else ():
            Screen().print(f"Note: {note}.")

    outputs.present(json, document, show)
