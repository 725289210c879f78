"""Positions of the rows on the map: computed at once for small data, by a task for large data."""

from __future__ import annotations

from collections.abc import Callable

from lwnb_core import Dataset, Selection
from lwnb_gui.app.query import Query
from lwnb_gui.qt.run.tasks import TaskRunner
from lwnb_gui.views.map.distance_positions import has_directions
from lwnb_gui.views.map.positions import RowPositions, row_positions, training_data

TASK = "map-positions"
# Work that fits into a frame, in rows × attributes; the distance view, which spreads rows along circles, and
# principal components take this many times as long.
_AT_ONCE = 4e5
_DISTANCES, _COMPONENTS = 50, 10


class MapSource:
    """Holds the rows' positions for a query; `show(positions)` is called at once or by the task."""

    def __init__(
        self,
        tasks: TaskRunner,
        show: Callable[[RowPositions], None],
        fail: Callable[[BaseException], None],
    ) -> None:
        self._tasks, self._show, self._fail = tasks, show, fail
        self._task = f"{TASK}-{id(self)}"  # Explore and Curves have a map each
        self._key: tuple[object, ...] | None = None
        self.positions: RowPositions | None = None

    def follow(self, query: Query, selection: Selection | None) -> None:
        """Compute the positions for this query, unless they are the present ones."""
        key = _key(query, selection)
        if key is None or key == self._key:
            return
        self._key = key

        def compute(job: object = None) -> RowPositions:
            return row_positions(query, selection)

        if _work(query, training_data(query)) > _AT_ONCE:
            self._tasks.start(self._task, compute, on_done=self._done, on_error=self._failed)
            return
        self._tasks.cancel(self._task)
        try:
            positions = compute()
        except Exception as error:
            self._failed(error)
        else:
            self._done(positions)

    def is_of(self, query: Query, selection: Selection | None) -> bool:
        """Whether the present positions belong to this query: a hidden map does not follow."""
        return self.positions is not None and self._key == _key(query, selection)

    def forget(self) -> None:
        self._key = self.positions = None
        self._tasks.cancel(self._task)

    @property
    def is_busy(self) -> bool:
        return self._tasks.is_running(self._task)

    def _done(self, positions: RowPositions) -> None:
        self.positions = positions
        self._show(positions)

    def _failed(self, error: BaseException) -> None:
        self.positions = None
        self._fail(error)


def _key(query: Query, selection: Selection | None) -> tuple[object, ...] | None:
    """Return what the positions depend on; the distance view depends on the instance."""
    shown = query.map
    if shown.kind == "distance":
        return None if selection is None else ("distance", selection)
    axes = (shown.x, shown.y) if shown.kind == "attributes" else ()
    return (shown.kind, axes, query.training_key, query.data.class_index)


def _work(query: Query, data: Dataset) -> float:
    rows, kind = len(data), query.map.kind
    work = rows * {"attributes": 1, "distance": _DISTANCES}.get(kind, max(len(data.predictors), 1))
    if kind == "components" or (kind == "distance" and not has_directions(query.used)):
        work += _COMPONENTS * rows * sum(max(len(a.values), 1) for a in data.attributes)
    return work
