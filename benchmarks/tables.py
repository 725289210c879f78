"""Table 2 of the paper compared with Weka: seven columns on the same data, one run of ten folds each."""

from __future__ import annotations

import shutil
from pathlib import Path

import lwnb_core as lw
from benchmarks.measuring import Row, absent, best, seconds, times
from benchmarks.weka import lwl, weka_jar, weka_seconds, weka_version
from lwnb_core.data import assets_dir
from lwnb_core.evaluation.paper.tables import compute_table

TARGET = 15.0
WHAT = "Table 2 against Weka"

_COLUMNS = (
    *(lwl(k) for k in (50, 30, 100)),
    ("weka.classifiers.bayes.NaiveBayes",),
    *(("weka.classifiers.lazy.IBk", "-K", k, "-F") for k in ("5", "10", "20")),
)
# It measures starting Java and reading the file, which are not part of the learners.
_NOTHING = ("weka.classifiers.rules.ZeroR",)
# Numeric, nominal and mixed data; few rows and many; printed name and sample.
_SOME = {"vote": "vote", "german": "credit-g", "segment": "segment", "waveform": "waveform"}


def measure(quick: bool) -> list[Row]:
    """Return the CPU seconds of both, for all data sets together and for each."""
    jar, java = weka_jar(), shutil.which("java")
    if jar is None or java is None:
        return [absent(WHAT, f"{'Weka' if jar is None else 'Java'} is not installed")]
    ours: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for printed, sample in list(_SOME.items())[: 2 if quick else None]:
        weka_result = _weka(java, jar, assets_dir() / "samples" / f"{sample}.arff")
        if weka_result is None:
            return [absent(WHAT, f"Weka failed on {sample}")]
        data = lw.sample(sample)
        compute_table(2, [(printed, data)], 1, jobs=1)  # compiles

        def table(printed: str = printed, data: lw.Dataset = data) -> None:
            compute_table(2, [(printed, data)], 1, jobs=1)

        ours[printed], theirs[printed] = best(table, 3), weka_result
    ratio = sum(theirs.values()) / sum(ours.values())
    each = ", ".join(f"{name} {times(theirs[name] / ours[name])}" for name in ours)
    return [
        Row(
            WHAT,
            times(ratio),
            f"≥ {TARGET:g}×",
            ratio >= TARGET,
            f"CPU, one run of 10 folds, seven columns: ours {seconds(sum(ours.values()))},"
            f" {weka_version(jar)} {seconds(sum(theirs.values()))} without its start; {each}",
            {"ours_cpu_seconds": ours, "weka_cpu_seconds": theirs, "ratio": ratio},
        )
    ]


def _weka(java: str, jar: Path, file: Path) -> float | None:
    """Return the CPU seconds of the seven columns, less seven times those of a learner that does nothing."""
    idle = weka_seconds(java, jar, file, _NOTHING)
    spent = [weka_seconds(java, jar, file, column) for column in _COLUMNS]
    if idle is None or any(each is None for each in spent):
        return None
    return sum(each - idle for each in spent if each is not None)
