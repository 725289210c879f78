"""The tree of Weka's BayesNet with TAN search, inferred from the networks that it prints.

A bond is worth what it adds to the Bayesian score of the child: the log probability of its column given the
class and the parent, with all tables integrated out under Dirichlet priors. Bonds of exactly equal worth are
common (every attribute gains nothing from one that is constant), and in Weka the rounding of the sums decides
between them. To find the same tree, the terms must be added one by one in a certain order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.counts import NominalRows
from lwnb_core.learners.tan_tree import Tree, as_parents

# The number of terms that are added at a time.
_TERMS = 2_000_000


def score_tree(rows: NominalRows, alpha: float) -> Tree:
    """Return Weka's tree. No value may be missing.

    The best bond of all comes first, then always the best that joins a new attribute, whichever of the two
    it was scored for. In that order each bond is turned *against* the way it was scored, unless that would
    give an attribute a second parent. The first of equal bonds wins, child by child.
    """
    strengths = score_gains(rows, alpha)
    m = len(strengths)
    parents = np.full(m, -1)
    inside = np.zeros(m, dtype=bool)
    for _ in range(m - 1):
        joins = inside[:, None] != inside if inside.any() else ~np.eye(m, dtype=bool)
        child, parent = divmod(int(np.argmax(np.where(joins, strengths, -np.inf))), m)
        if parents[parent] < 0:
            parents[parent] = child
        else:
            parents[child] = parent
        inside[[child, parent]] = True
    return Tree(as_parents(parents), (), strengths)


def score_gains(rows: NominalRows, alpha: float) -> NDArray[np.float64]:
    """Return what attribute j as a parent adds to the score of attribute i. Shape (m, m), the diagonal 0."""
    ids, o, m = rows.ids, rows.n_classes, len(rows.ids.sizes)
    every_value = np.arange(ids.total)
    indicators = [rows.indicators(every_value, ids.total, c) for c in range(o)]
    alone = rows.value_counts().T
    gains = np.zeros((m, m))
    for i, size in enumerate(ids.sizes):
        own = slice(int(ids.offsets[i]), int(ids.offsets[i] + size))
        weighted = [indicators[c][:, own].T * rows.weights[rows.of_class(c)] for c in range(o)]
        base = score(alone[:, None, own, None], alpha)
        for parents in _alike(ids.sizes, int(size) * o):
            # One row per value, one column per parent.
            values = ids.offsets[parents] + np.arange(ids.sizes[parents[0]])[:, None]
            counts = np.stack([weighted[c] @ indicators[c][:, values.ravel()] for c in range(o)])
            counts = counts.reshape(o, size, *values.shape).swapaxes(1, 2)
            gains[i, parents] = score(counts, alpha) - base
    np.fill_diagonal(gains, 0.0)
    return gains


def score(counts: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    """Return the log probability of columns given class and parent, with the terms added in Weka's order.

    `counts` are of shape (classes, values of the parent, values of the child, k), the result is of (k,).
    """
    from scipy.special import gammaln  # slow to load

    o, given, size, k = counts.shape
    terms = np.empty((o, given, size + 3, k))
    terms[:, :, :size] = gammaln(counts + alpha)
    terms[:, :, size] = -gammaln((counts + alpha).sum(axis=2))
    terms[:, :, size + 1] = -size * gammaln(alpha)
    terms[:, :, size + 2] = gammaln(size * alpha)
    # A running sum, because a plain one may add in any order.
    return np.asarray(np.cumsum(terms.reshape(-1, k), axis=0)[-1])


def _alike(sizes: NDArray[np.intp], cells: int) -> list[NDArray[np.intp]]:
    """Group attributes with equally many values; each group is small enough to be counted at once."""
    groups: list[NDArray[np.intp]] = []
    for size in np.unique(sizes[sizes > 0]):
        same = np.flatnonzero(sizes == size)
        at_once = max(1, _TERMS // max(1, cells * int(size)))
        groups += [same[start : start + at_once] for start in range(0, len(same), at_once)]
    return groups
