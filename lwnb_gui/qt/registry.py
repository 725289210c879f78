"""Which panels there are. The window shows those whose module exists; a new one needs one line here."""

from __future__ import annotations

import importlib
import importlib.util

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel

# name -> module:class; the class is called with the context.
PANELS: dict[str, str] = {
    "instances": "lwnb_gui.qt.panels.instances:InstancesPanel",
    "this_instance": "lwnb_gui.qt.panels.this_instance:ThisInstancePanel",
    "map": "lwnb_gui.qt.panels.map:MapPanel",
    "neighbours": "lwnb_gui.qt.panels.neighbours:NeighboursPanel",
    "what_if": "lwnb_gui.qt.panels.what_if:WhatIfPanel",
    "confusion": "lwnb_gui.qt.panels.confusion:ConfusionPanel",
    "posterior": "lwnb_gui.qt.panels.posterior:PosteriorPanel",
    "local_tables": "lwnb_gui.qt.panels.local_tables:LocalTablesPanel",
    "contributions": "lwnb_gui.qt.panels.contributions:ContributionsPanel",
    "equations": "lwnb_gui.qt.panels.equations:EquationsPanel",
    "data": "lwnb_gui.qt.data.place:DataPlace",
    "curves": "lwnb_gui.qt.curves.place:CurvesPlace",
    "experiment": "lwnb_gui.qt.experiment.place:ExperimentPlace",
}


def exists(name: str) -> bool:
    """Whether the panel's module is there."""
    module = PANELS[name].partition(":")[0]
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False


def load() -> None:
    """Load the modules of all panels, as a thread may while the window is not busy."""
    for name in PANELS:
        if exists(name):
            importlib.import_module(PANELS[name].partition(":")[0])


def create(name: str, context: Context) -> Panel | None:
    """The panel of that name, or None where it has not been written yet."""
    if not exists(name):
        return None
    module, _, kind = PANELS[name].partition(":")
    panel = getattr(importlib.import_module(module), kind)(context)
    assert isinstance(panel, Panel)
    return panel
