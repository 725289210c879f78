"""The shared state: the query, its display, and the observers of their changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from lwnb_core import LWNB, Dataset
from lwnb_gui.app.display_state import DisplayState, PageName, class_names
from lwnb_gui.app.history import History, Step, describe
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.query import Query, Value
from lwnb_gui.app.test_rows import TestFile, TestRows
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.teaching.teaching import Teaching


@dataclass(frozen=True)
class Snapshot:
    """The whole state at one moment. `query` is None while no data are open."""

    query: Query | None = None
    display: DisplayState = field(default_factory=DisplayState)

    @property
    def hidden_classes(self) -> frozenset[int]:
        """Return codes of the classes that are not drawn on the map."""
        if self.query is None or not self.display.hidden_classes:
            return frozenset()
        return self.display.hidden_codes(self.query.data)

    @property
    def class_colours(self) -> dict[int, str]:
        """Return colours chosen in place of the theme's own, by class code."""
        if self.query is None or not self.display.class_colours:
            return {}
        return self.display.colours_by_code(self.query.data)

    def only_moved_since(self, before: Snapshot) -> bool:
        """Whether only k, the instance or the map differs, as while something is dragged.

        Observers that show none of these have nothing to do then.
        """
        return (
            self.display is before.display
            and self.query is not None
            and before.query is not None
            and self.query.model_key == before.query.model_key
        )

    def has_other_data_than(self, before: Snapshot) -> bool:
        """Whether other data are open, or other class, kinds or attributes are in use.

        Then nothing that was computed before can be shown with this query.
        """
        if self.query is None or before.query is None:
            return self.query is not before.query
        return self.query.data is not before.query.data or self.query.unused != before.query.unused

    def has_other_training_rows_than(self, before: Snapshot) -> bool:
        """Whether an earlier result is about other training rows, attributes or classes."""
        if self.query is None or before.query is None:
            return self.query is not before.query
        return self.query is not before.query and self.query.training_key != before.query.training_key


Observer = Callable[[Snapshot, Snapshot], None]


class AppState:
    """Turns the user's actions into a new query, and notifies the observers (old, new)."""

    def __init__(self) -> None:
        self._now = Snapshot()
        self._read: Dataset | None = None
        self._observers: dict[Observer, bool] = {}  # and whether it hears of mere moves
        self._pending: deque[tuple[Snapshot, Snapshot]] = deque()
        self.history: History[Query] = History(describe)

    # -- reading ------------------------------------------------------------------------------------

    @property
    def now(self) -> Snapshot:
        return self._now

    @property
    def query(self) -> Query | None:
        return self._now.query

    @property
    def display(self) -> DisplayState:
        return self._now.display

    @property
    def read(self) -> Dataset | None:
        """The data as they came out of the file, whatever has been changed about them; None without data."""
        return self._read

    def subscribe(self, observer: Observer, *, moves: bool = True) -> Callable[[], None]:
        """Call `observer(old, new)` after every change; the returned function ends that.

        Without `moves`, it is not called if only k, the instance or the map differs, as at every step of a
        drag.
        """
        self._observers[observer] = moves

        def unsubscribe() -> None:
            self._observers.pop(observer, None)

        return unsubscribe

    # -- data ---------------------------------------------------------------------------------------

    def open(
        self,
        query: Query,
        page: PageName = "explore",
        display: DisplayState | None = None,
        read: Dataset | None = None,
    ) -> None:
        """Begin with a data set: a new history, all classes shown; or the display of a session.

        `read` are the data as they came out of the file, where the query has them changed already.
        """
        self.history.clear()
        self._read = query.data if read is None else read
        self._change_to(Snapshot(query, display or self._kept(page)))

    def close_data(self, display: DisplayState | None = None) -> None:
        """Close the data, or show the display of a session that has none."""
        self.history.clear()
        self._change_to(Snapshot(None, display or self._kept("start")))

    def set_data(self, data: Dataset) -> None:
        """Set the same rows with another class attribute or other kinds of attributes."""
        self.step(self._query().with_data(data))

    def use_attribute(self, name: str, used: bool) -> None:
        query = self._query()
        unused = query.unused - {name} if used else query.unused | {name}
        changes = tuple((n, v) for n, v in query.changes if n not in unused)
        self.step(replace(query, unused=unused, changes=changes))

    def set_test_rows(self, spec: TestRows) -> None:
        """Set other test rows; the first is selected if the present row is not among them.

        A row number means another row in each file.
        """
        query = replace(self._query(), test_rows=spec)
        rows, is_file = query.rows_to_test, isinstance(spec, TestFile)
        if is_file or type(spec) is not type(self._query().test_rows) or query.row not in rows:
            query = query.at_row(int(rows[0]) if len(rows) else 0)
        self.step(query)

    # -- the instance -------------------------------------------------------------------------------

    def pick_row(self, row: int) -> None:
        if row < len(self._query().instances):  # a click may still come from a list of the previous data
            self.step(self._query().at_row(row))

    def explain_case(
        self, row: int, spec: TestRows, learner: LWNB | None = None, k: int | None = None
    ) -> None:
        """Explain a row with the training rows of the fold that tested it, as one step for undo.

        If a learner is given, its settings are used.
        """
        query = replace(self._query().at_row(row), test_rows=spec, k=k or self._query().k)
        if learner is not None:
            query = replace(query.with_settings_of(learner), k=query.k)
        self.step(query)

    def step_row(self, by: int) -> None:
        """Move to the next or previous test row."""
        query = self._query()
        rows = query.rows_to_test
        if len(rows):
            at = int(np.searchsorted(rows, query.row))
            if at < len(rows) and rows[at] == query.row:
                at += by
            elif by < 0:
                at -= 1
            self.step(query.at_row(int(rows[min(max(at, 0), len(rows) - 1)])))

    def change_value(self, name: str, value: Value, token: object | None = None) -> None:
        """Change one value of the instance; a drag gives the same token at every step."""
        self.step(self._query().with_value(name, value), token)

    def change_values(self, values: dict[str, Value], token: object | None = None) -> None:
        """Change several values at once, as when the star is dragged."""
        self.step(self._query().with_values(values), token)

    def reset_values(self, *names: str) -> None:
        """Restore the row's values of these attributes, or of all."""
        self.step(self._query().without_change(*names))

    # -- the method ---------------------------------------------------------------------------------

    def set_k(self, k: int, token: object | None = None) -> None:
        """Set k, limited to between 1 and the k at which all training rows are neighbours."""
        self.step(replace(self._query(), k=max(1, k)), token)

    def change_settings(self, **settings: object) -> None:
        """Change settings by name, such as `kernel="tricube"`, as one step; see `Query.with_settings`."""
        self.step(self._query().with_settings(**settings))

    def reset_settings(self) -> None:
        """Reset all settings except k to their defaults.

        The instance stays as well, unless it is in a test file, which is closed with its rows.
        """
        query = self._query()
        fresh = Query(query.data, query.row, query.changes, k=query.k, map=query.map)
        self.step(fresh.at_row(0) if isinstance(query.test_rows, TestFile) else fresh)

    def set_map(self, shown: MapSettings) -> None:
        self.step(replace(self._query(), map=shown))

    # -- undo and redo ------------------------------------------------------------------------------

    def step(self, query: Query, token: object | None = None) -> None:
        """Switch to a query that was created elsewhere; steps with the same token are one undo step."""
        old, spec = self._query(), query.test_rows
        if isinstance(spec, TestFile) and (query.data is not old.data or query.unused != old.unused):
            query = replace(query, test_rows=spec.under(query.data, query.unused))
        if query.n_training and query.k > query.largest_k:  # fewer rows may remain for training
            query = query.with_k(query.k)
        if query == old:
            return
        self.history.take(Step(old, query, token))
        self._change_to(Snapshot(query, self.display))

    def undo(self) -> None:
        step = self.history.undo()
        if step is not None:
            self._change_to(replace(self._now, query=step.before))

    def redo(self) -> None:
        step = self.history.redo()
        if step is not None:
            self._change_to(replace(self._now, query=step.after))

    # -- the display --------------------------------------------------------------------------------

    def go_to(self, page: PageName) -> None:
        self._change_to(replace(self._now, display=replace(self.display, page=page)))

    def hide_classes(self, codes: Iterable[int]) -> None:
        """Leave exactly these classes out of the map."""
        names = class_names(self._query().data)
        hidden = self.display.hidden_classes.difference(names).union(names[code] for code in codes)
        self._change_to(replace(self._now, display=replace(self.display, hidden_classes=hidden)))

    def colour_class(self, code: int, colour: str | None) -> None:
        """Give a class a colour of the user's choice; None restores the theme's."""
        name = class_names(self._query().data)[code]
        chosen = {c: v for c, v in self.display.class_colours if c != name}
        if colour is not None:
            chosen[name] = colour
        display = replace(self.display, class_colours=tuple(sorted(chosen.items())))
        self._change_to(replace(self._now, display=display))

    def set_teaching(self, teaching: Teaching) -> None:
        """Set the state of teaching: step, guess, panels shown or hidden."""
        self._change_to(replace(self._now, display=replace(self.display, teaching=teaching)))

    def close_lecture(self) -> None:
        """Show the whole window again, with the same data."""
        self._change_to(replace(self._now, display=self.display.without_lecture()))

    def set_curves(self, curves: CurveSettings) -> None:
        """Set the study in Curves, or how it is drawn."""
        self._change_to(replace(self._now, display=replace(self.display, curves=curves)))

    def set_experiment(self, experiment: ExperimentSettings) -> None:
        """Set the plan in Experiment, or how its results are shown."""
        self._change_to(replace(self._now, display=replace(self.display, experiment=experiment)))

    # -- inside -------------------------------------------------------------------------------------

    def _kept(self, page: PageName) -> DisplayState:
        """Return the part of the display that outlives the data."""
        now = self.display
        # the study belonged to the lecture
        curves = now.curves if now.teaching.lecture is None else CurveSettings()
        if now.teaching.lecture is not None:
            now = now.without_lecture()
        teaching = now.teaching.for_new_data()
        return DisplayState(page, teaching=teaching, curves=curves, experiment=now.experiment)

    def _query(self) -> Query:
        if self._now.query is None:
            raise RuntimeError("no data are open")
        return self._now.query

    def _change_to(self, new: Snapshot) -> None:
        old, self._now = self._now, new
        if new.query is None:
            self._read = None
        if new == old:
            return
        self._pending.append((old, new))
        if len(self._pending) > 1:  # an observer changed something: all are notified of this change first
            return
        while self._pending:
            before, now = self._pending[0]
            only_moved = now.only_moved_since(before)
            try:
                for observer, hears_moves in tuple(self._observers.items()):
                    if observer in self._observers and (hears_moves or not only_moved):
                        # check that it is still there: another observer may have been unsubscribed meanwhile
                        observer(before, now)
            finally:
                self._pending.popleft()
