"""The decisions of run.py: when to install, what is missing, which commands make up the checks."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import run
from bootstrap import ROOT, SetupError, checks, environments, system
from bootstrap.checks import THOROUGH, Outcome
from bootstrap.environments import Action, State

PYPROJECT = (ROOT / "pyproject.toml").read_bytes()


@pytest.fixture
def required() -> State:
    return environments.required_state(PYPROJECT, ["test"])


class TestState:
    def test_survives_the_file(self, required: State, tmp_path: Path) -> None:
        environments.write_state(tmp_path, required)
        assert environments.read_state(tmp_path) == required

    @pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"project": "x"}', '"text"'])
    def test_unreadable_is_none(self, text: str, tmp_path: Path) -> None:
        assert environments.read_state(tmp_path) is None
        (tmp_path / environments.STATE_FILE).write_text(text)
        assert environments.read_state(tmp_path) is None

    def test_follows_the_project_file(self, required: State) -> None:
        assert environments.required_state(PYPROJECT + b"# more\n", ["test"]).project != required.project

    def test_ignores_line_ends(self, required: State) -> None:
        windows = PYPROJECT.replace(b"\n", b"\r\n")
        assert environments.required_state(windows, ["test"]) == required


class TestDecide:
    def test_unchanged_environment_needs_nothing(self, required: State) -> None:
        assert environments.decide(required, required)[0] is Action.NOTHING

    def test_fewer_extras_need_nothing(self, required: State) -> None:
        assert environments.decide(required, environments.required_state(PYPROJECT, []))[0] is Action.NOTHING

    def test_more_extras_are_installed(self, required: State) -> None:
        action, why = environments.decide(replace(required, extras=[]), required)
        assert action is Action.INSTALL
        assert "test" in why

    def test_a_changed_project_is_installed(self, required: State) -> None:
        assert environments.decide(replace(required, project="other"), required)[0] is Action.INSTALL

    def test_an_environment_of_unknown_origin_is_kept(self, required: State) -> None:
        assert environments.decide(None, required)[0] is Action.INSTALL

    @pytest.mark.parametrize(
        "change", [{"complete": False}, {"python": "cpython 3.10"}, {"root": "/somewhere/else"}], ids=str
    )
    def test_what_cannot_be_mended_is_rebuilt(self, required: State, change: dict[str, object]) -> None:
        action, why = environments.decide(replace(required, **change), required)  # type: ignore[arg-type]
        assert action is Action.REBUILD
        assert why


class TestPrepare:
    """`prepare` with a pip and a venv that only record their calls."""

    @pytest.fixture
    def calls(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        calls: list[str] = []
        (tmp_path / "pyproject.toml").write_bytes(PYPROJECT)
        monkeypatch.setattr(environments, "ROOT", tmp_path)
        monkeypatch.setattr(environments, "missing_modules", lambda env, _: [] if env.exists() else None)
        monkeypatch.setattr(environments, "install", lambda env, extras: calls.append("pip"))

        def create(env: Path, state: State, why: str) -> None:
            calls.append("create")
            env.mkdir(exist_ok=True)

        monkeypatch.setattr(environments, "create", create)
        return calls

    def test_second_preparation_installs_nothing(self, calls: list[str]) -> None:
        environments.prepare(["test"])
        assert calls == ["create", "pip"]
        environments.prepare(["test"])
        environments.prepare([])
        assert calls == ["create", "pip"]

    def test_missing_extras_are_added(self, calls: list[str]) -> None:
        environments.prepare([])
        env = environments.prepare(["test"])
        assert calls == ["create", "pip", "pip"]
        state = environments.read_state(env)
        assert state is not None
        assert state.extras == ["test"]

    def test_installed_extras_are_kept(self, calls: list[str]) -> None:
        env = environments.prepare(["test"])
        (env.parent / "pyproject.toml").write_bytes(PYPROJECT + b"# more\n")
        environments.prepare([])
        assert calls == ["create", "pip", "pip"]
        state = environments.read_state(env)
        assert state is not None
        assert state.extras == ["test"]

    def test_what_was_deleted_is_rebuilt(self, calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        environments.prepare([])
        monkeypatch.setattr(environments, "missing_modules", lambda env, _: ["numpy"])
        environments.prepare([])
        assert calls == ["create", "pip", "create", "pip"]

    def test_an_interrupted_installation_is_rebuilt(
        self, calls: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(env: Path, extras: list[str]) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(environments, "install", interrupted)
            with pytest.raises(KeyboardInterrupt):
                environments.prepare([])
        environments.prepare([])
        assert calls == ["create", "create", "pip"]

    def test_a_refused_installation_leaves_what_was_there(
        self, calls: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(env: Path, extras: list[str]) -> None:
            raise SetupError("no network")

        environments.prepare([])
        with monkeypatch.context() as patch:
            patch.setattr(environments, "install", refused)
            with pytest.raises(SetupError, match="no network"):
                environments.prepare(["test"])
        environments.prepare([])
        assert calls == ["create", "pip"]


LDD = """\
\tlinux-vdso.so.1 (0x00007fdc91e8a000)
\tlibQt6Gui.so.6 => not found
\tlibGL.so.1 => /lib/x86_64-linux-gnu/libGL.so.1 (0x00007fdc91d2c000)
\tlibxcb-icccm.so.4 => not found
\tlibxcb-keysyms.so.1 => not found
\tlibxcb-icccm.so.4 => not found
\tlibunheard-of.so.7 => not found
/somewhere/QtWidgets.abi3.so:
\tlibEGL.so.1 => not found
"""


class TestLibraries:
    MISSING = ("libEGL.so.1", "libunheard-of.so.7", "libxcb-icccm.so.4", "libxcb-keysyms.so.1")

    def test_missing_libraries_are_read_from_ldd(self) -> None:
        assert system.missing_libraries(LDD) == list(self.MISSING)
        assert system.missing_libraries("\tstatically linked\n") == []

    def test_libraries_map_to_debian_packages(self) -> None:
        packages, unknown = system.debian_packages(self.MISSING)
        assert packages == ["libegl1", "libxcb-icccm4", "libxcb-keysyms1"]
        assert unknown == ["libunheard-of.so.7"]

    def test_advice_names_the_packages_of_the_system(self) -> None:
        debian = system.library_advice(self.MISSING, "apt-get")
        assert "sudo apt-get install libegl1 libxcb-icccm4 libxcb-keysyms1\n" in debian
        assert "libunheard-of.so.7" in debian
        assert "'libEGL.so.1()(64bit)'" in system.library_advice(["libEGL.so.1"], "dnf")
        assert "libEGL.so.1" in system.library_advice(["libEGL.so.1"], None)

    def test_every_library_named_once_maps_to_a_debian_name(self) -> None:
        assert all(name.startswith("lib") and ".so" in name for name in system.DEBIAN_PACKAGES)
        assert all(package == package.lower() for package in system.DEBIAN_PACKAGES.values())

    def test_without_root_only_advice_is_given(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(system, "qt_libraries", lambda env: ["libxcb-cursor.so.0"])
        monkeypatch.setattr(system, "on_debian", lambda: True)
        monkeypatch.setattr(system, "is_root", lambda: False)
        system.provide_system_libraries(tmp_path, system.TEST_TOOLS)
        assert "sudo apt-get install libxcb-cursor0" in capsys.readouterr().err

    def test_root_installs_what_is_missing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        installed: list[str] = []
        answers = iter([["libxcb-cursor.so.0"], []])
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(system, "qt_libraries", lambda env: next(answers))
        monkeypatch.setattr(system, "on_debian", lambda: True)
        monkeypatch.setattr(system, "is_root", lambda: True)
        monkeypatch.setattr(system, "has_fonts", lambda: False)
        monkeypatch.setattr(system.shutil, "which", lambda name: None)
        monkeypatch.setattr(system, "apt_install", lambda packages: installed.extend(packages) or True)
        system.provide_system_libraries(tmp_path, system.TEST_TOOLS)
        assert installed == ["libxcb-cursor0", "fonts-dejavu-core", "xvfb", "xdotool"]


class TestVenv:
    def test_a_python_without_ensurepip_names_the_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(environments.importlib.util, "find_spec", lambda name: None)
        monkeypatch.setattr(environments, "on_debian", lambda: True)
        monkeypatch.setattr(environments, "is_root", lambda: False)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        with pytest.raises(SetupError, match=rf"sudo apt-get install python{version}-venv"):
            environments.require_venv()

    def test_root_gets_what_ensurepip_needs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        installed: list[str] = []
        monkeypatch.setattr(environments.importlib.util, "find_spec", lambda name: installed or None)
        monkeypatch.setattr(environments, "on_debian", lambda: True)
        monkeypatch.setattr(environments, "is_root", lambda: True)
        monkeypatch.setattr(environments, "apt_install", lambda packages: installed.extend(packages) or True)
        environments.require_venv()
        assert installed == [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]

    def test_python_that_does_not_start_is_an_error(self, tmp_path: Path) -> None:
        assert environments.missing_modules(tmp_path, ["sys"]) is None

    def test_environment_of_the_checks_is_clean(self) -> None:
        environ = {"PYTHONPATH": "/x", "PYTHONHOME": "/y", "PIP_USER": "1", "HOME": "/home/me"}
        assert environments.clean_environment(environ) == {
            "HOME": "/home/me",
            "PIP_USER": "0",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def test_checks_need_no_screen_unless_told(self) -> None:
        assert checks.check_environment({})["QT_QPA_PLATFORM"] == "offscreen"
        assert checks.check_environment({"QT_QPA_PLATFORM": "xcb"})["QT_QPA_PLATFORM"] == "xcb"

    def test_processes_of_the_checks_share_their_byte_code(self) -> None:
        assert "PYTHONDONTWRITEBYTECODE" not in checks.check_environment({"PYTHONDONTWRITEBYTECODE": "1"})


class TestInstall:
    def install(self, monkeypatch: pytest.MonkeyPatch, code: int, output: str) -> list[str]:
        """Return the command that installs the checkout, given a pip that prints this."""
        commands: list[list[str]] = []
        answer = (code, output)
        monkeypatch.setattr(environments, "run", lambda command, _: commands.append(command) or answer)
        environments.install(Path("env"), ["test"])
        return commands[0]

    def test_the_checkout_is_installed_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.install(monkeypatch, 0, "")[-2:] == ["--editable", f"{ROOT}[test]"]

    @pytest.mark.parametrize(
        "said",
        [
            "NewConnectionError('<...>: [Errno -3] Temporary failure in name resolution')",
            "NameResolutionError(\"HTTPSConnection(host='pypi.org', port=443): Failed to resolve 'pypi.org'",
        ],
    )
    def test_no_network_is_recognised(self, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(SetupError, match="index cannot be reached"):
            self.install(monkeypatch, 1, f"WARNING: Retrying after connection broken by '{said}'")

    def test_a_full_disc_is_said_in_words(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def full(extras: list[str]) -> Path:
            raise OSError(28, "No space left on device", ".venv")

        monkeypatch.setattr(run, "prepare", full)
        assert run.main([]) == 1
        assert capsys.readouterr().err == "[Errno 28] No space left on device: '.venv'\n"

    def test_what_else_pip_says_is_shown(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        conflict = "ERROR: Cannot install a and b because these versions conflict."
        with pytest.raises(SetupError, match="its message is above"):
            self.install(monkeypatch, 1, conflict)
        assert conflict in capsys.readouterr().err


class TestCommands:
    def test_path_of_an_executable(self) -> None:
        env = Path("env")
        assert environments.executable(env, "lwnb", windows=False) == Path("env/bin/lwnb")
        assert environments.executable(env, "lwnb", windows=True) == Path("env/Scripts/lwnb.exe")

    def commands(self, *arguments: str) -> list[list[str]]:
        """Return the arguments of pytest's two runs."""
        return [check.command[1:] for check in checks.tests(Path("env"), arguments)]

    def test_programs_are_those_of_the_environment(self) -> None:
        compiling = checks.listed(Path("env"), checks.COMPILING)[0].command
        assert compiling[0] == str(environments.executable(Path("env"), "python"))
        assert compiling[1] == "-c"
        assert "warm_up()" in compiling[2]

    def test_further_arguments_go_to_pytest(self) -> None:
        everything, core = self.commands("-k", "iris")
        assert everything[-2:] == ["-k", "iris"]
        assert "--ignore=tests/core" not in everything
        assert "iris" not in core

    def test_the_engines_tests_run_once_and_without_qt(self) -> None:
        everything, core = self.commands()
        assert everything[-1] == "--ignore=tests/core"
        assert core[-1] == "tests/core"
        assert checks.tests(Path("env"), [])[1].environ == checks.ENGINE_ALONE
        assert THOROUGH not in [*everything, *core]

    def test_a_thorough_run_is_thorough_everywhere(self) -> None:
        everything, core = self.commands(THOROUGH)
        assert {"--thorough", "--ignore=tests/core"} <= set(everything)
        assert {"--thorough", "tests/core"} <= set(core)

    def test_long_forms_exist(self) -> None:
        for check in checks.listed(Path("env"), checks.LONG_FORMS):
            match check.command[1:]:
                case ["-m", module, *_]:
                    assert importlib.util.find_spec(module) is not None, module
                case [script, *_]:
                    assert (ROOT / script).exists(), script

    def test_static_checks_are_the_only_ones_if_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ran: list[str] = []

        def run_together(listed: list[checks.Check], environ: dict[str, str]) -> list[Outcome]:
            ran.extend(check.name for check in listed)
            return [Outcome(check.name, 0, 1.0) for check in listed]

        monkeypatch.setattr(checks, "prepare", lambda *_: Path("env"))
        monkeypatch.setattr(checks, "run_together", run_together)
        assert checks.run_checks(["--static"]) == 0
        assert ran == ["ruff check", "ruff format", "mypy", "import rules"]

    def test_any_failure_fails_the_whole(self, capsys: pytest.CaptureFixture[str]) -> None:
        passed, failed = Outcome("mypy", 0, 1.0), Outcome("pytest", 3, 2.0)
        assert checks.sum_up([passed, passed]) == 0
        assert "FAILED" not in capsys.readouterr().out
        assert checks.sum_up([failed, passed]) == 1
        assert capsys.readouterr().out == (
            "\nSummary\n  pytest  FAILED     2.0 s  exit code 3\n  mypy    passed     1.0 s\n"
        )

    def test_checks_side_by_side_are_told_apart(self, capfd: pytest.CaptureFixture[str]) -> None:
        codes = {
            "slow": "import time; time.sleep(0.3); print('first')",
            "wrong": "import sys; sys.exit('second')",
        }
        listed = [checks.Check(name, [sys.executable, "-c", code]) for name, code in codes.items()]
        listed.append(checks.Check("gone", [str(ROOT / "no-such-command")]))
        outcomes = checks.run_together(listed, environments.clean_environment(os.environ))
        assert [(o.name, o.exit_code) for o in outcomes] == [
            ("slow", 0),
            ("wrong", 1),
            ("gone", 127),
        ]
        printed = capfd.readouterr().out
        assert "--- slow\nfirst\n\n--- wrong\nsecond\n\n--- gone\n" in printed
        assert "no-such-command" in printed

    def test_a_failed_check_does_not_stop_the_others(self) -> None:
        code = "import sys; sys.exit(3)"
        outcome = checks.run_check(
            checks.Check("three", [sys.executable, "-c", code]), environments.clean_environment({})
        )
        assert outcome.exit_code == 3
        missing = checks.run_check(checks.Check("gone", [str(ROOT / "no-such-command")]), {})
        assert missing.exit_code == 127


class TestEngineAlone:
    """The engine's tests run in the same environment as the others, with the rest of the packages hidden."""

    def printed(self, code: str, variables: dict[str, str]) -> str:
        environ = environments.clean_environment(os.environ) | variables
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True
        ).stdout

    def test_hidden_modules_are_not_found_in_any_process(self) -> None:
        code = """
import subprocess, sys
from importlib.util import find_spec
for name in ("PySide6", "shiboken6", "matplotlib", "pydantic", "typer", "rich"):
    assert find_spec(name) is None, name
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        assert error.name == name
    else:
        raise AssertionError(name)
assert find_spec("numpy") and find_spec("lwnb_core")
import_qt = [sys.executable, "-c", "import PySide6.QtCore"]
print(subprocess.run(import_qt, capture_output=True, text=True).stderr.splitlines()[-1])
"""
        assert self.printed(code, checks.ENGINE_ALONE) == "ModuleNotFoundError: No module named 'PySide6'\n"

    def test_nothing_is_hidden_otherwise(self) -> None:
        assert self.printed("import PySide6, matplotlib; print('there')", {}) == "there\n"


def test_only_the_standard_library() -> None:
    """run.py starts where nothing else is installed."""
    code = (
        "import sys; before = set(sys.modules); import run;"
        "print(*{m.partition('.')[0] for m in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"run", "bootstrap"}


def test_the_project_names_one_command() -> None:
    project = tomllib.loads(PYPROJECT.decode())["project"]
    assert project["scripts"] == {"lwnb": "lwnb_gui.cli:main"}
