"""Hypothesis strategies for data that are difficult for an engine that accumulates sums outwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

import lwnb_core as lw

SCALES = (1.0, 1.0, 1.0, 1e-9, 1e-3, 1e6, 1e60)
# A shift of a million on readings of 0.01 leaves eight digits less of their spread: too few to compare.
SHIFTS = (0.0, 0.0, 0.0, 100.0, -7.5, 1e3)
# Weka's variance is not centred: around a large mean it has no digits left to agree on.
NEAR_SHIFTS = (0.0, 0.0, 0.0, -7.5)
POLYNOMIAL_KERNELS = ("linear", "epanechnikov", "tricube", "constant")


@dataclass(frozen=True)
class Case:
    """A data set whose first `n_train` rows are training rows; the others are queries."""

    data: lw.Dataset
    n_train: int

    @property
    def train(self) -> list[int]:
        return list(range(self.n_train))

    @property
    def queries(self) -> list[int]:
        return list(range(self.n_train, len(self.data)))

    def __repr__(self) -> str:
        columns = {a.name: c.tolist() for a, c in zip(self.data.attributes, self._columns(), strict=True)}
        return f"Case({self.n_train} of {len(self.data)} rows, {columns}, w={self.data.weights.tolist()})"

    def _columns(self) -> list[np.ndarray]:
        return [self.data.column(j) for j in range(len(self.data.attributes))]


@st.composite
def cases(draw: st.DrawFn, *, max_rows: int = 24, shifts: tuple[float, ...] = SHIFTS) -> Case:
    """Draw mixed attributes: ties, duplicates, missing, constant or empty columns, any scale, weights."""
    n_train, n_queries = draw(st.integers(1, max_rows)), draw(st.integers(1, 3))
    n = n_train + n_queries
    n_classes = draw(st.integers(1, 4))
    # Few different rows, each several times, give duplicates: distances of 0 and groups of ties.
    pool = draw(st.integers(1, n))
    picks = draw(st.lists(st.integers(0, pool - 1), min_size=n, max_size=n))
    weights = draw(
        st.just([1.0] * n_train)
        | st.lists(st.sampled_from((0.0, 0.1, 0.25, 1.0, 1.0, 1.7, 2.0)), min_size=n_train, max_size=n_train)
    )
    if not any(weights):
        weights[0] = 0.3
    attributes, columns = [], []
    for j in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(("numeric", "numeric", "numeric", "nominal", "constant", "missing")))
        holes = draw(st.sampled_from((0, 0, 0, 4, 2)))
        gap = st.integers(1, holes).map(lambda i: i == 1) if holes else st.just(False)
        absent = np.array(draw(st.lists(gap, min_size=n, max_size=n)))
        if kind == "nominal":
            n_values = draw(st.integers(1, 4))
            codes = draw(st.lists(st.integers(0, n_values - 1), min_size=pool, max_size=pool))
            attributes.append(lw.Attribute.nominal(f"a{j}", tuple(f"v{v}" for v in range(n_values))))
            columns.append(np.where(absent, -1, np.array(codes)[picks]))
            continue
        attributes.append(lw.Attribute.numeric(f"x{j}"))
        if kind == "missing":
            column = np.full(n, math.nan)
            column[n_train:] = draw(st.sampled_from((math.nan, 1.5)))
        else:
            values = [1.25] * pool if kind == "constant" else draw(_values(pool))
            column = np.array(values)[picks] + draw(st.sampled_from(shifts))
            # Queries outside the range of the training rows, some of them far outside, but not so far that 1
            # - (d/h)³ loses the digits to compare because d is almost h for every row.
            away = draw(st.sampled_from((0.0, 0.0, 0.0, 0.5, -7.0, 1e2)))
            column[n - 1] += away * (float(np.ptp(column)) or 1.0)
            column[absent] = math.nan
            scale = draw(st.sampled_from(SCALES))
            # The deviation of a constant is raised to 0.003 however large the constant is, and the
            # reference's mean has to be accurate to that.
            seen = column[:n_train][np.array(weights) > 0]
            column *= scale if len(np.unique(seen[~np.isnan(seen)])) > 1 else 1.0
        columns.append(column)
    classes = draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n))
    target = lw.Attribute.nominal("class", tuple(f"c{c}" for c in range(n_classes)))
    data = lw.Dataset.from_columns(
        "awkward", [*attributes, target], [*columns, classes], weights=[*weights, *[1.0] * n_queries]
    )
    return Case(data, n_train)


def _values(n: int) -> st.SearchStrategy[list[float]]:
    """Draw quarters (exact in binary, often tied), hundredths (not exact), or values without ties."""
    quarters = st.integers(-8, 8).map(lambda i: i / 4)
    hundredths = st.integers(-100, 100).map(lambda i: i / 100)
    free = st.floats(-3, 3, width=32)
    return (
        st.lists(quarters, min_size=n, max_size=n)
        | st.lists(hundredths, min_size=n, max_size=n)
        | st.lists(free, min_size=n, max_size=n)
    )


def density_learners() -> st.SearchStrategy[lw.LWNB]:
    """Draw the paper's convention with any kernel and form of Eq. 6, and with some of its knobs changed."""
    knobs = st.fixed_dictionaries(
        {},
        optional={
            "bandwidth": st.sampled_from(("kth", "next")),
            "counting": st.sampled_from(("weights", "rows")),
            "zero_bandwidth": st.sampled_from(("uniform", "widen")),
            "kernel_one": st.just(1.0001),
            "ranges": st.just("growing"),
            "knndw": st.just("similarity"),
            "vote_smoothing": st.just(True),
            "nominal_distance": st.just("overlap"),
        },
    )
    return st.builds(
        lambda kernel, eq6, turned: lw.LWNB(3, "paper", kernel=kernel, eq6=eq6, **turned),
        st.sampled_from((*POLYNOMIAL_KERNELS, *lw.KERNELS)),
        st.sampled_from(("right", "right", "printed")),
        knobs,
    )


def weka_learners() -> st.SearchStrategy[lw.LWNB]:
    """Draw Weka's convention or the tables', which sum directly where an attribute is numeric."""
    return st.builds(
        lambda name, kernel, eq6: lw.LWNB(3, name, kernel=kernel, eq6=eq6),
        st.sampled_from(("weka", "tables")),
        st.sampled_from(lw.KERNELS),
        st.sampled_from(("right", "right", "printed")),
    )
