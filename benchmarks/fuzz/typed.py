"""`python -m benchmarks.fuzz.typed`: damaged Parquet, Feather, Excel and JSON files, packed or not.

Their columns are read by compiled code of other libraries, which may crash or hang, so the files are opened
in a process that is replaced if it dies, exceeds its memory limit or takes too long. Such a file is a
finding, and so is every exception that is not ours; all findings are kept in --findings. The exit code says
whether there was one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
MOST_SECONDS = 20
MOST_BYTES = 6 << 30


def main() -> int:
    options = _options()
    options.findings.mkdir(parents=True, exist_ok=True)
    if options.start is not None:
        return _worker(options)
    # Arrow's own allocator reserves gigabytes that it never uses, and the limit is on addresses.
    environment = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}
    begin, done = time.monotonic(), 0
    counts: Counter[str] = Counter()
    while done < options.inputs:
        command = [sys.executable, "-m", "benchmarks.fuzz.typed", "--start", str(done)]
        command += ["--inputs", str(options.inputs), "--seed", str(options.seed)]
        command += ["--findings", str(options.findings)]
        ended = subprocess.run(command, cwd=_ROOT, env=environment, check=False)
        report = json.loads((options.findings / "report.json").read_text(encoding="utf-8"))
        counts.update(report["counts"])
        done = report["next"]
        if ended.returncode:  # it died while reading the next file
            counts["findings"] += 1
            print(f"file {done}: the process ended with code {ended.returncode}")
            done += 1
    print(f"{counts.total():,} files, seed {options.seed}, {time.monotonic() - begin:,.0f} s")
    print(f"read {counts['read']:,} · refused in our own words {counts['refused']:,}")
    print(f"findings: {counts['findings']}")
    return int(counts["findings"] > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.typed", description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "lwnb-typed-findings")
    parser.add_argument("--start", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def _worker(options: argparse.Namespace) -> int:
    from benchmarks.fuzz.typed_inputs import check, inputs

    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    counts: Counter[str] = Counter()
    for i, (name, raw) in enumerate(inputs(options.inputs, options.seed, options.start), start=options.start):
        _report(options.findings, i, counts)
        file = options.findings / f"{options.seed}-{i}-{name}"
        file.write_bytes(raw)
        signal.alarm(MOST_SECONDS)  # its default action ends the process, even inside compiled code
        try:
            outcome = check(file)
        except Exception:
            outcome = "findings"
            print(f"{file}:\n{traceback.format_exc(limit=-4)}", flush=True)
        signal.alarm(0)
        counts[outcome] += 1
        if outcome != "findings":
            file.unlink()
    _report(options.findings, options.inputs, counts)
    return 0


def _report(folder: Path, following: int, counts: Counter[str]) -> None:
    said: dict[str, Any] = {"next": following, "counts": counts}
    (folder / "report.json").write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
