"""`lwnb experiment`: the table, its formats, the results file, and what is refused."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from lwnb_core.evaluation.results_file import read_results
from lwnb_gui.commands.experiment import spread_list
from tests.cli.conftest import Json, Run

FEW = ("--runs", 1, "--folds", 4, "--jobs", 1)


def test_learners_are_listed_as_people_write_them() -> None:
    options = ("--learners", "-l")
    assert spread_list(["iris", "--learners", "lwnb:k=5", "nb", "--runs", "2"], options) == [
        "iris", "--learners", "lwnb:k=5", "--learners", "nb", "--runs", "2",
    ]  # fmt: skip
    assert spread_list(["-l", "nb", "-l", "knn", "--json"], options) == ["-l", "nb", "-l", "knn", "--json"]
    assert spread_list(["-l", "nb", "--", "-l", "x"], options) == ["-l", "nb", "--", "-l", "x"]


def test_the_table_has_marks_tallies_and_a_ranking(run: Run) -> None:
    result = run(
        "experiment", "glass", "iris", "--learners", "nb", "lwnb:k=30", "lbr", "--runs", 2, "--jobs", 1
    )
    assert result.exit_code == 0, result.output
    assert "○" in result.output
    assert "failed" in result.output
    assert "LBR on iris: LBR works on nominal attributes" in " ".join(result.output.split())
    assert "wins/ties/losses" in " ".join(result.output.split())
    assert "Ranking" in result.output


def test_base_convention_and_discretiser(run_json: Json) -> None:
    found = run_json(
        "experiment", "iris", "--learners", "lwnb:k=20", "nb", "aode:limit=1", "--base", "nb",
        "--discretise", "--convention", "weka", *FEW,
    )  # fmt: skip
    assert found["base"] == "NBD"
    specs = [learner["spec"] for learner in found["learners"]]
    assert specs[0].startswith("lwnbd:k=20,convention=weka")
    assert specs[2].startswith("aoded:limit=1,convention=weka")
    assert found["complete"]
    assert len(found["rows"]) == 12
    assert found["cells"][0]["n"] == 4


def test_results_are_kept_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    first = run("experiment", "iris", "--learners", "nb", *FEW, "--out", out)
    assert first.exit_code == 0, first.output
    assert len(read_results(out)) == 4
    again = run("experiment", "iris", "--learners", "nb", *FEW, "--out", out)
    assert again.exit_code == 1
    assert "--resume" in again.output
    more = run("experiment", "iris", "labor", "--learners", "nb", *FEW, "--out", out, "--resume")
    assert more.exit_code == 0, more.output
    assert len(read_results(out)) == 8
    other = run("experiment", "iris", "--learners", "nb", "--folds", 5, "--out", out, "--resume", "--jobs", 1)
    assert other.exit_code == 1
    assert "4 folds" in other.output


@pytest.mark.parametrize(
    ("option", "sign"),
    [
        ("--latex", r"\begin{tabular}"),
        ("--markdown", "| iris"),
        ("--csv", "data set,NB"),
    ],
)
def test_formats_are_all_that_is_on_stdout(run: Run, option: str, sign: str) -> None:
    result = run("experiment", "iris", "--learners", "nb", "knn:k=5", *FEW, option)
    assert result.exit_code == 0, result.output
    assert sign in result.stdout
    if option == "--csv":
        rows = list(csv.reader(io.StringIO(result.stdout)))
        assert rows[1][0] == "iris"


def test_what_is_refused(run: Run) -> None:
    assert run("experiment", "iris", "--latex", "--csv", *FEW).exit_code == 2
    assert "no learner" in run("experiment", "iris", "--learners", "svm", *FEW).output
    assert "not among" in run("experiment", "iris", "--learners", "nb", "--base", "knn", *FEW).output
    assert run("experiment", "nowhere.arff", *FEW).exit_code == 1
    assert "ends in .csv" in run("experiment", "iris", "--out", "x.txt", *FEW).output


def test_two_files_of_one_name_are_told_apart(run_json: Json, tmp_path: Path) -> None:
    (tmp_path / "iris.csv").write_text("a,c\n" + "1,x\n2,y\n" * 10)
    found = run_json("experiment", "iris", tmp_path / "iris.csv", "--learners", "nb", *FEW)
    assert found["datasets"] == ["iris", "iris (2)"]
