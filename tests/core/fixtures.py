"""The external numbers that are committed as fixtures: Weka's posteriors and the paper's tables."""

from __future__ import annotations

import csv
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import lwnb_core as lw

DATA = Path(__file__).resolve().parent.parent / "data"
ORACLE = DATA / "oracle"
PAPER = DATA / "paper"

# Weka's example files under the names of our samples.
ORACLES = {path.name.removesuffix(".json.gz"): path for path in sorted(ORACLE.glob("*.json.gz"))}
SAMPLE_OF = {"weather.numeric": "weather-numeric"}

_NB = "weka.classifiers.bayes.NaiveBayes"
_FILTERED = "weka.classifiers.meta.FilteredClassifier -F weka.filters.supervised.attribute.Discretize -W "


@cache
def oracle(name: str) -> dict[str, Any]:
    """Return Weka's folds and posteriors for one data set."""
    with gzip.open(ORACLES[name], "rt", encoding="utf-8") as file:
        return json.load(file)


@cache
def sample(name: str) -> lw.Dataset:
    return lw.sample(SAMPLE_OF.get(name, name))


def learner_of(scheme: str) -> lw.Learner | None:
    """Return our learner for a Weka command line, or None if this folder's tests do not cover it."""
    if scheme.startswith(_FILTERED):
        inner = learner_of(scheme.removeprefix(_FILTERED).replace(" -- ", " "))
        return None if inner is None else lw.Discretised(inner, "weka")
    if scheme == _NB:
        return lw.NB("weka")
    name, *options = scheme.removesuffix(f" -W {_NB}").split()
    if name == "weka.classifiers.lazy.IBk":
        learner = lw.KNNDW if "-F" in options else lw.KNN
        return learner(_option(options, "-K"), "weka")
    if name == "weka.classifiers.lazy.LWL":
        return lw.LWNB(_option(options, "-K"), "weka", kernel=lw.KERNELS[_option(options, "-U")])
    return None


def _option(options: list[str], flag: str) -> int:
    return int(options[options.index(flag) + 1]) if flag in options else 0


@cache
def printed(table: int) -> dict[str, dict[str, str]]:
    """Return Table 1, 2 or 3 of the paper, by data set."""
    with (PAPER / f"table{table}.csv").open(encoding="utf-8", newline="") as file:
        return {row["dataset"]: row for row in csv.DictReader(file)}


@cache
def prototype_folds() -> dict[tuple[str, str], tuple[float, ...]]:
    """Return the accuracy of 100 folds by data set and column, computed outside the project with `tables`."""
    with gzip.open(PAPER / "folds.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return {(dataset, column): tuple(map(float, folds)) for dataset, column, _, *folds in rows}
