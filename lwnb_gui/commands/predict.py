"""`lwnb predict`: classes for the rows of another file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.commands.convert import csv_notes
from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import (
    Json,
    LearnerOptions,
    ReadingOptions,
    Unknown,
    UnknownChoice,
    spread_options,
)
from lwnb_gui.commands.outputs import Outputs, check_out
from lwnb_gui.commands.screen import ACCENT, Screen, progress_bar, table
from lwnb_gui.commands.source import STDIN, check_stdin_once, open_data, open_test
from lwnb_gui.text import count, fixed, probability, shown

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
    unknown: Unknown = UnknownChoice.refuse,
    learning: LearnerOptions,
    reading: ReadingOptions,
    json: Json = False,
) -> None:  # fmt: skip
    """Predict the rows of one file with what another one teaches."""
    from lwnb_core import save

    chosen = learning.build()
    check_out(out, "--out", _SUFFIXES)
    check_stdin_once((train, test))
    training = open_data(train, reading, strict=False)
    testing = open_test(test, training, reading, unknown.value)
    with progress_bar(f"{chosen.label}: {testing.name}") as progress:
        probabilities = chosen.fit(training).predict_proba(testing, progress=progress)
    from lwnb_core.local.naive_bayes import first_best

    result = Predictions(chosen, training, testing, probabilities, first_best(probabilities))
    outputs = Outputs()
    outputs.write(out, lambda path: save(result.as_dataset(), path))

    def document() -> dict[str, Any]:
        return {**result.to_dict(), "out": str(outputs.written[0]) if outputs.written else None}

    def show() -> None:
        show_predictions(result, with_rows=not outputs.written)
        for note in csv_notes(result.as_dataset(), out) if out is not None and outputs.written else ():
            Screen().print(f"Note: {note}.")

    outputs.present(json, document, show)


# -- for people -------------------------------------------------------------------------------------


_ROW_AND_VERDICT = 16
_NARROWEST = 8


def show_predictions(result: Predictions, *, with_rows: bool) -> None:
    """A summary, and the rows themselves where they were not written to a file."""
    screen = Screen()
    if with_rows:
        _rows(screen, result)
        screen.print()
    learned = (
        f"{result.learner.label}, {count(len(result.train), 'training row')} of {shown(result.train.name)}"
    )
    screen.print(Text(f"{shown(result.test.name)} · {count(len(result.test), 'row')}", style="bold"))
    screen.hint(learned)
    accuracy = result.accuracy
    if accuracy is None:
        screen.print(Text("No true class in the test data to compare with."))
    else:
        screen.print(
            Text("Accuracy "),
            Text(f"{fixed(accuracy, 2)} %", style=ACCENT),
            Text(f" of {count(result.known, 'row')} with a known class"),
            sep="",
        )
    screen.repairs(result.test.repairs)


def _rows(screen: Screen, result: Predictions) -> None:
    classes = [shown(name) for name in result.test.classes]
    titles = _column_titles(classes, screen.width)
    every = bool(titles)
    columns = [f">{title}" for title in titles] or [">probability"]
    rows = table(">row", "true", "predicted", "", *columns)
    codes = result.test.class_codes.tolist()
    for i, (true, guess) in enumerate(zip(codes, result.predicted.tolist(), strict=True)):
        p = result.probabilities[i]
        shares = [float(x) for x in p] if every else [float(p[guess])]
        rows.add_row(
            f"{i + 1}",
            classes[true] if true >= 0 else "?",
            Text(classes[guess], style="bold"),
            "wrong" if 0 <= true != guess else "",
            *(
                Text(probability(share), style="bold" if every and c == guess else "")
                for c, share in enumerate(shares)
            ),
        )
    screen.print(rows)


def _column_titles(classes: list[str], width: int) -> list[str]:
    """The classes as titles of columns, shortened if need be; none where there is no space for them."""
    from lwnb_gui.readings.names import shorten_all

    names = 2 * (max(map(len, classes)) + 2)
    width = (width - _ROW_AND_VERDICT - names) // len(classes) - 2
    return shorten_all(classes, width) if width >= _NARROWEST else []
