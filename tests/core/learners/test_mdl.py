"""Fayyad & Irani's discretiser: by hand, against Weka's, against loops, and at the edges."""

from __future__ import annotations

import json
import math
import random

import numpy as np
import pytest
from numpy.typing import NDArray

import lwnb_core as lw
from lwnb_core.learners.discretisation.mdl import Discretiser, interval_names, mdl_cuts
from lwnb_core.local.training import TrainingSet
from tests.core import naive
from tests.core.fixtures import ORACLE

CASES = json.loads((ORACLE / "mdl.json").read_text(encoding="utf-8"))["cases"]


def cuts(
    values: list[float | None],
    classes: str | list[int],
    weights: list[float] | None = None,
    **how: str,
) -> list[float]:
    codes = ["abcdefgh".index(c) if isinstance(c, str) else c for c in classes]
    return mdl_cuts(
        np.array([math.nan if v is None else v for v in values], dtype=float),
        np.array(codes, dtype=np.int32),
        np.ones(len(values)) if weights is None else np.array(weights),
        max(codes, default=0) + 1,
        **how,
    ).tolist()


class TestByHand:
    def test_a_clean_split_pays(self) -> None:
        # E = 1, G = 1 > [log2 7 + log2 7 - (2·1 - 0 - 0)]/8 = 0.452
        assert cuts([1, 2, 3, 4, 5, 6, 7, 8], "aaaabbbb") == [4.5]

    def test_the_left_cut_stands_on_the_largest_value_below(self) -> None:
        assert cuts([1, 2, 3, 4, 5, 6, 7, 8], "aaaabbbb", cut="left") == [4]

    def test_two_rows_can_be_split(self) -> None:
        # N = 2: G = 1 > [log2 1 + log2 7 - 2]/2 = 0.404
        assert cuts([3, 8], "ab") == [5.5]

    def test_a_mixed_sequence_does_not_pay(self) -> None:
        # Best is 1|234: G = 1 - 0.75·0.918 = 0.311 < [log2 3 + log2 7 - (2 - 2·0.918)]/4 = 1.057
        assert cuts([1, 2, 3, 4], "abab") == []

    def test_both_sides_are_split_again(self) -> None:
        assert cuts(list(range(30)), "a" * 10 + "b" * 10 + "c" * 10) == [9.5, 19.5]

    def test_rows_with_equal_values_are_not_torn_apart(self) -> None:
        assert cuts([1] * 9 + [2] * 9, "a" * 9 + "b" * 9) == [1.5]
        assert cuts([1] * 18, "a" * 9 + "b" * 9) == []

    def test_missing_values_do_not_count(self) -> None:
        complete = cuts([1, 2, 3, 4, 5, 6, 7, 8], "aaaabbbb")
        assert cuts([1, None, 2, 3, 4, None, 5, 6, 7, 8, None], "abaaaabbbba") == complete

    def test_one_class_alone_needs_no_cut(self) -> None:
        assert cuts([1, 2, 3, 4], "aaaa") == []


@pytest.mark.parametrize("number", range(len(CASES)))
def test_cuts_are_weka_s(number: int) -> None:
    """Weka counts rows in the cost of a cut, even where they are weighted."""
    case = CASES[number]
    assert cuts(case["values"], case["classes"], case["weights"], counting="rows") == case["cuts"]


@pytest.mark.parametrize("counting", ["weights", "rows"])
@pytest.mark.parametrize("kind", ["none", "whole", "fractional"])
def test_cuts_are_those_of_a_recursion_by_loops(kind: str, counting: str) -> None:
    choices = {"none": [1.0], "whole": [1.0, 2.0, 3.0], "fractional": [0.1, 0.2, 0.3, 2.7]}[kind]
    result = 0
    for seed in range(150):
        chance = random.Random(seed)
        n, o, grid = chance.randint(1, 40), chance.randint(1, 4), chance.choice([1, 4, 100])
        classes = [chance.randrange(o) for _ in range(n)]
        values = [
            None if chance.random() < 0.06 else round(chance.gauss(2 * c, 1) * grid) / grid for c in classes
        ]
        weights = [chance.choice(choices) for _ in classes]
        expected = naive.mdl(values, classes, weights, counting == "weights")
        assert cuts(values, classes, weights, counting=counting) == pytest.approx(expected), f"seed {seed}"
        result += len(expected)
    assert result > 50


def test_weight_2_is_the_row_twice_where_weights_count() -> None:
    chance = random.Random(3)
    values = [round(chance.gauss(0, 2), 1) for _ in range(30)]
    classes = [int(v + chance.gauss(0, 0.5) > 0) for v in values]
    weights = [float(chance.randint(1, 3)) for _ in values]
    repeated = [(v, c) for v, c, w in zip(values, classes, weights, strict=True) for _ in range(int(w))]
    expected = cuts([v for v, _ in repeated], [c for _, c in repeated])
    assert expected
    assert cuts(values, classes, weights) == expected


def test_less_than_the_weight_of_two_rows_cannot_pay_for_a_cut() -> None:
    """log2(N - 1) is not defined there."""
    assert cuts([1, 2, 3, 4, 5], "aabbb", [0.2] * 5) == []
    assert cuts([1, 2, 3, 4, 5], "aabbb", [0.1] * 5) == []
    assert cuts([1, 2, 3, 4, 5], "aabbb", [0.1] * 5, counting="rows") == cuts(
        [1, 2, 3, 4, 5], "aabbb", [1e-3] * 5, counting="rows"
    )


def test_more_classes_than_3_to_the_power_fits_in_a_number() -> None:
    classes = list(range(700)) * 2
    values = [float(c // 350) for c in classes]
    # G = 1 bit of log2(700); cost [log2 1399 + 700 log2 3 - 700 (9.45 - 8.45)]/1400 = 0.3
    assert cuts(values, classes) == [0.5]


# -- applying it --------------------------------------------------------------------------------------------


def discretiser_of(values: list[float], classes: list[int]) -> tuple[Discretiser, NDArray[np.int32]]:
    data = lw.Dataset.from_columns(
        "d", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))], [values, classes]
    )
    training = TrainingSet.of(data)
    discretiser = Discretiser.fit(training)
    return discretiser, discretiser.apply(training.columns)[0]


def test_a_value_on_the_cut_goes_left_and_missing_stays_missing() -> None:
    discretiser, codes = discretiser_of([1, 2, 3, 4, math.nan], [0, 0, 1, 1, 1])
    assert codes.tolist() == [0, 0, 1, 1, -1]
    assert discretiser.apply((np.array([-1e9, 2.5, np.nextafter(2.5, 3), math.nan]),))[0].tolist() == [
        0,
        0,
        1,
        -1,
    ]


def test_an_attribute_without_a_cut_keeps_one_value() -> None:
    discretiser, codes = discretiser_of([1, 2, 3, math.nan], [0, 1, 0, 1])
    assert discretiser.discretised_attributes[0].values == ("All",)
    assert codes.tolist() == [0, 0, 0, -1]


def test_an_attribute_that_is_missing_everywhere_keeps_one_value() -> None:
    discretiser, codes = discretiser_of([math.nan] * 4, [0, 1, 0, 1])
    assert len(discretiser.discretised_attributes[0].values) == 1
    assert codes.tolist() == [-1] * 4


def test_intervals_are_named_as_weka_names_them() -> None:
    assert interval_names(np.array([2.45, 4.75])) == ("(-inf-2.45]", "(2.45-4.75]", "(4.75-inf)")


def test_only_training_rows_are_looked_at() -> None:
    """Test rows that would move the cut must not do so."""
    values, classes = [1.0, 2.0, 3.0, 4.0, 2.4, 2.4, 2.4, 2.4], [0, 0, 1, 1, 1, 1, 1, 1]
    data = lw.Dataset.from_columns(
        "d", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))], [values, classes]
    )
    assert lw.Discretised(lw.NB()).fit(data, range(4)).predict(data, range(4, 8)).tolist() == [0] * 4
    assert lw.Discretised(lw.NB()).fit(data).predict(data, range(4, 8)).tolist() == [1] * 4
