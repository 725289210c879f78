"""`--cluster` of evaluate, curve and predict: what it refuses, and that a dead worker changes no number."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lwnb_core.distributed import dask_cluster
from lwnb_core.distributed.backends import BACKENDS, connected
from lwnb_core.distributed.local_cluster import local_cluster
from lwnb_gui.cli import predict, rows_to_predict
from lwnb_gui.cli.options.common import ClusterOption
from tests.cli.conftest import Json, Run

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

COMMANDS = {
    "evaluate": ("evaluate", "iris", "--learner", "knn", "--k", 5, "--runs", 1),
    "curve": ("curve", "iris", "--learners", "knn", "--k", "1:9"),
    "predict": ("predict", "iris", "iris", "--learner", "knn", "--k", 5),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("where", ["somewhere", "local:0", "local:two", "tcp://host", "tcp://host:70000", ""])
def test_what_is_no_cluster_is_refused_with_what_is(run: Run, command: str, where: str) -> None:
    result = run(*COMMANDS[command], "--cluster", where)
    assert result.exit_code == 1
    assert f"{where!r} is not the address of a Dask scheduler" in result.stderr
    assert "tcp://host:8786, or local:4" in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_scheduler_that_does_not_answer_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(dask_cluster, "_ANSWER_SECONDS", 0.5)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # where nothing listens
        address = f"tcp://127.0.0.1:{closed.getsockname()[1]}"
        result = run(*COMMANDS[command], "--cluster", address)
    assert result.exit_code == 1
    assert f"no Dask scheduler answers at '{address}'" in " ".join(result.stderr.split())


def test_jobs_and_a_cluster_exclude_each_other(run: Run) -> None:
    result = run(*COMMANDS["predict"], "--cluster", "local:2", "--jobs", 2)
    assert result.exit_code == 2
    assert "one of them" in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.filterwarnings("ignore")  # raised by distributed itself
class TestProcesses:
    """Commands on processes that Dask starts here, with the engine that need not be compiled."""

    @pytest.fixture(autouse=True)
    def readable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LWNB_ENGINE", "reference")

    def test_two_processes_evaluate_as_this_one_does(self, run_json: Json) -> None:
        here = run_json(*COMMANDS["evaluate"])
        assert run_json(*COMMANDS["evaluate"], "--cluster", "local:2") == here

    def test_two_processes_give_the_curve_of_this_one(self, run_json: Json) -> None:
        here, there = (run_json(*COMMANDS["curve"], *more) for more in ((), ("--cluster", "local:2")))
        (one,), (other,) = here["curves"], there["curves"]
        assert len(one["accuracy"]) == 9
        assert other["accuracy"] == one["accuracy"]
        assert other["log_loss"] == pytest.approx(one["log_loss"])  # its sums are added in another order

    def test_a_worker_killed_in_the_middle_changes_no_byte_of_the_predictions(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rows_to_predict, "_ROWS", 16)
        monkeypatch.setattr(predict, "_FIRST", 4)
        here, there = tmp_path / "here.csv", tmp_path / "there.csv"
        assert run(*COMMANDS["predict"], "--out", here).exit_code == 0
        killed: list[int] = []
        with local_cluster(2) as address:

            @contextmanager
            def killing(title: str) -> Iterator[Callable[[int, int], None]]:
                def progress(done: int, total: int) -> None:
                    if 0 < done < total and not killed:
                        with connected(address) as cluster:
                            killed.append(next(iter(cluster.client.run(os.getpid).values())))
                        os.kill(killed[0], signal.SIGKILL)

                yield progress

            monkeypatch.setattr(predict, "progress_bar", killing)
            result = run(*COMMANDS["predict"], "--cluster", address, "--out", there)
        assert result.exit_code == 0, result.output
        assert killed
        assert there.read_bytes() == here.read_bytes()


def test_the_command_line_names_the_backends() -> None:
    (option,) = ClusterOption.__metadata__  # type: ignore[attr-defined]
    assert all(backend.name in option.help for backend in BACKENDS)
