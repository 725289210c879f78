"""A cross-validation: its accuracy, further measures, the runs, and which classes were confused."""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING

from lwnb_core.evaluation.measures import CONFUSION_MEASURES, f1_measure, measure_named
from lwnb_gui.text import count, fixed, number, printable
from lwnb_gui.views.confusion.matrices import ConfusionData, percent, tests_confusion
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_core import CrossValidation

_MOST_IN_SQUARE = 8  # classes; if there are more, the frequent confusions are listed
_MOST_CLASSES, _MOST_RUNS, _MOST_PAIRS = 10, 30, 12  # of the short form


class Evaluation(View["CrossValidation"]):
    """The evaluation in terminal and notebooks; the window evaluates on its pages Curves and Experiment."""

    name = "evaluation"
    title = "Cross-validation"
    area = None
    is_of_explanation = False
    nothing = "There is no cross-validation."

    def read(self, about: Subject) -> CrossValidation | None:
        return about.evaluated

    def sentences(self, reading: CrossValidation) -> tuple[str, ...]:
        folds = count(len(reading.folds), "fold")
        return (f"Accuracy {fixed(reading.mean, 2)} %, sd {fixed(reading.sd, 2)} over {folds}.",)

    def tables(self, reading: CrossValidation, *, full: bool = False) -> tuple[ViewTable, ...]:
        counted = tests_confusion(reading)
        is_square = len(reading.classes) <= _MOST_IN_SQUARE
        confusion = _square(counted) if is_square else _pairs(counted, full=full)
        every = (_measures(reading, full=full), _runs(reading, full=full), confusion)
        return tuple(table for table in every if table.rows)


def _measures(result: CrossValidation, *, full: bool) -> ViewTable:
    """Return the measures besides accuracy, and F1 of the first classes."""
    classes = result.classes if full else result.classes[:_MOST_CLASSES]
    names = [*(name for name in CONFUSION_MEASURES if name != "accuracy"), *map(f1_measure, classes)]
    rows = []
    for entry in map(measure_named, names):
        mean = result.mean_of(entry.name)
        sd = math.nan if math.isnan(mean) else result.sd_of(entry.name)
        rows.append([TableCell(printable(entry.axis)), *_numbers((mean, sd), entry.decimals)])
    columns = [TableColumn("measure"), TableColumn("mean", True), TableColumn("sd", True)]
    left = len(result.classes) - len(classes)
    left_out = f"F1 of {count(left, 'more class', 'more classes')}" if left else ""
    note = "mean and standard deviation over the folds"
    return ViewTable("Other measures", columns, rows, note, left_out)


def _runs(result: CrossValidation, *, full: bool) -> ViewTable:
    by_run = result.folds.reshape(result.runs, result.n_folds)
    listed = by_run if full else by_run[:_MOST_RUNS]
    rows = [
        [TableCell(str(run)), *_numbers((folds.mean(), folds.min(), folds.max()), 2)]
        for run, folds in enumerate(listed, start=1)
    ]
    columns = [TableColumn(title, True) for title in ("run", "mean", "lowest fold", "highest fold")]
    left_out = count(len(by_run) - len(rows), "more run") if len(rows) < len(by_run) else ""
    return ViewTable("Runs", columns, rows, "accuracy in percent", left_out)


def _square(counted: ConfusionData) -> ViewTable:
    """Return the matrix, with letters for the predicted classes, as names would not fit side by side."""
    letters = ascii_lowercase[: len(counted.classes)]
    columns = [TableColumn(""), TableColumn("true"), *(TableColumn(letter, True) for letter in letters)]
    rows = []
    for c, name in enumerate(counted.classes):
        cells = [
            TableCell(counted.text(c, p) if n else "·", strong=c == p, faint=not n)
            for p, n in enumerate(counted.matrix[c])
        ]
        right = percent(counted.recall[c])
        right += "" if right == "–" else " %"
        rows.append([TableCell(letters[c], faint=True), TableCell(printable(name)), *cells, TableCell(right)])
    note = "true class down, predicted across; all runs"
    return ViewTable("Confusion", [*columns, TableColumn("right", True)], rows, note)


def _pairs(counted: ConfusionData, *, full: bool) -> ViewTable:
    """List the classes that were confused."""
    matrix, o = counted.matrix, len(counted.classes)
    pairs = [(matrix.item(i, j), i, j) for i in range(o) for j in range(o) if i != j and matrix[i, j]]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    names = [printable(name) for name in counted.classes]
    listed = pairs if full else pairs[:_MOST_PAIRS]
    rows = [
        [TableCell(names[i]), TableCell(names[j]), TableCell(number(n)), TableCell(number(matrix[i].sum()))]
        for n, i, j in listed
    ]
    columns = [TableColumn(title, title in ("times", "of")) for title in ("true", "predicted", "times", "of")]
    left_out = count(len(pairs) - len(rows), "more pair") if len(rows) < len(pairs) else ""
    return ViewTable("Confusion", columns, rows, "most frequent first; all runs", left_out)


def _numbers(values: Sequence[float], decimals: int) -> list[TableCell]:
    return [TableCell(fixed(float(value), decimals)) for value in values]
