"""An experiment carried out: rows in batches, pause, stop and resume; the table, the folds, the exports."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from lwnb_core import Cancelled, ExperimentResult
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.app.run import Run
from lwnb_gui.experiment.forecast import Forecast
from lwnb_gui.experiment.plan import DataChoice, Plan
from lwnb_gui.experiment.run import KnownRows, Message, NewRows, SourceRead, run_plan
from lwnb_gui.experiment.store import ExperimentStore, read_lines
from lwnb_gui.experiment.table import ExperimentTable, TableOutline, read_line
from lwnb_gui.render.experiment_export import ExperimentExport
from lwnb_gui.views.results.folds import FoldsOfCell
from lwnb_gui.views.results.reading import reading_of
from lwnb_gui.views.results.view import spreadsheet_table

SMALL = Plan(
    data=(DataChoice.of("iris", "sample:iris"), DataChoice.of("weather", "sample:weather-nominal")),
    learners=("nb", "knn:k=3", "tan"),
    runs=2,
    folds=4,
)


pytestmark = pytest.mark.usefixtures("loaded_loops")


def run(plan: Plan, known: tuple[ResultRow, ...] = (), stop_after: int = 0) -> tuple[bool, list[Message]]:
    """Carry out a plan, stop it after this many calls of progress, and return whether it had finished."""
    heard: list[Message] = []
    calls = 0

    def progress(done: int, total: int, /) -> None:
        nonlocal calls
        calls += 1
        if stop_after and calls >= stop_after:
            raise Cancelled

    try:
        run_plan(plan, known, Run(), progress, heard.append)
    except Cancelled:
        return True, heard
    return False, heard


def rows_of(heard: list[Message]) -> tuple[ResultRow, ...]:
    return tuple(row for message in heard if isinstance(message, NewRows) for row in message.rows)


@pytest.fixture(scope="module")
def finished(loaded_loops: None) -> tuple[ResultRow, ...]:
    is_stopped, heard = run(SMALL)
    assert not is_stopped
    return rows_of(heard)


def table_of(rows: tuple[ResultRow, ...], plan: Plan = SMALL, measure: str = "accuracy") -> ExperimentTable:
    outline = TableOutline.of(plan, measure)
    return ExperimentTable(outline, read_lines(outline, ExperimentStore(plan, rows).take_stale()))


def test_run_hands_over_every_row_and_the_data_it_read(finished: tuple[ResultRow, ...]) -> None:
    assert len(finished) == 2 * 3 * 8
    assert finished[0].dataset == "weather"  # the smallest data set first
    _, heard = run(replace(SMALL, runs=1))
    read = [message for message in heard if isinstance(message, SourceRead)]
    assert [(m.name, m.rows, m.attributes) for m in read] == [("iris", 150, 4), ("weather", 14, 4)]
    assert all(m.digest and m.data is not None for m in read)
    assert isinstance(heard[2], KnownRows)


def test_unreadable_data_are_skipped_and_the_rest_is_computed() -> None:
    lost = DataChoice.of("lost", "/nowhere/lost.arff")
    few = DataChoice.of("weather", "sample:weather-nominal")
    is_stopped, heard = run(
        replace(SMALL, data=(lost, few, DataChoice.of("iris", "sample:iris")), runs=1, folds=20)
    )
    errors = {m.name: m.error for m in heard if isinstance(m, SourceRead) and m.error}
    assert set(errors) == {"lost", "weather"}
    assert "20 folds need at least as many rows" in errors["weather"]
    assert {row.dataset for row in rows_of(heard)} == {"iris"}
    assert not is_stopped


def test_stopped_run_keeps_its_rows_and_resumes(finished: tuple[ResultRow, ...]) -> None:
    is_stopped, heard = run(SMALL, stop_after=30)
    saved = rows_of(heard)
    assert is_stopped
    assert 0 < len(saved) < 48
    _, again = run(SMALL, saved)
    taken = next(m for m in again if isinstance(m, KnownRows))
    assert set(taken.rows) == set(saved)
    new = rows_of(again)
    assert {row.key for row in new} == {row.key for row in finished} - {row.key for row in saved}
    accuracies = {row.key: row.accuracy for row in (*saved, *new)}
    assert accuracies == {row.key: row.accuracy for row in finished}


def test_rows_of_other_data_are_computed_anew(finished: tuple[ResultRow, ...]) -> None:
    other = tuple(replace(row, data="0" * 16) if row.dataset == "iris" else row for row in finished)
    _, heard = run(SMALL, other)
    assert {row.dataset for row in rows_of(heard)} == {"iris"}
    _, heard = run(replace(SMALL, learners=("nb", "knn:k=5")), finished)
    assert {row.learner for row in rows_of(heard)} == {"KNN k=5"}


def test_run_resumes_from_a_results_file(tmp_path: Path, finished: tuple[ResultRow, ...]) -> None:
    file = tmp_path / "results.csv"
    plan = replace(SMALL, results=str(file))
    is_stopped, heard = run(plan, stop_after=30)
    saved = rows_of(heard)
    assert is_stopped
    assert len(read_results(file)) == len(saved)
    _, heard = run(plan)
    assert len(rows_of(heard)) == 48 - len(saved)
    assert {row.key for row in read_results(file)} == {row.key for row in finished}
    taken = next(m for m in heard if isinstance(m, KnownRows))
    assert len(taken.rows) == len(saved)
    # Rows that are only in memory are written to a file that is chosen later.
    late = tmp_path / "late.csv"
    run(replace(SMALL, results=str(late)), finished)
    assert len(read_results(late)) == 48


def test_closing_the_window_ends_the_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_gui.experiment.run._BETWEEN", 0.0)  # or all may have been done in one batch
    heard: list[Message] = []

    def closed(done: int, total: int, /) -> None:
        if any(isinstance(m, NewRows) for m in heard):
            raise Cancelled

    with pytest.raises(Cancelled):
        run_plan(SMALL, (), Run(), closed, heard.append)


def test_pause_stops_the_work() -> None:
    this, paused, resumed = Run(), threading.Event(), threading.Event()
    heard: list[Message] = []

    def progress(done: int, total: int, /) -> None:
        if not paused.is_set():
            this.pause()
            paused.set()
        elif not resumed.is_set():  # asked while it waits: the window would end it here
            this.resume()
            resumed.set()

    run_plan(SMALL, (), this, progress, heard.append)
    assert resumed.is_set()
    assert len(rows_of(heard)) == 48


# -- the table ----------------------------------------------------------------------------------------


def test_cells_and_tallies_are_those_of_the_engine(finished: tuple[ResultRow, ...]) -> None:
    table = table_of(finished)
    result = ExperimentResult(
        ("iris", "weather"), table.outline.names, table.outline.specs, 0, 2, 4, finished
    )
    for name in ("iris", "weather"):
        for i in range(3):
            cell = table.cell(name, i)
            if not math.isnan(cell.result.mean):
                assert cell.result == result.cell(name, i)
            assert cell.is_done
    assert table.done_cells == table.all_cells == 6
    for i in (1, 2):
        ours, theirs = table.tally(i), result.tally(i)  # the base's wins are the learner's losses
        assert (ours.wins, ours.losses) == (theirs.losses, theirs.wins) or table.cell("iris", i).failed


def test_failing_learner_states_why_in_its_cell(finished: tuple[ResultRow, ...]) -> None:
    table = table_of(finished)
    cell = table.cell("iris", 2)  # TAN takes no numbers
    assert cell.failed
    assert cell.is_done
    assert "numeric" in cell.error or "nominal" in cell.error
    assert not table.cell("weather", 2).failed


def test_table_of_a_run_in_progress(finished: tuple[ResultRow, ...]) -> None:
    part = tuple(row for row in finished if row.dataset == "weather" and row.run == 1)
    table = table_of(part)
    cell = table.cell("weather", 0)
    assert (cell.done, cell.total, cell.share, cell.is_done) == (4, 8, 0.5, False)
    assert table.done_cells == 0
    assert table.tally(1).ties == 0  # nothing is counted before it is finished
    noted = table.with_note("iris", "gone")
    assert noted.taking_part == ("weather",)
    assert noted.all_cells == 3


def test_table_is_sorted_by_any_column(finished: tuple[ResultRow, ...]) -> None:
    table = table_of(finished)
    assert table.order(None) == ("iris", "weather")
    assert table.order(-1, descending=False) == ("weather", "iris")
    assert table.order(0) == ("iris", "weather")
    assert table.order(0, descending=False) == ("weather", "iris")
    assert table.order(2)[-1] == "iris"  # it has no figure


def test_cell_is_compared_with_the_printed_one() -> None:
    plan = Plan(preset="table2", data=(DataChoice.of("iris", "sample:iris"),))
    outline = TableOutline.of(plan)
    empty = read_line(outline, "iris", ())
    assert [cell.printed is not None for cell in empty] == [True] * 7
    assert all(cell.tone == "" and cell.difference == "" for cell in empty)
    row = ResultRow("iris", "x", plan.specs[0], 1, 0, 10, "d", 15)
    rows = [replace(row, run=r, fold=f, accuracy=95.63) for r in range(1, 11) for f in range(10)]
    line = read_line(outline, "iris", rows)
    assert line[0].is_done
    assert (line[0].difference, line[0].tone) == ("+0.03", "near")
    table = ExperimentTable(outline, {"iris": line})
    assert (table.agreement.cells, table.agreement.exact, table.agreement.near) == (1, 0, 1)
    exact = read_line(outline, "iris", [replace(r, accuracy=95.6) for r in rows])
    assert exact[0].difference == "="
    assert read_line(TableOutline.of(plan, "kappa"), "iris", rows)[0].paper is None
    everywhere = table.printed_tally(3, all_datasets=True)
    assert (everywhere.wins, everywhere.losses) == (3, 17)  # as the text of the paper counts


def test_folds_of_a_cell_and_its_t_test_as_text(finished: tuple[ResultRow, ...]) -> None:
    result = TableOutline.of(SMALL).result(finished)
    folds = FoldsOfCell.of(result, "iris", 1, "accuracy")
    assert len(folds.lines) == 8
    assert folds.titles == ("run", "fold", "test rows", "KNN k=3", "NB", "difference")
    assert [line.run for line in folds.lines] == [1] * 4 + [2] * 4
    test = folds.comparison
    assert test is not None
    said = "\n".join(folds.notes)
    assert f"= {test.t:.3f}".replace("-", "−") in said
    assert f"p = {test.p:.4f}" in said
    assert "1/8 + 1/3" in said
    assert "7 degrees of freedom" in said
    base = FoldsOfCell.of(result, "iris", 0, "accuracy")
    assert base.is_base
    assert "This is the base" in base.notes[-1]
    failed = FoldsOfCell.of(result, "iris", 2, "accuracy")
    assert failed.notes[-1] == "There are no results for any fold."
    assert failed.rows[0][3] == "failed"
    loss = FoldsOfCell.of(result, "iris", 1, "log_loss")
    assert loss.comparison is not None
    assert loss.comparison.mark == result.mark("iris", 1, "log_loss")


def test_table_as_csv(finished: tuple[ResultRow, ...]) -> None:
    table = table_of(finished).with_note("weather", "")
    exported = spreadsheet_table(reading_of(table, ("weather", "iris")))
    assert exported.titles[:4] == ("data set", "NB", "NB sd", "NB mark")
    assert [row[0] for row in exported.rows] == ["weather", "iris", "wins/ties/losses"]
    assert float(exported.rows[1][1]) == pytest.approx(table.cell("iris", 0).result.mean, abs=1e-4)
    assert "numeric" in exported.rows[1][7] or "nominal" in exported.rows[1][7]
    assert all(len(row) == len(exported.titles) for row in exported.rows)
    assert exported.numeric == {1, 2, 4, 5, 7, 8}


def test_an_export_needs_no_window(finished: tuple[ResultRow, ...]) -> None:
    store = ExperimentStore(replace(SMALL, data=(*SMALL.data, DataChoice.of("lost", ""))), finished)
    store.reset_table("accuracy")
    store.add_source(SourceRead("iris", "sample:iris", 150, 4, "abc", data=SMALL.data[0].read()))
    exported = ExperimentExport.of(store)
    assert exported is not None
    assert list(exported.datasets) == ["iris"]
    assert exported.missing == ("lost",)
    assert exported.grid.columns[0] == "data set"
    assert "<table>" in exported.grid.render("html")
    assert exported.render("csv").startswith("data set,learner,mean,sd,mark")
    assert exported.render("html") == exported.grid.render("html")
    assert ExperimentExport.of(ExperimentStore(SMALL)) is None


# -- time ---------------------------------------------------------------------------------------------


def test_forecast_estimates_the_time_left() -> None:
    """The folds cost 1 ms each, 2 µs per value tested and 3 ns per step of work."""
    sizes = {"a": (100, 10_000), "b": (300, 200_000), "c": (50, 2_000_000), "d": (5_000, 50_000_000)}
    price = {n: 1e-3 + 2e-6 * v + 3e-9 * w for n, (v, w) in sizes.items()}
    forecast = Forecast(sizes, folds=10)
    assert forecast.left(1.0) is None
    row = ResultRow("a", "x", "x", 1, 0, 10, "", 1, train_seconds=0.0)
    forecast.take([replace(row, dataset="d")])
    for name in ("a", "b", "c"):
        for fold in range(10):
            forecast.add(replace(row, dataset=name, fold=fold, test_seconds=price[name]))
    spent = sum(10 * price[name] for name in ("a", "b", "c"))
    assert forecast.left(spent) == pytest.approx(9 * price["d"], rel=0.01)
    assert forecast.left(spent / 2) == pytest.approx(9 * price["d"] / 2, rel=0.01)  # two at a time
    assert forecast.share == pytest.approx(31 / 40)


def test_forecast_for_a_data_set_far_larger_than_those_done() -> None:
    """A few milliseconds on a tiny data set do not predict thousands of hours for 100,000 rows."""
    sizes = {"iris": (200, 20_000), "large": (333_330, 22_000_000_000)}
    forecast = Forecast(sizes, folds=12)
    row = ResultRow("iris", "x", "x", 1, 0, 10, "", 1, train_seconds=0.0)
    for fold in range(12):
        forecast.add(replace(row, fold=fold, test_seconds=0.01))
    said = forecast.left(3.0)  # mostly for starting the processes
    assert said is not None
    assert 120 < said < 1200
    later = forecast.left(20.0)  # no further rows have arrived
    assert later == pytest.approx(said - 17)
    assert forecast.left(3.0 + 10 * said) == pytest.approx(5 * said)
    forecast.add(replace(row, dataset="large", test_seconds=8.0))
    assert forecast.left(8.0) == pytest.approx(11 * 8.0, rel=0.05)
    for fold in range(11):
        forecast.add(replace(row, dataset="large", fold=fold, test_seconds=8.0))
    assert forecast.left(90.0) == 0
