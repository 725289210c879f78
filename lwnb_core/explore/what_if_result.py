"""The result of a what-if search: the changes of one instance that change LWNB's prediction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.display import html_of
from lwnb_core.one_line import plain
from lwnb_core.read_only import ReadOnlyArrays

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Value = float | str | None


@dataclass(frozen=True, eq=False)
class Change(ReadOnlyArrays):
    """A change of one attribute's value, and what LWNB then predicts.

    Attributes
    ----------
    attribute
        Position among the predictors.
    before, value
        The instance's own value and the one that replaces it; None is missing.
    edge
        Numeric: where the prediction flips. `value` is a rounder number just beyond it.
    distance
        How far the changed instance is from the old one, as LWNB measures distance.
    prediction, posterior
        What LWNB predicts for the changed instance.
    new_neighbours, neighbours
        How many of its neighbours are new, and how many it has.
    """

    attribute: int
    name: str
    before: Value
    value: Value
    edge: float | None
    distance: float
    prediction: int
    posterior: Floats
    new_neighbours: int
    neighbours: int


@dataclass(frozen=True, eq=False)
class OtherRow(ReadOnlyArrays):
    """The nearest training row that LWNB predicts differently.

    Both predictions must differ: that of the row itself, left out of the training rows, and that of the
    instance with the values of the row.

    Attributes
    ----------
    row
        Row number in the data set that the training rows are from.
    distance
        From the instance.
    values
        Those of its values that differ from the instance's, by attribute name.
    prediction, posterior
        What LWNB predicts for the instance with the values of the row.
    left_out_posterior
        What LWNB predicts for the row itself, left out of the training rows.
    """

    row: int
    distance: float
    values: Mapping[str, Value]
    prediction: int
    posterior: Floats
    left_out_posterior: Floats
    new_neighbours: int
    neighbours: int


@dataclass(frozen=True, eq=False, repr=False)
class WhatIf(ReadOnlyArrays):
    """The changes that would change LWNB's prediction of one instance.

    Attributes
    ----------
    prediction, posterior
        The predicted class and the posterior of the instance as it is.
    changes
        For every attribute tried so far, the changes that flip the prediction, smallest first: for a numeric
        attribute the first flip in each direction, for a nominal one every value that does, and for both the
        missing value if it does.
    row
        The nearest row that LWNB predicts differently; None if there is none among the nearest `rows_asked`.
    rows_asked
        How many of the nearest rows were tried.
    steps
        The number of steps in which the range of a numeric attribute is scanned.
    is_complete
        False while some attributes or rows have not been tried.
    class_attribute
        Name of the attribute that is predicted.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> result = lw.what_if(lw.LWNB(k=50).fit(data), data, row=134)
    >>> nearest = result.smallest[0]
    >>> nearest.name, nearest.before, nearest.value
    ('petallength', 5.6, 5.3)
    >>> [result.attributes[j].name for j in result.steadfast]
    ['sepalwidth']
    >>> result.to_pandas()[["attribute", "before", "value", "posterior"]].round(2)
         attribute  before  value  posterior
    0  petallength     5.6   5.30       0.52
    1   petalwidth     1.4   1.22       0.51
    2  sepallength     6.1   5.78       0.53
    3  petallength     5.6    NaN       1.00
    >>> result.to_dict()["prediction"]
    'Iris-virginica'
    """

    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    instance: Floats
    k: int
    prediction: int
    posterior: Floats
    steps: int
    changes: tuple[tuple[Change, ...], ...] = ()
    row: OtherRow | None = None
    rows_asked: int = 0
    is_complete: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    class_attribute: str = ""

    def __repr__(self) -> str:
        flipping = f"{len(self.smallest)} of {len(self.changes)} attributes can change it"
        return f"WhatIf(k={self.k}: {plain(self.classes[self.prediction])!r}, {flipping})"

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def to_pandas(self) -> pd.DataFrame:
        """One row per change that flips the prediction: attribute, before, value, flips_at, distance,
        prediction, posterior (of that class), new_neighbours, neighbours; smallest change first.
        """
        import pandas as pd

        changes = sorted((c for found in self.changes for c in found), key=lambda c: c.distance)
        lines = [
            {
                **self._change_dict(change),
                "posterior": float(change.posterior[change.prediction]),
            }
            for change in changes
        ]
        columns = "attribute before value flips_at distance prediction posterior new_neighbours neighbours"
        return pd.DataFrame(lines, columns=columns.split())

    @cached_property
    def smallest(self) -> tuple[Change, ...]:
        """The smallest change of each attribute that can flip the prediction, smallest first."""
        smallest = [changes[0] for changes in self.changes if changes]
        return tuple(sorted(smallest, key=lambda change: (change.distance, change.attribute)))

    @property
    def steadfast(self) -> tuple[int, ...]:
        """The attributes for which no value that was tried flips the prediction."""
        return tuple(j for j, changes in enumerate(self.changes) if not changes)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        return {
            "settings": dict(self.settings),
            "prediction": self.classes[self.prediction],
            "posterior": [float(p) for p in self.posterior],
            "changes": [self._change_dict(change) for changes in self.changes for change in changes],
            "no_change_flips": [self.attributes[j].name for j in self.steadfast],
            "nearest_row": None if self.row is None else self._row_dict(self.row),
            "rows_asked": self.rows_asked,
            "steps": self.steps,
        }

    def _change_dict(self, change: Change) -> dict[str, Any]:
        return {
            "attribute": change.name,
            "before": change.before,
            "value": change.value,
            "flips_at": change.edge,
            "distance": change.distance,
            "prediction": self.classes[change.prediction],
            "posterior": [float(p) for p in change.posterior],
            "new_neighbours": change.new_neighbours,
            "neighbours": change.neighbours,
        }

    def _row_dict(self, row: OtherRow) -> dict[str, Any]:
        return {
            "row": row.row + 1,
            "distance": row.distance,
            "values": dict(row.values),
            "prediction": self.classes[row.prediction],
            "posterior": [float(p) for p in row.posterior],
            "new_neighbours": row.new_neighbours,
            "neighbours": row.neighbours,
        }
