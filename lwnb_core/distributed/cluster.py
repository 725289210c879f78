"""Computing on a Dask cluster, or in processes on this machine: `pip install lwnb-explorer[dask]`.

The place is always given as a text: ``tcp://host:8786`` is the address of a scheduler, ``local:4`` stands for
four processes on this machine, which end with the work.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.local_cluster import local_cluster
from lwnb_core.errors import LwnbError, SettingsError
from lwnb_core.parallel import HEARTBEAT, finished

T = TypeVar("T")

# Seconds that a scheduler may take to answer, and then to greet a client.
_ANSWER_SECONDS = 5
_CONNECT_SECONDS = 15
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?:\[[^\s\]]+\]|[^\s:/\[\]]+):([0-9]{1,5})/?")
_LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")
# A task is abandoned when this many workers have died over it: then the task itself must be killing them.
_RETRIES = 3


class ClusterLostError(LwnbError):
    """The scheduler has gone, or workers keep dying over a task."""


def check_cluster(where: str) -> None:
    """Raise a `SettingsError` for a text that cannot be a cluster, without trying to connect."""
    if where.startswith("inproc://") or _LOCAL.fullmatch(where):
        return
    match = _ADDRESS.fullmatch(where)
    if match is None or where.startswith("local:") or not 0 < int(match.group(1)) < 1 << 16:
        raise SettingsError(
            f"{where!r} is not the address of a Dask scheduler",
            hint="Give the address that `dask scheduler` shows, such as tcp://host:8786, or local:4 for four"
            " processes on this machine.",
        )


class Cluster:
    """A connection to the workers.

    Attributes
    ----------
    client
        Dask's own, for calls of its interface.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def threads(self) -> int:
        """Return how many tasks the present workers compute at a time, at least 1."""
        threads: dict[str, int] = self.client.nthreads()
        return max(sum(threads.values()), 1)

    def held(self, name: str, value: Any) -> Any:
        """Return a value that many tasks need as an argument for them; only equal values have the same
        `name`.

        It goes to the cluster once, as the result of a task: if the worker that holds it dies, the scheduler
        computes it anew, which it could not do with scattered data.
        """
        return self.client.submit(_itself, value, key=f"lwnb-{name}", pure=True)

    def held_data(self, data: Dataset) -> Any:
        """Return the rows of a data set as an argument for many tasks.

        Workers hold equal data only once, even if another user of a shared scheduler sent them first. They
        therefore receive nothing that distinguishes equal data sets, such as names, files and repairs.
        """
        # rows with equal numbers are left out together
        rows = hashlib.sha256(data.row_numbers.tobytes()).hexdigest()
        name = f"data-{data.fingerprint}-{rows[:16]}"
        return self.held(
            name, replace(data, relation="data", source="", repairs=(), reading=None, origin=name)
        )

    def results(
        self, call: Callable[[T], tuple[Any, ...]], tasks: Iterable[T], at_a_time: int
    ) -> Iterator[list[tuple[T, Any]]]:
        """Yield tasks with their results as workers finish them, every few milliseconds, often an empty list.

        `call` gives the function for a task, followed by its arguments. What a dead worker was computing is
        computed again. The caller reports its progress at every step, and may raise there.
        """

        def submit(task: T) -> Any:
            return self.client.submit(*call(task), pure=False, retries=_RETRIES)

        for ended in finished(submit, tasks, at_a_time, self._ended):
            yield [(task, future.result()) for task, future in ended]

    def _ended(self, running: Collection[Any]) -> Iterable[Any]:
        """Return the futures that are done, as soon as one is, or none after a moment."""
        distributed = _distributed()
        try:
            with self.client.as_current():  # `wait` asks the current client, which need not be this one
                done: set[Any] = distributed.wait(running, HEARTBEAT, "FIRST_COMPLETED").done
        except distributed.TimeoutError:
            return ()
        return done


@contextmanager
def connected(where: str, *, can_resume: bool = True) -> Iterator[Cluster]:
    """Connect to the cluster of this name; processes on this machine are started first, and ended at the end.

    With `can_resume`, the error message says that the work can be resumed after the cluster was lost.
    """
    with ExitStack() as stack:
        cluster = open_cluster(where, stack)
        with in_use(can_resume=can_resume):
            yield cluster


def open_cluster(where: str, stack: ExitStack) -> Cluster:
    """Open a connection that ends with `stack`, as do the processes that were started for it."""
    check_cluster(where)
    distributed = _distributed()
    address = where
    if (local := _LOCAL.fullmatch(where)) is not None:
        address = stack.enter_context(local_cluster(int(local.group(1))))
    client = _connect(distributed, address)
    stack.callback(_close, client)
    return Cluster(client)


@contextmanager
def in_use(*, can_resume: bool = True) -> Iterator[None]:
    """Turn the exceptions that Dask raises when the cluster is lost into errors of ours."""
    distributed = _distributed()
    try:
        with _quiet():
            yield
    # A lost connection is an OSError of Dask's own, or cancels the running tasks.
    except (CancelledError, distributed.CancelledError, distributed.comm.CommClosedError) as error:
        raise _gave_up(f"its scheduler is gone ({type(error).__name__})", can_resume) from None
    except distributed.scheduler.KilledWorker as error:
        raise _gave_up(str(error), can_resume) from None
    except OSError as error:
        # A client that looks for its scheduler again raises a plain TimeoutError; others are not the
        # cluster's.
        if not str(error).startswith("Timed out trying to connect"):
            raise
        raise _gave_up("its scheduler is gone (no answer)", can_resume) from None


def _close(client: Any) -> None:
    with _quiet():
        client.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the tracebacks that a client logs when its scheduler has gone: we raise an error for that.

    Warnings about large arguments are suppressed as well: data are sent once, and the workers need them.
    """
    dask = importlib.import_module("dask")
    log = logging.getLogger("distributed.client")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 PB"}):
            yield
    finally:
        log.setLevel(before)


def _gave_up(why: str, can_resume: bool) -> ClusterLostError:
    then = "resume. Finished results are kept" if can_resume else "start again"
    return ClusterLostError(
        f"the cluster failed: {why}", hint=f"Check the logs of its scheduler and workers, and {then}."
    )


def _itself(value: T) -> T:
    return value


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise SettingsError(
            "a cluster needs the package distributed, which is not installed",
            hint='Install it: pip install "lwnb-explorer[dask]"',
        ) from None


def _connect(distributed: Any, address: str) -> Any:
    """Return a client, once it is certain that a scheduler answers.

    A client that cannot connect is never closed properly: it waits for half a minute when it is deleted and
    then complains on stderr. A plain connection can be given up.
    """

    async def knock() -> None:
        arguments = distributed.Security().get_connection_args("client")
        greeting = distributed.comm.connect(address, timeout=_ANSWER_SECONDS, **arguments)
        comm = await asyncio.wait_for(greeting, _ANSWER_SECONDS)
        comm.abort()

    try:
        with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop running in this one
            thread.submit(asyncio.run, knock()).result()
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    # TLS without certificates is a TypeError. Other programs may send any answer, which may be read as the
    # length of a message.
    except (OSError, ValueError, TypeError, RuntimeError, MemoryError) as error:
        raise SettingsError(
            f"no Dask scheduler answers at {address!r}",
            hint=f"Start one with `dask scheduler` and give the address it shows ({type(error).__name__}).",
        ) from None
