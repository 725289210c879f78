"""Contributions: the log-odds by source; small ones, and only those, are added up."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import lwnb_core as lw
from lwnb_gui.views.contributions import TOTAL_TIP, Contribution, contributions_reading, describe
from tests.views.cases import explained

SAMPLES = [info.name for info in lw.samples()]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("convention", ["paper", "weka", "tables"])
def test_the_bars_add_up_and_a_sum_is_never_among_the_longest(name: str, convention: str) -> None:
    for row in (1, 6, 11):
        explanation = explained(name, row, convention=convention)
        every = contributions_reading(explanation)
        assert every is not None
        reading = every.fitting(9)
        assert reading.total == pytest.approx(explanation.log_odds(reading.top, reading.against).sum())
        assert sum(bar.value for bar in reading.bars) == pytest.approx(reading.total)
        sizes = [abs(bar.value) for bar in reading.bars]
        if reading.summed:
            assert reading.bars[-1].name == f"sum of {reading.summed} smaller"
            assert sizes.pop() <= sizes[0] / 2
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) + reading.summed == 1 + len(explanation.attributes)


def test_all_bars_are_listed_where_they_fit() -> None:
    explanation = explained("vote", 403)
    whole = contributions_reading(explanation)
    assert whole is not None
    few, every = whole.fitting(9), whole.fitting(17)
    assert (few.summed, every.summed) == (11, 0)
    assert (len(few.bars), len(every.bars)) == (7, 17)
    fewest = whole.fitting(9, longest=3)
    assert [bar.name for bar in fewest.bars[:3]] == [bar.name for bar in whole.bars[:3]]
    assert (len(fewest.bars), fewest.summed) == (4, 14)
    assert sum(bar.value for bar in fewest.bars) == pytest.approx(whole.total)


def test_a_single_small_bar_is_not_summed_up() -> None:
    whole = contributions_reading(explained("vote", 403))
    assert whole is not None
    bars = [Contribution(str(value), value, i) for i, value in enumerate((1.0, 0.5, 0.01, 0.01))]
    assert replace(whole, bars=tuple(bars)).fitting(2).summed == 2
    assert replace(whole, bars=tuple(bars[:3])).fitting(2).bars == tuple(bars[:3])


def test_the_runner_up_unless_another_class_is_chosen() -> None:
    explanation = explained("glass", 24, 210)
    reading = contributions_reading(explanation)
    assert reading is not None
    assert reading.class_names == ("build wind float", "vehic wind float")
    assert reading.total_text == ("ln 0.463 / 0.277 =", "+0.51")
    other = contributions_reading(explanation, against=1)
    assert other is not None
    assert other.class_names == ("build wind float", "build wind non-float")
    assert other.total == pytest.approx(math.log(0.463 / 0.261), abs=0.01)


def test_tips_and_description_of_the_bars() -> None:
    explanation = explained("glass", 24, 210)
    reading = contributions_reading(explanation)
    assert reading is not None
    assert describe(reading) == "The prior contributes most: +1.37 (total +0.51)"
    assert reading.bars[1].tip.startswith("Ba favours vehic wind float: ln(4.924 / 11.11) = −0.81.")
    assert reading.bars[0].tip.startswith("The prior favours build wind float")
    assert reading.fitting(9).bars[-1].tip.startswith("The 4 smallest together: +0.15.")
    assert "add up to the logarithm" in TOTAL_TIP


def test_numbers_that_three_decimals_cannot_tell_apart() -> None:
    reading = contributions_reading(explained("soybean", 200))
    assert reading is not None
    meaning, _ = reading.total_text
    assert meaning.startswith("ln 1 / ")
    assert "e−" in meaning


def test_data_of_one_class_have_no_contributions() -> None:
    data = lw.Dataset.from_columns(
        "one", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a",))], [[1.0, 2.0], [0, 0]]
    )
    assert contributions_reading(lw.LWNB(k=1).fit(data).explain(data, row=0)) is None
