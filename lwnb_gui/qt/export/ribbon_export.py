"""Exports of the ribbon below the k slider, which has a figure, a table and a script like a panel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from lwnb_gui.export import FigureView, SceneFigure, TextTable
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.readings.ribbon import ribbon_reading
from lwnb_gui.scenes.ribbon import ribbon
from lwnb_gui.text import shown
from lwnb_gui.views.tables import LazyRows

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow


class RibbonPanel(Panel):
    """Never shown: it gives the strip a context menu, and shows errors in the window's bar."""

    title = "Posterior at every k"
    help_topic = "ribbon"

    def __init__(self, context: Context, window: MainWindow) -> None:
        super().__init__(context, window)
        self._window = window
        self.hide()
        if self.export_button is not None:
            self.export_button.open_from(window.strip)

    def show_error(
        self, error: BaseException | str, remedy: str = "", action: Callable[[], object] | None = None
    ) -> None:
        self._window.error_bar.say(error, remedy, action)

    def clear_error(self) -> None:
        self._window.error_bar.clear()

    def _is_hidden(self) -> bool:
        """Whether a guess or a later step has to come first."""
        now = self.context.state.now
        return not now.view.teaching.shows("ribbon", now.query)

    def to_figure(self) -> FigureView | None:
        sweep, query = self.context.sweep, self.context.state.query
        if sweep is None or query is None or self._is_hidden():
            return None
        return SceneFigure(partial(ribbon, ribbon_reading(sweep, query.largest_k), k=query.k), 960.0)

    def to_table(self) -> TextTable | None:
        """A line per k: each learner's probability of each class."""
        sweep = self.context.sweep
        if sweep is None or self._is_hidden():
            return None
        columns = [(name, c) for name in sweep.posteriors for c in range(len(sweep.classes))]
        titles = ["k", *(f"{name} {shown(sweep.classes[c])}" for name, c in columns)]

        def line(i: int) -> list[str]:
            return [str(sweep.ks[i]), *(f"{sweep.posteriors[name][i, c]:.6f}" for name, c in columns)]

        return TextTable(titles, LazyRows(len(sweep.ks), line), frozenset(range(len(titles))))

    def to_script(self) -> str | None:
        from lwnb_gui.export.scripts import sweep_script

        query = self.context.state.query
        return None if query is None or self.context.sweep is None else sweep_script(query)
