"""A column of few whole numbers that is chosen as the class is treated as nominal, and a note says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data.columns import are_class_codes

RANDOM = np.random.RandomState(1)


def frame(classes: int = 3, rows: int = 60) -> pd.DataFrame:
    return pd.DataFrame({"x": RANDOM.random_sample(rows), "target": np.arange(rows) % classes})


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0, 1, 2] * 10, True),
        (list(range(10)) * 2, True),
        (list(range(10)) * 2 + [None], True),
        ([-1, 1, 1], True),
        ([5, 5], True),
        (list(range(20)) * 2, True),
        (list(range(21)) * 9, False),
        (list(range(10)), False),
        ([0.5, 1, 0.5, 1], False),
        ([None, None], False),
        ([1, float("inf"), 1, 1], False),
    ],
)
def test_which_numbers_are_codes_of_classes(values: list[float | None], expected: bool) -> None:
    assert are_class_codes(np.array(values, dtype=np.float64)) is expected


def test_whole_numbers_of_a_chosen_class_become_nominal_and_are_reported() -> None:
    data = lw.Dataset.from_pandas(frame(), "target")
    assert data.classes == ("0", "1", "2")
    assert [str(r) for r in data.repairs] == [
        "class 'target' is numeric: its 3 whole numbers are used as nominal values"
    ]
    assert data.predictors == (0,)


@pytest.mark.parametrize("suffix", [".csv", ".arff"])
def test_whole_numbers_of_a_file_s_class_become_nominal(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"wine{suffix}"
    lw.save(lw.Dataset.from_pandas(frame()), path)
    data = lw.load(path, "target")
    assert data.classes == ("0", "1", "2")
    assert "used as nominal" in data.repairs[-1].text
    assert lw.load(path).class_index is None, "nobody has chosen it"


def test_class_bins_cut_a_class_of_whole_numbers() -> None:
    data = lw.Dataset.from_pandas(frame(10)).with_class("target", bins=2)
    assert len(data.classes) == 2


@pytest.mark.parametrize("suffix", [".csv", ".arff"])
def test_a_second_file_fits_whether_its_class_was_chosen_or_not(tmp_path: Path, suffix: str) -> None:
    train = lw.Dataset.from_pandas(frame(), "target")
    test_frame = frame(rows=9)
    path = tmp_path / f"test{suffix}"
    lw.save(lw.Dataset.from_pandas(test_frame), path)
    model = lw.NB().fit(train)
    for test in (lw.load(path), lw.load(path, "target"), lw.matched(lw.load(path), train)):
        assert lw.align(test, train).class_codes.tolist() == test_frame["target"].tolist()
        assert model.predict(test).shape == (9,)


def test_classes_that_were_not_learnt_are_named() -> None:
    train = lw.Dataset.from_pandas(frame(3), "target")
    with pytest.raises(lw.HeaderMismatch, match="the training data do not declare: '3'"):
        lw.align(lw.Dataset.from_pandas(frame(4)), train)
