"""Which panels there are. The window shows those whose module exists; a new one needs one line here."""

from __future__ import annotations

import importlib
import importlib.util
from contextlib import suppress

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


# What is loaded when it is first wanted, or behind the open window if that comes sooner.
_WANTED_LATER = (
    "lwnb_gui.qt.data.csv_preview",
    "lwnb_gui.plots.export",
    "lwnb_gui.export.html",
    "lwnb_gui.export.explain_report",
    "lwnb_gui.export.curve_report",
    "lwnb_gui.export.study_scripts",
    "lwnb_gui.qt.export.printing",
    "lwnb_gui.qt.export.ribbon_home",
    "lwnb_gui.qt.experiment.figure",
    "scipy.stats",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "PySide6.QtPrintSupport",
)


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


def load_the_rest() -> None:
    """Load what is wanted later; what a system has no library for says so when it is wanted."""
    for module in _WANTED_LATER:
        with suppress(ImportError):
            importlib.import_module(module)


def create(name: str, context: Context) -> Panel | None:
    """The panel of that name, or None where it has not been written yet."""
    if not exists(name):
        return None
    module, _, kind = PANELS[name].partition(":")
    panel = getattr(importlib.import_module(module), kind)(context)
    assert isinstance(panel, Panel)
    return panel
