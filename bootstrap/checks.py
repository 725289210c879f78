"""Every check there is, one after the other, and what came of them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bootstrap import ROOT, quietly, say
from bootstrap.environments import (
    PROGRAM_MODULES,
    TEST_MODULES,
    clean_environment,
    executable,
    prepare,
)
from bootstrap.system import TEST_TOOLS, THOROUGH_TOOLS, provide_system_libraries

# With this folder on its path, Python and all processes that it starts find neither Qt nor matplotlib.
ENGINE_ALONE = {"PYTHONPATH": str(ROOT / "bootstrap" / "engine_alone")}

THOROUGH = "--thorough"
THOROUGH_TAKES = (
    "The thorough form takes about 20 minutes of processor time, an hour on two cores that others use as well"
    " (measured on an AMD EPYC), and needs the internet (packaging)."
)


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]


def check_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The surroundings for the checks: no window on the screen, the same random examples each time."""
    defaults = {"QT_QPA_PLATFORM": "offscreen", "MPLBACKEND": "Agg", "HYPOTHESIS_PROFILE": "ci"}
    return defaults | clean_environment(environ)


def static_checks(env: Path) -> list[Check]:
    """What is checked without running the program, the quick ones first.

    The kernels are compiled at the same time: mypy leaves a core to them, and as long as nobody has compiled
    them, every process of the tests would do it anew.
    """
    python = str(executable(env, "python"))
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "--output-format=concise", "."]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("import rules", [str(executable(env, "lint-imports"))]),
        Check("kernels", [python, "-c", "from lwnb_gui.qt.window.warm_up import warm_up; warm_up()"]),
    ]


def pytest_check(env: Path, workers: int, pytest_arguments: Sequence[str] = ()) -> Check:
    """The tests to which all packages are visible.

    The engine's tests run apart (see `core_check`), and only there unless pytest is told what to run: what
    passes without Qt passes with it.
    """
    python = str(executable(env, "python"))
    chosen = [argument for argument in pytest_arguments if argument != THOROUGH]
    arguments = pytest_arguments if chosen else [*pytest_arguments, "--ignore=tests/core"]
    return Check("pytest", [python, "-m", "pytest", *in_parallel(workers), *arguments])


def core_check(env: Path, workers: int, pytest_arguments: Sequence[str] = ()) -> Check:
    """The engine's tests, to which neither Qt nor matplotlib is visible (nor pytest-qt, which needs it)."""
    python = str(executable(env, "python"))
    thorough = [THOROUGH] if THOROUGH in pytest_arguments else []
    arguments = ["-p", "no:pytest-qt", *in_parallel(workers), *thorough, "tests/core"]
    return Check("core without Qt", [python, "-m", "pytest", *arguments])


def thorough_checks(env: Path) -> list[Check]:
    """The long forms that are programs of their own; tests/README.md says what each does."""
    python = str(executable(env, "python"))
    return [
        Check("random walks", [python, "-m", "tests.qt.monkey", "--seeds", "4", "--steps", "400"]),
        Check("fuzzed files", [python, "-m", "benchmarks.fuzz", "--inputs", "50000", "--guided", "0"]),
        Check("damaged files", [python, "-m", "benchmarks.fuzz_typed"]),
        Check("monstrous files", [python, "-m", "benchmarks.fuzz_monsters"]),
        Check("packaging", [python, "packaging/check.py"]),
    ]


def in_parallel(workers: int) -> list[str]:
    return ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []


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
    """Run one check, which prints as it goes."""
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


def run_together(checks: Sequence[Check], environ: Mapping[str, str], workers: int) -> list[Outcome]:
    """Run checks side by side; what each printed is shown in their order."""

    def run(check: Check) -> tuple[Outcome, str]:
        started = time.monotonic()
        try:
            passed, output = quietly(check.command, environ)
        except OSError as error:
            passed, output = False, str(error)
        result = "passed" if passed else "FAILED"
        return Outcome(check.name, result, time.monotonic() - started), output

    outcomes = []
    with ThreadPoolExecutor(max(2, workers)) as pool:
        for outcome, output in pool.map(run, checks):
            print(f"\n--- {outcome.name}\n{output.rstrip()}", flush=True)
            outcomes.append(outcome)
    return outcomes


def run_checks(pytest_arguments: Sequence[str]) -> int:
    """Run every check, also after one has failed, and sum up."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Started in the background we would hand on deafness to Ctrl+C, and there are tests of Ctrl+C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    env = prepare(".venv", ["test"], PROGRAM_MODULES + TEST_MODULES)
    thorough = THOROUGH in pytest_arguments
    provide_system_libraries(env, TEST_TOOLS | THOROUGH_TOOLS if thorough else TEST_TOOLS)
    environ = check_environment(os.environ)
    workers = worker_count()
    if thorough:
        say(THOROUGH_TAKES)
    outcomes = run_together(static_checks(env), environ, workers)
    outcomes.append(run_check(pytest_check(env, workers, pytest_arguments), environ))
    outcomes.append(run_check(core_check(env, workers, pytest_arguments), environ | ENGINE_ALONE))
    if thorough:
        outcomes += [run_check(check, environ) for check in thorough_checks(env)]
    print(summary(outcomes), flush=True)
    return exit_code(outcomes)
