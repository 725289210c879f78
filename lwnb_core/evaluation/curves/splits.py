"""Which rows train and which are tested in a curve study, and the order in which they are tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.folds import weka_folds

Evaluation = Literal["loo", "cv", "repeated-cv"]

_SEED = 1


@dataclass(frozen=True, eq=False)
class Split:
    """The training and test rows of one fold; for leave-one-out both are the same rows."""

    run: int
    fold: int
    train: Rows
    test: Rows


def splits_of(data: Dataset, evaluation: Evaluation, runs: int, folds: int) -> Iterator[Split]:
    """Return the folds of an evaluation, run after run; a single one for leave-one-out."""
    if evaluation == "loo":
        rows = np.flatnonzero(data.class_codes >= 0)
        yield Split(1, 0, rows, rows)
    elif evaluation in ("cv", "repeated-cv"):
        for run in range(1, 2 if evaluation == "cv" else runs + 1):
            for fold, (train, test) in enumerate(weka_folds(data, run, folds)):
                yield Split(run, fold, train, test)
    else:
        raise SettingsError(
            f"no evaluation {evaluation!r}", hint=f"Evaluations: {', '.join(get_args(Evaluation))}."
        )


def random_order(data: Dataset) -> Rows:
    """Return all rows with a class, in a fixed random order; the first of them form a sample."""
    return np.random.default_rng(_SEED).permutation(np.flatnonzero(data.class_codes >= 0))


def sampled(splits: Sequence[Split], rows: Rows, n: int) -> list[Split]:
    """Return the splits of n rows, with only these rows tested."""
    drawn = np.zeros(n, dtype=bool)
    drawn[rows] = True
    return [replace(split, test=split.test[drawn[split.test]]) for split in splits]


def ranks(order: Rows, n: int) -> NDArray[np.intp]:
    """Return the rank of each of n rows in an order of some of them; 0 for the others."""
    result = np.zeros(n, dtype=np.intp)
    result[order] = np.arange(len(order))
    return result
