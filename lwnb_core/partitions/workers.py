"""Where the parts are worked on: in this process, one after the other, or on a cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from lwnb_core.cluster import Cluster, connected
from lwnb_core.progress import Progress, silent

Work = Callable[..., Any]
Calls = Sequence[tuple[Any, ...]]


class Workers(ABC):
    """Runs functions on parts. The first argument of every call is a part."""

    def __init__(self, progress: Progress = silent) -> None:
        self._progress = progress

    def each(self, work: Work, calls: Calls) -> list[Any]:
        """The result of every call, in order."""
        results: dict[int, Any] = {}
        for ended in self.as_finished(work, calls):
            self._progress(0, 0)
            results.update(ended)
        return [results[i] for i in range(len(calls))]

    @abstractmethod
    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        """Numbers of calls with their results, in any order; empty lists in between allow cancelling."""

    @abstractmethod
    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        """The result of the last call, where each takes the result of the one before as its last argument."""


class InProcess(Workers):
    """This process: one part is in memory at a time."""

    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        for i, call in enumerate(calls):
            yield [(i, work(*call))]

    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        for call in calls:
            self._progress(0, 0)
            start = work(*call, start)
        return start


class OnCluster(Workers):
    """A Dask cluster. The partitions of a Dask frame stay on its workers once they are computed."""

    def __init__(self, cluster: Cluster, progress: Progress = silent) -> None:
        super().__init__(progress)
        self._cluster = cluster
        self._frames: dict[int, tuple[Any, Any]] = {}

    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        return self._cluster.results(
            lambda i: (work, self._on_cluster(calls[i][0]), *calls[i][1:]),
            range(len(calls)),
            2 * self._cluster.threads,
        )

    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        for call in calls:
            start = self._cluster.client.submit(work, self._on_cluster(call[0]), *call[1:], start, pure=False)
        return start.result() if calls else start

    def _on_cluster(self, part: Any) -> Any:
        if not hasattr(part, "dask"):
            return part
        known = self._frames.get(id(part))
        if known is None:  # storing the part, too, keeps its id from being used again
            known = self._frames[id(part)] = (part, self._cluster.client.compute(part))
        return known[1]


@contextmanager
def workers_at(where: str | Cluster | None, progress: Progress = silent) -> Iterator[Workers]:
    """This process (None), a connected cluster, or one at an address, connected until the block ends."""
    if where is None:
        yield InProcess(progress)
    elif isinstance(where, Cluster):
        yield OnCluster(where, progress)
    else:
        with connected(where) as cluster:
            yield OnCluster(cluster, progress)
