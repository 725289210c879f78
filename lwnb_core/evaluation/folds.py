"""Stratified folds, identical row for row to those of Weka's Experimenter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, FLAG, NUMBER, WHOLE, check_arguments, check_count
from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.evaluation.java_random import JavaRandom


@check_arguments(data=DATASET, run=WHOLE, shuffled=FLAG)
def weka_folds(
    data: Dataset, run: int = 1, folds: int = 10, *, shuffled: bool = True
) -> Iterator[tuple[Rows, Rows]]:
    """Yield (training rows, test rows) for each fold, as positions in `data`, in Weka's order.

    Rows without a class are dropped first. Run i shuffles the rows with a generator seeded with i; the
    training rows of each fold are shuffled again with the same generator, fold after fold. Weka 3.3.6, which
    the paper used, left the training rows as they were dealt: `shuffled=False`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("weather-nominal")
    >>> for training, test in lw.weka_folds(data, run=1, folds=7):
    ...     print(len(training), test)
    12 [5 2]
    12 [13  9]
    12 [1 4]
    12 [7 8]
    12 [ 0 12]
    12 [10  3]
    12 [ 6 11]
    """
    check_count("folds", folds, least=2)
    classes = data.class_codes
    rows = [int(i) for i in np.flatnonzero(classes >= 0)]
    if folds > len(rows):
        raise DataError(
            f"{folds} folds need at least as many rows with a class, but there are {len(rows)}",
            file=data.source,
            hint="Choose fewer folds (at least 2).",
        )
    return _deal(rows, classes, run, folds, shuffled)


@check_arguments(data=DATASET, percent=NUMBER, seed=WHOLE)
def hold_out(data: Dataset, percent: float = 34, seed: int = 1) -> tuple[Rows, Rows]:
    """Hold out a share of every class; return (training rows, test rows), ascending positions in `data`.

    The same seed draws the same rows. Rows without a class cannot be used for training, so they are test
    rows.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("glass")
    >>> training, test = lw.hold_out(data)
    >>> len(training), len(test)
    (141, 73)
    >>> predicted = lw.LWNB(k=20).fit(data, training).predict(data, test)
    >>> print(f"{100 * (predicted == data.class_codes[test]).mean():.1f} %")
    71.2 %
    """
    if not 0 <= percent <= 100:
        raise SettingsError(f"percent = {percent!r}", hint="It must be from 0 to 100.")
    check_count("seed", seed, least=0)
    random = np.random.default_rng(seed)
    classes = data.class_codes
    held = [np.flatnonzero(classes < 0)]
    for c in range(len(data.classes)):
        rows = random.permutation(np.flatnonzero(classes == c))
        held.append(rows[: round(len(rows) * percent / 100)])
    test = np.sort(np.concatenate(held))
    return np.setdiff1d(np.arange(len(data)), test), test


def _deal(
    rows: list[int], classes: NDArray[np.int32], run: int, folds: int, shuffled: bool
) -> Iterator[tuple[Rows, Rows]]:
    random = JavaRandom(run)
    random.shuffle(rows)
    _bring_classes_together(rows, classes)
    dealt = [rows[i] for start in range(folds) for i in range(start, len(rows), folds)]
    size, larger = divmod(len(dealt), folds)
    start = 0
    for fold in range(folds):
        stop = start + size + (fold < larger)
        training = dealt[:start] + dealt[stop:]
        if shuffled:
            random.shuffle(training)
        yield np.array(training, dtype=np.intp), np.array(dealt[start:stop], dtype=np.intp)
        start = stop


def _bring_classes_together(rows: list[int], classes: NDArray[np.int32]) -> None:
    """Swap rows so that each class forms one stretch, as Weka's stratification does.

    Each stretch is led by the first row not yet placed; every later row of its class is swapped to the
    stretch's end. The swaps decide the order inside a stretch, so they must be these.
    """
    labels = [int(classes[row]) for row in rows]
    index = 1
    while index < len(rows):
        leader = labels[index - 1]
        for j in range(index, len(rows)):
            if labels[j] == leader:
                rows[index], rows[j] = rows[j], rows[index]
                labels[index], labels[j] = labels[j], labels[index]
                index += 1
        index += 1
