"""Units on a Dask cluster: `pip install lwnb-explorer[dask]`."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any

from lwnb_core.errors import LwnbError, SettingsError
from lwnb_core.evaluation.experiment_pool import Found
from lwnb_core.evaluation.experiment_units import Column, Entry, Unit, compute
from lwnb_core.evaluation.results import ResultRow
from lwnb_core.parallel import finished
from lwnb_core.progress import Progress

# How long a scheduler may take to answer, and then to greet a client.
_ANSWER_SECONDS = 5
_CONNECT_SECONDS = 15
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?:\[[^\s\]]+\]|[^\s:/\[\]]+):([0-9]{1,5})/?")
# A unit is given up when so many workers have died over it: then it is the unit that kills them.
_RETRIES = 3


def check_address(address: str) -> None:
    """A `SettingsError` for what cannot be the address of a scheduler, without trying to reach it."""
    if address.startswith("inproc://"):
        return
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found.group(1)) < 1 << 16:
        raise SettingsError(
            f"{address!r} is not the address of a Dask scheduler",
            hint="Give the address that `dask scheduler` shows, such as tcp://host:8786.",
        )


def on_cluster(units: Sequence[Unit], address: str, beat: Progress) -> Iterator[Found]:
    """Units with their rows, as the cluster's workers finish them; those of a dead worker are done again."""
    distributed = _distributed()
    client = _connect(distributed, address)
    try:
        # A data set goes to the cluster once, as the result of a task: if the worker that holds it dies, the
        # scheduler makes it anew, which it could not do with scattered data.
        held = {
            unit.entry.digest: client.submit(_held, unit.entry, key=f"lwnb-{unit.entry.digest}", pure=True)
            for unit in units
        }
        executor = client.get_executor(pure=False, retries=_RETRIES)

        def submit(unit: Unit) -> Future[list[ResultRow]]:
            task: Future[list[ResultRow]] = executor.submit(
                compute_there,
                held[unit.entry.digest],
                unit.columns,
                unit.run,
                unit.folds,
                unit.wanted,
                unit.shuffled,
            )
            return task

        for ended in finished(submit, units, len(units)):
            beat(0, 0)
            for unit, future in ended:
                yield unit, _rows_of(distributed, future)
    finally:
        client.close()


def compute_there(
    entry: Entry,
    columns: tuple[Column, ...],
    run: int,
    folds: int,
    wanted: tuple[tuple[int, tuple[int, ...]], ...],
    shuffled: bool,
) -> list[ResultRow]:
    """A unit on the worker that holds its data."""
    return compute(Unit(entry, columns, run, folds, wanted, shuffled))


def _rows_of(distributed: Any, future: Future[list[ResultRow]]) -> list[ResultRow]:
    try:
        return future.result()
    except (CancelledError, OSError, distributed.scheduler.KilledWorker) as error:
        raise LwnbError(
            f"the cluster gave up: {error}",
            hint="Check its workers' logs, and resume. What is done is kept.",
        ) from None


def _held(entry: Entry) -> Entry:
    return entry


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise SettingsError(
            "a cluster needs the package distributed, which is not installed",
            hint="Install it: pip install lwnb-explorer[dask]",
        ) from None


def _connect(distributed: Any, address: str) -> Any:
    """A client, once it is certain that a scheduler answers.

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
    # TLS without certificates is a TypeError; other programs may answer whatever they like, and what they
    # answer may be taken for the length of a message.
    except (OSError, ValueError, TypeError, RuntimeError, MemoryError) as error:
        raise SettingsError(
            f"no Dask scheduler answers at {address!r}",
            hint=f"Start one with `dask scheduler` and give the address it shows ({type(error).__name__}).",
        ) from None
