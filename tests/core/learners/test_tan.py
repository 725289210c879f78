"""TAN by hand, against all spanning trees, against loops, and against Weka's networks."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln

import lwnb_core as lw
from lwnb_core.learners import tan_score
from lwnb_core.learners.tan import TAN, TANModel
from tests.core.fixtures import ORACLE, ORACLES, oracle, sample
from tests.core.learners.nominal import (
    Problem,
    Row,
    assert_leaving_out_is_fitting_to_the_others,
    problems,
    random_problem,
)

WEKA = (
    "weka.classifiers.meta.FilteredClassifier -F weka.filters.supervised.attribute.Discretize -W "
    "weka.classifiers.bayes.BayesNet -- -Q weka.classifiers.bayes.net.search.local.TAN"
)
TREES: dict[str, Any] = json.loads((ORACLE / "tan.json").read_text(encoding="utf-8"))


def fitted(problem: Problem, convention: str = "paper") -> TANModel:
    model = TAN(convention).fit(problem.data, range(len(problem.rows)))
    assert isinstance(model, TANModel)
    return model


# -- by hand ----------------------------------------------------------------------------------------------

# Eight rows of class 0, four of class 1. In class 0, b is a and c is free; in class 1 all are 0.
ROWS = (*[(0, 0, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)] * 2, *[(0, 0, 0)] * 4)
TWELVE = Problem((2, 2, 2), ROWS, (0,) * 8 + (1,) * 4, 2, ((1, 1, 0), (0, 1, None), (None, 1, 1)))


def test_information_by_hand() -> None:
    """In class 0, a and b share one bit (ln 2), and c shares none; in class 1 all are constant."""
    strengths = fitted(TWELVE).network.tree.strengths
    expected = np.zeros((3, 3))
    expected[0, 1] = expected[1, 0] = 8 / 12 * math.log(2)
    np.testing.assert_allclose(strengths, expected, rtol=0, atol=1e-15)


def test_tree_and_posterior_by_hand() -> None:
    """a is the root and the parent of b; c depends on neither and gets the first, a, as its parent."""
    assert fitted(TWELVE).network.tree.parents == (None, 0, 0)
    posteriors = TWELVE.posteriors(TAN())
    # 1, 1, 0: P(c) P(a=1|c) P(b=1|a=1, c) P(c=0|a=1, c)
    zero = (9 / 14) * (4 + 1) / (8 + 2) * (4 + 1) / (4 + 2) * (2 + 1) / (4 + 2)
    one = (5 / 14) * (0 + 1) / (4 + 2) * (0 + 1) / (0 + 2) * (0 + 1) / (0 + 2)
    assert posteriors[0, 0] == pytest.approx(zero / (zero + one), abs=1e-15)
    # 0, 1, ?: c is skipped
    zero = (9 / 14) * (4 + 1) / (8 + 2) * (0 + 1) / (4 + 2)
    one = (5 / 14) * (4 + 1) / (4 + 2) * (0 + 1) / (4 + 2)
    assert posteriors[1, 0] == pytest.approx(zero / (zero + one), abs=1e-15)
    # ?, 1, 1: the parent is missing, so b and c depend only on the class
    zero = (9 / 14) * (4 + 1) / (8 + 2) * (4 + 1) / (8 + 2)
    one = (5 / 14) * (0 + 1) / (4 + 2) * (0 + 1) / (4 + 2)
    assert posteriors[2, 0] == pytest.approx(zero / (zero + one), abs=1e-15)


def test_weka_s_estimates_by_hand() -> None:
    """P(c) = (n + ½)/(N + 1), P(v|c) = (n + ½)/(n_c + 1); missing values count as the most frequent."""
    problem = Problem((2,), ((0,), (0,), (1,), (None,)), (0, 0, 1, 1), 2, ((None,),))
    zero, one = 2.5 / 5 * 2.5 / 3, 2.5 / 5 * 1.5 / 3
    expected = [[zero / (zero + one), one / (zero + one)]]
    np.testing.assert_allclose(problem.posteriors(TAN("weka")), expected, rtol=0, atol=1e-15)


def test_identifiers_stay_out_of_the_tree() -> None:
    """Seven values in twelve rows are more than half as many values as rows."""
    rows = tuple((i % 7, *row) for i, row in enumerate(TWELVE.rows))
    wide = replace(TWELVE, sizes=(7, 2, 2, 2), rows=rows, tests=((3, 1, 1, 0),))
    tree = fitted(wide).network.tree
    assert tree.outside == (0,)
    assert tree.parents == (None, None, 1, 1)
    explained = fitted(wide).explain(wide.data, 12)
    assert explained.details["outside"] == ["a0"]
    assert explained.details["root"] == "a1"
    # rows 3 and 10, one of each class, have value 3
    factor = [math.log((1 + 1) / (8 + 7)), math.log((1 + 1) / (4 + 7))]
    np.testing.assert_allclose(explained.log_contributions[1], factor, rtol=0, atol=1e-15)


# -- the tree ---------------------------------------------------------------------------------------------


def naive_information(problem: Problem, a: int, b: int) -> float:
    """Sum n_abc/N ln(n_abc n_c/(n_ac n_bc)) over rows in which both are known."""
    weights = problem.weights or (1.0,) * len(problem.rows)
    joint: Counter[tuple[int, int, int]] = Counter()
    for row, c, w in zip(problem.rows, problem.classes, weights, strict=True):
        if row[a] is not None and row[b] is not None and w > 0:
            joint[row[a], row[b], c] += w  # type: ignore[index]
    of_a, of_b, of_c = Counter(), Counter(), Counter()  # type: ignore[var-annotated]
    for (u, v, c), n in joint.items():
        of_a[u, c] += n
        of_b[v, c] += n
        of_c[c] += n
    terms = [n * math.log(n * of_c[c] / (of_a[u, c] * of_b[v, c])) for (u, v, c), n in joint.items()]
    return math.fsum(terms) / math.fsum(weights)


def spanning_trees(nodes: list[int]) -> list[tuple[tuple[int, int], ...]]:
    """Return all spanning trees, by trying every choice of edges."""
    result = []
    for edges in itertools.combinations(itertools.combinations(nodes, 2), max(len(nodes) - 1, 0)):
        group = {node: node for node in nodes}
        for a, b in edges:
            old, new = group[a], group[b]
            group = {node: new if g == old else g for node, g in group.items()}
        if len(set(group.values())) <= 1:
            result.append(edges)
    return result


@given(problems(weights=(0.0, 0.5, 1.0, 2.0), most_attributes=5))
def test_no_spanning_tree_is_better(problem: Problem) -> None:
    tree = fitted(problem).network.tree
    m, n = len(problem.sizes), sum(problem.weights or ())
    assert tree.outside == tuple(j for j in range(m) if problem.sizes[j] > n / 2)
    inside = [j for j in range(m) if j not in tree.outside]
    worth = {(a, b): naive_information(problem, a, b) for a, b in itertools.combinations(range(m), 2)}
    for (a, b), information in worth.items():
        assert tree.strengths[a, b] == pytest.approx(information, abs=1e-12)
        assert tree.strengths[b, a] == pytest.approx(information, abs=1e-12)
    edges = [tuple(sorted((j, p))) for j, p in enumerate(tree.parents) if p is not None]
    assert len(edges) == max(len(inside) - 1, 0)
    best = max(math.fsum(worth[edge] for edge in other) for other in spanning_trees(inside))
    assert math.fsum(worth[edge] for edge in edges) == pytest.approx(best, abs=1e-9)
    if inside:
        assert tree.parents[inside[0]] is None, "the first attribute is the root"


def test_there_are_as_many_spanning_trees_as_cayley_says() -> None:
    assert [len(spanning_trees(list(range(m)))) for m in range(1, 6)] == [1, 1, 3, 16, 125]


@pytest.mark.parametrize("seed", range(6))
def test_blocks_of_values_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from lwnb_core.learners import tan_tree

    problem = random_problem(seed)
    paper, weka = (fitted(problem, name).network.tree.strengths for name in ("paper", "weka"))
    monkeypatch.setattr(tan_tree, "_BLOCK", 3)
    monkeypatch.setattr(tan_score, "_TERMS", 1)
    np.testing.assert_allclose(fitted(problem).network.tree.strengths, paper, rtol=0, atol=1e-12)
    assert (fitted(problem, "weka").network.tree.strengths == weka).all()


# -- the estimates ----------------------------------------------------------------------------------------


def naive_tan(problem: Problem, parents: tuple[int | None, ...], x: Row) -> list[float]:
    """Compute P(c) Π P(x_j|x_parent, c) with Laplace's estimates for a given tree."""
    weights = problem.weights or (1.0,) * len(problem.rows)
    scores = []
    for c in range(problem.n_classes):
        rows = [(row, w) for row, k, w in zip(problem.rows, problem.classes, weights, strict=True) if k == c]
        score = (math.fsum(w for _, w in rows) + 1) / (math.fsum(weights) + problem.n_classes)
        for j, parent in enumerate(parents):
            if x[j] is None:
                continue
            beside = [(row, w) for row, w in rows if row[j] is not None]
            if parent is not None and x[parent] is not None:
                beside = [(row, w) for row, w in beside if row[parent] == x[parent]]
            have = math.fsum(w for row, w in beside if row[j] == x[j])
            score *= (have + 1) / (math.fsum(w for _, w in beside) + problem.sizes[j])
        scores.append(score)
    return [s / math.fsum(scores) for s in scores]


@given(problems(weights=(0.0, 0.5, 1.0, 2.0)))
def test_tan_agrees_with_its_naive_form(problem: Problem) -> None:
    parents = fitted(problem).network.tree.parents
    expected = [naive_tan(problem, parents, x) for x in problem.tests]
    np.testing.assert_allclose(problem.posteriors(TAN()), expected, rtol=0, atol=1e-12)


@given(problems(weights=(0.0, 1.0, 2.0, 3.0)))
def test_weight_two_is_the_row_twice(problem: Problem) -> None:
    np.testing.assert_allclose(
        problem.posteriors(TAN()), problem.repeated().posteriors(TAN()), rtol=0, atol=1e-12
    )


@given(problems(weights=(0.0, 1.0, 2.0), most_rows=12), st.sampled_from(["paper", "weka"]))
def test_leaving_out_is_fitting_to_the_others(problem: Problem, convention: str) -> None:
    assert_leaving_out_is_fitting_to_the_others(problem, TAN(convention))


@pytest.mark.parametrize("seed", range(6))
def test_order_of_the_rows_does_not_matter(seed: int) -> None:
    problem = random_problem(seed)
    backwards = problem.reordered(range(len(problem.rows) - 1, -1, -1))
    np.testing.assert_allclose(backwards.posteriors(TAN()), problem.posteriors(TAN()), rtol=0, atol=1e-12)


# -- against Weka -----------------------------------------------------------------------------------------


def rounds_as_weka_does() -> bool:
    """Return whether ln Γ rounds as in Weka: its last bit decides between edges of equal worth."""
    halves = np.arange(1, 401) / 2
    return gammaln(halves).tolist() == [float.fromhex(x) for x in TREES["ln_gamma_of_halves"]]


needs_weka_s_rounding = pytest.mark.skipif(
    not rounds_as_weka_does(), reason="ln Γ rounds otherwise here than in Weka: ties come out differently"
)


@pytest.mark.parametrize(
    "name",
    # In these two, edges tie.
    [pytest.param(n, marks=needs_weka_s_rounding) if n in ("iris", "soybean") else n for n in ORACLES],
)
def test_posteriors_are_weka_s(name: str) -> None:
    learner = lw.Discretised(TAN("weka"))
    for fold in oracle(name)["folds"]:
        posteriors = learner.fit(sample(name), fold["train"]).predict_proba(sample(name), fold["test"])
        np.testing.assert_allclose(posteriors, fold["posteriors"][WEKA], rtol=0, atol=1e-9)


@needs_weka_s_rounding
@pytest.mark.parametrize("case", TREES["trees"], ids=range(len(TREES["trees"])))
def test_trees_are_weka_s(case: dict[str, Any]) -> None:
    """Random data with constant and doubled attributes, missing values and weights have many ties."""
    rows = tuple(tuple(None if v == "?" else int(v) for v in row[:-1]) for row in case["rows"])
    classes = tuple(int(row[-1]) for row in case["rows"])
    problem = Problem(tuple(case["sizes"]), rows, classes, case["classes"], (), case["weights"])
    parents = fitted(problem, "weka").network.tree.parents
    assert [-1 if p is None else p for p in parents] == case["parents"]


@given(problems(missing=False, most_attributes=3))
def test_score_gain_is_the_ratio_of_marginal_likelihoods(problem: Problem) -> None:
    """Pólya's urn, row by row, gives the probability of a column: each value given those before it."""
    m = len(problem.sizes)
    strengths = fitted(problem, "weka").network.tree.strengths
    for child, parent in itertools.permutations(range(m), 2):
        logs = []
        for given_parent in (True, False):
            seen: Counter[tuple[Any, ...]] = Counter()
            total = 0.0
            for row, c in zip(problem.rows, problem.classes, strict=True):
                urn = (c, row[parent] if given_parent else None)
                size = problem.sizes[child]
                total += math.log((seen[urn, row[child]] + 0.5) / (seen[urn] + size / 2))
                seen[urn, row[child]] += 1
                seen[urn] += 1
            logs.append(total)
        assert strengths[child, parent] == pytest.approx(logs[0] - logs[1], abs=1e-9)


# -- explanations -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("convention", ["paper", "weka", "tables"])
def test_the_contributions_sum_to_the_joint(convention: str) -> None:
    data = sample("vote")
    model = TAN(convention).fit(data)
    for row in range(0, len(data), 80):
        explained = model.explain(data, row)
        expected = model.predict_proba(data, [row], leave_out=True)[0]
        np.testing.assert_allclose(explained.posterior, expected, rtol=0, atol=1e-12)
        assert explained.log_contributions.shape == (17, 2)
        joint = np.exp(explained.log_joint)
        np.testing.assert_allclose(joint / joint.sum(), explained.posterior, rtol=0, atol=1e-12)
        details = json.loads(json.dumps(explained.to_dict()["details"]))
        assert len(details["edges"]) == 15
        children = [edge["child"] for edge in details["edges"]]
        assert sorted([details["root"], *children]) == sorted(a.name for a in explained.attributes)


def test_explained_edges_carry_their_strength() -> None:
    details = fitted(TWELVE).explain(TWELVE.data, 12).details
    assert details["measure"] == "conditional mutual information"
    assert details["edges"] == [
        {"parent": "a0", "child": "a1", "strength": pytest.approx(8 / 12 * math.log(2), abs=1e-15)},
        {"parent": "a0", "child": "a2", "strength": pytest.approx(0, abs=1e-15)},
    ]


def test_numeric_attributes_are_refused_with_the_remedy() -> None:
    with pytest.raises(lw.SettingsError, match=r"Discretised\(lw.TAN"):
        TAN().fit(sample("iris"))


# -- edges ------------------------------------------------------------------------------------------------

both = pytest.mark.parametrize("convention", ["paper", "weka"])


@both
def test_no_predictors_give_the_prior(convention: str) -> None:
    bare = Problem((), ((), (), ()), (0, 0, 1), 2, ((),))
    a = 1.0 if convention == "paper" else 0.5
    expected = [[(2 + a) / (3 + 2 * a), (1 + a) / (3 + 2 * a)]]
    np.testing.assert_allclose(bare.posteriors(TAN(convention)), expected, rtol=0, atol=1e-15)


def test_nothing_known_gives_the_prior() -> None:
    unknown = replace(TWELVE, tests=((None, None, None),))
    np.testing.assert_allclose(unknown.posteriors(TAN()), [[9 / 14, 5 / 14]], rtol=0, atol=1e-15)


@both
def test_one_class_is_certain(convention: str) -> None:
    lone = Problem((2, 2), ((0, 0), (1, None)), (0, 0), 1, ((1, 1),))
    assert lone.posteriors(TAN(convention)).tolist() == [[1.0]]


@both
def test_one_row_can_be_left_out(convention: str) -> None:
    data = Problem((2, 1), ((0, 0),), (0,), 3, ((1, 0),)).data
    left_out = TAN(convention).fit(data, [0]).predict_proba(data, [0], leave_out=True)
    np.testing.assert_allclose(left_out, [[1 / 3] * 3], rtol=0, atol=1e-15)


@both
def test_an_attribute_that_is_always_missing_does_no_harm(convention: str) -> None:
    rows = tuple((None, *row) for row in TWELVE.rows)
    wider = replace(TWELVE, sizes=(3, 2, 2, 2), rows=rows, tests=((None, 1, 1, 0), (2, 1, 1, 0)))
    posteriors = wider.posteriors(TAN(convention))
    assert np.isfinite(posteriors).all()
    assert (posteriors.argmax(axis=1) == 0).all()


def test_attributes_with_many_values_fit_in_memory() -> None:
    """Two attributes of a thousand values in three thousand rows must not need a dense table."""
    chance = np.random.default_rng(3)
    n, sizes = 3000, (1400, 1400, 2)
    rows = tuple(tuple(map(int, chance.integers(0, sizes))) for _ in range(n))
    problem = Problem(sizes, rows, tuple(row[2] for row in rows), 2, rows[:20])
    assert (problem.posteriors(TAN()).argmax(axis=1) == [row[2] for row in rows[:20]]).mean() > 0.5
