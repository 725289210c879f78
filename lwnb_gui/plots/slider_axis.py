"""The axis that the k slider and the ribbon share. No matplotlib: the slider is there before any figure."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_FIRST = (1, 2, 3, 5)
# Labels nearer to each other than this share of the way would touch.
_APART = 0.03


def slider_place(k: ArrayLike, n: int) -> Floats:
    """t(k) = ln((k + 4)/5) / ln((n + 4)/5): where k lies on a slider from 1 (0) to n (1)."""
    if n <= 1:
        return np.zeros_like(np.asarray(k, dtype=float))
    return np.asarray(np.log((np.asarray(k, dtype=float) + 4) / 5) / np.log((n + 4) / 5))


def place_of_k(k: int, n: int) -> float:
    """As `slider_place`, for one k: quicker, because it is asked at every step of a drag."""
    return math.log((k + 4) / 5) / math.log((n + 4) / 5) if n > 1 else 0.0


def slider_k(t: float, n: int) -> int:
    """The k nearest to a place on the slider."""
    k = 5 * ((n + 4) / 5) ** min(max(t, 0.0), 1.0) - 4
    return min(max(round(k), 1), max(n, 1))


def slider_ticks(n: int) -> list[int]:
    """1, 2, 3, 5, 10, 20, 50, … up to n, without those that would touch the last."""
    ticks = [*_FIRST]
    decade = 10
    while decade <= n:
        ticks += [decade, 2 * decade, 5 * decade]
        decade *= 10
    kept = [k for k in ticks if k < n and slider_place(n, n) - slider_place(k, n) > 0.035]
    apart: list[int] = []
    for k in kept:
        if not apart or float(slider_place(k, n) - slider_place(apart[-1], n)) > _APART:
            apart.append(k)
    return [*apart, n] if n > 1 else [1]
