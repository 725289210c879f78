"""Posteriors of LWNB, KNN and KNNDW at many k in plain numpy: what `Sweeper` computes, without a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.compiled.loop_arguments import Posteriors
from lwnb_core.engine.cumulative import KernelSums, moments
from lwnb_core.engine.polynomials import coefficients
from lwnb_core.engine.sweeper import Consumer, Sweeper
from lwnb_core.learners.knn import voting
from lwnb_core.learners.lwnb import LWNB, LWNBModel
from lwnb_core.local.kernels import TRACE
from lwnb_core.local.naive_bayes import FLOOR, combine
from lwnb_core.local.neighbourhood import Ranking
from lwnb_core.local.training import LARGEST, NOWHERE, Instances
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]

# Models are computed in blocks whose sums take about this much memory: more would not fit into the caches.
_AT_ONCE = 4e5


def sweep_each(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    consume: Consumer,
    progress: Progress = silent,
    jobs: int = 1,
    work: float = float("inf"),
) -> None:
    """Call `Sweeper.each`, or do the same in numpy if nothing is compiled or `work` is too small."""
    if choice.compiled(work):
        sweeper.each(instances, left_out, ks, consume, progress, jobs)
        return
    for i, posteriors in enumerate(plain_posteriors(sweeper, instances, left_out, ks, progress)):
        consume(i, *posteriors)
        progress(i + 1, len(instances))


def plain_posteriors(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress = silent,
) -> Iterator[Posteriors]:
    """Yield posteriors of LWNB, KNN and KNNDW for each instance, each of shape (ks, classes)."""
    plain = _PlainSweeper(sweeper)
    for i, d2 in enumerate(plain.model.distances(instances, left_out)):

        def check(_: int, __: int, /, done: int = i) -> None:
            progress(done, len(instances))

        yield plain.posteriors(instances.taken(slice(i, i + 1)), d2, int(left_out[i]), ks, check)


class _PlainSweeper:
    """The learners of a sweeper, for one instance at a time."""

    def __init__(self, sweeper: Sweeper) -> None:
        self._sweeper, self._training, self._convention = sweeper, sweeper.training, sweeper.convention
        learner = LWNB(1, sweeper.convention, kernel=sweeper.kernel, eq6=sweeper.eq6)
        self.model: LWNBModel = learner.fit_training(sweeper.training)

    def posteriors(
        self, instance: Instances, d2: Floats, left_out: int, ks: NDArray[np.int64], check: Progress
    ) -> Posteriors:
        """Return posteriors at ascending k, given d² to all training rows, of which one may be left out."""
        sweeper = self._sweeper
        ranking = Ranking.of(d2, self._training.weights, left_out)
        lwnb = knn = knndw = np.full((len(ks), self._training.n_classes), np.nan)
        if sweeper.lwnb and sweeper.lwnb_ks is None:
            lwnb = self._lwnb(instance, ranking, left_out, ks, check)
        elif sweeper.lwnb:
            lwnb = lwnb.copy()
            lwnb[np.isin(ks, sweeper.lwnb_ks)] = self._lwnb(
                instance, ranking, left_out, sweeper.lwnb_ks, check
            )
        if sweeper.knn or sweeper.knndw:
            knn, knndw = self._votes(ranking, left_out, ks)
        return Posteriors(lwnb, knn, knndw)

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

    def _lwnb(
        self, instance: Instances, ranking: Ranking, left_out: int, ks: NDArray[np.int64], check: Progress
    ) -> Floats:
        """Return LWNB's posteriors. Shape (ks, classes)."""
        kernel, convention, training = self._sweeper.kernel, self._convention, self._training
        # All k with the same bandwidth share their neighbourhood.
        h2, first, which = _distinct(ranking.d2[ranking.bandwidth_rows(ks, kernel, convention)])
        ks = ks[first]
        if convention.numeric == "precision" and self._is_numeric.any():
            return self._one_by_one(instance, ranking, left_out, ks, check)[which]
        carries_over = self._sweeper.carries_over
        if carries_over:
            ranking = ranking.up_to(h2[-1])
        by_class = np.argsort(training.classes[ranking.positions], kind="stable")
        sizes = np.bincount(training.classes[ranking.positions], minlength=training.n_classes)
        classes = [slice(*ends) for ends in pairwise([0, *np.cumsum(sizes).tolist()])]
        x = instance.values(0)
        statistics = self._statistics(ranking.positions[by_class], x)
        if carries_over:
            kernel_sums = KernelSums(
                statistics * ranking.instance_weights[by_class],
                ranking.d2[by_class],
                classes,
                coefficients(kernel, convention.kernel_one),
            )
            r = ranking.weight_within(h2)
        posteriors = np.empty((len(ks), training.n_classes))
        per_model = len(statistics) * training.n_classes if carries_over else len(ranking)
        size = max(1, int(_AT_ONCE / (8 * per_model)))
        for start in range(0, len(ks), size):
            check(0, 0)
            some = slice(start, start + size)
            if carries_over:
                sums = kernel_sums.at(h2[some])
                sums *= r[some] / sums[0].sum(axis=0)
            else:
                weights = self._weights(ranking, ks[some])[by_class]
                sums = np.stack([statistics[:, own] @ weights[own] for own in classes], axis=1)
            posteriors[some] = self._from_sums(sums, x, left_out)
        return posteriors[which]

    def _weights(self, ranking: Ranking, ks: NDArray[np.int64]) -> Floats:
        """Return the rescaled weights of all rows, 0 outside the neighbourhood. Shape (rows, ks)."""
        weights = np.zeros((len(ranking), len(ks)))
        for i, k in enumerate(ks.tolist()):
            neighbourhood = ranking.neighbourhood(k, self._sweeper.kernel, self._convention)
            weights[: len(neighbourhood), i] = neighbourhood.rescaled
        return weights

    def _one_by_one(
        self, instance: Instances, ranking: Ranking, left_out: int, ks: NDArray[np.int64], check: Progress
    ) -> Floats:
        """Fit a model at each k, because Weka's precision depends on exactly which rows are used."""
        posteriors = np.empty((len(ks), self._training.n_classes))
        for i, k in enumerate(ks.tolist()):
            check(0, 0)
            neighbourhood = ranking.neighbourhood(k, self._sweeper.kernel, self._convention)
            local = self.model.local_model(neighbourhood, left_out)
            posteriors[i] = local.posteriors(instance.columns, 1, self._convention.arithmetic)[0]
        return posteriors

    # -- naive Bayes from sums ------------------------------------------------------------------------

    def _statistics(self, positions: NDArray[np.intp], x: Floats) -> Floats:
        """Return the statistics of training rows from which the posterior of an instance x follows.

        They are 1; z and z² of numeric predictors, z = value - x in units of the range; [value = x] of
        nominal ones; and, if any value is missing, [value is present] of both. Predictors that the instance
        lacks have none. Shape (statistics, rows).
        """
        known = ~np.isnan(x)
        numeric = self._is_numeric[known]
        values, x = self._values[np.ix_(known, positions)], x[known, None]
        z = (values[numeric] - x[numeric]) / self._widths[known][numeric, None]
        z = np.clip(z, -LARGEST, LARGEST)  # the square must stay finite
        parts = [np.ones((1, len(positions))), z, z * z, values[~numeric] == x[~numeric]]
        if self._any_missing:
            present = ~np.isnan(values)
            parts[1:3] = [np.where(present[numeric], part, 0.0) for part in parts[1:3]]
            parts.append(present)
        return np.concatenate(parts)

    def _from_sums(self, sums: Floats, x: Floats, left_out: int) -> Floats:
        """Return P(c|x) (Eq. 4 to 6) from weighted sums of the statistics. Shape (models, classes).

        `sums` has shape (statistics, classes, models).
        """
        known = ~np.isnan(x)
        numeric, m = self._is_numeric[known], np.count_nonzero(known)
        n = np.count_nonzero(numeric)
        weights, of_z, equal, present = np.split(sums, np.cumsum([1, 2 * n, m - n]))
        if not self._any_missing:
            present = np.broadcast_to(weights, (m, *weights.shape[1:]))
        logs = np.empty((1 + m, *weights.shape[1:]))  # in the order of the file, in which products underflow
        logs[:1] = np.log((1 + weights) / (self._training.n_classes + weights.sum(axis=1)))
        of_predictors = logs[1:]
        least = self._training.resolutions_without(left_out)[known][numeric] / np.sqrt(12)
        of_predictors[numeric] = _log_normals(of_z, present[numeric], least, self._widths[known][numeric])
        total = equal.sum(axis=1, keepdims=True) if self._sweeper.eq6 == "printed" else present[~numeric]
        shares = (1 + equal) / (self._n_values[known][~numeric, None, None] + total)
        of_predictors[~numeric] = np.log(np.maximum(shares, FLOOR))
        return combine(np.moveaxis(logs, 1, 2), self._convention.arithmetic)

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
def _log_normals(sums: Floats, present: Floats, least: Floats, widths: Floats) -> Floats:
    """Return ln N(x; mean, sd), floored, from Σ w z, Σ w z² and Σ w of predictors, classes and models.

    `least` and `widths` are the least deviation and the unit of z of each predictor. As z is measured from
    the instance, the mean of z is also how far the instance is from the mean.
    """
    mean, square = sums.reshape(2, *present.shape) / present
    mean *= mean
    square -= mean
    variance = np.maximum(square, (least / widths)[:, None, None] ** 2, out=square)
    mean /= variance
    logs = np.log(variance, out=variance)
    logs += mean
    logs += np.log(2 * np.pi * widths**2)[:, None, None]
    logs *= -0.5
    return np.fmax(logs, np.log(FLOOR), out=logs)  # NaN, for a class without rows, becomes the floor as well


def _distinct(ascending: Floats) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Return the distinct values, where each stands first, and which of them each value is."""
    is_new = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    return ascending[is_new], np.flatnonzero(is_new), np.cumsum(is_new) - 1


def _shares(votes: Floats) -> Floats:
    """Return votes (classes, ks) as probabilities (ks, classes); equal ones if there are no votes."""
    total = votes.sum(axis=0)
    return np.divide(votes, total, out=np.full_like(votes, 1 / len(votes)), where=total > 0).T
