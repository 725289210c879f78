"""Work on processes that Dask starts here: they compute, may be killed by it, and are gone at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.distributed.backends import connected
from tests.conftest import first_on_python_path

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # raised by distributed itself
    pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows"),
]


def square(number: int, added: int = 0) -> int:
    time.sleep(0.05)
    return number * number + added


def is_running(pid: int) -> bool:
    """Return whether a process is running; one that has ended may still wait for its parent to notice."""
    psutil = pytest.importorskip("psutil")
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline, "a process has been left behind"
        time.sleep(0.05)


def test_a_killed_worker_loses_nothing_and_no_process_is_left_behind() -> None:
    results: list[tuple[int, int]] = []
    with connected("local:2") as cluster:
        assert cluster.threads == 2
        pids = list(cluster.client.run(os.getpid).values())
        one = cluster.held("one", 1)
        for ended in cluster.results(lambda number: (square, number, one), range(30), 6):
            results += ended
            if len(results) >= 5 and is_running(pids[0]):
                os.kill(pids[0], signal.SIGKILL)
    assert sorted(results) == [(number, number * number + 1) for number in range(30)]
    wait_until_gone(pids)


def test_a_killed_scheduler_is_a_clear_error_and_its_workers_end() -> None:
    pids: list[int] = []

    def compute() -> None:
        with connected("local:1") as cluster:
            pids.extend(cluster.client.run(os.getpid).values())
            scheduler = cluster.client.run_on_scheduler(os.getpid)
            for ended in cluster.results(lambda number: (square, number), range(1000), 4):
                if ended and is_running(scheduler):
                    os.kill(scheduler, signal.SIGKILL)

    with pytest.raises(lw.LwnbError, match="its scheduler is gone") as caught:
        compute()
    assert "resume" in caught.value.hint
    wait_until_gone(pids)


# The script has no `if __name__ == "__main__":`, as is common; a worker that imported it would run it again.
_SCRIPT = """
import sys
import lwnb_core as lw
print("once", flush=True)
result = lw.Experiment(["labor"], ["nb"], runs=1, folds=2, cluster="local:1").run(
    on_result=lambda row: print("row", flush=True)
)
print(result.complete)
"""


def test_a_script_without_a_guard_runs_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": first_on_python_path(ROOT)},
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["once", "row", "row", "True"]
