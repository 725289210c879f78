"""A numeric attribute's normals: mean, deviation and factor of each class, and their formatting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import NumericTable, Table
from lwnb_gui.text import fixed
from lwnb_gui.views.wording.numbers import NONE, decimals_for_normals, deviation, factor, is_at_floor


@dataclass(frozen=True, eq=False)
class NormalsReading:
    """The normals of one attribute, as plain numbers: for a handful of classes these are faster than arrays.

    Attributes
    ----------
    value
        The instance's; NaN where it is missing.
    means, sds
        By class; NaN for a class that is not `present`: no row of it weighs anything here.
    factors
        The factors of the posterior, by class; None where the value is missing.
    form
        `density` or `precision`, as in `NumericTable`.
    """

    name: str
    value: float
    classes: tuple[str, ...]
    means: tuple[float, ...]
    sds: tuple[float, ...]
    present: tuple[bool, ...]
    factors: tuple[float, ...] | None
    form: str

    @cached_property
    def decimals(self) -> int:
        """The number of decimals of means and deviations."""
        return decimals_for_normals(sd for sd, on in zip(self.sds, self.present, strict=True) if on)

    def texts(self, c: int) -> tuple[str, str, str]:
        """Return mean, deviation and factor of a class as they are displayed."""
        if not self.present[c]:
            return NONE, NONE, factor(self.factor(c))
        return (
            fixed(self.means[c], self.decimals),
            deviation(self.sds[c], self.decimals),
            factor(self.factor(c)),
        )

    def factor(self, c: int) -> float | None:
        """Return a class's displayed factor: none if the value is missing or the class has no normal."""
        if self.factors is None or (self.form == "density" and not self.present[c]):
            return None
        return self.factors[c]

    @cached_property
    def best(self) -> int | None:
        """The class with the largest factor; None if all are at the floor."""
        if self.factors is None or is_at_floor(largest := max(self.factors)):
            return None
        return self.factors.index(largest)

    @property
    def span(self) -> tuple[float, float]:
        """The range of three deviations around every mean, including the value."""
        both = zip(self.means, self.sds, self.present, strict=True)
        ends = [mean + side * sd for mean, sd, on in both if on for side in (-3.2, 3.2)]
        if not ends:
            return 0.0, 1.0
        low, high = min(ends), max(ends)
        if not math.isnan(self.value):
            # A value far off is still visible, but does not squeeze the curves into a corner.
            value = min(max(self.value, 2 * low - high), 2 * high - low)
            low, high = min(low, value), max(high, value)
        return (low, high) if high > low else (low - 0.5, high + 0.5)


def normals_reading(
    explanation: Explanation, j: int, table: Table | None = None, factors: Sequence[float] | None = None
) -> NormalsReading:
    """Return a numeric predictor's normals; `table` is that of another model, such as NB.

    `factors` are the predictor's, if the caller has them already.
    """
    chosen = explanation.tables[j] if table is None else table
    assert isinstance(chosen, NumericTable)
    value = float(explanation.instance[j])
    if factors is None or math.isnan(value):
        by_class = chosen.factors(value)
        factors = None if by_class is None else by_class.tolist()
    means, sds = chosen.mean.tolist(), chosen.sd.tolist()
    both = zip(chosen.weights.tolist(), means, sds, strict=True)
    return NormalsReading(
        name=chosen.attribute.name,
        value=value,
        classes=explanation.classes,
        means=tuple(means),
        sds=tuple(sds),
        present=tuple([weight > 0 and math.isfinite(mean) and sd > 0 for weight, mean, sd in both]),
        factors=None if factors is None else tuple(factors),
        form=chosen.form,
    )
