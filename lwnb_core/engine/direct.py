"""LWNB at some k by direct sums: for Weka's normal and for kernels that do not carry over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from lwnb_core.engine import choice
from lwnb_core.engine.packed import Packed
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import KERNELS, UNBOUNDED, VANISHING, Kernel
from lwnb_core.local.naive_bayes import FLOOR, Eq6, combine
from lwnb_core.local.training import Instances, TrainingSet

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DirectSums:
    """Local naive Bayes models at given k, each summed from its own neighbourhood."""

    training: TrainingSet
    kernel: Kernel
    convention: Convention
    eq6: Eq6

    def posteriors(
        self,
        packed: Packed,
        query: Floats,
        x: Floats,
        d2: Floats,
        order: NDArray[np.intp],
        ks: NDArray[np.int64],
    ) -> Floats:
        """P(c|x) at every k, x the query's unscaled numeric values. Shape (ks, classes)."""
        raw, ranks, distinct, starts = self._raw
        n_ks, o, mn, mq = len(ks), packed.n_classes, raw.shape[1], len(packed.n_values)
        class_weights, prior = np.empty((n_ks, o)), np.empty((n_ks, o))
        nominal = np.empty((n_ks, o, mq))
        present, mean, sd = (np.empty((n_ks, o, mn)) for _ in range(3))
        precision = np.empty((n_ks, mn))
        precise = self.convention.numeric == "precision"
        choice.direct_kernels().local_sums(
            raw, ranks, distinct, starts, packed.values, packed.classes, packed.weights, query, d2, order,
            len(order), ks, KERNELS.index(self.kernel), self.convention.kernel_one,
            self.convention.counting == "weights", self.convention.bandwidth == "next",
            self.convention.zero_bandwidth == "widen", self.kernel in UNBOUNDED, self.weighted,
            self.beyond, precise, self.eq6 == "printed", packed.n_values, class_weights, prior, nominal,
            present, mean, sd, precision,
        )  # fmt: skip
        if precise:
            numeric = _log_interval(x, mean, sd, precision)
        else:
            numeric = _log_density(x, mean, sd, self.training.resolutions[self._numeric])
        factors = np.empty((n_ks, o, mn + mq))
        factors[:, :, packed.columns < mn] = numeric
        factors[:, :, packed.columns >= mn] = np.log(np.maximum(nominal, FLOOR))
        # Products are formed in file order: with underflow the order matters.
        logs = [np.log(prior), *(factors[:, :, j] for j in range(mn + mq))]
        return combine(logs, self.convention.arithmetic)

    @property
    def beyond(self) -> float:
        """How far beyond the bandwidth a row may be and still have weight, as a multiple of it."""
        return max(self.convention.kernel_one, 1.0) if self.weighted else 1.0

    @property
    def weighted(self) -> bool:
        """Whether only rows are in that the kernel gives weight to, wherever the bandwidth ends."""
        return self.convention.members == "weighted" and self.kernel in VANISHING

    @cached_property
    def _numeric(self) -> list[int]:
        return [j for j, a in enumerate(self.training.attributes) if a.is_numeric]

    @cached_property
    def _raw(self) -> tuple[Floats, NDArray[np.int64], Floats, NDArray[np.int64]]:
        """Unscaled numeric values, their ranks among the distinct ones, and those, by attribute."""
        training, numeric = self.training, self._numeric
        raw = np.empty((training.n, len(numeric)))
        ranks = np.full((training.n, len(numeric)), -1, dtype=np.int64)
        distinct: list[Floats] = []
        for place, j in enumerate(numeric):
            column = training.columns[j]
            raw[:, place] = column
            there = ~np.isnan(column)
            values, where = np.unique(column[there], return_inverse=True)
            ranks[there, place] = where
            distinct.append(values)
        starts = np.cumsum([0, *(len(v) for v in distinct)]).astype(np.int64)
        return raw, ranks, np.concatenate([*distinct, np.empty(0)]), starts

    def raw_queries(self, instances: Instances) -> Floats:
        """Unscaled numeric values of test instances. Shape (t, numeric)."""
        columns = [instances.columns[j] for j in self._numeric]
        return np.column_stack(columns) if columns else np.empty((len(instances), 0))


def _log_interval(x: Floats, mean: Floats, sd: Floats, p: Floats) -> Floats:
    """ln of Weka's normal (NumericTable, form `precision`) at every k. Shape (ks, classes, numeric)."""
    p = p[:, None, :]
    sd = np.where(sd > 1e-10, np.maximum(sd, p / 6), p / 6)
    mean = np.where(np.isnan(mean), 0.0, mean)
    rounded = np.rint(x / p) * p
    low, high = (rounded - p / 2 - mean) / sd, (rounded + p / 2 - mean) / sd
    logs = np.log(np.maximum(ndtr(high) - ndtr(low), FLOOR))
    return np.where(np.isnan(x), 0.0, logs)


def _log_density(x: Floats, mean: Floats, sd: Floats, resolutions: Floats) -> Floats:
    """ln of the normal density (NumericTable, form `density`) at every k. Shape (ks, classes, numeric)."""
    sd = np.maximum(sd, resolutions / np.sqrt(12))
    z = (x - mean) / sd
    logs = np.fmax(-0.5 * z * z - np.log(sd * np.sqrt(2 * np.pi)), np.log(FLOOR))
    return np.where(np.isnan(x), 0.0, logs)
