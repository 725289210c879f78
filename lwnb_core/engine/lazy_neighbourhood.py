"""A neighbourhood whose weights are worked out when somebody looks at them.

At a million rows the weights of a large neighbourhood take longer than the local model, which has no need of
them: it comes from running sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lwnb_core.local.convention import Convention
from lwnb_core.local.kernels import Kernel
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking


class LazyNeighbourhood(Neighbourhood):
    """The rows with d ≤ h as views of a ranking; only for conventions in which those are the members."""

    def __init__(
        self, ranking: Ranking, k: int, row: int, end: int, r: float, kernel: Kernel, convention: Convention
    ) -> None:
        own = {
            "positions": ranking.positions[:end],
            "distances": ranking.distances[:end],
            "bandwidth": float(ranking.distances[row]),
            "r": r,
            "_row": row,
            "_whole": lambda: ranking.neighbourhood(k, kernel, convention),
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name == "tied":
            tied = np.zeros(len(self), dtype=bool)
            tied[self._row + 1 :] = True  # the last ones are those at h
            object.__setattr__(self, name, tied)
        elif name in ("weights", "rescaled"):
            found = self._whole()
            object.__setattr__(self, "weights", found.weights)
            object.__setattr__(self, "rescaled", found.rescaled)
        else:
            raise AttributeError(name)
        return self.__dict__[name]
