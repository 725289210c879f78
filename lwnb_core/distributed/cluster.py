"""What a cluster offers, whatever runs it: `backends` has those that there are."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from lwnb_core.data.dataset import Dataset
from lwnb_core.data.reading import Reading
from lwnb_core.errors import LwnbError
from lwnb_core.parallel import finished

T = TypeVar("T")

# A task is abandoned when this many workers have died over it: then the task itself must be killing them.
_RETRIES = 3


class ClusterLostError(LwnbError):
    """The scheduler has gone, or workers keep dying over a task."""


class Cluster(ABC):
    """A connection to the workers. A future is what `submit` returns, and an argument for other tasks.

    Attributes
    ----------
    client
        The backend's own, for calls of its interface.
    """

    client: Any

    @property
    @abstractmethod
    def threads(self) -> int:
        """How many tasks the present workers compute at a time, at least 1."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: Any, name: str = "", retries: int = 0) -> Any:
        """Return the future of a call.

        With a name, which only equal calls have, it is computed once, whoever submitted it first. A call that
        fails is made again `retries` times.
        """

    @abstractmethod
    def ended(self, running: Collection[Any]) -> Iterable[Any]:
        """Return the futures that are done, as soon as one is, or none after a moment."""

    @abstractmethod
    def is_lazy(self, part: Any) -> bool:
        """Whether a part of the data has not been computed yet, and workers have to compute it."""

    @abstractmethod
    def computed(self, part: Any) -> Any:
        """Return the future of such a part."""

    @abstractmethod
    def in_use(self, *, can_resume: bool = True) -> AbstractContextManager[None]:
        """Turn the exceptions raised when the cluster is lost into a `ClusterLostError`.

        With `can_resume`, its message says that the work can be resumed.
        """

    def held(self, name: str, value: Any) -> Any:
        """Return a value that many tasks need as an argument for them; only equal values have the same
        `name`.

        It goes to the cluster once, as the result of a task: if the worker that holds it dies, the scheduler
        computes it anew, which it could not do with scattered data.
        """
        return self.submit(_itself, value, name=f"lwnb-{name}")

    def held_data(self, data: Dataset) -> Any:
        """Return the rows of a data set as an argument for many tasks.

        Workers hold equal data only once, even if another user of a shared scheduler sent them first. They
        therefore receive nothing that distinguishes equal data sets, such as names, files and repairs.
        """
        # rows with equal numbers are left out together
        rows = hashlib.sha256(data.row_numbers.tobytes()).hexdigest()
        name = f"data-{data.fingerprint}-{rows[:16]}"
        return self.held(
            name, replace(data, relation="data", source="", repairs=(), reading=Reading(), origin=name)
        )

    def results(
        self, call: Callable[[T], tuple[Any, ...]], tasks: Iterable[T], at_a_time: int
    ) -> Iterator[list[tuple[T, Any]]]:
        """Yield tasks with their results as workers finish them, every few milliseconds, often an empty list.

        `call` gives the function for a task, followed by its arguments. What a dead worker was computing is
        computed again. The caller reports its progress at every step, and may raise there.
        """

        def submit(task: T) -> Any:
            return self.submit(*call(task), retries=_RETRIES)

        for ended in finished(submit, tasks, at_a_time, self.ended):
            yield [(task, future.result()) for task, future in ended]


@dataclass(frozen=True)
class Backend:
    """A kind of cluster.

    Attributes
    ----------
    name, hint
        What it is called, and what a user gives as its address.
    accepts
        Whether a text is an address of it.
    open
        Connects; the connection ends with the stack, as do processes that were started for it.
    this_worker
        What the worker is called that runs this process; None: it is none of this backend.
    """

    name: str
    hint: str
    accepts: Callable[[str], bool]
    open: Callable[[str, ExitStack], Cluster]
    this_worker: Callable[[], str | None]


def _itself(value: T) -> T:
    return value
