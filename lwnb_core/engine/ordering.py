"""Sorting rows by distance, with rows at equal distance in their own order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# The low bits of a snapped d² are 0; they can hold the numbers of up to this many rows.
_SNAPPED = np.int64(0xFFF)
# If at least this share of rows is tied, a stable sort is faster.
_MANY_TIES = 0.25


def nearest_first(d2: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return ``np.argsort(d2, kind="stable")`` for d² ≥ 0, by numpy's several times faster unstable sorts.

    Where they fit into the low bits of d², row numbers are sorted along with it. Otherwise rows at equal
    distance can come out in another order, which is corrected afterwards.
    """
    if len(d2) <= _SNAPPED + 1:
        bits = d2.view(np.int64)  # for numbers that are not negative, the bits have the same order
        if not np.bitwise_or.reduce(bits & _SNAPPED):
            return np.sort(bits | np.arange(len(d2))) & _SNAPPED
    order = np.argsort(d2)
    ascending = d2[order]
    like_next = ascending[1:] == ascending[:-1]
    n_tied = int(np.count_nonzero(like_next))
    if n_tied == 0:
        return order
    if n_tied > _MANY_TIES * len(d2):
        return np.argsort(d2, kind="stable")
    tied = np.zeros(len(d2), dtype=bool)
    tied[1:] = like_next
    tied[:-1] |= like_next
    where = np.flatnonzero(tied)
    rows = order[where]
    order[where] = rows[np.lexsort((rows, ascending[where]))]
    return order


def all_nearest_first(d2: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return `nearest_first` for every row of d², and the d² in that order."""
    n = d2.shape[1]
    if n <= _SNAPPED + 1:
        bits = d2.view(np.int64)
        if not np.bitwise_or.reduce(bits, axis=None) & _SNAPPED:
            keys = np.sort(bits | np.arange(n), axis=1)
            return keys & _SNAPPED, (keys & ~_SNAPPED).view(np.float64)
    orders = [nearest_first(own) for own in d2]
    return np.array(orders), np.array([own[order] for own, order in zip(d2, orders, strict=True)])
