"""The time that the rest of an experiment will take, estimated from the data sets computed so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lwnb_core.evaluation.experiments.fold_results import ResultRow

# The usual cost of a fold, a tested value and a step of work on most machines, in seconds.
_USUAL = (5e-3, 1e-6, 1e-9)
_FAR = 50.0  # times as much work in a fold: nothing smaller predicts its cost


class Forecast:
    """Estimates the seconds left.

    One fold of one learner has a fixed cost, a cost per value tested (test rows × attributes: the local
    models), and a cost per step of work (training rows × attributes × test rows: the distances). The three
    prices are fitted to the data sets computed so far, so that the small ones, which go first, do not make
    the large ones look longer than they are. Until its first fold is computed, a data set that is far larger
    than all earlier ones is estimated at the usual cost.

    Parameters
    ----------
    sizes
        Values tested and work in one fold of one learner, by data set.
    folds
        Folds × runs × learners of each data set.
    """

    def __init__(self, sizes: Mapping[str, tuple[int, int]], folds: int) -> None:
        self._sizes = {name: np.array([1, *size], dtype=np.float64) for name, size in sizes.items()}
        self._missing = dict.fromkeys(sizes, folds)
        self._all = max(folds * len(self._sizes), 1)
        self._seen: dict[str, tuple[int, float]] = {}
        self._heard = (0, 0.0)  # rows computed at the last call of `left`, and the seconds until then

    def take(self, rows: Iterable[ResultRow]) -> None:
        """Add rows that were present at the beginning."""
        for row in rows:
            if row.dataset in self._missing:
                self._missing[row.dataset] -= 1

    def add(self, row: ResultRow) -> None:
        """Add a row that has just been computed."""
        self._missing[row.dataset] -= 1
        if not row.error:
            count, seconds = self._seen.get(row.dataset, (0, 0.0))
            self._seen[row.dataset] = (count + 1, seconds + row.train_seconds + row.test_seconds)

    @property
    def share(self) -> float:
        """Return the share of finished folds."""
        return 1 - sum(self._missing.values()) / self._all

    def left(self, elapsed: float) -> float | None:
        """Return the seconds left after `elapsed` seconds of computing; None if it is too early to say."""
        done, spent = (
            (sum(column) for column in zip(*self._seen.values(), strict=True)) if self._seen else (0, 0)
        )
        if not spent or elapsed <= 0:
            return None
        if done != self._heard[0] or elapsed < self._heard[1]:
            self._heard = int(done), elapsed
        try:
            prices = self._prices()
        except np.linalg.LinAlgError:  # the fit did not converge: the next rows will help
            return None
        rest = sum(count * float(prices @ self._sizes[name]) for name, count in self._missing.items())
        until = self._heard[1]
        # Several folds at a time take less than their sum; the remainder is lost between the folds.
        between = max(until - spent, 0.0) / done * sum(self._missing.values())
        left = rest * min(until / spent, 1.0) + between
        waited = elapsed - until
        # a wait that is longer than predicted does not end the estimate
        return max(left - waited, waited / 2)

    def _prices(self) -> NDArray[np.float64]:
        """Return the seconds per fold, per tested value and per step of work, none of them negative."""
        sizes = np.array([self._sizes[name] for name in self._seen])
        seconds = np.array([max(total / count, 1e-9) for count, total in self._seen.values()])
        ahead = [self._sizes[name] for name, count in self._missing.items() if count > 0]
        largest = max([*ahead, *sizes], key=_work)
        if _work(largest) > _FAR * max(map(_work, sizes)):
            sizes = np.vstack([sizes, largest])
            seconds = np.append(seconds, np.array(_USUAL) @ largest)
        # A data set counts by the root of its time, so that neither many small ones nor a single large one
        # decide.
        weights = 1 / np.sqrt(seconds)
        table = sizes * weights[:, None]
        scale = np.linalg.norm(table, axis=0)
        return _least_squares(table / scale, seconds * weights) / scale


def _work(size: NDArray[np.float64]) -> float:
    return float(size[2])


def _least_squares(table: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the non-negative x whose table @ x is nearest to the target.

    It is an ordinary fit of the columns that it uses, so with three columns all eight choices are tried:
    importing scipy's solver takes longer than everything else in the first visit of the page.
    """
    columns = table.shape[1]
    best, error = np.zeros(columns), float(target @ target)
    for used in product((False, True), repeat=columns):
        x = np.zeros(columns)
        x[list(used)] = np.linalg.lstsq(table[:, list(used)], target, rcond=None)[0]
        missed = table @ x - target
        if (x >= 0).all() and missed @ missed < error:
            best, error = x, float(missed @ missed)
    return best
