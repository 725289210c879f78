"""The readable and the compiled form of the tie rule decide alike."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine import choice
from lwnb_core.learners.knn import KNNModel
from lwnb_core.local.naive_bayes import TIE, first_best, tied_best

STEPS = np.array([-30, -2, -1.01, -0.99, -0.5, 0, 0.5, 0.99, 1.01, 2, 30])


def test_of_votes_within_rounding_the_first_class_wins() -> None:
    from lwnb_core.engine.compiled import sweep_loops

    assert sweep_loops._TIE == TIE
    near = 0.4 * (1 + STEPS * TIE)
    cases = np.array([(a, b, 1 - a - b) for a in near for b in near] + [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0)])
    compiled = [sweep_loops.first_best(cases, i) for i in range(len(cases))]
    assert compiled == first_best(cases).tolist() == [tied_best(case)[0] for case in cases.tolist()]
    assert set(compiled) == {0, 1, 2}


@pytest.mark.parametrize("name", ["balance-scale", "vote", "iris"])
@pytest.mark.parametrize("learner", [lw.KNN, lw.KNNDW])
def test_rows_at_the_distance_of_the_kth_vote_in_both_forms(name: str, learner: type[lw.KNN]) -> None:
    data, ks = lw.sample(name), range(1, 40)
    fitted = lw.LWNB(5).fit(data)
    readable = learner(5).fit(data)
    assert isinstance(readable, KNNModel)
    for row in (0, len(data) // 2, len(data) - 1):
        with choice.use_engine(True):
            swept = lw.sweep(fitted, data, row, ks=list(ks))
        for i, k in enumerate(ks):
            expected = learner(k).fit(data).explain(data, row)
            np.testing.assert_allclose(swept.posteriors[learner.name][i], expected.posterior, atol=1e-12)
            assert swept.predictions(learner.name)[i] == expected.prediction
