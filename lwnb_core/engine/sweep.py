"""The posterior of one instance at every k."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import DATASET, FLAG, MAPPING, MODEL, check_arguments, described
from lwnb_core.data.dataset import Dataset
from lwnb_core.display import html_of
from lwnb_core.engine.plain_sweeper import plain_posteriors
from lwnb_core.engine.selection import Selection, select
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import Model
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.training import NOWHERE
from lwnb_core.progress import Progress, silent
from lwnb_core.read_only import ReadOnlyArrays, cached_arrays

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Ks = Literal["all", "grid"] | ArrayLike

# If there are more values of k than rows, they are examined one by one only up to this number.
_MANY = 50_000


@dataclass(frozen=True)
class Flip:
    """A change of the prediction at some k, from one class (code) to another.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> (flip,) = lw.sweep(lw.LWNB().fit(data), data, row=134).flips()
    >>> flip.k, data.classes[flip.before], data.classes[flip.after]
    (9, 'Iris-versicolor', 'Iris-virginica')
    """

    k: int
    before: int
    after: int


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(ReadOnlyArrays):
    """The posteriors of LWNB, KNN and KNNDW for one instance at many values of k.

    Attributes
    ----------
    ks
        The values of k, ascending. Shape (K,).
    posteriors
        The posteriors by the name of the learner, each of shape (K, classes).
    class_attribute
        Name of the attribute that is predicted.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> sweep = lw.sweep(lw.LWNB().fit(data), data, row=134, ks=[5, 10, 20, 50])
    >>> sweep.ks, sweep.predictions(), sweep.predictions("KNN")
    (array([ 5, 10, 20, 50]), array([1, 2, 2, 2]), array([1, 1, 1, 1]))
    >>> sweep.flips()
    (Flip(k=10, before=1, after=2),)
    >>> sweep.to_pandas().query("learner == 'LWNB' and k == 50").round(3)
       learner   k            class  posterior
    9     LWNB  50      Iris-setosa      0.000
    10    LWNB  50  Iris-versicolor      0.172
    11    LWNB  50   Iris-virginica      0.828
    """

    classes: tuple[str, ...]
    ks: NDArray[np.int64]
    posteriors: Mapping[str, Floats]
    class_attribute: str = ""

    def __repr__(self) -> str:
        from lwnb_core.one_line import sweep_text

        return sweep_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per learner, k and class: learner, k, class, posterior."""
        import pandas as pd

        n_ks, n_classes = len(self.ks), len(self.classes)
        return pd.DataFrame(
            {
                "learner": np.repeat(list(self.posteriors), n_ks * n_classes),
                "k": np.tile(np.repeat(self.ks, n_classes), len(self.posteriors)),
                "class": np.tile(np.array(self.classes, dtype=object), n_ks * len(self.posteriors)),
                "posterior": np.concatenate([np.ravel(p) for p in self.posteriors.values()]),
            }
        )

    def predictions(self, learner: str = "LWNB") -> NDArray[np.intp]:
        """Return the predicted class at every k. Shape (K,)."""
        return self._predictions[learner]

    def flips(self, learner: str = "LWNB") -> tuple[Flip, ...]:
        """Return the changes of the prediction, in order of k."""
        predicted = self.predictions(learner)
        where = np.flatnonzero(predicted[1:] != predicted[:-1]) + 1
        return tuple(Flip(int(self.ks[i]), int(predicted[i - 1]), int(predicted[i])) for i in where)

    @cached_arrays
    def _predictions(self) -> Mapping[str, NDArray[np.intp]]:
        return {name: first_best(posterior) for name, posterior in self.posteriors.items()}


@check_arguments(model=MODEL, data=DATASET, changes=MAPPING, leave_out=FLAG)
def sweep(
    model: Model,
    data: Dataset,
    row: int,
    *,
    ks: Ks = "all",
    changes: Mapping[str, float | str | None] | None = None,
    leave_out: bool = True,
    progress: Progress = silent,
) -> Sweep:
    """Compute the posteriors of LWNB, KNN and KNNDW for a row at every k, or on a grid of k.

    With Weka's normal, the sums at one k cannot be used for the next; `ks="grid"` (1 to 200, then in steps of
    a few percent) is much faster.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> sweep = lw.sweep(lw.LWNB().fit(data), data, row=134)
    >>> sweep
    Sweep(k = 1 to 149 (149 of them), LWNB, KNN, KNNDW, 3 classes)
    >>> sweep.posteriors["LWNB"][[4, 49]].round(3)
    array([[0.   , 1.   , 0.   ],
           [0.   , 0.172, 0.828]])
    """
    return sweep_selection(select(model, data, row, changes=changes, leave_out=leave_out), ks, progress)


def sweep_selection(selection: Selection, ks: Ks = "all", progress: Progress = silent) -> Sweep:
    """Compute a `sweep` for an instance that is already selected."""
    model = selection.model
    chosen = k_values(ks, selection.largest_k, selection.n_rows)
    sweeper = model.sweeper
    if sweeper.is_compiled(1, len(chosen), progress):
        posteriors = sweeper.at(*selection.packed_query(sweeper), chosen, selection.left_out != NOWHERE)
    else:
        left_out = np.array([selection.left_out])
        posteriors = next(plain_posteriors(sweeper, selection.instances, left_out, chosen, progress))
    by_name = dict(zip(("LWNB", "KNN", "KNNDW"), posteriors, strict=True))
    return Sweep(model.classes, chosen, by_name, model.training.class_attribute.name)


_KS = "Give all, grid, or whole numbers."


def k_values(ks: Ks, largest: int, rows: int = 0) -> NDArray[np.int64]:
    """Return every k up to the largest, the grid, or the given values, sorted.

    If the total weight of the rows is much larger than their number, "all" means the grid.
    """
    if isinstance(ks, str):
        if ks not in ("all", "grid"):
            raise SettingsError(f"ks cannot be {ks!r}", hint=_KS)
        every = ks == "all" and largest <= max(rows, _MANY)
        return np.arange(1, largest + 1, dtype=np.int64) if every else k_grid(largest)
    try:
        chosen = np.unique(np.asarray(ks, dtype=np.int64))
    except (TypeError, ValueError, OverflowError):
        raise SettingsError(f"ks cannot be {described(ks)}", hint=_KS) from None
    if len(chosen) == 0 or chosen[0] < 1:
        raise SettingsError("k must be a positive whole number", hint="Give at least one k.")
    return chosen


def k_grid(n: int) -> NDArray[np.int64]:
    """Return 1 to 200, then steps of 3 %, and n itself."""
    return np.array(_grid(n), dtype=np.int64)


@lru_cache(maxsize=8)
def _grid(n: int) -> tuple[int, ...]:
    grid = list(range(1, min(n, 200) + 1))
    while grid[-1] < n:
        grid.append(min(n, int(np.ceil(grid[-1] * 1.03))))
    return tuple(grid)
