"""`lwnb paper`: cells beside the printed ones, missing data sets, files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from lwnb_core.evaluation.paper.published import COLUMNS
from tests.cli.conftest import Json, Run
from tests.core.fixtures import prototype_folds


def test_one_run_of_iris_beside_the_printed_line(run: Run) -> None:
    result = run("paper", "table2", "--only", "iris", "--runs", 1, "--jobs", 1)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("iris"))
    # The first ten folds of those that were computed outside the project.
    means = [np.mean(prototype_folds()["iris", column][:10]) for column in COLUMNS[2]]
    assert lines[at].split() == ["iris", *(f"{mean:.2f}" for mean in means)]
    assert lines[at + 1].split() == ["printed", "95.60", "95.80", "95.80", "95.53", "95.73", "95.27", "95.67"]
    assert lines[at + 2].split()[:3] == ["off", "by", "+0.40"]
    assert "17/3" in result.output, "what the text says of NB"


def test_ten_runs_of_iris_are_exact(run_json: Json) -> None:
    result = run_json("paper", "table3", "--only", "iris", "--jobs", 1)
    columns = {entry["column"]: entry for entry in result["summary"]}
    for name in ("LWNBD_50", "LWNBD_30", "LWNBD_100", "NBD", "LBR", "AODE"):
        assert columns[name]["exact"] == columns[name]["marks_equal"] == 1, name
    assert columns["AODE"]["text"] == {"wins": 7, "losses": 5}


def test_what_is_not_there_is_named_and_the_rest_goes_on(run: Run, tmp_path: Path) -> None:
    result = run(
        "paper", "table2", "--data", tmp_path, "--only", "zoo,iris,credit-a", "--runs", 1, "--jobs", 1
    )
    assert result.exit_code == 0, result.output
    text = " ".join(result.output.split())
    assert "zoo: not found" in text
    assert "australian: not found (also called credit-a or crx" in text
    assert "datasets-UCI.jar" in text
    alone = run("paper", "table3", "--only", "zoo", "--jobs", 1)
    assert alone.exit_code == 1
    assert "openml.org" in alone.output


def test_table_1_lists_the_data_sets(run: Run, run_json: Json) -> None:
    result = run("paper", "table1", "--only", "iris,labor")
    assert result.exit_code == 0, result.output
    assert "35.7 / 3.9" in result.output, "labor lacks a third of its values, whatever is printed"
    actual = run_json("paper", "table1", "--only", "iris")
    assert actual["datasets"][0]["counted"] == actual["datasets"][0]["printed"]


@pytest.mark.parametrize(
    ("suffix", "sign"),
    [("csv", "data set,column,computed"), ("tex", r"\hline"), ("html", "class='"), ("md", "| iris")],
)
def test_tables_are_written_as_files(run: Run, tmp_path: Path, suffix: str, sign: str) -> None:
    out = tmp_path / f"table.{suffix}"
    result = run("paper", "table2", "--only", "iris", "--runs", 1, "--jobs", 1, "--out", out)
    assert result.exit_code == 0, result.output
    assert sign in out.read_text(encoding="utf-8")
    if suffix == "csv":
        rows = list(csv.DictReader(out.open(encoding="utf-8", newline="")))
        assert [row["column"] for row in rows][:2] == ["LWNB k=50", "LWNB k=30"]


def test_results_file_is_extended_by_further_runs(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "kept.csv"
    for runs in (1, 2):
        result = run("paper", "table2", "--only", "iris", "--runs", runs, "--jobs", 1, "--results", saved)
        assert result.exit_code == 0, result.output
        assert saved.read_text().count("\n") == 1 + 70 * runs


@pytest.mark.parametrize("number", [1, 3])
def test_figures_of_the_data_are_written(run: Run, tmp_path: Path, number: int) -> None:
    out = tmp_path / f"figure{number}.svg"
    result = run("paper", f"figure{number}", "--out", out)
    assert result.exit_code == 0, result.output
    assert "</svg>" in out.read_text(encoding="utf-8")
    assert "draws the figure" in run("paper", f"figure{number}").output


def test_figure_4_with_its_curves(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "figure4.png"
    result = run("paper", "figure4", "--out", out)
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "KNN at k = 60" in result.output


def test_names_that_say_no_format_are_refused_before_the_work(run: Run) -> None:
    assert run("paper", "table2", "--out", "x.png").exit_code == 2
    assert run("paper", "figure2", "--out", "x.tex").exit_code == 2
    assert run("paper", "table2", "--only", "moons").exit_code == 1
    assert run("paper", "table9").exit_code == 2
