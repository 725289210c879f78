"""Posteriors of LWNB, KNN and KNNDW at many k in plain numpy: what `Sweeper` computes, without a compiler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.compiled.loop_arguments import Posteriors
from lwnb_core.engine.cumulative import KernelSums, moments, taylor
from lwnb_core.engine.polynomials import coefficients
from lwnb_core.learners.knn import voting
from lwnb_core.learners.lwnb import LWNB, LWNBModel
from lwnb_core.local.kernels import TRACE
from lwnb_core.local.naive_bayes import FLOOR, combine
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import LARGEST, NOWHERE, Instances
from lwnb_core.progress import Progress, silent

if TYPE_CHECKING:
    from lwnb_core.engine.sweeper import Sweeper

Floats = NDArray[np.float64]

# Cumulative sums are read at so many bandwidths at a time that they take about this much memory: more would
# not fit into the caches.
_AT_ONCE = 4e5
# Up to so many k, each neighbourhood is summed by itself; those of up to so many instances at a time, which
# take about this much memory.
_FEW, _INSTANCES, _MOST_BYTES = 3, 64, 16e6


def plain_posteriors(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress = silent,
) -> Iterator[Posteriors]:
    """Yield posteriors of LWNB, KNN and KNNDW for each instance, each of shape (ks, classes)."""
    plain = _PlainSweeper(sweeper)
    total, all_d2 = len(instances), plain.model.distances(instances, left_out)
    training = sweeper.training
    if total > 1:
        resolutions = training.resolutions_without_each(left_out)
    else:  # not every value need be looked at for a single instance
        resolutions = np.array([training.resolutions_without(out) for out in left_out.tolist()])
    bytes_each = 16 * training.n * (len(training.attributes) + 2)
    size = max(1, min(_INSTANCES, int(_MOST_BYTES / bytes_each))) if len(ks) <= _FEW else 1
    for start in range(0, total, size):
        some = slice(start, start + size)
        rankings = [
            Ranking.of(d2, training.weights, out)
            for out, d2 in zip(left_out[some].tolist(), all_d2, strict=False)
        ]

        def check(_: int, __: int, /, done: int = start) -> None:
            progress(done, total)

        yield from plain.posteriors(
            instances.taken(some), rankings, left_out[some], resolutions[some], ks, check
        )


class _PlainSweeper:
    """The learners of a sweeper, for a few instances at a time."""

    def __init__(self, sweeper: Sweeper) -> None:
        self._sweeper, self._training, self._convention = sweeper, sweeper.training, sweeper.convention
        learner = LWNB(1, sweeper.convention, kernel=sweeper.kernel, eq6=sweeper.eq6)
        self.model: LWNBModel = learner.fit_training(sweeper.training)

    def posteriors(
        self,
        instances: Instances,
        rankings: Sequence[Ranking],
        left_out: NDArray[np.intp],
        resolutions: Floats,
        ks: NDArray[np.int64],
        check: Progress,
    ) -> Iterator[Posteriors]:
        """Yield posteriors at ascending k for instances that each leave a row out, or none.

        `resolutions` has p_j without that row. Shape (instances, m).
        """
        sweeper = self._sweeper
        shape = len(instances), len(ks), self._training.n_classes
        lwnb, knn, knndw = (np.full(shape, np.nan) for _ in range(3))
        if sweeper.lwnb:
            lwnb_ks = ks if sweeper.lwnb_ks is None else sweeper.lwnb_ks
            at = np.searchsorted(ks, lwnb_ks)
            if len(lwnb_ks) <= _FEW:
                lwnb[:, at] = self._at_each_k(instances, rankings, left_out, resolutions, lwnb_ks, check)
            else:
                (ranking,) = rankings
                h2 = ranking.d2[ranking.bandwidth_rows(lwnb_ks, sweeper.kernel, self._convention)]
                # All k with the same bandwidth have the same neighbourhood.
                first, which = _distinct(h2)
                if sweeper.carries_over:
                    own = self._at_bandwidths(instances.values(0), ranking, resolutions.T, h2[first])
                else:
                    (own,) = self._at_each_k(
                        instances, rankings, left_out, resolutions, lwnb_ks[first], check
                    )
                lwnb[0, at] = own[which]
        if sweeper.knn or sweeper.knndw:
            for i, ranking in enumerate(rankings):
                knn[i], knndw[i] = self._votes(ranking, int(left_out[i]), ks)
        return map(Posteriors, lwnb, knn, knndw)

    def _votes(self, ranking: Ranking, left_out: int, ks: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return the shares of votes in KNN and KNNDW, each of shape (ks, classes)."""
        training, convention = self._training, self._convention
        rows = ranking.bandwidth_rows(ks, "constant", voting(convention))
        ranking = ranking.up_to(ranking.d2[rows[-1]])
        last = np.searchsorted(ranking.d2, ranking.d2[rows], side="right") - 1
        votes = np.zeros((training.n_classes, len(ranking)))
        votes[training.classes[ranking.positions], np.arange(len(ranking))] = ranking.instance_weights
        # h is the distance of the last row, so that Σ (1 - d/h) is T/h; if all are at h, they count equally.
        counted, sloped = moments(votes, ranking.distances, [slice(None)], 1)
        h = ranking.distances[last]
        weighted = np.divide(sloped[:, last], h, out=counted[:, last], where=ranking.distances[0] < h)
        if convention.knndw == "similarity":
            similarity = 1 - np.sqrt(ranking.d2 / max(len(training.attributes), 1))
            similarity[similarity < TRACE] = 0.0
            weighted = np.cumsum(votes * similarity, axis=1)[:, last]
        others = max(1, training.n_whole - (left_out != NOWHERE))
        smoothing = 1 / others if convention.vote_smoothing else 0.0
        return _shares(counted[:, last] + smoothing), _shares(weighted + smoothing)

    def _at_bandwidths(self, x: Floats, ranking: Ranking, resolutions: Floats, h2: Floats) -> Floats:
        """Return LWNB's posteriors of an instance x at ascending h². Shape (h, classes)."""
        training = self._training
        ranking = ranking.up_to(h2[-1])
        by_class = np.argsort(training.classes[ranking.positions], kind="stable")
        sizes = np.bincount(training.classes[ranking.positions], minlength=training.n_classes)
        starts: list[int] = [0, *np.cumsum(sizes).tolist()]
        classes = [slice(start, stop) for start, stop in pairwise(starts)]
        statistics = self._statistics(ranking.positions[by_class], x[:, None])
        statistics *= ranking.instance_weights[by_class]
        sums = KernelSums(statistics, ranking.d2[by_class], classes, self._taylor)
        r = ranking.weight_within(h2)
        posteriors = np.empty((len(h2), training.n_classes))
        size = max(1, int(_AT_ONCE / (8 * len(statistics) * training.n_classes)))
        for start in range(0, len(h2), size):
            some = slice(start, start + size)
            at = sums.at(h2[some])
            at *= r[some] / at[0].sum(axis=0)
            posteriors[some] = self._from_sums(at, ~np.isnan(x), resolutions)
        return posteriors

    def _at_each_k(
        self,
        instances: Instances,
        rankings: Sequence[Ranking],
        left_out: NDArray[np.intp],
        resolutions: Floats,
        ks: NDArray[np.int64],
        check: Progress,
    ) -> Floats:
        """Return LWNB's posteriors, each from its own neighbourhood. Shape (instances, ks, classes)."""
        kernel, convention, training = self._sweeper.kernel, self._convention, self._training
        posteriors = np.empty((len(instances), len(ks), training.n_classes))
        x = np.array([instances.values(i) for i in range(len(instances))]).reshape(len(instances), -1)
        by_precision = convention.numeric == "precision" and self._is_numeric.any()
        for a, k in enumerate(ks.tolist()):
            if a:
                check(0, 0)
            neighbourhoods = [ranking.neighbourhood(k, kernel, convention) for ranking in rankings]
            if by_precision:  # which depends on exactly which rows are used
                for i, neighbourhood in enumerate(neighbourhoods):
                    local = self.model.local_model(neighbourhood, int(left_out[i]))
                    columns = instances.taken(slice(i, i + 1)).columns
                    posteriors[i, a] = local.posteriors(columns, 1, convention.arithmetic)[0]
            else:
                posteriors[:, a] = self._summed(neighbourhoods, x, resolutions)
        return posteriors

    def _summed(self, neighbourhoods: Sequence[Neighbourhood], x: Floats, resolutions: Floats) -> Floats:
        """Return posteriors of instances x (instances, m), each from the weights of its neighbourhood."""
        o = self._training.n_classes
        known = ~np.isnan(x)
        posteriors = np.empty((len(x), o))
        for pattern in np.unique(known, axis=0):
            same = np.flatnonzero((known == pattern).all(axis=1))
            own = [neighbourhoods[i] for i in same.tolist()]
            positions = np.concatenate([one.positions for one in own])
            model = np.repeat(np.arange(len(own)), [len(one) for one in own])
            statistics = self._statistics(positions, x[same[model]].T)
            statistics *= np.concatenate([one.rescaled for one in own])
            group = self._training.classes[positions] * len(own) + model
            sums = np.array([sum_by(group, row, o * len(own)) for row in statistics])
            posteriors[same] = self._from_sums(sums.reshape(-1, o, len(own)), pattern, resolutions[same].T)
        return posteriors

    # -- naive Bayes from sums ------------------------------------------------------------------------

    @np.errstate(over="ignore")  # far outside the range
    def _statistics(self, positions: NDArray[np.intp], x: Floats) -> Floats:
        """Return the statistics of training rows from which the posterior of an instance x follows.

        `x` has shape (m, 1), or (m, rows) if each row has an instance of its own.

        They are 1; z and z² of numeric predictors, z = value - x in units of the range; [value = x] of
        nominal ones; and, if any value is missing, [value is present] of both. Predictors that the instance
        lacks have none. Shape (statistics, rows).
        """
        known = ~np.isnan(x[:, 0])
        numeric = self._is_numeric[known]
        values, x = self._values[np.ix_(known, positions)], x[known]
        z = (values[numeric] - x[numeric]) / self._widths[known][numeric, None]
        z = np.clip(z, -LARGEST, LARGEST)  # the square must stay finite
        parts = [np.ones((1, len(positions))), z, z * z, values[~numeric] == x[~numeric]]
        if self._any_missing:
            present = ~np.isnan(values)
            parts[1:3] = [np.where(present[numeric], part, 0.0) for part in parts[1:3]]
            parts.append(present)
        return np.concatenate(parts)

    def _from_sums(self, sums: Floats, known: NDArray[np.bool_], resolutions: Floats) -> Floats:
        """Return P(c|x) (Eq. 4 to 6) from weighted sums of the statistics. Shape (models, classes).

        `sums` has shape (statistics, classes, models); `known` says which values the instance has;
        `resolutions` has p_j. Shape (m, models) or (m, 1).
        """
        numeric, m = self._is_numeric[known], int(np.count_nonzero(known))
        n = np.count_nonzero(numeric)
        weights, of_z, equal = sums[0], sums[1 : 1 + 2 * n], sums[1 + 2 * n : 1 + n + m]
        present = sums[1 + n + m :] if self._any_missing else np.broadcast_to(weights, (m, *weights.shape))
        logs = np.empty((1 + m, *weights.shape))  # in the order of the file, in which products underflow
        logs[0] = np.log((1 + weights) / (len(weights) + weights.sum(axis=0)))
        of_predictors = logs[1:]
        width = self._widths[known][numeric, None, None]
        least = resolutions[known][numeric, None] / np.sqrt(12)
        of_predictors[numeric] = _log_normals(of_z, present[numeric], least, width)
        total = equal.sum(axis=1, keepdims=True) if self._sweeper.eq6 == "printed" else present[~numeric]
        shares = (1 + equal) / (self._n_values[known][~numeric, None, None] + total)
        of_predictors[~numeric] = np.log(np.maximum(shares, FLOOR))
        return combine(np.moveaxis(logs, 1, 2), self._convention.arithmetic)

    @cached_property
    def _taylor(self) -> list[Floats]:
        return taylor(coefficients(self._sweeper.kernel, self._convention.kernel_one))

    @cached_property
    def _is_numeric(self) -> NDArray[np.bool_]:
        return np.array([a.is_numeric for a in self._training.attributes], dtype=bool)

    @cached_property
    def _n_values(self) -> Floats:
        """The number of values of each nominal predictor. Shape (m,)."""
        return np.array([float(len(a.values)) if a.is_nominal else 0.0 for a in self._training.attributes])

    @cached_property
    def _values(self) -> Floats:
        """All values: numbers as they are, codes as floats, NaN for missing ones. Shape (m, n)."""
        training = self._training
        values = np.empty((len(training.attributes), training.n))
        for row, attribute, column in zip(values, training.attributes, training.columns, strict=True):
            row[:] = column if attribute.is_numeric else np.where(column < 0, np.nan, column)
        return values

    @cached_property
    def _any_missing(self) -> bool:
        return bool(np.isnan(self._values).any())

    @cached_property
    def _widths(self) -> Floats:
        """The range of each numeric predictor. Shape (m,)."""
        width = self._training.ranges.high - self._training.ranges.low
        return np.where(width > 0, width, 1.0)


@np.errstate(invalid="ignore", divide="ignore")  # a class without rows has no normal
def _log_normals(sums: Floats, present: Floats, least: Floats, width: Floats) -> Floats:
    """Return ln N(x; mean, sd), floored, from Σ w z, Σ w z² and Σ w of predictors, classes and models.

    `least` and `width` are the least deviation and the unit of z of each predictor. As z is measured from
    the instance, the mean of z is also how far the instance is from the mean.
    """
    mean, square = sums.reshape(2, *present.shape) / present
    mean *= mean
    square -= mean
    variance = np.maximum(square, (least / width) ** 2, out=square)
    mean /= variance
    logs = np.log(variance, out=variance)
    logs += mean
    logs += np.log(2 * np.pi) + 2 * np.log(width)  # the square of a tiny width would be 0
    logs *= -0.5
    # NaN, for a class without rows, becomes the floor as well.
    return np.asarray(np.fmax(logs, np.log(FLOOR), out=logs))


def _distinct(ascending: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each distinct value stands first, and which of them each value is."""
    is_new = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    return np.flatnonzero(is_new), np.cumsum(is_new) - 1


def _shares(votes: Floats) -> Floats:
    """Return votes (classes, ks) as probabilities (ks, classes); equal ones if there are no votes."""
    total = votes.sum(axis=0)
    return np.asarray(np.divide(votes, total, out=np.full_like(votes, 1 / len(votes)), where=total > 0).T)
