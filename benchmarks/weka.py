"""The curve over every k compared with Weka's locally weighted learning at one k.

Weka is found by the environment variable WEKA_JAR or where Debian's package puts it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import lwnb_core as lw
from benchmarks.measuring import Row, absent, seconds, times
from benchmarks.sweep import curve_seconds
from lwnb_core.data import assets_dir

TARGET = 1.0
WHAT = "curve over every k against Weka's LWL at one k"


def measure(quick: bool) -> list[Row]:
    """Return the CPU seconds of both, Weka's with 10-fold cross-validation at k = 50."""
    jar, java = weka_jar(), shutil.which("java")
    if jar is None or java is None:
        return [absent(WHAT, f"{'Weka' if jar is None else 'Java'} is not installed")]
    rows = []
    for name in ("segment",) if quick else ("segment", "waveform"):
        theirs = weka_seconds(java, jar, assets_dir() / "samples" / f"{name}.arff", lwl(50))
        if theirs is None:
            rows.append(absent(f"{name}: {WHAT}", "Weka failed on the file"))
            continue
        ours = curve_seconds(lw.sample(name), 1 if quick else 3)
        rows.append(
            Row(
                f"{name}: {WHAT}",
                times(ours / theirs),
                f"≤ {TARGET:g}×",
                ours / theirs <= TARGET,
                f"ours {seconds(ours)}, every k of three learners; Weka {seconds(theirs)}, k = 50 of one,"
                f" 10-fold (CPU, {weka_version(jar)})",
                {"ours_cpu_seconds": ours, "weka_cpu_seconds": theirs, "ratio": ours / theirs},
            )
        )
    return rows


def weka_jar() -> Path | None:
    for path in (os.environ.get("WEKA_JAR"), "/usr/share/java/weka.jar"):
        if path and Path(path).is_file():
            return Path(path)
    return None


def weka_version(jar: Path) -> str:
    name = jar.resolve().stem
    return name.replace("weka-", "Weka ") if name != "weka" else "Weka"


def weka_seconds(java: str, jar: Path, file: Path, learner: Sequence[str]) -> float | None:
    """Return user and system seconds of a whole 10-fold run of a Weka learner, or None if it fails."""
    name, *options = learner
    command = [java, "-Xmx2g", "-cp", str(jar), name, "-t", str(file), "-x", "10", "-o", "-v", *options]
    before = os.times()
    done = subprocess.run(command, capture_output=True, check=False)
    after = os.times()
    if done.returncode != 0 or b"Correctly Classified" not in done.stdout:
        return None
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def lwl(k: int) -> tuple[str, ...]:
    """Return the command of Weka's locally weighted naive Bayes."""
    return ("weka.classifiers.lazy.LWL", "-K", f"{k}", "-W", "weka.classifiers.bayes.NaiveBayes")
