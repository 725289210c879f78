"""What a map shows of an explanation: by default, and before the neighbours have weights."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_core import LWNB, sample, select
from lwnb_gui.app.query import Query
from lwnb_gui.views.map.reading import for_step
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.view import Subject


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


@pytest.mark.parametrize("name", ["iris", "vote"])
def test_without_a_query_the_map_is_the_one_that_data_open_with(name: str) -> None:
    query = Query.opening(sample(name), row=3)
    explanation = query.learner.fit(query.data).explain(query.data, row=3)
    alone, asked = Map().read(Subject(explanation)), Map().read(Subject(explanation, query=query))
    assert alone.star == asked.star
    assert np.array_equal(alone.positions.rows, asked.positions.rows)
    assert np.array_equal(alone.positions.coordinates, asked.positions.coordinates)
    assert Map().sentences(alone) == Map().sentences(asked) == (asked.caption,)
