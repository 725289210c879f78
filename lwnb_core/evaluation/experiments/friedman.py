"""Whether learners differ over many data sets: Friedman's test, and Nemenyi's of all pairs.

As J. Demšar recommends in "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of
Machine Learning Research 7 (2006), 1-30.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.evaluation.measures import comparable

Floats = NDArray[np.float64]

LEVEL = 0.05
# With fewer data sets the test says little; two learners are just one pair.
LEAST_DATASETS, LEAST_LEARNERS = 5, 3


@dataclass(frozen=True)
class FriedmanTest:
    """Learners compared by their ranks on each of several data sets.

    Attributes
    ----------
    datasets
        Number of data sets on which all learners have results.
    mean_ranks
        In the order of the learners; 1 is best, tied learners share their ranks.
    statistic, p
        Friedman's χ², corrected for ties, with one degree of freedom less than there are learners; and how
        probable one as large would be if all learners were equally good.
    critical_difference
        Nemenyi: two learners differ significantly where their mean ranks differ by at least this much.
    """

    learners: tuple[str, ...]
    datasets: int
    mean_ranks: tuple[float, ...]
    statistic: float
    p: float
    critical_difference: float

    @property
    def is_significant(self) -> bool:
        """Whether the learners differ at the 5 % level."""
        return self.p < LEVEL

    @property
    def different_pairs(self) -> tuple[tuple[str, str], ...]:
        """The better and the worse learner of every significantly different pair, the widest gap first.

        There are none unless Friedman's test finds a difference at all.
        """
        if not self.is_significant:
            return ()
        ranks = sorted(zip(self.mean_ranks, self.learners, strict=True), key=lambda pair: pair[0])
        apart = [(b - a, better, worse) for (a, better), (b, worse) in combinations(ranks, 2)]
        apart = [found for found in apart if comparable(found[0]) >= comparable(self.critical_difference)]
        return tuple((better, worse) for _, better, worse in sorted(apart, key=lambda found: -found[0]))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the result of both tests in words."""
        p = "p < 0.001" if self.p < 0.001 else f"p = {self.p:.3f}"
        found = (
            "the learners differ significantly (5 % level)"
            if self.is_significant
            else "no significant difference between the learners (5 % level)"
        )
        friedman = (
            f"Friedman test over {self.datasets} data sets: {found};"
            f" χ² = {self.statistic:.2f} with {len(self.learners) - 1} degrees of freedom, {p}."
        )
        if not self.is_significant:
            return (friedman,)
        rule = (
            "Nemenyi test: two learners differ significantly where their mean ranks differ by"
            f" {self.critical_difference:.2f} or more."
        )
        pairs = [f"{better} is better than {worse}" for better, worse in self.different_pairs]
        named = f"{'; '.join(pairs)}." if pairs else "No two learners do."
        return (friedman, f"{rule} {named}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "datasets": self.datasets,
            "mean_ranks": dict(zip(self.learners, self.mean_ranks, strict=True)),
            "statistic": self.statistic,
            "degrees_of_freedom": len(self.learners) - 1,
            "p": self.p,
            "critical_difference": self.critical_difference,
            "different_pairs": [list(pair) for pair in self.different_pairs],
        }


def friedman_test(learners: Sequence[str], scores: Floats, *, sign: float = 1.0) -> FriedmanTest | None:
    """Compare learners by their scores, of shape (data sets, learners); with `sign` -1, less is better.

    The result is None if there are too few data sets or learners.

    >>> scores = np.array([[9, 8, 7], [8, 7, 9], [9, 7, 6], [7, 6, 5], [9, 6, 5]])
    >>> test = friedman_test(["a", "b", "c"], scores)
    >>> test.mean_ranks
    (1.2, 2.2, 2.6)
    >>> round(test.p, 3)
    0.074
    """
    from scipy.stats import friedmanchisquare, rankdata  # slow to load

    n, k = len(scores), len(learners)
    if n < LEAST_DATASETS or k < LEAST_LEARNERS:
        return None
    rounded = np.vectorize(comparable)(sign * scores)
    ranks = rankdata(-rounded, axis=1)
    if (rounded == rounded[:, :1]).all():
        statistic, p = 0.0, 1.0  # all are tied everywhere
    else:
        found = friedmanchisquare(*rounded.T)
        statistic, p = float(found.statistic), float(found.pvalue)
    return FriedmanTest(
        tuple(learners),
        n,
        tuple(float(rank) for rank in ranks.mean(axis=0)),
        statistic,
        p,
        critical_difference(k, n),
    )


def critical_difference(learners: int, datasets: int, level: float = LEVEL) -> float:
    """Return the difference of mean ranks from which Nemenyi's test calls two learners different."""
    return _quantile(learners, level) * math.sqrt(learners * (learners + 1) / (6 * datasets))


@cache  # takes some milliseconds, and the window asks whenever a result arrives
def _quantile(learners: int, level: float) -> float:
    """Return Nemenyi's q: a quantile of the studentized range, with infinite degrees of freedom, by √2."""
    from scipy.stats import studentized_range  # slow to load

    return float(studentized_range.ppf(1 - level, learners, np.inf)) / math.sqrt(2)
