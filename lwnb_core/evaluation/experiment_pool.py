"""Units on several cores of this machine.

Worker processes are loky's, which comes with joblib. Two workers of `concurrent.futures` (spawn) gave their
first rows somewhat sooner (10 s against 13 s when measured on two cores under heavy load; nearly all of it is
Python importing numpy and numba). loky all the same: it works in scripts without a `__main__` guard and in
notebooks, notices a worker that was killed, and can stop its workers at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from lwnb_core.errors import LwnbError
from lwnb_core.evaluation.experiment_units import Unit, compute
from lwnb_core.evaluation.results import ResultRow
from lwnb_core.progress import Progress
from lwnb_core.remedies import Remedy

# How long a cancellation may go unnoticed, in seconds.
_HEARTBEAT = 0.1
# Workers die when memory runs out, or by a user's hand. So often a new lot is started.
_MOST_RESTARTS = 3
# The learners compute in one thread each; numpy's libraries must not start more on top of that.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

Found = tuple[Unit, list[ResultRow]]


def on_cores(units: Sequence[Unit], jobs: int, beat: Progress) -> Iterator[Found]:
    """Units with their rows, as they are finished. `beat` is called all the while and may raise."""
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    waiting = list(units)
    for _ in range(_MOST_RESTARTS + 1):
        pool = get_reusable_executor(max_workers=jobs, env=_ONE_THREAD, reuse=False)
        running: dict[Future[list[ResultRow]], Unit] = {}
        finished = False
        try:
            while waiting or running:
                while waiting and len(running) < 2 * jobs:  # few at a time: a unit carries its data with it
                    unit = waiting.pop(0)
                    running[pool.submit(compute, unit)] = unit
                done, _ = wait(running, timeout=_HEARTBEAT, return_when=FIRST_COMPLETED)
                beat(0, 0)
                for future in done:
                    rows = future.result()
                    yield running.pop(future), rows
            finished = True
            return
        except BrokenProcessPool:
            waiting = [*running.values(), *waiting]
        finally:
            pool.shutdown(wait=finished, kill_workers=not finished)
    raise LwnbError(
        "the worker processes keep dying",
        hint="Memory may have run out. What is done is kept.",
        remedies=[Remedy("fewer_jobs")],
    )


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
