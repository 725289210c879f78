"""Every panel of Explore that is a drawing is drawn once: one scene function for window and file."""

from __future__ import annotations

import importlib

import pytest

from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.registry import PANELS
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.state.teaching import PANEL_NAMES

# Forms and tables of rows: Qt's own widgets, with nothing to draw into a file.
TABLES = {"instances", "this_instance", "neighbours"}
# A scene beside a plot with axes, which is its figure.
WITH_PLOT = {"what_if"}
# Still drawn twice.
LEFT = {"map"}


def kind_of(name: str) -> type[Panel]:
    module, _, kind = PANELS[name].partition(":")
    found: type[Panel] = getattr(importlib.import_module(module), kind)
    return found


@pytest.mark.parametrize("name", [n for n in PANEL_NAMES if n not in TABLES | WITH_PLOT | LEFT])
def test_a_panel_has_one_scene_function_for_window_and_file(name: str) -> None:
    kind = kind_of(name)
    assert issubclass(kind, ScenePanel)
    assert kind.scene.__module__.startswith("lwnb_gui.scenes.")
    assert kind.to_figure is ScenePanel.to_figure, "the file is drawn from the same function"
    assert "paintEvent" not in vars(kind)
