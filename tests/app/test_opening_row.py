"""The row that is selected when data open: one that explains something."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.predictions import first_row_worth_a_look, predict_all
from lwnb_gui.app.query import Query


@pytest.mark.parametrize("name", ["iris", "glass", "two-spheres", "weather-nominal"])
def test_it_is_the_first_of_the_list_of_wrong_or_differing_rows(name: str) -> None:
    query = Query.opening(lw.sample(name))
    predictions = predict_all(query)
    expected = predictions.rows[np.flatnonzero(predictions.wrong_or_disputed)[0]]
    assert first_row_worth_a_look(query) == expected


def test_where_every_row_is_easy_it_is_the_first() -> None:
    iris = lw.sample("iris")
    easy = iris.subset(np.flatnonzero(iris.class_codes == 0))
    assert first_row_worth_a_look(Query.opening(easy)) == 0


def test_data_that_cannot_be_predicted_open_on_the_first_row() -> None:
    iris = lw.sample("iris")
    alone = lw.Dataset.from_columns(
        "alone", iris.attributes[:4], [iris.column(a.name) for a in iris.attributes[:4]]
    )
    assert first_row_worth_a_look(Query.opening(alone)) == 0
    assert first_row_worth_a_look(Query.opening(iris.subset(np.array([0])))) == 0
