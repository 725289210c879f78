"""Computing units on several cores of this machine.

Worker processes are loky's. Two workers of `concurrent.futures` (spawn) gave their
first rows somewhat sooner (10 s against 13 s when measured on two cores under heavy load; nearly all of it is
Python importing numpy and numba). loky was chosen even so: it works in scripts without a `__main__` guard and
in notebooks, notices a worker that was killed, and can stop its workers at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial

from lwnb_core.errors import LwnbError
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.units import Unit, compute
from lwnb_core.parallel import finished
from lwnb_core.progress import Progress
from lwnb_core.remedies import Remedy

# Workers can die when memory runs out or a user kills them; they are restarted this often.
_MOST_RESTARTS = 3
# Each learner computes in one thread; numpy's libraries must not start more on top of that.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

UnitRows = tuple[Unit, list[ResultRow]]
"""A unit and the rows computed for it."""


def on_cores(units: Sequence[Unit], jobs: int, beat: Progress) -> Iterator[UnitRows]:
    """Yield units with their rows, as they are finished.

    `beat` is called every few milliseconds and may raise.
    """
    from loky import get_reusable_executor
    from loky.process_executor import BrokenProcessPool

    waiting = list(units)
    for _ in range(_MOST_RESTARTS + 1):
        pool = get_reusable_executor(max_workers=jobs, env=_ONE_THREAD, reuse=False)
        submit = partial(pool.submit, compute)
        all_done = False
        try:
            for ended in finished(submit, tuple(waiting), 2 * jobs):
                beat(0, 0)
                for unit, future in ended:
                    rows = future.result()
                    waiting.remove(unit)
                    yield unit, rows
            all_done = True
            return
        except BrokenProcessPool:
            continue
        finally:
            # Waiting takes 30 ms; without it, a program that ends now would leave its workers behind.
            pool.shutdown(wait=True, kill_workers=not all_done)
    raise LwnbError(
        "the worker processes keep crashing",
        hint="The memory may have run out. Finished results are kept.",
        remedies=[Remedy("fewer_jobs")],
    )


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
