"""Naive Bayes of all rows, from sums that are passed from part to part.

They are added up in the order of the rows, so that no digit depends on where the rows are divided into parts.
That matters for Weka's formula of the variance, which magnifies rounding errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.partitions import Part, part_under
from lwnb_core.distributed.survey import Survey
from lwnb_core.distributed.workers import Workers
from lwnb_core.learners.nb import NB
from lwnb_core.local.naive_bayes import (
    NaiveBayesModel,
    NumericTable,
    Table,
    least_deviation,
    nominal_table,
    precision_table,
)
from lwnb_core.local.sums import add_by
from lwnb_core.local.training import WholeTraining

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over the rows so far.

    Of a nominal predictor: counts by value and class. Of a numeric one: Σ w, Σ w x and Σ w x² by class.
    """

    classes: Floats
    columns: tuple[tuple[Floats, ...], ...]


def naive_bayes(
    parts: Sequence[Part], surveyed: Survey, whole: WholeTraining, learner: NB, workers: Workers
) -> NaiveBayesModel:
    """Return the model of all rows."""
    header, precise = surveyed.header, learner.convention.numeric == "precision"
    grids = whole.resolutions if precise else np.full(len(whole.resolutions), np.nan)
    sums: Sums = workers.one_after_the_other(
        _added, _nothing(surveyed), [(part, header, grids) for part in parts]
    )
    numeric = [j for j, attribute in enumerate(surveyed.predictors) if attribute.is_numeric]
    deviations: dict[int, Floats] = {}
    means: dict[int, Floats] = {}
    if not precise and numeric:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = {j: sums.columns[j][1] / sums.columns[j][0] for j in numeric}
            squares: dict[int, Floats] = workers.one_after_the_other(
                _spread,
                {j: np.zeros(len(sums.classes)) for j in numeric},
                [(part, header, means) for part in parts],
            )
            for j in numeric:
                variance = squares[j] / sums.columns[j][0]
                deviations[j] = least_deviation(variance, float(whole.resolutions[j]))
    tables: list[Table] = []
    for j, attribute in enumerate(surveyed.predictors):
        p = float(whole.resolutions[j])
        if attribute.is_nominal:
            tables.append(nominal_table(attribute, sums.columns[j][0], learner.eq6))
        elif precise:
            total, first, squared = sums.columns[j]
            tables.append(precision_table(attribute, total, first, squared, p))
        else:
            total = sums.columns[j][0]
            tables.append(NumericTable(attribute, total, means[j], deviations[j], p, "density"))
    prior = (1 + sums.classes) / (len(sums.classes) + sums.classes.sum())
    return NaiveBayesModel(sums.classes, prior, tuple(tables))


def _nothing(surveyed: Survey) -> Sums:
    classes = len(surveyed.header.classes)
    return Sums(
        np.zeros(classes),
        tuple(
            (np.zeros((len(a.values), classes)),)
            if a.is_nominal
            else tuple(np.zeros(classes) for _ in range(3))
            for a in surveyed.predictors
        ),
    )


def _added(part: Part, header: Dataset, grids: Floats, sums: Sums) -> Sums:
    """Return the sums with one more part; numbers are rounded to the grid of the predictor, if it has one."""
    columns, codes = _rows(part, header)
    added: list[tuple[Floats, ...]] = []
    for column, before, p in zip(columns, sums.columns, grids, strict=True):
        if len(before) == 1:
            n_values, n_classes = before[0].shape
            cells = (column + 1) * n_classes + codes  # missing values go to an extra first row
            start = np.concatenate([np.zeros(n_classes), before[0].ravel()])
            counts = add_by(start, cells, np.ones(len(codes)))
            added.append((counts.reshape(n_values + 1, n_classes)[1:],))
            continue
        present = ~np.isnan(column)
        x, c = column[present], codes[present]
        x = x if np.isnan(p) else np.rint(x / p) * p
        total, first, squares = before
        if not np.isnan(p):  # densities need squared differences from the mean, in the second pass, `_spread`
            squares = add_by(squares, c, x * x)
        added.append((add_by(total, c, np.ones(len(c))), add_by(first, c, x), squares))
    return Sums(add_by(sums.classes, codes, np.ones(len(codes))), tuple(added))


def _spread(
    part: Part, header: Dataset, means: dict[int, Floats], sums: dict[int, Floats]
) -> dict[int, Floats]:
    """Return Σ w (x − mean)² by class, including one more part."""
    columns, codes = _rows(part, header)
    added = {}
    for j, mean in means.items():
        present = ~np.isnan(columns[j])
        c = codes[present]
        added[j] = add_by(sums[j], c, (columns[j][present] - mean[c]) ** 2)
    return added


def _rows(part: Part, header: Dataset) -> tuple[list[NDArray[Any]], NDArray[np.int32]]:
    """Return predictors and class of the rows that have a class."""
    data = part_under(part, header)
    teaching = data.class_codes >= 0
    return [data.column(j)[teaching] for j in data.predictors], data.class_codes[teaching]
