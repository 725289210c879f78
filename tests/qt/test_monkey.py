"""A short random walk; `python -m tests.qt.monkey` takes long ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from lwnb_gui.qt.main_window import MainWindow
from tests.qt.monkey import Monkey


@pytest.mark.parametrize("seed", [11])
def test_no_step_of_a_random_walk_is_an_error(seed: int, window: MainWindow, tmp_path: Path) -> None:
    report = Monkey(window, seed, tmp_path).walk(100)
    assert report.errors == [], report.text()
    assert report.steps == 100
    assert len(report.did) > 30, "it gets about"
