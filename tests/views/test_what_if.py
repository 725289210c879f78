"""What if: its script runs and gives the window's numbers; its table and its sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.query import Query
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import COLUMN_TITLES, WhatIf
from tests.views_of import run_script, script_of


@pytest.fixture
def query(loaded_loops: None) -> Query:
    return replace(
        Opening("sample:weather-numeric", row=1, settings={"k": 5}).query(), unused=frozenset({"windy"})
    )


def test_what_if_script_reproduces_the_panel(
    query: Query, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = query.with_values({"temperature": 70.0})
    model, changes = changed.learner.fit(changed.used), {"temperature": 70.0}
    expected = lw.what_if(model, changed.data, 0, changes=changes)
    curve = lw.dependence(model, changed.data, 0, "outlook", changes=changes)
    about = Subject(what_if=expected, dependence=curve)
    names = run_script(script_of(WhatIf(), changed, about), tmp_path, monkeypatch)
    assert names["result"].to_dict() == expected.to_dict()
    assert names["view"].attribute.name == "outlook"
    assert (tmp_path / "dependence.svg").stat().st_size > 1000
    # The same as a table, and in words.
    reading = WhatIf().read(about)
    assert reading is not None
    table = WhatIf().table(reading)
    assert table is not None
    assert table.titles == list(COLUMN_TITLES)
    assert {len(row) for row in table.rows} == {len(COLUMN_TITLES)}
    assert table.n_rows == len(reading.lines)
    assert reading.wordings[0].startswith("now ")
    assert reading.wordings[-1] == ""
    now, of_curve = WhatIf().sentences(reading)
    assert now.startswith("Now ")
    assert of_curve.startswith("outlook ")
