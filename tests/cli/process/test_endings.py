"""How commands end: exit codes, one message, no traceback, and immediately on Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main
from typer.testing import Result

from lwnb_gui.cli.app import app

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "lwnb_gui"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}

Run = Callable[..., Result]
Process = Callable[..., subprocess.CompletedProcess[str]]

BAD_INPUT = [
    (["info", "nowhere.arff"], "no such file"),
    (["info", "irsi"], "Did you mean iris?"),
    (["nowhere.arff"], "no such file"),
    (["info", "."], "folder"),
    (["info", "broken.arff"], "broken.arff"),
    (["info", "binary.arff"], "not a text file"),
    (["info", "empty.arff"], "empty.arff"),
    (["explain", "iris", "--row", "151"], "from 1 to 150"),
    (["explain", "iris", "--row", "1", "--set", "petal=1"], "petalwidth"),
    (["explain", "iris", "--row", "1", "--set", "petalwidth=wide"], "needs a number"),
    (["explain", "iris", "--row", "1", "--learner", "lwbn"], "Did you mean 'lwnb'?"),
    (["explain", "iris", "--row", "1", "--class", "petalwidth"], "--class-bins"),
    (["explain", "iris", "--row", "1", "--class-bins", "3"], "--class NAME"),
    (["evaluate", "iris", "--folds", "151"], "fewer folds"),
    (["predict", "iris", "glass"], "sepallength"),
    (["convert", "iris", "out.xyz"], ".arff"),
    (["convert", "iris", "no/such/folder/out.arff"], "folder"),
    (["convert", "iris", "https://example.org/out.arff"], "an address cannot be written to"),
    (["predict", "s3://bucket/*.parquet", "iris"], "addresses are not opened"),
]

USAGE = [
    ["infoo"],
    ["info"],
    ["info", "iris", "--jsn"],
    ["explain", "iris"],
    ["explain", "iris", "--row", "0"],
    ["explain", "iris", "--row", "1", "--set", "petalwidth"],
    ["explain", "iris", "--row", "1", "--k", "0"],
    ["explain", "iris", "--row", "1", "--kernel", "triangle"],
    ["predict", "iris", "iris", "--out", "out.doc"],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder that also has unreadable files."""
    (tmp_path / "broken.arff").write_text("@relation x\n@attribute a {1,2\n@data\n1\n")
    (tmp_path / "binary.arff").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "empty.arff").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"), BAD_INPUT, ids=lambda x: " ".join(x) if type(x) is list else ""
)
def test_bad_input_is_one_message_on_stderr(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert message in result.stderr
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.output
    assert "bug" not in result.stderr
    assert result.stdout == ""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"), BAD_INPUT, ids=lambda x: " ".join(x) if type(x) is list else ""
)
def test_with_json_an_error_is_an_object_too(run: Run, arguments: list[str], message: str) -> None:
    if arguments == ["nowhere.arff"]:
        pytest.skip("the window has no --json")
    told, result = run(*arguments), run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (1, told.stderr), "for people nothing changes"
    error = json.loads(result.stdout)["error"]
    assert set(error) == {"message", "hint", "file", "line", "row", "text", "exit_code"}
    assert error["exit_code"] == 1
    assert message in f"{error['file']} {error['message']} {error['hint']}"
    if arguments == ["info", "broken.arff"]:
        assert (error["file"], error["line"]) == ("broken.arff", 2)


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_with_json_wrong_usage_is_an_object_too(run: Run, arguments: list[str]) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    error = json.loads(result.stdout)["error"]
    assert error["exit_code"] == 2
    assert error["message"]


def test_with_json_a_bug_is_an_object_too(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LWNB_CONFIG", str(tmp_path))

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("never mind")

    monkeypatch.setattr("lwnb_core.data.formats.loading.load_columns", fail)
    result = run("info", "iris", "--json")
    assert result.exit_code == 70
    assert "ZeroDivisionError: never mind" in json.loads(result.stdout)["error"]["message"]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    assert result.stdout == ""


def test_a_bug_is_called_a_bug_and_logged(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LWNB_CONFIG", str(tmp_path))

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("never\nmind")

    monkeypatch.setattr("lwnb_core.data.formats.loading.load_columns", fail)
    result = run("info", "iris")
    assert result.exit_code == 70
    said, remedy = result.stderr.splitlines()
    assert said == "Error: this is a bug in LWNB Explorer (ZeroDivisionError: never mind)"
    log = tmp_path / "lwnb.log"  # the folder that Help > Open the log folder opens in the window
    assert remedy == f"  Please report it; its traceback is in {log}."
    assert log.read_text().count("ZeroDivisionError: never\nmind") == 1
    assert "in fail" in log.read_text()
    for arguments in (("--debug", "info", "iris"), ("info", "iris", "--debug")):
        debugged = run(*arguments)
        assert debugged.exit_code == 70
        assert "Traceback" in debugged.stderr


def test_exit_codes_of_real_processes(process: Process) -> None:
    good = process("info", "iris")
    assert (good.returncode, good.stderr) == (0, "")
    bad = process("info", "nowhere.arff")
    assert (bad.returncode, bad.stdout) == (1, "")
    assert "no such file" in bad.stderr
    assert "Traceback" not in bad.stderr
    traced = process("info", "nowhere.arff", "--debug")
    assert traced.returncode == 1
    assert "Traceback" in traced.stderr
    assert process("nonsense").returncode == 2
    version = process("--version")
    assert (version.returncode, version.stdout.split()[0]) == (0, "lwnb")


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "explain", "iris", "--row", "135"],
        capture_output=True,
        cwd=tmp_path,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0
    assert "-3.02" in done.stdout.decode("ascii")


# Sends itself Ctrl-C at a chosen moment: no test can know from outside how far a process has come.
INTERRUPTED_BEFORE_A_MODULE = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE" and self in sys.meta_path:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from lwnb_gui.cli import main
main()
"""
# Like numpy: an extension module that is interrupted while it is imported raises ImportError.
INTERRUPTED_IN_AN_IMPORT = """
import os, signal
import lwnb_core.data.formats.loading
def load(*arguments, **options):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("numpy.core.multiarray failed to import") from None
lwnb_core.data.formats.loading.load_columns = load
from lwnb_gui.cli import main
main()
"""
# Like an optional import, or a callback of the interpreter.
INTERRUPTED_AND_DROPPED = """
import os, signal
import lwnb_gui.cli.evaluate as evaluate
from contextlib import contextmanager
from lwnb_gui.render.terminal.console import progress_bar as real
@contextmanager
def progress_bar(title):
    with real(title) as progress:
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            pass
        yield progress
evaluate.progress_bar = progress_bar
from lwnb_gui.cli import main
main()
"""
INTERRUPTED_AT_WORK = """
import os, signal
import lwnb_gui.cli.evaluate as evaluate
from contextlib import contextmanager
@contextmanager
def progress_bar(title):
    calls = []
    def progress(done, total):
        assert not calls, "the work went on"
        calls.append(done)
        os.kill(os.getpid(), signal.SIGINT)
    yield progress
evaluate.progress_bar = progress_bar
from lwnb_gui.cli import main
main()
"""
SAYS_WHEN_IT_IS_AT_WORK = """
import lwnb_gui.cli.evaluate as evaluate
from contextlib import contextmanager
@contextmanager
def progress_bar(title):
    yield lambda done, total: print("at work", flush=True)
evaluate.progress_bar = progress_bar
from lwnb_gui.cli import main
main()
"""


# The last ones belong to packages that cannot be imported again after an interruption.
MODULES = (
    "typer",
    "lwnb_gui.cli.process.error_reports",
    "pydantic_core.core_schema",
    "numpy._core.overrides",
)


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C there")
@pytest.mark.parametrize(
    "script",
    [
        *(INTERRUPTED_BEFORE_A_MODULE.replace("MODULE", module) for module in MODULES),
        INTERRUPTED_IN_AN_IMPORT,
        INTERRUPTED_AND_DROPPED,
        INTERRUPTED_AT_WORK,
    ],
    ids=[*MODULES, "import", "dropped", "work"],
)
def test_ctrl_c_ends_at_once(tmp_path: Path, script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script, "evaluate", "waveform", "--runs", "100"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=ENVIRONMENT,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


@pytest.mark.skipif(os.name == "nt", reason="no signal to another process there")
def test_ctrl_c_from_another_process_ends_the_work(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", SAYS_WHEN_IT_IS_AT_WORK, "evaluate", "waveform", "--runs", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=ENVIRONMENT,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "at work\n"
    running.send_signal(signal.SIGINT)
    try:
        out, err = running.communicate(timeout=300)
    finally:
        running.kill()
    assert (running.returncode, set(out.splitlines()) - {"at work"}, err) == (130, set(), "Interrupted.\n")


@pytest.mark.skipif(os.name == "nt", reason="no pipes of this kind there")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
def test_closed_pipe_is_no_error(tmp_path: Path, form: list[str]) -> None:
    running = subprocess.Popen(
        [*COMMAND, "info", "iris", *form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=ENVIRONMENT,
    )
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, err = running.communicate(timeout=300)
    assert (running.returncode, err) == (141, b"")


def numeric_options() -> list[tuple[str, str]]:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return [
        (name, option.opts[0])
        for name, command in commands.items()
        if name != "open"  # it has no --json
        for option in command.params
        if option.metavar in ("N", "POINTS")
    ]


@pytest.mark.parametrize(("command", "option"), numeric_options())
@pytest.mark.parametrize("value", ["x", "1.5.2", "9" * 5000])
def test_usage_errors_are_for_people(run: Run, command: str, option: str, value: str) -> None:
    result = run(command, option, value, "no-such-file.csv", "no-such-file.csv", "--json")
    assert result.exit_code in (1, 2)
    message = json.loads(result.stdout)["error"]["message"]
    assert len(message) < 200
    for word in ("Input", "input", "parse", "string", "literal", "integer", "sys."):
        assert word not in message
    if value == "x":
        assert f"'{option}'" in message
        assert "'x' is not a" in message


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("explain", "iris", "--row", "0"), "'0' is too small; the smallest possible value is 1"),
        (("paper", "table2", "--runs", "11"), "'11' is too large; the largest possible value is 10"),
        (("explain", "iris", "--kernel", "flat"), "'flat' is not one of 'linear', 'epanechnikov'"),
        (("explain", "iris", "--row", "9" * 5000), "9999' is too large"),
    ],
)
def test_a_value_out_of_range_is_said_with_the_limit(
    run: Run, arguments: tuple[str, ...], expected: str
) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code == 2
    assert expected in json.loads(result.stdout)["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("explain", "iris", "--rwo", "3"), "--row"),
        (("predict", "iris", "iris", "--outs", "x"), "--out"),
        (("info", "iris", "--missin", "x", "--missing", "y"), "--missing"),
        (("explain", "iris", "--row", "3", "--rows", "4"), ""),
        (("explain", "iris", "-r", "3", "--rows", "4"), ""),
        (("info", "iris", "--zzz"), ""),
    ],
)
def test_an_option_is_suggested_if_it_is_near_and_not_given_yet(
    run: Run, arguments: tuple[str, ...], suggestion: str
) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code == 2
    message = json.loads(result.stdout)["error"]["message"]
    assert message.partition(". ")[2] == (f"Did you mean {suggestion}?" if suggestion else "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "iris", "--row", "999"),
        ("info", "iris", "--class", "foo"),
        ("info", "iris", "--separator", ";"),
        ("evaluate", "iris", "--folds", "151"),
        ("predict", "glass", "iris"),
    ],
)
def test_errors_about_samples_show_no_path(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert "sample iris" in result.stderr
    assert ".arff" not in result.stderr


def test_a_file_that_is_given_already_is_not_suggested(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("convert", "iris", "train.csv").exit_code == 0
    (tmp_path / "r.csv").write_text("not near\n")
    for arguments in (
        ("predict", "train.csv", "trian.csv"),
        ("explain", "train.csv", "--row", 1, "--test", "trian.csv"),
        ("experiment", "train.csv", "trian.csv"),
    ):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "trian.csv: there is no such file" in result.stderr
        assert "Did you mean" not in result.stderr
    assert "Did you mean" not in run("predict", "iris", "irsi").stderr
    assert "Did you mean train.csv?" in run("predict", "iris", "trian.csv").stderr
    assert "Did you mean train.csv?" in run("info", "trian.arff").stderr


@pytest.mark.parametrize(("separator", "other"), [(";", ","), (",", ";")])
def test_another_separator_is_suggested(run: Run, tmp_path: Path, separator: str, other: str) -> None:
    file = tmp_path / "my.csv"
    file.write_text("a,b,c\n1,2,x\n3,4,5,y\n".replace(",", separator))
    assert f"such as --separator '{other}'." in " ".join(run("info", file).stderr.split())
