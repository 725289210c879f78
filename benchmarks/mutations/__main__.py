"""`python -m benchmarks.mutations [WORD…]`: do the tests notice a fault in the code that they test?

Each mutation is a plausible mistake: a `<` for a `<=`, a wrong index, a forgotten weight. It is applied
alone, in a temporary copy of the checkout, and the tests of its folder run in their short form until one
fails. WORDs choose files whose names contain one of them. The exit code says whether every mutation was
caught.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.mutations.table import MUTATIONS, TESTS

_ROOT = Path(__file__).resolve().parents[2]
_NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site")
_MOST_SECONDS = 1800  # a fault can also make a loop endless
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Mutation(NamedTuple):
    file: str
    line: int
    right: str
    wrong: str

    @property
    def tests(self) -> list[str]:
        concerned = next(tests for start, tests in TESTS.items() if self.file.startswith(start))
        return [f"tests/{path}" for path in concerned.split()]


def mutations(root: Path, words: list[str]) -> Iterator[Mutation]:
    """Return those of the chosen files; a text that does not occur exactly once ends the run."""
    for file, pairs in MUTATIONS.items():
        if words and not any(word in file for word in words):
            continue
        text = (root / file).read_text(encoding="utf-8")
        for right, wrong in pairs:
            if text.count(right) != 1:
                sys.exit(f"{file}: {right!r} occurs {text.count(right)} times: write the mutation anew")
            yield Mutation(file, text[: text.index(right)].count("\n") + 1, right, wrong)


def caught_by(mutation: Mutation, root: Path, environ: dict[str, str]) -> str:
    """Return the first test that fails with the mutation; empty if all pass."""
    file = root / mutation.file
    text, times = file.read_text(encoding="utf-8"), file.stat()
    file.write_text(text.replace(mutation.right, mutation.wrong), encoding="utf-8")
    if "compiled" not in mutation.file:  # otherwise an older compilation is used
        environ = environ | {"NUMBA_CACHE_DIR": f"{root}/../numba"}
    try:
        # One after the other, because pytest would choose their order.
        found = (first_failure(tests, root, environ) for tests in mutation.tests)
        return next(filter(None, found), "")
    except subprocess.TimeoutExpired:
        return f"no end within {_MOST_SECONDS} s"
    finally:
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # numba recompiles what looks changed


def first_failure(tests: str, root: Path, environ: dict[str, str]) -> str:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
    run = subprocess.run(
        command, cwd=root, env=environ, capture_output=True, text=True, timeout=_MOST_SECONDS, check=False
    )
    failed = _FAILED.search(run.stdout)
    if run.returncode and failed is None:
        sys.exit(f"{tests} could not run\n{run.stdout}{run.stderr}")
    return failed.group(1) if failed else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    words = parser.parse_args().words
    survived = 0
    with tempfile.TemporaryDirectory(prefix="lwnb-mutations-") as folder:
        root = Path(folder) / "checkout"
        shutil.copytree(_ROOT, root, ignore=_NOT_COPIED)
        # A separate cache: these loops must not replace the user's.
        environ = os.environ | {
            "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "LWNB_CACHE": f"{folder}/cache",
            "HYPOTHESIS_PROFILE": "ci", "QT_QPA_PLATFORM": "offscreen", "MPLBACKEND": "Agg",
        }  # fmt: skip
        chosen = list(mutations(root, words))
        for mutation in chosen:
            start = time.monotonic()
            test = caught_by(mutation, root, environ)
            survived += not test
            print(f"{mutation.file}:{mutation.line}: {mutation.right!r} → {mutation.wrong!r}", flush=True)
            print(f"    {test or 'SURVIVED'} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(chosen)} mutations: {len(chosen) - survived} caught, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
