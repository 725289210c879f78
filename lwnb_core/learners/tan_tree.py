"""The tree of TAN: which attribute depends on which, besides the class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.counts import MISSING, NominalRows

# Strengths closer than this are a tie, which the first attribute wins: rounding decides nothing.
_TIE = 1e-10
# The number of values that are paired with all others at a time.
_BLOCK = 1024

Function = Callable[[NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Tree:
    """Each attribute's parent among the attributes, and how strong every bond would be.

    Attributes
    ----------
    parents
        Parent of each attribute; None for the root and for attributes outside of the tree.
    outside
        Attributes that are not part of the tree.
    strengths
        Row i, column j: what j as the parent of i is worth. Shape (m, m).
    """

    parents: tuple[int | None, ...]
    outside: tuple[int, ...]
    strengths: NDArray[np.float64]


def information_tree(rows: NominalRows) -> Tree:
    """Return the maximum spanning tree on I(A;B|C) (Friedman et al. 1997), grown from the first attribute.

    Attributes with more values than half the rows stay outside: a name tells everything about everything.
    """
    strengths = conditional_information(rows)
    identifiers = rows.ids.sizes > rows.weights.sum() / 2
    waiting = ~identifiers
    parents = np.full(len(waiting), -1)
    strongest = np.full(len(waiting), -1.0)  # the bond of each attribute with the tree; none yet
    while waiting.any():
        new = _first_largest(np.where(waiting, strongest, -np.inf))
        waiting[new] = False
        better = waiting & (strengths[:, new] > strongest + _TIE)
        strongest[better], parents[better] = strengths[better, new], new
    return Tree(as_parents(parents), tuple(np.flatnonzero(identifiers).tolist()), strengths)


def _first_largest(strengths: NDArray[np.float64]) -> int:
    """Return the position of the first that no other exceeds by more than rounding."""
    return int(np.argmax(strengths >= strengths.max() - _TIE))


def as_parents(parents: NDArray[np.intp]) -> tuple[int | None, ...]:
    """Replace -1 by None for an attribute without a parent."""
    return tuple(None if p < 0 else int(p) for p in parents)


def conditional_information(rows: NominalRows) -> NDArray[np.float64]:
    """Return I(A;B|C) in nats: Σ n_abc/N ln(n_abc n_c/(n_ac n_bc)). Shape (m, m), the diagonal 0.

    The counts are over the rows in which A and B are both known, N is the weight of all rows.
    """
    m = len(rows.ids.sizes)
    information = np.zeros((m, m))
    for part in _parts(rows):
        part.add_pairs(information, _n_log_n)
        alone = np.zeros((m, m))  # Σ n_ac ln n_ac: values of A in rows in which B is known
        alone[part.owners] = part.summed(_n_log_n(part.weighted @ part.present))
        present = part.weights[:, None] * part.present
        information += _n_log_n(present.T @ part.present) - alone - alone.T
    np.fill_diagonal(information, 0.0)
    n = float(rows.weights.sum())
    return np.maximum(information, 0.0) / n if n > 0 else information


@dataclass(frozen=True, eq=False)
class _Part:
    """The rows of one class, and which values occur in them.

    Attributes
    ----------
    owners, starts
        Attributes of which a value occurs, and where each one's values begin.
    indicators
        1 where a row has a value. Shape (rows, values).
    weighted
        The same times the rows' weights, the other way round. Shape (values, rows).
    present, weights
        Shapes (rows, m) and (rows,).
    """

    owners: NDArray[np.intp]
    starts: NDArray[np.intp]
    indicators: NDArray[np.float64]
    weighted: NDArray[np.float64]
    present: NDArray[np.bool_]
    weights: NDArray[np.float64]

    def add_pairs(self, sums: NDArray[np.float64], function: Function) -> None:
        """Add Σ function(n_uv) over the values u, v of any two attributes; function(0) must be 0."""
        by_owner = np.empty((len(self.weighted), len(self.owners)))
        for start in range(0, len(self.weighted), _BLOCK):
            block = slice(start, start + _BLOCK)
            by_owner[block] = np.add.reduceat(
                function(self.weighted[block] @ self.indicators), self.starts, axis=1
            )
        sums[np.ix_(self.owners, self.owners)] += self.summed(by_owner)

    def summed(self, by_value: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum rows for values to rows for the attributes in `owners`."""
        return np.asarray(np.add.reduceat(by_value, self.starts, axis=0))


def _parts(rows: NominalRows) -> Iterator[_Part]:
    for c in range(rows.n_classes):
        chosen = rows.of_class(c)
        occurring = np.unique(rows.values[chosen])
        occurring = occurring[occurring != MISSING]
        if len(occurring) > 0:
            owners, starts = np.unique(rows.ids.owners[occurring], return_index=True)
            columns = np.full(rows.ids.total, MISSING)
            columns[occurring] = np.arange(len(occurring))
            indicators = rows.indicators(columns, len(occurring), c)
            weighted = (indicators * rows.weights[chosen, None]).T
            yield _Part(owners, starts, indicators, weighted, rows.present[chosen], rows.weights[chosen])


def _n_log_n(n: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.special import xlogy  # slow to load

    return np.asarray(xlogy(n, n))
