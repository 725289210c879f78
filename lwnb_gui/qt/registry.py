"""Which panels there are; a new one needs one line here."""

from __future__ import annotations

import importlib
from contextlib import suppress

from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel

# name -> module:class; the class is called with the context and its parent.
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
    "data": "lwnb_gui.qt.data.page:DataPage",
    "curves": "lwnb_gui.qt.curves.page:CurvesPage",
    "experiment": "lwnb_gui.qt.experiment.page:ExperimentPage",
}


# Imported where they are first needed, or in the background if that comes sooner.
_NEEDED_LATER = (
    "lwnb_gui.qt.data.csv_dialog",
    "lwnb_gui.plots.export",
    "lwnb_gui.export.html",
    "lwnb_gui.export.explain_report",
    "lwnb_gui.export.curve_report",
    "lwnb_gui.export.study_scripts",
    "lwnb_gui.qt.export.printing",
    "lwnb_gui.qt.export.ribbon_export",
    "lwnb_gui.qt.experiment.figure_panel",
    "scipy.stats",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "PySide6.QtPrintSupport",
)


def load() -> None:
    """Import the modules of all panels, as a thread may while the window is idle."""
    for path in PANELS.values():
        importlib.import_module(path.partition(":")[0])


def load_the_rest() -> None:
    """Import what is needed later; where a system has no library for it, that is said when it is needed."""
    for module in _NEEDED_LATER:
        with suppress(ImportError):
            importlib.import_module(module)


def create(name: str, context: Context, parent: QWidget | None = None) -> Panel:
    """Create the panel of that name."""
    module, _, kind = PANELS[name].partition(":")
    panel = getattr(importlib.import_module(module), kind)(context, parent)
    assert isinstance(panel, Panel)
    return panel
