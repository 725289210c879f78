"""A Dask cluster, or processes of this machine that Dask starts: `pip install lwnb-explorer[dask]`."""

from __future__ import annotations

import importlib
import logging
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

from lwnb_core.distributed.cluster import Backend, Cluster, ClusterLostError
from lwnb_core.distributed.local_cluster import local_cluster
from lwnb_core.errors import SettingsError
from lwnb_core.parallel import HEARTBEAT

# Seconds that a scheduler may take to answer, and then to greet a client.
_ANSWER_SECONDS = 5
_CONNECT_SECONDS = 15
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?:\[[^\s\]]+\]|[^\s:/\[\]]+):([0-9]{1,5})/?")
_LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")


class DaskCluster(Cluster):
    """A connection to a Dask scheduler; `client` is a `distributed.Client`."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def threads(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(sum(threads.values()), 1)

    def submit(self, function: Callable[..., Any], *arguments: Any, name: str = "", retries: int = 0) -> Any:
        key = {"key": name} if name else {}
        return self.client.submit(function, *arguments, **key, pure=bool(name), retries=retries)

    def ended(self, running: Collection[Any]) -> Iterable[Any]:
        distributed = _distributed()
        try:
            with self.client.as_current():  # `wait` asks the current client, which need not be this one
                done: set[Any] = distributed.wait(running, HEARTBEAT, "FIRST_COMPLETED").done
        except distributed.TimeoutError:
            return ()
        return done

    def is_lazy(self, part: Any) -> bool:
        return hasattr(part, "dask")

    def computed(self, part: Any) -> Any:
        return self.client.compute(part)

    @contextmanager
    def in_use(self, *, can_resume: bool = True) -> Iterator[None]:
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


def _accepts(where: str) -> bool:
    if where.startswith("inproc://") or _LOCAL.fullmatch(where):
        return True
    match = _ADDRESS.fullmatch(where)
    return match is not None and not where.startswith("local:") and 0 < int(match.group(1)) < 1 << 16


def _open(where: str, stack: ExitStack) -> Cluster:
    distributed = _distributed()
    address = where
    if (local := _LOCAL.fullmatch(where)) is not None:
        address = stack.enter_context(local_cluster(int(local.group(1))))
    client = _connect(distributed, address)
    stack.callback(_close, client)
    return DaskCluster(client)


def _this_worker() -> str | None:
    if "distributed" not in sys.modules:
        return None
    try:
        address: str = _distributed().get_worker().address
    except ValueError:  # it is no worker
        return None
    return address


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

    import asyncio  # slow to load

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


DASK = Backend(
    "Dask",
    "Give the address that `dask scheduler` shows, such as tcp://host:8786, or local:4 for four"
    " processes on this machine.",
    _accepts,
    _open,
    _this_worker,
)
