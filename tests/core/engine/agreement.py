"""Every form of the sweep on the same question: compiled, cumulative sums, and a model fitted at each k."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lwnb_core as lw
from lwnb_core.engine.plain_sweeper import plain_posteriors
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.local.naive_bayes import first_best
from lwnb_core.local.training import NOWHERE
from tests.core.engine.one_model_per_k import posteriors_by_models

TOLERANCE = 1e-9


def dense_ks(n: int, small: int = 20, spread: int = 15) -> NDArray[np.int64]:
    """Return all small k, some in between, those around n, and more than there are rows."""
    between = np.geomspace(min(small, n) + 1, n + 1, spread).astype(np.int64)
    ends = [n - 2, n - 1, n, n + 1, 2 * n + 5]
    ks = np.unique(np.concatenate([np.arange(1, small + 1), between, ends]))
    return ks[ks >= 1]


def spread_rows(n: int, how_many: int) -> list[int]:
    """Return a few row numbers, spread over the data set."""
    return sorted({int(i) for i in np.linspace(0, n - 1, how_many)})


def assert_engines_agree(
    learner: lw.LWNB,
    data: lw.Dataset,
    test: Sequence[int],
    ks: ArrayLike,
    *,
    train: Sequence[int] | None = None,
    leave_out: bool = True,
    voters: bool = True,
) -> None:
    """Assert that posteriors agree within 1e-9, and classes too, at every k for every test row."""
    model = learner.fit(data, train)
    instances = model.instances(data, test)
    left_out = (
        model.positions_to_leave_out(instances) if leave_out else np.full(len(test), NOWHERE, dtype=np.intp)
    )
    sweeper = Sweeper(
        model.training, learner.kernel, learner.convention, learner.eq6, knn=voters, knndw=voters
    )
    chosen = np.asarray(ks, dtype=np.int64)
    compiled = sweeper.posteriors(instances, left_out, chosen)
    asked = (sweeper, instances, left_out, chosen)
    few = np.unique([0, len(chosen) // 2])
    at_few = plain_posteriors(sweeper, instances, left_out, chosen[few])  # many instances at a time
    answers = zip(plain_posteriors(*asked), at_few, posteriors_by_models(*asked), strict=True)
    for i, (plain, plain_at_few, expected) in enumerate(answers):
        for name in ("LWNB", "KNN", "KNNDW") if voters else ("LWNB",):
            own, where = compiled.of(name)[i], f"{name}, row {test[i]}"
            assert_same(own, expected.of(name), chosen, f"compiled {where}")
            assert_same(plain.of(name), expected.of(name), chosen, f"plain {where}")
            assert_same(plain.of(name), own, chosen, f"plain and compiled {where}")
            assert_same(plain_at_few.of(name), expected.of(name)[few], chosen[few], f"plain, few k, {where}")


def assert_same(
    result: NDArray[np.float64], expected: NDArray[np.float64], ks: NDArray[np.int64], where: str
) -> None:
    """Assert that two arrays of posteriors (ks, classes) agree, and their classes too."""
    assert np.isfinite(result).all(), where
    off = np.abs(result - expected).max(axis=1)
    worst = int(np.argmax(off))
    assert off[worst] <= TOLERANCE, (
        f"{where}, k = {ks[worst]}: {result[worst]} is not {expected[worst]} (off by {off[worst]:.2g})"
    )
    differ = np.flatnonzero(first_best(result) != first_best(expected))
    assert len(differ) == 0, f"{where}: another class at k = {ks[differ].tolist()}"
