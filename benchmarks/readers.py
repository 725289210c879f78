"""`python -m benchmarks.readers DIR…`: every difference between Weka's reading of ARFF files and ours.

Attributes, declared values, every cell, missing values and weights are compared bit by bit. Intended
differences are listed with their reasons and do not count: files that we repair and Weka refuses, and bytes
that Weka cannot read as UTF-8. The exit code says whether there is any other. Weka 3.6.14 is found by the
environment variable WEKA_JAR or where Debian's package puts it; Java must be 11 or later.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.weka import weka_jar, weka_version
from lwnb_core.data import Dataset, read_arff
from lwnb_core.errors import DataError

_DUMP = Path(__file__).with_name("ArffDump.java")
_FILES_AT_ONCE = 50
_MOST_SHOWN = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readers", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="a folder, or a file")
    options = parser.parse_args()
    jar, java = weka_jar(), shutil.which("java")
    if jar is None or java is None:
        print(f"{'Weka' if jar is None else 'Java'} is not installed: nothing to compare with")
        return 2
    files = [file for folder in options.folders for file in _files(folder)]
    if not files:
        print("no ARFF files there")
        return 2
    verdicts: Counter[str] = Counter()
    for file, theirs in zip(files, weka_readings(java, jar, files), strict=True):
        verdict, details = compare(file, theirs)
        verdicts[verdict] += 1
        if verdict != "the same":
            print(f"{file}: {verdict}")
            for detail in details[:_MOST_SHOWN]:
                print(f"    {detail}")
            if len(details) > _MOST_SHOWN:
                print(f"    and {len(details) - _MOST_SHOWN:,} more")
    counted = " · ".join(f"{verdict} {times}" for verdict, times in verdicts.most_common())
    print(f"{len(files)} files, {weka_version(jar)}: {counted}")
    return int(verdicts["different"] > 0)


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(file for pattern in ("*.arff", "*.arff.gz") for file in folder.rglob(pattern))


def weka_readings(java: str, jar: Path, files: list[Path]) -> Iterator[dict[str, Any]]:
    """Return Weka's reading of each file: attributes, rows and weights, or an error."""
    for start in range(0, len(files), _FILES_AT_ONCE):
        done = subprocess.run(
            # Weka reads dates in the time zone of the machine; ours are UTC.
            [java, "-Xmx4g", "-Duser.timezone=UTC", "-cp", str(jar), str(_DUMP)]
            + [str(file) for file in files[start : start + _FILES_AT_ONCE]],
            stdout=subprocess.PIPE,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        yield from (json.loads(line) for line in done.stdout.decode("utf-8").splitlines())


def compare(file: Path, theirs: dict[str, Any]) -> tuple[str, list[str]]:
    """Return a verdict and the differences behind it."""
    try:
        ours = read_arff(file)
    except DataError as error:
        if "error" in theirs:
            return "refused by both", [f"Weka: {theirs['error']}", f"ours: {error.message}"]
        if "relational" in error.message:
            return "relational, refused by us alone", [error.message]
        return "different", [f"refused by us alone: {' '.join(str(error).split())}"]
    if "error" in theirs:
        if ours.repairs:
            return "repaired, refused by Weka", [f"Weka: {theirs['error']}", *map(str, ours.repairs)]
        return "different", [f"read by us alone; Weka: {theirs['error']}"]
    differing = list(differences(ours, theirs))
    if differing and "\ufffd" in json.dumps(theirs, ensure_ascii=False) and _only_bytes(ours, theirs):
        return "bytes that Weka cannot read", differing
    return ("different", differing) if differing else ("the same", [])


def _only_bytes(ours: Dataset, theirs: dict[str, Any]) -> bool:
    """Return whether every difference is a character that Weka shows as unreadable."""
    plain = json.loads(json.dumps(theirs, ensure_ascii=False).replace("\ufffd", "*"))
    return all("\ufffd" in line or "*" in line for line in differences(ours, plain))


def differences(ours: Dataset, theirs: dict[str, Any]) -> Iterator[str]:
    """Describe each difference: first our number or text, then Weka's."""
    if len(ours.attributes) != len(theirs["attributes"]):
        yield f"{len(ours.attributes)} attributes against {len(theirs['attributes'])}"
        return
    for attribute, (name, kind) in zip(ours.attributes, theirs["attributes"], strict=True):
        if attribute.name != name:
            yield f"attribute {attribute.name!r} against {name!r}"
        if isinstance(kind, list):
            if attribute.kind != "nominal" or list(attribute.values) != kind:
                yield f"{name}: values {attribute.values} against {kind}"
        elif attribute.kind != ("numeric" if kind == "date" else kind):
            yield f"{name}: {attribute.kind} against {kind}"
    if len(ours) != len(theirs["rows"]):
        yield f"{len(ours)} rows against {len(theirs['rows'])}"
        return
    for j, attribute in enumerate(ours.attributes):
        for i, row in enumerate(theirs["rows"]):
            mine, other = ours.value(i, j), row[j]
            if isinstance(mine, float) and math.isnan(mine):
                mine = None
            if mine != other or type(mine) is not type(other):
                yield f"row {i + 1}, {attribute.name}: {mine!r} against {other!r}"
    for i, (mine, other) in enumerate(zip(ours.weights.tolist(), theirs["weights"], strict=True)):
        if mine != other:
            yield f"row {i + 1}: weight {mine!r} against {other!r}"


if __name__ == "__main__":
    sys.exit(main())
