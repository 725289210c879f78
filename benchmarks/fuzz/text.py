"""`python -m benchmarks.fuzz`: a million files, most of them broken, for the ARFF and CSV readers.

Where atheris (libFuzzer) is installed (`pip install atheris`) the first --guided inputs are guided by the
lines of the readers that they reach, and extend the corpus; the others are seeded mutations of that corpus. A
finding does not stop the run: one file of each kind is kept in --findings, which `python -m benchmarks.fuzz
FILE…` tests again. The exit code says whether there was one. Limits on time and memory are measured by
`python -m benchmarks.fuzz.monsters`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
_REPORT_EVERY = 10_000


def main() -> int:
    options = _options()
    if options.files:
        return _again(options.files)
    if options.worker:
        return _worker(options)
    guided = min(options.guided, options.inputs) if _has_atheris() else 0
    start = time.monotonic()
    reports = [_run(options, "guided", guided)] if guided else []
    reports.append(_run(options, "mutations", options.inputs - guided))
    total = {key: sum(report[key] for report in reports) for key in ("inputs", "read", "refused", "findings")}
    print(f"{total['inputs']:,} inputs, {guided:,} of them led by coverage (atheris), seed {options.seed}")
    print(f"read {total['read']:,} · refused in our own words {total['refused']:,}")
    slowest, peak = (max(report[key] for report in reports) for key in ("slowest_seconds", "peak_mb"))
    print(f"slowest {slowest:.2f} CPU s · memory at most {peak:,.0f} MB · {time.monotonic() - start:,.0f} s")
    print(
        "\n".join(
            [f"findings: {total['findings']}", *(name for report in reports for name in report["names"])]
        )
    )
    complete = total["inputs"] >= options.inputs
    if not complete:
        print("stopped early: see the last lines above")
    return 0 if complete and not total["findings"] else 1


def _run(options: argparse.Namespace, phase: str, inputs: int) -> dict[str, Any]:
    """Run one phase in a separate process, and return what it reports."""
    folder = options.findings / phase
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").unlink(missing_ok=True)
    command = [sys.executable, "-m", "benchmarks.fuzz", "--worker", phase, "--inputs", str(inputs)]
    command += ["--seed", str(options.seed), "--findings", str(options.findings)]
    done = subprocess.run(command, cwd=_ROOT, check=False)
    if done.returncode:
        print(f"{phase}: ended with code {done.returncode}", file=sys.stderr)
    file = folder / "report.json"
    if not file.exists():
        sys.exit(f"{phase}: ended before it could count anything")
    return dict(json.loads(file.read_text(encoding="utf-8")))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="findings to be fed again")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--guided", type=int, default=200_000, help="how many of them atheris is to lead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "lwnb-findings")
    parser.add_argument("--worker", choices=("guided", "mutations"), help=argparse.SUPPRESS)
    return parser.parse_args()


def _has_atheris() -> bool:
    import importlib.util

    return importlib.util.find_spec("atheris") is not None


def _again(files: list[Path]) -> int:
    from benchmarks.fuzz.text_inputs import check

    failed = 0
    for file in files:
        try:
            print(f"{file.name}: {check(file.read_bytes())}")
        except Exception:
            failed += 1
            print(f"{file.name}:")
            traceback.print_exc()
    return int(failed > 0)


class _Log:
    """Counts outcomes and keeps one input for every kind of finding."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._counts: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._slowest = 0.0

    def feed(self, data: bytes) -> None:
        from benchmarks.fuzz.text_inputs import check

        start = time.process_time()
        try:
            outcome = check(data)
        except Exception as error:
            outcome = "findings"
            self._keep(data, error)
        took = time.process_time() - start
        if took > self._slowest:
            self._slowest = took
            (self._folder / "slowest.input").write_bytes(data)
        self._counts[outcome] += 1
        if self._counts.total() % _REPORT_EVERY == 0:
            self.write()

    def _keep(self, data: bytes, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        location = "|".join(f"{frame.name}:{frame.lineno}" for frame in frames[-4:])
        key = hashlib.sha256(f"{type(error).__name__}|{location}".encode()).hexdigest()[:12]
        if key not in self._names:
            self._names[key] = f"{type(error).__name__} {location}: {str(error)[:200]!r}"
            (self._folder / f"{key}.input").write_bytes(data)

    def write(self) -> None:
        report: dict[str, Any] = {
            "inputs": self._counts.total(),
            **{outcome: self._counts[outcome] for outcome in ("read", "refused")},
            "findings": self._counts["findings"],
            "names": [f"{key}.input  {name}" for key, name in sorted(self._names.items())],
            "slowest_seconds": self._slowest,
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
        (self._folder / "report.json").write_text(json.dumps(report, indent=2), encoding="utf-8")


def _worker(options: argparse.Namespace) -> int:
    log = _Log(options.findings / options.worker)
    grown = options.findings / "corpus"
    if options.worker == "guided":
        _guided(options, log, grown)
        return 0
    from benchmarks.fuzz.text_inputs import mutations

    more = [file.read_bytes() for file in sorted(grown.glob("*"))] if grown.exists() else []
    for data in mutations(options.inputs, options.seed, more):
        log.feed(data)
    log.write()
    return 0


def _guided(options: argparse.Namespace, log: _Log, folder: Path) -> None:
    import random

    import atheris  # type: ignore[import-not-found, unused-ignore]

    with atheris.instrument_imports(include=["lwnb_core.data"]):
        from benchmarks.fuzz.text_inputs import MOST_BYTES, corpus, mutate

    folder.mkdir(parents=True, exist_ok=True)
    for data in corpus():
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)

    fed = 0

    def one_input(data: bytes) -> None:
        nonlocal fed
        log.feed(data)
        fed += 1
        if fed >= options.inputs:
            log.write()
            os._exit(0)  # libFuzzer offers no other exit that lets us report at the end

    def mutator(data: bytes, max_size: int, seed: int) -> bytes:
        """Mutate half of the time with words of the two grammars, otherwise as libFuzzer prefers."""
        if seed & 1:
            return mutate(data or b"\x00", random.Random(seed), corpus())[:max_size]
        return bytes(atheris.Mutate(data, max_size))

    libfuzzer = [f"-seed={options.seed}", f"-max_len={MOST_BYTES}", "-timeout=60", "-rss_limit_mb=3000"]
    libfuzzer += [
        f"-artifact_prefix={options.findings / options.worker}{os.sep}",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *libfuzzer, str(folder)], one_input, custom_mutator=mutator)
    atheris.Fuzz()
