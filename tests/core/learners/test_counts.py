"""The counting learners' representation of nominal rows."""

from __future__ import annotations

import numpy as np

import lwnb_core as lw
from lwnb_core.learners.counts import NominalRows


def test_rows_without_one_stay_with_their_classes() -> None:
    data = lw.sample("weather-nominal")
    rows = NominalRows.of(lw.NB().fit(data).training)
    for position in range(len(rows.classes)):  # including the first and the last row of a class
        left = rows.without(position)
        np.testing.assert_array_equal(left.values, np.delete(rows.values, position, axis=0))
        for c in range(left.n_classes):
            own = left.classes[left.of_class(c)]
            assert own.tolist() == [c] * int((left.classes == c).sum())
