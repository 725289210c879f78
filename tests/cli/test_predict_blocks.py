"""`predict --out`: a file that grows block by block, and is continued after any interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.data.csv import csv_blocks
from lwnb_core.engine import choice
from lwnb_core.learners.instance_blocks import Block
from lwnb_gui.cli import predict, rows_to_predict
from tests.cli.conftest import ROOT, Process, Run, environment

ROWS = 150


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks so small that even a small file has many."""
    monkeypatch.setattr(csv_blocks, "BLOCK_CHARACTERS", 1 << 10)
    monkeypatch.setattr(rows_to_predict, "_ROWS", 16)
    monkeypatch.setattr(predict, "_FIRST", 4)


@pytest.fixture
def test_file(tmp_path: Path) -> Path:
    """Write Iris with extreme first and last rows: they widen Weka's ranges for all later rows."""
    data = lw.sample("iris")
    lw.save(data, tmp_path / "test.csv")
    lines = (tmp_path / "test.csv").read_text().splitlines()
    lines[10] = lines[10].replace(lines[10].split(",")[0], "9.9", 1)
    (tmp_path / "test.csv").write_text("\n".join(lines) + "\n")
    return tmp_path / "test.csv"


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if ".part" in path.name)


@pytest.mark.parametrize("convention", ["paper", "weka"])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("small_blocks")
def test_blocks_are_predicted_as_all_rows_at_once(
    run: Run, test_file: Path, tmp_path: Path, convention: str, jobs: int
) -> None:
    out = tmp_path / "out.csv"
    options = ("--k", 10, "--convention", convention, "--jobs", jobs, "--out", out)
    result = run("predict", "iris", test_file, *options)
    assert result.exit_code == 0, result.output
    written = lw.load(out)
    train = lw.sample("iris")
    model = lw.LWNB(10, convention).fit(train)
    expected = model.predict_proba(lw.matched(lw.load(test_file), train))
    actual = np.column_stack([written.column(f"P({name})") for name in train.classes])
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-15)
    assert written.column("row").tolist() == list(range(1, ROWS + 1))
    assert "150 rows with a known class" in result.output
    assert parts(tmp_path) == []


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".arff"])
@pytest.mark.usefixtures("small_blocks")
def test_an_interrupted_run_resumed_gives_the_same_file(
    run: Run, test_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    whole, out = tmp_path / f"whole{suffix}", tmp_path / f"out{suffix}"
    arguments = ("predict", "iris", test_file, "--convention", "weka", "--k", 9, "--jobs", 1, "--out")
    undisturbed = run(*arguments, whole)
    compute, times = Block.posteriors, 0

    def interrupted(self: Block, *more: Any) -> Any:
        nonlocal times
        times += 1
        if times == 5:
            raise KeyboardInterrupt
        return compute(self, *more)

    with monkeypatch.context() as patched:
        patched.setattr(Block, "posteriors", interrupted)
        stopped = run(*arguments, out)
    assert stopped.exit_code == 130
    assert "--resume" in stopped.output
    assert f"rows of {ROWS} are in" in stopped.output
    assert parts(tmp_path) == [f"out{suffix}.part", f"out{suffix}.part.log"]
    anew = run(*arguments, out)
    assert anew.exit_code == 1, "the rows of the interrupted run are overwritten"
    assert "--resume" in anew.output
    assert "--force" in anew.output
    torn_part, torn_log = tmp_path / f"out{suffix}.part", tmp_path / f"out{suffix}.part.log"
    with torn_part.open("ab") as stream:  # killed while writing: half a line in each
        stream.write(b"77,Iris-se")
    with torn_log.open("ab") as stream:
        stream.write(b'{"bytes": 99')
    resumed = run(*arguments, out, "--resume")
    assert resumed.exit_code == 0, resumed.output
    assert out.read_bytes() == whole.read_bytes()
    # Without blanks and line ends: where the terminal's lines end depends on the length of the folder's name.
    said, before = ("".join(result.output.split()) for result in (resumed, undisturbed))
    assert said.replace(str(out), "") == before.replace(str(whole), "")
    assert parts(tmp_path) == []


# Slow, so that there is time to kill it; the rest is the real program.
_SLOW = """
import sys, time
from lwnb_core.data.csv import csv_blocks
from lwnb_core.learners.instance_blocks import Block
from lwnb_gui.cli import predict
from lwnb_gui.cli import rows_to_predict
csv_blocks.BLOCK_CHARACTERS, rows_to_predict._ROWS, predict._FIRST = 1 << 10, 16, 4
compute = Block.posteriors
def slowly(self, *more):
    time.sleep(SECONDS)
    return compute(self, *more)
Block.posteriors = slowly
from lwnb_gui.cli import main
main()
"""


@pytest.mark.parametrize("patience", [0.0, 1e4], ids=["compiled", "reference"])
@pytest.mark.usefixtures("small_blocks")
def test_what_the_process_did_before_does_not_change_a_digit(
    run: Run, test_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """A resumed run, or a worker, may find the compiled engine loaded where an earlier process did not."""
    pytest.importorskip("numba")
    monkeypatch.delenv("LWNB_ENGINE", raising=False)
    monkeypatch.setattr(choice, "_PATIENCE", patience)
    written = []
    for loaded in ({}, {"loops": choice.loops()}):
        monkeypatch.setattr(choice, "_loaded", loaded)
        out = tmp_path / f"{len(written)}.csv"
        result = run("predict", "iris", test_file, "--k", 40, "--jobs", 1, "--out", out)
        assert result.exit_code == 0, result.output
        written.append(out.read_bytes())
    assert written[0] == written[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.usefixtures("small_blocks")
def test_a_killed_run_resumed_gives_the_same_file(run: Run, test_file: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "out.csv"
    arguments = ("predict", "iris", test_file, "--learner", "nb", "--out")
    assert run(*arguments, whole).exit_code == 0
    code = _SLOW.replace("SECONDS", "0.5")
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments), str(out)],
        env=environment(),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    log = tmp_path / "out.csv.part.log"
    deadline = time.monotonic() + 120
    while not log.exists() or log.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, "it ended before it was killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(30)
    assert not out.exists()
    assert run(*arguments, out, "--resume").exit_code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert parts(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits on the size of files")
@pytest.mark.usefixtures("small_blocks")
def test_a_full_disc_is_told_and_the_run_resumed_gives_the_same_file(
    run: Run, test_file: Path, tmp_path: Path
) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "out.csv"
    arguments = ("predict", "iris", test_file, "--learner", "nb", "--out")
    assert run(*arguments, whole).exit_code == 0
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
    code = limit + _SLOW.replace("SECONDS", "0")
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments), str(out)],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "out.csv: cannot be written" in done.stderr
    assert "--resume" in done.stderr
    assert "Traceback" not in done.stderr
    assert run(*arguments, out, "--resume").exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("small_blocks")
def test_a_disc_that_takes_nothing_leaves_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("lwnb_core.data.resumable_output._flush", full)
    result = run("predict", "iris", "iris", "--learner", "nb", "--out", tmp_path / "out.csv")
    assert result.exit_code == 1
    assert os.strerror(28) in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (("iris", "TEST", "--learner", "nb", "--convention", "weka"), "settings"),
        (("labor", "labor", "--learner", "nb"), "training data, test data"),
    ],
)
@pytest.mark.usefixtures("small_blocks")
def test_what_was_begun_with_something_else_is_not_gone_on_with(
    run: Run,
    test_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changed: tuple[str, ...],
    named: str,
) -> None:
    out = tmp_path / "out.csv"
    with monkeypatch.context() as patched:
        compute = Block.posteriors
        answers = iter(range(2))

        def twice(self: Block, *more: Any) -> Any:
            if next(answers, None) is None:
                raise KeyboardInterrupt
            return compute(self, *more)

        patched.setattr(Block, "posteriors", twice)
        assert run("predict", "iris", test_file, "--learner", "nb", "--jobs", 1, "-o", out).exit_code == 130
    before = (tmp_path / "out.csv.part").read_bytes()
    arguments = [str(test_file) if word == "TEST" else word for word in changed]
    result = run("predict", *arguments, "-o", out, "--resume")
    assert result.exit_code == 1
    assert f"it was started with different {named}" in result.stderr
    assert (tmp_path / "out.csv.part").read_bytes() == before


def test_resuming_needs_a_file_and_jobs_are_threads_here(run: Run) -> None:
    assert run("predict", "iris", "iris", "--resume").exit_code == 2
    assert run("predict", "iris", "iris", "--jobs", 2, "--cluster", "local:2").exit_code == 2


@pytest.mark.skipif(os.name != "posix", reason="pipes with a name, as on Unix")
@pytest.mark.usefixtures("small_blocks")
def test_a_pipe_is_written_to_directly(run: Run, test_file: Path, tmp_path: Path) -> None:
    pipe, file = tmp_path / "pipe.csv", tmp_path / "file.csv"
    os.mkfifo(pipe)
    command = ("predict", "iris", test_file, "--learner", "nb", "--out")
    assert run(*command, file).exit_code == 0
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = run(*command, pipe)
        assert result.exit_code == 0, result.output
        assert os.read(reader, 1 << 16) == file.read_bytes()
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert parts(tmp_path) == []
    assert run(*command, pipe, "--resume").exit_code == 2


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="a system without /dev/stdout")
def test_standard_output_under_the_name_of_a_file_is_written_to_directly(
    process: Process, tmp_path: Path
) -> None:
    (tmp_path / "out.csv").symlink_to("/dev/stdout")
    done = process("predict", "iris", "iris", "--learner", "nb", "--out", "out.csv")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("row,true,predicted")
    assert [line.split(",")[0] for line in lines[1 : ROWS + 1]] == [str(i + 1) for i in range(ROWS)]
    assert (tmp_path / "out.csv").is_symlink()


def test_resuming_where_nothing_was_begun_begins(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert run("predict", "iris", "iris", "--learner", "nb", "-o", out, "--resume").exit_code == 0
    assert out.read_text().count("\n") == ROWS + 1


@pytest.mark.usefixtures("small_blocks")
def test_long_work_is_forecast_and_short_work_is_not(
    run: Run, test_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("predict", "iris", test_file, "--learner", "nb", "--force", "--out", tmp_path / "out.csv")
    assert "Forecast" not in run(*arguments).stderr
    monkeypatch.setattr(predict, "_LONG_SECONDS", 0)
    assert "Forecast: about 1 s for 142 more rows." in run(*arguments).stderr


@pytest.mark.usefixtures("small_blocks")
def test_a_bad_cell_far_down_is_named_before_the_work(run: Run, test_file: Path, tmp_path: Path) -> None:
    lines = test_file.read_text().splitlines()
    lines[140] = "x" + lines[140]
    test_file.write_text("\n".join(lines) + "\n")
    result = run("predict", "iris", test_file, "--out", tmp_path / "out.csv")
    assert result.exit_code == 1
    assert "line 141" in result.stderr
    assert parts(tmp_path) == []


@pytest.mark.usefixtures("small_blocks")
def test_unknown_values_are_counted_over_all_blocks(run: Run, tmp_path: Path) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    train.write_text("colour,class\n" + "red,a\nblue,b\n" * 5)
    test.write_text("colour,class\n" + "green,a\nred,b\n" * 40)
    result = run(
        "predict", train, test, "--learner", "nb", "--unknown", "missing", "-o", tmp_path / "out.csv"
    )
    assert result.exit_code == 0, result.output
    assert "'green' (40 rows)" in " ".join(result.output.split())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="worker processes take long to start there")
@pytest.mark.filterwarnings("ignore")  # raised by distributed itself
@pytest.mark.usefixtures("small_blocks")
def test_a_cluster_writes_the_same_file(run: Run, test_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    in_process, on_cluster = tmp_path / "in-process.csv", tmp_path / "on-cluster.csv"
    arguments = ("predict", "iris", test_file, "--convention", "weka", "--k", 9)
    assert run(*arguments, "--jobs", 1, "--out", in_process).exit_code == 0
    result = run(*arguments, "--cluster", "local:1", "--out", on_cluster)
    assert result.exit_code == 0, result.output
    assert on_cluster.read_bytes() == in_process.read_bytes()


@pytest.mark.usefixtures("small_blocks")
def test_training_rows_may_be_in_many_parquet_files(run: Run, test_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    frame = lw.sample("iris").to_pandas()
    (tmp_path / "data").mkdir()
    for i, rows in enumerate(np.array_split(np.arange(len(frame)), 3)):
        frame.iloc[rows].to_parquet(tmp_path / "data" / f"{i}.parquet", index=False)
    one, many = tmp_path / "one.csv", tmp_path / "many.csv"
    assert run("predict", "iris", test_file, "--k", 9, "--jobs", 1, "--out", one).exit_code == 0
    result = run("predict", tmp_path / "data" / "*.parquet", test_file, "--k", 9, "--out", many)
    assert result.exit_code == 0, result.output
    assert many.read_bytes() == one.read_bytes()
    assert "150 training rows" in result.output
    refused = run("predict", tmp_path / "data", test_file, "--learner", "aoded")
    assert refused.exit_code == 1
    assert "all training rows in one place" in refused.stderr
