"""Creates the pages of the window and the panels of the views."""

from __future__ import annotations

import importlib
import importlib.util
from contextlib import suppress

from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene.scene_panel import panel_of_view
from lwnb_gui.teaching.panels import panel_views

_PAGES = {
    "data": "lwnb_gui.qt.data.page:DataPage",
    "curves": "lwnb_gui.qt.curves.page:CurvesPage",
    "experiment": "lwnb_gui.qt.experiment.page:ExperimentPage",
}


# Imported when they are first needed, or in the background if that happens sooner.
_NEEDED_LATER = (
    "lwnb_gui.qt.data.csv_dialog",
    "lwnb_gui.plots.export",
    "lwnb_gui.render.html",
    "lwnb_gui.render.explain_report",
    "lwnb_gui.render.curve_report",
    "lwnb_gui.render.study_scripts",
    "lwnb_gui.qt.export.ribbon_export",
    "lwnb_gui.qt.experiment.figure_panel",
    "scipy.stats",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
)


def load() -> None:
    """Import the modules of all panels and pages; may run in a thread while the window is idle."""
    for view in panel_views():
        _panel_class(view.name)
    for path in _PAGES.values():
        importlib.import_module(path.partition(":")[0])


def load_the_rest() -> None:
    """Import what is needed later; a missing system library is reported when it is needed."""
    for module in _NEEDED_LATER:
        with suppress(ImportError):
            importlib.import_module(module)


def create(name: str, context: Context, parent: QWidget | None = None) -> Panel:
    """Create the page or the panel of that name."""
    if name in _PAGES:
        module, _, kind = _PAGES[name].partition(":")
        panel = getattr(importlib.import_module(module), kind)(context, parent)
    else:
        panel = _panel_class(name)(context, parent)
    assert isinstance(panel, Panel)
    return panel


def _panel_class(name: str) -> type[Panel]:
    """Return the panel class of a view: `NAMEPanel` in `qt/explore/NAME.py` if it has mouse or controls."""
    from lwnb_gui.views.every import view_of  # first needed after the start page

    view, module = view_of(name), f"lwnb_gui.qt.explore.{name}"
    if importlib.util.find_spec(module) is None:
        return panel_of_view(view)
    panel: type[Panel] = getattr(importlib.import_module(module), f"{type(view).__name__}Panel")
    return panel
