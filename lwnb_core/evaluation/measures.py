"""The table of measures, which tell how good a learner's posteriors are on test rows with known classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.confusion import Confusion, confusion_matrix
from lwnb_core.evaluation.posterior_measures import auc, brier, log_loss
from lwnb_core.local.naive_bayes import FLOOR, first_best

Floats = NDArray[np.float64]
NOTHING = float("nan")


@dataclass(frozen=True, kw_only=True)
class FoldMeasures:
    """The measures of one test fold; rows count by their instance weight. `MEASURES` describes them.

    Attributes
    ----------
    accuracy
        Percent of the rows that are classified correctly.
    balanced_accuracy
        Mean over the classes that have test rows of the percentage of them that is classified correctly.
    kappa
        Cohen's: agreement beyond what the two sets of labels would have by chance; 1 where chance alone
        agrees always.
    mcc
        Matthews' correlation of true and predicted classes; 0 where either are all of one class.
    f1
        Mean over the classes that have true or predicted rows of their F1: 2 · right / (true + predicted).
    log_loss
        Mean of -ln p(true class), p at least 1e-75.
    brier
        Mean of Σ_c (p_c - [c is true])²: 0 is perfect, 2 is certain and wrong.
    auc
        Area under the ROC curve of each class against the rest, averaged by how frequent the class is; NaN
        where the test rows are all of one class.
    train_seconds, test_seconds
        How long training and testing took.
    """

    accuracy: float = NOTHING
    balanced_accuracy: float = NOTHING
    kappa: float = NOTHING
    mcc: float = NOTHING
    f1: float = NOTHING
    log_loss: float = NOTHING
    brier: float = NOTHING
    auc: float = NOTHING
    train_seconds: float = NOTHING
    test_seconds: float = NOTHING


@dataclass(frozen=True)
class Measure:
    """The description of one measure: how it is computed, and how it is written.

    Attributes
    ----------
    name
        The field of `FoldMeasures`, the column in files, and what users give as `measure`.
    title, label
        Its name in lists; and in full, with its unit, in the title of a table.
    says
        One sentence that explains it.
    unit
        Of its numbers: `%`, `s`, or none.
    lowest, highest
        The values that it can have.
    decimals
        How many digits are written after the point.
    of_confusion
        Computes it from confusion matrices. None: it needs more than the predicted classes.
    of_posteriors
        Computes it from posteriors, the numbers of the true classes, and weights.
    is_summed
        Whether accuracy curves add it up over the test cases, so that they have it at every k though it needs
        the posteriors.
    """

    name: str
    title: str
    says: str
    label: str = ""
    less_is_better: bool = False
    unit: str = ""
    lowest: float = 0.0
    highest: float = 1.0
    decimals: int = 4
    of_confusion: Callable[[Confusion], Floats] | None = None
    of_posteriors: Callable[[Floats, NDArray[np.integer], Floats], float] | None = None
    is_summed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", self.label or self.title)

    @property
    def is_over_k(self) -> bool:
        """Whether accuracy curves have it at every k."""
        return self.is_summed or self.of_confusion is not None

    @property
    def sd_decimals(self) -> int:
        """Digits of a standard deviation next to a mean; one is enough for percentages."""
        return 1 if self.decimals == 2 else self.decimals

    @property
    def column(self) -> str:
        """The title and unit for the column of a wide table."""
        return f"{self.title} {self.unit}".rstrip()

    @property
    def unit_after(self) -> str:
        """What follows a number in a sentence: a space and the unit, or nothing."""
        return f" {self.unit}" if self.unit else ""

    @property
    def axis(self) -> str:
        """The title and unit for an axis or a line of its own."""
        return f"{self.title}, {self.unit}" if self.unit else self.title

    @property
    def heading(self) -> str:
        """The title at the start of a line."""
        return f"{self.title[0].upper()}{self.title[1:]}"

    @property
    def sign(self) -> float:
        """The factor by which a higher value becomes a better one."""
        return -1.0 if self.less_is_better else 1.0


# -- the table ----------------------------------------------------------------------------------------

# Every measure is listed here once, and as a field of `FoldMeasures`. Everything else reads this table:
# results files, curves, experiments, the command line, reports, the window and the guide.
_TABLE = (
    Measure(
        "accuracy",
        "accuracy",
        "The share of the rows that are classified correctly.",
        label="accuracy in percent",
        unit="%",
        highest=100.0,
        decimals=2,
        of_confusion=lambda confusion: confusion.accuracy,
    ),
    Measure(
        "balanced_accuracy",
        "balanced accuracy",
        "The mean over the classes of the share of their rows that are classified correctly: rare classes "
        "count as much as frequent ones.",
        label="balanced accuracy in percent",
        unit="%",
        highest=100.0,
        decimals=2,
        of_confusion=lambda confusion: confusion.balanced_accuracy,
    ),
    Measure(
        "kappa",
        "kappa",
        "Cohen’s kappa: how far accuracy is above what chance alone would reach.",
        lowest=-1.0,
        of_confusion=lambda confusion: confusion.kappa,
    ),
    Measure(
        "mcc",
        "MCC",
        "Matthews’ correlation coefficient of the true and the predicted classes.",
        label="Matthews’ correlation coefficient",
        lowest=-1.0,
        of_confusion=lambda confusion: confusion.mcc,
    ),
    Measure(
        "f1",
        "F1 (macro)",
        "The harmonic mean of precision and recall, averaged over the classes: rare classes count as much as "
        "frequent ones.",
        of_confusion=lambda confusion: confusion.f1,
    ),
    Measure(
        "log_loss",
        "log loss",
        "The mean of −ln p(true class).",
        less_is_better=True,
        highest=-math.log(FLOOR),
        of_posteriors=log_loss,
        is_summed=True,
    ),
    Measure(
        "brier",
        "Brier score",
        "The mean squared error of the probabilities, summed over the classes.",
        less_is_better=True,
        highest=2.0,
        of_posteriors=brier,
        is_summed=True,
    ),
    Measure(
        "auc",
        "AUC",
        "The area under the ROC curve of each class against the rest.",
        label="area under the ROC curve",
        of_posteriors=auc,
    ),
    *(
        Measure(
            f"{what}_seconds",
            f"{what}ing time",
            f"How long {what}ing took.",
            label=f"seconds of {what}ing",
            less_is_better=True,
            unit="s",
            highest=math.inf,
        )
        for what in ("train", "test")
    ),
)
MEASURES: Mapping[str, Measure] = MappingProxyType({entry.name: entry for entry in _TABLE})
CURVE_MEASURES: tuple[str, ...] = tuple(entry.name for entry in _TABLE if entry.is_over_k)
# The measures that need only the predicted classes.
CONFUSION_MEASURES: tuple[str, ...] = tuple(entry.name for entry in _TABLE if entry.of_confusion is not None)
_OF_CLASS = "f1:"


def measure_named(name: str, among: Iterable[str] = MEASURES) -> Measure:
    """Return a measure by its name, or F1 of one class: `f1:Iris-setosa`.

    Raises a `SettingsError` for any other name, or one that is not `among` those that can be had.
    """
    among = tuple(among)
    if name in among and name in MEASURES:
        return MEASURES[name]
    class_name = class_of_measure(name)
    if class_name and "f1" in among:
        return replace(
            MEASURES["f1"],
            name=name,
            title=f"F1 of class {class_name}",
            label="",
            says=f"The harmonic mean of precision and recall of the class {class_name}.",
            of_confusion=lambda confusion: confusion.f1_of(class_name),
        )
    choices = ", ".join((*among, f"{_OF_CLASS}CLASS") if "f1" in among else among)
    raise SettingsError(f"no measure {name!r}", hint=f"Measures: {choices}.")


def f1_measure(class_name: str) -> str:
    """Return the name of the measure F1 of one class."""
    return f"{_OF_CLASS}{class_name}"


def class_of_measure(name: str) -> str:
    """Return the class that a measure is about; empty for measures of all classes."""
    return name.removeprefix(_OF_CLASS) if name.startswith(_OF_CLASS) else ""


# Sums of the same fractions in another order differ in the last bits: scores closer than this are equal.
_DECIMALS = 9


def comparable(score: float) -> float:
    """Return a score without the digits that are rounding errors, for sorting."""
    return round(float(score), _DECIMALS)


def are_best(scores: Floats, *, less_is_better: bool = False) -> NDArray[np.bool_]:
    """Return which scores are within 1e-9 of the highest (or the lowest); NaN never is."""
    signed = -scores if less_is_better else scores
    return np.asarray(signed >= np.nanmax(signed) - 10.0**-_DECIMALS)


def best_index(scores: Floats, *, less_is_better: bool = False) -> int:
    """Return the index of the first best score. Every choice of a best k is made here, k ascending."""
    return int(np.argmax(are_best(scores, less_is_better=less_is_better)))


def measure(posteriors: Floats, classes: NDArray[np.integer], weights: Floats | None = None) -> FoldMeasures:
    """Measure posteriors of shape (t, o) against the true classes of t ≥ 1 test rows."""
    w = _counted(weights, len(posteriors))
    confusion = Confusion.of_matrix(matrix_of(posteriors, classes, weights))
    values: dict[str, float] = {}
    for entry in MEASURES.values():
        if entry.of_confusion is not None:
            values[entry.name] = float(entry.of_confusion(confusion))
        elif entry.of_posteriors is not None:
            values[entry.name] = entry.of_posteriors(posteriors, classes, w)
    return FoldMeasures(**values)


def matrix_of(posteriors: Floats, classes: NDArray[np.integer], weights: Floats | None = None) -> Floats:
    """Return the confusion matrix of the most probable classes, true classes down. Shape (o, o)."""
    t, o = posteriors.shape
    return confusion_matrix(classes, first_best(posteriors), _counted(weights, t), o)


def _counted(weights: Floats | None, rows: int) -> Floats:
    """Return the weights, or 1 for every row if all weights are 0."""
    return np.ones(rows) if weights is None or not np.any(weights) else np.asarray(weights, dtype=np.float64)
