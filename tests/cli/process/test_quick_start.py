"""`lwnb FILE` without options opens the window directly, and ends there as it does with options."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lwnb_core as lw
from lwnb_gui.cli import main
from lwnb_gui.cli.process import quick_start
from tests.cli.conftest import Run


class StandIn(ModuleType):
    """A window that records what it was asked to open."""

    def __init__(self) -> None:
        super().__init__("stand_in_window")
        self.__spec__ = ModuleSpec(self.__name__, None)
        self.opened: list[Any] = []
        self.failure: BaseException | None = None

    def run(self, opening: Any) -> int:
        self.opened.append(opening)
        if self.failure is not None:
            raise self.failure
        return 3


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "stand_in_window", stand_in)
    # Other tests may have loaded the real one, which would end the process as it ends the program.
    monkeypatch.delitem(sys.modules, "lwnb_gui.qt.app", raising=False)
    monkeypatch.setattr(quick_start, "_WINDOW", "stand_in_window")
    return stand_in


@pytest.mark.parametrize("suffix", [".arff", ".csv"])
def test_file_opened_directly_equals_the_command_with_defaults(
    window: StandIn, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    file = tmp_path / f"mine{suffix}"
    lw.save(lw.sample("iris"), file)
    monkeypatch.setattr(sys, "argv", ["lwnb", str(file)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 3
    assert run(file).exit_code == 3
    assert window.opened[0] == window.opened[1]
    assert window.opened[0].source == str(file)


def test_an_error_is_a_message_and_an_exit_code(
    window: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    window.failure = lw.LwnbError("no screen", hint="Buy one.")
    monkeypatch.setattr(sys, "argv", ["lwnb"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert capsys.readouterr().err.startswith("Error: no screen\n")
    assert window.opened == [None]


def test_commands_and_options_are_left_to_the_full_parser(
    window: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("explain").write_text("")
    Path("-k.arff").write_text("")
    for arguments in (
        ["explain"],
        ["--version"],
        ["-k.arff"],
        ["nowhere.arff"],
        ["iris"],
        ["a.arff", "--k", "3"],
    ):
        assert not quick_start.is_direct(arguments), arguments


def test_commands_load_no_engine_before_they_run() -> None:
    """Not even for the names of the kernels, which the engine lists."""
    heavy = "[name for name in sys.modules if name.startswith(('lwnb_core', 'numpy'))]"
    code = f"import sys, lwnb_gui.cli.app; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


_HELP = """
import sys
from typer.testing import CliRunner
from lwnb_gui.cli.app import app
for command in (info.name or info.callback.__name__ for info in app.registered_commands):
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0, result.output
    assert command in result.output
    heavy = {"numpy", "pandas", "scipy", "matplotlib", "PySide6"} & set(sys.modules)
    assert not heavy, (command, heavy)
"""


def test_help_of_a_command_loads_neither_numpy_nor_qt() -> None:
    done = subprocess.run([sys.executable, "-c", _HELP], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
