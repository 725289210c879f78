"""Where the rows lie: found at once for small data, in a task for large, and kept while nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from lwnb_core import Dataset, Selection
from lwnb_gui.qt.tasks import TaskRunner
from lwnb_gui.readings.distances import distance_data, has_directions
from lwnb_gui.readings.map import Places
from lwnb_gui.readings.places import map_of_attributes, map_of_components
from lwnb_gui.state import Query

TASK = "map-places"
# Rows × attributes (× 50 for the distance view, which spreads rows along circles) that fit into a frame.
_QUICK = 4e5
_PROJECTING = 10  # times as much work for every row and column where principal components are sought


class MapSource:
    """Hands out the places for a query; `show(places)` is called at once or when the task is done."""

    def __init__(
        self,
        tasks: TaskRunner,
        show: Callable[[Places], None],
        fail: Callable[[BaseException], None],
    ) -> None:
        self._tasks, self._show, self._fail = tasks, show, fail
        self._task = f"{TASK}-{id(self)}"  # Explore and Curves have a map each
        self._key: Hashable = None
        self._kept: Selection | None = None  # a selection in the key must not be freed and its id reused
        self.places: Places | None = None

    def follow(self, query: Query, selection: Selection | None) -> None:
        """Find the places that this query asks for, unless they are the present ones."""
        key = self._key_of(query, selection)
        if key is None or key == self._key:
            return
        self._key, self._kept = key, selection
        data = rows_shown(query)
        kind, x, y = query.map.kind, query.map.x, query.map.y
        work = len(data) * max(len(data.predictors), 1)

        def find(job: object = None) -> Places:
            if kind == "distance":
                assert selection is not None
                return distance_data(selection, query.used)
            if kind == "attributes":
                return map_of_attributes(data, x, y)
            return map_of_components(data)

        cost = work if kind == "components" else len(data) * (50 if kind == "distance" else 1)
        if kind == "components" or (kind == "distance" and not has_directions(query.used)):
            cost += _PROJECTING * len(data) * sum(max(len(a.values), 1) for a in data.attributes)
        if cost <= _QUICK:
            self._tasks.cancel(self._task)
            try:
                places = find()
            except Exception as error:
                self._failed(error)
            else:
                self._done(places)
        else:
            self._tasks.start(self._task, find, on_done=self._done, on_error=self._failed)

    def is_of(self, query: Query, selection: Selection | None) -> bool:
        """Whether the present places are those of this query: a hidden map does not follow."""
        return self.places is not None and self._key == self._key_of(query, selection)

    def forget(self) -> None:
        self._key = self._kept = self.places = None
        self._tasks.cancel(self._task)

    @property
    def is_busy(self) -> bool:
        return self._tasks.is_running(self._task)

    def _key_of(self, query: Query, selection: Selection | None) -> Hashable:
        shown = query.map
        if shown.kind == "distance":
            return None if selection is None else ("distance", id(selection))
        axes = (shown.x, shown.y) if shown.kind == "attributes" else ()
        return (shown.kind, axes, query.training_key, query.data.class_index)

    def _done(self, places: Places) -> None:
        self.places = places
        self._show(places)

    def _failed(self, error: BaseException) -> None:
        self.places = None
        self._fail(error)


def rows_shown(query: Query) -> Dataset:
    """The rows that the map has: those that train, with the attributes in use."""
    data, rows = query.used, query.training_rows
    return data if rows is None else data.subset(rows)
