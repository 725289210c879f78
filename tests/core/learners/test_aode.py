"""AODE by hand, against loops that share no code with it, against Weka and against the paper's folds."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_core.learners import aode
from lwnb_core.learners.aode import AODE
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
    "weka.classifiers.bayes.AODE -- -F {}"
)

# Attribute a: x, y; attribute b: p, q; classes yes, no. Four rows: xp yes, xq yes, yp no, xp no.
X, Y, P, Q, YES, NO = 0, 1, 0, 1, 0, 1
FOUR = Problem((2, 2), ((X, P), (X, Q), (Y, P), (X, P)), (YES, YES, NO, NO), 2, ((X, Q),))


def one(problem: Problem, learner: lw.Learner) -> float:
    """Return P(yes) of the only test row."""
    return float(problem.posteriors(learner)[0, YES])


# -- by hand ----------------------------------------------------------------------------------------------


def test_two_parents_by_hand() -> None:
    """x, q. Eight cells of (class, value): P(c, v) = (n + 1)/(4 + 2·2)."""
    # Parent a = x (three rows): P(yes, x) P(q|yes, x) and P(no, x) P(q|no, x)
    yes_a = Fraction(2 + 1, 8) * Fraction(1 + 1, 2 + 2)
    no_a = Fraction(1 + 1, 8) * Fraction(0 + 1, 1 + 2)
    # Parent b = q (one row): P(yes, q) P(x|yes, q) and P(no, q) P(x|no, q)
    yes_b = Fraction(1 + 1, 8) * Fraction(1 + 1, 1 + 2)
    no_b = Fraction(0 + 1, 8) * Fraction(0 + 1, 0 + 2)
    expected = (yes_a + yes_b) / (yes_a + yes_b + no_a + no_b)
    assert expected == Fraction(17, 24)
    assert one(FOUR, AODE(limit=1)) == pytest.approx(17 / 24, abs=1e-15)


def test_a_parent_needs_enough_rows_by_hand() -> None:
    """With limit 2 only a is a parent: 3/16 against 1/12."""
    assert one(FOUR, AODE(limit=2)) == pytest.approx(9 / 13, abs=1e-15)
    assert one(FOUR, AODE(limit=3)) == pytest.approx(9 / 13, abs=1e-15)


def test_without_parents_it_is_naive_bayes_by_hand() -> None:
    """(3/6)(3/4)(2/4) against (3/6)(2/4)(1/4): three to one."""
    assert one(FOUR, AODE(limit=4)) == pytest.approx(3 / 4, abs=1e-15)
    assert one(FOUR, AODE()) == pytest.approx(3 / 4, abs=1e-15), "the paper's limit is 30"
    assert one(FOUR, lw.NB()) == pytest.approx(3 / 4, abs=1e-15)


def test_missing_children_are_subtracted_or_kept_by_hand() -> None:
    """A fifth row, x? yes, counts for x, and in the denominator of P(q|yes, x) only if it is kept."""
    five = replace(FOUR, rows=(*FOUR.rows, (X, None)), classes=(*FOUR.classes, YES))
    # Parent a: five rows have a; parent b: four rows have b. P(c, v) over 2·2 cells.
    yes = Fraction(3 + 1, 5 + 4) * Fraction(1 + 1, 2 + 2) + Fraction(1 + 1, 4 + 4) * Fraction(1 + 1, 1 + 2)
    no = Fraction(1 + 1, 5 + 4) * Fraction(0 + 1, 1 + 2) + Fraction(0 + 1, 4 + 4) * Fraction(0 + 1, 0 + 2)
    assert one(five, AODE(limit=1)) == pytest.approx(float(yes / (yes + no)), abs=1e-15)
    # The tables: P(c, v) = (n + 1)/(5 + 2) whatever the attribute; all 3 rows of yes and x below P(q|yes, x).
    yes = Fraction(3 + 1, 7) * Fraction(1 + 1, 3 + 2) + Fraction(1 + 1, 7) * Fraction(1 + 1, 1 + 2)
    no = Fraction(1 + 1, 7) * Fraction(0 + 1, 1 + 2) + Fraction(0 + 1, 7) * Fraction(0 + 1, 0 + 2)
    assert one(five, AODE(limit=1, convention="tables")) == pytest.approx(float(yes / (yes + no)), abs=1e-15)


# -- against loops ----------------------------------------------------------------------------------------


def naive_aode(problem: Problem, x: Row, limit: float, *, joint: bool, subtract: bool) -> list[float]:
    """Compute AODE directly from its definition."""
    weights = problem.weights or (1.0,) * len(problem.rows)
    data = [(row, c, w) for row, c, w in zip(problem.rows, problem.classes, weights, strict=True) if w > 0]
    m, o = len(problem.sizes), problem.n_classes

    def count(c: int | None = None, **requested: int | None) -> float:
        """Return the weight of the rows of class c in which attribute 3 is 1 (`v3=1`) or known (`p3=1`)."""
        total = 0.0
        for row, of, w in data:
            fits = c is None or c == of
            for key, value in requested.items():
                j = int(key[1:])
                fits = fits and (row[j] == value if key[0] == "v" else row[j] is not None)
            total += w if fits else 0.0
        return total

    known = [j for j in range(m) if x[j] is not None]
    parents = [a for a in known if count(**{f"v{a}": x[a]}) >= limit]
    scores = []
    for c in range(o):
        score = 0.0
        for a in parents:
            below = count(**{f"p{a}": 1}) + o * problem.sizes[a] if joint else count() + o
            product = (count(c, **{f"v{a}": x[a]}) + 1) / below
            for b in known:
                if b != a:
                    beside = {f"p{b}": 1} if subtract else {}
                    denominator = count(c, **{f"v{a}": x[a]}, **beside) + problem.sizes[b]
                    product *= (count(c, **{f"v{a}": x[a], f"v{b}": x[b]}) + 1) / denominator
            score += product
        if not parents:
            score = (count(c) + 1) / (count() + o)
            for b in known:
                beside = {f"p{b}": 1} if subtract else {}
                score *= (count(c, **{f"v{b}": x[b]}) + 1) / (count(c, **beside) + problem.sizes[b])
        scores.append(score)
    return [s / math.fsum(scores) for s in scores]


@given(
    problems(weights=(0.0, 0.5, 1.0, 2.0)),
    st.sampled_from([0, 1, 2, 5]),
    st.sampled_from(["joint", "class"]),
    st.sampled_from(["subtracted", "kept"]),
)
def test_aode_agrees_with_its_naive_form(problem: Problem, limit: int, prior: str, missing: str) -> None:
    learner = AODE(limit, aode_prior=prior, aode_missing=missing)
    expected = [
        naive_aode(problem, x, limit, joint=prior == "joint", subtract=missing == "subtracted")
        for x in problem.tests
    ]
    np.testing.assert_allclose(problem.posteriors(learner), expected, rtol=0, atol=1e-12)


@given(problems(weights=(0.0, 1.0, 2.0)), st.sampled_from(["paper", "weka", "tables"]))
def test_leaving_out_is_fitting_to_the_others(problem: Problem, convention: str) -> None:
    assert_leaving_out_is_fitting_to_the_others(problem, AODE(2, convention))


@given(problems(weights=(0.0, 1.0, 2.0, 3.0)), st.sampled_from(["paper", "weka", "tables"]))
def test_weight_two_is_the_row_twice(problem: Problem, convention: str) -> None:
    learner = AODE(2, convention)
    np.testing.assert_allclose(
        problem.posteriors(learner), problem.repeated().posteriors(learner), rtol=0, atol=1e-12
    )


@given(problems(), st.randoms(use_true_random=False))
def test_order_of_the_rows_does_not_matter(problem: Problem, chance: object) -> None:
    order = list(range(len(problem.rows)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    np.testing.assert_allclose(
        problem.posteriors(AODE(1)), problem.reordered(order).posteriors(AODE(1)), rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("seed", range(5))
def test_blocks_of_instances_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(seed)
    whole = problem.posteriors(AODE(1))
    monkeypatch.setattr(aode, "_BLOCK", 4)
    monkeypatch.setattr(aode, "_VALUES", 3)
    np.testing.assert_allclose(problem.posteriors(AODE(1)), whole, rtol=0, atol=1e-13)


def test_thousands_of_values_and_hundreds_of_attributes_fit_in_memory() -> None:
    """With the sizes of splice and arrhythmia, a table of all pairs would take gigabytes."""
    chance = np.random.default_rng(1)
    n, sizes = 400, (20_000, *[3] * 150)
    rows = [tuple(map(int, chance.integers(0, sizes))) for _ in range(n)]
    problem = Problem(sizes, tuple(rows), tuple(i % 2 for i in range(n)), 2, tuple(rows[:50]))
    posteriors = problem.posteriors(AODE(30))
    assert np.isfinite(posteriors).all()
    assert (posteriors.argmax(axis=1) == np.arange(50) % 2).mean() > 0.7


# -- against Weka and the paper ---------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 30])
@pytest.mark.parametrize("name", list(ORACLES))
def test_posteriors_are_weka_s(name: str, limit: int) -> None:
    learner = lw.Discretised(AODE(limit, "weka"))
    for fold in oracle(name)["folds"]:
        posteriors = learner.fit(sample(name), fold["train"]).predict_proba(sample(name), fold["test"])
        expected = fold["posteriors"][WEKA.format(limit)]
        np.testing.assert_allclose(posteriors, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("labor", "labor"),
        ("vote", "vote"),
        ("audiology", "audiology"),
        ("german", "credit.g"),
        ("zoo", "zoo"),
    ],
)
def test_folds_are_those_of_the_paper_s_tables(name: str, file: str, uci_dir: Path) -> None:
    data = lw.load(uci_dir / f"{file}.arff")
    ours = lw.cross_validate(lw.Discretised(AODE(convention="tables")), data, runs=1)
    np.testing.assert_allclose(ours.folds, prototype_folds()[name, "AODE"][:10], rtol=0, atol=1e-3)


# -- explanations and settings ----------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 20, 1000])
def test_the_votes_add_up_to_the_posterior(limit: int) -> None:
    data = sample("vote")
    model = AODE(limit).fit(data)
    for row in range(0, len(data), 60):
        explained = model.explain(data, row)
        np.testing.assert_allclose(
            explained.posterior, model.predict_proba(data, [row], leave_out=True)[0], rtol=0, atol=1e-12
        )
        details = json.loads(json.dumps(explained.to_dict()["details"]))
        parents, excluded = details["parents"], details["excluded"]
        assert len(parents) + len(excluded) == 16
        assert details["fallback"] == (not parents)
        assert all(p["count"] >= limit for p in parents)
        assert all(p["reason"] == "missing" or p["count"] < limit for p in excluded)
        if parents:
            votes = [p["share"] * np.array(list(p["posterior"].values())) for p in parents]
            np.testing.assert_allclose(np.sum(votes, axis=0), explained.posterior, rtol=0, atol=1e-12)


def test_a_changed_value_is_explained_as_changed() -> None:
    data = sample("weather-nominal")
    model = AODE(1).fit(data)
    explained = model.explain(data, 0, changes={"outlook": "overcast", "windy": None})
    entries = {e["attribute"]: e for kind in ("parents", "excluded") for e in explained.details[kind]}
    assert entries["outlook"]["value"] == "overcast"
    assert entries["windy"] == {"attribute": "windy", "value": None, "count": None, "reason": "missing"}


def test_limit_is_checked_and_defaults_follow_the_convention() -> None:
    assert AODE().settings == {"limit": 30, "convention": "paper"}
    assert AODE(convention="weka").limit == 1
    assert AODE(5, "tables").settings == {"limit": 5, "convention": "tables"}
    assert AODE(convention="tables", aode_prior="joint").settings == {
        "limit": 30,
        "convention": "tables",
        "aode_prior": "joint",
    }
    assert AODE(30) == AODE()
    for wrong in (-1, 2.5, True, "many"):
        with pytest.raises(lw.SettingsError, match="limit"):
            AODE(wrong)  # type: ignore[arg-type]


def test_numeric_attributes_are_refused_with_the_remedy() -> None:
    with pytest.raises(lw.SettingsError, match=r"Discretised\(lw.AODE"):
        AODE().fit(sample("iris"))


# -- edges ------------------------------------------------------------------------------------------------


def test_nothing_known_gives_the_prior() -> None:
    for convention in ("paper", "tables"):
        empty = replace(FOUR, tests=((None, None),), classes=(YES, YES, YES, NO))
        assert one(empty, AODE(1, convention)) == pytest.approx(4 / 6, abs=1e-15)


def test_no_predictors_give_the_prior() -> None:
    bare = Problem((), ((), (), ()), (YES, YES, NO), 2, ((),))
    assert one(bare, AODE(1)) == pytest.approx(3 / 5, abs=1e-15)


def test_one_class_is_certain() -> None:
    lone = Problem((2,), ((0,), (1,)), (0, 0), 1, ((1,),))
    assert lone.posteriors(AODE(1)).tolist() == [[1.0]]


def test_one_row_can_be_left_out() -> None:
    data = Problem((2,), ((0,),), (0,), 3, ((1,),)).data
    left_out = AODE(0).fit(data, [0]).predict_proba(data, [0], leave_out=True)
    np.testing.assert_allclose(left_out, [[1 / 3] * 3], rtol=0, atol=1e-15)


def test_hundreds_of_attributes_do_not_underflow() -> None:
    m = 2000
    rows = tuple((i % 2,) * m for i in range(40))
    far = Problem((2,) * m, rows, tuple(i % 2 for i in range(40)), 2, ((0,) * m, (1,) * m))
    np.testing.assert_allclose(far.posteriors(AODE(1)), [[1, 0], [0, 1]], rtol=0, atol=1e-12)
