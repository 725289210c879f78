"""The rows behind an answer: the training rows of its model, and all of them around its instance."""

from __future__ import annotations

from lwnb_core import LWNB, Dataset, Explanation, Selection, SettingsError
from lwnb_core.learners.lwnb import LWNBModel


def training_rows(explanation: Explanation) -> Dataset:
    """Return the rows that the model was fitted to, as a part of their data set."""
    request = explanation.request
    if request is None or request.model.header is None:
        raise SettingsError(
            "the rows behind this answer are unknown",
            hint="Explain a row of a data set with a learner that does not discretise it first.",
        )
    return request.model.header.all_rows.subset(request.model.training.rows)


def selection_of(explanation: Explanation) -> Selection:
    """Return the instance against all training rows, by LWNB's distances and at the k of the answer."""
    training_rows(explanation)
    request = explanation.request
    assert request is not None
    model, k = request.model, explanation.settings.get("k")
    learner = model.learner if isinstance(model, LWNBModel) else LWNB(convention=_convention(explanation))
    if k is not None and k != learner.k:
        learner = LWNB(k, learner.convention, kernel=learner.kernel, eq6=learner.eq6)
    if learner is not model.learner:
        model = learner.fit_training(model.training)
    assert isinstance(model, LWNBModel)
    return Selection(model, request.instances, request.left_out, explanation.changed)


def _convention(explanation: Explanation) -> str:
    return str(explanation.settings.get("convention", "paper"))
