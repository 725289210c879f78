"""Full discs, files that go or change, folders that cannot be written, settings that are broken.

Whatever happens, the old file survives, one message says what is wrong and what to do, and there is no trace.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import lwnb_core as lw
from lwnb_core.data import safe_files
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.app.preferences import Preferences
from tests.cli.conftest import environment

Run = Callable[..., Result]

UNLIMITED_ARFF = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n1,x\n2,y\n"


def fails_softly(result: Result | subprocess.CompletedProcess[str], *texts: str) -> None:
    code = result.exit_code if isinstance(result, Result) else result.returncode
    said = result.output if isinstance(result, Result) else result.stdout + result.stderr
    assert code == 1, said
    assert "Traceback" not in said
    assert "bug" not in said
    for text in texts:
        assert text in said


@pytest.mark.skipif(sys.platform == "win32", reason="limits on the size of files")
def test_full_disc_leaves_the_old_file(tmp_path: Path) -> None:
    """A process that may write no file of more than 4 kB stands for a full disc."""
    old = tmp_path / "out.csv"
    old.write_text("precious\n")
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from lwnb_gui.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", "segment", str(old), "--force"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=120,
        check=False,
    )
    fails_softly(done, "cannot be written", "disk is not full")
    assert old.read_text() == "precious\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out.csv"]  # nothing half-written is left behind


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT, errno.EIO])
def test_any_error_on_writing_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    old = tmp_path / "out.arff"
    old.write_text("precious\n")

    def refuse(*_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(safe_files.os, "fsync", refuse)
    fails_softly(run("convert", "iris", old, "--force"), os.strerror(number))
    assert old.read_text() == "precious\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out.arff"]


def test_missing_output_folders_are_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for target in (tmp_path / "no" / "out.csv", tmp_path / "file" / "out.csv"):
        fails_softly(run("convert", "iris", target), "cannot be written")
    for arguments in (("predict", "iris", "iris", "--out"), ("curve", "iris", "--k", "1:3", "--csv")):
        fails_softly(run(*arguments, tmp_path / "no" / "out.csv"))


LOAD = "data.formats.loading.load_columns"
CURVE = "evaluation.curves.accuracy_curve.accuracy_curve"
# Every command that writes a file besides what it prints, with the work that should not be done in vain.
WRITERS = {
    "curve --csv": (("curve", "iris", "--k", "1:3", "--csv"), "out.csv", CURVE),
    "curve --figure": (("curve", "iris", "--k=1", "--figure"), "o.svg", CURVE),
    "curve --html": (("curve", "iris", "--k", "1:3", "--html"), "o.html", CURVE),
    "explain --html": (("explain", "iris", "--row", "1", "--html"), "o.html", LOAD),
    "experiment --html": (
        ("experiment", "iris", "-l", "nb", "--runs", "1", "--jobs", "1", "--html"), "o.html", LOAD
    ),
    "experiment --out": (
        ("experiment", "iris", "-l", "nb", "--runs", "1", "--jobs", "1", "--out"), "out.csv", LOAD
    ),
    "predict --out": (("predict", "iris", "iris", "--out"), "out.csv", LOAD),
    "paper --out": (
        ("paper", "table2", "--only", "iris", "--runs", "1", "--jobs", "1", "--out"), "out.csv",
        "evaluation.paper.data.find_data",
    ),
    "paper --results": (
        ("paper", "table2", "--only", "iris", "--runs", "1", "--jobs", "1", "--results"), "out.csv",
        "evaluation.paper.data.find_data",
    ),
    "paper figure --out": (
        ("paper", "figure2", "--out"), "out.svg", "evaluation.paper.figures.compute_figure"
    ),
    "experiment --csv": (
        ("experiment", "iris", "-l", "nb", "--runs", "1", "--jobs", "1", "--csv"), "out.csv", LOAD
    ),
    "page --out": (("page", "weather-nominal", "--panels", "posterior", "--out"), "o.html", LOAD),
    "convert": (("convert", "iris"), "out.csv", LOAD),
    "fetch --out": (("fetch", "61", "--out"), "out.csv", "data.formats.openml.fetch"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    arguments, file, work = WRITERS[name]
    blocked, protected = tmp_path / "blocked", tmp_path / file
    blocked.write_text("a file where a folder should be")
    protected.write_text("precious")
    protected.chmod(0o444)
    targets = [tmp_path / "no" / file, blocked / file, protected]
    if Path("/proc/self").is_dir():  # refuses everyone, even an administrator
        targets.append(Path("/proc/self") / file)

    def worked(*_: object, **__: object) -> None:
        raise AssertionError("the work was done in vain")

    monkeypatch.setattr(f"lwnb_core.{work}", worked)
    for target in targets:
        result = run(*arguments, target)
        fails_softly(result, "write-protected" if target is protected else "cannot be written")
        assert result.stdout == ""
    assert protected.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["blocked", file])


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "paper --results"])
def test_an_existing_file_is_overwritten_only_with_force(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    arguments, file, work = WRITERS[name]
    old = tmp_path / file
    old.write_text("precious")

    def worked(*_: object, **__: object) -> None:
        raise AssertionError("the work was done in vain")

    with monkeypatch.context() as patched:
        patched.setattr(f"lwnb_core.{work}", worked)
        fails_softly(run(*arguments, old), f"{file}: the file already exists", "--force", "another name")
    assert old.read_text() == "precious"
    if arguments[0] == "fetch":  # would need the internet
        return
    result = run(*arguments, old, "--force")
    assert result.exit_code == 0, result.output
    assert "precious" not in old.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_every_command_with_an_output_has_the_same_rule() -> None:
    """A new command also needs --force if it names a file to write."""
    import typer

    from lwnb_gui.cli.app import app

    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    options = {name: {o for p in c.params for o in p.opts} for name, c in commands.items()}
    writing = {name for name, given in options.items() if given & {"--out", "--csv", "--html", "--figure"}}
    assert {"curve", "explain", "experiment", "fetch", "page", "paper", "predict"} <= writing
    assert writing | {"convert"} == {name for name, given in options.items() if "--force" in given}


def test_force_without_a_file_and_two_outputs_of_one_name_are_refused(run: Run, tmp_path: Path) -> None:
    assert "has no effect" in run("explain", "iris", "--row", 1, "--force").output
    few = ("experiment", "iris", "-l", "nb", "--runs", 1, "--jobs", 1)
    twice = run(*few, "--out", tmp_path / "o.csv", "--csv", tmp_path / "o.csv")
    assert twice.exit_code == 2
    assert "same file" in twice.output
    assert not list(tmp_path.iterdir())


AFTER_THE_WORK = {
    "curve --csv": "Accuracy", "curve --figure": "Accuracy", "curve --html": "Accuracy",
    "explain --html": "Iris-setosa", "experiment --html": "95.33",
    "paper --out": "printed", "paper figure --out": "the paper says",
}  # fmt: skip


@pytest.mark.parametrize("name", AFTER_THE_WORK)
def test_a_disc_that_is_full_after_the_work_costs_the_file_and_not_the_result(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    arguments, file, _ = WRITERS[name]
    monkeypatch.setattr(safe_files.os, "fsync", full)
    result = run(*arguments, tmp_path / file)
    fails_softly(result, os.strerror(errno.ENOSPC))
    assert AFTER_THE_WORK[name] in result.stdout
    assert "ritten to" not in result.stdout
    as_json = run(*arguments, tmp_path / file, "--json")
    assert as_json.exit_code == 1
    document = json.loads(as_json.stdout)
    assert len(document) > 2
    assert document["error"]["file"] == str(tmp_path / file)
    assert os.strerror(errno.ENOSPC) in document["error"]["message"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits on the size of files")
def test_a_disc_that_fills_up_during_an_experiment(tmp_path: Path) -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from lwnb_gui.cli import main; main()"
    )
    arguments = ["experiment", "iris", "-l", "nb", "knn", "--runs", "2", "--jobs", "1", "--out", "out.csv"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=120,
        check=False,
    )
    fails_softly(done, "out.csv: cannot be written", "disk is not full")
    assert 0 < len(read_results(tmp_path / "out.csv")) < 40


def test_a_write_protected_file_is_not_converted_over(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "out.arff"
    old.write_text("precious\n")
    old.chmod(0o444)
    fails_softly(run("convert", "iris", old, "--force"), "write-protected", "another name")
    assert old.read_text() == "precious\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "iris", "--row", "1"],
        ["explain", "iris", "--row", "1", "--json"],
        ["info", "iris"],
        ["samples", "--json"],
        ["experiment", "iris", "-l", "nb", "--runs", "1", "--jobs", "1", "--csv", "-"],
        ["--version"],
        ["--help"],
        ["info", "nowhere.arff", "--json"],
    ],
    ids=" ".join,
)
def test_output_to_a_full_disc_is_no_bug(tmp_path: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lwnb_gui", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=environment(),
            timeout=120,
            check=False,
        )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr
    assert "Exception ignored" not in done.stderr
    if "nowhere.arff" not in arguments:
        assert done.stderr.startswith("Error: the output cannot be written: No space left on device\n")


def test_file_deleted_while_it_is_opened_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file disappears between the check and the reading."""
    file = tmp_path / "a.arff"
    file.write_text(UNLIMITED_ARFF)
    honest = Path.read_bytes

    def gone(path: Path) -> bytes:
        path.unlink()
        return honest(path)

    monkeypatch.setattr(Path, "read_bytes", gone)
    with pytest.raises(lw.DataError, match="no such file"):
        lw.load(file)


def test_data_stay_as_read_when_the_file_changes(tmp_path: Path) -> None:
    """The data in memory stay; reading again gives the new file, which has another fingerprint."""
    file = tmp_path / "a.arff"
    file.write_text(UNLIMITED_ARFF)
    before = lw.load(file)
    file.write_text(UNLIMITED_ARFF.replace("2,y", "7,y"))
    assert before.value(1, "a") == 2
    after = lw.load(file)
    assert after.value(1, "a") == 7
    assert after.fingerprint != before.fingerprint
    file.unlink()
    assert before.value(1, "a") == 2


def test_a_file_cut_off_in_the_middle(run: Run, tmp_path: Path) -> None:
    """A copy that has not finished looks like this."""
    file = tmp_path / "a.arff"
    for end in range(len(UNLIMITED_ARFF)):
        file.write_text(UNLIMITED_ARFF[:end])
        with contextlib.suppress(lw.DataError):
            lw.load(file)
    file.write_text(UNLIMITED_ARFF[:-2])
    fails_softly(run("info", file), "line 6")


def test_commands_work_without_a_home_folder(tmp_path: Path) -> None:
    """Without a folder to write to, everything works and nothing is stored."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    nowhere = {name: str(blocked / "x") for name in ("LWNB_CACHE", "LWNB_CONFIG", "XDG_CACHE_HOME", "HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "lwnb_gui", "explain", "iris", "--row", "1", "--json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**environment(), **nowhere},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"posterior"' in done.stdout


BROKEN = ["", "{", "[]", "null", "[" * 100_000, "\x00\x00"]
BROKEN += ['{"theme": []}', '{"theme": "neon"}', '{"recent": 7}', '{"splitters": {"a": [{}]}}']


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_broken_settings_are_set_aside(tmp_path: Path, text: str) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(text)
    assert Preferences.load(file) == Preferences()
    assert not file.exists()
    assert (tmp_path / "preferences.broken.json").read_text() == text
    Preferences().save(file)
    assert Preferences.load(file) == Preferences()


def test_settings_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    folder = tmp_path / "preferences.json"
    folder.mkdir()
    assert Preferences.load(folder) == Preferences()
    Preferences().save(folder)  # writes that to the log and continues
    Preferences().save(folder / "deeper" / "preferences.json")
    assert Preferences.load(tmp_path / "none.json") == Preferences()


def test_what_does_not_fit_into_memory_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_core.evaluation.curves.memory.free_memory", lambda: 30_000.0)
    fails_softly(run("curve", "iris", "--k", "1:100", "--learners", "knn"), "of memory", "test fewer rows")
    fitting = run("curve", "iris", "--k", "1:5", "--learners", "knn", "--sample", 20, "--json")
    assert fitting.exit_code == 0, fitting.output
    assert '"cases": 20' in fitting.output


def test_json_lines_with_the_name_of_a_csv_file_are_refused(run: Run, tmp_path: Path) -> None:
    data = lw.sample("iris").to_pandas()
    data.to_json(tmp_path / "iris.csv", orient="records", lines=True)
    result = run("evaluate", tmp_path / "iris.csv")
    assert result.exit_code == 1
    assert not result.stdout
    text = " ".join(result.stderr.split())
    assert "line 1: this is a JSON Lines file" in text
    assert "Give it a name that ends in .jsonl and open it again." in text
