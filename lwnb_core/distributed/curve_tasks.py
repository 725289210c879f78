"""Test cases of a curve study on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.cluster import Cluster
from lwnb_core.engine import choice
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.evaluation.curves.one_pass import Pass, run_pass
from lwnb_core.evaluation.curves.shared_pass import depends_on_order
from lwnb_core.evaluation.curves.splits import Split
from lwnb_core.evaluation.curves.sums import Collected, CurveSums
from lwnb_core.learners.base import Learner
from lwnb_core.progress import Progress, silent

# The number of test rows in a task: enough to make fitting worthwhile, few enough to show progress.
_FEWEST, _MOST = 20, 500
# Several tasks per worker, so that none is idle for long while the last task runs.
_PER_WORKER = 4


class CurveCluster:
    """A cluster that holds the data of a study.

    With `leave_out`, every test row is left out of the training rows, which are all rows with a class.
    """

    def __init__(
        self, cluster: Cluster, data: Dataset, ks: NDArray[np.int64], leave_out: bool, *, use_compiled: bool
    ) -> None:
        self._cluster, self._ks, self._leave_out = cluster, ks, leave_out
        self._use_compiled = use_compiled
        self._data = cluster.held_data(data)

    def run(self, passes: Sequence[Pass], progress: Progress) -> None:
        """Test the rows of all passes, and add the results to the sums of their learners."""
        done, total = 0, sum(one.size for one in passes)
        rows = sum(len(one.cases) for one in passes)
        size = min(max(ceil(rows / (_PER_WORKER * self._cluster.threads)), _FEWEST), _MOST)
        tasks = [task for one in passes for task in _tasks(one, size)]
        for ended in self._cluster.results(self._call, tasks, 2 * self._cluster.threads):
            for task, results in ended:
                for sums, collected in zip(task.group, results, strict=True):
                    parts = sums.cases.parts[task.cases[:1]]
                    sums.add_collected(collected, task.cases, parts)
                done += task.size
            progress(done, total)

    def _call(self, task: Pass) -> tuple[Any, ...]:
        learners = [sums.learner for sums in task.group]
        train = None if self._leave_out else task.split.train
        settings = self._ks, self._leave_out, self._use_compiled
        return run_on_worker, self._data, learners, task.split.test, train, *settings


def run_on_worker(
    data: Dataset,
    learners: Sequence[Learner],
    test: NDArray[np.intp],
    train: NDArray[np.intp] | None,
    ks: NDArray[np.int64],
    leave_out: bool,
    use_compiled: bool,
) -> list[Collected]:
    """Test rows on the worker that holds the data; `train=None` means all rows that have a class."""
    train = np.flatnonzero(data.class_codes >= 0) if train is None else train
    cases = Cases.of(data, [(1, 0, test)])
    group = tuple(CurveSums(learner, cases, ks, data.classes) for learner in learners)
    one = Pass(group, Split(1, 0, train, test), np.arange(len(test)))
    with choice.use_engine(use_compiled):
        run_pass(one, data, ks, leave_out, silent, jobs=1)
    return [sums.collected() for sums in group]


def _tasks(one: Pass, size: int) -> Iterator[Pass]:
    """Divide a pass into tasks of `size` rows, unless they have to be tested one after the other."""
    size = len(one.cases) if depends_on_order(one.group[0].learner) else size
    for start in range(0, len(one.cases), size):
        yield one.only(slice(start, start + size))
