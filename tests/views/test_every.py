"""The facts that views declare about themselves, on which every output relies."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_gui import views
from lwnb_gui.teaching.panels import panel_names
from lwnb_gui.views.every import VIEWS, answer_first, answer_view
from lwnb_gui.views.view import Subject, View


def test_names_are_unique_and_one_view_is_the_answer() -> None:
    names = [view.name for view in VIEWS]
    assert len(set(names)) == len(names)
    assert [view for view in VIEWS if view.is_answer] == [answer_view()]
    first, *others = answer_first()
    assert first is answer_view()
    assert others == [view for view in VIEWS if not view.is_answer]


def test_every_view_that_exists_is_listed_once() -> None:
    for module in pkgutil.walk_packages(views.__path__, f"{views.__name__}."):
        importlib.import_module(module.name)
    kinds = [kind for kind in View.__subclasses__() if kind.__module__.startswith(views.__name__)]
    assert sorted(type(view).__name__ for view in VIEWS) == sorted(kind.__name__ for kind in kinds)
    assert {view.name for view in VIEWS if view.area is None}.isdisjoint(panel_names())


def test_parts_that_tell_the_answer_belong_to_views_that_do_not() -> None:
    for view in VIEWS:
        assert view.parts_that_tell <= set(view.parts_visible_from), view.name
        assert not (view.tells_answer and view.parts_that_tell), view.name


@pytest.mark.parametrize("first_row", [0, 1])
def test_what_stands_at_the_head_has_sentences(first_row: int) -> None:
    data = lw.sample("iris")
    about = Subject(lw.LWNB().fit(data).explain(data, 134), data=data, first_row=first_row)
    for view in VIEWS:
        if view.is_answer or view.stands_at_head:
            assert view.sentences(view.read(about)), view.name
        if view.has_row_limit:
            assert "most" in inspect.signature(view.tables).parameters, view.name
            (table,) = view.tables(view.read(about), most=3)  # type: ignore[call-arg]
            assert len(table.rows) == 3


def test_a_copy_of_the_example_can_stand_among_the_views() -> None:
    """It imports nothing that waits for the list of views; otherwise the program would not start."""
    code = (
        "import sys, lwnb_gui.views.every\n"
        "before = set(sys.modules)\n"
        "import tests.qt.example_view\n"
        "print(*(name for name in set(sys.modules) - before if name.startswith('lwnb')))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
