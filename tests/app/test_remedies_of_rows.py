"""Errors number rows as the front end does."""

from __future__ import annotations

from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.app.remedies import command_hint, command_text, window_hint, window_what


def test_rows_are_counted_from_0_in_python_and_from_1_elsewhere() -> None:
    columns = [[1.0, 2.0, float("inf")], [0, 1, 0]]
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))]
    with pytest.raises(lw.DataError, match="infinite") as caught:
        lw.NB().fit(lw.Dataset.from_columns("r", attributes, columns))
    assert "row 2 (counted from 0): make it NaN" in caught.value.hint
    for hint in (command_hint(caught.value), window_hint(caught.value)):
        assert "row 3: treat it as missing (?)" in hint


def assert_counted(error: lw.LwnbError, row: int, message: str) -> None:
    """Assert that a row, which Python counts from 0, has the next higher number everywhere else."""
    assert f"row {row} (counted from 0): {message}" in str(error)
    for text in (command_text(error), window_what(error)):
        assert f"row {row + 1}: {message}" in text
        assert "counted from 0" not in text


@pytest.mark.parametrize("row", [3, -1])
def test_a_row_that_is_not_there_has_the_number_that_the_user_gave(row: int) -> None:
    data = lw.sample("iris").subset(range(3))
    for refused in (lambda: data.subset([row]), lambda: lw.NB().fit(lw.sample("iris")).explain(data, row)):
        with pytest.raises(lw.DataError) as caught:
            refused()
        assert_counted(caught.value, row, "no such row: there are only 3 rows")


def test_a_row_of_a_json_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"x": 1}, 2]')
    with pytest.raises(lw.DataError) as caught:
        lw.load(path)
    assert_counted(caught.value, 1, "not an object with names and values")


def test_a_row_of_results_in_parquet(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "results.parquet"
    lw.Experiment({"a": lw.sample("labor")}, [lw.NB()], 1, 2, jobs=1, out=path).run()
    table = pq.read_table(path)
    accuracy = table.column_names.index("accuracy")
    broken = table.set_column(accuracy, "accuracy", [[90.0, 200.0]])
    pq.write_table(broken, path)
    with pytest.raises(lw.DataError) as caught:
        read_results(path)
    assert_counted(caught.value, 1, "accuracy is 200")
