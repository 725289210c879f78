"""Test instances in blocks whose posteriors equal those of all instances at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.cluster import Cluster
from lwnb_core.engine import choice
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.local.training import Instances, Ranges
from lwnb_core.parallel import results_in_threads
from lwnb_core.progress import Progress, silent

Answer = tuple["Block", NDArray[np.float64]]
"""A block with the posteriors of its instances."""


class BlockSequence:
    """Blocks of test instances, one after the other.

    If the convention lets the ranges grow with each test instance, a block depends on those before it. It
    then begins with two more instances, of the smallest and of the largest values so far: these widen the
    ranges as all previous instances did.

    `seconds` is how long numpy takes for all blocks. If it is given, it chooses the engine for every block,
    so that the last digits depend neither on the process nor on what it did before.
    """

    def __init__(
        self, learner: Learner, attributes: tuple[Attribute, ...], seconds: float | None = None
    ) -> None:
        self._use_compiled = None if seconds is None else choice.takes_long(seconds)
        convention = getattr(learner, "convention", None)
        self._numeric = np.array([a.is_numeric for a in attributes], dtype=bool)
        self._grows = convention is not None and convention.ranges == "growing" and bool(self._numeric.any())
        self._seen = Ranges.unknown(len(attributes))

    def following(self, instances: Instances) -> Block:
        """Return the next block: these instances, with what they need to know about earlier ones."""
        if not self._grows:
            return Block(instances, 0, self._use_compiled)
        lead = _pair(self._seen, instances)
        low, high = self._seen.low.copy(), self._seen.high.copy()
        for j in np.flatnonzero(self._numeric):
            column = instances.columns[j]
            if not np.isnan(column).all():
                low[j] = np.fmin(low[j], np.nanmin(column))
                high[j] = np.fmax(high[j], np.nanmax(column))
        self._seen = Ranges(low, high)
        return Block(lead, 2, self._use_compiled)


class Block:
    """Instances of which the first few, the `lead`, only widen the ranges."""

    def __init__(self, instances: Instances, lead: int, use_compiled: bool | None = None) -> None:
        self.instances = instances
        self.lead = lead
        self._use_compiled = use_compiled

    def __len__(self) -> int:
        return len(self.instances) - self.lead

    def posteriors(self, model: Model, progress: Progress = silent) -> NDArray[np.float64]:
        """Return P(c|x) of the block's own instances. Shape (len(block), classes)."""
        nowhere = np.full(len(self.instances), NOWHERE)
        with choice.use_engine(self._use_compiled):
            return model.posteriors(self.instances, nowhere, progress)[self.lead :]


def answers_in_threads(
    model: Model, blocks: Iterable[Block], jobs: int, beat: Callable[[], None]
) -> Iterator[Answer]:
    """Yield blocks with their posteriors, in order, computed in `jobs` threads of this process.

    `beat` is called every few milliseconds, and may raise, which stops all threads.
    """
    if jobs == 1:
        for block in blocks:
            yield block, block.posteriors(model, lambda _, __: beat())
        return

    def posteriors(task: tuple[int, Block], check: Progress) -> NDArray[np.float64]:
        return task[1].posteriors(model, check)

    with closing(results_in_threads(posteriors, enumerate(blocks), jobs)) as results:
        yield from _in_order(results, beat)


def answers_on_cluster(
    cluster: Cluster, learner: Learner, data: Dataset, blocks: Iterable[Block], beat: Callable[[], None]
) -> Iterator[Answer]:
    """Do the same as `answers_in_threads` on a cluster, whose workers each receive the fitted model once."""
    held = cluster.held_data(data)
    model = cluster.submit(learner.fit, held)
    results = cluster.results(
        lambda task: (_posteriors, model, task[1]), enumerate(blocks), 2 * cluster.threads
    )
    yield from _in_order(results, beat)


def _posteriors(model: Model, block: Block) -> NDArray[np.float64]:
    return block.posteriors(model)


def _in_order(
    results: Iterable[list[tuple[tuple[int, Block], Any]]], beat: Callable[[], None]
) -> Iterator[Answer]:
    """Yield results by the numbers of their blocks, each as soon as all earlier ones are done."""
    early: dict[int, Answer] = {}
    following = 0
    for some in results:
        beat()
        early.update({number: (block, posteriors) for (number, block), posteriors in some})
        while following in early:
            yield early.pop(following)
            following += 1


def _pair(seen: Ranges, instances: Instances) -> Instances:
    """Return two instances with the lowest and highest values seen, in which all else is missing."""
    unknown = np.array([-1, -1])
    columns: list[NDArray[Any]] = []
    for low, high, column in zip(seen.low, seen.high, instances.columns, strict=True):
        ends = np.array([low, high]) if column.dtype.kind == "f" else unknown.astype(column.dtype)
        columns.append(np.concatenate([ends, column]))
    return Instances(
        tuple(columns),
        np.concatenate([unknown.astype(np.int32), instances.classes]),
        np.concatenate([unknown, instances.rows]),
        instances.origin,
    )
