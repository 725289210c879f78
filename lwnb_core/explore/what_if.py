"""What if: the smallest changes of one instance that change LWNB's prediction.

One attribute at a time is changed and the instance predicted again, with its new neighbourhood. All values of
a nominal attribute are tried. A numeric one is scanned over its range, and the value at which the
prediction flips is located by bisection; flips within one step of the scan can be overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, FLAG, MAPPING, MODEL, NUMBER, check_arguments
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.engine.selection import Selection, select
from lwnb_core.explore.flips import STEPS, FlipSearch, values_to_try
from lwnb_core.explore.predicting import Predictor, newcomers
from lwnb_core.explore.what_if_result import Change, OtherRow, Value, WhatIf
from lwnb_core.learners.base import Model
from lwnb_core.local.distance import nominal_difference
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.neighbourhood import Ranking
from lwnb_core.local.training import Instances
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]

MOST_ROWS = 2000
# Rows predicted at a time in the search for the nearest one with another prediction.
_ROWS = 32


@check_arguments(model=MODEL, data=DATASET, k=NUMBER, changes=MAPPING, leave_out=FLAG)
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
    """Find out what would change an LWNB model's prediction of a row, with some values changed if wanted.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> result = lw.what_if(lw.LWNB(k=50).fit(data), data, row=134)
    >>> for change in result.smallest:
    ...     print(f"{change.name}: {change.before} -> {change.value}: {data.classes[change.prediction]}")
    petallength: 5.6 -> 5.3: Iris-versicolor
    petalwidth: 1.4 -> 1.22: Iris-versicolor
    sepallength: 6.1 -> 5.78: Iris-versicolor
    """
    selection = select(model, data, row, changes=changes, leave_out=leave_out)
    return what_if_selection(selection, k or selection.model.learner.k, progress=progress)


def what_if_selection(
    selection: Selection,
    k: int,
    *,
    steps: int = STEPS,
    most_rows: int = MOST_ROWS,
    progress: Progress = silent,
    partial: Callable[[WhatIf], None] = lambda result: None,
) -> WhatIf:
    """Answer `what_if` for a selected instance; `partial` receives what is known after every attribute."""
    search = _Search(Predictor(selection, k), steps)
    attributes = selection.model.training.attributes
    posterior = selection.posterior(k)
    result = WhatIf(
        classes=selection.model.classes,
        attributes=attributes,
        instance=selection.instances.values(0),
        k=k,
        prediction=search.prediction,
        posterior=posterior,
        steps=steps,
        settings=search.predictor.model.learner.settings,
        class_attribute=selection.model.training.class_attribute.name,
    )
    total = len(attributes) + 1
    for j in range(len(attributes)):

        def check(done: int, of: int, j: int = j) -> None:
            progress(j, total)

        result = replace(result, changes=(*result.changes, search.changes_of(j, check)))
        partial(result)
    row, tried = search.other_row(most_rows, lambda done, of: progress(len(attributes), total))
    progress(total, total)
    return replace(result, row=row, rows_asked=tried, is_complete=True)


class _Search:
    """Searches for the changes of one instance that flip its prediction."""

    def __init__(self, predictor: Predictor, steps: int) -> None:
        self.predictor, self.steps = predictor, steps
        selection = predictor.selection
        self.prediction = int(first_best(selection.posterior(predictor.k)))
        self._instance = selection.instances.values(0)
        self._training = predictor.model.training
        self._ranges = predictor.model.ranges_for(selection.instances, selection.left_out)
        self._before = predictor.neighbours(selection.instances)

    # -- one attribute --------------------------------------------------------------------------------

    def changes_of(self, j: int, progress: Progress) -> tuple[Change, ...]:
        """Return the changes of one attribute that flip the prediction, smallest first."""
        attribute = self._training.attributes[j]
        own = self._instance[j]
        flips = FlipSearch(self.predictor, j, self.prediction)
        values = values_to_try(self.predictor.selection, j, self.steps + 1)
        if attribute.is_nominal:
            found = flips.among([value for value in values.tolist() if value != own], progress)
        else:
            predictions = first_best(self.predictor.posteriors_at(j, values, progress))
            found = flips.nearest(values, predictions, progress)
        if not np.isnan(own):
            found += flips.among([np.nan], progress)
        changes = [self._change(j, flip.value, flip.edge, progress) for flip in found]
        return tuple(sorted(changes, key=lambda change: change.distance))

    def _width(self, j: int) -> float:
        width = float(self._ranges.high[j] - self._ranges.low[j])
        return width if width > 0 else 1.0

    def _change(self, j: int, value: float, edge: float | None, progress: Progress) -> Change:
        attribute = self._training.attributes[j]
        instance = self.predictor.copies(j, [value])
        posterior = self.predictor.posteriors_of(instance, None, progress)[0]
        neighbours = self.predictor.neighbours(instance)
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
        """Return the size of the change of one attribute, as LWNB measures distance."""
        attribute, own = self._training.attributes[j], float(self._instance[j])
        if attribute.is_nominal:
            return float(np.sqrt(nominal_difference(attribute, self.predictor.model.convention)))
        low, width = float(self._ranges.low[j]), self._width(j)
        known = [(v - low) / width for v in (own, value) if not np.isnan(v)]
        if len(known) == 2:
            return abs(known[0] - known[1])
        return max(known[0], 1.0 - known[0])  # one of them is missing: assume the largest possible difference

    # -- rows -----------------------------------------------------------------------------------------

    def other_row(self, most: int, progress: Progress) -> tuple[OtherRow | None, int]:
        """Return the nearest row that LWNB predicts differently, and how many rows were tried."""
        predictor, training = self.predictor, self._training
        selection = predictor.selection
        d2 = predictor.model.distances_of_one(selection.instances, selection.left_out)
        ranking = Ranking.of(d2, training.weights, selection.left_out)
        tried = min(most, len(ranking))
        for start in range(0, tried, _ROWS):
            positions = ranking.positions[start : min(start + _ROWS, tried)]
            rows = self._rows(positions)
            alone = predictor.posteriors_of(rows, positions, progress)
            for i in np.flatnonzero(first_best(alone) != self.prediction):
                here = self._rows(positions[i : i + 1])
                posterior = predictor.posteriors_of(here, None, progress)[0]
                if int(first_best(posterior)) != self.prediction:
                    at = start + int(i)
                    return self._other_row(ranking, at, here, posterior, alone[i]), at + 1
        return None, tried

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
        neighbours = self.predictor.neighbours(here)
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
    """Return a stored value in readable form."""
    if np.isnan(value):
        return None
    return float(value) if attribute.is_numeric else attribute.values[int(value)]
