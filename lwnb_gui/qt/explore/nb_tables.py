"""Naive Bayes' tables for comparison with the local ones, fitted by a task."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from lwnb_core import NB, Selection
from lwnb_core.learners.nb import NBModel
from lwnb_core.local.naive_bayes import Table
from lwnb_gui.app.query import Query
from lwnb_gui.qt.run.tasks import TaskRunner

_TASK = "local-tables-nb"


class NBTables:
    """The tables for one selection.

    NB is fitted once per training rows; a row that is left out is subtracted from its tables.
    """

    def __init__(
        self,
        tasks: TaskRunner,
        on_done: Callable[[], object],
        on_error: Callable[[BaseException], object],
    ) -> None:
        self._tasks, self._on_done, self._on_error = tasks, on_done, on_error
        self._model: tuple[Hashable, NBModel] | None = None
        self._tables: tuple[Selection, tuple[Table, ...]] | None = None
        self._pending: Selection | None = None

    def of(self, selection: Selection | None) -> tuple[Table, ...] | None:
        """Return the tables for a selection; None while they are being computed."""
        return self._tables[1] if self._tables is not None and self._tables[0] is selection else None

    def request(self, selection: Selection, query: Query) -> None:
        """Compute the tables and call `on_done`, unless they are known or being computed."""
        if self._pending is selection or self.of(selection) is not None:
            return
        self._pending = selection
        key = (query.training_key, query.convention, query.eq6)
        known = self._model[1] if self._model is not None and self._model[0] == key else None
        learner = NB(query.convention, eq6=query.eq6)

        def fit(job: object) -> tuple[NBModel, tuple[Table, ...]]:
            model = known or learner.fit_training(selection.model.training)
            return model, model.explanation(selection.instances, selection.left_out, ()).tables

        def done(result: tuple[NBModel, tuple[Table, ...]]) -> None:
            self._model, self._tables, self._pending = (key, result[0]), (selection, result[1]), None
            self._on_done()

        self._tasks.start(_TASK, fit, on_done=done, on_error=self._on_error)

    def cancel(self) -> None:
        self._pending = None
        self._tasks.cancel(_TASK)

    def forget(self) -> None:
        self.cancel()
        self._model = self._tables = None
