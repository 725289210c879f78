"""Why: the sentences agree with the contributions and with the posteriors at every k."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui.views.contributions import contributions_reading
from lwnb_gui.views.why import where_it_changes, why
from tests.views.cases import explained

SAMPLES = [info.name for info in lw.samples()]


def sweep_of(name: str, row: int) -> lw.Sweep:
    """Return the sweep of a row that is counted from 1."""
    data = lw.sample(name)
    return lw.sweep(lw.LWNB(k=5).fit(data), data, row=row - 1)


def test_a_wrong_answer_names_what_speaks_for_it_and_where_the_true_class_wins() -> None:
    assert why(explained("glass", 24, 50), sweep_of("glass", 24)).sentences == (
        "LWNB says build wind non-float because Na (+1.00) and Mg (+0.62) outweigh K (−1.03) and 3 more "
        "(−0.54); 17 of 50 neighbours are build wind non-float. "
        "The true class, build wind float, would win for k ≥ 209."
    )


def test_a_right_answer_says_where_another_class_wins() -> None:
    assert why(explained("iris", 135, 50), sweep_of("iris", 135)).sentences == (
        "LWNB says Iris-virginica because petallength (+4.68) and sepallength (+0.18) outweigh petalwidth "
        "(−3.02) and the prior (−0.28); 19 of 50 neighbours are Iris-virginica. "
        "Iris-versicolor would win for k ≤ 8."
    )


def test_small_contributions_against_a_clear_answer_are_not_worth_a_word() -> None:
    """Windy contributes −0.02 where humidity contributes 83."""
    assert why(explained("weather-numeric", 1, 5)).sentences == (
        "LWNB says no because humidity (+83.30) and temperature (+9.63) favour no over yes; "
        "2 of 5 neighbours are no."
    )


def test_an_answer_that_never_changes() -> None:
    data = lw.sample("iris")
    sweep = sweep_of("iris", 1)
    assert set(sweep.predictions().tolist()) == {0}
    explanation = lw.LWNB(k=50).fit(data).explain(data, row=0)
    assert where_it_changes(explanation, sweep) == "The answer is the same at every k."


def test_a_learner_without_factors_counts_its_neighbours_alone() -> None:
    data = lw.sample("iris")
    explanation = lw.KNN(k=5).fit(data).explain(data, row=70)
    assert why(explanation).sentences == "KNN says Iris-virginica; 3 of 5 neighbours are Iris-virginica."


def test_a_learner_without_neighbours_gives_its_factors_alone() -> None:
    data = lw.sample("iris")
    explanation = lw.NB().fit(data).explain(data, row=70)
    assert why(explanation).sentences.endswith("outweigh sepallength (−0.79) and petallength (−0.40).")


def test_a_tie_is_called_a_tie() -> None:
    frame = pd.DataFrame({"x": ["a", "a"], "c": ["one", "two"]})
    data = lw.Dataset.from_pandas(frame, "c")
    explanation = lw.LWNB(k=1).fit(data).explain(data, row=0, leave_out=False)
    assert why(explanation).sentences == "LWNB finds one and two equally probable; 1 of 2 neighbours is one."


@pytest.mark.parametrize(
    ("classes", "said"),
    [
        (["one", "two", "three"], "LWNB finds one, two and three equally probable; "),
        (["one", "two", "three", "four", "five"], "LWNB finds one and 4 other classes equally probable; "),
    ],
)
def test_all_tied_classes_are_named_or_counted(classes: list[str], said: str) -> None:
    data = lw.Dataset.from_pandas(pd.DataFrame({"x": "a", "c": classes}), "c")
    explanation = lw.LWNB(k=1).fit(data).explain(data, row=0, leave_out=False)
    assert why(explanation).sentences.startswith(said)


def test_an_answer_without_a_nameable_reason_says_which_class_is_almost_as_likely() -> None:
    """Only the prior decides, by ln(302 / 301) = 0.003."""
    frame = pd.DataFrame({"x": "a", "c": ["one"] * 301 + ["two"] * 300})
    data = lw.Dataset.from_pandas(frame, "c")
    reasons = why(lw.NB().fit(data).explain(data, row=0, leave_out=False))
    assert reasons.sentences == "NB says one, but two is almost as likely."
    assert reasons.below_answer == "two is almost as likely."


def test_many_ranges_of_k_are_counted() -> None:
    classes = ("a", "b")
    chances = np.array([[0.9, 0.1] if k % 2 else [0.1, 0.9] for k in range(1, 12)])
    sweep = lw.Sweep(classes, np.arange(1, 12), {"LWNB": chances})
    explanation = explained("vote", 1, 5)
    said = where_it_changes(_with_answer(explanation, 1), sweep)
    assert said.endswith("would win in 6 ranges of k between 1 and 11.")


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_named_outweighs_what_stands_against_it(name: str) -> None:
    for row in (1, 6, 11):
        explanation = explained(name, row)
        reading = contributions_reading(explanation)
        match = re.search(r" because (.+) outweighs? (.+?)(?:;|\.$)", why(explanation).sentences)
        if match is None or reading is None:
            continue
        plus, minus = (sum(map(_number, re.findall(r"\(([+−][\d.,]+)\)", part))) for part in match.groups())
        assert plus + minus > -0.02  # displayed numbers are rounded to two decimals
        assert reading.total > 0


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def _with_answer(explanation: lw.Explanation, code: int) -> lw.Explanation:
    posterior = np.zeros(2)
    posterior[code] = 1.0
    return replace(explanation, posterior=posterior, true_class=None)
