"""Classes whose names are numbers: no sentence says a bare number that could be taken for a result."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_gui.plots.dependence import dependence_text
from lwnb_gui.readings.confusion import cell_text, confusions
from lwnb_gui.readings.map import neighbour_text
from lwnb_gui.readings.posterior import posterior_reading, sentences
from lwnb_gui.readings.ribbon import change_text
from lwnb_gui.readings.what_if import summary
from lwnb_gui.readings.why import why
from lwnb_gui.state import Query
from lwnb_gui.state.guessing import verdict
from lwnb_gui.state.predictions import predict_all
from lwnb_gui.state.steps import STEPS, sentence
from lwnb_gui.text import class_names


@pytest.fixture(scope="module")
def numbered() -> lw.Dataset:
    """Iris with species 1, 2 and 3."""
    iris = lw.sample("iris")
    attributes = [*iris.attributes[:4], lw.Attribute.nominal("species", ("1", "2", "3"))]
    columns = [np.asarray(iris.column(a.name)) for a in iris.attributes]
    return lw.Dataset.from_columns("numbered", attributes, columns, class_attribute="species")


def test_names_get_their_attribute_only_where_they_are_numbers() -> None:
    assert class_names(("1", "2.5"), "cultivar") == ("cultivar 1", "cultivar 2.5")
    assert class_names(("yes", "no"), "play") == ("yes", "no")
    assert class_names(("1", "2"), "") == ("1", "2")


def test_sentences_name_the_attribute(numbered: lw.Dataset) -> None:
    query = Query.opening(numbered, row=134)
    model = query.learner.fit(numbered)
    explanation = model.explain(numbered, row=134)
    selection = lw.select(model, numbered, 134)
    sweep = lw.sweep(model, numbered, 134)
    matrix = next(iter(confusions(predict_all(query))))
    said = [
        *sentences(posterior_reading(explanation)),
        why(explanation, sweep).sentences,
        change_text(sweep),
        dependence_text(dependence_of_selection(selection, 50, "petallength")),
        summary(lw.what_if(model, numbered, 134))[0],
        neighbour_text(explanation, numbered, 0)[0],
        verdict(1, explanation)[1],
        cell_text(matrix, 1, 2),
        *(sentence(step, explanation) for step in STEPS[3:]),
    ]
    for text in said:
        assert re.search(r"species [123]", text), text
        assert not re.search(r"(says|is|now|of|say) [123][ ,.;]", text), text
