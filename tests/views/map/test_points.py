"""Rows laid out by principal coordinates."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.views.map.points import _leading


@pytest.mark.parametrize("rounding", [1e-15, -1e-15])
def test_sign_of_principal_components_does_not_depend_on_rounding(rounding: float) -> None:
    """The two values of an attribute have entries of equal size, and rounding used to choose the larger."""
    vector = np.array([0.5 + rounding, -0.5, -0.5, 0.5])
    loadings, _ = _leading(np.outer(vector, vector))
    assert loadings[0, 0] > 0
