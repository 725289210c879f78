"""The posterior in numbers and in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.text import probabilities
from lwnb_gui.views.posterior import Posterior, PosteriorReading, answers, learner_tip
from lwnb_gui.views.view import Subject
from tests.views.cases import explained


def test_posterior_reading_and_its_sentences() -> None:
    explanation = explained("iris", 135)
    reading = Posterior().read(Subject(explanation))
    np.testing.assert_array_equal(reading.posteriors[0], explanation.posterior)
    for name, row in zip(reading.learners[1:], reading.posteriors[1:], strict=True):
        np.testing.assert_array_equal(row, explanation.others[name])
    assert reading.numbers[0] == ["<0.001", "0.172", "0.828"]
    assert answers(reading) == (
        "LWNB alone is right: Iris-virginica, 0.828.",
        "NB says Iris-versicolor, 0.588; KNN Iris-versicolor, 31 of 50 votes; KNNDW Iris-versicolor, 0.571.",
    )
    assert answers(reading, short=True)[1] == (
        "The others say Iris-versicolor: NB 0.588, KNN 31 of 50 votes, KNNDW 0.571."
    )
    assert "KNN democrat, 58 of 88 votes" in answers(Posterior().read(Subject(explained("vote", 403))))[1]


def test_tie_is_stated() -> None:
    reading = PosteriorReading(
        ("black", "white"), ("LWNB", "KNN"), np.array([[0.3, 0.7], [0.5, 0.5]]), 1, (None, [25, 25]), (0, 1)
    )
    assert answers(reading) == (
        "LWNB alone is right: white, 0.700.",
        "KNN says black (tied with white), 25 of 50 votes each.",
    )
    even = replace(
        reading, posteriors=np.array([[0.5, 0.5], [0.2, 0.8]]), votes=(None, None), true_class=None
    )
    assert answers(even)[0] == "LWNB says black (tied with white), 0.500."


def test_all_classes_are_read_in_the_order_in_which_they_are_listed() -> None:
    soybean = explained("soybean", 200)
    reading = Posterior().read(Subject(soybean))
    assert sorted(reading.order()) == list(range(19))
    assert reading.order()[0] == soybean.prediction
    assert reading.order(19) == tuple(range(19))


def test_two_long_classes_can_be_told_apart_in_a_sentence() -> None:
    start = "a class whose name is far longer than a sentence can hold and ends in "
    reading = PosteriorReading(
        (f"{start}1", f"{start}2"),
        ("LWNB", "NB"),
        np.array([[0.7, 0.3], [0.4, 0.6]]),
        0,
        (None, None),
        (0, 1),
    )
    head, rest = answers(reading)
    assert head.split(": ")[1].split(",")[0] != rest.removeprefix("NB says ").split(",")[0]


@pytest.mark.parametrize("convention", ["paper", "weka", "tables"])
def test_votes_are_those_that_knn_counted(convention: str) -> None:
    """Smoothed by 1/n, one vote of one is 0.933, so the posterior does not reveal the count."""
    data = lw.sample("weather-nominal")
    for k in (1, 2, 5):
        lwnb = lw.LWNB(k=k, convention=convention).fit(data)
        knn = lw.KNN(k=k, convention=convention).fit(data)
        for row in range(len(data)):
            one, own = lwnb.explain(data, row), knn.explain(data, row)
            votes = own.details["votes"]
            np.testing.assert_array_equal(one.votes["KNN"], list(votes.values()))
            np.testing.assert_array_equal(
                lw.select(lwnb, data, row).explain(k).votes["KNN"], one.votes["KNN"]
            )
            mine, total = votes[own.classes[own.prediction]], sum(votes.values())
            assert f"{mine:g} of {total:g} votes" in answers(Posterior().read(Subject(one)))[1]


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_tips_of_votes_name_wekas_smoothing_where_it_is_in_the_numbers(convention: str) -> None:
    reading = Posterior().read(Subject(explained("weather-nominal", 2, 1, convention)))
    votes = np.array(reading.votes[reading.learners.index("KNN")])
    is_share = np.allclose(reading.posteriors[reading.learners.index("KNN")], votes / votes.sum())
    tips = {name: learner_tip(reading, i) for i, name in enumerate(reading.learners)}
    assert {name for name, tip in tips.items() if "1/n" in tip} == (set() if is_share else {"KNN", "KNNDW"})


def test_a_class_reads_1_000_only_where_all_others_are_impossible() -> None:
    for rest in (1e-4, 5e-15, 1e-20, 1e-300):
        assert probabilities([1 - rest, rest]) == [">0.999", "<0.001"]
    assert probabilities([1.0, 0.0]) == ["1.000", "0.000"]
