"""Units on a Dask cluster: `pip install lwnb-explorer[dask]`."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from typing import Any

from lwnb_core.errors import LwnbError, SettingsError
from lwnb_core.evaluation.experiment_pool import Found
from lwnb_core.evaluation.experiment_units import Column, Entry, Unit, compute
from lwnb_core.evaluation.results import ResultRow
from lwnb_core.progress import Progress

_CONNECT_SECONDS = 15
_HEARTBEAT = 0.1
# A unit is given up when so many workers have died over it: then it is the unit that kills them.
_RETRIES = 3


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
        futures: dict[Any, Unit] = {
            client.submit(
                compute_there,
                held[unit.entry.digest],
                unit.columns,
                unit.run,
                unit.folds,
                unit.wanted,
                unit.shuffled,
                pure=False,
                retries=_RETRIES,
            ): unit
            for unit in units
        }
        while futures:
            beat(0, 0)
            done = [future for future in futures if future.done()]
            if not done:
                time.sleep(_HEARTBEAT)
            for future in done:
                yield futures.pop(future), _rows_of(distributed, future)
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


def _rows_of(distributed: Any, future: Any) -> list[ResultRow]:
    try:
        return list(future.result())
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
    try:
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise SettingsError(
            f"no Dask scheduler answers at {address!r}",
            hint=f"Start one with `dask scheduler` and give the address it shows ({type(error).__name__}).",
        ) from None
