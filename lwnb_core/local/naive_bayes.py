"""Naive Bayes on weighted rows (Eq. 4 to 6): the tables, and the factors read from them.

The same functions serve the local model (rows of the neighbourhood, rescaled weights) and the global one
(all training rows, instance weights).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import short
from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import SettingsError
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import mean_gap
from lwnb_core.read_only import ReadOnlyArrays

N = TypeVar("N", float, NDArray[np.float64])
Arithmetic = Literal["logs", "products"]
Eq6 = Literal["right", "printed"]

# No factor is below this. It is Weka's floor, and the factor of a class without rows for a numeric value.
FLOOR = 1e-75
# Probabilities closer than this share of the largest are a tie, which the first class wins. `first_best` has
# its compiled form in `engine.compiled.sweep_loops`.
TIE = 1e-10
# Normals of several attributes are computed at once, up to this many values: more would not fit into the
# caches.
_AT_ONCE = 50_000


@dataclass(frozen=True, eq=False)
class NominalTable(ReadOnlyArrays):
    """Weighted counts and P(v|c) of a nominal attribute.

    Attributes
    ----------
    counts
        W_{v,c}. Shape (values, classes).
    totals
        W_c^{(j)}: weight of class c over rows where the attribute is present. Shape (classes,).
    probabilities
        P(v|c) = (1 + W_{v,c})/(n_j + W_c^{(j)}); as the paper prints Eq. 6, the denominator has W_v instead.
        Shape (values, classes).
    """

    attribute: Attribute
    counts: NDArray[np.float64]
    totals: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    def factors(self, value: float) -> NDArray[np.float64] | None:
        """Return P(value|c) per class, or None if the value is missing: then the factor is left out."""
        return None if np.isnan(value) else np.maximum(self.probabilities[int(value)], FLOOR)

    def log_factors(self, column: NDArray[Any]) -> NDArray[np.float64]:
        """Return ln of the factors for many instances; 0 where the value is missing. Shape (t, classes)."""
        logs = np.log(np.maximum(self.probabilities, FLOOR))
        padded = np.vstack([logs, np.zeros(logs.shape[1])])
        return np.asarray(padded[column])  # code -1 picks the row of zeros at the end


@dataclass(frozen=True, eq=False)
class NumericTable(ReadOnlyArrays):
    """A weighted normal per class.

    Attributes
    ----------
    weights
        Weight of each class over rows where the attribute is present. Shape (classes,).
    mean, sd
        Of each class; NaN for a class without rows (`density`), 0 and p/6 in Weka's form. Shape (classes,).
    precision
        p_j: the attribute's resolution in the training rows, or the precision over the rows used.
    form
        `density`: N(x; mean, sd). `precision`: the probability of an interval of width p around x, rounded.
    """

    attribute: Attribute
    weights: NDArray[np.float64]
    mean: NDArray[np.float64]
    sd: NDArray[np.float64]
    precision: float
    form: Literal["density", "precision"]

    def factors(self, value: float) -> NDArray[np.float64] | None:
        """Return density or probability of the value per class, floored; None if the value is missing."""
        return None if np.isnan(value) else np.exp(self._log_factors(np.array([value]))[0])

    def log_factors(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ln of the factors for many instances; 0 where the value is missing. Shape (t, classes)."""
        return np.where(np.isnan(column)[:, None], 0.0, self._log_factors(column))

    @np.errstate(over="ignore")  # infinitely many deviations away, which gives the floor
    def _log_factors(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.form == "precision":
            from scipy.special import ndtr  # slow to load

            rounded = np.rint(x / self.precision)[:, None] * self.precision
            low = (rounded - self.precision / 2 - self.mean) / self.sd
            high = (rounded + self.precision / 2 - self.mean) / self.sd
            return np.asarray(np.log(np.maximum(ndtr(high) - ndtr(low), FLOOR)))
        return _log_densities(x[:, None], self.mean, self.sd)


Table = NominalTable | NumericTable


@np.errstate(over="ignore")  # infinitely many deviations away, which gives the floor
def _log_densities(
    x: NDArray[np.float64], mean: NDArray[np.float64], sd: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return ln N(x; mean, sd), floored."""
    z = (x - mean) / sd
    logs = -0.5 * z * z - np.log(sd * np.sqrt(2 * np.pi))
    # NaN, for a class without rows, becomes the floor as well
    return np.asarray(np.fmax(logs, np.log(FLOOR)))


@dataclass(frozen=True, eq=False)
class NaiveBayesModel(ReadOnlyArrays):
    """The class prior, and one table per attribute.

    Attributes
    ----------
    class_weights
        W_c. Shape (classes,).
    prior
        P(c) = (1 + W_c)/(o + W) (Eq. 5). Shape (classes,).
    """

    class_weights: NDArray[np.float64]
    prior: NDArray[np.float64]
    tables: tuple[Table, ...]

    def log_contributions(self, columns: tuple[NDArray[Any], ...]) -> NDArray[np.float64]:
        """Return ln of every factor for t instances: prior, then attributes. Shape (t, 1 + m, classes)."""
        t = len(columns[0]) if columns else 1
        if t == 1:
            return self._logs_of_one(columns)[None]
        parts = [np.broadcast_to(np.log(self.prior), (t, len(self.prior)))]
        parts += [table.log_factors(column) for table, column in zip(self.tables, columns, strict=True)]
        return np.stack(parts, axis=1)

    def posteriors(
        self, columns: tuple[NDArray[Any], ...], t: int, arithmetic: Arithmetic
    ) -> NDArray[np.float64]:
        """Return P(c|x) for t instances (Eq. 4). Shape (t, classes)."""
        if t == 1:
            return combine(self._logs_of_one(columns), arithmetic)[None]
        logs = [np.tile(np.log(self.prior), (t, 1))]
        logs += [table.log_factors(column) for table, column in zip(self.tables, columns, strict=True)]
        return combine(logs, arithmetic)

    def _logs_of_one(self, columns: tuple[NDArray[Any], ...]) -> NDArray[np.float64]:
        """Return ln of prior and factors for the one instance in these columns. Shape (1 + m, classes).

        All attributes of a kind are computed together: one by one would take several times as long, and while
        a value is dragged, there is a hundredth of a second for everything.
        """
        logs = np.zeros((1 + len(self.tables), len(self.prior)))
        logs[0] = np.log(self.prior)
        probabilities: dict[int, NDArray[np.float64]] = {}
        normals: dict[int, tuple[float, NDArray[np.float64], NDArray[np.float64]]] = {}
        for i, (table, column) in enumerate(zip(self.tables, columns, strict=True), start=1):
            value = column.item()
            if isinstance(table, NominalTable):
                if value >= 0:
                    probabilities[i] = table.probabilities[value]
            elif table.form == "precision":
                logs[i] = table.log_factors(column)[0]
            elif value == value:  # not missing
                normals[i] = (value, table.mean, table.sd)
        if probabilities:
            logs[list(probabilities)] = np.log(np.maximum(list(probabilities.values()), FLOOR))
        if normals:
            x, mean, sd = (np.array(part) for part in zip(*normals.values(), strict=True))
            logs[list(normals)] = _log_densities(x[:, None], mean, sd)
        return logs


def fit_naive_bayes(
    attributes: tuple[Attribute, ...],
    columns: tuple[NDArray[Any], ...],
    classes: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_classes: int,
    *,
    numeric: Literal["density", "precision"],
    resolutions: NDArray[np.float64],
    eq6: Eq6 = "right",
) -> NaiveBayesModel:
    """Fit to weighted rows.

    `resolutions` (p_j of the training rows) is a floor for the density's deviation.
    """
    class_weights = sum_by(classes, weights, n_classes)
    prior = (1 + class_weights) / (n_classes + class_weights.sum())
    tables: dict[int, Table] = {}
    normals = []
    for j, (attribute, column) in enumerate(zip(attributes, columns, strict=True)):
        if attribute.is_nominal:
            counts = _weighted_counts(column, classes, weights, len(attribute.values), n_classes)
            tables[j] = nominal_table(attribute, counts, eq6)
        elif numeric == "density":
            normals.append(j)
        else:
            tables[j] = _precision_table(attribute, column, classes, weights, n_classes)
    at_once = max(1, _AT_ONCE // max(len(classes), 1))
    for start in range(0, len(normals), at_once):
        some = normals[start : start + at_once]
        mean, sd, total = _normals(
            np.array([columns[j] for j in some]), classes, weights, n_classes, resolutions[some]
        )
        for i, j in enumerate(some):
            resolution = float(resolutions[j])
            tables[j] = NumericTable(attributes[j], total[i], mean[i], sd[i], resolution, "density")
    return NaiveBayesModel(class_weights, prior, tuple(tables[j] for j in range(len(attributes))))


def check_eq6(eq6: object) -> Eq6:
    """Return `right` or `printed`, or raise a clear error."""
    if isinstance(eq6, str) and eq6 == "right":
        return "right"
    if isinstance(eq6, str) and eq6 == "printed":
        return "printed"
    raise SettingsError(f"eq6 cannot be {short(eq6)}", hint="Choices: right, printed.")


def combine(
    logs: Sequence[NDArray[np.float64]] | NDArray[np.float64], arithmetic: Arithmetic
) -> NDArray[np.float64]:
    """Multiply prior and factors, given as logarithms, and normalise over the classes (last axis)."""
    if arithmetic == "logs":
        joint = np.sum(logs, axis=0)
        product = np.exp(joint - joint.max(axis=-1, keepdims=True))
    else:
        # As in Weka: whenever the largest product is below the floor, all are multiplied by 1e75; a product
        # that has underflowed to 0 before that stays 0.
        product = np.ones_like(logs[0])
        for factor in logs:
            product = product * np.exp(factor)
            largest = product.max(axis=-1, keepdims=True)
            product = np.where((largest > 0) & (largest < FLOOR), product / FLOOR, product)
    return np.asarray(product / product.sum(axis=-1, keepdims=True))


def _least_tied(most: N) -> N:
    """Return the least probability that is tied with the largest: rounding must not decide."""
    return most * (1 - TIE)


def first_best(probabilities: ArrayLike) -> NDArray[np.intp]:
    """Return the most probable class along the last axis; the first of those tied."""
    p = np.asarray(probabilities)
    return np.asarray(np.argmax(p >= _least_tied(p.max(axis=-1, keepdims=True)), axis=-1))


def tied_best(probabilities: Sequence[float]) -> list[int]:
    """Return the most probable class of one instance, and those tied with it, as for `first_best`."""
    least = _least_tied(max(probabilities))
    return [c for c, p in enumerate(probabilities) if p >= least] or [0]


def ranked(probabilities: Sequence[float], logs: Sequence[float] | None = None) -> tuple[int, ...]:
    """Return all classes of one instance in order of mention: the prediction, then by probability.

    If probabilities are equal, for example because they underflowed to 0, their logarithms still differ.
    """
    best = tied_best(probabilities)[0]
    decisive = probabilities if logs is None else logs
    others = [c for c in range(len(probabilities)) if c != best]
    return (best, *sorted(others, key=lambda c: (-probabilities[c], -decisive[c])))


def nominal_table(attribute: Attribute, counts: NDArray[np.float64], eq6: Eq6) -> NominalTable:
    """Return the table for weighted counts (values × classes) (Eq. 6)."""
    totals = counts.sum(axis=0)
    denominator = len(attribute.values) + (counts.sum(axis=1, keepdims=True) if eq6 == "printed" else totals)
    return NominalTable(attribute, counts, totals, (1 + counts) / denominator)


def _weighted_counts(
    column: NDArray[np.int32],
    classes: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_values: int,
    n_classes: int,
) -> NDArray[np.float64]:
    cells = (column + 1) * n_classes + classes  # missing values go to an extra first row, cut off below
    return sum_by(cells, weights, (n_values + 1) * n_classes).reshape(n_values + 1, n_classes)[1:]


def _normals(
    x: NDArray[np.float64],
    classes: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_classes: int,
    resolutions: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return weighted mean, deviation and weight per class of all attributes (attributes × rows).

    The deviation is at least that of a reading rounded to p_j. Shapes (attributes, classes).
    """
    present = ~np.isnan(x)
    w = np.broadcast_to(weights, x.shape)
    if not present.all():  # a missing value has weight 0
        w, x = np.where(present, w, 0.0), np.where(present, x, 0.0)
    cells = (classes + n_classes * np.arange(len(x))[:, None]).ravel()

    def by_class(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return sum_by(cells, values.ravel(), len(x) * n_classes).reshape(len(x), n_classes)

    total = by_class(w)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = by_class(w * x) / total
        # Centred: Σ w x²/Σ w − mean² would lose every digit of a small spread around a large mean.
        variance = by_class(w * (x - mean[:, classes]) ** 2) / total
    return mean, least_deviation(variance, resolutions[:, None]), total


def least_deviation(
    variance: NDArray[np.float64], resolution: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """Return the deviation for a variance: at least that of a reading rounded to the resolution."""
    return np.asarray(np.maximum(np.sqrt(variance), resolution / np.sqrt(12)))


def _precision_table(
    attribute: Attribute,
    column: NDArray[np.float64],
    classes: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_classes: int,
) -> NumericTable:
    """Return Weka's normal, with values on a grid whose precision is that of the rows used."""
    p = mean_gap(column)
    present = ~np.isnan(column)
    x, c, w = np.rint(column[present] / p) * p, classes[present], weights[present]
    total, sums = sum_by(c, w, n_classes), sum_by(c, w * x, n_classes)
    return precision_table(attribute, total, sums, sum_by(c, w * x * x, n_classes), p)


def precision_table(
    attribute: Attribute,
    total: NDArray[np.float64],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
    p: float,
) -> NumericTable:
    """Return Weka's normal from Σ w, Σ w x and Σ w x² of every class, with x on the grid of p."""
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = sums / total
        # Not centred: the digits that are lost here are part of what Weka computes.
        sd = np.sqrt(np.abs(squares - mean * sums) / total)
    sd = np.where(sd > 1e-10, np.maximum(sd, p / 6), p / 6)
    return NumericTable(attribute, total, np.where(total > 0, mean, 0.0), sd, p, "precision")


def counts_votes(learner: str) -> bool:
    """Whether a learner of this name gives 0 to a class that has no neighbours.

    Bayesian learners never do: their priors are smoothed and their factors have a floor, so a 0 can only be a
    product that is too small for a float.
    """
    return learner.startswith("KNN")
