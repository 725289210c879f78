"""The names that a fitted model shows to a user."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_core.learners.base import Learner


@pytest.mark.parametrize(
    "learner", [lw.LWNB(5), lw.NB(), lw.KNN(3), lw.AODE(), lw.LWAODE(5), lw.Discretised(lw.NB())], ids=repr
)
def test_a_model_names_its_attributes_and_documents_all_that_is_public(learner: Learner) -> None:
    data = lw.sample("weather-nominal")
    model = learner.fit(data)
    assert [attribute.name for attribute in model.attributes] == [a.name for a in data.attributes[:-1]]
    assert model.predict_proba(data).shape == (len(data), len(model.classes))
    public = [name for name in dir(model) if not name.startswith("_")]
    methods = [name for name in public if callable(getattr(type(model), name, None))]
    undocumented = [
        name
        for name in methods
        if not any(getattr(vars(base).get(name), "__doc__", None) for base in type(model).__mro__)
    ]
    assert undocumented == []
