"""The compiled sweep agrees with the reference on random awkward data."""

from __future__ import annotations

import numpy as np
from hypothesis import given

import lwnb_core as lw
from tests.conftest import examples
from tests.core.engine.agreement import assert_engines_agree
from tests.core.engine.awkward import NEAR_SHIFTS, Case, cases, density_learners, weka_learners


@examples(120)
@given(cases(), density_learners())
def test_random_sweeps_agree_with_the_reference(case: Case, learner: lw.LWNB) -> None:
    against_training_rows(case, learner)


@examples(60)
@given(cases(shifts=NEAR_SHIFTS), weka_learners())
def test_random_sweeps_in_weka_s_conventions_agree_with_the_reference(case: Case, learner: lw.LWNB) -> None:
    against_training_rows(case, learner)


def against_training_rows(case: Case, learner: lw.LWNB) -> None:
    ks = np.arange(1, case.n_train + 3)
    assert_engines_agree(learner, case.data, case.queries, ks, train=case.train, leave_out=False)


@examples(60)
@given(cases(max_rows=14), density_learners())
def test_random_leave_one_out_sweeps_agree_with_the_reference(case: Case, learner: lw.LWNB) -> None:
    weighted = [row for row in case.train if case.data.weights[row] > 0]
    if len(weighted) > 1:
        ks = np.arange(1, len(weighted) + 2)
        assert_engines_agree(learner, case.data, case.train, ks, train=case.train)
