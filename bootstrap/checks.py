"""Every check there is, one after the other, and what came of them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bootstrap import ROOT, SetupError
from bootstrap.environments import (
    CORE_MODULES,
    PROGRAM_MODULES,
    TEST_MODULES,
    clean_environment,
    executable,
    missing_modules,
    prepare,
)
from bootstrap.system import provide_system_libraries


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]


def check_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The surroundings for the checks: no window on the screen, the same random examples each time."""
    defaults = {"QT_QPA_PLATFORM": "offscreen", "MPLBACKEND": "Agg", "HYPOTHESIS_PROFILE": "ci"}
    return defaults | clean_environment(environ)


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
