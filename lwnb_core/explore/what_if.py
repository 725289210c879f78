"""What if: the smallest changes of one instance that make LWNB say something else.

One attribute at a time is changed and LWNB asked again, its neighbourhood moving as it must. All values of a
nominal attribute are tried; a numeric one is scanned over its range and the flip then found by bisection, so
that a flip narrower than a step of the scan can be overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.engine.selection import Selection, select
from lwnb_core.explore.asking import Asker, newcomers
from lwnb_core.learners.base import Model
from lwnb_core.local.distance import nominal_difference
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.neighbourhood import Ranking
from lwnb_core.local.training import NOWHERE, Instances
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]
Value = float | str | None

STEPS = 64
MOST_ROWS = 2000
# A flip is known to this share of the attribute's range.
_FINE = 1e-6
# How far beyond the flip a rounder number may lie, as a share of the range.
_ROUND = 5e-3
# Rows asked about at a time when the nearest that is called otherwise is sought.
_ROWS = 32


@dataclass(frozen=True, eq=False)
class Change:
    """One attribute's value replaced, and what LWNB says then.

    Attributes
    ----------
    attribute
        Position among the predictors.
    before, value
        The instance's own value and the one in its place; None is missing.
    edge
        Numeric: where the prediction flips. `value` is a rounder number just beyond it.
    distance
        How far the changed instance is from the old one, as LWNB measures distance.
    prediction, posterior
        What LWNB says of the changed instance.
    new_neighbours, neighbours
        How many of its neighbours were none before, and how many it has.
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
class OtherRow:
    """The nearest training row that LWNB calls otherwise: left out as a row of its own, and with its values
    in the place of the instance's.

    Attributes
    ----------
    row
        Row number in the data set that the training rows are from.
    distance
        From the instance.
    values
        Those of its values that differ from the instance's, by attribute name.
    prediction, posterior
        What LWNB says with these values in the place of the instance's.
    left_out_posterior
        What LWNB says of the row itself, left out of its own training rows.
    """

    row: int
    distance: float
    values: Mapping[str, Value]
    prediction: int
    posterior: Floats
    left_out_posterior: Floats
    new_neighbours: int
    neighbours: int


@dataclass(frozen=True, eq=False)
class WhatIf:
    """What would make LWNB say something else about one instance.

    Attributes
    ----------
    prediction, posterior
        What it says now.
    changes
        For every attribute asked about, the changes that flip the prediction, smallest first: the first flip
        in both directions of a numeric attribute, every value of a nominal one that does, and missing.
    row
        The nearest row that LWNB calls otherwise; None where there is none among `rows_asked`.
    rows_asked
        How many of the nearest rows have been asked about.
    steps
        Of the scan over a numeric attribute's range.
    is_complete
        False while some attributes or rows are still to be asked about.
    """

    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    instance: Floats
    k: int
    prediction: int
    posterior: Floats
    changes: tuple[tuple[Change, ...], ...] = ()
    row: OtherRow | None = None
    rows_asked: int = 0
    steps: int = STEPS
    is_complete: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def smallest(self) -> tuple[Change, ...]:
        """The smallest change of each attribute that has one, smallest of all first."""
        found = [changes[0] for changes in self.changes if changes]
        return tuple(sorted(found, key=lambda change: (change.distance, change.attribute)))

    @property
    def steadfast(self) -> tuple[int, ...]:
        """The attributes of which no value asked about flips the prediction."""
        return tuple(j for j, changes in enumerate(self.changes) if not changes)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
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


def what_if(
    model: Model,
    data: Dataset,
    row: int,
    *,
    k: int | None = None,
    changes: Mapping[str, Value] | None = None,
    leave_out: bool = True,
    progress: Progress = silent,
) -> WhatIf:
    """What would make an LWNB model say something else about a row (with some values changed)."""
    selection = select(model, data, row, changes=changes, leave_out=leave_out)
    return what_if_selection(selection, k or selection.model.learner.k, progress=progress)


def what_if_selection(
    selection: Selection,
    k: int,
    *,
    steps: int = STEPS,
    most_rows: int = MOST_ROWS,
    progress: Progress = silent,
    partial: Callable[[WhatIf], None] = lambda found: None,
) -> WhatIf:
    """As `what_if` for a selected instance; `partial` gets what is known after every attribute."""
    search = _Search(Asker(selection, k), steps)
    attributes = selection.model.training.attributes
    posterior = selection.posterior(k)
    found = WhatIf(
        classes=selection.model.classes,
        attributes=attributes,
        instance=selection.instances.values(0),
        k=k,
        prediction=search.prediction,
        posterior=posterior,
        steps=steps,
        settings=search.asker.model.learner.settings,
    )
    total = len(attributes) + 1
    for j in range(len(attributes)):

        def check(done: int, of: int, j: int = j) -> None:
            progress(j, total)

        found = replace(found, changes=(*found.changes, search.changes_of(j, check)))
        partial(found)
    row, asked = search.other_row(most_rows, lambda done, of: progress(len(attributes), total))
    progress(total, total)
    return replace(found, row=row, rows_asked=asked, is_complete=True)


class _Search:
    """Looks for flips of the prediction of one instance."""

    def __init__(self, asker: Asker, steps: int) -> None:
        self.asker, self.steps = asker, steps
        selection = asker.selection
        self.prediction = int(first_best(selection.posterior(asker.k)))
        self._instance = selection.instances.values(0)
        self._training = asker.model.training
        self._before = asker.neighbours(selection.instances)

    # -- one attribute --------------------------------------------------------------------------------

    def changes_of(self, j: int, progress: Progress) -> tuple[Change, ...]:
        """The changes of one attribute that flip the prediction, smallest first."""
        attribute = self._training.attributes[j]
        own = self._instance[j]
        if attribute.is_nominal:
            values = [float(code) for code in range(len(attribute.values)) if code != own]
            edges: list[tuple[float, float | None]] = [(v, None) for v in self._flipped(j, values, progress)]
        elif np.isnan(own):
            edges = [(v, None) for v in self._nearest_to_typical(j, self._grid(j), progress)]
        else:
            edges = self._numeric(j, progress)
        if not np.isnan(own) and self._flipped(j, [np.nan], progress):
            edges.append((np.nan, None))
        found = [self._change(j, value, edge, progress) for value, edge in edges]
        return tuple(sorted(found, key=lambda change: change.distance))

    def _numeric(self, j: int, progress: Progress) -> list[tuple[float, float | None]]:
        """(value, edge) of the first flip downwards and upwards."""
        own, grid = float(self._instance[j]), self._grid(j)
        says = first_best(self.asker.about_values(j, grid, progress)) if len(grid) else np.empty(0, int)
        found: list[tuple[float, float | None]] = []
        for side in (-1.0, 1.0):
            way = np.flatnonzero((grid - own) * side > 0)
            if side < 0:
                way = way[::-1]
            flips = np.flatnonzero(says[way] != self.prediction)
            if len(flips):
                first = int(flips[0])
                before = own if first == 0 else float(grid[way[first - 1]])
                edge = self._bisected(j, before, float(grid[way[first]]), progress)
                found.append((self._rounded(j, edge, side, progress), edge))
        return found

    def _grid(self, j: int) -> Floats:
        low, high = float(self._training.ranges.low[j]), float(self._training.ranges.high[j])
        if not high > low:
            return np.array([low]) if np.isfinite(low) and low != self._instance[j] else np.empty(0)
        grid = np.linspace(low, high, self.steps + 1)
        return np.asarray(grid[grid != self._instance[j]])

    def _width(self, j: int) -> float:
        width = float(self._training.ranges.high[j] - self._training.ranges.low[j])
        return width if width > 0 else 1.0

    def _bisected(self, j: int, steady: float, flipped: float, progress: Progress) -> float:
        """The value nearest to `steady` that flips, as closely as it can be told."""
        while abs(flipped - steady) > _FINE * self._width(j):
            middle = 0.5 * (steady + flipped)
            if middle in (steady, flipped):
                break
            if self._flipped(j, [middle], progress):
                flipped = middle
            else:
                steady = middle
        return flipped

    def _rounded(self, j: int, edge: float, side: float, progress: Progress) -> float:
        """The shortest number right behind the flip that flips as well."""
        room = _ROUND * self._width(j)
        first = int(np.ceil(-np.log10(room)))
        candidates = []
        for digits in range(first - 1, first + 6):
            value = float(np.round(np.ceil(edge * side * 10.0**digits) / 10.0**digits * side, max(digits, 0)))
            if 0 <= (value - edge) * side <= room and value not in candidates:
                candidates.append(value)
        flipped = self._flipped(j, candidates, progress)
        return flipped[0] if flipped else edge

    def _nearest_to_typical(self, j: int, grid: Floats, progress: Progress) -> list[float]:
        """For a missing value: of all values that flip, the one nearest to the attribute's median."""
        flipped = self._flipped(j, grid.tolist(), progress)
        if not flipped:
            return []
        column = self._training.columns[j]
        middle = float(np.median(column[~np.isnan(column)]))
        return [min(flipped, key=lambda value: abs(value - middle))]

    def _flipped(self, j: int, values: list[float], progress: Progress) -> list[float]:
        """Those of the values that make LWNB say something else."""
        if not values:
            return []
        says = first_best(self.asker.about_values(j, values, progress))
        return [value for value, said in zip(values, says, strict=True) if said != self.prediction]

    def _change(self, j: int, value: float, edge: float | None, progress: Progress) -> Change:
        attribute = self._training.attributes[j]
        instance = self.asker.copies(j, [value])
        posterior = self.asker.about(instance, None, progress)[0]
        neighbours = self.asker.neighbours(instance)
        return Change(
            attribute=j,
            name=attribute.name,
            before=_plain(attribute, self._instance[j]),
            value=_plain(attribute, value),
            edge=edge,
            distance=self._distance(j, value),
            prediction=int(first_best(posterior)),
            posterior=posterior,
            new_neighbours=newcomers(self._before, neighbours),
            neighbours=len(neighbours),
        )

    def _distance(self, j: int, value: float) -> float:
        """What the change of one attribute is in LWNB's own distance."""
        attribute, own = self._training.attributes[j], float(self._instance[j])
        if attribute.is_nominal:
            return float(np.sqrt(nominal_difference(attribute, self.asker.model.convention)))
        low, width = float(self._training.ranges.low[j]), self._width(j)
        known = [(v - low) / width for v in (own, value) if not np.isnan(v)]
        if len(known) == 2:
            return abs(known[0] - known[1])
        return max(known[0], 1.0 - known[0])  # against missing: the largest difference that it may be

    # -- rows -----------------------------------------------------------------------------------------

    def other_row(self, most: int, progress: Progress) -> tuple[OtherRow | None, int]:
        """The nearest row that LWNB calls otherwise, and how many were asked about."""
        asker, training = self.asker, self._training
        selection = asker.selection
        out = None if selection.left_out == NOWHERE else selection.left_out
        d2 = asker.model.distances_of_one(selection.instances)
        ranking = Ranking.of(d2, training.weights, out)
        asked = min(most, len(ranking))
        for start in range(0, asked, _ROWS):
            positions = ranking.positions[start : min(start + _ROWS, asked)]
            rows = self._rows(positions)
            alone = asker.about(rows, positions, progress)
            for i in np.flatnonzero(first_best(alone) != self.prediction):
                here = self._rows(positions[i : i + 1])
                posterior = asker.about(here, None, progress)[0]
                if int(first_best(posterior)) != self.prediction:
                    at = start + int(i)
                    return self._other_row(ranking, at, here, posterior, alone[i]), at + 1
        return None, asked

    def _rows(self, positions: NDArray[np.intp]) -> Instances:
        training = self._training
        return Instances(
            tuple(column[positions] for column in training.columns),
            training.classes[positions],
            training.rows[positions],
            training.origin,
        )

    def _other_row(
        self, ranking: Ranking, at: int, here: Instances, posterior: Floats, alone: Floats
    ) -> OtherRow:
        training, values = self._training, here.values(0)
        neighbours = self.asker.neighbours(here)
        same = (values == self._instance) | (np.isnan(values) & np.isnan(self._instance))
        return OtherRow(
            row=int(training.rows[ranking.positions[at]]),
            distance=float(ranking.distances[at]),
            values={
                attribute.name: _plain(attribute, values[j])
                for j, attribute in enumerate(training.attributes)
                if not same[j]
            },
            prediction=int(first_best(posterior)),
            posterior=posterior,
            left_out_posterior=alone,
            new_neighbours=newcomers(self._before, neighbours),
            neighbours=len(neighbours),
        )


def _plain(attribute: Attribute, value: float) -> Value:
    """A stored value as a person reads it."""
    if np.isnan(value):
        return None
    return float(value) if attribute.is_numeric else attribute.values[int(value)]
