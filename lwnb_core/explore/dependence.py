"""How LWNB's posterior for one instance depends on one attribute; every value has its own neighbourhood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, FLAG, MAPPING, MODEL, NAME, WHOLE, check_arguments, check_count
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.display import html_of
from lwnb_core.engine.selection import Selection, select
from lwnb_core.errors import SettingsError
from lwnb_core.explore.flips import STEPS, Flip, FlipSearch, values_to_try
from lwnb_core.explore.predicting import Predictor
from lwnb_core.learners.base import Model
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.neighbourhood import check_k
from lwnb_core.one_line import plain
from lwnb_core.progress import Progress, silent
from lwnb_core.read_only import ReadOnlyArrays, cached_arrays

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

_COARSE = 20


@dataclass(frozen=True, eq=False, repr=False)
class Dependence(ReadOnlyArrays):
    """LWNB's posterior at many values of one attribute, with the other values unchanged.

    Attributes
    ----------
    index
        The position of the attribute among the predictors.
    now
        The instance's own value (a code for a nominal attribute), NaN where it is missing.
    values
        Ascending numbers, or all codes. Shape (points,).
    posteriors
        P(c|x) at each of them. Shape (points, classes).
    missing
        P(c|x) with the value missing. Shape (classes,).
    nearest_flips
        For a numeric attribute, the first value below and above the instance's own that changes the
        prediction, as `what_if` lists them.
    class_attribute
        Name of the attribute that is predicted.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> view = lw.dependence(lw.LWNB(k=50).fit(data), data, 134, "petalwidth", points=5)
    >>> view.values, view.predictions
    (array([0.1, 0.7, 1.3, 1.4, 1.9, 2.5]), array([1, 1, 2, 2, 2, 2]))
    >>> [(round(value, 2), data.classes[after]) for value, before, after in view.flips]
    [(1.3, 'Iris-virginica')]
    >>> view.to_pandas().query("value == 1.3").round(3)
        attribute  value            class  posterior
    6  petalwidth    1.3      Iris-setosa      0.000
    7  petalwidth    1.3  Iris-versicolor      0.385
    8  petalwidth    1.3   Iris-virginica      0.615
    >>> view.to_dict()["attribute"]
    'petalwidth'
    """

    attribute: Attribute
    index: int
    classes: tuple[str, ...]
    k: int
    now: float
    values: Floats
    posteriors: Floats
    missing: Floats
    nearest_flips: tuple[Flip, ...] = ()
    class_attribute: str = ""

    def __repr__(self) -> str:
        return f"Dependence({plain(self.attribute.name)!r}, k={self.k}, {len(self.values)} values)"

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @cached_arrays
    def predictions(self) -> NDArray[np.intp]:
        """The predicted class at each value. Shape (points,)."""
        return first_best(self.posteriors)

    @property
    def flips(self) -> tuple[tuple[float, int, int], ...]:
        """Return where the prediction changes along the values: (value, class below it, class from it on)."""
        predictions = self.predictions
        at = np.flatnonzero(predictions[1:] != predictions[:-1])
        return tuple((float(self.values[i + 1]), int(predictions[i]), int(predictions[i + 1])) for i in at)

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per value and class: attribute, value, class, posterior; the missing value is
        last.
        """
        import pandas as pd

        nominal, classes = self.attribute.is_nominal, len(self.classes)
        values = [self.attribute.values[int(v)] if nominal else float(v) for v in self.values]
        last = None if nominal else float("nan")
        return pd.DataFrame(
            {
                "attribute": self.attribute.name,
                "value": [value for value in (*values, last) for _ in range(classes)],
                "class": list(self.classes) * (len(values) + 1),
                "posterior": np.concatenate([np.ravel(self.posteriors), self.missing]),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        nominal = self.attribute.is_nominal
        return {
            "attribute": self.attribute.name,
            "k": self.k,
            "classes": list(self.classes),
            "values": [self.attribute.values[int(v)] if nominal else float(v) for v in self.values],
            "posteriors": self.posteriors.tolist(),
            "missing": self.missing.tolist(),
        }


@check_arguments(model=MODEL, data=DATASET, attribute=NAME, changes=MAPPING, leave_out=FLAG, points=WHOLE)
def dependence(
    model: Model,
    data: Dataset,
    row: int,
    attribute: int | str,
    *,
    k: int | None = None,
    changes: Mapping[str, float | str | None] | None = None,
    leave_out: bool = True,
    points: int = STEPS + 1,
    progress: Progress = silent,
) -> Dependence:
    """Compute how an LWNB model's posterior for a row, with some values changed, depends on one attribute.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> lw.dependence(lw.LWNB(k=20).fit(data), data, 134, "petalwidth", points=9)
    Dependence('petalwidth', k=20, 10 values)
    """
    selection = select(model, data, row, changes=changes, leave_out=leave_out)
    chosen = selection.model.learner.k if k is None else k
    return dependence_of_selection(selection, chosen, attribute, points=points, progress=progress)


def dependence_of_selection(
    selection: Selection,
    k: int,
    attribute: int | str,
    *,
    points: int = STEPS + 1,
    progress: Progress = silent,
    partial: Callable[[Dependence], None] = lambda result: None,
) -> Dependence:
    """Compute a `dependence` for a selected instance; `partial` receives a coarse result first.

    The instance's own value is always among the values, and its posterior is the one shown in all other
    panels.
    """
    training = selection.model.training
    k = check_k(k)
    check_count("points", points)
    names = [a.name for a in training.attributes]
    if attribute not in (names if isinstance(attribute, str) else range(len(names))):
        raise SettingsError(f"no predictor {attribute!r}", hint=f"Predictors: {', '.join(names)}")
    j = names.index(attribute) if isinstance(attribute, str) else attribute
    predictor = Predictor(selection, k)
    now = float(selection.instances.values(0)[j])

    def at_values(values: Floats, progress: Progress) -> Dependence:
        posteriors = predictor.posteriors_at(j, np.append(values, np.nan), progress)
        own = values == now
        posteriors[:-1][own] = selection.posterior(k)
        if np.isnan(now):
            posteriors[-1] = selection.posterior(k)
        flips: tuple[Flip, ...] = ()
        if training.attributes[j].is_numeric:
            search = FlipSearch(predictor, j, int(first_best(selection.posterior(k))))
            flips = search.nearest(values, first_best(posteriors[:-1]), progress)
        return Dependence(
            training.attributes[j],
            j,
            selection.model.classes,
            k,
            now,
            values,
            posteriors[:-1],
            posteriors[-1],
            flips,
            training.class_attribute.name,
        )

    values = values_to_try(selection, j, points)
    if len(values) > 3 * _COARSE and training.attributes[j].is_numeric:
        partial(at_values(values_to_try(selection, j, _COARSE), lambda done, total: progress(0, total)))
    return at_values(values, progress)
