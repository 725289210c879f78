"""Small nominal learning problems for AODE, LBR and TAN, as lists for the naive oracles and as data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from hypothesis import strategies as st

import lwnb_core as lw
from tests.core.problems import dataset

Row = tuple[int | None, ...]


@dataclass(frozen=True)
class Problem:
    """Training rows, test rows, and the data set that holds both, one after the other."""

    sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    classes: tuple[int, ...]
    n_classes: int
    tests: tuple[Row, ...]
    weights: tuple[float, ...] | None = None

    @property
    def data(self) -> lw.Dataset:
        weights = None if self.weights is None else [*self.weights, *[1.0] * len(self.tests)]
        classes: list[int | None] = [*self.classes, *[None] * len(self.tests)]
        return dataset(self.sizes, [*self.rows, *self.tests], classes, self.n_classes, weights)

    def posteriors(self, learner: lw.Learner) -> np.ndarray:
        """Return P(c|x) of the test rows."""
        n, data = len(self.rows), self.data
        return learner.fit(data, range(n)).predict_proba(data, range(n, len(data)))

    def repeated(self) -> Problem:
        """Repeat each row as often as its (whole) weight says, and remove the weights."""
        assert self.weights is not None
        times = [int(w) for w in self.weights]
        rows = tuple(row for row, k in zip(self.rows, times, strict=True) for _ in range(k))
        classes = tuple(c for c, k in zip(self.classes, times, strict=True) for _ in range(k))
        return replace(self, rows=rows, classes=classes, weights=None)

    def reordered(self, order: Sequence[int]) -> Problem:
        """Return the training rows in another order."""
        weights = None if self.weights is None else tuple(self.weights[i] for i in order)
        rows, classes = tuple(self.rows[i] for i in order), tuple(self.classes[i] for i in order)
        return replace(self, rows=rows, classes=classes, weights=weights)


@st.composite
def problems(
    draw: st.DrawFn,
    *,
    weights: Sequence[float] | None = None,
    missing: bool = True,
    most_rows: int = 25,
    most_attributes: int = 4,
) -> Problem:
    """Draw any nominal problem: constants, copies, missing values, classes and values that never occur."""
    sizes = tuple(draw(st.lists(st.integers(1, 3), max_size=most_attributes)))
    n_classes = draw(st.integers(1, 3))
    row = st.tuples(*(_value(size, missing) for size in sizes))
    rows = draw(st.lists(row, min_size=1, max_size=most_rows))
    classes = draw(st.lists(st.integers(0, n_classes - 1), min_size=len(rows), max_size=len(rows)))
    tests = draw(st.lists(row, min_size=1, max_size=3))
    chosen = None
    if weights is not None:
        some = draw(st.lists(st.sampled_from(weights), min_size=len(rows), max_size=len(rows)))
        chosen = tuple(some if any(some) else [1.0, *some[1:]])
    return Problem(sizes, tuple(rows), tuple(classes), n_classes, tuple(tests), chosen)


def random_problem(seed: int, *, n: int = 120, weights: bool = False) -> Problem:
    """Make a larger problem with real dependencies, so that LBR finds rules and TAN a tree."""
    chance = np.random.default_rng(seed)
    m, o = int(chance.integers(2, 7)), int(chance.integers(2, 4))
    sizes = chance.integers(2, 5, m)
    classes = chance.integers(0, o, n)
    values = chance.integers(0, sizes, (n, m))
    for j in range(1, m):
        # What an attribute says about the class depends on the previous one, which naive Bayes cannot see.
        told = chance.random(n) < chance.choice([0.3, 0.9])
        values[told, j] = (values[told, j - 1] + classes[told]) % sizes[j]
    gone = chance.random((n, m)) < chance.choice([0.0, 0.1])
    rows = [
        tuple(None if g else int(v) for v, g in zip(*pair, strict=True))
        for pair in zip(values, gone, strict=True)
    ]
    tests = tuple(rows[i] for i in range(0, n, 10))
    some = tuple(float(w) for w in chance.integers(0, 4, n)) if weights else None
    return Problem(tuple(map(int, sizes)), tuple(rows), tuple(map(int, classes)), o, tests, some)


def _value(size: int, missing: bool) -> st.SearchStrategy[int | None]:
    known = st.integers(0, size - 1)
    return st.one_of(known, known, known, st.none()) if missing else known


def assert_leaving_out_is_fitting_to_the_others(problem: Problem, learner: lw.Learner) -> None:
    """Assert that leaving out each row gives the posterior of a model fitted without it."""
    data, n = problem.data, len(problem.rows)
    left_out = learner.fit(data, range(n)).predict_proba(data, range(n), leave_out=True)
    for i in range(n):
        rest = [j for j in range(n) if j != i]
        if any(data.weights[rest] > 0):
            alone = learner.fit(data, rest).predict_proba(data, [i])
            np.testing.assert_allclose(left_out[[i]], alone, rtol=0, atol=1e-12)
