"""Every command and every Python block of the documentation works as printed."""

from __future__ import annotations

import doctest
import functools
import importlib.util
import re
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bootstrap.system import DEBIAN_PACKAGES
from tests.docs.code_blocks import REASONS, ROOT, Block, blocks, write_files

SHELL = blocks("sh")
PYTHON = [(page, list(parts)) for page, parts in groupby(blocks("python"), key=lambda block: block.page)]
# Programs of others, which a page may mention although the tests do not know their options.
_TOOLS = {"ruff", "mypy", "lint-imports", "bandit", "pip-audit", "git", "cd", "dask"}
_FORGIVING = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder for each page, with the files that its examples mention.

    What one command of a page writes another may read; another page may use the same name again.
    """

    @functools.cache
    def folder_of(page: str) -> Path:
        folder_path = tmp_path_factory.mktemp("docs")
        write_files(folder_path)
        return folder_path

    return folder_of


@pytest.fixture(autouse=True)
def folder(
    folders: Callable[[str], Path], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Change to the folder of the page."""
    given = getattr(request.node, "callspec", None)
    parameters = {} if given is None else given.params
    folder_path = folders(parameters["block"].page if "block" in parameters else parameters.get("page", ""))
    monkeypatch.chdir(folder_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return folder_path


def test_docs_have_blocks_of_every_kind() -> None:
    assert len(SHELL) >= 15
    assert len(PYTHON) >= 4
    unknown = {block.reason for block in (*SHELL, *blocks("python"))} - {"", *REASONS}
    assert not unknown, f"no such reason not to run a block: {unknown}"


@pytest.mark.parametrize("block", [b for b in SHELL if not b.reason], ids=str)
def test_commands_do_what_the_page_says(block: Block) -> None:
    printed = "".join(_run(command) for command in block.commands)
    if block.output is not None:
        _same(block, printed)


@pytest.mark.parametrize("block", [b for b in SHELL if b.reason], ids=str)
def test_options_of_commands_that_are_not_run_exist(block: Block) -> None:
    for command in block.commands:
        _check(command)


@pytest.mark.parametrize(("page", "parts"), PYTHON, ids=[page for page, _ in PYTHON])
def test_python_does_what_the_page_says(page: str, parts: list[Block]) -> None:
    names: dict[str, Any] = {"__name__": page}
    for block in parts:
        printed = StringIO()
        # so that line numbers in a traceback are those of the page
        code = compile("\n" * block.line + block.text, str(ROOT / page), "exec")
        with redirect_stdout(printed):
            exec(code, names)
        if block.output is not None:
            _same(block, printed.getvalue())


def test_json_blocks_are_valid() -> None:
    import json

    for block in blocks("json"):
        assert json.loads(block.text), str(block)


def test_lectures_in_the_guide_open(folder: Path) -> None:
    from lwnb_gui.session.file import from_json

    lectures = [block for block in blocks("json") if '"lecture"' in block.text]
    assert lectures
    for block in lectures:
        assert from_json(block.text).kind == "lecture"


def _run(parts: list[str]) -> str:
    """Run an `lwnb` command in this process; other commands are only checked."""
    parts = _as_lwnb(parts)
    if parts[0] != "lwnb" or "DIR" in parts:  # DIR is a folder of data sets that are not ours to ship
        _check(parts)
        return ""
    from lwnb_gui.cli.app import app

    quiet = {command.name for command in app.registered_commands} - {"open"}
    assert quiet & set(parts[1:2]), f"{' '.join(parts)} opens a window: mark the block <!-- test: window -->"
    in_runs = parts[1] in ("evaluate", "experiment") or parts[1:3] in (
        ["paper", "table2"],
        ["paper", "table3"],
    )
    if in_runs and "--runs" not in parts:
        parts = [*parts, "--runs", "1"]  # ten runs take ten times as long and show nothing more
    # A second process shows nothing more, either.
    parts = ["local:1" if part == "local:2" else part for part in parts]
    if parts[1] == "page" and "--panels" not in parts:
        parts = [*parts, "--panels", "neighbours"]  # the tests of live pages have all of them at every k
    result = CliRunner().invoke(app, parts[1:])
    assert result.exit_code == 0, f"{' '.join(parts)}\n{result.output}"
    return result.stdout


def _check(parts: list[str]) -> None:
    """Assert that a command exists and that its options are valid, without running it."""
    parts = [word.removeprefix(".venv/bin/") for word in parts if not re.fullmatch(r"[A-Z_]+=.*", word)]
    parts = _as_lwnb(parts)
    match parts:
        case ["lwnb", *arguments]:
            _check_lwnb(arguments)
        case ["python" | "python3", "run.py", "test", *_]:
            assert (ROOT / "run.py").exists()
        case ["python3", script] if script.endswith(".py"):
            assert (ROOT / script).exists()
        case ["python" | "python3", "-m", module, *_]:
            assert importlib.util.find_spec(module) is not None, f"no module {module}"
        case ["pip" | "pipx", "install", *what] | ["uv", "tool", "install", *what]:
            _check_install(what)
        case ["mkdocs", "serve" | "build", *_]:
            assert (ROOT / "mkdocs.yml").exists()
        case ["sudo", "apt-get", "install", *packages]:
            from lwnb_gui.qt.window.system_libraries import debian_package

            known = {debian_package(library) for library in DEBIAN_PACKAGES}
            assert set(packages) <= known, set(packages) - known
        case ["pytest", *arguments]:
            paths = [argument for argument in arguments if "/" in argument]
            assert all((ROOT / path).exists() for path in paths), paths
        case [tool, *_] if tool in _TOOLS:
            pass
        case _:
            pytest.fail(f"no test knows what to do with: {' '.join(parts)}")


def _as_lwnb(command: list[str]) -> list[str]:
    """Treat `python3 run.py …` as `lwnb …`, except for `test`."""
    if command[:2] in (["python3", "run.py"], ["python", "run.py"]) and command[2:3] != ["test"]:
        return ["lwnb", *command[2:]]
    return command


def _check_lwnb(arguments: list[str]) -> None:
    import typer

    from lwnb_gui.cli.app import app

    group: Any = typer.main.get_command(app)
    with group.make_context("lwnb", list(arguments)) as context:
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        name, command, rest = group.resolve_command(context, rest)
        command.make_context(name, rest, parent=context)  # fails for an option that does not exist


def _check_install(what: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in what:
        if requirement.startswith("-") or requirement in _TOOLS:
            continue
        name, _, extras = requirement.strip("]").partition("[")
        assert name in (".", project["name"]), requirement
        assert set(filter(None, extras.split(","))) <= set(project["optional-dependencies"]), requirement


def _same(block: Block, printed: str) -> None:
    """Compare with the page; a line `…` on the page stands for any lines, and blanks count as one."""
    assert block.output is not None
    expected = re.sub("^…$", "...", block.output, flags=re.MULTILINE)
    if not doctest.OutputChecker().check_output(expected, printed, _FORGIVING):
        pytest.fail(f"{block} prints\n{printed}\nand the page says\n{block.output}")


def test_commands_write_only_to_their_folder(folder: Path) -> None:
    """The examples write to the folder they run in, not to the project."""
    assert Path.cwd().resolve() == folder.resolve()
    for name in ("glass.svg", "predictions.csv", "results.csv", "frame.arff"):
        assert not (ROOT / name).exists()
