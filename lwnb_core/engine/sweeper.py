"""Posteriors of LWNB, KNN and KNNDW at many k for many instances, by the compiled kernels.

One distance pass and one sort per instance serve all three learners and every k.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.direct import NO_RAW, DirectSums, Sums
from lwnb_core.engine.ordering import nearest_first
from lwnb_core.engine.packed import Packed
from lwnb_core.engine.polynomials import POLYNOMIAL, binomials, coefficients
from lwnb_core.errors import DataError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import UNBOUNDED, Kernel
from lwnb_core.local.naive_bayes import Eq6
from lwnb_core.local.training import NOWHERE, Instances, Ranges, TrainingSet
from lwnb_core.progress import Progress, silent

if TYPE_CHECKING:
    from lwnb_core.learners.knn import KNN
    from lwnb_core.learners.lwnb import LWNB

Floats = NDArray[np.float64]
# Of LWNB, KNN and KNNDW.
Posteriors = tuple[Floats, Floats, Floats]
# Receives, for instance i, the posteriors of LWNB, KNN and KNNDW, each of shape (ks, classes).
Consumer = Callable[[int, Floats, Floats, Floats], None]

# e^573 = 1e249: how far a class may fall behind before Weka's products lose it.
_SAFE_LOG_RANGE = 573.0
# Up to here √(i + 1) is farther from √i than the kernel's 1.0001 reaches.
_MANY = 2000
# No squared distance is beyond, except where a row does not take part.
_FARTHEST = np.finfo(np.float64).max
# How long a caller may have to wait for its cancellation to be noticed, in seconds.
_HEARTBEAT = 0.02
# Rings of a sweep over the grid of k, and sums over them that are few.
_RINGS, _FEW_SUMS = 400, 4e5
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
    packed: Packed | None = None  # the training rows as the kernels read them, where that is at hand

    @classmethod
    def for_learner(
        cls,
        training: TrainingSet,
        learner: LWNB | KNN,
        wanted: Collection[str] = ("LWNB", "KNN", "KNNDW"),
        lwnb_ks: NDArray[np.int64] | None = None,
        packed: Packed | None = None,
    ) -> Sweeper:
        """For a learner and those of the three, by name, that share its settings as far as they have them."""
        # KNN has no kernel and no equation 6: those that are quickest are taken for it.
        return cls(
            training,
            getattr(learner, "kernel", "constant"),
            learner.convention,
            getattr(learner, "eq6", "right"),
            lwnb="LWNB" in wanted,
            knn="KNN" in wanted,
            knndw="KNNDW" in wanted,
            lwnb_ks=lwnb_ks,
            packed=packed,
        )

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
        few = jobs == 1 and self._cells * len(instances) <= _AT_ONCE
        size = 32 if few else max(1, min(32, len(instances) // (4 * jobs)))
        blocks = self._blocks(instances, left_out, size)
        stop = threading.Event()
        if jobs == 1 and self._cells * min(size, len(instances)) <= _AT_ONCE:
            done_instances = 0
            for packed, queries, which in blocks:
                done_instances += self._block(packed, queries, raw, which, left_out, ks, consume, stop)
                progress(done_instances, len(instances))
            return
        pool = ThreadPoolExecutor(jobs)
        futures: set[Future[int]] = set()
        done_instances = 0
        try:
            while True:
                # Few at a time: under growing ranges each block may hold a scaling of the data of its own.
                for packed, queries, which in islice(blocks, 2 * jobs - len(futures)):
                    futures.add(
                        pool.submit(self._block, packed, queries, raw, which, left_out, ks, consume, stop)
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
    ) -> Posteriors:
        """Posteriors of LWNB, KNN and KNNDW. Each of shape (instances, ks, classes)."""
        shape = (len(instances), len(ks), self.training.n_classes)
        out = tuple(np.empty(shape) for _ in range(3))

        def keep(i: int, lwnb: Floats, knn: Floats, knndw: Floats) -> None:
            for target, found in zip(out, (lwnb, knn, knndw), strict=True):
                target[i] = found

        self.each(instances, left_out, ks, keep, progress, jobs)
        return out[0], out[1], out[2]

    # -- one block of instances -----------------------------------------------------------------------

    def _blocks(
        self, instances: Instances, left_out: NDArray[np.intp], size: int
    ) -> Iterator[tuple[Packed, Floats, NDArray[np.intp]]]:
        """(packed training rows, packed queries, numbers of their instances) under the same ranges."""
        packed = self._packed
        for which, ranges in self._equal_ranges(instances, left_out):
            packed = packed.rescaled(ranges)
            queries = packed.queries(instances.taken(which))
            for start in range(0, len(which), size):
                yield packed, queries[start : start + size], which[start : start + size]

    def _equal_ranges(
        self, instances: Instances, left_out: NDArray[np.intp]
    ) -> Iterator[tuple[NDArray[np.intp], Ranges]]:
        """Instances (by number) that see the same ranges, and these."""
        if self.convention.ranges == "growing":
            yield from growing_runs(self.training, instances, left_out)
            return
        extreme = np.isin(left_out, list(self.training.lone_extremes))
        if not extreme.all():
            yield np.flatnonzero(~extreme), self.training.ranges
        for i in np.flatnonzero(extreme):
            yield np.array([i]), self.training.ranges_without(int(left_out[i]))

    def _block(
        self,
        packed: Packed,
        queries: Floats,
        raw: Floats,
        which: NDArray[np.intp],
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        consume: Consumer,
        stop: threading.Event,
    ) -> int:
        """Sweep some instances that see the same ranges; how many were done."""
        direct_ks = self._direct_ks(ks)
        outs = left_out[which]
        block = _Block(
            packed,
            queries,
            self._distances(packed, queries, outs),
            outs != NOWHERE,
            self._resolutions(packed, outs),
            ks,
            direct_ks,
            self.direct.start(packed, len(queries), len(direct_ks)),
        )
        found = self._swept_near(block) if self._few(ks) else self._swept_one_by_one(block)
        if len(direct_ks) == 0:
            for offset, posteriors in enumerate(found):
                if stop.is_set():
                    return offset
                consume(int(which[offset]), *posteriors)
            return len(queries)
        voted = []
        for posteriors in found:
            if stop.is_set():
                return 0
            voted.append(posteriors)
        summed = self.direct.posteriors(block.sums, packed, raw[which], block.resolutions)
        where = np.searchsorted(ks, direct_ks)
        for i, own, (lwnb, knn, knndw) in zip(which.tolist(), summed, voted, strict=True):
            lwnb[where] = own
            consume(i, lwnb, knn, knndw)
        return len(queries)

    def _resolutions(self, packed: Packed, outs: NDArray[np.intp]) -> Floats:
        """p_j for each query, without the row that it leaves out. Shape (queries, m)."""
        if self.lwnb and packed.n_numeric and self.convention.numeric == "density":
            return self.training.resolutions_without_each(outs)
        return np.tile(packed.resolutions, (len(outs), 1))

    def _distances(self, packed: Packed, queries: Floats, outs: NDArray[np.intp]) -> Floats:
        """d² to every training row; ∞ where it does not take part. Shape (queries, n)."""
        distances = packed.squared_distances(queries)
        there = np.flatnonzero(outs != NOWHERE)
        distances[there, outs[there]] = np.inf
        if self._weightless is not None:
            distances[:, self._weightless] = np.inf
        return distances

    def _swept_near(self, block: _Block) -> Iterator[Posteriors]:
        """Posteriors of LWNB, KNN and KNNDW per query, and the direct sums, where every k is small."""
        packed, ks = block.packed, block.ks
        lwnb, knn, knndw = (np.empty((len(block.queries), len(ks), packed.n_classes)) for _ in range(3))
        smoothing = np.array([self._smoothing(out) for out in block.one_left_out.tolist()])
        all_had_rows = choice.near_kernels().sweep_near(
            block.distances, block.queries, self._limits(block.distances, ks),
            (packed.values, packed.classes, packed.weights), smoothing, ks, self._walk_wanted, lwnb, knn,
            knndw, self._shapes(packed), block.variance_limits, self._walk_settings,
            self.direct.raw if len(block.direct_ks) else NO_RAW, block.direct_ks, block.sums.arrays,
            self.direct.settings(packed),
        )  # fmt: skip
        if not all_had_rows:
            raise _nobody_left()
        return zip(lwnb, knn, knndw, strict=True)

    def _swept_one_by_one(self, block: _Block) -> Iterator[Posteriors]:
        """As `_swept_near`, for any k: all rows are put in order."""
        least, floor_scores, above, below = block.variance_limits
        for q, (query, d2) in enumerate(zip(block.queries, block.distances, strict=True)):
            order = nearest_first(d2)
            order = order[: np.searchsorted(d2[order], np.inf)]
            if len(order) == 0:
                raise _nobody_left()
            limits = least[q], floor_scores, above[q], below[q]
            found = self._walked(
                block.packed, query, d2, order, block.ks, bool(block.one_left_out[q]), limits
            )
            if len(block.direct_ks):
                self.direct.add(block.sums, q, block.packed, query, d2, order, block.direct_ks)
            yield found

    def at(
        self,
        packed: Packed,
        query: Floats,
        x: Floats,
        d2: Floats,
        order: NDArray[np.intp],
        ks: NDArray[np.int64],
        one_left_out: bool,
    ) -> Posteriors:
        """Posteriors of LWNB, KNN and KNNDW for one query, given its distances and who is near.

        `x` has the query's unscaled numeric values; `packed` is scaled for it (`LocalModel.packed_for`). Each
        result has shape (ks, classes).
        """
        limits = packed.variance_limits
        lwnb, knn, knndw = self._walked(packed, query, d2, order, ks, one_left_out, limits)
        if self.lwnb and not self.carries_over:
            sums = self.direct.start(packed, 1, len(ks))
            self.direct.add(sums, 0, packed, query, d2, order, ks)
            lwnb = self.direct.posteriors(sums, packed, x[None, :], packed.resolutions[None, :])[0]
        return lwnb, knn, knndw

    def in_rings(self, packed: Packed, query: Floats, left_out: int, ks: NDArray[np.int64]) -> Posteriors:
        """As `at`, without putting the rows in order; where `takes_rings` only."""
        shape = (len(ks), packed.n_classes)
        found = np.empty(shape), np.empty(shape), np.empty(shape)
        choice.ring_kernels().sweep_rings(
            *packed.for_distances, packed.values, packed.classes, packed.weights, query, left_out,
            self._smoothing(left_out != NOWHERE), ks, *found, *self._shapes(packed),
            *packed.variance_limits, *self._walk_settings,
        )  # fmt: skip
        return found

    def _walked(
        self,
        packed: Packed,
        query: Floats,
        d2: Floats,
        order: NDArray[np.intp],
        ks: NDArray[np.int64],
        one_left_out: bool,
        variance_limits: tuple[Floats, Floats, Floats, Floats],
    ) -> Posteriors:
        """What one walk outwards gives: KNN, KNNDW, and LWNB where its sums carry over."""
        shape = (len(ks), packed.n_classes)
        lwnb, knn, knndw = np.empty(shape), np.empty(shape), np.empty(shape)
        want = self._walk_wanted
        if want.any():
            choice.kernels().walk(
                packed.values, packed.classes, packed.weights, query, d2, order, len(order),
                self._smoothing(one_left_out), ks, want, lwnb, knn, knndw, *self._shapes(packed),
                *variance_limits, *self._walk_settings,
            )  # fmt: skip
        return lwnb, knn, knndw

    @staticmethod
    def _shapes(packed: Packed) -> tuple[object, ...]:
        """The arguments of `kernels.walk` before the limits of the variances."""
        return (
            packed.n_classes, packed.n_numeric, packed.missing_numeric, packed.missing_nominal,
            packed.n_values,
        )  # fmt: skip

    @property
    def _walk_settings(self) -> tuple[object, ...]:
        """The arguments of `kernels.walk` after the limits of the variances."""
        convention = self.convention
        return (
            *self._polynomial, convention.counting == "weights", convention.bandwidth == "next",
            convention.zero_bandwidth == "widen", self.eq6 == "printed", convention.knndw == "similarity",
        )  # fmt: skip

    def _smoothing(self, one_left_out: bool) -> float:
        """What every class has as votes before any neighbour votes."""
        return 1 / max(1, self.training.n - one_left_out) if self.convention.vote_smoothing else 0.0

    def _direct_ks(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The k at which LWNB is summed directly: none where its sums carry over."""
        if not self.lwnb or self.carries_over:
            return ks[:0]
        return ks if self.lwnb_ks is None else self.lwnb_ks

    def _few(self, ks: NDArray[np.int64]) -> bool:
        """Whether the nearest rows suffice for every k, so that the others need not be sorted."""
        return self._plain_weights and self.kernel not in UNBOUNDED and ks[-1] + 1 < self.training.n // 4

    def _limits(self, distances: Floats, ks: NDArray[np.int64]) -> Floats:
        """The d² up to which rows can matter, per query; those at infinity never do."""
        last = int(ks[-1])  # the one after the k-th sets the bandwidth in `tables`
        limits = np.partition(distances, last, axis=1)[:, last] * self.direct.beyond**2
        # Where so many are at distance 0, the next distance may be far down.
        return np.where(limits > 0, np.minimum(limits, _FARTHEST), _FARTHEST)

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

    @cached_property
    def takes_rings(self) -> bool:
        """Whether `in_rings` serves: sums carry over, every row counts as one, and it is the quicker way."""
        if not self.carries_over or (self.training.weights != 1).any():
            return False
        n, m, classes = self.training.n, len(self.training.attributes), self.training.n_classes
        # Sums per ring, of which there are some hundreds: with many classes and attributes more than values.
        sums = 2 * min(_RINGS, n) * classes * len(self._polynomial[0]) * (1 + 2 * m)
        return sums <= max(_FEW_SUMS, n * m)

    @cached_property
    def _walk_wanted(self) -> NDArray[np.bool_]:
        return np.array([self.lwnb and self.carries_over, self.knn, self.knndw])

    @property
    def _cells(self) -> int:
        """How much there is to do for one instance."""
        return self.training.n * max(len(self.training.attributes), 1) * self.training.n_classes

    @cached_property
    def _packed(self) -> Packed:
        return self.packed or Packed.of(self.training, self.training.ranges, self.convention)

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


@dataclass(frozen=True, eq=False)
class _Block:
    """Some queries that see the same ranges: what is asked, and room for direct sums."""

    packed: Packed
    queries: Floats
    distances: Floats
    one_left_out: NDArray[np.bool_]
    resolutions: Floats
    ks: NDArray[np.int64]
    direct_ks: NDArray[np.int64]
    sums: Sums

    @cached_property
    def variance_limits(self) -> tuple[Floats, Floats, Floats, Floats]:
        """As `Packed.variance_limits`, with a row for each query in all but the second."""
        least = self.packed.least_variances(self.resolutions)
        return (least, self.packed.floor_scores, *self.packed.doubtful_squares(least))


def _nobody_left() -> DataError:
    return DataError("no training row is left", hint="A neighbourhood needs at least one other row.")


def growing_runs(
    training: TrainingSet, instances: Instances, left_out: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], Ranges]]:
    """Runs of instances (by number) that see the same ranges, as these grow on the way, and the ranges."""
    numeric = [j for j, a in enumerate(training.attributes) if a.is_numeric]
    if not numeric or len(instances) == 0:
        yield np.arange(len(instances)), training.ranges
        return
    values = np.column_stack([instances.columns[j] for j in numeric])
    low, high = np.fmin.accumulate(values, axis=0), np.fmax.accumulate(values, axis=0)
    for i, out in enumerate(left_out.tolist()):
        ranges = training.ranges_without(out)
        low[i], high[i] = np.fmin(low[i], ranges.low[numeric]), np.fmax(high[i], ranges.high[numeric])
    both = np.nan_to_num(np.hstack([low, high]), nan=np.inf)
    changes = np.flatnonzero((both[1:] != both[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), len(instances)]
    for start, stop in pairwise(edges):
        full_low, full_high = training.ranges.low.copy(), training.ranges.high.copy()
        full_low[numeric], full_high[numeric] = low[start], high[start]
        yield np.arange(start, stop), Ranges(full_low, full_high)
