"""Classes whose names are numbers: no sentence contains a bare number that could be taken for a result."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.class_names import class_names as class_names_in_core
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.render.live_page import page_content
from lwnb_gui.teaching.steps import sentence
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import class_names
from lwnb_gui.views.confusion.matrices import cell_text, confusions
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.dependence import dependence_text
from lwnb_gui.views.equations.lines import equation_lines
from lwnb_gui.views.map.callouts import neighbour_text
from lwnb_gui.views.map.decision_regions import answers as region_answers
from lwnb_gui.views.posterior import Posterior, answers, bar_tip, spoken
from lwnb_gui.views.ribbon import ribbon_reading
from lwnb_gui.views.steps import STEPS
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import WhatIf
from lwnb_gui.views.why import why
from lwnb_gui.views.wording.guess import verdict


@pytest.fixture(scope="module")
def numbered() -> lw.Dataset:
    """Return Iris with species 1, 2 and 3."""
    iris = lw.sample("iris")
    attributes = [*iris.attributes[:4], lw.Attribute.nominal("species", ("1", "2", "3"))]
    columns = [np.asarray(iris.column(a.name)) for a in iris.attributes]
    return lw.Dataset.from_columns("numbered", attributes, columns, class_attribute="species")


def test_names_get_their_attribute_only_where_they_are_numbers() -> None:
    assert class_names(("1", "2.5"), "cultivar") == ("cultivar 1", "cultivar 2.5")
    assert class_names(("yes", "no"), "play") == ("yes", "no")
    assert class_names(("1", "2"), "") == ("1", "2")
    for classes in (("1", "2.5"), ("yes", "no"), ("a", "1e3")):
        assert class_names_in_core(classes, "play") == class_names(classes, "play")


def test_sentences_name_the_attribute(numbered: lw.Dataset) -> None:
    query = Query.opening(numbered, row=134)
    model = query.learner.fit(numbered)
    explanation = model.explain(numbered, row=134)
    selection = lw.select(model, numbered, 134)
    sweep = lw.sweep(model, numbered, 134)
    matrix = next(iter(confusions(predict_all(query))))
    posterior = Posterior().read(Subject(explanation))
    odds = Contributions().read(Subject(explanation))
    changes = WhatIf().read(Subject(what_if=lw.what_if(model, numbered, 134)))
    assert odds is not None
    assert changes is not None
    said = [
        *answers(posterior),
        why(explanation, sweep).sentences,
        ribbon_reading(sweep).text,
        dependence_text(dependence_of_selection(selection, 50, "petallength")),
        changes.wordings[0],
        changes.sentence(0),
        *explanation.notes,
        " against ".join(odds.class_names),
        spoken(posterior, 0),
        bar_tip(posterior, 0, 2),
        Contributions().table(odds).titles[2],
        " ".join(map(str, region_answers(explanation, ["LWNB"]))),
        neighbour_text(explanation, numbered, 0)[0],
        verdict(1, explanation)[1],
        cell_text(matrix, 1, 2),
        *(sentence(step, explanation) for step in STEPS[3:]),
    ]
    for text in said:
        assert re.search(r"species [123]", text), text
        assert not re.search(r"(says|is|now|of|say|for|against|then) [123]([ ,.;]|$)", text), text
        assert not re.search(r"(?<!species )\b[123] <?>?[01]\.", text), text


def test_formulas_name_the_attribute(numbered: lw.Dataset) -> None:
    explanation = lw.LWNB(k=50).fit(numbered).explain(numbered, row=134)
    named = [name for line in equation_lines(explanation) for name in line.formula.names]
    assert "species 3" in named
    assert not {"1", "2", "3"} & set(named)


def test_notebooks_name_the_attribute(numbered: lw.Dataset) -> None:
    model = lw.LWNB(k=50).fit(numbered)
    results = (
        model.explain(numbered, row=134),
        lw.sweep(model, numbered, 134),
        lw.what_if(model, numbered, 134),
    )
    for result in results:
        text = re.sub(r"<[^>]+>", "", result._repr_html_()).replace("species ", "#")
        assert re.search(r"(k ?= ?\d+:|right:|Now) #[123]", text), text
        assert not re.search(r"k ?= ?\d+: [123]|class [123]:|[123] against [123]", text), text


def test_live_pages_name_the_attribute(numbered: lw.Dataset) -> None:
    query = Query.opening(numbered, row=134)
    content = page_content(query, teaching=Teaching(guess_first=True), panels=["neighbours"])
    assert content.class_names == ("species 1", "species 2", "species 3")
    table = content.rows[0].neighbours
    assert table is not None
    column = table.titles.index("class")
    assert {cells[column] for cells in table.cells} <= {"1", "2", "3"}, "in tables"
