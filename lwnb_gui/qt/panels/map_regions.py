"""Decision regions below the map: computed off the GUI thread, coarse first, the last request wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from lwnb_core import Grid, Regions, Selection, regions
from lwnb_core.engine import choice
from lwnb_core.engine.regions import NAMES
from lwnb_gui.qt.bars import ComputingBar
from lwnb_gui.qt.tasks import Job, TaskRunner
from lwnb_gui.state.map_view import Regions as Wanted

TASK = "map-regions"
_CELLS, _CELLS_SLOWLY = 160, 40
_SEEN = 0.03  # of the work, from which on its share is a bar that one sees
Limits = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Request:
    """Which regions: everything that they depend on."""

    selection: Selection
    k: int
    x: str
    y: str
    limits: Limits
    learners: tuple[str, ...] = NAMES

    def covers(self, other: Request) -> bool:
        """Whether the answer to this is also one to the other."""
        return replace(other, learners=self.learners) == self and set(other.learners) <= set(self.learners)


def learners_of(wanted: Wanted) -> tuple[str, ...]:
    """Whose regions have to be computed: for one learner alone the others' time is saved."""
    return NAMES if wanted in ("all four", "off") else (wanted,)


def side_by_side(wanted: Wanted) -> tuple[str, ...]:
    """The learners whose maps stand side by side; empty where there is one map."""
    return NAMES if wanted == "all four" else ()


class RegionLoader:
    """Asks for regions and hands them out; a reply to an older request is dropped by the tasks.

    The bar says that finer ones are on their way, which takes a while for very many rows.
    """

    def __init__(
        self, tasks: TaskRunner, show: Callable[[Request, Regions], None], bar: ComputingBar
    ) -> None:
        self._tasks, self._show, self._bar = tasks, show, bar
        self._task = f"{TASK}-{id(self)}"  # Explore and Curves have a map each
        self._asked: Request | None = None
        self._answer: Regions | None = None  # the finest so far

    def ask(self, request: Request, on_error: Callable[[BaseException], object]) -> None:
        """Compute these regions; those that are known already are handed out once more."""
        if request == self._asked:
            if self._answer is not None:
                self._show(request, self._answer)
            return
        self._asked, self._answer = request, None

        def partly(found: Regions) -> None:
            self._answer = found
            self._show(request, found)

        def done(found: Regions) -> None:
            self._bar.end()
            partly(found)

        def failed(error: BaseException) -> None:
            self._bar.end()
            on_error(error)

        self._tasks.start(
            self._task,
            partial(_compute, request),
            on_done=done,
            on_partial=partly,
            on_progress=self._progress,
            on_error=failed,
        )

    def forget(self) -> None:
        self._asked = self._answer = None
        if self._tasks.is_running(self._task):
            self._tasks.cancel(self._task)
            self._bar.end()

    def _progress(self, done: int, total: int) -> None:
        self._bar.begin()
        seen = done > total * _SEEN
        self._bar.set_share(done, total if seen else 0)  # a moving piece says more than no bar


def _compute(request: Request, job: Job) -> Regions:
    selection = request.selection
    model = selection.model.learner_at(request.k).fit_training(selection.model.training)
    size = _CELLS if choice.compiled() else _CELLS_SLOWLY
    grid = Grid.over(
        model.training, request.x, request.y, size, x_range=request.limits[0], y_range=request.limits[1]
    )
    return regions(
        model,
        grid,
        selection.instances,
        left_out=selection.left_out,
        learners=request.learners,
        progress=job,
        partial=job.partial,
        jobs=1,  # the window has threads enough to share two cores with
    )
