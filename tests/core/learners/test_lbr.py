"""LBR by hand, against loops that refit naive Bayes for every row left out, against Weka and the paper."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_core.learners.lbr import LBR
from lwnb_core.learners.lbr_search import sign_test
from tests.conftest import examples
from tests.core.fixtures import ORACLES, oracle, prototype_folds, sample
from tests.core.learners.nominal import (
    Problem,
    Row,
    assert_leaving_out_is_fitting_to_the_others,
    problems,
    random_problem,
)

WEKA = (
    "weka.classifiers.meta.FilteredClassifier -F weka.filters.supervised.attribute.Discretize -W "
    "weka.classifiers.lazy.LBR"
)


def exclusive_or(times: int) -> Problem:
    """Make rows with class = a xor b, each of the four combinations this often; the query is a = 0, b = 0."""
    rows = tuple((a, b) for a in (0, 1) for b in (0, 1) for _ in range(times))
    return Problem((2, 2), rows, tuple(a ^ b for a, b in rows), 2, ((0, 0),))


# -- by hand ----------------------------------------------------------------------------------------------


def test_a_rule_by_hand() -> None:
    """24 rows. Naive Bayes, a row left out: own class (11+1)(6/13)² = 2.56, the other (12+1)(7/14)² = 3.25.

    So all 24 are missed. With a = 0, 12 rows are left, and of a row left out the own class has
    (5+1)(5+1)/(5+2) = 5.14, the other (6+1)(0+1)/(6+2) = 0.88: all 12 are mended, p = 2^-12. The other 12
    stay missed: T = 12. With b = 0 it is the same, and a comes first. Among the 12 rows nothing is missed any
    more. Answer: (7/14)(6+1)/(6+2) against (7/14)(0+1)/(6+2).
    """
    problem = exclusive_or(6)
    data = problem.data
    explained = LBR().fit(data, range(24)).explain(data, 24)
    np.testing.assert_allclose(explained.posterior, [7 / 8, 1 / 8], rtol=0, atol=1e-15)
    details = explained.details
    assert (details["rows"], details["errors"]) == (24, 24)
    assert details["steps"] == [
        {
            "attribute": "a0",
            "value": "v0",
            "rows": 12,
            "errors_before": 12,
            "errors_after": 0,
            "errors_elsewhere": 12,
            "total_errors": 12,
            "mended": 12,
            "broken": 0,
            "p": pytest.approx(2**-12, rel=1e-12),
        }
    ]
    assert details["stopped"] == "no condition helps significantly"
    assert (details["final_rows"], details["final_attributes"]) == (12, ["a1"])


def test_four_mended_rows_are_not_significant() -> None:
    """With two of each, a = 0 would correct 4 of 4, p = 1/16; with three of each 6 of 6, p = 1/64."""
    assert steps(exclusive_or(2)) == []
    assert exclusive_or(2).posteriors(LBR()).tolist() == [[0.5, 0.5]]
    assert steps(exclusive_or(3)) == [("a0", "v0")]


def test_fewer_than_five_errors_are_left_alone() -> None:
    problem = exclusive_or(1)
    data = problem.data
    assert LBR().fit(data, range(4)).explain(data, 4).details["stopped"] == "fewer than 5 errors"


def test_a_missing_training_value_matches_no_condition_but_counts_as_the_first() -> None:
    """A row of class 1 with both values missing is not among those with a = 0, but counts in the tables."""
    problem = exclusive_or(6)
    problem = replace(problem, rows=(*problem.rows, (None, None)), classes=(*problem.classes, 1))
    data = problem.data
    explained = LBR().fit(data, range(25)).explain(data, 25)
    assert explained.details["final_rows"] == 12
    # Without a rule: four more rows of class 0, so that few enough are misclassified.
    rows, classes = ((0,),) * 9 + ((None,),), (0,) * 8 + (1,) * 2
    plain = Problem((2,), rows, classes, 2, ((0,), (1,)))
    zero = [(9 / 12) * (9 / 10), (3 / 12) * (3 / 4)]  # in class 1, one 0 and one missing
    one = [(9 / 12) * (1 / 10), (3 / 12) * (1 / 4)]
    expected = [[p / sum(pair) for p in pair] for pair in (zero, one)]
    np.testing.assert_allclose(plain.posteriors(LBR()), expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize(("mended", "broken"), [(5, 0), (9, 2), (1, 1), (3, 7), (40, 22)])
def test_sign_test_is_the_binomial_sum(mended: int, broken: int) -> None:
    n = mended + broken
    expected = sum(math.comb(n, i) for i in range(broken + 1)) / 2**n
    assert sign_test(mended, broken) == pytest.approx(expected, rel=1e-12)


def test_sign_test_where_nothing_is_mended() -> None:
    assert sign_test(0, 0) == sign_test(0, 3) == 1
    assert sign_test(5, 1) < sign_test(5, 1.5) < sign_test(5, 2), "weights need not be whole"


def steps(problem: Problem) -> list[tuple[str, str]]:
    """Return the rule for the first test row."""
    data, n = problem.data, len(problem.rows)
    details = LBR().fit(data, range(n)).explain(data, n).details
    return [(step["attribute"], step["value"]) for step in details["steps"]]


# -- against loops ----------------------------------------------------------------------------------------


class NaiveLBR:
    """LBR directly from its definition: naive Bayes is fitted again for every row left out."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def posterior(self, x: Row) -> list[float]:
        S, B = list(range(len(self.problem.rows))), list(range(len(self.problem.sizes)))
        wrong = self.errors(S, B)
        E = len(wrong)
        while E >= 5:
            fewest, chosen = len(S) + 1, None
            for j in B:
                S_j = [i for i in S if x[j] is not None and self.problem.rows[i][j] == x[j]]
                if not 0 < len(S_j) < len(S):
                    continue
                now = self.errors(S_j, [b for b in B if b != j])
                T = len(now) + len([i for i in wrong if i not in S_j])
                worse = len(now - wrong)
                better = len([i for i in S_j if i in wrong and i not in now])
                n = worse + better
                p = sum(math.comb(n, i) for i in range(worse + 1)) / 2**n if better else 1.0
                if p < 0.05 and fewest > T:
                    fewest, chosen = T, (j, S_j, now)
            if chosen is None:
                break
            j, S, wrong = chosen
            B = [b for b in B if b != j]
            E = fewest
        scores = self.scores(S, B, x)
        return [math.exp(s - max(scores)) / sum(math.exp(t - max(scores)) for t in scores) for s in scores]

    def errors(self, S: Sequence[int], B: Sequence[int]) -> set[int]:
        missed = set()
        for i in S:
            scores = self.scores([k for k in S if k != i], B, self.problem.rows[i])
            first = next(c for c, s in enumerate(scores) if s >= max(scores) - 1e-10)
            if first != self.problem.classes[i]:
                missed.add(i)
        return missed

    def scores(self, S: Sequence[int], B: Sequence[int], x: Row) -> list[float]:
        result = []
        for c in range(self.problem.n_classes):
            of_c = [self.problem.rows[i] for i in S if self.problem.classes[i] == c]
            score = math.log((len(of_c) + 1) / (len(S) + self.problem.n_classes))
            for j in B:
                if x[j] is not None:
                    # A missing value counts as the first one.
                    have = sum((0 if row[j] is None else row[j]) == x[j] for row in of_c)
                    score += math.log((have + 1) / (len(of_c) + self.problem.sizes[j]))
            result.append(score)
        return result


@given(problems(most_rows=40, most_attributes=3))
def test_lbr_agrees_with_its_naive_form(problem: Problem) -> None:
    expected = [NaiveLBR(problem).posterior(x) for x in problem.tests]
    np.testing.assert_allclose(problem.posteriors(LBR()), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_lbr_agrees_with_its_naive_form_where_there_are_rules(seed: int) -> None:
    problem = random_problem(seed, n=80)
    problem = replace(problem, tests=problem.tests[:4])
    expected = [NaiveLBR(problem).posterior(x) for x in problem.tests]
    np.testing.assert_allclose(problem.posteriors(LBR()), expected, rtol=0, atol=1e-12)


def test_random_problems_have_rules() -> None:
    assert sum(bool(steps(random_problem(seed, n=80))) for seed in range(12)) >= 3


@pytest.mark.parametrize("seed", range(20))
def test_compiled_code_decides_as_numpy_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    problem = random_problem(seed, n=200)
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    compiled = problem.posteriors(LBR())
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    assert (problem.posteriors(LBR()) == compiled).all()


@pytest.mark.parametrize("name", ["vote", "soybean"])
def test_compiled_code_decides_as_numpy_does_on_real_data(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    data, learner = sample(name), lw.Discretised(LBR())
    train, test = range(0, len(data), 2), range(1, len(data), 8)
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    compiled = learner.fit(data, train).predict_proba(data, test)
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    assert (learner.fit(data, train).predict_proba(data, test) == compiled).all()


@examples(30)
@given(problems(weights=(0.0, 1.0, 2.0, 3.0), most_rows=20))
def test_weight_two_is_the_row_twice(problem: Problem) -> None:
    np.testing.assert_allclose(
        problem.posteriors(LBR()), problem.repeated().posteriors(LBR()), rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("seed", range(8))
def test_weight_two_is_the_row_twice_where_there_are_rules(seed: int) -> None:
    problem = random_problem(seed, weights=True)
    np.testing.assert_allclose(
        problem.posteriors(LBR()), problem.repeated().posteriors(LBR()), rtol=0, atol=1e-12
    )


@examples(30)
@given(problems(weights=(0.0, 0.3, 1.0, 2.0), most_rows=15))
def test_leaving_out_is_fitting_to_the_others(problem: Problem) -> None:
    assert_leaving_out_is_fitting_to_the_others(problem, LBR())


@pytest.mark.parametrize("seed", range(6))
def test_order_of_test_rows_does_not_matter(seed: int) -> None:
    """Neither earlier instances nor the order of the rows change an answer."""
    problem = random_problem(seed)
    together = problem.posteriors(LBR())
    for i, x in enumerate(problem.tests):
        alone = replace(problem, tests=(x,)).posteriors(LBR())
        np.testing.assert_allclose(together[[i]], alone, rtol=0, atol=1e-13)
    backwards = problem.reordered(range(len(problem.rows) - 1, -1, -1))
    np.testing.assert_allclose(backwards.posteriors(LBR()), together, rtol=0, atol=1e-13)


# -- against Weka and the paper ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(ORACLES))
def test_posteriors_are_weka_s(name: str) -> None:
    learner = lw.Discretised(LBR(), "weka")
    for fold in oracle(name)["folds"]:
        posteriors = learner.fit(sample(name), fold["train"]).predict_proba(sample(name), fold["test"])
        np.testing.assert_allclose(posteriors, fold["posteriors"][WEKA], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "file"), [("labor", "labor"), ("vote", "vote"), ("german", "credit.g"), ("autos", "autos")]
)
def test_folds_are_those_of_the_paper_s_tables(name: str, file: str, uci_dir: Path) -> None:
    data = lw.load(uci_dir / f"{file}.arff")
    ours = lw.cross_validate(lw.Discretised(LBR(), "tables"), data, runs=1)
    np.testing.assert_allclose(ours.folds, prototype_folds()[name, "LBR"][:10], rtol=0, atol=1e-3)


# -- explanations -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_explanation_is_the_prediction(seed: int) -> None:
    problem = random_problem(seed, n=200)
    data = problem.data
    model = LBR().fit(data, range(200))
    for row in [0, 50, *range(200, len(data), 5)]:
        explained = model.explain(data, row)
        expected = model.predict_proba(data, [row], leave_out=True)[0]
        np.testing.assert_allclose(explained.posterior, expected, rtol=0, atol=1e-12)
        joint = np.exp(explained.log_joint)
        np.testing.assert_allclose(joint / joint.sum(), explained.posterior, rtol=0, atol=1e-12)
        details = json.loads(json.dumps(explained.to_dict()["details"]))
        in_rule = [step["attribute"] for step in details["steps"]]
        assert sorted(in_rule + details["final_attributes"]) == sorted(a.name for a in explained.attributes)
        assert not explained.log_contributions[[1 + int(name[1:]) for name in in_rule]].any()
        for step in details["steps"]:
            assert step["p"] < details["level"]
            assert step["errors_before"] - step["mended"] + step["broken"] == step["errors_after"]
            assert step["total_errors"] == step["errors_after"] + step["errors_elsewhere"]
        assert ([details["rows"], *(step["rows"] for step in details["steps"])])[-1] == details["final_rows"]


def test_progress_can_stop_it() -> None:
    problem = exclusive_or(6)
    data = problem.data

    def stop(done: int, total: int, /) -> None:
        raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        LBR().fit(data, range(24)).predict_proba(data, range(24), leave_out=True, progress=stop)


def test_numeric_attributes_are_refused_with_the_remedy() -> None:
    with pytest.raises(lw.SettingsError, match=r"Discretised\(lw.LBR"):
        LBR().fit(sample("iris"))


# -- edges ------------------------------------------------------------------------------------------------


def test_nothing_known_gives_the_prior() -> None:
    problem = replace(exclusive_or(6), tests=((None, None),))
    assert problem.posteriors(LBR()).tolist() == [[0.5, 0.5]]


def test_no_predictors_give_the_prior() -> None:
    bare = Problem((), ((), (), ()), (0, 0, 1), 2, ((),))
    np.testing.assert_allclose(bare.posteriors(LBR()), [[3 / 5, 2 / 5]], rtol=0, atol=1e-15)


def test_one_class_is_certain() -> None:
    lone = Problem((2,), ((0,), (1,)), (0, 0), 1, ((1,),))
    assert lone.posteriors(LBR()).tolist() == [[1.0]]


def test_one_row_can_be_left_out() -> None:
    data = Problem((2,), ((0,),), (0,), 3, ((1,),)).data
    left_out = LBR().fit(data, [0]).predict_proba(data, [0], leave_out=True)
    np.testing.assert_allclose(left_out, [[1 / 3] * 3], rtol=0, atol=1e-15)


@given(st.integers(0, 3))
def test_an_attribute_that_is_always_missing_says_nothing(value: int) -> None:
    """It counts as its first value in all rows, which is the same factor for classes of equal size."""
    problem = exclusive_or(6)
    rows = tuple((*row, None) for row in problem.rows)
    wider = replace(problem, sizes=(2, 2, 4), rows=rows, tests=((0, 0, value),))
    np.testing.assert_allclose(wider.posteriors(LBR()), problem.posteriors(LBR()), rtol=0, atol=1e-12)
