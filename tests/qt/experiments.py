"""Helpers for tests of the page Experiment: the page, a small experiment, waiting for its end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from lwnb_gui.experiment.data import sample_choices
from lwnb_gui.experiment.plan import DataChoice
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.window.main_window import MainWindow

__all__ = ["finish", "named", "page", "small"]


def named(*names: str) -> tuple[DataChoice, ...]:
    return tuple(choice for name in names for choice in sample_choices() if choice.name == name)


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> ExperimentPage:
    """Open the page without any data."""
    window.state.go_to("experiment")
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    qtbot.waitUntil(page.isVisible, timeout=10_000)  # in a new process, matplotlib may still be loading
    return page


def small(page: ExperimentPage, **more: object) -> None:
    """Return two small data sets and four learners, one of which fails on numbers."""
    plan = replace(
        page.controller.plan,
        data=named("weather-nominal", "iris"),
        learners=("nb", "knn:k=3", "tan"),
        runs=2,
        folds=3,
        **more,  # type: ignore[arg-type]
    )
    page.controller.set_plan(plan)


def finish(page: ExperimentPage, qtbot: QtBot) -> None:
    controller = page.controller
    qtbot.waitUntil(lambda: not controller.is_busy, timeout=30_000)
    qtbot.waitUntil(lambda: not controller.store.stale, timeout=5_000)
    qtbot.waitUntil(lambda: not page.context.tasks.is_running("experiment-lines"), timeout=5_000)
