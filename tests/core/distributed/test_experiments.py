"""Experiments on a Dask cluster: a real scheduler and two real workers, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from tests.conftest import first_on_python_path

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {
        **os.environ,
        "PYTHONPATH": first_on_python_path(ROOT),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "5",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=120)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.filterwarnings("ignore")  # raised by distributed itself
def test_a_worker_killed_on_the_way_costs_no_row(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = (
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-dashboard",
    )
    worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    with running(*scheduler), running(*worker) as victim, running(*worker):
        wait_for(address, 2)
        seen = 0

        def kill_one(row: object) -> None:
            nonlocal seen
            seen += 1
            if seen == 30:
                victim.send_signal(signal.SIGKILL)
                time.sleep(0.2)

        out = tmp_path / "results.csv"
        learners = ["lwnb:k=20", "nb"]
        result = lw.Experiment(
            ["iris", "labor", "glass"], learners, runs=5, folds=5, cluster=address, out=out
        ).run(on_result=kill_one)
        assert victim.poll() is not None, "it was not killed"
    assert result.complete
    assert len({row.key for row in result.rows}) == len(result.rows) == seen == 150
    assert out.read_text().count("\n") == 151
    here = lw.Experiment(["glass"], learners, runs=5, folds=5, jobs=1).run()
    for i in range(2):
        np.testing.assert_allclose(result.values("glass", i), here.values("glass", i))


@pytest.mark.parametrize(
    "address",
    [
        "foo",
        "tcp://foo",
        "tcp://",
        "host:",
        "host:0",
        "host:99999",
        "a b:1",
        "",
        "local:",
        "local:0",
        "local:x",
    ],
)
def test_malformed_address_is_refused_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # no scheduler is asked
    with pytest.raises(lw.SettingsError, match="is not the address") as caught:
        lw.Experiment(["iris"], ["nb"], runs=1, cluster=address)
    assert "tcp://host:8786" in caught.value.hint


@pytest.mark.parametrize(
    "address", ["tcp://host:8786", "host:8786", "tls://10.0.0.1:1", "tcp://[::1]:8786", "local:4"]
)
def test_valid_address_is_accepted(address: str) -> None:
    assert lw.Experiment(["iris"], ["nb"], runs=1, cluster=address).cluster == address


# A client that could not connect used to wait for half a minute and to warn while it was deleted.
_NOBODY = """
import sys
import lwnb_core as lw
from lwnb_core.distributed import dask_cluster
dask_cluster._ANSWER_SECONDS = 1
try:
    lw.Experiment(["iris"], ["nb"], runs=1, cluster=sys.argv[1]).run()
except lw.SettingsError as error:
    print(error.message)
"""


def told_of(address: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _NOBODY, address],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": first_on_python_path(ROOT)},
        timeout=60,
        check=False,
    )


def test_scheduler_that_does_not_answer_is_reported_without_traceback() -> None:
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    address = f"tcp://127.0.0.1:{free_port()}"
    done = told_of(address)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"no Dask scheduler answers at {address!r}\n"


def test_program_that_is_no_scheduler_is_recognised() -> None:
    """It accepts the connection and never sends anything that Dask understands."""
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        done = told_of(address)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"no Dask scheduler answers at {address!r}\n"


def test_without_distributed_a_cluster_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(lw.SettingsError, match="distributed") as caught:
        lw.Experiment(["iris"], ["nb"], runs=1, cluster="tcp://127.0.0.1:1").run()
    assert "lwnb-explorer[dask]" in caught.value.hint
