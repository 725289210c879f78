"""LWNB and its three rivals together give what each gives alone."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.learners.lwnb import LWNBModel


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("name", ["iris", "labor", "vote"])
def test_posteriors_of_all_four_learners_are_those_of_each_alone(name: str, convention: str) -> None:
    data, learner = lw.sample(name), lw.LWNB(9, convention, kernel="tricube")
    rows = range(0, len(data), 7)
    model = learner.fit(data)
    assert isinstance(model, LWNBModel)
    instances = model.instances(data, rows)
    said: list[tuple[int, int]] = []
    result = model.posteriors_of_all(
        instances, model.positions_to_leave_out(instances), lambda done, total: said.append((done, total))
    )
    assert list(result) == ["LWNB", "NB", "KNN", "KNNDW"]
    for alone in (learner, *learner.rivals):
        expected = alone.fit(data).predict_proba(data, rows, leave_out=True)
        np.testing.assert_allclose(result[alone.name], expected, rtol=0, atol=1e-12)
    done, total = zip(*said, strict=True)
    assert list(done) == sorted(done)
    assert set(total) == {done[-1]}
