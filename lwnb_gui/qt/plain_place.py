"""A place that has not been built yet says so, and sends one back to work."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel

_WORDS = {
    "data": "The data are open. Explore shows one row of them at a time.",
    "curves": "Accuracy over every k will be drawn here. `lwnb evaluate` computes it on the command line.",
    "experiment": "Experiments over several data sets will run here. `lwnb evaluate` runs one at a time.",
}


def plain_place(name: str, context: Context, parent: QWidget | None = None) -> Panel:
    """A page with one sentence and one action."""
    page = Panel(context, parent)
    page.set_title_visible(False)
    page.show_empty(_WORDS[name], "Go to Explore", lambda: context.state.go_to("explore"))
    return page
