"""The engine against an independent implementation in plain loops (`tests/core/naive.py`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from tests.core import naive
from tests.core.naive import RULES, Rules
from tests.core.problems import Problem, random_problem

pytestmark = pytest.mark.usefixtures("reference_engine")

TOLERANCE = 1e-9
SEEDS = range(40)

conventions = pytest.mark.parametrize("convention", list(RULES))

NaiveAnswer = Callable[[Problem, Rules], list[list[float]]]


def check(learner: lw.Learner, rules: Rules, answer: NaiveAnswer) -> None:
    for seed in SEEDS:
        problem = random_problem(seed)
        model = learner.fit(problem.data, problem.train_rows)
        check_both_forms(model, problem, answer(problem, rules), f"{learner}, seed {seed}")


def check_both_forms(model: lw.Model, problem: Problem, expected: list[list[float]], where: str) -> None:
    """All rows are predicted together by sums in numpy; one row is explained by its own fitted model."""
    predicted = model.predict_proba(problem.data, problem.test_rows)
    np.testing.assert_allclose(predicted, expected, rtol=0, atol=TOLERANCE, err_msg=where)
    explained = model.explain(problem.data, problem.test_rows[0]).posterior
    np.testing.assert_allclose(explained, expected[0], rtol=0, atol=TOLERANCE, err_msg=where)


@conventions
@pytest.mark.parametrize("eq6", ["right", "printed"])
def test_nb_is_naive_bayes_by_loops(convention: str, eq6: str) -> None:
    check(
        lw.NB(convention, eq6=eq6),
        RULES[convention],
        lambda p, rules: naive.naive_bayes(p.table, p.tests, rules, eq6 == "printed"),
    )


@conventions
@pytest.mark.parametrize("k", [1, 3, 8, 1000])
def test_knn_is_voting_by_loops(convention: str, k: int) -> None:
    check(lw.KNN(k, convention), RULES[convention], lambda p, r: naive.knn(p.table, p.tests, r, k))


@conventions
@pytest.mark.parametrize("k", [1, 3, 8, 1000])
def test_knndw_is_weighted_voting_by_loops(convention: str, k: int) -> None:
    check(lw.KNNDW(k, convention), RULES[convention], lambda p, r: naive.knndw(p.table, p.tests, r, k))


@conventions
@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("k", [1, 3, 8, 1000])
def test_lwnb_is_weighted_naive_bayes_by_loops(convention: str, kernel: str, k: int) -> None:
    check(
        lw.LWNB(k, convention, kernel=kernel),
        RULES[convention],
        lambda p, rules: naive.lwnb(p.table, p.tests, rules, k, kernel),
    )


@conventions
def test_lwnb_with_equation_6_as_printed(convention: str) -> None:
    check(
        lw.LWNB(6, convention, eq6="printed"),
        RULES[convention],
        lambda p, rules: naive.lwnb(p.table, p.tests, rules, 6, printed_eq6=True),
    )


KNOBS: dict[str, dict[object, dict[str, object]]] = {
    "bandwidth": {"kth": {"next_neighbour": False}, "next": {"next_neighbour": True}},
    "kernel_one": {1.0: {"one": 1.0}, 1.0001: {"one": 1.0001}, 1.05: {"one": 1.05}},
    "members": {"within": {"only_weighted": False}, "weighted": {"only_weighted": True}},
    "nominal_distance": {"binarised": {"binarised": True}, "overlap": {"binarised": False}},
    "ranges": {"training": {"growing": False}, "growing": {"growing": True}},
    "numeric": {"density": {"density": True}, "precision": {"density": False}},
    "arithmetic": {"logs": {}, "products": {}},
    "zero_bandwidth": {"uniform": {"widen": False}, "widen": {"widen": True}},
    "counting": {"weights": {"k_counts_weights": True}, "rows": {"k_counts_weights": False}},
    "snap": {True: {"close": 1e-11}, False: {"close": 0.0}},
    "vote_smoothing": {True: {"smoothed_votes": True}, False: {"smoothed_votes": False}},
    "knndw": {"linear": {"similarity": False}, "similarity": {"similarity": True}},
}


@pytest.mark.parametrize("seed", range(80))
def test_knobs_turned_one_by_one_do_what_they_say(seed: int) -> None:
    """Any mixture of knobs works, not only the three named conventions."""
    chance = random.Random(seed)
    turned = {knob: chance.choice(list(choices)) for knob, choices in KNOBS.items()}
    rules = Rules()
    for knob, value in turned.items():
        rules = replace(rules, **KNOBS[knob][value])
    k, kernel = chance.randint(1, 10), chance.choice(lw.KERNELS)
    problem = random_problem(1000 + seed)
    table, tests = problem.table, problem.tests
    for learner, answer in (
        (lw.LWNB(k, kernel=kernel, **turned), naive.lwnb(table, tests, rules, k, kernel)),
        (lw.KNN(k, **turned), naive.knn(table, tests, rules, k)),
        (lw.KNNDW(k, **turned), naive.knndw(table, tests, rules, k)),
        (lw.NB(**turned), naive.naive_bayes(table, tests, rules)),
    ):
        check_both_forms(learner.fit(problem.data, problem.train_rows), problem, answer, f"{learner}")
