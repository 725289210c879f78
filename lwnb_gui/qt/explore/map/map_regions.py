"""Decision regions behind the rows of the map, computed by a task, coarse ones first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from lwnb_core import Grid, Regions, Selection
from lwnb_core.engine.regions import NAMES, regions_on_grid
from lwnb_gui.app.map_settings import Regions as RegionChoice
from lwnb_gui.qt.run.tasks import Job, TaskRunner
from lwnb_gui.qt.window.bars import ComputingBar
from lwnb_gui.views.map.decision_regions import RegionsData, regions_data
from lwnb_gui.views.map.view_transform import Limits

TASK = "map-regions"
_CELLS = 160  # along each axis
_VISIBLE = 0.03  # share of the work from which on the bar shows it


@dataclass(frozen=True)
class Request:
    """Everything on which regions depend."""

    selection: Selection
    k: int
    x: str
    y: str
    limits: Limits
    learners: tuple[str, ...] = NAMES

    def covers(self, other: Request) -> bool:
        """Whether the answer to this request also answers the other."""
        return replace(other, learners=self.learners) == self and set(other.learners) <= set(self.learners)


def learners_of(chosen: RegionChoice) -> tuple[str, ...]:
    """Return the learners whose regions must be computed."""
    return NAMES if chosen in ("all four", "off") else (chosen,)


def side_by_side(chosen: RegionChoice) -> tuple[str, ...]:
    """Return the learners that have a map each; empty if there is one map."""
    return NAMES if chosen == "all four" else ()


class RegionLoader:
    """Computes regions, and holds the visible ones until there are others.

    Attributes
    ----------
    data
        The regions of the chosen learners; None: none are shown.
    request, result, chosen
        What `data` was requested for, all that was computed, and which learners of it are shown.
    """

    def __init__(
        self,
        tasks: TaskRunner,
        bar: ComputingBar,
        on_change: Callable[[], object],
        on_error: Callable[[BaseException], object],
    ) -> None:
        self._tasks, self._bar, self._on_change, self._on_error = tasks, bar, on_change, on_error
        self.task = f"{TASK}-{id(self)}"  # Explore and Curves have a map each
        self._pending: Request | None = None
        self._next_chosen: RegionChoice = "off"
        self.data: RegionsData | None = None
        self.request: Request | None = None
        self.result: Regions | None = None
        self.chosen: RegionChoice = "off"

    def load(self, request: Request, chosen: RegionChoice) -> None:
        """Compute regions unless they are known or being computed."""
        self._next_chosen = chosen
        if self.request is not None and self.result is not None and self.request.covers(request):
            if chosen != self.chosen:
                self._show(self.request, self.result)
        elif request != self._pending:
            self._pending = request
            show = partial(self._show, request)
            self._tasks.start(
                self.task,
                partial(_compute, request),
                on_done=partial(self._finish, show),
                on_partial=show,
                on_progress=self._progress,
                on_error=self._fail,
            )

    def cancel(self) -> None:
        """Cancel the computation; visible regions stay."""
        self._pending = None
        if self._tasks.is_running(self.task):
            self._tasks.cancel(self.task)
            self._bar.end()

    def forget(self) -> None:
        """Show no regions."""
        self.cancel()
        self.data = self.request = self.result = None
        self.chosen = "off"

    def _show(self, request: Request, result: Regions) -> None:
        self.request, self.result, self.chosen = request, result, self._next_chosen
        self.data = regions_data(result, learners_of(self.chosen))
        self._on_change()

    def _finish(self, show: Callable[[Regions], None], result: Regions) -> None:
        self._pending = None
        self._bar.end()
        show(result)

    def _fail(self, error: BaseException) -> None:
        self._pending = None
        self._bar.end()
        self._on_error(error)

    def _progress(self, done: int, total: int) -> None:
        self._bar.begin()
        self._bar.set_share(done, total if done > total * _VISIBLE else 0)


def _compute(request: Request, job: Job) -> Regions:
    selection = request.selection
    model = selection.model.learner_at(request.k).fit_training(selection.model.training)
    grid = Grid.over(
        model.training, request.x, request.y, _CELLS, x_range=request.limits[0], y_range=request.limits[1]
    )
    return regions_on_grid(
        model,
        grid,
        selection.instances,
        left_out=selection.left_out,
        learners=request.learners,
        progress=job,
        partial=job.partial,
        jobs=1,  # other tasks run at the same time
    )
