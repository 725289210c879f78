"""Processes on this machine as a Dask cluster.

Dask's `LocalCluster` starts its workers by importing the caller's main module once more: a script without a
`__main__` guard would run again in each of them. The cluster therefore runs in a process of its own, which
also keeps the scheduler from competing with computations here, and Ctrl+C from reaching the workers. That
process ends when its standard input does, and the workers end with it: none outlives a program that was
killed.
"""

from __future__ import annotations

import importlib
import json
import subprocess  # nosec B404
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from lwnb_core.errors import LwnbError, SettingsError

# The program of the process. It receives the import path first, because ours may have been changed.
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.readline());"
    " from lwnb_core.distributed.local_cluster import serve; serve(int(sys.argv[1]))"
)
_CLOSE_SECONDS = 10


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Yield the address of a scheduler with this many worker processes on this machine."""
    if getattr(sys, "frozen", False):
        raise SettingsError(
            "the packaged program cannot start processes of its own",
            hint="Install lwnb-explorer[dask] with pip or uv, or give the address of a Dask scheduler.",
        )
    process = subprocess.Popen(  # nosec B603
        [sys.executable, "-W", "ignore", "-c", _PROGRAM, str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # we handle Ctrl+C in the terminal
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(sys.path) + "\n")
        process.stdin.flush()
        told = process.stdout.readline().strip()
        if not told.startswith("tcp://"):
            raise LwnbError(
                f"{workers} processes could not be started{f': {told}' if told else ''}",
                hint="Give fewer, or close other programs.",
            )
        yield told
    finally:
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        try:
            process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def serve(workers: int) -> None:
    """Run as the process: start the workers, print the address, and end them when standard input ends."""
    distributed: Any = importlib.import_module("distributed")
    try:
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        )
    except Exception as error:  # any error: the process that started this one reports it
        print(error, flush=True)
        return
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close(timeout=_CLOSE_SECONDS / 2)
