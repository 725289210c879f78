"""The sentence about the rows that explain an instance, in every place where it occurs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, HeldOut, TestFile
from lwnb_gui.views.this_instance import InstanceReading, ThisInstance
from lwnb_gui.views.view import Subject
from tests.views_of import explained


def read(query: Query, *, says_class: bool = True) -> InstanceReading:
    return ThisInstance().read(Subject(explained(query), query=query), says_class=says_class)


@pytest.fixture
def query() -> Query:
    return replace(Query.opening(lw.sample("iris")), row=134)


def test_a_row_is_left_out_held_out_or_of_a_fold(query: Query) -> None:
    data = query.data
    columns = [data.column(j) + 0.01 * a.is_numeric for j, a in enumerate(data.attributes)]
    other = lw.Dataset.from_columns("others", data.attributes, columns, class_attribute="class")
    held = replace(query, test_rows=HeldOut(34, 1))
    held = held.at_row(int(held.rows_to_test[0]))
    fold = replace(query, test_rows=Fold(2, 3, 5))
    fold = fold.at_row(int(fold.rows_to_test[0]))
    number = f"row {held.row + 1}"
    said = {
        "row 135, left out": "Explained with 149 training rows; row 135 left out",
        f"{number}, held out": f"Explained with {held.n_training} training rows; {number} is not among them",
        f"row {fold.row + 1}, run 2, fold 3": (
            f"Row {fold.row + 1} explained with the {fold.n_training} training rows of run 2, fold 3"
        ),
        "row 3 of others": "Explained with 150 training rows of iris; row 3 of others",
    }
    of_file = replace(query, test_rows=TestFile(other), row=2)
    readings = [read(one) for one in (query, held, fold, of_file)]
    assert {reading.where: reading.basis for reading in readings} == said


def test_a_row_that_is_kept_is_among_its_training_rows() -> None:
    data = lw.sample("iris")
    for learner in (lw.LWNB(20), lw.NB(), lw.Discretised(lw.NB())):
        kept = learner.fit(data).explain(data, 134, leave_out=False)
        reading = ThisInstance().read(Subject(kept, data=data))
        assert reading.basis == "Explained with 150 training rows; row 135 is among them", learner


def test_changes_are_named_with_what_they_were(query: Query) -> None:
    changed = query.with_values({"petalwidth": 1.7, "sepallength": None})
    view = ThisInstance()
    reading = read(changed)
    assert view.sentences(reading)[1] == "Changed: sepallength is ?, was 6.1; petalwidth is 1.7, was 1.4."
    assert (reading.class_label, reading.class_text) == ("row 135 itself", "Iris-virginica")
    table = view.table(reading)
    assert table is not None
    assert list(table.rows)[-2:] == [
        ["petalwidth", "1.7", "changed"],
        ["class of the row itself", "Iris-virginica", ""],
    ]
    of_library = ThisInstance().read(Subject(explained(changed)))
    assert view.sentences(of_library)[1] == "Changed: sepallength is ?; petalwidth is 1.7."


def test_a_class_that_is_to_be_guessed_is_nowhere(query: Query) -> None:
    reading = read(query, says_class=False)
    assert (reading.class_label, reading.class_text) == ("true class", "to be guessed")
    table = ThisInstance().table(reading)
    assert table is not None
    assert "Iris-virginica" not in str(list(table.rows))
