"""The paper's printed accuracies, to the printed digit, with convention `tables`, 10 × 10 folds.

The shipped samples are the paper's files row for row (checked below where those are at hand), except segment,
whose rows stand in another order. Larger data sets are read from the folder that `LWNB_UCI` names.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from tests.core.fixtures import printed, prototype_folds, sample

SAMPLE = {"breast-c": "breast-cancer", "bal-scale": "balance-scale", "german": "credit-g"}


def learner_of(column: str) -> lw.Learner:
    """Parse LWNB_50, KNNDW_5, NB …; a D before the number adds the discretiser."""
    name, _, k = column.partition("_")
    match name:
        case "LWNB":
            return lw.LWNB(int(k), "tables")
        case "KNNDW":
            return lw.KNNDW(int(k), "tables")
        case "NB":
            return lw.NB("tables")
        case "LWNBD":
            return lw.Discretised(lw.LWNB(int(k), "tables"))
        case "NBD":
            return lw.Discretised(lw.NB("tables"))
    raise AssertionError(column)


def check_printed(data: lw.Dataset, name: str, column: str) -> None:
    row = (printed(2) if column in printed(2)[name] else printed(3))[name]
    result = lw.cross_validate(learner_of(column), data, runs=10)
    # Half a unit of the last printed digit, plus a little for ties in rounding.
    assert result.mean == pytest.approx(float(row[column]), abs=0.005 + 1e-9)
    assert result.sd == pytest.approx(float(row[f"{column}_sd"]), abs=0.05 + 1e-9)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        *(("labor", c) for c in "LWNB_50 LWNB_100 NB LWNBD_50 NBD".split()),
        *(("iris", c) for c in "LWNB_50 LWNB_30 LWNB_100 NB KNNDW_5 KNNDW_10 KNNDW_20 LWNBD_50 NBD".split()),
        *(("glass", c) for c in "LWNB_50 NB KNNDW_5 LWNBD_50 NBD".split()),
        *(("vote", c) for c in "LWNB_50 NB".split()),
        *(("breast-c", c) for c in "LWNB_50 NB KNNDW_20".split()),
        *(("ionosphere", c) for c in "NB KNNDW_5".split()),
        *(("bal-scale", c) for c in "NB NBD KNNDW_5".split()),
        *(("diabetes", c) for c in "NB NBD".split()),
        *(("german", c) for c in "NB NBD".split()),
        ("soybean", "NB"),
    ],
)
def test_samples_give_the_printed_figures(name: str, column: str) -> None:
    check_printed(sample(SAMPLE.get(name, name)), name, column)


def uci(folder: Path, name: str) -> lw.Dataset:
    return lw.load(folder / printed(1)[name]["file"])


@pytest.mark.parametrize(
    "name", "iris glass vote labor diabetes ionosphere breast-c soybean german bal-scale".split()
)
def test_samples_are_the_paper_s_files(uci_dir: Path, name: str) -> None:
    ours, theirs = sample(SAMPLE.get(name, name)), uci(uci_dir, name)
    assert [a.kind for a in ours.attributes] == [a.kind for a in theirs.attributes]
    assert [a.values for a in ours.attributes] == [a.values for a in theirs.attributes]
    for j in range(len(ours.attributes)):
        np.testing.assert_array_equal(ours.column(j), theirs.column(j))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "column"),
    [("anneal", "NB"), ("vowel", "NB"), ("sonar", "KNNDW_5"), ("zoo", "LWNB_50")],
)
def test_uci_files_give_the_printed_figures(uci_dir: Path, name: str, column: str) -> None:
    check_printed(uci(uci_dir, name), name, column)


# Run 1 alone, fold by fold, against the accuracies of a prototype whose means over ten runs are the printed
# figures (vowel KNNDW 93.86, audiology LWNB 78.89 …). Only learners other than LWNB, and nominal data: the
# prototype was without the rows a hair beyond the bandwidth, which matter to Weka's precision alone.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("vowel", "KNNDW_5"),
        ("audiology", "LWNB_50"),
        ("splice", "NB"),
        ("lymph", "LWNBD_50"),
        ("vehicle", "NBD"),
        ("vehicle", "KNNDW_20"),
        ("prim-tumor", "LWNB_30"),
        ("kr-vs-kp", "NB"),
        ("hepatitis", "LWNBD_100"),
    ],
)
def test_uci_files_give_the_folds_of_run_1(uci_dir: Path, name: str, column: str) -> None:
    result = lw.cross_validate(learner_of(column), uci(uci_dir, name), runs=1)
    assert result.folds == pytest.approx(prototype_folds()[name, column][:10], abs=1e-4)
