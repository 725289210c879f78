"""Who is near an instance, without sorting all rows; if it only moved, without reading all columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.packed import Packed

Floats = NDArray[np.float64]

# One row in so many is looked at to guess how far the nearest of them reach.
_APART = 97
# More attributes than this moved at once: the distances are as soon computed anew.
_MOST_MOVED = 3
# How far outside the range [0, 1] a moved value may be: beyond, its square would swallow the others' digits.
_OUTSIDE = 1.0
# More than what adding and taking away squares can do to a distance, relative to 1 + d².
_WRONG = 1e-9


def nearest_few(d2: Floats, first: int, wrong: float = 0.0) -> tuple[NDArray[np.intp], float]:
    """About `first` of the nearest rows, often some times as many, and a reach: all up to it are among them.

    The reach is guessed from some of the rows, which takes a fraction of the time of finding out who the
    nearest are exactly; where the guess is far off, that is done. The distances may be wrong by so much
    relative to 1 + d²: the reach holds for the right ones.
    """
    some = d2[::_APART]
    place = 2 * first // _APART + 8
    if place < len(some):
        reach = float(np.partition(some, place)[place])
        near = np.flatnonzero(d2 <= reach + wrong * (1 + reach))
        if first < len(near) <= 8 * first:
            return near, reach
    near = np.sort(np.argpartition(d2, first)[:first])
    farthest = float(d2[near].max())  # of rows tied with that one, some may not be among these
    return near, float(np.nextafter(farthest - 2 * wrong * (1 + farthest), -np.inf))


@dataclass(frozen=True, eq=False)
class Distances:
    """d² from one query to all training rows."""

    packed: Packed
    query: Floats
    d2: Floats

    def nearest_to(self, packed: Packed, query: Floats, first: int) -> tuple[NDArray[np.intp], Floats] | None:
        """About `first` rows nearest to another query, all up to some distance, with their d² from there.

        Only the columns in which it differs are read, so that a dragged value does not go through all of the
        memory. The sums that this gives have other rounding errors; the d² returned are computed as ever.
        None where too much differs for that.
        """
        if packed is not self.packed:
            return None
        differs = ~((query == self.query) | (np.isnan(query) & np.isnan(self.query)))
        moved = np.flatnonzero(differs[packed.columns])
        both = np.array([self.query, query])
        values = both[:, : packed.n_numeric][:, differs[: packed.n_numeric]]
        if len(moved) > _MOST_MOVED or (np.abs(values - 0.5) > 0.5 + _OUTSIDE).any():
            return None
        about = packed.moved_distances(self.d2, both, moved)
        near, reach = nearest_few(about, first, _WRONG)
        d2 = packed.distances_to(near, query)
        return near[d2 <= reach], d2[d2 <= reach]
