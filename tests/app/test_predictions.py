"""Predictions of all rows, links between panels, and what opens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.predictions import LEARNERS, predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.views.links import LocalTableCell, cells_of, neighbours_behind


@pytest.fixture(scope="module")
def iris() -> lw.Dataset:
    return lw.sample("iris")


def test_every_row_is_predicted_as_it_is_explained(iris: lw.Dataset) -> None:
    query = Query.opening(iris)
    predictions = predict_all(query)
    assert tuple(predictions.posteriors) == LEARNERS
    for row in (0, 70, 134):
        explained = query.learner.fit(iris).explain(iris, row)
        np.testing.assert_allclose(predictions.posteriors["LWNB"][row], explained.posterior, atol=1e-9)
        for name, posterior in explained.others.items():
            np.testing.assert_allclose(predictions.posteriors[name][row], posterior, atol=1e-9)
    wrong = predictions.rows[predictions.wrong_or_disputed] + 1
    assert wrong.tolist() == [53, 71, 73, 78, 84, 107, 120, 124, 127, 128, 134, 135, 139, 150]


def test_held_out_rows_are_predicted_from_the_others(iris: lw.Dataset) -> None:
    query = replace(Query.opening(iris), test_rows=HeldOut(34, 1))
    predictions = predict_all(query)
    assert np.array_equal(predictions.rows, query.rows_to_test)
    model = query.learner.fit(iris, query.training_rows)
    np.testing.assert_allclose(
        predictions.posteriors["LWNB"], model.predict_proba(iris, predictions.rows), atol=1e-12
    )


def test_predicting_can_be_cancelled(iris: lw.Dataset) -> None:
    def stop(done: int, total: int, /) -> None:
        raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        predict_all(Query.opening(iris), stop)


def test_predictions_as_a_table(iris: lw.Dataset) -> None:
    table = predict_all(Query.opening(iris)).as_dataset()
    assert table.value(134, "row") == 135
    assert table.value(134, "LWNB predicted") == "Iris-virginica"
    assert len(table.attributes) == 2 + 4 * (1 + 3)


def test_neighbours_behind_a_cell_of_a_table() -> None:
    vote = lw.sample("vote")
    explanation = lw.LWNB(50).fit(vote).explain(vote, 402)
    hood = explanation.neighbourhood
    assert hood is not None
    table = explanation.tables[3]
    for value in (0, 1):
        for c in (0, 1):
            behind = neighbours_behind(explanation, vote, LocalTableCell(3, c, value))
            assert hood.rescaled[behind].sum() == pytest.approx(table.counts[value, c])  # type: ignore[union-attr]
    for cell in cells_of(explanation, vote, 4):
        assert neighbours_behind(explanation, vote, cell)[4]
    assert cells_of(explanation, lw.sample("iris"), 4) == (), "other data have been opened since"


def test_opening_applies_the_requested_settings() -> None:
    settings = {"k": 40, "kernel": "tricube", "convention": "weka", "numeric": "density"}
    opening = Opening("sample:iris", row=135, settings=settings)
    query = opening.query()
    assert (query.row, query.k, query.kernel, query.convention.name) == (134, 40, "tricube", "weka")
    assert query.numeric == "density"
    assert Opening("sample:iris", settings={"k": 10_000}).query().k == 149
    with pytest.raises(lw.DataError, match="no row 151"):
        Opening("sample:iris", row=151).query()
