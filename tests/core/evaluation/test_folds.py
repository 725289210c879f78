"""Folds beyond those of the oracle: other numbers of folds, other runs, rows without a class, errors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lwnb_core as lw

# 23 rows, two of them without a class, and the folds that Weka 3.6.14 (deleteWithMissingClass, randomize,
# stratify, trainCV, testCV) makes of them: training | test rows of each fold.
CLASSES = "aabaab?ccabaaaa?cccaabc"
THREE_FOLDS_RUN_1 = """
9 18 12 14 20 13 22 11 17 3 10 4 16 5 | 8 7 2 21 1 0 19
1 7 11 17 0 2 19 18 10 8 12 21 20 4 | 22 16 5 13 3 14 9
22 13 16 5 0 8 7 21 19 9 3 1 14 2 | 18 17 10 4 11 12 20
"""
FIVE_FOLDS_RUN_7 = """
17 2 16 22 14 11 3 10 9 19 7 20 0 21 1 12 | 18 8 13 4 5
2 9 21 13 12 14 8 5 18 4 7 10 1 19 3 22 17 | 16 0 20 11
8 4 9 19 5 10 2 20 12 1 17 18 7 13 16 0 11 | 22 3 14 21
9 20 11 2 4 0 21 14 17 3 5 1 8 18 13 22 16 | 7 19 12 10
4 12 18 19 22 11 8 7 3 10 21 16 5 13 14 20 0 | 17 9 1 2
"""


def data_of(classes: str | list[int], names: str = "abc") -> lw.Dataset:
    codes = [names.find(c) if isinstance(c, str) else c for c in classes]
    return lw.Dataset.from_columns("d", [lw.Attribute.nominal("class", tuple(names))], [codes])


@pytest.mark.parametrize(("folds", "run", "printed"), [(3, 1, THREE_FOLDS_RUN_1), (5, 7, FIVE_FOLDS_RUN_7)])
def test_other_runs_and_numbers_of_folds_are_weka_s(folds: int, run: int, printed: str) -> None:
    expected = [
        tuple([int(i) for i in part.split()] for part in line.split("|"))
        for line in printed.strip().split("\n")
    ]
    ours = [(train.tolist(), test.tolist()) for train, test in lw.weka_folds(data_of(CLASSES), run, folds)]
    assert ours == expected


@given(st.data())
def test_folds_part_the_rows_with_a_class(data: st.DataObject) -> None:
    codes = data.draw(st.lists(st.integers(-1, 2), min_size=4, max_size=60))
    with_class = [i for i, c in enumerate(codes) if c >= 0]
    if len(with_class) < 2:
        codes = [0, 1, *codes]
        with_class = [i for i, c in enumerate(codes) if c >= 0]
    folds = data.draw(st.integers(2, len(with_class)))
    run = data.draw(st.integers(1, 10))
    tested: list[int] = []
    for train, test in lw.weka_folds(data_of(codes), run, folds):
        assert sorted([*train, *test]) == with_class
        assert len(test) in (len(with_class) // folds, len(with_class) // folds + 1)
        tested += test.tolist()
    assert sorted(tested) == with_class


@given(st.lists(st.integers(0, 2), min_size=10, max_size=60), st.integers(2, 5))
def test_folds_are_stratified(codes: list[int], folds: int) -> None:
    """Dealt out like cards, the counts of a class differ by at most two between folds."""
    counts = [
        np.bincount(np.array(codes)[test], minlength=3) for _, test in lw.weka_folds(data_of(codes), 1, folds)
    ]
    assert (np.ptp(counts, axis=0) <= 2).all()


def test_runs_differ_and_are_repeatable() -> None:
    data = data_of(CLASSES)
    first, again, second = ([test.tolist() for _, test in lw.weka_folds(data, run, 3)] for run in (1, 1, 2))
    assert first == again
    assert first != second


@pytest.mark.parametrize("folds", [1, 0, -3, 2.5, "10", None, True])
def test_impossible_number_of_folds_is_refused_at_once(folds: object) -> None:
    with pytest.raises(lw.SettingsError, match="folds") as caught:
        lw.weka_folds(data_of(CLASSES), 1, folds)  # type: ignore[arg-type]
    assert caught.value.hint


def test_more_folds_than_rows_with_a_class_are_refused_at_once() -> None:
    assert len(list(lw.weka_folds(data_of(CLASSES), 1, 21))) == 21
    with pytest.raises(lw.DataError, match="21") as caught:
        lw.weka_folds(data_of(CLASSES), 1, 22)
    assert "fewer folds" in caught.value.hint


def test_data_without_any_class_value_are_refused() -> None:
    with pytest.raises(lw.DataError):
        lw.weka_folds(data_of("???"), 1, 2)


def test_a_share_of_every_class_is_held_out() -> None:
    data = data_of(CLASSES)
    training, test = lw.hold_out(data, 50, seed=3)
    assert sorted([*training, *test]) == list(range(len(data)))
    codes = data.class_codes
    assert np.bincount(codes[test] + 1).tolist() == [
        round(0.5 * int((codes == c).sum())) if c >= 0 else 2 for c in range(-1, 3)
    ]
    assert np.array_equal(test, lw.hold_out(data, 50, seed=3)[1])
    assert not np.array_equal(test, lw.hold_out(data, 50, seed=4)[1])
