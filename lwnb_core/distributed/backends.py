"""The backends that run a cluster, each declared in a module of its own.

The place is always given as a text: ``tcp://host:8786`` is the address of a scheduler, ``local:4`` stands for
four processes on this machine, which end with the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from lwnb_core.distributed.cluster import Backend, Cluster
from lwnb_core.distributed.dask_cluster import DASK
from lwnb_core.errors import SettingsError
from lwnb_core.parallel import can_start_threads

# The first that accepts an address opens it; Dask, which accepts every HOST:PORT, is the last.
BACKENDS: tuple[Backend, ...] = (DASK,)


def check_cluster(where: str) -> None:
    """Raise a `SettingsError` for a text that cannot be a cluster, without trying to connect."""
    _backend_of(where)


@contextmanager
def connected(where: str, *, can_resume: bool = True) -> Iterator[Cluster]:
    """Connect to the cluster of this name; processes on this machine are started first, and ended at the end.

    With `can_resume`, the error message says that the work can be resumed after the cluster was lost.
    """
    with ExitStack() as stack:
        cluster = open_cluster(where, stack)
        with cluster.in_use(can_resume=can_resume):
            yield cluster


def open_cluster(where: str, stack: ExitStack) -> Cluster:
    """Open a connection that ends with `stack`, as do the processes that were started for it."""
    backend = _backend_of(where)
    if not can_start_threads():
        raise SettingsError("there is no cluster in a browser", hint="Compute without one.")
    return backend.open(where, stack)


def this_worker() -> str:
    """Return the name of the worker that runs this process."""
    return next(filter(None, (backend.this_worker() for backend in BACKENDS)), "")


def _backend_of(where: str) -> Backend:
    for backend in BACKENDS:
        if backend.accepts(where):
            return backend
    names = " or ".join(backend.name for backend in BACKENDS)
    raise SettingsError(
        f"{where!r} is not the address of a {names} scheduler",
        hint=" ".join(backend.hint for backend in BACKENDS),
    )
