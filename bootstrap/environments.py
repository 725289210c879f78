"""Virtual environments that are made once, kept, and mended when they no longer fit the checkout."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from bootstrap import ROOT, SetupError, run, say
from bootstrap.system import apt_install, is_root, on_debian

WINDOWS = os.name == "nt"

STATE_FILE = "lwnb-explorer.json"

# Modules whose absence tells a broken environment from a sound one.
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

# What pip prints when it cannot reach the package index.
NETWORK_SIGNS = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "NewConnectionError",
    "Failed to establish a new connection",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
)


@dataclass(frozen=True)
class State:
    """What an environment was made from; kept inside it and compared at every start."""

    project: str  # hash of pyproject.toml
    python: str
    root: str  # environments cannot be moved: their scripts hold absolute paths
    extras: tuple[str, ...]
    complete: bool = True

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> State | None:
        """The state as written, or None when it cannot be read."""
        try:
            fields = json.loads(text)
            return cls(
                project=str(fields["project"]),
                python=str(fields["python"]),
                root=str(fields["root"]),
                extras=tuple(map(str, fields["extras"])),
                complete=fields["complete"] is True,
            )
        except (ValueError, KeyError, TypeError):
            return None


class Action(Enum):
    NOTHING = "ready"
    INSTALL = "install"
    REBUILD = "rebuild"


def required_state(pyproject: bytes, extras: Iterable[str], root: Path = ROOT) -> State:
    """The state that an environment should be in for this checkout and this Python."""
    # Line ends are not content: Git may write them differently on Windows.
    project = hashlib.sha256(pyproject.replace(b"\r\n", b"\n")).hexdigest()
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    return State(project, python, str(root), tuple(sorted(extras)))


def decide(current: State | None, required: State) -> tuple[Action, str]:
    """What to do with an existing environment in state `current` (None: not set up by us), and why."""
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
    if not set(required.extras) <= set(current.extras):
        return Action.INSTALL, "more is needed: " + ", ".join(
            sorted(set(required.extras) - set(current.extras))
        )
    return Action.NOTHING, "ready"


def with_extras(current: State | None, required: State) -> State:
    """`required` plus the extras already installed: starting after testing uninstalls nothing."""
    extras = current.extras if current is not None else ()
    return State(required.project, required.python, required.root, tuple(sorted({*extras, *required.extras})))


def looks_offline(output: str) -> bool:
    """Whether pip's output says that the package index could not be reached."""
    return any(sign in output for sign in NETWORK_SIGNS)


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The surroundings without what would leak other packages in or send ours elsewhere."""
    drop = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "__PYVENV_LAUNCHER__"}
    remaining = {name: value for name, value in environ.items() if name.upper() not in drop}
    return remaining | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def executable(env: Path, name: str, windows: bool = WINDOWS) -> Path:
    """Where the environment `env` keeps the command `name`."""
    return env / "Scripts" / f"{name}.exe" if windows else env / "bin" / name


def install_command(python: Path, extras: Sequence[str] = ()) -> list[str]:
    """pip's command that installs the checkout with `extras`."""
    # Wheels over newer sources: nobody should need a compiler to start this program.
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--prefer-binary"]
    return [*pip, "--editable", str(ROOT) + (f"[{','.join(extras)}]" if extras else "")]


def base_python() -> str:
    """The Python that is not itself inside an environment (one made from ours would vanish with it)."""
    return getattr(sys, "_base_executable", None) or sys.executable


def require_venv() -> None:
    """See that `python -m venv` can work; Debian ships it in a package of its own."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if on_debian() and is_root() and (apt_install([package]) or apt_install(["python3-venv"])):
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


def read_state(env: Path) -> State | None:
    try:
        return State.from_json((env / STATE_FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def write_state(env: Path, state: State) -> None:
    (env / STATE_FILE).write_text(state.to_json(), encoding="utf-8")


def missing_modules(env: Path, modules: Sequence[str]) -> list[str] | None:
    """Those of `modules` that the environment lacks; None when its Python does not even start."""
    code = "import importlib.util as u, sys; print(*[m for m in sys.argv[1:] if u.find_spec(m) is None])"
    try:
        done = subprocess.run(
            [str(executable(env, "python")), "-P", "-s", "-c", code, *modules],
            capture_output=True,
            text=True,
            env=clean_environment(os.environ),
            check=False,
        )
    except OSError:
        return None
    return done.stdout.split() if done.returncode == 0 else None


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


def create(env: Path, state: State) -> None:
    """Make the environment anew. It counts as interrupted until the installation is through."""
    require_venv()
    if env.exists() or env.is_symlink():
        remove(env)
    say(f"Creating the environment {env.name} ({state.python})")
    env.mkdir()
    write_state(env, State(state.project, state.python, state.root, (), complete=False))
    code, output = run([base_python(), "-m", "venv", str(env)], clean_environment(os.environ))
    if code:
        raise SetupError(f"Python could not create the environment {env}:\n{output.strip()}")


def pip(command: Sequence[str]) -> None:
    """Run pip; its words are shown only when it fails."""
    code, output = run(command, clean_environment(os.environ))
    if code == 0:
        return
    if looks_offline(output):
        raise SetupError(
            "The package index cannot be reached. The first start needs the internet (or a pip mirror: "
            "PIP_INDEX_URL); later ones do not. Check the connection and the proxy, and start again."
        )
    say(output.strip())
    raise SetupError("pip could not install what is needed; its message is above.")


def prepare(name: str, extras: Sequence[str], modules: Sequence[str]) -> Path:
    """Bring the environment `name` into the state that this checkout needs; return where it is."""
    env = ROOT / name
    pyproject = (ROOT / "pyproject.toml").read_bytes()
    required = required_state(pyproject, extras)
    current = read_state(env)
    action, why = decide(current, required) if env.exists() or env.is_symlink() else (Action.REBUILD, "")
    if action is not Action.REBUILD:
        # The state says what was installed; look whether it is still there.
        missing = missing_modules(env, modules if action is Action.NOTHING else ["pip"])
        if missing is None or missing:
            action, why = (
                Action.REBUILD,
                "it is broken: " + (f"no {', '.join(missing)}" if missing else "its Python does not start"),
            )
    if action is Action.NOTHING:
        return env
    if action is Action.REBUILD:
        if why:
            say(f"Rebuilding {name}: {why}")
        current = None
        create(env, required)
    target = with_extras(current, required)
    unfinished = State(target.project, target.python, target.root, (), complete=False)
    python = executable(env, "python")
    reason = f" ({why})" if action is Action.INSTALL else ""
    say(f"Installing into {name}{reason}; this takes a few minutes the first time")
    started = time.monotonic()
    write_state(env, unfinished)
    try:
        pip(install_command(python, target.extras))
    except SetupError:
        # pip refused before it changed anything, as it does without a network: what was there still works.
        if current is not None:
            write_state(env, current)
        raise
    write_state(env, target)
    say(f"Installed in {time.monotonic() - started:.0f} s")
    return env
