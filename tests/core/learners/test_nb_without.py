"""Naive Bayes with a row subtracted from its sums equals naive Bayes fitted without that row."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.learners import nb
from lwnb_core.local.naive_bayes import Eq6, NominalTable, NumericTable

ARFF = """@relation few
@attribute a numeric
@attribute b {x,y,z}
@attribute c numeric
@attribute class {p,q,r}
@data
1.5,x,3,p
2.5,y,?,p
1.25,?,4,q
7,z,4.5,q
8,z,5,q
100000.5,x,3,r
?,y,2,p
"""


@pytest.mark.parametrize("eq6", ["right", "printed"])
@pytest.mark.parametrize("row", range(7))
def test_row_subtracted_from_the_sums_equals_a_fit_without_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, row: int, eq6: Eq6
) -> None:
    file = tmp_path / "few.arff"
    file.write_text(ARFF, encoding="utf-8")
    data = lw.load(file)
    fitted = lw.NB(eq6=eq6).fit(data).explain(data, row)
    monkeypatch.setattr(nb, "_FEW_ROWS", 0)
    model = lw.NB(eq6=eq6).fit(data)
    taken = model.explain(data, row)
    np.testing.assert_allclose(taken.posterior, fitted.posterior, rtol=0, atol=1e-12)
    assert taken.model is not None
    assert fitted.model is not None
    np.testing.assert_allclose(taken.model.prior, fitted.model.prior, rtol=1e-12)
    for one, other in zip(taken.model.tables, fitted.model.tables, strict=True):
        if isinstance(one, NumericTable):
            assert isinstance(other, NumericTable)
            np.testing.assert_allclose(one.mean, other.mean, rtol=1e-9)
            np.testing.assert_allclose(one.sd, other.sd, rtol=1e-6)
            np.testing.assert_allclose(one.weights, other.weights, atol=1e-12)
        else:
            assert isinstance(other, NominalTable)
            np.testing.assert_allclose(one.counts, other.counts, atol=1e-12)
            np.testing.assert_allclose(one.probabilities, other.probabilities, rtol=1e-12)
    edited = model.explain(data, row, changes={"a": 2.0})  # the stored model answers
    again = lw.NB(eq6=eq6).fit(data).explain(data, row, changes={"a": 2.0})
    np.testing.assert_array_equal(edited.posterior, again.posterior)
