"""The virtual environment `.venv`: created once, kept, and repaired if it no longer fits the checkout."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path

from bootstrap import ROOT, SetupError, run, say
from bootstrap.system import apt_install, is_root, on_debian

WINDOWS = os.name == "nt"

STATE_FILE = "lwnb-explorer.json"

# Modules whose absence shows that an environment is broken.
PROGRAM_MODULES = (
    "lwnb_core",
    "lwnb_gui",
    "PySide6",
    "matplotlib",
    "numpy",
    "pandas",
    "pydantic",
    "scipy",
    "typer",
)
TEST_MODULES = ("pytest", "pytestqt", "xdist", "hypothesis", "ruff", "mypy", "importlinter", "mkdocs")

# The errors that pip names when it cannot reach the package index.
NETWORK_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
)


@dataclass(frozen=True)
class State:
    """What the environment was created from; stored inside it and compared at every start."""

    project: str  # hash of pyproject.toml
    python: str
    root: str  # environments cannot be moved: their scripts hold absolute paths
    extras: list[str]
    complete: bool = True


class Action(Enum):
    NOTHING = "ready"
    INSTALL = "install"
    REBUILD = "rebuild"


def required_state(pyproject: bytes, extras: Iterable[str]) -> State:
    """Return the state that the environment should have for this checkout and this Python."""
    # Line ends do not count: Git may write them differently on Windows.
    project = hashlib.sha256(pyproject.replace(b"\r\n", b"\n")).hexdigest()
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    return State(project, python, str(ROOT), sorted(extras))


def decide(current: State | None, required: State) -> tuple[Action, str]:
    """Decide what to do with an environment in state `current` (None: not set up by us), and say why."""
    if current is None:
        return Action.INSTALL, "not set up yet"
    if not current.complete:
        return Action.REBUILD, "its last installation was interrupted"
    if current.python != required.python:
        return Action.REBUILD, f"it was created for {current.python}, this is {required.python}"
    if current.root != required.root:
        return Action.REBUILD, "the folder was moved or copied"
    if current.project != required.project:
        return Action.INSTALL, "pyproject.toml has changed"
    if more := set(required.extras) - set(current.extras):
        return Action.INSTALL, f"more is needed: {', '.join(sorted(more))}"
    return Action.NOTHING, "ready"


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables without those that would add other packages or redirect ours."""
    drop = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX"}
    remaining = {name: value for name, value in environ.items() if name not in drop}
    return remaining | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def executable(env: Path, name: str, windows: bool = WINDOWS) -> Path:
    """Return where the environment `env` has the command `name`."""
    return env / "Scripts" / f"{name}.exe" if windows else env / "bin" / name


def read_state(env: Path) -> State | None:
    """Return the state that was written, or None if there is none or it cannot be read."""
    try:
        return State(**json.loads((env / STATE_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_state(env: Path, state: State) -> None:
    (env / STATE_FILE).write_text(json.dumps(asdict(state), indent=1) + "\n", encoding="utf-8")


def missing_modules(env: Path, modules: Sequence[str]) -> list[str] | None:
    """Return which of `modules` the environment lacks; None if its Python does not even start."""
    code = "import importlib.util as u, sys; print(*[m for m in sys.argv[1:] if u.find_spec(m) is None])"
    exit_code, output = run([str(executable(env, "python")), "-I", "-c", code, *modules], os.environ)
    return output.splitlines()[-1].split() if exit_code == 0 else None


def require_venv() -> None:
    """Make sure that `python -m venv` works; Debian has what it needs in a separate package."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if on_debian() and is_root() and apt_install([package]):
        importlib.invalidate_caches()
        if importlib.util.find_spec("ensurepip"):
            return
    advice = (
        f"sudo apt-get install {package}"
        if on_debian()
        else "install your system's package for Python's venv and ensurepip"
    )
    raise SetupError(
        f"This Python ({sys.executable}) cannot create virtual environments. To fix this:\n{advice}"
    )


def remove(env: Path) -> None:
    try:
        if env.is_symlink() or env.is_file():
            env.unlink()
        else:
            shutil.rmtree(env)
    except OSError as error:
        raise SetupError(
            f"Cannot remove {env} ({error}). Close what uses it, delete it by hand, and start again."
        ) from error


def create(env: Path, state: State, why: str) -> None:
    """Create the environment, or create it again. It counts as interrupted until the installation is done."""
    require_venv()
    if env.exists() or env.is_symlink():
        say(f"Rebuilding {env.name}: {why}")
        remove(env)
    say(f"Creating the environment {env.name} ({state.python})")
    env.mkdir()
    write_state(env, replace(state, complete=False))
    # The Python outside any environment: ours may be in the one that was just removed.
    base = sys._base_executable  # type: ignore[attr-defined]
    code, output = run([base, "-m", "venv", str(env)], clean_environment(os.environ))
    if code:
        raise SetupError(f"Python could not create the environment {env}:\n{output.strip()}")


def install(env: Path, extras: Sequence[str]) -> None:
    """Install the checkout in place; pip's output is shown only if it fails."""
    # Prefer wheels to newer sources: nobody should need a compiler to start this program.
    pip = [str(executable(env, "python")), "-m", "pip", "install", "--quiet", "--no-input", "--prefer-binary"]
    what = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    code, output = run([*pip, "--editable", what], clean_environment(os.environ))
    if code == 0:
        return
    if any(sign in output for sign in NETWORK_SIGNS):
        raise SetupError(
            "The package index cannot be reached. The first start needs the internet (or a pip mirror: "
            "PIP_INDEX_URL); later ones do not. Check the connection and the proxy, and start again."
        )
    say(output.strip())
    raise SetupError("pip could not install what is needed; its message is above.")


def prepare(extras: Sequence[str]) -> Path:
    """Bring the environment into the state that this checkout needs; return where it is."""
    env = ROOT / ".venv"
    target = required_state((ROOT / "pyproject.toml").read_bytes(), extras)
    current = read_state(env)
    action, why = decide(current, target)
    if action is not Action.REBUILD:
        # The state says what was installed; check whether it still exists.
        expected = PROGRAM_MODULES + (TEST_MODULES if "test" in extras else ())
        missing = missing_modules(env, expected if action is Action.NOTHING else ["pip"])
        if missing is None or missing:
            broken = f"no {', '.join(missing)}" if missing else "its Python does not start"
            action, why = Action.REBUILD, f"it is broken: {broken}"
    if action is Action.NOTHING:
        return env
    if action is Action.REBUILD:
        current = None
        create(env, target, why)
    elif current is not None:
        # Starting after testing does not uninstall anything.
        target = replace(target, extras=sorted({*current.extras, *extras}))
    reason = f" ({why})" if action is Action.INSTALL else ""
    say(f"Installing into {env.name}{reason}; this takes a few minutes the first time")
    started = time.monotonic()
    write_state(env, replace(target, complete=False))
    try:
        install(env, target.extras)
    except SetupError:
        # pip failed before it changed anything, as without a network, so the present packages still work.
        if current is not None:
            write_state(env, current)
        raise
    write_state(env, target)
    say(f"Installed in {time.monotonic() - started:.0f} s")
    return env
