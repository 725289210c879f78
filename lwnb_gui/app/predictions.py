"""The four learners' predictions for every test row."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Attribute, Dataset, LwnbError, align
from lwnb_core.data.dataset import Rows
from lwnb_core.engine import choice
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.query import Query

LEARNERS = ("LWNB", "NB", "KNN", "KNNDW")
# Rows × rows × attributes that take a millisecond or two; if k is large, all of them have to be sorted, which
# takes this many times as long.
_PART_OF_A_FRAME, _IN_ORDER = 3e6, 8
# The number of rows that are tried when looking for one to open on, and the rows × rows × attributes that
# this may cost.
_MOST_TRIED, _TRIED_AT_A_TIME, _WORK_TO_OPEN = 256, 16, 1e7


@dataclass(frozen=True, eq=False)
class Predictions:
    """Posteriors of all four learners for the test rows, each row left out of its own training rows.

    Attributes
    ----------
    rows
        Positions in the query's `instances`. Shape (t,).
    true
        Class codes, -1 where the class is not known. Shape (t,).
    posteriors
        By learner, in the order of `LEARNERS`, each of shape (t, classes).
    k
        At which k.
    model_key
        With which training rows and settings (see `Query.model_key`).
    class_attribute
        Name of the attribute that is predicted.
    """

    rows: Rows
    classes: tuple[str, ...]
    true: NDArray[np.int32]
    posteriors: Mapping[str, NDArray[np.float64]]
    k: int
    model_key: Hashable = None
    class_attribute: str = ""

    def is_of(self, query: Query) -> bool:
        """Whether they belong to this query's training rows, settings and k."""
        return self.k == query.k and self.model_key == query.model_key

    @cached_property
    def predicted(self) -> Mapping[str, NDArray[np.intp]]:
        """The predicted class codes by learner, each of shape (t,)."""
        return {name: first_best(p) for name, p in self.posteriors.items()}

    def wrong(self, learner: str) -> NDArray[np.bool_]:
        """Whether a learner errs on each row; a row of unknown class does not count. Shape (t,)."""
        return np.asarray((self.predicted[learner] != self.true) & (self.true >= 0))

    @cached_property
    def disputed(self) -> NDArray[np.bool_]:
        """Whether the learners disagree on each row. Shape (t,)."""
        said = np.stack(list(self.predicted.values()))
        return np.asarray((said != said[0]).any(axis=0))

    @cached_property
    def wrong_or_disputed(self) -> NDArray[np.bool_]:
        """Whether some learner errs on each row, or they disagree. Shape (t,)."""
        errs = np.stack([self.wrong(name) for name in self.predicted])
        return np.asarray(errs.any(axis=0) | self.disputed)

    def as_dataset(self) -> Dataset:
        """Return a data set for saving: row (from 1), true and predicted class, probabilities; LWNB first."""
        attributes = [Attribute.numeric("row"), Attribute.nominal("true", self.classes)]
        columns: list[NDArray[Any]] = [self.rows + 1.0, self.true]
        for name, posterior in self.posteriors.items():
            attributes.append(Attribute.nominal(f"{name} predicted", self.classes))
            columns.append(self.predicted[name].astype(np.int32))
            attributes += [Attribute.numeric(f"{name} P({c})") for c in self.classes]
            columns += list(posterior.T)
        return Dataset.from_columns("predictions", attributes, columns, class_attribute="LWNB predicted")


def predict_all(query: Query, progress: Progress = silent) -> Predictions:
    """Predict every test row with all four learners."""
    return _predict(query, query.rows_to_test, progress)


def first_row_worth_a_look(query: Query) -> int:
    """Return the first row on which a learner errs or the learners differ.

    It is row 0 if that takes too long to find. An easy row, on which all learners are sure, explains little.
    """
    if query.data.class_index is None or not query.used.predictors:
        return query.row
    rows = query.rows_to_test
    each = float(query.n_training) * len(query.used.predictors)
    most = min(len(rows), _MOST_TRIED, int(_WORK_TO_OPEN / max(each, 1.0)))
    for start in range(0, most, _TRIED_AT_A_TIME):
        some = rows[start : min(start + _TRIED_AT_A_TIME, most)]
        try:
            found = np.flatnonzero(_predict(query, some).wrong_or_disputed)
        except LwnbError:
            break  # the window opens anyway, and reports what is wrong
        if len(found):
            return int(some[found[0]])
    return query.row


def _predict(query: Query, rows: Rows, progress: Progress = silent) -> Predictions:
    data, header = query.instances, query.used
    model = query.learner.fit(header, query.training_rows)
    assert isinstance(model, LWNBModel)
    instances = model.instances(data, rows)
    posteriors = model.posteriors_of_all(instances, model.positions_to_leave_out(instances), progress)
    true = align(data, header).class_codes[rows]
    name = header.class_attribute.name
    return Predictions(rows, header.classes, true, posteriors, query.k, query.model_key, name)


def predict_some(model: LWNBModel, query: Query, rows: Rows) -> Mapping[str, NDArray[np.float64]] | None:
    """Return posteriors of the learners that depend on k, for some test rows, by a model for any k.

    The result is None if that would take longer than a part of a frame, or if rows cannot be predicted one by
    one.
    """
    training = model.training
    work = len(rows) * training.n * max(len(training.attributes), 1)
    slower = _IN_ORDER if 4 * query.k >= training.n else 1
    one_by_one = model.convention.ranges == "training"
    if not 0 < work * slower <= _PART_OF_A_FRAME or not one_by_one:
        return None
    if not choice.compiled(module=model.sweeper.loops):
        return None
    instances = model.instances(query.instances, rows)
    left_out = model.positions_to_leave_out(instances)
    posteriors = model.sweeper.posteriors(instances, left_out, np.array([query.k]))
    return {
        name: posterior[:, 0] for name, posterior in zip(("LWNB", "KNN", "KNNDW"), posteriors, strict=True)
    }


def cost(query: Query) -> float:
    """Return rows × rows × attributes: the work of predicting every row."""
    return float(query.n_training) * len(query.rows_to_test) * max(len(query.used.predictors), 1)
