"""Which classes are listed, in which order, and which is the runner-up."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_gui.views.wording.classes import FEW, absent, important, in_order, in_sight, runner_up, strongest
from tests.views.cases import explained


def invented(
    posterior: list[float], others: list[list[float]], true: int | None, joint: list[float] | None = None
) -> lw.Explanation:
    """Make up an answer of this many learners about this many classes."""
    explanation = explained("iris", 135)
    return replace(
        explanation,
        classes=tuple(f"c{i}" for i in range(len(posterior))),
        posterior=np.array(posterior),
        others={f"other {i}": np.array(p) for i, p in enumerate(others)},
        true_class=true,
        log_contributions=None if joint is None else np.array([joint]),
    )


@st.composite
def answers(draw: st.DrawFn) -> lw.Explanation:
    n = draw(st.integers(1, 24))
    chances = st.lists(st.one_of(st.just(0.0), st.floats(0, 1), st.floats(0, 1e-6)), min_size=n, max_size=n)
    others = draw(st.lists(chances, max_size=3))
    true = draw(st.one_of(st.none(), st.integers(0, n - 1)))
    return invented(draw(chances), others, true)


@given(answers(), st.integers(1, 30))
def test_every_class_is_listed_once(explanation: lw.Explanation, fitting: int) -> None:
    n = len(explanation.classes)
    assert sorted(in_order(explanation, fitting)) == list(range(n))
    if n <= fitting:
        assert in_order(explanation, fitting) == tuple(range(n)), "header order where all fit"


@given(answers())
def test_important_classes_are_always_listed(explanation: lw.Explanation) -> None:
    best = [int(np.flatnonzero(p >= p.max() * (1 - 1e-10))[0]) for p in explanation.others.values()]
    top = explanation.ranked[:3]
    true = set() if explanation.true_class is None else {explanation.true_class}
    assert {*top, *best} | true == set(important(explanation))
    assert {*top, *best} | true <= set(in_sight(explanation, FEW))


@given(answers(), st.integers(1, 30))
def test_the_order_is_by_posterior_as_far_as_it_can_be_read(
    explanation: lw.Explanation, fitting: int
) -> None:
    if len(explanation.classes) > fitting:
        order = in_order(explanation, fitting)
        for part in (order[:fitting], order[fitting:]):
            p = explanation.posterior[list(part)]
            read = [x for x in p if x >= 0.0005]
            assert all(a >= b * (1 - 1e-9) for a, b in pairwise(read))


def test_classes_that_read_as_nothing_stay_in_header_order() -> None:
    tiny = [1e-9, 3e-9, 0.7, 2e-9, 0.0, 0.3, 5e-9, 4e-9, 1e-8]
    explanation = invented(tiny, [], None)
    assert in_order(explanation, 7)[:3] == (2, 5, 0)
    assert 8 in in_sight(explanation, 7), "the third is in sight all the same"
    assert in_order(explanation, 7) == (2, 5, 0, 1, 3, 4, 8, 6, 7)


def test_the_runner_up() -> None:
    explanation = explained("iris", 135)
    assert (explanation.prediction, runner_up(explanation)) == (2, 1)
    assert runner_up(explanation, 1) == 2, "against another class the prediction"
    assert runner_up(invented([1.0], [], 0)) is None


def test_runner_up_among_underflowed_posteriors_is_by_logarithm() -> None:
    explanation = invented([0.0, 1.0, 0.0], [], None, joint=[-900.0, -1.0, -800.0])
    assert explanation.ranked == (1, 2, 0)
    assert runner_up(explanation) == 2


def test_a_tie_is_won_by_the_first_in_every_list() -> None:
    explanation = invented([0.1, 0.45 - 1e-13, 0.45], [], None)
    assert explanation.prediction == 1
    assert explanation.ranked == (1, 2, 0)
    assert runner_up(explanation) == 2


def test_the_runner_up_of_glass_is_in_sight() -> None:
    explanation = explained("glass", 24, 210)
    assert explanation.classes[runner_up(explanation) or 0] == "vehic wind float"
    assert in_order(explanation) == tuple(range(7))
    assert [explanation.classes[c] for c in in_sight(explanation, 5)][:3] == [
        "build wind float", "vehic wind float", "build wind non-float",
    ]  # fmt: skip


def test_a_class_without_weight_is_absent() -> None:
    assert absent(explained("iris", 135)) == (0,)
    assert absent(explained("weather-nominal", 1, 13)) == ()


@pytest.mark.parametrize(("name", "row"), [("vote", 403), ("glass", 24)])
def test_attributes_are_ordered_by_contribution(name: str, row: int) -> None:
    explanation = explained(name, row)
    against = runner_up(explanation)
    assert against is not None
    odds = np.abs(explanation.log_odds(explanation.prediction, against))[1:]
    assert list(strongest(explanation)) == np.argsort(-odds, kind="stable").tolist()
