"""A results file neither loses nor doubles a row, however its writer ends."""

from __future__ import annotations

import csv
import math
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.data.spreadsheet_formulas import is_like_formula
from lwnb_core.evaluation.experiments.fold_results import (
    ResultRow,
    confusion_from,
    confusion_text,
    csv_header,
    csv_lines,
    rows_from_csv,
)
from lwnb_core.evaluation.experiments.results_file import ResultsFile, journal_of, read_results

ROOT = Path(__file__).resolve().parents[4]
RUNS, FOLDS = 6, 10

_PROGRAM = f"""
import sys, time
import lwnb_core as lw
learners = ["nb", "knn:k=3"]
experiment = lw.Experiment(["labor"], learners, {RUNS}, {FOLDS}, out=sys.argv[1], resume=True, jobs=1)
# A little slower than it is, so that there is something to kill.
experiment.run(on_result=lambda row: time.sleep(0.01))
"""


def row(fold: int = 0, **changes: object) -> ResultRow:
    values = {
        "dataset": "iris", "learner": "NB", "spec": "nb", "run": 1, "fold": fold, "folds": 10, "data": "abc",
        "n_test": 15, "accuracy": 100 / 3, "log_loss": 0.1 + 0.2, "auc": float("nan"),
    }  # fmt: skip
    return ResultRow(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture(params=["csv", "parquet"])
def out(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "parquet":
        pytest.importorskip("pyarrow")
    return tmp_path / f"results.{request.param}"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_killed_at_any_moment_it_goes_on_without_a_lost_or_doubled_row(out: Path, thorough: bool) -> None:
    pace = random.Random(5)
    saved: list[ResultRow] = []
    kills = 0
    for attempt in range(60):
        process = subprocess.Popen([sys.executable, "-c", _PROGRAM, str(out)], cwd=ROOT)
        before = len(saved)
        # Wait until it writes, then kill it after a short time that varies.
        while process.poll() is None and _count(out) <= before:
            time.sleep(0.005)
        time.sleep(pace.uniform(0, 0.25))
        if process.poll() is None and kills < (20 if thorough else 2):
            process.send_signal(signal.SIGKILL)
            kills += 1
        code = process.wait(timeout=120)
        now = read_results(out)
        assert repr(now[: len(saved)]) == repr(saved), "a row that was there is gone or changed"
        saved = now
        if code == 0:
            break
        assert attempt < 59
    assert kills >= 2
    keys = [r.key for r in saved]
    assert len(keys) == len(set(keys)) == 2 * RUNS * FOLDS
    if out.suffix == ".csv":
        assert out.read_text().count("\n") == 1 + len(keys), "doubled in the file itself"
    else:
        assert not journal_of(out).exists()
    expected = lw.Experiment(["labor"], ["nb", "knn:k=3"], RUNS, FOLDS, jobs=1).run()
    assert {r.key: r.accuracy for r in saved} == {r.key: r.accuracy for r in expected.rows}


def _count(out: Path) -> int:
    try:
        return len(read_results(out))
    except lw.DataError:
        return 0


def test_a_line_cut_anywhere_is_dropped_and_written_anew(tmp_path: Path) -> None:
    whole = csv_header() + csv_lines([row(0), row(1, error='what, "a"\nshame'), row(2)])
    rows = rows_from_csv(whole)
    assert len(rows) == 3
    path = tmp_path / "r.csv"
    raw = whole.encode()
    for length in range(len(raw) + 1):
        path.write_bytes(raw[:length])
        with ResultsFile(path, resume=True) as file:
            complete = raw[:length].count(b"\n") - 1
            assert len(file.rows) == max(complete, 0)
            file.append([row(0), row(1, error='what, "a" shame'), row(2)])
        assert repr(read_results(path)) == repr(rows)
        assert path.read_bytes() == raw


def test_a_parquet_file_and_a_left_over_journal_count_each_row_once(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "r.parquet"
    with ResultsFile(path) as file:
        file.append([row(0), row(1)])
    # As after a kill between moving the Parquet file into place and removing the journal.
    journal_of(path).write_text(csv_header() + csv_lines([row(0), row(1)]))
    assert [r.fold for r in read_results(path)] == [0, 1]
    with ResultsFile(path, resume=True) as file:
        file.append([row(1), row(2)])
    assert [r.fold for r in read_results(path)] == [0, 1, 2]
    assert not journal_of(path).exists()


def test_numbers_come_back_to_the_last_bit_and_texts_as_they_were(out: Path) -> None:
    rows = [row(0), row(1, dataset="=1+1", error="-x"), row(2, dataset='naïve, "q"', log_loss=1e-300)]
    with ResultsFile(out) as file:
        file.append(rows)
    result = read_results(out)
    assert [repr(r) for r in result] == [repr(r) for r in rows]


def test_names_that_a_spreadsheet_would_run_are_guarded(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    with ResultsFile(path) as file:
        file.append([row(0, dataset='=HYPERLINK("x")')])
    assert "\n\"'=HYPERLINK" in path.read_text()


NAMES = ["'=x", "''=x", "=x", " =1+1", "＝1+1", "a  b", "a\nb", 'a "b"\n\n', "\t-1", "-5", "'tis", "'"]
NAMES += ["a\rb", "a\r\nb\r"]


def test_every_name_of_a_data_set_comes_back_and_is_guarded(out: Path) -> None:
    with ResultsFile(out) as file:
        file.append([row(dataset=name) for name in NAMES])
        if out.suffix == ".csv":
            with out.open(newline="") as stream:
                written = [line[0] for line in csv.reader(stream)]
            assert not any(is_like_formula(name) for name in written[1:])
    assert [r.dataset for r in read_results(out)] == NAMES
    with ResultsFile(out, resume=True) as file:
        assert [key.dataset for key in file.rows] == NAMES


def test_a_row_cut_inside_a_name_with_line_ends_is_dropped(tmp_path: Path) -> None:
    path, rows = tmp_path / "r.csv", [row(0), row(1, dataset='a "b"\n\nc')]
    raw = (csv_header() + csv_lines(rows)).encode()
    for length in range(raw.index(b"\n", raw.index(b"\n") + 1) + 1, len(raw)):
        path.write_bytes(raw[:length])
        with ResultsFile(path, resume=True) as file:
            assert [r.fold for r in file.rows.values()] == [0]
            file.append(rows)
        assert path.read_bytes() == raw


def test_only_one_writes_at_a_time(out: Path) -> None:
    with ResultsFile(out), pytest.raises(lw.SettingsError, match="another experiment"):
        ResultsFile(out, resume=True).__enter__()


def test_foreign_files_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("a,b\n1,2\n" * 50)
    with pytest.raises(lw.DataError, match="not a results file"), ResultsFile(path, resume=True):
        pass
    assert path.read_text() == "a,b\n1,2\n" * 50
    with pytest.raises(lw.DataError, match="no such file"):
        read_results(tmp_path / "none.csv")
    with pytest.raises(lw.DataError, match="cannot be written"), ResultsFile(tmp_path / "no" / "r.csv"):
        pass


def test_without_pyarrow_parquet_is_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(lw.DataError, match="pyarrow") as caught:
        ResultsFile(tmp_path / "r.parquet")
    assert 'pip install "lwnb-explorer[parquet]", or write the results as .csv' in caught.value.hint


def test_a_write_protected_file_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text(csv_header())
    file.chmod(0o444)
    with pytest.raises(lw.DataError, match="write-protected"), ResultsFile(file, resume=True):
        pass
    assert file.read_text() == csv_header()


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("accuracy", 250.0, "accuracy is 250.0, not between 0 and 100"),
        ("accuracy", -1.0, "accuracy is -1.0, not between 0 and 100"),
        ("log_loss", float("inf"), "log_loss is inf, not between 0 and"),
        ("kappa", 1.5, "kappa is 1.5, not between -1 and 1"),
        ("test_seconds", -2.0, "test_seconds is -2.0, not 0 or more"),
        ("run", 0, "run is 0, not 1 or more"),
        ("confusion", '{"a": ', "confusion is not a confusion matrix as JSON"),
        ("confusion", '{"a": {"b": -1}}', "confusion has the weight -1, not 0 or more"),
        ("confusion", '{"a": {"b": Infinity}}', "confusion has the weight inf, not 0 or more"),
        ("fold", 10, "fold is 10, but there are only 10 folds"),
    ],
)
def test_an_impossible_figure_is_refused_by_name(
    out: Path, column: str, value: object, expected: str
) -> None:
    with ResultsFile(out) as file:
        file.append([row(0), row(**{"fold": 1, column: value})])
    before = out.read_bytes()
    with pytest.raises(lw.DataError) as caught, ResultsFile(out, resume=True):
        pass
    assert expected in str(caught.value)
    assert (caught.value.line, caught.value.row) == ((3, None) if out.suffix == ".csv" else (None, 1))
    assert out.read_bytes() == before


@pytest.mark.parametrize("row_number", [0, 1])
def test_a_line_that_is_no_csv_is_named(tmp_path: Path, row_number: int) -> None:
    """A line end outside quotes is an error; in the titles it means that another program wrote the file."""
    path = tmp_path / "r.csv"
    lines = [csv_header(), csv_lines([row(0)])]
    lines[row_number] = lines[row_number].replace(",", "\r", 1)
    path.write_text("".join(lines), newline="")
    expected = ["this is not a results file", "the line cannot be read as CSV"][row_number]
    with pytest.raises(lw.DataError, match=expected) as caught, ResultsFile(path, resume=True):
        pass
    assert caught.value.line == row_number + 1


@pytest.mark.parametrize("cell", ["abc", "nan", "1,5"])
def test_a_figure_that_is_no_number_is_quoted(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "r.csv"
    quoted = f'"{cell}"'
    path.write_text(csv_header() + csv_lines([row(0, accuracy=12.5)]).replace("12.5", quoted))
    with pytest.raises(lw.DataError, match="accuracy is ") as caught:
        read_results(path)
    assert cell in str(caught.value)
    assert "float" not in str(caught.value)


def test_the_last_bit_of_a_sum_is_no_impossible_figure(out: Path) -> None:
    with ResultsFile(out) as file:
        file.append([row(0, brier=2 + 4e-16, accuracy=100 + 2e-14)])
    assert read_results(out)[0].brier > 2


# -- files of earlier versions ----------------------------------------------------------------------------

OLD = ROOT / "tests" / "data" / "results"


@pytest.fixture(params=["csv", "parquet"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What version 0.1 wrote: three folds of two learners, fewer measures, no confusion matrices."""
    if request.param == "parquet":
        pytest.importorskip("pyarrow")
    copy = tmp_path / f"results.{request.param}"
    shutil.copy(OLD / f"0.1.{request.param}", copy)
    return copy


def test_files_of_earlier_versions_can_be_read(old: Path) -> None:
    result = lw.ExperimentResult.load(old)
    assert result.finished
    assert result.cell("labor", "NB").mean > 80
    assert result.cell("labor", "NB", "kappa").n == 3
    for measure in ("balanced_accuracy", "f1", "mcc", "f1:good"):
        cell = result.cell("labor", "NB", measure)
        assert cell.n == 0
        assert math.isnan(cell.mean)
        assert "–" in result.to_text(measure)


def test_files_of_earlier_versions_can_be_gone_on_with(old: Path) -> None:
    before = read_results(old)
    experiment = lw.Experiment(["labor"], ["nb", "knn:k=3"], 2, 3, out=old, resume=True, jobs=1)
    result = experiment.run()
    again = read_results(old)
    assert again[: len(before)] == before
    assert len(again) == 2 * len(before)
    assert result.cell("labor", "NB", "f1").n == 3  # those of the second run
    assert {row.accuracy for row in again} == {row.accuracy for row in result.rows}
    with pytest.raises(lw.SettingsError, match="already exists"):
        ResultsFile(old)


def test_a_file_holds_the_confusion_matrix_of_every_fold(out: Path) -> None:
    lw.Experiment(["iris"], ["nb"], 1, 3, out=out, jobs=1).run()
    rows = read_results(out)
    for one in rows:
        assert sum(one.confusion_totals.true) == one.n_test
        assert one.confusion_totals.accuracy == pytest.approx(one.accuracy)
        assert float(one.confusion_totals.f1) == one.f1
        of_classes = [one.value(f"f1:{name}") for name in lw.sample("iris").classes]
        assert sum(of_classes) / 3 == pytest.approx(one.f1)
        assert math.isnan(one.value("f1:no such class"))


def test_any_class_name_survives_in_a_confusion_matrix(out: Path) -> None:
    classes = ["a  b", "=1+1", 'x "y", z', "ü\u00a0\n\t", "   "]
    matrix = np.diag([1.0, 2.0, 0.25, 4.0, 0.0])
    matrix[4, 0] = 0.1
    with ResultsFile(out) as file:
        file.append([row(0, confusion=confusion_text(matrix, classes))])
    totals = read_results(out)[0].confusion_totals
    assert set(totals.classes) == set(classes)
    assert [totals.f1_of(name) for name in classes] == pytest.approx([2 / 2.1, 1, 1, 1, 0])


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"a": {"b": "x"}}', "null"])
def test_a_confusion_matrix_that_is_none_is_not_known(text: str) -> None:
    assert confusion_from(text).classes == ()


def test_a_confusion_matrix_that_no_reader_takes_is_left_out() -> None:
    names = [f"{i}" * 2000 for i in range(10, 40)]
    assert confusion_text(np.eye(30), names) == ""
