"""The axis of k of slider and ribbon: small k have more space, because there each step changes most."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_FIRST = (1, 2, 3, 5)
# Labels nearer to each other than this share of the axis would touch.
_APART, _APART_FROM_LAST = 0.03, 0.035


def positions_of_k(k: ArrayLike, n: int) -> Floats:
    """t(k) = ln((k + 4)/5) / ln((n + 4)/5): where k lies on the way from 1 (0) to n (1)."""
    if n <= 1:
        return np.zeros_like(np.asarray(k, dtype=float))
    return np.asarray(np.log((np.asarray(k, dtype=float) + 4) / 5) / np.log((n + 4) / 5))


def position_of_k(k: float, n: int) -> float:
    """As `positions_of_k`, for one k."""
    return math.log((k + 4) / 5) / math.log((n + 4) / 5) if n > 1 else 0.0


def k_at_position(t: float, n: int) -> int:
    """The k nearest to a place on the axis."""
    k = 5 * ((n + 4) / 5) ** min(max(t, 0.0), 1.0) - 4
    return min(max(round(k), 1), max(n, 1))


def ticks_of_k(n: int) -> list[int]:
    """1, 2, 3, 5, 10, 20, 50, … up to n, without those that would touch another."""
    ticks = [*_FIRST]
    decade = 10
    while decade <= n:
        ticks += [decade, 2 * decade, 5 * decade]
        decade *= 10
    apart: list[int] = []
    for k in ticks:
        far_from_last = k < n and 1 - position_of_k(k, n) > _APART_FROM_LAST
        if far_from_last and (not apart or position_of_k(k, n) - position_of_k(apart[-1], n) > _APART):
            apart.append(k)
    return [*apart, n] if n > 1 else [1]
