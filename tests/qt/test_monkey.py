"""A short random walk; `python -m tests.qt.monkey` takes long ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from lwnb_gui.actions import SPECS
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import Open
from tests.qt.monkey import NEVER, Monkey


@pytest.mark.parametrize("seed", [11])
def test_random_walk_has_no_error(seed: int, window: MainWindow, tmp_path: Path) -> None:
    report = Monkey(window, seed, tmp_path).walk(100)
    assert report.errors == [], report.text()
    assert report.steps == 100
    assert len(report.did) > 30, "it gets about"


def test_random_walk_can_reach_every_action(opened: Open) -> None:
    assert set(NEVER) == {"quit", "full_screen"}
    actions = opened().actions_by_name.by_name
    assert actions.keys() == SPECS.keys()
    # Widgets that come and go with a lecture, a step, an edit or a study; all others exist from the first
    # row.
    later = {"eq6_printed"}  # iris has no nominal attribute
    later |= {"undo", "redo", "reset_values", "reset_settings", "all_classes", "step_back", "step_out"}
    later |= {
        "previous_lecture",
        "next_lecture",
        "close_lecture",
        "fold_lecture",
        "page_on",
        "page_back",
        "another_row",
        "reset_score",
        "change_screen",
        "remove_screen",
        "show_curves",
        "draw_again",
    }
    assert {name for name, action in actions.items() if not action.isEnabled()} - later == set()
