"""Unused columns stay out of files that leave the computer, unless the user includes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.app.unused_columns import columns_text, unused_columns
from lwnb_gui.render.explain_report import query_report
from lwnb_gui.render.html import to_html
from lwnb_gui.render.live_page import page_content, to_live_page
from lwnb_gui.views.posterior import Posterior
from tests.render.live_page.packed import packed
from tests.views_of import script_of

PEOPLE = [f"Person{i:02} Smith" for i in range(40)]


def _customers(*, text: bool) -> lw.Dataset:
    """Return data without a file, with a column of names."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "name": PEOPLE,
            "age": rng.integers(18, 80, 40),
            "income": rng.normal(30, 5, 40).round(1),
            "buys": rng.choice(["yes", "no"], 40),
        }
    )
    data = lw.Dataset.from_pandas(frame, "buys")
    if not text:
        return data.as_nominal("name") if not data.attributes[0].is_nominal else data
    column = lw.Attribute("name", "string")
    columns = [np.array(PEOPLE, dtype=object), *(data.column(j) for j in range(1, 4))]
    return lw.Dataset.from_columns("people", [column, *data.attributes[1:]], columns, class_attribute="buys")


@pytest.fixture(params=["taken out of use", "text"])
def query(request: pytest.FixtureRequest) -> Query:
    is_text = request.param == "text"
    unused = frozenset() if is_text else frozenset({"name"})
    query = Query.opening(_customers(text=is_text), k=10, unused=unused)
    assert unused_columns(query.data, query.unused) == ("name",)
    return query


def _files(query: Query, *, with_unused: bool) -> dict[str, str]:
    explanation = query.learner.fit(query.used).explain(query.instances, row=query.row)
    page = to_live_page(page_content(query, panels=["map", "neighbours"], with_unused=with_unused))
    return {
        "report": to_html(query_report(query, explanation, with_unused=with_unused)),
        "live page": json.dumps(packed(page)),
    }


def test_reports_live_pages_and_scripts_leave_out_columns_that_are_not_in_use(query: Query) -> None:
    for name, file in {**_files(query, with_unused=False), "script": script_of(Posterior(), query)}.items():
        assert "Smith" not in file, name
        assert "income" in file, name


def test_columns_that_are_not_in_use_can_be_included(query: Query) -> None:
    for name, file in _files(query, with_unused=True).items():
        assert sum(person in file for person in PEOPLE) >= 10, name


def test_the_script_in_a_report_still_gives_the_same_numbers(query: Query, tmp_path: Path) -> None:
    names: dict[str, object] = {}
    text = script_of(Posterior(), query).partition("\nfigure =")[0]
    exec(compile(text, "script", "exec"), names)  # the script's assertion compares the content
    explanation = names["explanation"]
    assert isinstance(explanation, lw.Explanation)
    expected = query.learner.fit(query.used).explain(query.instances, row=query.row)
    assert explanation.posterior == pytest.approx(expected.posterior, abs=1e-12)


def test_a_sentence_names_the_columns_that_leave_and_those_that_stay() -> None:
    data = lw.sample("iris")
    names = "sepallength, sepalwidth, petallength, petalwidth and class"
    expected = f"The file will contain values of 5 columns: {names}."
    assert columns_text(data, (), with_unused=False) == expected
    text = columns_text(data, {"sepallength"}, with_unused=False)
    assert "of 4 columns: sepalwidth, " in text
    assert text.endswith("It leaves out sepallength, which is not in use.")
    assert columns_text(data, {"sepallength"}, with_unused=True).endswith("is not in use, but included.")
