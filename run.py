"""Set LWNB Explorer up and start it, with nothing but Python.

    python3 run.py                      make .venv, install, open the window
    python3 run.py FILE                 the same, with a data set
    python3 run.py info iris.arff       any command of `lwnb`
    python3 run.py test                 run every check (further arguments go to pytest)

What is set up once is kept; a later start takes moments. Standard library only; Linux, macOS and Windows.
"""

import sys

# The whole file keeps to what Python 3.6 can parse, so that an old one gets as far as saying this.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"LWNB Explorer needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.\n"
        "Install a newer one (https://www.python.org/downloads/) and start with it, "
        "for example: python3.12 run.py"
    )

import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WINDOWS = os.name == "nt"
STATE_FILE = "lwnb-explorer.json"

# Modules whose absence tells a broken environment from a sound one.
PROGRAM_MODULES = ("lwnb_core", "lwnb_gui", "PySide6", "matplotlib", "numpy", "pandas", "scipy", "typer")
TEST_MODULES = ("pytest", "pytestqt", "xdist", "hypothesis", "ruff", "mypy", "importlinter", "mkdocs")
CORE_MODULES = ("lwnb_core", "numpy", "pandas", "scipy", "pytest", "hypothesis")

# The engine's own environment leaves these out, to prove that it does not need them.
NOT_FOR_CORE = {"pyside6-essentials", "matplotlib", "typer", "rich"}
FOR_CORE_TESTS = {
    *("pytest", "pytest-timeout", "pytest-xdist", "hypothesis"),
    *("scikit-learn", "pyarrow", "dask", "distributed"),
}

# Debian's and Ubuntu's package for each library that Qt's window plugin may ask for.
DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libGLdispatch.so.0": "libglvnd0",
    "libICE.so.6": "libice6",
    "libOpenGL.so.0": "libopengl0",
    "libSM.so.6": "libsm6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libXau.so.6": "libxau6",
    "libXdmcp.so.6": "libxdmcp6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libexpat.so.1": "libexpat1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libpng16.so.16": "libpng16-16",
    "libstdc++.so.6": "libstdc++6",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xinput.so.0": "libxcb-xinput0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

# Debian's packages for the screen and the mouse of some window tests, and the command by which to know each.
TEST_TOOLS = {"xvfb": "Xvfb", "xdotool": "xdotool"}

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


class SetupError(Exception):
    """Something a person has to put right; the message says what."""


def say(message: str) -> None:
    """Tell what is going on, on stderr: stdout belongs to the program."""
    print(message, file=sys.stderr, flush=True)


# --- decisions: pure functions, tested in tests/test_run.py ---------------------------------------


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
    def from_json(cls, text: str) -> "State | None":
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


def wanted_state(pyproject: bytes, extras: Iterable[str], root: Path = ROOT) -> State:
    """The state that an environment should be in for this checkout and this Python."""
    # Line ends are not content: Git may write them differently on Windows.
    project = hashlib.sha256(pyproject.replace(b"\r\n", b"\n")).hexdigest()
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    return State(project, python, str(root), tuple(sorted(extras)))


def decide(found: State | None, wanted: State) -> tuple[Action, str]:
    """What to do with an existing environment in state `found` (None: not set up by us), and why."""
    if found is None:
        return Action.INSTALL, "not set up yet"
    if not found.complete:
        return Action.REBUILD, "its last installation was cut short"
    if found.python != wanted.python:
        return Action.REBUILD, f"it was made for {found.python}, this is {wanted.python}"
    if found.root != wanted.root:
        return Action.REBUILD, "the folder was moved or copied"
    if found.project != wanted.project:
        return Action.INSTALL, "pyproject.toml has changed"
    if not set(wanted.extras) <= set(found.extras):
        return Action.INSTALL, "more is needed: " + ", ".join(sorted(set(wanted.extras) - set(found.extras)))
    return Action.NOTHING, "ready"


def with_extras(found: State | None, wanted: State) -> State:
    """`wanted`, and the extras that are there already: starting after testing takes nothing away."""
    kept = found.extras if found is not None else ()
    return State(wanted.project, wanted.python, wanted.root, tuple(sorted({*kept, *wanted.extras})))


def requirement_name(requirement: str) -> str:
    """The normalised name that a requirement begins with: ``PySide6_X>=6.8`` is pyside6-x."""
    match = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)", requirement)
    if match is None:
        raise ValueError(f"not a requirement: {requirement!r}")
    return re.sub(r"[-_.]+", "-", match[1]).lower()


def core_requirements(pyproject: bytes) -> list[str]:
    """What the engine and its tests need, out of pyproject.toml, so that versions are named in one place."""
    project = tomllib.loads(pyproject.decode("utf-8"))["project"]
    runtime = [r for r in project["dependencies"] if requirement_name(r) not in NOT_FOR_CORE]
    test = [r for r in project["optional-dependencies"]["test"] if requirement_name(r) in FOR_CORE_TESTS]
    return runtime + test


def missing_libraries(ldd_output: str) -> list[str]:
    """Libraries that `ldd` did not find, each once; Qt's own, which come with it, left out."""
    names = re.findall(r"^\s*(\S+) => not found", ldd_output, flags=re.MULTILINE)
    return sorted(
        {name for name in names if not name.startswith(("libQt6", "libicu", "libpyside", "libshiboken"))}
    )


def debian_packages(libraries: Iterable[str]) -> tuple[list[str], list[str]]:
    """The Debian packages that hold these libraries, and the libraries for which we know none."""
    libraries = list(libraries)
    packages = {DEBIAN_PACKAGES[name] for name in libraries if name in DEBIAN_PACKAGES}
    return sorted(packages), [name for name in libraries if name not in DEBIAN_PACKAGES]


def library_advice(libraries: Sequence[str], packager: str | None) -> str:
    """What a person should type to get these libraries."""
    if packager == "apt-get":
        packages, unknown = debian_packages(libraries)
        advice = f"sudo apt-get install {' '.join(packages)}" if packages else ""
        if unknown:
            advice += ("\nand " if advice else "") + "the packages that hold " + ", ".join(unknown)
        return advice
    if packager in ("dnf", "yum", "zypper"):
        # These find a package by the library that it provides.
        suffix = "()(64bit)" if sys.maxsize > 2**32 else ""
        return f"sudo {packager} install " + " ".join(f"'{name}{suffix}'" for name in libraries)
    return "install the packages of your system that hold " + ", ".join(libraries)


def looks_offline(output: str) -> bool:
    """Whether pip's output says that the package index could not be reached."""
    return any(sign in output for sign in NETWORK_SIGNS)


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The surroundings without what would leak other packages in or send ours elsewhere."""
    drop = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "__PYVENV_LAUNCHER__"}
    kept = {name: value for name, value in environ.items() if name.upper() not in drop}
    return kept | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def check_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The surroundings for the checks: no window on the screen, the same random examples each time."""
    defaults = {"QT_QPA_PLATFORM": "offscreen", "MPLBACKEND": "Agg", "HYPOTHESIS_PROFILE": "ci"}
    return defaults | clean_environment(environ)


def executable(env: Path, name: str, windows: bool = WINDOWS) -> Path:
    """Where the environment `env` keeps the command `name`."""
    return env / "Scripts" / f"{name}.exe" if windows else env / "bin" / name


def install_command(python: Path, requirements: Sequence[str], extras: Sequence[str] = ()) -> list[str]:
    """pip's command that installs the checkout with `extras`, or alone but for the given `requirements`."""
    # Wheels over newer sources: nobody should need a compiler to start this program.
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--prefer-binary"]
    if requirements:
        return [*pip, *requirements]
    return [*pip, "--editable", str(ROOT) + (f"[{','.join(extras)}]" if extras else "")]


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]


def main_checks(env: Path, workers: int, pytest_arguments: Sequence[str] = ()) -> list[Check]:
    """Every check that runs in the full environment, the quick ones first.

    The engine's tests run in an environment of their own (see `core_check`), and only there unless pytest is
    given arguments: what passes without Qt passes with it.
    """
    python = str(executable(env, "python"))
    arguments = pytest_arguments or ["--ignore=tests/core"]
    parallel = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "--output-format=concise", "."]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("import rules", [str(executable(env, "lint-imports"))]),
        Check("pytest", [python, "-m", "pytest", *parallel, *arguments]),
    ]


def core_check(env: Path, workers: int) -> Check:
    """The engine's tests where there is neither Qt nor matplotlib."""
    python = str(executable(env, "python"))
    parallel = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    return Check("core without Qt", [python, "-m", "pytest", *parallel, "tests/core"])


@dataclass(frozen=True)
class Outcome:
    name: str
    result: str  # passed, FAILED or skipped
    seconds: float = 0.0
    why: str = ""


def summary(outcomes: Sequence[Outcome]) -> str:
    """The table at the end of a test run."""
    width = max(len(outcome.name) for outcome in outcomes)
    lines = [
        f"  {o.name:<{width}}  {o.result:<7}  {o.seconds:6.1f} s" + (f"  {o.why}" if o.why else "")
        for o in outcomes
    ]
    return "\n".join(["", "Summary", *lines])


def exit_code(outcomes: Sequence[Outcome]) -> int:
    """0 only when nothing failed."""
    return 1 if any(outcome.result == "FAILED" for outcome in outcomes) else 0


# --- the system -----------------------------------------------------------------------------------


def on_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def packager() -> str | None:
    """This Linux's way to install packages, if it is one that we know."""
    if on_debian():
        return "apt-get"
    return next((name for name in ("dnf", "yum", "zypper") if shutil.which(name)), None)


def apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages as root; False (and said) when that fails."""
    say(f"Installing system packages: {' '.join(packages)}")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    # A fresh machine has no package lists, and old lists name files that are gone; but mostly they are fine.
    output = ""
    for command in (install, [*apt, "update"], install):
        done = subprocess.run(
            command,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        output = done.stdout
        if command is install and done.returncode == 0:
            return True
    say(f"apt-get could not install them:\n{output.strip()}")
    return False


def qt_libraries(env: Path) -> list[str]:
    """The system libraries that Qt needs to open a window and this machine lacks."""
    if not sys.platform.startswith("linux") or shutil.which("ldd") is None:
        return []
    pyside = next(iter(env.glob("lib*/python3*/site-packages/PySide6")), None)
    if pyside is None:
        return []
    files = [pyside / "Qt/plugins/platforms/libqxcb.so", *pyside.glob("QtWidgets.*.so")]
    command = ["ldd", *(str(file) for file in files if file.exists())]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return missing_libraries(done.stdout)


def has_fonts() -> bool:
    """Whether any font is installed; without one Qt draws empty boxes."""
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
    return any(next(folder.rglob("*.[ot]t[fc]"), None) is not None for folder in folders)


def provide_system_libraries(env: Path, testing: bool) -> None:
    """Install what Qt needs from the system where we may; otherwise say what is missing, and go on."""
    if not sys.platform.startswith("linux"):
        return
    libraries = qt_libraries(env)
    if on_debian() and is_root():
        packages, _ = debian_packages(libraries)
        if not has_fonts():
            packages.append("fonts-dejavu-core")
        if packages and apt_install(packages):
            libraries = qt_libraries(env)
        # Apart from the libraries, so that these tools of a few tests cannot stand in their way.
        tools = [package for package, command in TEST_TOOLS.items() if not shutil.which(command)]
        if testing and tools:
            apt_install(tools)
    if libraries:
        say(f"Qt cannot open a window yet: {', '.join(libraries)} not found. To get them:")
        say(library_advice(libraries, packager()))


# --- environments ---------------------------------------------------------------------------------


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
        f"This Python ({sys.executable}) cannot make virtual environments. To put that right:\n{advice}"
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
            [str(executable(env, "python")), "-I", "-c", code, *modules],
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
            f"Cannot remove {env} ({error}). Close what uses it, remove it by hand, and start again."
        ) from error


def create(env: Path, state: State) -> None:
    """Make the environment anew. It counts as cut short until the installation is through."""
    require_venv()
    if env.exists() or env.is_symlink():
        remove(env)
    say(f"Making the environment {env.name} ({state.python})")
    env.mkdir()
    write_state(env, State(state.project, state.python, state.root, (), complete=False))
    done = subprocess.run(
        [base_python(), "-m", "venv", str(env)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=clean_environment(os.environ),
        check=False,
    )
    if done.returncode != 0:
        raise SetupError(f"Python could not make the environment {env}:\n{done.stdout.strip()}")


def pip(command: Sequence[str]) -> None:
    """Run pip; its words are shown only when it fails."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=clean_environment(os.environ),
        check=False,
    )
    if done.returncode == 0:
        return
    if looks_offline(done.stdout):
        raise SetupError(
            "The package index cannot be reached. The first start needs the internet (or a pip mirror: "
            "PIP_INDEX_URL); later ones do not. Check the connection and the proxy, and start again."
        )
    say(done.stdout.strip())
    raise SetupError("pip could not install what is needed; its message is above.")


def prepare(name: str, extras: Sequence[str], modules: Sequence[str], core_only: bool = False) -> Path:
    """Bring the environment `name` into the state that this checkout needs; return where it is."""
    env = ROOT / name
    pyproject = (ROOT / "pyproject.toml").read_bytes()
    wanted = wanted_state(pyproject, extras)
    found = read_state(env)
    action, why = decide(found, wanted) if env.exists() or env.is_symlink() else (Action.REBUILD, "")
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
        found = None
        create(env, wanted)
    target = with_extras(found, wanted)
    unfinished = State(target.project, target.python, target.root, (), complete=False)
    python = executable(env, "python")
    reason = f" ({why})" if action is Action.INSTALL else ""
    say(f"Installing into {name}{reason}; the first time this takes a minute or two")
    started = time.monotonic()
    write_state(env, unfinished)
    try:
        if core_only:
            pip(install_command(python, core_requirements(pyproject)))
            pip([*install_command(python, []), "--no-deps"])
        else:
            pip(install_command(python, [], target.extras))
    except SetupError:
        # pip refused before it changed anything, as it does without a network: what was there still works.
        if found is not None:
            write_state(env, found)
        raise
    write_state(env, target)
    say(f"Installed in {time.monotonic() - started:.0f} s")
    return env


# --- the two commands -----------------------------------------------------------------------------


def start(arguments: Sequence[str]) -> int:
    """Start the program in its environment."""
    env = prepare(".venv", [], PROGRAM_MODULES)
    provide_system_libraries(env, testing=False)
    command = [str(executable(env, "lwnb")), *arguments]
    environ = clean_environment(os.environ)
    if not WINDOWS:
        sys.stdout.flush()
        os.execve(command[0], command, environ)
    # Windows has no exec: wait, and leave Ctrl+C to the program.
    with subprocess.Popen(command, env=environ) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


def worker_count() -> int:
    """How many tests at a time: a few, for each worker loads the libraries anew."""
    try:
        cores = len(os.sched_getaffinity(0))  # type: ignore[attr-defined,unused-ignore]
    except AttributeError:  # only Linux tells which cores we may use
        cores = os.cpu_count() or 1
    return max(1, min(4, cores))


def run_check(check: Check, environ: Mapping[str, str]) -> Outcome:
    print(f"\n--- {check.name}", flush=True)
    started = time.monotonic()
    try:
        code = subprocess.run(
            check.command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, check=False
        ).returncode
    except OSError as error:
        return Outcome(check.name, "FAILED", time.monotonic() - started, str(error))
    why = "" if code == 0 else f"exit code {code}"
    return Outcome(check.name, "FAILED" if code else "passed", time.monotonic() - started, why)


def run_checks(pytest_arguments: Sequence[str]) -> int:
    """Run every check, also after one has failed, and sum up."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Started in the background we would hand on deafness to Ctrl+C, and there are tests of Ctrl+C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    env = prepare(".venv", ["test"], PROGRAM_MODULES + TEST_MODULES)
    provide_system_libraries(env, testing=True)
    environ = check_environment(os.environ)
    workers = worker_count()
    outcomes = [run_check(check, environ) for check in main_checks(env, workers, pytest_arguments)]
    try:
        core_env = prepare(".venv-core", ["core tests"], CORE_MODULES, core_only=True)
    except SetupError as error:
        outcomes.append(Outcome("core without Qt", "FAILED", why=str(error)))
    else:
        leaked = {"PySide6", "matplotlib"} - set(missing_modules(core_env, ["PySide6", "matplotlib"]) or ())
        if leaked:
            outcomes.append(
                Outcome("core without Qt", "FAILED", why=f"{core_env.name} holds {', '.join(sorted(leaked))}")
            )
        else:
            outcomes.append(run_check(core_check(core_env, workers), environ))
    print(summary(outcomes), flush=True)
    return exit_code(outcomes)


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A narrow console or a redirected one on Windows must not stop us over a letter.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if arguments and arguments[0] == "test":
            return run_checks(arguments[1:])
        return start(arguments)
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Interrupted.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
