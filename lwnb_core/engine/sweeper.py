"""Posteriors of LWNB, KNN and KNNDW at many k for many instances, in the form that suits the work.

One distance pass and one sort per instance serve all three learners and every k.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.compiled.loop_arguments import (
    DensityLimits,
    LocalSums,
    Near,
    Posteriors,
    Queries,
    Requested,
    SweepSettings,
    SweepSpace,
)
from lwnb_core.engine.direct import DirectSums
from lwnb_core.engine.ordering import all_nearest_first
from lwnb_core.engine.packed import Packed, equal_ranges
from lwnb_core.errors import DataError
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import POLYNOMIAL, UNBOUNDED
from lwnb_core.local.naive_bayes import Eq6
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.parallel import in_threads
from lwnb_core.progress import Progress, silent

if TYPE_CHECKING:
    from lwnb_core.learners.knn import KNN
    from lwnb_core.learners.lwnb import LWNB

Floats = NDArray[np.float64]
# Receives, for instance i, the posteriors of LWNB, KNN and KNNDW, each of shape (ks, classes).
Consumer = Callable[[int, Floats, Floats, Floats], None]

# e^573 = 1e249: how far a class may fall behind before Weka's products lose it.
_SAFE_LOG_RANGE = 573.0
# Up to this i, √(i + 1) is farther from √i than the kernel's 1.0001 reaches.
_MANY = 2000
# This few k take little memory, so that this many distances are sorted at once.
_FEW_KS, _SORTED_AT_ONCE = 20, 1_000_000
# Larger than any squared distance between rows that take part.
_FARTHEST = np.finfo(np.float64).max
# The distances in memory at a time take about this many bytes in each thread.
_DISTANCE_BYTES = 256 << 20
# Calling a compiled loop takes as long as a sweep over a hundred rows. With this many, over several queries,
# that no longer matters, and posteriors at every k take little memory.
_ROWS_PER_CALL = 4000
# This many rows × attributes × classes × queries take a few milliseconds: no second thread is needed.
_AT_ONCE = 2e6


@dataclass(frozen=True, eq=False)
class Sweeper:
    """Local learners on fixed training rows, for any k.

    Attributes
    ----------
    lwnb, knn, knndw
        Which learners are requested.
    lwnb_ks
        The k at which LWNB is requested, if not at all: sums that do not carry over are done for these only.
    """

    training: TrainingSet
    kernel: Kernel
    convention: Convention
    eq6: Eq6 = "right"
    lwnb: bool = True
    knn: bool = True
    knndw: bool = True
    lwnb_ks: NDArray[np.int64] | None = None
    packed: Packed | None = None  # the training rows as the compiled loops read them, if available

    @classmethod
    def for_learner(
        cls,
        training: TrainingSet,
        learner: LWNB | KNN,
        requested: Collection[str] = ("LWNB", "KNN", "KNNDW"),
        lwnb_ks: NDArray[np.int64] | None = None,
        packed: Packed | None = None,
    ) -> Sweeper:
        """Return a sweeper for a learner and those of the three, by name, that share its settings."""
        # KNN has no kernel and no equation 6: the fastest ones are used for it.
        return cls(
            training,
            getattr(learner, "kernel", "constant"),
            learner.convention,
            getattr(learner, "eq6", "right"),
            lwnb="LWNB" in requested,
            knn="KNN" in requested,
            knndw="KNNDW" in requested,
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
        if not self.is_compiled(len(instances), len(ks), progress):
            self._each_in_numpy(instances, left_out, ks, consume, progress)
            return
        raw = self.direct.raw_queries(instances)
        few = jobs == 1 and self._cells * len(instances) <= _AT_ONCE
        size = 32 if few else max(1, min(32, len(instances) // (4 * jobs)))
        size = max(1, min(size, _DISTANCE_BYTES // (8 * self.training.n)))
        at_once = jobs == 1 and self._cells * min(size, len(instances)) <= _AT_ONCE

        def sweep(block: tuple[Packed, Floats, NDArray[np.intp]], check: Progress) -> int:
            packed, queries, which = block
            self._block(packed, queries, raw, which, left_out, ks, consume, check)
            return len(which)

        blocks = self._blocks(instances, left_out, size)
        in_threads(sweep, blocks, progress, len(instances), 0 if at_once else jobs)

    def posteriors(
        self,
        instances: Instances,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        progress: Progress = silent,
        jobs: int = 1,
    ) -> Posteriors:
        """Return posteriors of LWNB, KNN and KNNDW, each of shape (instances, ks, classes)."""
        shape = (len(instances), len(ks), self.training.n_classes)
        out = Posteriors(np.empty(shape), np.empty(shape), np.empty(shape))

        def keep(i: int, lwnb: Floats, knn: Floats, knndw: Floats) -> None:
            out.lwnb[i], out.knn[i], out.knndw[i] = lwnb, knn, knndw

        self.each(instances, left_out, ks, keep, progress, jobs)
        return out

    def _each_in_numpy(
        self,
        instances: Instances,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        consume: Consumer,
        progress: Progress,
    ) -> None:
        from lwnb_core.engine.plain_sweeper import plain_posteriors

        for i, posteriors in enumerate(plain_posteriors(self, instances, left_out, ks, progress)):
            consume(i, *posteriors)
            progress(i + 1, len(instances))

    # -- one block of instances -----------------------------------------------------------------------

    def _blocks(
        self, instances: Instances, left_out: NDArray[np.intp], size: int
    ) -> Iterator[tuple[Packed, Floats, NDArray[np.intp]]]:
        """Yield (packed training rows, packed queries, numbers of their instances) under the same ranges."""
        packed = self._packed
        for which, ranges in equal_ranges(self.training, self.convention, instances, left_out):
            packed = packed.rescaled(ranges)
            queries = packed.queries(instances.taken(which))
            for start in range(0, len(which), size):
                yield packed, queries[start : start + size], which[start : start + size]

    def _block(
        self,
        packed: Packed,
        queries: Floats,
        raw: Floats,
        which: NDArray[np.intp],
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        consume: Consumer,
        check: Progress,
    ) -> None:
        """Sweep some instances that are scaled by the same ranges."""
        direct_ks = self._direct_ks(ks)
        outs = left_out[which]
        resolutions = self._resolutions(packed, outs)
        block = _Block(
            packed=packed,
            queries=queries,
            known=packed.known(queries),
            distances=self._distances(packed, queries, outs),
            smoothing=np.array([self._smoothing(out != NOWHERE) for out in outs.tolist()]),
            resolutions=resolutions,
            limits=packed.density_limits(queries, packed.least_variances(resolutions)),
            ks=ks,
            direct_ks=direct_ks,
            sums=self.direct.start(packed, len(queries), len(direct_ks)),
        )
        swept = self._swept(block, self._reaches(block.distances, ks))
        if len(direct_ks):
            swept = self._with_direct_sums(swept, block, raw[which], check)
        for i, posteriors in zip(which.tolist(), swept, strict=True):
            check(0, 0)
            consume(i, *posteriors)

    def _with_direct_sums(
        self, swept: Iterator[Posteriors], block: _Block, x: Floats, check: Progress
    ) -> Iterator[Posteriors]:
        """Return the posteriors with those of LWNB at `direct_ks`, whose sums are now complete."""
        voted = []
        for posteriors in swept:
            check(0, 0)
            voted.append(posteriors)
        where = np.searchsorted(block.ks, block.direct_ks)
        summed = self.direct.posteriors(block.sums, block.packed, x, block.resolutions)
        for own, (lwnb, knn, knndw) in zip(summed, voted, strict=True):
            lwnb[where] = own
            yield Posteriors(lwnb, knn, knndw)

    def _resolutions(self, packed: Packed, outs: NDArray[np.intp]) -> Floats:
        """Return p_j for each query, without the row that it leaves out. Shape (queries, m)."""
        if self.lwnb and packed.n_numeric and self.convention.numeric == "density":
            return self.training.resolutions_without_each(outs)
        return np.tile(packed.resolutions, (len(outs), 1))

    def _distances(self, packed: Packed, queries: Floats, outs: NDArray[np.intp]) -> Floats:
        """Return d² to every training row, ∞ for rows that do not take part. Shape (queries, n)."""
        distances = packed.squared_distances(queries)
        leaving_out = np.flatnonzero(outs != NOWHERE)
        distances[leaving_out, outs[leaving_out]] = np.inf
        if self._weightless is not None:
            distances[:, self._weightless] = np.inf
        return distances

    def _swept(self, block: _Block, reaches: Floats | None) -> Iterator[Posteriors]:
        """Return posteriors per query; only rows within `reaches` matter, if these are known."""
        if reaches is not None:
            yield from self._sweep(block, _within(block.distances, reaches))
            return
        few = len(block.ks) <= _FEW_KS
        size = max(1, (_SORTED_AT_ONCE if few else _ROWS_PER_CALL) // self.training.n)
        for start in range(0, len(block.queries), size):
            part = block.part(slice(start, start + size))
            yield from self._sweep(part, _sorted(part.distances))

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
        """Compute posteriors of LWNB, KNN and KNNDW for one query, given its distances and rows by distance.

        `x` has the query's unscaled numeric values; `packed` is scaled for it (`LocalModel.packed_for`). Each
        result has shape (ks, classes).
        """
        direct_ks = ks if self.lwnb and not self.carries_over else ks[:0]
        block = _Block(
            packed=packed,
            queries=query[None, :],
            known=packed.known(query[None, :]),
            distances=d2[None, :],
            smoothing=np.array([self._smoothing(one_left_out)]),
            resolutions=packed.resolutions[None, :],
            limits=packed.density_limits(query[None, :]),
            ks=ks,
            direct_ks=direct_ks,
            sums=self.direct.start(packed, 1, len(direct_ks)),
        )
        (out,) = self._sweep(block, Near(order, d2[order], np.array([0, len(order)])))
        if len(direct_ks):
            (lwnb,) = self.direct.posteriors(block.sums, packed, x[None, :], block.resolutions)
            return out._replace(lwnb=lwnb)
        return out

    def _sweep(self, block: _Block, near: Near) -> Iterator[Posteriors]:
        """Call the compiled loops once; return posteriors per query, with the direct sums in the block."""
        if (near.starts[1:] == near.starts[:-1]).any():
            raise DataError("no training row is left", hint="A neighbourhood needs at least one other row.")
        rows, requested = block.packed.rows, self._requested
        shape = (len(block.queries), len(block.ks), rows.n_classes)
        out = Posteriors(np.empty(shape), np.empty(shape), np.empty(shape))
        if any(requested):
            settings = self._settings
            space = SweepSpace.of(rows, len(settings.coefficients))
            queries = Queries(block.known, block.smoothing)
            tables = Posteriors(*(each.reshape(-1, rows.n_classes) for each in out))
            choice.loops().sweep(
                rows, queries, near, block.limits, block.ks, requested, settings, space, tables
            )
        if len(block.direct_ks):
            self.direct.add_up(block.packed, block.queries, near, block.direct_ks, block.sums)
        return map(Posteriors, out.lwnb, out.knn, out.knndw)

    def _smoothing(self, one_left_out: bool) -> float:
        """Return the votes of every class before any neighbour is counted."""
        return 1 / max(1, self.training.n_whole - one_left_out) if self.convention.vote_smoothing else 0.0

    def _direct_ks(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the k at which LWNB is summed directly: none if its sums carry over."""
        if not self.lwnb or self.carries_over:
            return ks[:0]
        return ks if self.lwnb_ks is None else self.lwnb_ks

    def _reaches(self, distances: Floats, ks: NDArray[np.int64]) -> Floats | None:
        """Return the d² up to which rows can matter, per query; rows at infinity never do.

        The result is None if most rows may matter.
        """
        last = int(ks[-1])  # in `tables`, the neighbour after the k-th sets the bandwidth
        if self._plain_weights and self.kernel not in UNBOUNDED and last + 1 < self.training.n // 4:
            reaches = np.partition(distances, last, axis=1)[:, last] * self.direct.beyond**2
            # If this many rows are at distance 0, the next distance may come much later.
            return np.where(reaches > 0, np.minimum(reaches, _FARTHEST), _FARTHEST)
        return None

    # -- prepared once --------------------------------------------------------------------------------

    @cached_property
    def carries_over(self) -> bool:
        """Whether LWNB's sums at one k carry over to the next: then every k costs little more than one."""
        if self.kernel not in POLYNOMIAL:
            return False
        attributes = self.training.attributes
        numeric = any(a.is_numeric for a in attributes)
        # Distances over nominal attributes alone are roots of small whole numbers: none is just beyond h.
        nothing_between = self.direct.beyond > 1 and not numeric and len(attributes) < _MANY
        if self.direct.weighted and not nothing_between:
            return False
        if self.convention.numeric == "precision" and numeric:
            return False
        if self.convention.arithmetic == "logs":
            return True
        # With products, a class can be lost to underflow, but not if there are few enough attributes.
        n = self.training.weights.sum()
        return not numeric and bool(sum(np.log(len(a.values) + n) for a in attributes) < _SAFE_LOG_RANGE)

    def is_compiled(self, instances: int, ks: int, progress: Progress = silent) -> bool:
        """Whether to use the compiled loops for this many test instances and values of k."""
        return choice.compiled(self.numpy_seconds(instances, ks), progress, self.loops)

    @property
    def loops(self) -> str:
        """The rarest of the modules of loops that are needed."""
        return choice.SWEEP if not self.lwnb or self.carries_over else choice.DIRECT

    def numpy_seconds(self, instances: int, ks: int) -> float:
        """Estimate how long numpy takes for this many test instances and values of k."""
        training = self.training
        m, o = len(training.attributes), training.n_classes
        if not any(a.is_numeric for a in training.attributes):
            ks = min(ks, 2 * m + 1)  # there are no more different distances
        carries_over = not self.lwnb or self.carries_over
        return choice.numpy_seconds(training.n, m, instances, ks, o, carries_over=carries_over)

    @cached_property
    def _requested(self) -> Requested:
        """The learners of the sweep: LWNB only if its sums carry over."""
        return Requested(self.lwnb and self.carries_over, self.knn, self.knndw)

    @property
    def _cells(self) -> int:
        """The amount of work for one instance."""
        return self.training.n * max(len(self.training.attributes), 1) * self.training.n_classes

    @cached_property
    def _packed(self) -> Packed:
        return self.packed or Packed.of(self.training, self.training.ranges, self.convention)

    @cached_property
    def direct(self) -> DirectSums:
        return DirectSums(self.training, self.kernel, self.convention, self.eq6)

    @cached_property
    def _settings(self) -> SweepSettings:
        return SweepSettings.of(self.kernel, self.convention, self.eq6)

    @cached_property
    def _weightless(self) -> NDArray[np.intp] | None:
        where = np.flatnonzero(self.training.weights == 0)
        return where if len(where) else None

    @cached_property
    def _plain_weights(self) -> bool:
        return bool((self.training.weights == 1).all()) or self.convention.counting == "rows"


def _within(distances: Floats, reaches: Floats) -> Near:
    """Return the rows up to the squared distance that each query reaches; these are few."""
    query, row = np.nonzero(distances <= reaches[:, None])
    d2 = distances[query, row]
    by_distance = np.lexsort((d2, query))  # stable, so that rows at equal distance keep their order
    return Near(row[by_distance], d2[by_distance], np.searchsorted(query, np.arange(len(distances) + 1)))


def _sorted(distances: Floats) -> Near:
    """Return the rows that take part: the others are infinitely far away."""
    orders, d2 = all_nearest_first(distances)
    finite = d2 < np.inf
    if len(d2) == 1:
        count = np.count_nonzero(finite)
        return Near(orders[0, :count], d2[0, :count], np.array([0, count]))
    return Near(orders[finite], d2[finite], np.append(0, np.cumsum(np.count_nonzero(finite, axis=1))))


@dataclass(frozen=True, eq=False)
class _Block:
    """Queries that are scaled by the same ranges, and memory for their direct sums.

    Attributes
    ----------
    queries, known
        Packed, and as the compiled sweep reads them. Shape (queries, m).
    distances
        d² to every training row. Shape (queries, n).
    smoothing
        What every class has as votes before any neighbour votes. Shape (queries,).
    resolutions
        p_j. Shape (queries, m).
    limits
        Of the densities.
    ks, direct_ks
        The k to look at, and those at which LWNB is summed directly.
    """

    packed: Packed
    queries: Floats
    known: Floats
    distances: Floats
    smoothing: Floats
    resolutions: Floats
    limits: DensityLimits
    ks: NDArray[np.int64]
    direct_ks: NDArray[np.int64]
    sums: LocalSums

    def part(self, which: slice) -> _Block:
        """Return the same for some of the queries; they share the memory for the sums."""
        return replace(
            self,
            queries=self.queries[which],
            known=self.known[which],
            distances=self.distances[which],
            smoothing=self.smoothing[which],
            resolutions=self.resolutions[which],
            limits=DensityLimits._make(array[which] for array in self.limits),
            sums=LocalSums._make(array[which] for array in self.sums),
        )
