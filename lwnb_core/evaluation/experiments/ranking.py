"""Ranking learners over many data sets: significant wins and losses, and mean ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.evaluation.measures import comparable
from lwnb_core.evaluation.significance import corrected_t_test

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rank:
    """The rank of one learner among the others.

    Attributes
    ----------
    mean_rank
        Mean over the data sets of its rank by mean score, 1 for the best; tied learners share their ranks.
    wins, losses
        How often it is significantly better or worse than another learner on a data set, over all pairs.
    """

    learner: str
    mean_rank: float
    wins: int
    losses: int

    @property
    def balance(self) -> int:
        return self.wins - self.losses


def rank_learners(
    scores: Mapping[str, Sequence[Floats | None]], folds: int, *, less_is_better: bool = False
) -> tuple[Rank, ...]:
    """Rank learners by wins minus losses, then by mean rank.

    `scores` has, for each learner, its fold results on every data set, in the same order (None where it has
    none: then it shares the last rank).
    """
    names = list(scores)
    sign = -1.0 if less_is_better else 1.0
    from scipy.stats import rankdata  # slow to load

    n_data = len(next(iter(scores.values()), ()))
    wins, losses = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    all_ranks: list[Floats] = []
    for d in range(n_data):
        by_learner = {name: scores[name][d] for name in names}
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                first, second = by_learner[a], by_learner[b]
                if first is None or second is None or first.shape != second.shape:
                    continue
                mark = corrected_t_test(sign * first, sign * second, folds=folds).mark
                wins[b if mark == "+" else a] += mark != ""
                losses[a if mark == "+" else b] += mark != ""
        means = [-np.inf if x is None else comparable(float(np.mean(sign * x))) for x in by_learner.values()]
        if np.isfinite(means).any():
            all_ranks.append(rankdata(-np.asarray(means)))
    mean_ranks = np.mean(all_ranks, axis=0) if all_ranks else np.full(len(names), np.nan)
    ranks = [Rank(n, float(mean_ranks[i]), wins[n], losses[n]) for i, n in enumerate(names)]
    return tuple(sorted(ranks, key=lambda r: (-r.balance, r.mean_rank)))
