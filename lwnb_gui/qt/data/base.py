"""The base of the panels of the page Data: they follow the query, and do large work in a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.run.tasks import Job

R = TypeVar("R")

# Cells (rows × attributes) up to which work is done at once, which takes a few milliseconds.
AT_ONCE = 200_000


class DataPanel(Panel):
    """A panel that shows something about the open data."""

    help_topic = "data"
    shows_computing = False

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._origin = ""  # of the data that are shown
        self._task = ""  # that computes something of them

    # -- hooks --------------------------------------------------------------------------------------

    def show_query(self, query: Query | None) -> None:
        """Show other data or another use of them; None: there are none, and none may be referenced."""

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        """Whether the panel must be updated after this change."""
        if old is None or new is None:
            return old is not new
        return new.data is not old.data or new.unused != old.unused

    # -- inside -------------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if self.concerns(old.query, new.query):
            self._origin = new.query.data.origin if new.query is not None else ""
            self.show_query(new.query)

    def forget_data(self) -> None:
        """Forget the data; with another class of the same rows, selections and filters stay."""
        query = self.context.state.query
        if query is None or query.data.origin != self._origin:
            self.context.tasks.cancel(self._task)
            self._origin = ""
            self.show_query(None)

    def compute_cells(
        self, name: str, cells: int, function: Callable[[Job | None], R], done: Callable[[R], object]
    ) -> None:
        """Compute something about this many cells, at once if there are few (see `Panel.compute`)."""
        self._task = name
        self.compute(name, function, done, at_once=cells <= AT_ONCE)
