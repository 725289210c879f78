"""From the query to the one result: fit, select, explain, sweep, and the four learners' answers.

Only what a change of the query calls for is done anew: while k moves, that is nothing but the explanation at
that k. Quick work is done in the GUI thread, in the same frame; the rest is a task.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

from lwnb_core import DataError, Explanation, Selection, Sweep, select
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import sweep_selection, sweep_while_moving
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, silent
from lwnb_gui.qt.beside import Beside
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.warm_up import warm_up
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.state.predictions import Predictions, cost, predict_all

# Rows × attributes up to which fitting and selecting fit into a frame, and selecting alone.
_QUICK, _QUICK_AGAIN = 4e5, 3e6
# Seconds of computing an answer may take in the GUI thread before its like are asked for in another; not of
# waiting, or a machine that is busy with something else would make every answer look slow.
_FRAME = 0.05
# Rows × rows × attributes up to which all rows are predicted unasked.
_UNASKED = 4e9
# Rows up to which the ribbon has every k; beyond, a grid whose steps are finer than a pixel.
_EVERY_K = 50_000
# Rows up to which the ribbon of a dragged star is swept before the panels are painted; with more it is swept
# while they are. Where that cannot be done, it is a task up to so many rows, and waits beyond them until the
# hand rests, or each sweep would be in the way of the next picture.
_SWEPT_AT_ONCE, _LIVE_SWEEP = 1_500, 5_000
# Seconds that a frame may take for the ribbon to be painted in it, too: with a sweep beside it, and without.
_IN_TIME, _IN_TIME_ALONE = 0.013, 0.011
# Where frames take longer, the ribbon follows a moving hand at these intervals, in seconds, so that most of
# them are not longer still.
_NOT_IN_TIME = 0.15
_FETCH = 5  # ms
_AT_REST = 80  # ms
_FIRST_PICTURE = 200  # ms after it has been asked for: by then it is there
_LONG = 5000  # ms after which the user is told what is going on
_PATIENCE = 1500  # ms
# Rows × attributes up to which the readable engine, too, is quick enough for a frame.
_FEW = 2e4
_SETTLED = 250  # ms without another change before all rows are predicted


@dataclass(frozen=True, eq=False)
class Selected:
    """A sorted neighbourhood with its model and first explanation, and what had been asked."""

    query: Query
    model: LWNBModel
    selection: Selection
    explanation: Explanation


# Training rows, a model, and the same instance with other values.
Known = tuple[TrainingSet | None, LWNBModel | None, Selection | None]


class Pipeline(QObject):
    """Listens to the state and keeps the context's results in step with it."""

    def __init__(self, context: Context, *, warm: bool = False) -> None:
        super().__init__(context)
        self._context = context
        self._tasks = context.tasks
        self._warm = warm
        self._slow: set[Hashable] = set()  # models whose answers have taken longer than a frame
        self._training: tuple[Hashable, TrainingSet] | None = None
        self._model: tuple[Hashable, LWNBModel] | None = None
        self._row: tuple[Hashable, Selection] | None = None
        self._key: Hashable = None
        self._explained_from: Selection | None = None
        self._predicted_for: Hashable = None
        self._predicting_for: Hashable = None  # what is under way, or was
        self._began: float | None = None  # the frame of a change, by the clock
        self._is_in_time = True  # whether such frames leave room for the ribbon
        self._swept_beside = 0.0  # when that was begun
        self._moving: Beside[Sweep | None] = Beside("lwnb-task-beside")
        self._fetch = QTimer(self, interval=_FETCH)  # where it was not there in time for its frame
        self._fetch.timeout.connect(self._fetch_ribbon)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._follow_in_time)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._predict)
        self._at_rest = QTimer(self, singleShot=True, interval=_AT_REST)
        self._at_rest.timeout.connect(lambda: self._sweep(self._context.selection))
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.warm_up)
        self._long = QTimer(self, singleShot=True, interval=_LONG)
        self._long.timeout.connect(lambda: context.preparing.emit(True))
        context.state.subscribe(self._changed)
        context.request_predictions = self._predict_anyhow

    @property
    def is_warm(self) -> bool:
        """Whether the compiled engine is loaded, so that nothing in the GUI thread has to wait for it."""
        return self._warm

    def warm_up_soon(self, *, opening: bool) -> None:
        """Load the compiled engine a moment after the first picture, so that it is not in the way of that.

        While data are being opened that is the first explanation, or, where reading takes long, the patience.
        """
        self._later.start(_PATIENCE if opening else _FIRST_PICTURE)

    def warm_up(self) -> None:
        """Load the compiled engine behind the window."""
        self._later.stop()
        if self._warm or self._tasks.is_running("warm-up"):
            return
        self._long.start()
        self._tasks.start("warm-up", warm_up, on_done=self._warmed, on_error=self._not_warmed)

    def before_frame(self) -> None:
        """The window is about to be painted: what has changed since the last frame belongs into this one."""
        if self._soon.isActive():
            self._soon.stop()
            self._began = time.perf_counter()
            self._follow()
            self._lay_out()

    def after_frame(self) -> bool:
        """The window is painted: whether a ribbon that was swept meanwhile belongs into this frame, too."""
        if self._began is None:
            return False
        took, self._began = time.perf_counter() - self._began, None
        self._is_in_time = took < (_IN_TIME if self._moving.is_under_way else _IN_TIME_ALONE)
        if not self._is_in_time or not self._fetch_ribbon(_IN_TIME - took):
            return False
        self._lay_out()
        return True

    @staticmethod
    def _lay_out() -> None:
        """New words may need other room; laid out after the frame they would need a second one."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def close(self) -> None:
        """The window is closed: end what is not a task."""
        self._fetch.stop()
        self._moving.close()

    # -- the state changed --------------------------------------------------------------------------

    def _changed(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is old.query:
            return
        query = new.query
        if query is None or query.data.class_index is None:
            self._clear(query)
            return
        if old.query is not None and new.has_other_data_than(old):
            self._forget_results()
            self._show_no_result()  # nobody may see or read the last one together with this query
        if query.selection_key != self._key or old.query is None or query.k != old.query.k:
            self._soon.start()  # several changes before the next frame are one: the last value wins
        if old.query is None or query.row_key != old.query.row_key:
            self._moving.forget()  # a ribbon of other rows, perhaps of other classes
        wanted = (query.model_key, query.k)
        under_way = self._predicting_for if self._tasks.is_running("predict") else None
        if wanted != under_way and (wanted != self._predicted_for or under_way is not None):
            self._tasks.cancel("predict")
            if old.query is None or query.training_key != old.query.training_key:
                self._predicted_for = None
                self._context.set_predictions(None)
            self._settled.start()

    def _follow_in_time(self) -> None:
        if is_late():
            self._soon.start()
        else:
            self._follow()

    def _follow(self) -> None:
        query = self._context.state.query
        if query is None or query.data.class_index is None:
            return
        selection = self._context.selection
        if query.selection_key != self._key or selection is None:
            self._select(query)
        elif not self._tasks.is_running("select"):
            self._explain(query, selection)

    # -- select -------------------------------------------------------------------------------------

    def _select(self, query: Query) -> None:
        self._key = query.selection_key
        self._at_rest.stop()
        self._fetch_ribbon()  # better the ribbon of the step before than an older one
        self._moving.forget()
        for name in ("explain", "sweep"):
            self._tasks.cancel(name)
        known = self._known(query)
        most = _FEW if not self._warm else _QUICK if known[1] is None else _QUICK_AGAIN
        if _work(query) <= most and query.model_key not in self._slow:
            began = time.thread_time()
            try:
                found = _selected(query, *known, while_explained=self._sweep_beside)
            except Exception as error:
                self._fail(error)
                return
            if time.thread_time() - began > _FRAME:
                self._slow.add(query.model_key)
            self._show(found)
            return
        self._context.set_computing(True)
        self._tasks.start(
            "select",
            lambda job: _selected(query, *known),
            on_done=self._show,
            on_error=self._fail,
        )

    def _known(self, query: Query) -> Known:
        """What there is of before, as far as it serves this query."""
        training, model, row = self._training, self._model, self._row
        return (
            training[1] if training is not None and training[0] == query.training_key else None,
            model[1] if model is not None and model[0] == query.model_key else None,
            row[1] if row is not None and row[0] == query.row_key else None,
        )

    def _show(self, found: Selected) -> None:
        query = self._context.state.query
        assert query is not None
        # By what had been asked for, which need not be what is asked for by now.
        self._training = (found.query.training_key, found.model.training)
        self._model = (found.query.model_key, found.model)
        self._row = (found.query.row_key, found.selection)
        context = self._context
        context.failed.emit(None)
        context.set_computing(False)
        context.set_selection(found.selection)
        if found.explanation.settings.get("k") == query.k:
            self._explained(found.explanation)
        else:  # k moved on while this was being computed
            self._explain(query, found.selection)
        self._begin_sweep(found)

    def _fail(self, error: BaseException | None) -> None:
        """No result, because of this error; None: because nothing is asked."""
        context = self._context
        self._tasks.cancel("sweep")
        self._moving.forget()
        context.set_computing(False)
        self._show_no_result()
        context.failed.emit(error)

    def _show_no_result(self) -> None:
        self._explained_from = None
        self._context.set_selection(None)
        self._context.set_explanation(None)
        self._context.set_sweep(None)

    def _clear(self, query: Query | None) -> None:
        self._soon.stop()
        self._settled.stop()
        self._tasks.cancel("predict")
        self._predicted_for = self._predicting_for = None
        self._forget_results()
        self._context.set_predictions(None)
        self._fail(
            None
            if query is None
            else DataError(
                "no class attribute to predict",
                hint="Choose a nominal attribute as class, or cut a numeric one into intervals, in Data.",
            )
        )

    def _forget_results(self) -> None:
        """The data are others: nothing is left of what was computed from those before."""
        self._at_rest.stop()
        for name in ("select", "explain", "sweep"):
            self._tasks.cancel(name)
        self._moving.forget()
        self._key = None
        self._training = self._model = self._row = None
        self._slow.clear()

    # -- explain ------------------------------------------------------------------------------------

    def _explain(self, query: Query, selection: Selection) -> None:
        shown = self._context.explanation
        if shown is not None and shown.settings.get("k") == query.k and self._explained_from is selection:
            return
        if self._warm and selection.is_complete and query.model_key not in self._slow:
            began = time.thread_time()
            try:
                explanation = selection.explain(query.k)
            except Exception as error:
                self._fail(error)
                return
            if time.thread_time() - began > _FRAME:
                self._slow.add(query.model_key)
            self._explained(explanation)
        elif not self._tasks.is_running("explain"):  # the one under way asks again when it is done
            k = query.k
            self._context.set_computing(True)
            self._tasks.start(
                "explain",
                lambda job: selection.explain(k),
                on_done=self._explained_behind,
                on_error=self._fail,
            )

    def _explained(self, explanation: Explanation) -> None:
        self._explained_from = self._context.selection
        self._context.set_computing(False)
        self._context.set_explanation(explanation)
        if self._later.isActive():
            self._later.start(_FIRST_PICTURE)

    def _explained_behind(self, explanation: Explanation) -> None:
        self._explained(explanation)
        self._follow()

    # -- sweep --------------------------------------------------------------------------------------

    def _begin_sweep(self, found: Selected) -> None:
        """As much of the ribbon as there is time for before the hand goes on."""
        selection, n = found.selection, found.selection.n_rows
        if self._warm and n <= _SWEPT_AT_ONCE and _carries_over(selection):
            self._context.set_sweep(_swept(selection))
        elif n <= _LIVE_SWEEP and not self._may_sweep_beside(selection):
            self._sweep(selection)
        else:
            self._at_rest.start()

    def _sweep_beside(self, selection: Selection) -> None:
        """The ribbon over a grid of k, in another thread, while this one explains and paints."""
        if self._may_sweep_beside(selection):
            now = time.perf_counter()
            if not self._is_in_time and now < self._swept_beside + _NOT_IN_TIME:
                return
            self._swept_beside = now
            self._moving.begin(lambda: sweep_while_moving(selection))
            self._fetch.start()

    def _may_sweep_beside(self, selection: Selection) -> bool:
        many = selection.n_rows > _SWEPT_AT_ONCE
        return self._warm and many and choice.compiled(0) and selection.model.sweeper.takes_rings

    def _fetch_ribbon(self, longest: float = 0.0) -> bool:
        """The ribbon that is being swept beside, if it is there within so many seconds."""
        try:
            sweep = self._moving.fetch(longest)
        except Exception as error:
            sweep = None
            self._context.failed.emit(error)
        if sweep is not None:
            self._context.set_sweep(sweep)
        if not self._moving.is_under_way:
            self._fetch.stop()
        return sweep is not None

    def _sweep(self, selection: Selection | None) -> None:
        self._moving.forget()
        self._context.set_sweep(None)
        if selection is None:
            return
        self._tasks.start(
            "sweep",
            lambda job: _swept(selection, job),
            on_done=self._context.set_sweep,
            on_error=self._context.failed.emit,
        )

    # -- all rows -----------------------------------------------------------------------------------

    def _predict(self, unasked: bool = True) -> None:
        query = self._context.state.query
        if query is None or query.data.class_index is None:
            return
        self._context.predictions_wait = unasked and cost(query) > _UNASKED
        if self._context.predictions_wait:
            self._context.set_predictions(None)
            return
        key = self._predicting_for = (query.model_key, query.k)

        def keep(found: Predictions) -> None:
            self._predicted_for = key
            self._context.set_predictions(found)

        self._tasks.start(
            "predict",
            lambda job: predict_all(query, job),
            on_done=keep,
            on_progress=self._context.predicting.emit,
            on_error=lambda error: self._context.set_predictions(None),
        )

    def _predict_anyhow(self) -> None:
        self._predict(unasked=False)

    # -- the engine is loaded -----------------------------------------------------------------------

    def _warmed(self, compiled: bool) -> None:
        self._is_warm_now()
        selection = self._context.selection
        if compiled and selection is not None and selection.n_rows > _COARSE:
            self._sweep(selection)

    def _not_warmed(self, error: BaseException) -> None:
        self._is_warm_now()  # the readable engine serves

    def _is_warm_now(self) -> None:
        self._warm = True
        self._long.stop()
        self._context.preparing.emit(False)


_COARSE = 300  # rows from which on the readable engine sweeps over a grid only


def _selected(
    query: Query,
    training: TrainingSet | None,
    model: LWNBModel | None,
    row: Selection | None,
    while_explained: Callable[[Selection], object] = lambda selection: None,
) -> Selected:
    if model is None:
        if training is None:
            training = TrainingSet.of(query.used, query.training_rows)
        model = query.learner.fit_training(training)
        model.header = query.used.subset(slice(0, 0))
    changes = query.changed_values
    if row is not None:
        selection = row.moved(changes, query.k)
    else:
        selection = select(model, query.instances, query.row, changes=changes)
    while_explained(selection)
    return Selected(query, model, selection, selection.explain(query.k))


def _work(query: Query) -> int:
    """Rows × attributes."""
    return query.n_training * max(len(query.used.predictors), 1)


def _swept(selection: Selection, progress: Progress = silent) -> Sweep:
    """Sort the rest of the rows, then the posterior at every k."""
    selection.complete()
    progress(0, 1)
    if choice.compiled():
        every = selection.largest_k <= _EVERY_K and _carries_over(selection)
    else:
        every = selection.largest_k <= _COARSE
    return sweep_selection(selection, "all" if every else "grid", progress)


def _carries_over(selection: Selection) -> bool:
    """Whether the compiled engine is there, and goes from one k to the next without beginning anew."""
    return choice.compiled() and selection.model.sweeper.carries_over
