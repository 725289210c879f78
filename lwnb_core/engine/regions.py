"""Decision regions: a learner's predictions on a grid over two attributes, with the others fixed.

Local learners are computed tile by tile. Seen from the centre of a tile of cells, the k-th neighbour is at
h_c; from any cell within ρ of the centre it is at most h_c + ρ away, so only training rows within h_c + 2ρ of
the centre can matter to any cell of the tile (triangle inequality). The method is exact, and most tiles need
few rows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import (
    DATASET,
    FLAG,
    LWNB_MODEL,
    MAPPING,
    TEXT,
    WHOLE,
    check_arguments,
    check_jobs,
    described,
    float_array,
    items,
)
from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.engine.compiled.loop_arguments import CellLearner, CellSpace, Plane, Posteriors, Requested
from lwnb_core.engine.selection import select
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.errors import SettingsError
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.kernel_names import KERNELS
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.parallel import in_threads
from lwnb_core.progress import Progress, silent
from lwnb_core.read_only import ReadOnlyArrays

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

NAMES = ("LWNB", "NB", "KNN", "KNNDW")
_LOCAL = ("LWNB", "KNN", "KNNDW")

# Cells along a side of a tile, and cells that are swept together if there are no tiles.
_TILE, _BLOCK = 8, 32
# Cells along a side of the coarse picture that comes first, and rows × attributes × cells that it may take.
# With very many rows the picture is coarser, because every cell needs the distances to all of them.
_COARSE, _COARSEST = 25, 10
_COARSE_WORK = 3e8
# If neighbours × attributes × cells are more than this, a picture with fewer cells comes between the coarse
# and the fine one; otherwise the coarse one would stay for minutes.
_MIDDLE, _MIDDLE_WORK = 50, 2e9


@dataclass(frozen=True, eq=False)
class Grid(ReadOnlyArrays):
    """A grid of cells over two predictors: equal steps of a numeric one, a cell per value of a nominal one.

    Attributes
    ----------
    x, y
        Positions of the predictors among the training attributes.
    xs, ys
        Values at the centres of the cells; codes for a nominal axis. Shapes (columns,) and (rows,).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("weather-numeric")
    >>> grid = lw.Grid.over(lw.NB().fit(data).training, "humidity", "outlook", size=40)
    >>> grid.shape
    (3, 40)
    >>> grid.coarser(4).shape, grid.coarser(4).xs
    ((3, 4), array([68.875, 76.625, 84.375, 92.125]))
    """

    x: int
    y: int
    xs: Floats
    ys: Floats

    @classmethod
    def over(
        cls,
        training: TrainingSet,
        x: str,
        y: str,
        size: int = 200,
        x_range: tuple[float, float] | None = None,
        y_range: tuple[float, float] | None = None,
    ) -> Grid:
        """Lay a grid over two predictors, given by name; ranges default to those of the training rows."""
        names = [a.name for a in training.attributes]
        for name in (x, y):
            if name not in names:
                raise SettingsError(f"no predictor {name!r}", hint=f"Predictors: {', '.join(names)}")
        if x == y:
            raise SettingsError("a plane needs two different attributes")
        i, j = names.index(x), names.index(y)
        if size < 1:
            raise SettingsError(f"size = {size!r}", hint="It must be a positive whole number.")
        x_axis = _axis(training, i, size, _range("x_range", x_range))
        return cls(i, j, x_axis, _axis(training, j, size, _range("y_range", y_range)))

    def coarser(self, size: int) -> Grid:
        """Return the same plane with fewer cells; nominal axes keep theirs."""
        return Grid(self.x, self.y, _thinned(self.xs, size), _thinned(self.ys, size))

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the grid, (rows, columns)."""
        return len(self.ys), len(self.xs)


@dataclass(frozen=True, eq=False, repr=False)
class Regions(ReadOnlyArrays):
    """Posteriors on a grid, by the name of the learner, each of shape (rows, columns, classes).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> regions = lw.regions(lw.LWNB(k=20).fit(data), data, 134, "petalwidth", "petallength", size=5)
    >>> regions.decisions("LWNB")
    array([[0, 1, 1, 1, 1],
           [1, 1, 1, 1, 1],
           [1, 1, 1, 1, 2],
           [1, 1, 1, 2, 2],
           [1, 1, 2, 2, 2]])
    >>> regions.to_pandas().query("learner == 'NB'").head(3).round(3)
       learner     x     y            class  posterior
    75      NB  0.34  1.59      Iris-setosa        1.0
    76      NB  0.34  1.59  Iris-versicolor        0.0
    77      NB  0.34  1.59   Iris-virginica        0.0
    """

    grid: Grid
    classes: tuple[str, ...]
    k: int
    posteriors: Mapping[str, Floats]

    def __repr__(self) -> str:
        down, across = self.grid.shape
        return f"Regions({across} × {down} cells, k={self.k}: {', '.join(self.posteriors)})"

    def to_pandas(self) -> pd.DataFrame:
        """Return learner, x, y (a code if nominal), class, posterior; one row per learner, cell and class."""
        import pandas as pd

        down, across, o = *self.grid.shape, len(self.classes)
        cells = down * across
        return pd.DataFrame(
            {
                "learner": np.repeat(list(self.posteriors), cells * o),
                "x": np.tile(np.repeat(np.tile(self.grid.xs, down), o), len(self.posteriors)),
                "y": np.tile(np.repeat(np.repeat(self.grid.ys, across), o), len(self.posteriors)),
                "class": np.tile(np.array(self.classes, dtype=object), cells * len(self.posteriors)),
                "posterior": np.concatenate([np.ravel(p) for p in self.posteriors.values()]),
            }
        )

    def decisions(self, learner: str) -> NDArray[np.intp]:
        """Return the predicted class of every cell. Shape (rows, columns)."""
        return first_best(self.posteriors[learner])


@check_arguments(
    model=LWNB_MODEL, data=DATASET, x=TEXT, y=TEXT, size=WHOLE, changes=MAPPING, leave_out=FLAG, jobs=WHOLE
)
def regions(
    model: LWNBModel,
    data: Dataset,
    row: int,
    x: str,
    y: str,
    *,
    size: int = 200,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    changes: Mapping[str, float | str | None] | None = None,
    leave_out: bool = True,
    learners: Sequence[str] = NAMES,
    progress: Progress = silent,
    jobs: int | None = None,
) -> Regions:
    """Predict with LWNB, NB, KNN and KNNDW on the plane of two attributes.

    The other attributes keep the row's values. `size` is the number of cells along a numeric axis, `learners`
    names the learners to compute. As for `explain`, a row that is one of the training rows is left out of
    them unless `leave_out` is false.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> lw.regions(lw.LWNB(k=20).fit(data), data, 134, "petalwidth", "petallength", size=4)
    Regions(4 × 4 cells, k=20: LWNB, NB, KNN, KNNDW)
    """
    grid = Grid.over(model.training, x, y, size, x_range, y_range)
    selected = select(model, data, row, changes=changes, leave_out=leave_out)
    return regions_on_grid(
        model,
        grid,
        selected.instances,
        left_out=selected.left_out,
        learners=learners,
        progress=progress,
        jobs=jobs,
    )


def regions_on_grid(
    model: LWNBModel,
    grid: Grid,
    instance: Instances,
    *,
    left_out: int = NOWHERE,
    learners: Sequence[str] = NAMES,
    progress: Progress = silent,
    partial: Callable[[Regions], None] | None = None,
    jobs: int | None = None,
) -> Regions:
    """Compute `regions` on a grid, with the other attributes fixed at the one instance given.

    `partial` receives a coarse picture before the work on the fine one starts, and one in between if that
    takes very long.
    """
    learners = items("learners", learners, TEXT)
    if not -1 <= left_out < model.training.n:
        raise SettingsError(f"no training row {left_out} to leave out; there are {model.training.n}")
    if jobs is not None:
        check_jobs(jobs)
    unknown = [name for name in learners if name not in NAMES]
    if unknown or not learners:
        what = f"no regions of {', '.join(unknown)}" if unknown else "no learner for which to compute regions"
        raise SettingsError(what, hint=f"Learners: {', '.join(NAMES)}")
    jobs = jobs or os.cpu_count() or 1
    if partial is not None and max(grid.shape) > 2 * _COARSE:
        attributes = max(len(model.training.attributes), 1)
        work = model.training.n * attributes
        sizes = [int(min(max(np.sqrt(_COARSE_WORK / work), _COARSEST), _COARSE))]
        cells, neighbours = grid.shape[0] * grid.shape[1], min(model.learner.k, model.training.n)
        if max(grid.shape) > 2 * _MIDDLE and neighbours * attributes * cells > _MIDDLE_WORK:
            sizes.append(_MIDDLE)

        def not_yet(done: int, total: int) -> None:
            progress(0, total)  # the coarse picture does not count as work, but can be cancelled as well

        for size in sizes:
            partial(_computed(model, grid.coarser(size), instance, left_out, learners, not_yet, jobs))
    return _computed(model, grid, instance, left_out, learners, progress, jobs)


def _computed(
    model: LWNBModel,
    grid: Grid,
    instance: Instances,
    left_out: int,
    learners: Sequence[str],
    progress: Progress,
    jobs: int,
) -> Regions:
    cells = _cells(model.training, grid, instance)
    shape = (*grid.shape, model.training.n_classes)
    posteriors = {name: np.empty(shape) for name in NAMES if name in learners}
    if "NB" in posteriors:
        outs = np.full(len(cells), left_out, dtype=np.intp)
        posteriors["NB"][:] = model.naive_bayes.posteriors(cells, outs).reshape(shape)
    if any(name in posteriors for name in _LOCAL):
        n, m = model.training.n, len(model.training.attributes)
        loops = choice.REGIONS if _by_tiles(model) else model.sweeper.loops
        use_compiled = choice.compiled(choice.numpy_seconds(n, m, len(cells)), progress, loops)
        with choice.use_engine(use_compiled):
            if _by_tiles(model) and use_compiled:
                work: _Work = _Tiles(model, grid, cells, left_out, posteriors)
            else:
                work = _Cells(model, cells, left_out, posteriors)
            _run(work, progress, jobs)
    return Regions(grid, model.classes, model.learner.k, posteriors)


def _by_tiles(model: LWNBModel) -> bool:
    """Whether the compiled tiles compute exactly what this model does."""
    convention, training = model.convention, model.training
    numeric = any(a.is_numeric for a in training.attributes)
    return (
        model.learner.kernel not in UNBOUNDED
        and (convention.numeric == "density" or not numeric)
        and convention.arithmetic == "logs"
        and convention.ranges == "training"
        and convention.members == "within"
        and convention.bandwidth == "kth"
        and convention.zero_bandwidth == "uniform"
        and bool((training.weights == 1).all())
    )


class _Work(Protocol):
    """The parts of a grid, which can be computed one by one, from any thread."""

    n_parts: int

    def part(self, i: int, check: Progress, /) -> None: ...


class _Tiles:
    """Computes bands of tiles."""

    def __init__(
        self, model: LWNBModel, grid: Grid, cells: Instances, left_out: int, posteriors: dict[str, Floats]
    ) -> None:
        packed = model.packed_for(cells, left_out)
        queries = packed.queries(cells)
        n_rows, n_columns = grid.shape
        column_x, column_y = int(packed.columns[grid.x]), int(packed.columns[grid.y])
        attributes = model.training.attributes
        self._tile_y = 1 if attributes[grid.y].is_nominal else _TILE
        self._n_rows = n_rows
        self.n_parts = -(-n_rows // self._tile_y)
        others = np.arange(model.training.n)
        if left_out != NOWHERE:
            others = np.delete(others, left_out)
        convention, learner = model.convention, model.learner
        nothing = np.empty((0, 1))  # for a learner that is not requested
        plane = Plane(
            xs=queries[:n_columns, column_x].copy(),
            ys=queries[::n_columns, column_y].copy(),
            column_x=column_x,
            column_y=column_y,
            tile_x=1 if attributes[grid.x].is_nominal else _TILE,
        )
        one = queries[:1]
        self._first = packed.rows, packed.metric, packed.density_limits(one), plane
        self._others, self._cell, self._known = others, queries[0], packed.known(one)
        self._learner = CellLearner(
            k=learner.k,
            kernel=KERNELS.index(learner.kernel),
            one=convention.kernel_one,
            smoothing=1 / max(1, len(others)) if convention.vote_smoothing else 0.0,
            printed=learner.eq6 == "printed",
            similarity=convention.knndw == "similarity",
            snap=convention.snap,
        )
        self._requested = Requested(*(name in posteriors for name in _LOCAL))
        tables = (posteriors.get(name, nothing) for name in _LOCAL)
        self._out = Posteriors(*(table.reshape(-1, table.shape[-1]) for table in tables))

    def part(self, i: int, _: Progress) -> None:
        first = i * self._tile_y
        last = min(first + self._tile_y, self._n_rows)
        space = CellSpace.of(self._first[0], self._cell, self._known, len(self._others))
        choice.loops(choice.REGIONS).band(
            *self._first, first, last, self._others, self._learner, self._requested, space, self._out
        )


class _Cells:
    """Computes blocks of cells, for models that the tiles do not support."""

    def __init__(
        self, model: LWNBModel, cells: Instances, left_out: int, posteriors: dict[str, Floats]
    ) -> None:
        # Each cell starts from the ranges of the training rows.
        self._size = _BLOCK if model.are_independent(cells, left_out) else 1
        self._cells, self._left_out = cells, left_out
        shape = len(cells), model.training.n_classes
        self._out = [posteriors[name].reshape(shape) if name in posteriors else None for name in _LOCAL]
        self.n_parts = -(-len(cells) // self._size)
        self._sweeper = Sweeper.for_learner(model.training, model.learner, tuple(posteriors))
        self._ks = np.array([model.learner.k], dtype=np.int64)

    def part(self, i: int, check: Progress) -> None:
        first = i * self._size
        cells = self._cells.taken(slice(first, first + self._size))

        def store(cell: int, *posteriors: Floats) -> None:
            for out, own in zip(self._out, posteriors, strict=True):
                if out is not None:
                    out[first + cell] = own[0]

        self._sweeper.each(cells, np.full(len(cells), self._left_out), self._ks, store, check)


def _run(work: _Work, progress: Progress, jobs: int) -> None:
    """Compute all parts, several at a time; `progress` may cancel."""
    size = max(1, min(64, work.n_parts // (4 * jobs)))

    def some(first: int, check: Progress) -> int:
        parts = range(first, min(first + size, work.n_parts))
        for i in parts:
            check(0, 0)
            work.part(i, check)
        return len(parts)

    in_threads(some, range(0, work.n_parts, size), progress, work.n_parts, jobs)


def _cells(training: TrainingSet, grid: Grid, instance: Instances) -> Instances:
    """Return one instance per cell, row after row of the grid."""
    n_rows, n_columns = grid.shape
    n = n_rows * n_columns
    columns = [np.repeat(column, n) for column in instance.columns]
    columns[grid.x] = np.tile(grid.xs, n_rows).astype(columns[grid.x].dtype)
    columns[grid.y] = np.repeat(grid.ys, n_columns).astype(columns[grid.y].dtype)
    return Instances(tuple(columns), np.full(n, -1, dtype=np.int32), np.full(n, -1, dtype=np.intp), "")


def _range(name: str, given: tuple[float, float] | None) -> tuple[float, float] | None:
    """Check the two ends of an axis, if they are given."""
    if given is None:
        return None
    ends = float_array(name, given)
    if ends.shape != (2,) or not np.isfinite(ends).all():
        raise SettingsError(f"{name} cannot be {described(given)}", hint="Give its two ends, as (0, 1).")
    return float(ends[0]), float(ends[1])


def _axis(training: TrainingSet, j: int, size: int, given: tuple[float, float] | None) -> Floats:
    attribute = training.attributes[j]
    if attribute.is_nominal:
        return np.arange(float(len(attribute.values)))
    low, high = given or (float(training.ranges.low[j]), float(training.ranges.high[j]))
    if not high > low:  # the attribute is constant or never known: any range will do for a map
        low, high = (low - 0.5, low + 0.5) if np.isfinite(low) else (0.0, 1.0)
    step = (high - low) / size
    return np.asarray(low + step * (np.arange(size) + 0.5), dtype=np.float64)


def _thinned(values: Floats, size: int) -> Floats:
    if len(values) <= 2 * size:
        return values
    step = (values[-1] - values[0]) / (len(values) - 1)
    low, high = values[0] - step / 2, values[-1] + step / 2
    return np.asarray(low + (high - low) / size * (np.arange(size) + 0.5))
