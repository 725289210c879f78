"""The test cases of a curve study: which row is tested in which run and fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.read_only import ReadOnlyArrays, cached_arrays

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Cases(ReadOnlyArrays):
    """The test cases: each row once per run, with the fold that tested it. Arrays of shape (T,).

    Attributes
    ----------
    population
        How many rows have a class: all of them are tested unless a sample is drawn.
    """

    rows: NDArray[np.intp]
    runs: NDArray[np.int32]
    folds: NDArray[np.int32]
    classes: NDArray[np.int32]
    weights: Floats
    starts: tuple[int, ...]
    population: int

    @classmethod
    def of(cls, data: Dataset, parts: Sequence[tuple[int, int, NDArray[np.intp]]]) -> Cases:
        rows = np.concatenate([test for _, _, test in parts])
        sizes = [len(test) for _, _, test in parts]
        return cls(
            rows=rows,
            runs=np.repeat([run for run, _, _ in parts], sizes).astype(np.int32),
            folds=np.repeat([fold for _, fold, _ in parts], sizes).astype(np.int32),
            classes=data.class_codes[rows],
            weights=data.weights[rows],
            starts=tuple(int(s) for s in np.cumsum([0, *sizes])),
            population=int(np.count_nonzero(data.class_codes >= 0)),
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Cases({len(self):,} in {len(self.starts) - 1:,} folds)"

    def are_those_of(self, other: Cases) -> bool:
        """Whether these are the same rows tested by the same folds."""
        mine, theirs = (np.stack([c.rows, c.runs, c.folds]) for c in (self, other))
        return np.array_equal(mine, theirs)

    def positions_in(self, more: Cases) -> NDArray[np.intp] | None:
        """Return the positions of these cases among more cases, in the same folds or in more runs of them.

        Returns None if one is missing.
        """
        if len(self.starts) > len(more.starts) or len(self) > len(more):
            return None
        largest = int(more.rows.max(initial=0)) + 1
        mine, theirs = (c.parts * largest + c.rows for c in (self, more))
        order = np.argsort(theirs)
        positions = order[np.minimum(np.searchsorted(theirs, mine, sorter=order), len(theirs) - 1)]
        same = (theirs[positions] == mine).all() and (self.rows < largest).all()
        same = (
            same and (more.runs[positions] == self.runs).all() and (more.folds[positions] == self.folds).all()
        )
        return positions if same else None

    @cached_arrays
    def parts(self) -> NDArray[np.intp]:
        """Return, for each case, the number of its fold (counted over all runs)."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
