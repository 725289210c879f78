"""Where parts are processed: in this process, one after the other, or on a cluster."""

from __future__ import annotations

import os
import socket
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from lwnb_core.distributed.backends import open_cluster, this_worker
from lwnb_core.distributed.cluster import Cluster, ClusterLostError
from lwnb_core.distributed.partitions import ParquetPart
from lwnb_core.errors import DataError
from lwnb_core.progress import Progress, silent

Work = Callable[..., Any]
Calls = Sequence[tuple[Any, ...]]
Frames = dict[int, tuple[Any, Any]]


class Workers(ABC):
    """Runs functions on parts. The first argument of every call is a part."""

    def __init__(self, progress: Progress = silent) -> None:
        self._progress = progress

    def each(self, work: Work, calls: Calls) -> list[Any]:
        """Return the result of every call, in order."""
        results: dict[int, Any] = {}
        for ended in self.as_finished(work, calls):
            self._progress(0, 0)
            results.update(ended)
        return [results[i] for i in range(len(calls))]

    @abstractmethod
    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        """Yield numbers of calls with results, in any order; empty lists in between allow cancelling."""

    @abstractmethod
    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        """Return the result of the last call; each call receives the previous result as its last argument."""


class InProcess(Workers):
    """Works in this process, with one part in memory at a time."""

    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        for i, call in enumerate(calls):
            yield [(i, work(*call))]

    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        for call in calls:
            self._progress(0, 0)
            start = work(*call, start)
        return start


class OnCluster(Workers):
    """Works on a cluster.

    The partitions of a lazy frame stay on its workers once they are computed, as long as `frames` holds them:
    by the `id` of a partition, the partition and its future.
    """

    def __init__(self, cluster: Cluster, frames: Frames, progress: Progress = silent) -> None:
        super().__init__(progress)
        self._cluster = cluster
        self._frames = frames

    def as_finished(self, work: Work, calls: Calls) -> Iterator[list[tuple[int, Any]]]:
        return self._cluster.results(
            lambda i: (on_worker, work, self._on_cluster(calls[i][0]), *calls[i][1:]),
            range(len(calls)),
            2 * self._cluster.threads,
        )

    def one_after_the_other(self, work: Work, start: Any, calls: Calls) -> Any:
        for call in calls:
            arguments = work, self._on_cluster(call[0]), *call[1:], start
            start = self._cluster.submit(on_worker, *arguments)
        return start.result() if calls else start

    def _on_cluster(self, part: Any) -> Any:
        if not self._cluster.is_lazy(part):
            return part
        known = self._frames.get(id(part))
        if known is None:  # storing the part keeps its id from being used again
            known = self._frames[id(part)] = (part, self._cluster.computed(part))
        return known[1]


def on_worker(work: Work, part: Any, *arguments: Any) -> Any:
    """Call `work` on the worker of a cluster, which reads the part itself."""
    if isinstance(part, ParquetPart) and not os.access(part.path, os.R_OK):
        raise DataError(
            f"the worker {this_worker()} on {socket.gethostname()} cannot read it",
            file=part.path,
            hint="The workers read the files themselves. Put them in a folder that every worker reaches under"
            " the same path, such as a shared drive, and give that path.",
        )
    return work(part, *arguments)


class Workplace:
    """This process (None), or a cluster, which is connected when first needed and stays connected.

    The connection ends when it is closed, lost or no longer referenced, and at the end of the program; a
    closed or lost one is opened again by the next use. A `Cluster` that was given is never closed.
    """

    def __init__(self, where: str | Cluster | None) -> None:
        self._where = where
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._cluster: Cluster | None = None
        self._frames: Frames = {}
        weakref.finalize(self, self._stack.close)

    @contextmanager
    def workers(self, progress: Progress = silent) -> Iterator[Workers]:
        """Provide the workers for the length of a block."""
        if self._where is None:
            yield InProcess(progress)
        elif isinstance(self._where, Cluster):  # the code that connected it handles its loss
            yield OnCluster(self._where, self._frames, progress)
        else:
            cluster = self._connected(self._where)
            try:
                with cluster.in_use(can_resume=False):
                    yield OnCluster(cluster, self._frames, progress)
            except ClusterLostError:
                self.close()
                raise

    def close(self) -> None:
        """Disconnect, and end the processes that were started here."""
        with self._lock:
            self._cluster = None
            self._frames.clear()
            self._stack.close()

    def _connected(self, where: str) -> Cluster:
        with self._lock:
            if self._cluster is None:
                self._cluster = open_cluster(where, self._stack)
            return self._cluster

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the connection: a copy opens its own."""
        return type(self), (self._where,)
