"""The predictions for the rows of a file: each row's class, and how many are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core.evaluation.measures import MEASURES
from lwnb_core.local.naive_bayes import counts_votes
from lwnb_gui.text import count, exact_probability, fixed, printable, probabilities
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lwnb_gui.app.file_predictions import FilePredictions


class PredictedFile(View["FilePredictions"]):
    """The result of `lwnb predict`; the window lists the predictions of all learners as Instances."""

    name = "predicted_file"
    title = "Predictions"
    area = None
    is_of_explanation = False
    nothing = "There are no predictions."

    def read(self, about: Subject) -> FilePredictions | None:
        return about.predicted_file

    def sentences(self, reading: FilePredictions) -> tuple[str, ...]:
        counts = reading.counts
        if counts.accuracy is None:
            return ("The test data have no true classes to compare with.",)
        known = f"{count(counts.known, 'row')} with a known class"
        accuracy = f"Accuracy {fixed(counts.accuracy, 2)} % of {known}"
        measures = [(MEASURES[name], value) for name, value in counts.other_measures.items()]
        others = " · ".join(
            f"{about.title} {fixed(value, about.decimals)}{about.unit_after}" for about, value in measures
        )
        return (accuracy, others) if others else (accuracy,)

    def tables(self, reading: FilePredictions, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return the rows: with `full` the probabilities of all classes, otherwise of the predicted one."""
        predicted = reading.rows
        if predicted is None:
            return ()
        classes = [printable(name) for name in predicted.classes]
        columns = [
            TableColumn("row", numeric=True),
            TableColumn("true"),
            TableColumn("predicted"),
            TableColumn("", exact_title="verdict"),
            *(TableColumn(title, numeric=True) for title in (classes if full else ["probability"])),
        ]
        rows = []
        codes = zip(predicted.true.tolist(), predicted.predicted.tolist(), strict=True)
        for i, (true, guess) in enumerate(codes):
            cells = _probability_cells(predicted.probabilities[i].tolist(), reading.learner.name)
            rows.append(
                [
                    TableCell(f"{predicted.first + i + 1}"),
                    TableCell(classes[true] if true >= 0 else "?"),
                    TableCell(classes[guess], strong=True),
                    TableCell("wrong" if 0 <= true != guess else ""),
                    *(
                        [cell._replace(strong=c == guess) for c, cell in enumerate(cells)]
                        if full
                        else [cells[guess]]
                    ),
                ]
            )
        return (ViewTable(self.title, columns, rows),)


def _probability_cells(chances: Sequence[float], learner: str) -> list[TableCell]:
    texts = probabilities(chances, can_be_zero=counts_votes(learner))
    return [TableCell(text, exact_probability(p)) for text, p in zip(texts, chances, strict=True)]
