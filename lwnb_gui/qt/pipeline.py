"""From the query to the one result: select, explain, the ribbon over k, and the predictions of all rows.

Only what a change of the query calls for is computed anew: while k moves, that is nothing but the explanation
at that k. What is fast is computed at once; the rest is a task (see `tasks`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from lwnb_core import DataError, Explanation, Selection, Sweep, select
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import sweep_selection
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.predictions import cost, predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.window.warm_up import warm_up

R = TypeVar("R")

_log = logging.getLogger(__name__)

# Rows × attributes that are fitted and selected within 50 ms, and for another row of an existing model.
_FAST, _FAST_AGAIN = 4e5, 3e6
# Seconds of processor time (waiting for other programs does not count) after which the next results of the
# same model are left to a task.
_SLOW = 0.05
# Rows below which the ribbon of a dragged star is computed at once: with 5,000 it takes a millisecond.
_RIBBON_AT_ONCE = 5_000
_PART_OF_A_FRAME = 0.01  # seconds that numpy may take for it
# Rows up to which the ribbon has every k; beyond, a grid whose steps are finer than a pixel.
_EVERY_K = 50_000
# Rows × rows × attributes up to which all rows are predicted without a request: about half a minute.
_UNASKED = 4e9
_PREDICT_AFTER = 250  # ms without another change: predicting all rows at every step of k would be wasted
_SAY_EVERY = 2500  # ms of compiling, after which the status bar says how far it is


@dataclass(frozen=True, eq=False)
class _Selected:
    """A sorted neighbourhood with its model and first explanation, and the query to which they belong."""

    query: Query
    model: LWNBModel
    selection: Selection
    explanation: Explanation


class Pipeline(QObject):
    """Follows the state and keeps the context's results up to date."""

    # Queued: the changes of one event are handled once, with the last value, and before the next frame is
    # painted (Qt paints after all other posted events; a timer would fire after the frame).
    _query_changed = Signal()

    def __init__(self, context: Context, *, warm: bool = False) -> None:
        super().__init__(context)
        self._context = context
        self._tasks = context.tasks
        self.is_warm = warm  # the compiled engine is loaded, or cannot be
        self._followed: Query | None = None  # the query that has been handled
        self._last: _Selected | None = None  # reused as far as it serves the next query
        self._selection_key: Hashable = None  # of the neighbourhood that is available or being computed
        self._predictions_key: Hashable = None  # of the predictions that are available or being computed
        self._slow: set[Hashable] = set()  # models whose results are computed in tasks
        self._query_changed.connect(self._follow, Qt.ConnectionType.QueuedConnection)
        self._predict_timer = QTimer(self, singleShot=True, interval=_PREDICT_AFTER)
        self._predict_timer.timeout.connect(self._predict)
        self._say_timer = QTimer(self, interval=_SAY_EVERY)
        self._say_timer.timeout.connect(lambda: context.compiling.emit(choice.share_compiled()))
        context.state.subscribe(self._on_state)
        context.request_predictions = partial(self._predict, unasked=False)

    # -- the compiled engine ------------------------------------------------------------------------

    def warm_up(self) -> None:
        """Load the compiled engine in the background."""
        if self.is_warm or self._tasks.is_running("warm-up"):
            return
        self._say_timer.start()
        self._tasks.start("warm-up", warm_up, on_done=self._warmed_up, on_error=self._warmed_up)

    def _warmed_up(self, _: object) -> None:
        self.is_warm = True  # if it cannot be loaded, numpy computes everything
        self._say_timer.stop()
        self._context.compiling.emit(None)

    # -- the state changed --------------------------------------------------------------------------

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        query = new.query
        if query is old.query:
            return
        if query is None or query.data.class_index is None:
            self._clear(query)
            return
        if old.query is not None and new.has_other_data_than(old):
            self._forget()
            self._show_no_result()  # the last result must not be seen or read together with this query
        if query.selection_key != self._selection_key or old.query is None or query.k != old.query.k:
            self._query_changed.emit()
        if (query.model_key, query.k) != self._predictions_key:
            self._tasks.cancel("predict")
            self._predictions_key = None
            if old.query is None or query.training_key != old.query.training_key:
                self._context.set_predictions(None)
            self._predict_timer.start()

    def _follow(self) -> None:
        query = self._context.state.query
        if query is None or query.data.class_index is None or query is self._followed:
            return
        self._followed = query
        if query.selection_key != self._selection_key or self._context.selection is None:
            self._select(query)
        elif not self._tasks.is_running("select"):
            self._explain(query)

    def _clear(self, query: Query | None) -> None:
        self._predict_timer.stop()
        self._tasks.cancel("predict")
        self._predictions_key = None
        self._forget()
        self._context.set_predictions(None)
        hint = (
            "On the page Data, choose a nominal attribute as the class or cut a numeric one into intervals."
        )
        self._fail(None if query is None else DataError("no class attribute to predict", hint=hint))

    def _forget(self) -> None:
        """Forget everything that was computed from the previous data."""
        for name in ("select", "explain", "sweep"):
            self._tasks.cancel(name)
        self._selection_key = self._last = self._followed = None
        self._slow.clear()

    def _fail(self, error: BaseException | None) -> None:
        """Show no result because of this error, or because there is nothing to explain (None)."""
        self._tasks.cancel("sweep")
        self._context.set_computing(False)
        self._show_no_result()
        self._context.set_error(error)

    def _show_no_result(self) -> None:
        self._context.set_selection(None)
        self._context.set_explanation(None)
        self._context.set_sweep(None)

    # -- select and explain -------------------------------------------------------------------------

    def _select(self, query: Query) -> None:
        self._selection_key = query.selection_key
        self._tasks.cancel("explain")
        last = self._last
        if last is None or last.query.row_key != query.row_key:
            self._tasks.cancel("sweep")
        has_model = last is not None and last.query.model_key == query.model_key
        most = _FAST_AGAIN if has_model else _FAST
        work = query.n_training * max(len(query.used.predictors), 1)
        self._compute("select", query, lambda: _selected(query, last), self._show, is_fast=work <= most)

    def _show(self, selected: _Selected) -> None:
        context, last, self._last = self._context, self._last, selected
        selection = selected.selection
        context.set_error(None)
        is_fast = self._ribbon_is_fast(selection)
        if is_fast:  # first: what the panels say of the explanation includes where the answer changes
            context.set_sweep(_swept(selection), selection)
        context.set_selection(selection)
        self._show_explanation(selected.explanation)
        if not is_fast:
            is_same_row = last is not None and last.query.row_key == selected.query.row_key
            self._start_ribbon(selection, keep_last=is_same_row)

    def _explain(self, query: Query) -> None:
        selection = self._context.selection
        # otherwise it handles this k at its end
        if selection is not None and not self._tasks.is_running("explain"):
            k, is_fast = query.k, selection.is_complete
            self._compute(
                "explain", query, lambda: selection.explain(k), self._show_explanation, is_fast=is_fast
            )

    def _show_explanation(self, explanation: Explanation) -> None:
        self._context.set_computing(False)
        self._context.set_explanation(explanation)
        query = self._context.state.query
        is_same_selection = query is not None and query.selection_key == self._selection_key
        if query is not None and is_same_selection and query.k != explanation.settings.get("k"):
            self._explain(query)  # k has moved since the task started

    def _compute(
        self, name: str, query: Query, work: Callable[[], R], show: Callable[[R], object], *, is_fast: bool
    ) -> None:
        """Compute a result at once, or in the task of that name if it takes long."""
        self._tasks.cancel(name)
        if not is_fast or query.model_key in self._slow:
            self._context.set_computing(True)
            self._tasks.start(name, lambda job: work(), on_done=show, on_error=self._fail)
            return
        began = time.thread_time()
        try:
            result = work()
        except Exception as error:
            self._fail(error)
            return
        if time.thread_time() - began > _SLOW:
            self._slow.add(query.model_key)
        show(result)

    # -- the ribbon ---------------------------------------------------------------------------------

    def _ribbon_is_fast(self, selection: Selection) -> bool:
        sweeper = selection.model.sweeper
        if self._tasks.is_running("sweep") or selection.n_rows >= _RIBBON_AT_ONCE or not sweeper.carries_over:
            return False
        return choice.compiled() or sweeper.numpy_seconds(1, selection.largest_k) < _PART_OF_A_FRAME

    def _start_ribbon(self, selection: Selection, *, keep_last: bool = True) -> None:
        """Compute the posterior at every k, in a task.

        While a star is dragged, the last ribbon stays until this one is finished. A running task is not
        cancelled but followed by one for the last value; otherwise none would ever finish.
        """
        if self._tasks.is_running("sweep"):
            return
        if not keep_last:
            self._context.set_sweep(None)

        def show(sweep: Sweep) -> None:
            self._context.set_sweep(sweep, selection)
            last = self._context.selection
            if last is not None and last is not selection:
                self._start_ribbon(last)

        self._tasks.start(
            "sweep",
            partial(_swept, selection),
            on_done=show,
            on_error=self._context.failed.emit,
        )

    # -- all rows -----------------------------------------------------------------------------------

    def _predict(self, *, unasked: bool = True) -> None:
        query = self._context.state.query
        if query is None or query.data.class_index is None:
            return
        self._context.predictions_wait = unasked and cost(query) > _UNASKED
        if self._context.predictions_wait:
            self._context.set_predictions(None)
            return
        self._predictions_key = (query.model_key, query.k)
        self._tasks.start(
            "predict",
            lambda job: predict_all(query, job),
            on_done=self._context.set_predictions,
            on_progress=self._context.predicting.emit,
            on_error=partial(self._not_predicted, was_requested=not unasked),
        )

    def _not_predicted(self, error: BaseException, *, was_requested: bool) -> None:
        """Note that predictions failed; without a request, no message appears in the window."""
        self._predictions_key = None
        self._context.predictions_wait = True
        self._context.set_predictions(None)
        if was_requested:
            self._context.failed.emit(error)
        else:
            _log.warning("the rows cannot be predicted: %s", error)


def _selected(query: Query, last: _Selected | None) -> _Selected:
    """Fit, sort the neighbourhood and explain, reusing what the last result has in common with it."""
    changes = query.changed_values
    if last is not None and last.query.row_key == query.row_key:
        model, selection = last.model, last.selection.moved(changes)
    else:
        model = _model(query, last)
        selection = select(model, query.instances, query.row, changes=changes)
    return _Selected(query, model, selection, selection.explain(query.k))


def _model(query: Query, last: _Selected | None) -> LWNBModel:
    if last is not None and last.query.model_key == query.model_key:
        return last.model
    if last is not None and last.query.training_key == query.training_key:
        training = last.model.training
    else:
        training = TrainingSet.of(query.used, query.training_rows)
    model = query.learner.fit_training(training)
    model.header = query.used.subset(slice(0, 0))
    return model


def _swept(selection: Selection, progress: Progress = silent) -> Sweep:
    """Sort the rest of the rows, then compute the posterior at every k."""
    selection.complete()
    progress(0, 1)
    every = selection.largest_k <= _EVERY_K and selection.model.sweeper.carries_over
    return sweep_selection(selection, "all" if every else "grid", progress)
