"""Posteriors of LWNB, KNN and KNNDW at many k for many instances, by the compiled kernels.

One distance pass and one sort per instance serve all three learners and every k.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.direct import DirectSums
from lwnb_core.engine.ordering import nearest_first
from lwnb_core.engine.packed import Packed
from lwnb_core.engine.polynomials import POLYNOMIAL, binomials, coefficients
from lwnb_core.errors import DataError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import UNBOUNDED, Kernel
from lwnb_core.local.naive_bayes import Eq6
from lwnb_core.local.training import NOWHERE, Instances, Ranges, TrainingSet
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]
# Receives, for instance i, the posteriors of LWNB, KNN and KNNDW, each of shape (ks, classes).
Consumer = Callable[[int, Floats, Floats, Floats], None]

# e^573 = 1e249: how far a class may fall behind before Weka's products lose it.
_SAFE_LOG_RANGE = 573.0
# Up to here √(i + 1) is farther from √i than the kernel's 1.0001 reaches.
_MANY = 2000
# How long a caller may have to wait for its cancellation to be noticed, in seconds.
_HEARTBEAT = 0.02
# Rows × attributes × classes × queries that surely take less than that, so that they need no second thread.
_AT_ONCE = 2e6


@dataclass(frozen=True, eq=False)
class Sweeper:
    """Local learners on fixed training rows, for any k.

    Attributes
    ----------
    lwnb, knn, knndw
        Which learners are wanted.
    lwnb_ks
        The k at which LWNB is wanted, if not at all: sums that do not carry over are done for these only.
    """

    training: TrainingSet
    kernel: Kernel
    convention: Convention
    eq6: Eq6 = "right"
    lwnb: bool = True
    knn: bool = True
    knndw: bool = True
    lwnb_ks: NDArray[np.int64] | None = None

    def each(
        self,
        instances: Instances,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        consume: Consumer,
        progress: Progress = silent,
        jobs: int = 1,
    ) -> None:
        """Call `consume` for every instance, in any order and from any thread."""
        raw = self.direct.raw_queries(instances)
        size = max(1, min(32, len(instances) // (4 * jobs)))
        blocks = self._blocks(instances, size)
        stop = threading.Event()
        if jobs == 1 and self._cells * size <= _AT_ONCE:
            for packed, queries, start in blocks:
                self._block(packed, queries, raw, start, left_out, ks, consume, stop)
                progress(start + len(queries), len(instances))
            return
        pool = ThreadPoolExecutor(jobs)
        futures: set[Future[int]] = set()
        done_instances = 0
        try:
            while True:
                # Few at a time: under growing ranges each block may hold a scaling of the data of its own.
                for packed, queries, start in islice(blocks, 2 * jobs - len(futures)):
                    futures.add(
                        pool.submit(self._block, packed, queries, raw, start, left_out, ks, consume, stop)
                    )
                if not futures:
                    return
                finished, futures = wait(futures, timeout=_HEARTBEAT, return_when=FIRST_COMPLETED)
                done_instances += sum(future.result() for future in finished)
                progress(done_instances, len(instances))
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)

    def posteriors(
        self,
        instances: Instances,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        progress: Progress = silent,
        jobs: int = 1,
    ) -> tuple[Floats, Floats, Floats]:
        """Posteriors of LWNB, KNN and KNNDW. Each of shape (instances, ks, classes)."""
        shape = (len(instances), len(ks), self.training.n_classes)
        out = tuple(np.empty(shape) for _ in range(3))

        def keep(i: int, lwnb: Floats, knn: Floats, knndw: Floats) -> None:
            for target, found in zip(out, (lwnb, knn, knndw), strict=True):
                target[i] = found

        self.each(instances, left_out, ks, keep, progress, jobs)
        return out[0], out[1], out[2]

    # -- one block of instances -----------------------------------------------------------------------

    def _blocks(self, instances: Instances, size: int) -> Iterator[tuple[Packed, Floats, int]]:
        """(packed training rows, packed queries, number of the first) for runs under the same ranges."""
        packed = self._packed
        if self.convention.ranges == "training":
            queries = packed.queries(instances)
            for start in range(0, len(instances), size):
                yield packed, queries[start : start + size], start
            return
        for start, stop, ranges in growing_runs(self.training, instances):
            packed = packed.rescaled(ranges)
            queries = packed.queries(instances)[start:stop]
            for first in range(0, stop - start, size):
                yield packed, queries[first : first + size], start + first

    def _block(
        self,
        packed: Packed,
        queries: Floats,
        raw: Floats,
        start: int,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        consume: Consumer,
        stop: threading.Event,
    ) -> int:
        direct = self.lwnb and not self.carries_over
        direct_ks = ks if self.lwnb_ks is None else self.lwnb_ks
        sums = self.direct.start(packed, len(queries), len(direct_ks)) if direct else None
        voted: list[tuple[Floats, Floats, Floats]] = []
        distances = packed.squared_distances(queries)
        for offset, query in enumerate(queries):
            if stop.is_set():
                return offset
            i = start + offset
            out = int(left_out[i])
            d2, order = self.nearest(distances[offset], out, int(ks[-1]))
            found = self._walked(packed, query, d2, order, ks, out != NOWHERE)
            if sums is None:
                consume(i, *found)
            else:
                self.direct.add(sums, offset, packed, query, d2, order, direct_ks)
                voted.append(found)
        if sums is not None:
            summed = self.direct.posteriors(sums, packed, raw[start : start + len(queries)])
            where = np.searchsorted(ks, direct_ks)
            for offset, (lwnb, knn, knndw) in enumerate(voted):
                lwnb[where] = summed[offset]
                consume(start + offset, lwnb, knn, knndw)
        return len(queries)

    def at(
        self,
        packed: Packed,
        query: Floats,
        x: Floats,
        d2: Floats,
        order: NDArray[np.intp],
        ks: NDArray[np.int64],
        one_left_out: bool,
    ) -> tuple[Floats, Floats, Floats]:
        """Posteriors of LWNB, KNN and KNNDW for one query, given its distances and who is near.

        `x` has the query's unscaled numeric values. Each result has shape (ks, classes).
        """
        lwnb, knn, knndw = self._walked(packed, query, d2, order, ks, one_left_out)
        if self.lwnb and not self.carries_over:
            sums = self.direct.start(packed, 1, len(ks))
            self.direct.add(sums, 0, packed, query, d2, order, ks)
            lwnb = self.direct.posteriors(sums, packed, x[None, :])[0]
        return lwnb, knn, knndw

    def nearest(self, d2: Floats, left_out: int, reach: int) -> tuple[Floats, NDArray[np.intp]]:
        """The rows that take part, by distance: all, or enough for k = reach; d² of the others becomes ∞."""
        if left_out != NOWHERE:
            d2[left_out] = np.inf
        if self._weightless is not None:
            d2[self._weightless] = np.inf
        last = reach + 1  # one more than k sets the bandwidth in `tables`
        if self._plain_weights and self.kernel not in UNBOUNDED and last < len(d2) // 4:
            limit = np.partition(d2, last - 1)[last - 1] * self.direct.beyond**2
            if limit > 0:
                near = np.flatnonzero(d2 <= limit)
                near = near[nearest_first(d2[near])]
                return d2, near[np.isfinite(d2[near])]
        order = nearest_first(d2)
        order = order[: np.searchsorted(d2[order], np.inf)]
        if len(order) == 0:
            raise DataError("no training row is left", hint="A neighbourhood needs at least one other row.")
        return d2, order

    def _walked(
        self,
        packed: Packed,
        query: Floats,
        d2: Floats,
        order: NDArray[np.intp],
        ks: NDArray[np.int64],
        one_left_out: bool,
    ) -> tuple[Floats, Floats, Floats]:
        """What one walk outwards gives: KNN, KNNDW, and LWNB where its sums carry over."""
        shape = (len(ks), packed.n_classes)
        lwnb, knn, knndw = np.empty(shape), np.empty(shape), np.empty(shape)
        want = np.array([self.lwnb and self.carries_over, self.knn, self.knndw])
        convention = self.convention
        if want.any():
            choice.kernels().walk(
                packed.values, packed.classes, packed.weights, query, d2, order, len(order), packed.n_classes,
                packed.n_numeric, packed.missing_numeric, packed.missing_nominal, packed.n_values,
                packed.least_variance, packed.floor_scores, *packed.doubtful_squares, *self._polynomial,
                convention.counting == "weights", convention.bandwidth == "next",
                convention.zero_bandwidth == "widen", self.eq6 == "printed",
                convention.knndw == "similarity",
                1 / max(1, self.training.n - one_left_out) if convention.vote_smoothing else 0.0,
                ks, want, lwnb, knn, knndw,
            )  # fmt: skip
        return lwnb, knn, knndw

    # -- prepared once --------------------------------------------------------------------------------

    @cached_property
    def carries_over(self) -> bool:
        """Whether LWNB's sums at one k carry over to the next: then every k costs little more than one."""
        if self.kernel not in POLYNOMIAL:
            return False
        attributes = self.training.attributes
        numeric = any(a.is_numeric for a in attributes)
        # Distances over nominal attributes alone are roots of small whole numbers: none is a hair beyond h.
        nothing_between = self.direct.beyond > 1 and not numeric and len(attributes) < _MANY
        if self.direct.weighted and not nothing_between:
            return False
        if self.convention.numeric == "precision" and numeric:
            return False
        if self.convention.arithmetic == "logs":
            return True
        # With products a class can be lost to underflow; with few enough attributes it cannot.
        n = self.training.weights.sum()
        return not numeric and bool(sum(np.log(len(a.values) + n) for a in attributes) < _SAFE_LOG_RANGE)

    @property
    def _cells(self) -> int:
        """How much there is to do for one instance."""
        return self.training.n * max(len(self.training.attributes), 1) * self.training.n_classes

    @cached_property
    def _packed(self) -> Packed:
        return Packed.of(self.training, self.training.ranges, self.convention)

    @cached_property
    def direct(self) -> DirectSums:
        return DirectSums(self.training, self.kernel, self.convention, self.eq6)

    @cached_property
    def _polynomial(self) -> tuple[Floats, Floats]:
        kernel: Kernel = self.kernel if self.kernel in POLYNOMIAL else "constant"
        c = coefficients(kernel, self.convention.kernel_one)
        return c, binomials(len(c) - 1)

    @cached_property
    def _weightless(self) -> NDArray[np.intp] | None:
        where = np.flatnonzero(self.training.weights == 0)
        return where if len(where) else None

    @cached_property
    def _plain_weights(self) -> bool:
        return bool((self.training.weights == 1).all()) or self.convention.counting == "rows"


def growing_runs(training: TrainingSet, instances: Instances) -> Iterator[tuple[int, int, Ranges]]:
    """(start, stop, ranges) of runs of instances that see the same ranges, as these grow on the way."""
    numeric = [j for j, a in enumerate(training.attributes) if a.is_numeric]
    if not numeric or len(instances) == 0:
        yield 0, len(instances), training.ranges
        return
    values = np.column_stack([instances.columns[j] for j in numeric])
    low = np.fmin.accumulate(np.vstack([training.ranges.low[numeric], values]), axis=0)[1:]
    high = np.fmax.accumulate(np.vstack([training.ranges.high[numeric], values]), axis=0)[1:]
    both = np.nan_to_num(np.hstack([low, high]), nan=np.inf)
    changes = np.flatnonzero((both[1:] != both[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), len(instances)]
    for start, stop in pairwise(edges):
        full_low, full_high = training.ranges.low.copy(), training.ranges.high.copy()
        full_low[numeric], full_high[numeric] = low[start], high[start]
        yield start, stop, Ranges(full_low, full_high)
