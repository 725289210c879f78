"""LWNB at some values of k by direct sums: for Weka's normal and for kernels that do not carry over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.compiled.loop_arguments import DirectSettings, DirectSpace, LocalSums, Near, RawValues
from lwnb_core.engine.packed import Packed
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernel_names import KERNELS, Kernel
from lwnb_core.local.kernels import UNBOUNDED, VANISHING
from lwnb_core.local.naive_bayes import FLOOR, Eq6, combine
from lwnb_core.local.training import Instances, TrainingSet

Floats = NDArray[np.float64]

# Values of an attribute that share a word in the compiled loop's bitmap of the values that occur.
WORD = 64


@dataclass(frozen=True, eq=False)
class DirectSums:
    """Local naive Bayes models at given k, each summed from its own neighbourhood."""

    training: TrainingSet
    kernel: Kernel
    convention: Convention
    eq6: Eq6

    def start(self, packed: Packed, n_queries: int, n_ks: int) -> LocalSums:
        """Allocate memory for the sums of some queries."""
        o, mn, mq = packed.n_classes, packed.n_numeric, len(packed.n_values)
        lead = (n_queries, n_ks)
        return LocalSums(
            class_weights=np.empty((*lead, o)),
            prior=np.empty((*lead, o)),
            nominal=np.empty((*lead, o, mq)),
            present=np.empty((*lead, o, mn)),
            mean=np.empty((*lead, o, mn)),
            sd=np.empty((*lead, o, mn)),
            precision=np.empty((*lead, mn)),
        )

    def add_up(
        self, packed: Packed, queries: Floats, near: Near, ks: NDArray[np.int64], sums: LocalSums
    ) -> None:
        """Fill the sums of some packed queries at these k."""
        rows, raw = packed.rows, self.raw
        table = np.empty((2, rows.n_classes, len(rows.n_values)))
        words = np.empty(raw.starts[-1] if self.settings.precise else 0, np.uint64)
        space = DirectSpace(np.empty(self.training.n), words, *table)
        of_ks = LocalSums(*(array.reshape(len(queries) * len(ks), *array.shape[2:]) for array in sums))
        choice.loops(choice.DIRECT).local_sums(raw, rows, queries, near, ks, self.settings, space, of_ks)

    @cached_property
    def settings(self) -> DirectSettings:
        """The settings in the form that `direct_loops.local_sums` expects."""
        convention = self.convention
        return DirectSettings(
            kernel=KERNELS.index(self.kernel),
            one=convention.kernel_one,
            by_weight=convention.counting == "weights",
            following=convention.bandwidth == "next",
            widen=convention.zero_bandwidth == "widen",
            unbounded=self.kernel in UNBOUNDED,
            weighted=self.weighted,
            beyond=self.beyond,
            precise=convention.numeric == "precision",
            printed=self.eq6 == "printed",
        )

    def posteriors(self, sums: LocalSums, packed: Packed, x: Floats, resolutions: Floats) -> Floats:
        """Compute P(c|x) for queries with unscaled values x. Shape (queries, ks, classes).

        `resolutions` has p_j for every query. Shape (queries, m).
        """
        x = x[:, None, None, :]
        if self.convention.numeric == "precision":
            numeric = _log_interval(x, sums.mean, sums.sd, sums.precision)
        else:
            numeric = _log_density(x, sums.mean, sums.sd, resolutions[:, None, None, self._numeric])
        nominal = np.log(np.maximum(sums.nominal, FLOOR))
        # Products are formed in file order: if they underflow, the order matters.
        mn = numeric.shape[-1]
        factors = (
            numeric[..., position] if position < mn else nominal[..., position - mn]
            for position in packed.columns
        )
        return combine([np.log(sums.prior), *factors], self.convention.arithmetic)

    @property
    def beyond(self) -> float:
        """How far beyond the bandwidth a row may be and still have weight, as a multiple of the bandwidth."""
        return max(self.convention.kernel_one, 1.0) if self.weighted else 1.0

    @property
    def weighted(self) -> bool:
        """Whether all rows with positive weight are included, wherever the bandwidth ends."""
        return self.convention.members == "weighted" and self.kernel in VANISHING

    @cached_property
    def _numeric(self) -> list[int]:
        return [j for j, a in enumerate(self.training.attributes) if a.is_numeric]

    @cached_property
    def raw(self) -> RawValues:
        """The unscaled numeric values, and which of them are equal."""
        training, numeric = self.training, self._numeric
        raw = np.empty((training.n, len(numeric)))
        ranks = np.full((training.n, len(numeric)), -1, dtype=np.int64)
        distinct: list[Floats] = []
        starts = np.zeros(len(numeric) + 1, dtype=np.int64)
        for position, j in enumerate(numeric):
            column = training.columns[j]
            raw[:, position] = column
            present = ~np.isnan(column)
            values, where = np.unique(column[present], return_inverse=True)
            ranks[present, position] = starts[position] * WORD + where
            starts[position + 1] = starts[position] + -(-len(values) // WORD)
            distinct.append(np.pad(values, (0, -len(values) % WORD)))
        return RawValues(raw, ranks, np.concatenate([*distinct, np.empty(0)]), starts)

    def raw_queries(self, instances: Instances) -> Floats:
        """Return the unscaled numeric values of test instances. Shape (t, numeric)."""
        columns = [instances.columns[j] for j in self._numeric]
        return np.column_stack(columns) if columns else np.empty((len(instances), 0))


def _log_interval(x: Floats, mean: Floats, sd: Floats, p: Floats) -> Floats:
    """Return ln of Weka's normal (NumericTable, form `precision`). Shape (queries, ks, classes, numeric)."""
    from scipy.special import ndtr  # slow to load

    p = p[:, :, None, :]
    sd = np.where(sd > 1e-10, np.maximum(sd, p / 6), p / 6)
    mean = np.where(np.isnan(mean), 0.0, mean)
    rounded = np.rint(x / p) * p
    low, high = (rounded - p / 2 - mean) / sd, (rounded + p / 2 - mean) / sd
    logs = np.log(np.maximum(ndtr(high) - ndtr(low), FLOOR))
    return np.where(np.isnan(x), 0.0, logs)


def _log_density(x: Floats, mean: Floats, sd: Floats, resolutions: Floats) -> Floats:
    """Return ln of the normal density (NumericTable, form `density`).

    Shape (queries, ks, classes, numeric).
    """
    sd = np.maximum(sd, resolutions / np.sqrt(12))
    z = (x - mean) / sd
    logs = np.fmax(-0.5 * z * z - np.log(sd * np.sqrt(2 * np.pi)), np.log(FLOOR))
    return np.where(np.isnan(x), 0.0, logs)
