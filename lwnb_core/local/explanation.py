"""The one result that every panel, export and command reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.display import html_of
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.naive_bayes import NaiveBayesModel, NominalTable, NumericTable, Table, ranked
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_core.local.training import Instances
from lwnb_core.read_only import ReadOnlyArrays, cached_arrays

if TYPE_CHECKING:
    import pandas as pd

    from lwnb_core.learners.base import Model


@dataclass(frozen=True, eq=False)
class Request:
    """The model, the instance that it predicted, and the training row that was left out (-1: none)."""

    model: Model
    instances: Instances
    left_out: int


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(ReadOnlyArrays):
    """Everything between the training rows and the prediction for one test instance.

    Attributes
    ----------
    learner, settings
        The learner that is explained, and its settings.
    classes
        Class names in header order (o of them).
    attributes
        The predictors (m of them).
    instance
        The predictors' values: numbers, or codes as floats; NaN for missing. Shape (m,).
    row, true_class
        Row number (from 0) and class code; None if the instance is not a row, or its class is not known.
    changed
        Names of attributes whose value was changed from that of the row.
    training_rows
        The number of training rows (without the one left out).
    left_out
        Whether the instance was one of the training rows and was left out of them.
    neighbourhood, neighbour_rows, neighbour_classes
        The weighted neighbours, their row numbers in the data set and class codes; None for a learner
        without a neighbourhood.
    model
        Prior and tables of the (local) naive Bayes model; None for learners without one.
    log_contributions
        ln of the prior (first) and of each attribute's factor, per class; 0 for a missing value.
        Shape (1 + m, o); None for learners without factors.
    posterior
        P(c|x). Shape (o,).
    others
        Posteriors of the other learners for the same instance and training rows, by name.
    votes
        The votes for each class, by the name of the learner, for learners whose neighbours have one vote each
        (KNN). Each of shape (o,).
    details
        What else the learner used (votes, parents, rule, tree), as plain JSON.
    notes
        Sentences that a reader of the numbers should know, such as ties.
    request
        The model and the instance: figures use it to find the rows around the instance.
    class_attribute
        Name of the attribute that is predicted.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
    >>> answer.classes[answer.prediction], answer.classes[answer.runner_up], answer.posterior.round(3)
    ('Iris-virginica', 'Iris-versicolor', array([0.   , 0.172, 0.828]))
    >>> answer.known_class == answer.prediction, answer.left_out, answer.training_rows
    (True, True, 149)

    The neighbourhood: how large, which rows, and with which weights:

    >>> print(f"r = {answer.neighbourhood.r}, d_k = {answer.neighbourhood.bandwidth:.4f}")
    r = 50.0, d_k = 0.3274
    >>> answer.neighbour_rows[:3], answer.neighbourhood.weights[:3].round(3)
    (array([ 83, 133,  72]), array([0.606, 0.58 , 0.561]))

    What favours the prediction over the runner-up: the prior, then each attribute. The sum is the log odds:

    >>> answer.log_odds(answer.prediction, answer.runner_up).round(2)
    array([-0.28,  0.18,  0.01,  4.68, -3.02])

    The answers of the other learners:

    >>> {name: posterior.round(2).tolist() for name, posterior in answer.others.items()}
    {'NB': [0.0, 0.59, 0.41], 'KNN': [0.0, 0.62, 0.38], 'KNNDW': [0.0, 0.57, 0.43]}
    """

    learner: str
    settings: Mapping[str, Any]
    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    instance: NDArray[np.float64]
    row: int | None
    true_class: int | None
    changed: tuple[str, ...]
    training_rows: int
    left_out: bool
    posterior: NDArray[np.float64]
    neighbourhood: Neighbourhood | None = None
    neighbour_rows: NDArray[np.intp] | None = None
    neighbour_classes: NDArray[np.int32] | None = None
    model: NaiveBayesModel | None = None
    log_contributions: NDArray[np.float64] | None = None
    others: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    votes: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    request: Request | None = None
    class_attribute: str = ""

    def __repr__(self) -> str:
        from lwnb_core.one_line import explanation_text

        return explanation_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @property
    def prediction(self) -> int:
        """The code of the most probable class (the first of those tied)."""
        return self.ranked[0]

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """The codes of all classes, the most probable first.

        Every description of an explanation uses this order of the classes.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("glass")
        >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=0)
        >>> [answer.classes[code] for code in answer.ranked[:2]]
        ['build wind float', 'build wind non-float']
        """
        return ranked(self.posterior.tolist(), None if self.log_joint is None else self.log_joint.tolist())

    @property
    def runner_up(self) -> int | None:
        """The code of the second most probable class; None if there is only one class."""
        return self.ranked[1] if len(self.ranked) > 1 else None

    @cached_property
    def convention(self) -> Convention:
        """The convention in force, with the details that were set differently.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> answer = lw.LWNB(k=50, convention="weka", snap=True).fit(data).explain(data, row=134)
        >>> answer.convention.name, answer.convention.changed_knobs
        ('weka', {'snap': True})
        """
        details = {f.name: self.settings[f.name] for f in fields(Convention) if f.name in self.settings}
        return convention(str(self.settings.get("convention", "paper")), **details)

    @property
    def known_class(self) -> int | None:
        """The true class, or None if it is unknown or values of the row were changed."""
        return None if self.changed else self.true_class

    @property
    def is_new_instance(self) -> bool:
        """Whether all values were changed, so that nothing is left of the original row.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("weather-nominal")
        >>> day = {"outlook": "sunny", "temperature": "mild", "humidity": "normal", "windy": "FALSE"}
        >>> answer = lw.LWNB(k=5).fit(data).explain(data, row=0, changes=day)
        >>> answer.is_new_instance, answer.known_class
        (True, None)
        """
        return bool(self.attributes) and {a.name for a in self.attributes} <= set(self.changed)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return what the local model knows of each predictor: counts, or normal curves.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
        >>> petal_width = answer.tables[3]
        >>> petal_width.attribute.name, petal_width.mean.round(2), petal_width.sd.round(2)
        ('petalwidth', array([ nan, 1.4 , 1.77]), array([ nan, 0.13, 0.15]))
        """
        return self.model.tables if self.model is not None else ()

    @cached_arrays
    def log_joint(self) -> NDArray[np.float64] | None:
        """ln P(c) + Σ ln P(x_j|c): the sum of the contributions. Shape (o,).

        Examples
        --------
        >>> import numpy as np
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> answer = lw.NB().fit(data).explain(data, row=134)
        >>> joint = np.exp(answer.log_joint)
        >>> (joint / joint.sum()).round(3), answer.posterior.round(3)
        (array([0.   , 0.588, 0.412]), array([0.   , 0.588, 0.412]))
        """
        return None if self.log_contributions is None else self.log_contributions.sum(axis=0)

    def value(self, j: int) -> float | str | None:
        """Return the instance's value of predictor j in readable form; None if it is missing.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("labor")
        >>> answer = lw.NB().fit(data).explain(data, row=0)
        >>> {answer.attributes[j].name: answer.value(j) for j in range(3)}
        {'duration': 1.0, 'wage-increase-first-year': 5.0, 'wage-increase-second-year': None}
        """
        raw = self.instance[j]
        if np.isnan(raw):
            return None
        return float(raw) if self.attributes[j].is_numeric else self.attributes[j].values[int(raw)]

    def log_odds(self, top: int, against: int) -> NDArray[np.float64]:
        """Return the contributions to ln(P(top|x)/P(against|x)): prior, then attributes. Shape (1 + m,)."""
        if self.log_contributions is None:
            return np.empty(0)
        return np.asarray(self.log_contributions[:, top] - self.log_contributions[:, against])

    def to_pandas(self) -> dict[str, pd.DataFrame]:
        """Return four frames with one observation per row; those that do not apply to this learner are empty.

        Returns
        -------
        dict
            ``posterior``: class, learner, posterior (this learner's and the others').
            ``neighbours``: row (from 0), class, distance, weight, rescaled, tied; nearest first.
            ``tables``: attribute, kind, value, class, weight, probability, mean, sd. A nominal attribute has
            one row per value and class, a numeric one a row per class.
            ``contributions``: attribute (`prior` first, with position -1), position, value, class,
            log_contribution.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> frames = lw.LWNB(k=50).fit(data).explain(data, row=134).to_pandas()
        >>> {name: frame.shape for name, frame in frames.items()}
        {'posterior': (12, 3), 'neighbours': (50, 6), 'tables': (12, 8), 'contributions': (15, 5)}
        """
        from lwnb_core.local.explanation_frames import frames_of

        return frames_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON: no arrays, no NaN.

        Examples
        --------
        >>> import json
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
        >>> plain = json.loads(json.dumps(answer.to_dict()))
        >>> plain["prediction"], plain["settings"]["k"]
        ('Iris-virginica', 50)
        """
        return {
            "learner": self.learner,
            "settings": dict(self.settings),
            "classes": list(self.classes),
            "instance": {a.name: self.value(j) for j, a in enumerate(self.attributes)},
            "row": self.row,
            "true_class": None if self.true_class is None else self.classes[self.true_class],
            "changed": list(self.changed),
            "training_rows": self.training_rows,
            "left_out": self.left_out,
            "prediction": self.classes[self.prediction],
            "posterior": self._by_class(self.posterior),
            "others": {name: self._by_class(p) for name, p in self.others.items()},
            "neighbourhood": self._neighbourhood_dict(),
            "prior": None if self.model is None else self._by_class(self.model.prior),
            "class_weights": None if self.model is None else self._by_class(self.model.class_weights),
            "tables": [self._table_dict(j, table) for j, table in enumerate(self.tables)],
            "log_contributions": self._contributions_dict(),
            "details": dict(self.details),
            "notes": list(self.notes),
        }

    def _by_class(self, values: NDArray[np.float64]) -> dict[str, float | None]:
        return dict(zip(self.classes, _plain(values), strict=True))

    def _neighbourhood_dict(self) -> dict[str, Any] | None:
        n = self.neighbourhood
        if n is None or self.neighbour_rows is None or self.neighbour_classes is None:
            return None
        return {
            "bandwidth": n.bandwidth,
            "r": n.r,
            "neighbours": [
                {
                    "row": int(row),
                    "class": self.classes[int(c)],
                    "distance": float(d),
                    "weight": float(w),
                    "rescaled": float(v),
                    "tied": bool(t),
                }
                for row, c, d, w, v, t in zip(
                    self.neighbour_rows,
                    self.neighbour_classes,
                    n.distances,
                    n.weights,
                    n.rescaled,
                    n.tied,
                    strict=True,
                )
            ],
        }

    def _table_dict(self, j: int, table: Table) -> dict[str, Any]:
        factors = table.factors(float(self.instance[j]))
        common = {
            "attribute": table.attribute.name,
            "value": self.value(j),
            "factors": None if factors is None else self._by_class(factors),
        }
        match table:
            case NominalTable():
                return common | {
                    "kind": "nominal",
                    "values": list(table.attribute.values),
                    "counts": [_plain(row) for row in table.counts],
                    "totals": _plain(table.totals),
                    "probabilities": [_plain(row) for row in table.probabilities],
                }
            case NumericTable():
                return common | {
                    "kind": "numeric",
                    "form": table.form,
                    "precision": table.precision,
                    "weights": _plain(table.weights),
                    "mean": _plain(table.mean),
                    "sd": _plain(table.sd),
                }

    def _contributions_dict(self) -> dict[str, Any] | None:
        if self.log_contributions is None:
            return None
        prior, *factors = (self._by_class(values) for values in self.log_contributions)
        names = (attribute.name for attribute in self.attributes)
        return {"prior": prior, "attributes": dict(zip(names, factors, strict=True))}


def _plain(values: NDArray[np.float64]) -> list[float | None]:
    return [float(v) if np.isfinite(v) else None for v in values]
