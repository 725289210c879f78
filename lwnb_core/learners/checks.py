"""The properties that all learners have, checked on small data: `check_learner`.

A property is a function that computes the same posteriors in two ways. One that is added to `PROPERTIES` is
checked for every learner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import LEARNER, check_arguments
from lwnb_core.data import sample
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import Learner

Floats = NDArray[np.float64]

_TOLERANCE = 1e-9
# One row in this many of each sample. There are numbers, nominal and missing values, ties, and three classes.
_SAMPLES = {"weather-numeric": 1, "labor": 4, "contact-lenses": 2, "vote": 40}


@dataclass(frozen=True)
class Pair:
    """Two arrays that must be equal, row by row, and what each of them is."""

    first: str
    values: Floats
    second: str
    other_values: Floats


def probabilities(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """A posterior has a probability for each class, and they sum to 1."""
    posteriors = learner.fit(data).predict_proba(data)
    uniform = np.full((len(data), len(data.classes)), 1 / len(data.classes))
    yield Pair("the shape", np.array([posteriors.shape]), "rows and classes", np.array([uniform.shape]))
    yield Pair("the posterior", posteriors, "within 0 and 1", np.clip(posteriors, 0, 1))
    yield Pair("the sum", posteriors.sum(axis=1), "expected", uniform.sum(axis=1))


def order(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """The order of training rows and of test rows does not matter."""
    shuffled = np.random.default_rng(1).permutation(len(data))
    model = learner.fit(data)
    expected = model.predict_proba(data)
    trained = learner.fit(data, shuffled).predict_proba(data)
    yield Pair("training rows shuffled", trained, "in order", expected)
    tested = model.predict_proba(data, shuffled)
    yield Pair("test rows shuffled", tested[np.argsort(shuffled)], "in order", expected)


def weights(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """A row of weight 2 is the row twice."""
    rows = np.repeat(np.arange(len(data)), data.weights.astype(int))
    repeated = data.subset(rows).with_weights(np.ones(len(rows)))
    expected = learner.fit(repeated).predict_proba(data)
    yield Pair("rows with weights", learner.fit(data).predict_proba(data), "rows repeated", expected)


def units(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """The unit in which a numeric attribute is measured does not matter."""
    # A power of 2 scales without rounding: what was tied stays tied.
    columns = [
        data.column(j) * 4.0 if attribute.is_numeric else data.column(j)
        for j, attribute in enumerate(data.attributes)
    ]
    scaled = Dataset.from_columns(
        data.relation,
        data.attributes,
        columns,
        class_attribute=data.class_attribute.name,
        weights=data.weights,
    )
    expected = learner.fit(data).predict_proba(data)
    yield Pair("numbers times 4", learner.fit(scaled).predict_proba(scaled), "unchanged", expected)


def leave_one_out(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """Leaving a row out is fitting a model to the others."""
    rows = np.arange(len(data))
    fitted = [learner.fit(data, np.delete(rows, i)).predict_proba(data, [i])[0] for i in rows]
    left_out = learner.fit(data).predict_proba(data, leave_out=True)
    yield Pair("row left out", left_out, "fitted to the others", np.array(fitted))


def explanation(learner: Learner, data: Dataset) -> Iterator[Pair]:
    """An explanation has the posterior that is predicted, and contributions that add up to it."""
    model = learner.fit(data)
    for leave_out in (True, False):
        explanations = [model.explain(data, row, leave_out=leave_out) for row in range(len(data))]
        predicted = model.predict_proba(data, leave_out=leave_out)
        explained = np.array([e.posterior for e in explanations])
        yield Pair("explained", explained, "predicted", predicted)
        if any(e.log_contributions is None for e in explanations):  # votes, which are no products
            continue
        joint = np.array([e.log_joint for e in explanations])
        likelihoods = np.exp(joint - joint.max(axis=1, keepdims=True))
        added = likelihoods / likelihoods.sum(axis=1, keepdims=True)
        yield Pair("contributions add up to", added, "predicted", predicted)


PROPERTIES: dict[str, Callable[[Learner, Dataset], Iterator[Pair]]] = {
    check.__name__: check for check in (probabilities, order, weights, units, leave_one_out, explanation)
}


@check_arguments(learner=LEARNER)
def check_learner(learner: Learner) -> tuple[str, ...]:
    """Check that a learner has the properties that all learners share, and return their names.

    The checks take a few seconds and use small samples, with weights. Those with numeric attributes are left
    out for a learner that needs nominal ones. A property that a learner cannot have is not checked: its
    `exempt` names it, with the reason.

    `probabilities`
        A posterior has a probability for each class, and they sum to 1.
    `order`
        The order of training rows and of test rows does not matter.
    `weights`
        A row of weight 2 is the row twice.
    `units`
        The unit in which a numeric attribute is measured does not matter.
    `leave_one_out`
        Leaving a row out is fitting a model to the others.
    `explanation`
        An explanation has the posterior that is predicted, and contributions that add up to it.

    Raises
    ------
    AssertionError
        If the learner lacks a property: which one, on which data, and the numbers that should be equal.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.check_learner(lw.NB())
    ('probabilities', 'order', 'weights', 'units', 'leave_one_out', 'explanation')

    In Weka, k counts rows, whatever their weight:

    >>> lw.KNN(k=5, convention="weka").exempt
    {'weights': 'k counts rows'}
    """
    usable = [data for data in _small_data() if _can_fit(learner, data)]
    if not usable:
        raise AssertionError(f"{learner.label} can be fitted to none of the samples {', '.join(_SAMPLES)}")
    checked = tuple(name for name in PROPERTIES if name not in learner.exempt)
    for name in checked:
        for data in usable:
            for pair in PROPERTIES[name](learner, data):
                _compare(pair, learner, name, data)
    return checked


def _small_data() -> Iterator[Dataset]:
    for name, step in _SAMPLES.items():
        data = sample(name)
        rows = np.arange(0, len(data), step)
        yield data.subset(rows).with_weights(1.0 + np.arange(len(rows)) % 3)


def _can_fit(learner: Learner, data: Dataset) -> bool:
    """Whether the learner can be fitted, or needs nominal attributes."""
    try:
        learner.fit(data)
    except SettingsError as error:
        if any(remedy.kind == "discretise" for remedy in error.remedies):
            return False
        raise
    return True


def _compare(pair: Pair, learner: Learner, name: str, data: Dataset) -> None:
    """Raise an AssertionError that names the first row in which the two differ."""
    one, other = pair.values, pair.other_values
    rows = (
        np.flatnonzero([not (abs(a - b) <= _TOLERANCE).all() for a, b in zip(one, other, strict=True)])
        if one.shape == other.shape
        else [0]
    )
    if len(rows):
        does = (PROPERTIES[name].__doc__ or "").rstrip(".")
        raise AssertionError(
            f"{learner.label} lacks the property {name!r} ({does[0].lower()}{does[1:]}). "
            f"On {data.name}, row {rows[0]}: {pair.first} {one[rows[0]]}, {pair.second} {other[rows[0]]}"
        )
