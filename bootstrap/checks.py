"""Every check of `python3 run.py test`: this is where they are listed, and nowhere else.

Each command is written as you would type it with `.venv` activated.
"""

from __future__ import annotations

import os
import shlex
import signal
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bootstrap import ROOT, run, say
from bootstrap.environments import clean_environment, executable, prepare
from bootstrap.system import TEST_TOOLS, THOROUGH_TOOLS, provide_system_libraries

# The checks that do not run the program; --static runs only these.
STATIC = {
    "ruff check": "ruff check --output-format=concise .",
    "ruff format": "ruff format --check .",
    "mypy": "mypy",
    "import rules": "lint-imports",
}

# The engine's loops are compiled at the same time: mypy leaves one core free, and until they are compiled,
# every test process would compile them again.
COMPILING = {"compiling": "python -c 'from lwnb_gui.qt.window.warm_up import warm_up; warm_up()'"}

# A few tests at a time, because each worker loads the libraries again.
PYTEST = "pytest -n logical --maxprocesses=4 --dist worksteal"

# The engine's tests run separately, without Qt and matplotlib (and without pytest-qt, which needs Qt), and
# only there unless pytest is told what to run: what passes without Qt also passes with it.
TESTS = f"{PYTEST} --ignore=tests/core"
CORE = f"{PYTEST} -p no:pytest-qt tests/core"

# With this folder on its path, Python and all processes that it starts find neither Qt nor matplotlib.
ENGINE_ALONE = {"PYTHONPATH": str(ROOT / "bootstrap" / "engine_alone")}

# With --thorough, pytest also runs the tests with that mark, and these checks follow; tests/README.md
# describes each.
LONG_FORMS = {
    "random walks": "python -m tests.qt.monkey --seeds 4 --steps 400",
    "fuzzed files": "python -m benchmarks.fuzz --inputs 50000 --guided 0",
    "damaged files": "python -m benchmarks.fuzz.typed",
    "monstrous files": "python -m benchmarks.fuzz.monsters",
    "packaging": "python packaging/check.py",
}

THOROUGH = "--thorough"
THOROUGH_TAKES = (
    "The thorough form takes about 20 minutes of processor time, an hour on two cores that others use as well"
    " (measured on an AMD EPYC), and needs the internet (packaging)."
)


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]
    environ: Mapping[str, str] = field(default_factory=dict)  # in addition to that of all checks


@dataclass(frozen=True)
class Outcome:
    name: str
    exit_code: int
    seconds: float
    output: str = ""  # the output of a check that did not print while it ran


def words(env: Path, command: str) -> list[str]:
    """Return the words of a command whose program is in the environment."""
    program, *arguments = shlex.split(command)
    return [str(executable(env, program)), *arguments]


def listed(env: Path, commands: Mapping[str, str]) -> list[Check]:
    return [Check(name, words(env, command)) for name, command in commands.items()]


def tests(env: Path, arguments: Sequence[str]) -> list[Check]:
    """Return the command of the tests, with further arguments for pytest."""
    thorough = [THOROUGH] if THOROUGH in arguments else []
    everything = set(arguments) <= {THOROUGH}
    return [
        Check("pytest", [*words(env, TESTS if everything else PYTEST), *arguments]),
        Check("core without Qt", [*words(env, CORE), *thorough], ENGINE_ALONE),
    ]


def check_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables of the checks: no windows, and the same random examples each time.

    The tests start more than a hundred processes, and without byte code each would compile all our modules,
    which takes a third of its processor time.
    """
    defaults = {"QT_QPA_PLATFORM": "offscreen", "MPLBACKEND": "Agg", "HYPOTHESIS_PROFILE": "ci"}
    given = clean_environment(environ)
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return defaults | given


def run_check(check: Check, environ: Mapping[str, str], show: bool = True) -> Outcome:
    """Run one check; it prints while it runs unless `show` is off."""
    if show:
        print(f"\n--- {check.name}", flush=True)
    started = time.monotonic()
    code, output = run(check.command, {**environ, **check.environ}, show)
    return Outcome(check.name, code, time.monotonic() - started, output)


def run_together(checks: Sequence[Check], environ: Mapping[str, str]) -> list[Outcome]:
    """Run checks at the same time; the output of each is shown in their order."""
    outcomes = []
    with ThreadPoolExecutor(len(checks)) as pool:
        for outcome in pool.map(lambda check: run_check(check, environ, show=False), checks):
            print(f"\n--- {outcome.name}\n{outcome.output.rstrip()}", flush=True)
            outcomes.append(outcome)
    return outcomes


def sum_up(outcomes: Sequence[Outcome]) -> int:
    """Print the table at the end of a run; the exit code is 0 only when nothing failed."""
    width = max(len(outcome.name) for outcome in outcomes)
    print("\nSummary")
    for o in outcomes:
        result, why = ("FAILED", f"  exit code {o.exit_code}") if o.exit_code else ("passed", "")
        print(f"  {o.name:<{width}}  {result}  {o.seconds:6.1f} s{why}", flush=True)
    return int(any(outcome.exit_code for outcome in outcomes))


def run_checks(arguments: Sequence[str]) -> int:
    """Run every check, even after one has failed, and sum up."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # If we were started in the background, processes would inherit that Ctrl+C is ignored, and some tests
        # need it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    env = prepare(["test"])
    environ = check_environment(os.environ)
    if "--static" in arguments:
        return sum_up(run_together(listed(env, STATIC), environ))
    thorough = THOROUGH in arguments
    provide_system_libraries(env, TEST_TOOLS | THOROUGH_TOOLS if thorough else TEST_TOOLS)
    if thorough:
        say(THOROUGH_TAKES)
    outcomes = run_together(listed(env, STATIC | COMPILING), environ)
    one_by_one = tests(env, arguments) + (listed(env, LONG_FORMS) if thorough else [])
    outcomes += [run_check(check, environ) for check in one_by_one]
    return sum_up(outcomes)
