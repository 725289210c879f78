"""The outputs of a view for a query, as the window has them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.render.scripts import view_script
from lwnb_gui.views.view import Subject, View


def explained(query: Query) -> lw.Explanation:
    """Return the explanation of a query."""
    model = query.learner.fit(query.used, query.training_rows)
    return lw.select(model, query.instances, query.row, changes=query.changed_values).explain(query.k)


def read(view: View[Any], explanation: lw.Explanation, **options: Any) -> Any:
    """Return the reading of a view that has something to say about an explanation."""
    read: Callable[..., Any] = view.read
    reading = read(Subject(explanation), **options)
    assert reading is not None
    return reading


def script_of(view: View[Any], query: Query, about: Subject | None = None, **options: Any) -> str:
    """Return the Python script of a view, by default about the explanation."""
    read: Callable[..., Any] = view.read
    script = view_script(view, read(about or Subject(explained(query), query=query), **options), query)
    assert script is not None
    return script


def run_script(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run a script in a folder and return what it has computed, by name."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(compile(script, "script.py", "exec"), names)
    return names
