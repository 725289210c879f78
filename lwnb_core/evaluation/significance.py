"""The corrected resampled t-test of Nadeau & Bengio (2003), as Weka's Experimenter uses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lwnb_core.arguments import NUMBER, WHOLE, check_arguments, float_array
from lwnb_core.display import html_of
from lwnb_core.errors import SettingsError

Mark = Literal["+", "-", ""]

# Accuracies in percent that differ by the same amount everywhere still vary by rounding: 1e-12 at most.
_NO_VARIANCE = 1e-18


@dataclass(frozen=True)
class Comparison:
    """A comparison of `other` with `base`: mean difference, t, two-sided p, and the paper's mark.

    `mark` is `+` where the other is significantly better than the base, `-` where it is worse.

    Examples
    --------
    Two runs of two folds. Half of the rows train, so the folds share many of them, and the test is cautious:

    >>> import lwnb_core as lw
    >>> test = lw.corrected_t_test([80.0, 85.0, 83.0, 81.0], [82.0, 86.0, 85.0, 84.0], folds=2)
    >>> print(f"{test.difference} points, p = {test.p:.2f}, mark {test.mark!r}")
    2.0 points, p = 0.12, mark ''
    """

    difference: float
    t: float
    p: float
    mark: Mark

    def _repr_html_(self) -> str | None:
        return html_of(self)


@check_arguments(folds=WHOLE, level=NUMBER)
def corrected_t_test(
    base: ArrayLike, other: ArrayLike, *, folds: int = 10, level: float = 0.05
) -> Comparison:
    """Compare fold accuracies from repeated cross-validation, fold by fold.

    t = mean(d)/√((1/N + 1/(folds-1)) var(d)) with N folds in all and N - 1 degrees of freedom; the second
    term corrects for the overlap of the training sets. If the differences do not vary, there is no mark.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("glass")
    >>> first = lw.cross_validate(lw.LWNB(k=50), data, runs=2)
    >>> second = lw.cross_validate(lw.NB(), data, runs=2)
    >>> test = lw.corrected_t_test(first.folds, second.folds)
    >>> print(f"{test.difference:.1f} points, t = {test.t:.2f}, p = {test.p:.4f}, mark {test.mark!r}")
    -21.7 points, t = -4.33, p = 0.0004, mark '-'
    """
    from scipy.special import stdtr  # slow to load

    first, second = float_array("base", base), float_array("other", other)
    if first.shape != second.shape or first.ndim != 1 or len(first) == 0:
        raise SettingsError(
            f"cannot compare {first.size} folds with {second.size}",
            hint="Both learners must have been evaluated on the same folds, at least one.",
        )
    if folds < 2:
        raise SettingsError(f"folds = {folds!r}: cross-validation has at least 2")
    d = second - first
    n = len(d)
    variance = float(d.var(ddof=1)) if n > 1 else 0.0
    mean = float(d.mean())
    if not variance > _NO_VARIANCE:
        return Comparison(mean, 0.0, 1.0, "")
    t = mean / float(np.sqrt((1 / n + 1 / (folds - 1)) * variance))
    p = 2 * float(stdtr(n - 1, -abs(t)))
    mark: Mark = "" if p >= level else ("+" if mean > 0 else "-")
    return Comparison(mean, t, p, mark)
