"""Counts of true against predicted classes, and sentences about a cell, a class and a learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.evaluation.confusion import Confusion as ConfusionCounts
from lwnb_core.evaluation.measures import CONFUSION_MEASURES, MEASURES, Measure
from lwnb_gui.text import class_names, count, fixed, number, printable

if TYPE_CHECKING:
    from lwnb_core import CrossValidation
    from lwnb_gui.app.predictions import Predictions
    from lwnb_gui.study.result import StudyResult

Floats = NDArray[np.float64]

EDGES_TIP = (
    "Recall: the percentage of the rows of a class that the learner predicts as this class.\n"
    "Precision: the percentage of the rows predicted as a class that really belong to it.\n"
    "F1: the harmonic mean of precision and recall, from 0 to 1."
)


@dataclass(frozen=True, eq=False)
class ConfusionData:
    """One learner's counts; `matrix[t, g]`: rows of class t that were predicted as class g.

    `over_folds` has the measures of `CONFUSION_MEASURES` as means over the folds, if they come from curves:
    with folds of unequal size, these differ from the measures of all tests together.
    """

    name: str
    classes: tuple[str, ...]
    matrix: Floats
    over_folds: Mapping[str, float] = field(default_factory=dict)
    class_attribute: str = ""

    @property
    def shares(self) -> Floats:
        """The percentage of each true class; NaN for a class without rows."""
        total = self.matrix.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * self.matrix / total)

    @property
    def recall(self) -> Floats:
        return np.asarray(np.diag(self.shares))

    @property
    def precision(self) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * np.diag(self.matrix) / self.matrix.sum(axis=0))

    def text(self, true: int, given: int) -> str:
        """Return how many rows are in a cell."""
        return number(float(self.matrix[true, given]))

    @cached_property
    def longest(self) -> str:
        """The longest count."""
        return max((number(count) for count in np.unique(self.matrix).tolist()), key=len, default="")

    @cached_property
    def measures(self) -> dict[str, float]:
        """The measures of all classes, by the names in `CONFUSION_MEASURES`; NaN without test rows."""
        totals = ConfusionCounts.of_matrix(self.matrix, self.classes)
        return {
            name: float(self.over_folds[name] if name in self.over_folds else of_confusion(totals))
            for name in CONFUSION_MEASURES
            if (of_confusion := MEASURES[name].of_confusion) is not None
        }

    @cached_property
    def f1(self) -> Floats:
        """F1 of each class; NaN for a class that has neither true nor predicted rows."""
        return ConfusionCounts.of_matrix(self.matrix, self.classes).f1_of_classes

    @property
    def accuracy(self) -> float:
        return self.measures["accuracy"]


def confusion_data(
    name: str, classes: tuple[str, ...], true: ArrayLike, given: ArrayLike, weights: ArrayLike | None = None
) -> ConfusionData:
    """Count true against predicted classes (codes; rows without a true class do not count).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> predicted = lw.NB().fit(data).predict(data, leave_out=True)
    >>> counts = figures.confusion_matrix("NB", data.classes, data.class_codes, predicted)
    >>> counts.matrix
    array([[50.,  0.,  0.],
           [ 0., 47.,  3.],
           [ 0.,  4., 46.]])
    >>> figure = figures.confusion(counts)
    """
    t, g = np.asarray(true, dtype=np.intp), np.asarray(given, dtype=np.intp)
    w = np.ones(len(t)) if weights is None else np.asarray(weights, dtype=float)
    known = (t >= 0) & (g >= 0)
    o = len(classes)
    cells = np.bincount(t[known] * o + g[known], w[known], o * o)
    return ConfusionData(name, tuple(classes), np.asarray(cells.reshape(o, o), dtype=float))


def confusions(predictions: Predictions) -> tuple[ConfusionData, ...]:
    """Return one matrix for each learner that predicted the test rows."""
    return tuple(
        replace(
            confusion_data(name, predictions.classes, predictions.true, given),
            class_attribute=predictions.class_attribute,
        )
        for name, given in predictions.predicted.items()
    )


def tests_confusion(result: CrossValidation) -> ConfusionData:
    """Return the matrix of a cross-validation, each row counted as often as it was tested."""
    true, weights = np.tile(result.true, result.runs), np.tile(result.weights, result.runs)
    counted = confusion_data(result.learner.label, result.classes, true, result.predictions.ravel(), weights)
    return replace(counted, over_folds={name: result.mean_of(name) for name in CONFUSION_MEASURES})


def study_confusions(result: StudyResult, k: int) -> tuple[ConfusionData, ...]:
    """Return one matrix per learner of a curve study, over the finished tests, at the nearest k.

    The four learners of the window come first, in their usual order.
    """
    from lwnb_gui.app.predictions import LEARNERS
    from lwnb_gui.study.result import nearest_k

    matrices = {}
    for position, curve in result.drawn:
        at, cases = nearest_k(curve, k), curve.cases
        if not curve.done.any():
            continue
        name = result.names[position]
        said = confusion_data(name, result.data.classes, cases.classes, curve.predictions(at), cases.weights)
        matrices[name] = replace(
            said, over_folds=curve.measures_at(at), class_attribute=result.data.class_attribute.name
        )
    order = [
        *(name for name in LEARNERS if name in matrices),
        *(name for name in matrices if name not in LEARNERS),
    ]
    return tuple(matrices[name] for name in order)


def percent(value: float) -> str:
    """Format precision or recall; a dash if there is nothing to take a share of."""
    return fixed(float(value), 1)


def cell_text(data: ConfusionData, true: int, given: int, unit: str = "row") -> str:
    """Return the text of a cell."""
    names = class_names(data.classes, data.class_attribute)
    of, as_ = names[true], names[given]
    rows = count(round(float(data.matrix[true, given])), unit)
    if true == given:
        return f"{rows} of {of} classified correctly by {data.name}."
    return f"{rows} of {of} classified as {as_} by {data.name}."


def cell_tip(data: ConfusionData, true: int, given: int, unit: str = "row") -> str:
    """Return the text of a cell with its share, and what a click does."""
    share = percent(data.shares[true, given])
    more = f" That is {share} % of this class." if share != "–" else ""
    click = " Click to list them." if data.matrix[true, given] > 0 else ""
    return cell_text(data, true, given, unit) + more + click


def rows_text(data: ConfusionData, true: int, given: int) -> str:
    """Name the rows of a cell where they are listed."""
    names = class_names(data.classes, data.class_attribute)
    return f"{data.name}: {names[true]}" + (f" predicted as {names[given]}" if true != given else ", correct")


def learner_text(data: ConfusionData) -> str:
    """Give the measures of all classes in one sentence."""
    said = ", ".join(_measure_text(MEASURES[name], value) for name, value in data.measures.items())
    return f"{printable(data.name)}: {said}."


def accuracy_text(matrices: Sequence[ConfusionData], learner: str) -> str | None:
    """Return the accuracy of a learner, if it is among them."""
    return next((f"{percent(data.accuracy)} %" for data in matrices if data.name == learner), None)


def class_text(data: ConfusionData, c: int) -> str:
    """Give recall, precision and F1 of one class in one sentence."""
    name = class_names(data.classes, data.class_attribute)[c]
    recall = _said("recall", percent(data.recall[c]), " %")
    precision = _said("precision", percent(data.precision[c]), " %")
    return f"{printable(data.name)}, {name}: {recall}, {precision}, {_said('F1', f1_text(data, c))}."


def _measure_text(entry: Measure, value: float) -> str:
    number = percent(value) if entry.unit == "%" else fixed(value, entry.decimals)
    return _said(entry.title, number, entry.unit_after)


def _said(measure: str, number: str, unit: str = "") -> str:
    return f"{measure} undefined" if number == "–" else f"{measure} {number}{unit}"


def class_tip(data: ConfusionData, c: int) -> str:
    """Give the same, and explain the three measures."""
    return f"{class_text(data, c)}\n{EDGES_TIP}"


def measured(data: ConfusionData, entry: Measure) -> str:
    return fixed(data.measures[entry.name], entry.decimals)


def f1_text(data: ConfusionData, c: int) -> str:
    return fixed(float(data.f1[c]), MEASURES["f1"].decimals)
