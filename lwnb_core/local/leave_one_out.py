"""Naive Bayes without a training row, by subtracting it from the sums: for many rows, or as a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.naive_bayes import (
    FLOOR,
    Eq6,
    NaiveBayesModel,
    NominalTable,
    NumericTable,
    Table,
    nominal_table,
)
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import TrainingSet

Floats = NDArray[np.float64]
# Weight, mean and Σ w (x - mean)² per class.
Moments = tuple[Floats, Floats, Floats]

# The remainder of a class's weight without its only row, relative to that row, is rounding.
_NOTHING = 1e-9


def left_out_logs(
    model: NaiveBayesModel,
    training: TrainingSet,
    columns: tuple[NDArray[Any], ...],
    positions: NDArray[np.intp],
    eq6: Eq6,
    moments: Mapping[int, Moments],
) -> list[Floats]:
    """Return ln of prior and factors for instances that each leave one training row out.

    `model` is fitted to all training rows; `positions` says which row each instance leaves out; `moments` has
    those of each numeric attribute over all rows. This works only for nominal tables and normal densities:
    Weka's precision depends on exactly which rows are used.

    Returns
    -------
    list of arrays of shape (t, classes): prior first, then one per attribute, 0 where a value is missing.
    """
    t = np.arange(len(positions))
    classes, weights = training.classes[positions], training.weights[positions]
    class_weights = np.tile(model.class_weights, (len(t), 1))
    class_weights[t, classes] -= weights
    total = model.class_weights.sum() - weights
    resolutions = training.resolutions_without_each(positions)
    logs = [np.log((1 + class_weights) / (len(model.prior) + total)[:, None])]
    for j, (table, column, own) in enumerate(zip(model.tables, columns, training.columns, strict=True)):
        if isinstance(table, NominalTable):
            factors = _nominal_without(table, column, own[positions], classes, weights, eq6)
            factors = np.log(np.maximum(factors, FLOOR))
            logs.append(np.where((column < 0)[:, None], 0.0, factors))
        else:
            factors = _density_without(
                moments[j], resolutions[:, j], column, own[positions], classes, weights
            )
            logs.append(np.where(np.isnan(column)[:, None], 0.0, factors))
    return logs


def model_without(
    model: NaiveBayesModel,
    training: TrainingSet,
    position: int,
    eq6: Eq6,
    moments: Mapping[int, Moments],
) -> NaiveBayesModel:
    """Return the model without one training row; arguments and limits are as for `left_out_logs`."""
    c, weight = training.classes[position], training.weights[position]
    class_weights = model.class_weights.copy()
    class_weights[c] -= weight
    resolutions = training.resolutions_without(position)
    tables: list[Table] = []
    for j, (table, column) in enumerate(zip(model.tables, training.columns, strict=True)):
        own = column[position]
        if isinstance(table, NominalTable):
            counts = table.counts.copy()
            if own >= 0:
                counts[own, c] = max(counts[own, c] - weight, 0.0)
            tables.append(nominal_table(table.attribute, counts, eq6))
        else:
            left = _moments_without(moments[j], np.array([own]), np.array([c]), np.array([weight]))
            total, mean, second = (part[0] for part in left)
            resolution = float(resolutions[j])
            with np.errstate(invalid="ignore", divide="ignore"):
                sd = np.maximum(np.sqrt(second / total), resolution / np.sqrt(12))
            present = total > 0
            mean, sd = np.where(present, mean, np.nan), np.where(present, sd, np.nan)
            tables.append(NumericTable(table.attribute, total, mean, sd, resolution, "density"))
    prior = (1 + class_weights) / (len(class_weights) + class_weights.sum())
    return NaiveBayesModel(class_weights, prior, tuple(tables))


def _nominal_without(
    table: NominalTable,
    x: NDArray[np.int32],
    own: NDArray[np.int32],
    classes: NDArray[np.int32],
    weights: Floats,
    eq6: Eq6,
) -> Floats:
    t = np.arange(len(x))
    counts = table.counts[x]  # code -1, missing, reads some row; its factors are not used
    totals = np.tile(table.totals, (len(x), 1))
    same = (own == x) & (own >= 0)
    counts[t[same], classes[same]] -= weights[same]
    totals[t, classes] -= np.where(own >= 0, weights, 0.0)
    denominator = counts.sum(axis=1, keepdims=True) if eq6 == "printed" else totals
    n_values = len(table.attribute.values)
    return np.asarray((1 + np.maximum(counts, 0.0)) / (n_values + np.maximum(denominator, 0.0)))


def class_moments(column: Floats, training: TrainingSet, n_classes: int) -> Moments:
    """Return weight, mean and Σ w (x - mean)² per class."""
    present = ~np.isnan(column)
    x, c, w = column[present], training.classes[present], training.weights[present]
    total = sum_by(c, w, n_classes)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = sum_by(c, w * x, n_classes) / total
    second = sum_by(c, w * (x - mean[c]) ** 2, n_classes)
    return total, mean, second


def _moments_without(
    moments: Moments, own: Floats, classes: NDArray[np.int32], weights: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return moments per class without one row each, whose values are `own`. Shapes (t, classes)."""
    t = np.arange(len(own))
    total, mean, second = (np.tile(part, (len(own), 1)) for part in moments)
    present = ~np.isnan(own)
    rows, c, w, value = t[present], classes[present], weights[present], own[present]
    left = total[rows, c] - w
    left[left <= _NOTHING * w] = 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        delta = value - mean[rows, c]
        shifted = mean[rows, c] - w * delta / left
        second[rows, c] = np.maximum(second[rows, c] - w * delta * (value - shifted), 0.0)
        mean[rows, c] = shifted
        total[rows, c] = left
    return total, mean, second


def _density_without(
    moments: Moments,
    resolution: Floats,
    x: Floats,
    own: Floats,
    classes: NDArray[np.int32],
    weights: Floats,
) -> Floats:
    total, mean, second = _moments_without(moments, own, classes, weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        sd = np.maximum(np.sqrt(second / total), resolution[:, None] / np.sqrt(12))
        z = (x[:, None] - mean) / sd
        logs = -0.5 * z * z - np.log(sd * np.sqrt(2 * np.pi))
    # A class without rows has no normal, so its factor is the floor.
    return np.asarray(np.where(total > 0, np.fmax(logs, np.log(FLOOR)), np.log(FLOOR)))
