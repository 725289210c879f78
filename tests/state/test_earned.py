"""What a map may show of an explanation before its neighbours are weighed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lwnb_core import LWNB, sample, select
from lwnb_core.engine.lazy_neighbourhood import LazyNeighbourhood
from lwnb_gui.state.steps import as_earned


def test_all_count_the_same_also_where_weights_are_found_only_when_asked_for() -> None:
    data = sample("iris")
    selection = select(LWNB(50).fit(data), data, 0)
    selection.complete()
    explanation = selection.explain(20)
    found = explanation.neighbourhood
    assert found is not None

    class Late(LazyNeighbourhood):
        def __init__(self) -> None:
            for name in ("positions", "distances", "bandwidth", "r"):
                object.__setattr__(self, name, getattr(found, name))
            object.__setattr__(self, "_row", len(found.positions) - 1)
            object.__setattr__(self, "_whole", lambda: found)

    for own in (found, Late()):
        shown = as_earned(replace(explanation, neighbourhood=own), "neighbourhood").neighbourhood
        assert shown is not None
        assert len(set(shown.weights)) == 1
        assert np.array_equal(shown.positions, found.positions)
