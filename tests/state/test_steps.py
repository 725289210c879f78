"""What a map may show of an explanation before its neighbours are weighed."""

from __future__ import annotations

import numpy as np

from lwnb_core import LWNB, sample, select
from lwnb_gui.state.steps import for_step


def test_neighbours_weigh_the_same_before_the_weights_step() -> None:
    data = sample("iris")
    selection = select(LWNB(50).fit(data), data, 0)
    selection.complete()
    explanation = selection.explain(20)
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    shown = for_step(explanation, "neighbourhood").neighbourhood
    assert shown is not None
    assert len(set(shown.weights)) == 1
    assert np.array_equal(shown.positions, neighbourhood.positions)
    assert len(set(neighbourhood.weights)) > 1
