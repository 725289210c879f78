"""The scripts of what if and confusion are run, and give the window's numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.export.what_if_scripts import confusion_script, what_if_script
from lwnb_gui.readings.confusion import confusions
from lwnb_gui.readings.what_if import COLUMN_TITLES, lines_of, summary, table_rows
from lwnb_gui.state import HeldOut, Query
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.predictions import predict_all


def run(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(compile(script, "script.py", "exec"), names)
    return names


@pytest.fixture
def query(monkeypatch: pytest.MonkeyPatch) -> Query:
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    return replace(
        Opening("sample:weather-numeric", row=1, settings={"k": 5}).query(), unused=frozenset({"windy"})
    )


def test_what_if_script_reproduces_the_panel(
    query: Query, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = query.with_values({"temperature": 70.0})
    names = run(what_if_script(changed, "outlook"), tmp_path, monkeypatch)
    model = changed.learner.fit(changed.used)
    expected = lw.what_if(model, changed.data, 0, changes={"temperature": 70.0})
    assert names["result"].to_dict() == expected.to_dict()
    assert names["view"].attribute.name == "outlook"
    assert (tmp_path / "dependence.svg").stat().st_size > 1000
    # The same as a table, and in words.
    rows = table_rows(expected)
    assert {len(row) for row in rows} == {len(COLUMN_TITLES)}
    assert len(rows) == len(lines_of(expected))
    assert summary(expected)[0].startswith("now ")
    assert summary(expected)[-1] == ""


def test_confusion_script_reproduces_the_panel(
    query: Query, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = replace(query, test_rows=HeldOut(34, 1))
    names = run(confusion_script(held), tmp_path, monkeypatch)
    expected = confusions(predict_all(held))
    for one, other in zip(names["view"], expected, strict=True):
        assert one.name == other.name
        assert np.array_equal(one.matrix, other.matrix)
    assert b"precision" in (tmp_path / "confusion.svg").read_bytes()
