"""Exports of the ribbon below the k slider, which has a figure, a table and a script like a panel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.render.scripts import view_script
from lwnb_gui.views.ribbon import Ribbon, RibbonReading
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow


class RibbonPanel(Panel):
    """A panel that is never shown: it gives the strip a context menu, and reports errors in the window."""

    shows = Ribbon()

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
        return not now.display.teaching.shows(self.shows.name, now.query)

    def _reading(self) -> RibbonReading | None:
        sweep, query = self.context.sweep, self.context.state.query
        return None if query is None else self.shows.read(Subject(sweep=sweep), n=query.largest_k)

    def to_figure(self) -> FigureView | None:
        reading, query = self._reading(), self.context.state.query
        if reading is None or query is None or self._is_hidden():
            return None
        return SceneFigure(partial(self.shows.scene, reading, k=query.k), self.shows.figure_width)

    def to_table(self) -> TextTable | None:
        reading = self._reading()
        return None if reading is None or self._is_hidden() else self.shows.table(reading)

    def to_script(self) -> str | None:
        reading, query = self._reading(), self.context.state.query
        return None if reading is None or query is None else view_script(self.shows, reading, query)
