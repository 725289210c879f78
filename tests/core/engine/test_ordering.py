"""Rows sorted by distance: in numpy's stable order, but faster."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_core.engine.ordering import nearest_first


@pytest.mark.parametrize("n", [0, 1, 2, 17, 3000])
@pytest.mark.parametrize("values", [1, 3, 200, 10**6])
def test_equal_distances_keep_their_order(n: int, values: int) -> None:
    random = np.random.RandomState(values % 1000 + n)
    d2 = random.randint(0, values, n) / 7
    d2[random.random_sample(n) < 0.02] = np.inf
    assert nearest_first(d2).tolist() == np.argsort(d2, kind="stable").tolist()


@pytest.mark.parametrize("n", [1, 2, 17, 4095, 4096, 4097])
@pytest.mark.parametrize("values", [1, 3, 10**6])
def test_snapped_distances_sort_with_their_row_numbers(n: int, values: int) -> None:
    random = np.random.RandomState(values % 1000 + n)
    d2 = random.randint(0, values, n) / 7
    bits = d2.view(np.int64)
    bits &= ~np.int64(0xFFF)
    d2[random.random_sample(n) < 0.02] = np.inf
    assert nearest_first(d2).tolist() == np.argsort(d2, kind="stable").tolist()
