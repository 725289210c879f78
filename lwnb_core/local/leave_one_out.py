"""Naive Bayes with each training row taken out of its own model, by taking it out of the sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.naive_bayes import FLOOR, Eq6, NaiveBayesModel, NominalTable
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import TrainingSet

Floats = NDArray[np.float64]
# Weight, mean and Σ w (x - mean)² per class.
Moments = tuple[Floats, Floats, Floats]

# What is left of a class's weight when its only row is gone, relative to that row: rounding.
_NOTHING = 1e-9


def left_out_logs(
    model: NaiveBayesModel,
    training: TrainingSet,
    columns: tuple[NDArray[Any], ...],
    positions: NDArray[np.intp],
    eq6: Eq6,
    moments: Mapping[int, Moments],
) -> list[Floats]:
    """ln of prior and factors for instances that each leave one training row out.

    `model` is fitted to all training rows; `positions` says which row each instance leaves out; `moments` has
    those of each numeric attribute over all rows. Only for nominal tables and normal densities: Weka's
    precision is that of the very rows used.

    Returns
    -------
    list of arrays of shape (t, classes): prior first, then one per attribute, 0 where a value is missing.
    """
    t = np.arange(len(positions))
    classes, weights = training.classes[positions], training.weights[positions]
    class_weights = np.tile(model.class_weights, (len(t), 1))
    class_weights[t, classes] -= weights
    total = model.class_weights.sum() - weights
    logs = [np.log((1 + class_weights) / (len(model.prior) + total)[:, None])]
    for j, (table, column, own) in enumerate(zip(model.tables, columns, training.columns, strict=True)):
        if isinstance(table, NominalTable):
            factors = _nominal_without(table, column, own[positions], classes, weights, eq6)
            factors = np.log(np.maximum(factors, FLOOR))
            logs.append(np.where((column < 0)[:, None], 0.0, factors))
        else:
            factors = _density_without(moments[j], table.precision, column, own[positions], classes, weights)
            logs.append(np.where(np.isnan(column)[:, None], 0.0, factors))
    return logs


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
    """Weight, mean and Σ w (x - mean)² per class."""
    there = ~np.isnan(column)
    x, c, w = column[there], training.classes[there], training.weights[there]
    total = sum_by(c, w, n_classes)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = sum_by(c, w * x, n_classes) / total
    second = sum_by(c, w * (x - mean[c]) ** 2, n_classes)
    return total, mean, second


def _density_without(
    moments: Moments,
    resolution: float,
    x: Floats,
    own: Floats,
    classes: NDArray[np.int32],
    weights: Floats,
) -> Floats:
    t = np.arange(len(x))
    total, mean, second = (np.tile(part, (len(x), 1)) for part in moments)
    there = ~np.isnan(own)
    rows, c, w, value = t[there], classes[there], weights[there], own[there]
    left = total[rows, c] - w
    left[left <= _NOTHING * w] = 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        delta = value - mean[rows, c]
        shifted = mean[rows, c] - w * delta / left
        second[rows, c] = np.maximum(second[rows, c] - w * delta * (value - shifted), 0.0)
        mean[rows, c] = shifted
        total[rows, c] = left
        sd = np.maximum(np.sqrt(second / total), resolution / np.sqrt(12))
        z = (x[:, None] - mean) / sd
        logs = -0.5 * z * z - np.log(sd * np.sqrt(2 * np.pi))
    # A class without rows has no normal: the floor.
    return np.asarray(np.where(total > 0, np.fmax(logs, np.log(FLOOR)), np.log(FLOOR)))
