"""What the tests of the place Experiment share: the place, a small experiment, waiting for its end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.experiment.place import ExperimentPlace
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.state.experiment_data import sample_choices
from lwnb_gui.state.experiment_plan import DataChoice

__all__ = ["finish", "named", "place", "small"]


def named(*names: str) -> tuple[DataChoice, ...]:
    return tuple(choice for name in names for choice in sample_choices() if choice.name == name)


@pytest.fixture
def place(window: MainWindow) -> ExperimentPlace:
    """The place without any data open."""
    window.state.go_to("experiment")
    page = window.place("experiment")
    assert isinstance(page, ExperimentPlace)
    assert page.isVisible()
    return page


def small(place: ExperimentPlace, **more: object) -> None:
    """Two small data sets, four learners of which one fails on numbers."""
    plan = replace(
        place.controller.plan,
        data=named("weather-nominal", "iris"),
        learners=("nb", "knn:k=3", "tan"),
        runs=2,
        folds=3,
        **more,  # type: ignore[arg-type]
    )
    place.controller.set_plan(plan)


def finish(place: ExperimentPlace, qtbot: QtBot) -> None:
    controller = place.controller
    qtbot.waitUntil(lambda: controller.doing == "nothing", timeout=30_000)
    qtbot.waitUntil(lambda: not controller.shelf.store.old, timeout=5_000)
    qtbot.waitUntil(lambda: not place.context.tasks.is_running("experiment-read"), timeout=5_000)
