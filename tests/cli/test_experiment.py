"""`lwnb experiment`: the table, its formats, the results file, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.cli.experiment import spread_list
from tests.cli.conftest import Json, Run, environment

FEW = ("--runs", 1, "--folds", 4, "--jobs", 1)


def test_learners_are_listed_by_their_specs() -> None:
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
    assert result.exit_code == 1, result.output
    assert "○" in result.output
    assert "failed" in result.output
    assert "LBR on iris: LBR needs nominal attributes" in " ".join(result.output.split())
    assert "wins / ties / losses" in " ".join(result.output.split())
    assert "Ranking" in result.output


def test_base_convention_and_discretiser(run_json: Json) -> None:
    result = run_json(
        "experiment", "iris", "--learners", "lwnb:k=20", "nb", "aode:limit=1", "--base", "nb",
        "--discretise", "--convention", "weka", *FEW,
    )  # fmt: skip
    assert result["base"] == "NBD"
    specs = [learner["spec"] for learner in result["learners"]]
    assert specs[0].startswith("lwnbd:k=20,convention=weka")
    assert specs[2].startswith("aoded:limit=1,convention=weka")
    assert result["complete"]
    assert len(result["rows"]) == 12
    assert result["cells"][0]["n"] == 4


def test_results_file_is_resumed(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    first = run("experiment", "iris", "--learners", "nb", *FEW, "--out", out)
    assert first.exit_code == 0, first.output
    assert len(read_results(out)) == 4
    again = run("experiment", "iris", "--learners", "nb", *FEW, "--out", out)
    assert again.exit_code == 1
    assert "--resume" in again.output
    assert "--force" in again.output
    more = run("experiment", "iris", "labor", "--learners", "nb", *FEW, "--out", out, "--resume")
    assert more.exit_code == 0, more.output
    assert len(read_results(out)) == 8
    other = run("experiment", "iris", "--learners", "nb", "--folds", 5, "--out", out, "--resume", "--jobs", 1)
    assert other.exit_code == 1
    assert "4 folds" in other.output
    anew = run("experiment", "iris", "--learners", "nb", "--runs", 1, "--folds", 5, "--out", out, "--force")
    assert anew.exit_code == 0, anew.output
    assert len(read_results(out)) == 5


@pytest.mark.parametrize(
    ("option", "sign"),
    [
        (("--latex",), r"\begin{tabular}"),
        (("--markdown",), "| iris"),
        (("--csv", "-"), "data set,learner,mean,sd,mark"),
    ],
    ids=["latex", "markdown", "csv"],
)
def test_stdout_has_the_requested_format_only(
    run: Run, tmp_path: Path, option: tuple[str, ...], sign: str
) -> None:
    report, table = tmp_path / "report.html", tmp_path / "table.csv"
    arguments = ("experiment", "iris", "--learners", "nb", "knn:k=5", *FEW)
    result = run(*arguments, *option, "--html", report)
    assert result.exit_code == 0, result.output
    assert report.exists()
    assert sign in result.stdout
    assert "ritten to" not in result.stdout
    if option[0] == "--csv":
        assert run(*arguments, "--csv", table).exit_code == 0
        assert table.read_text(encoding="utf-8") == result.stdout
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        assert [(row["data set"], row["learner"]) for row in rows] == [("iris", "NB"), ("iris", "KNN k=5")]
        assert all(0 < float(row["sd"]) < float(row["mean"]) <= 100 for row in rows)


def test_wrong_arguments_are_refused(run: Run) -> None:
    assert run("experiment", "iris", "--latex", "--csv", "-", *FEW).exit_code == 2
    assert "no learner" in run("experiment", "iris", "--learners", "svm", *FEW).output
    assert "not among" in run("experiment", "iris", "--learners", "nb", "--base", "knn", *FEW).output
    assert run("experiment", "nowhere.arff", *FEW).exit_code == 1
    assert "must end in .csv" in run("experiment", "iris", "--out", "x.txt", *FEW).output


def test_two_files_of_one_name_are_told_apart(run_json: Json, tmp_path: Path) -> None:
    (tmp_path / "iris.csv").write_text("a,c\n" + "1,x\n2,y\n" * 10)
    result = run_json("experiment", "iris", tmp_path / "iris.csv", "--learners", "nb", *FEW)
    assert result["datasets"] == ["iris", "iris (2)"]


def test_a_learner_that_fails_in_every_fold_is_no_success(run: Run, tmp_path: Path) -> None:
    """Every result names it and leaves it out of the ranks; the other learners keep their results."""
    html = tmp_path / "report.html"
    arguments = ("experiment", "iris", "--learners", "nb", "knn:k=5", "aode", *FEW)
    shown = run(*arguments, "--html", html)
    assert shown.exit_code == 1
    assert "Error: AODE failed on iris: AODE needs nominal attributes" in shown.stderr
    assert "--discretise" in shown.stderr
    assert "AODE has no rank" in shown.stdout
    assert "95." in shown.stdout
    assert "AODE has no rank" in html.read_text(encoding="utf-8")
    as_json = run(*arguments, "--json")
    actual = json.loads(as_json.stdout)
    assert as_json.exit_code == 1
    assert actual["complete"] is False
    assert actual["error"]["message"].startswith("AODE failed on iris")
    assert {rank["learner"] for rank in actual["ranking"]} == {"NB", "KNN k=5"}
    as_csv = run(*arguments, "--csv", "-")
    assert as_csv.exit_code == 1
    rows = {row["learner"]: row for row in csv.DictReader(io.StringIO(as_csv.stdout))}
    assert rows["AODE"]["mean"] == ""
    assert "nominal attributes" in rows["AODE"]["error"]
    assert float(rows["NB"]["mean"]) > 90


INTERRUPTED_AT_WORK = """
import os, signal
import lwnb_gui.cli.experiment as experiment
from contextlib import contextmanager
@contextmanager
def progress_bar(title, countable):
    def progress(done, total):
        if done > total / 3:
            os.kill(os.getpid(), signal.SIGINT)
    yield progress
experiment.progress_bar = progress_bar
from lwnb_gui.cli import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C there")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_says_what_is_kept_and_the_command_that_goes_on(tmp_path: Path, run: Run, jobs: int) -> None:
    out = tmp_path / "my results.csv"
    arguments = ["experiment", "iris", "labor", "--learners", "nb", "lwnb:k=5", "--runs", "2", "--folds", "4"]
    arguments += ["--jobs", str(jobs), "--out", str(out)]

    def interrupted(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", INTERRUPTED_AT_WORK, *arguments, *more],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment(),
            timeout=120,
            check=False,
        )

    done = interrupted()
    assert (done.returncode, done.stdout) == (130, "")
    first, command = done.stderr.splitlines()
    kept = len(read_results(out))
    assert 0 < kept < 32
    assert first == f"Interrupted. {kept} results are saved in {out}. To continue:"
    lwnb, *pasted = shlex.split(command)
    assert (lwnb, pasted) == ("lwnb", [*arguments, "--resume"])
    if jobs == 1:
        again = interrupted("--resume", "--json")
        assert again.stderr.splitlines()[1].count("--resume") == 1
        assert json.loads(again.stdout)["error"]["exit_code"] == 130
    went_on = run(*pasted)
    assert went_on.exit_code == 0, went_on.output
    assert len(read_results(out)) == 32


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C there")
def test_ctrl_c_without_a_results_file_says_that_nothing_is_kept(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT_WORK, "experiment", "iris", "--runs", "1", "--jobs", "1"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("Interrupted. Nothing is saved: --out FILE saves")


# -- measures ------------------------------------------------------------------------------------------


def test_the_document_is_about_the_measure_and_has_the_friedman_test(run: Run, run_json: Json) -> None:
    five = ("iris", "labor", "glass", "weather-nominal", "weather-numeric")
    learners = ("--learners", "nb", "knn:k=3", "lwnb:k=20")
    result = run_json("experiment", *five, *learners, *FEW, "--measure", "mcc")
    assert result["measure"] == "mcc"
    means = [row["mcc"] for row in result["rows"] if (row["dataset"], row["learner"]) == ("iris", "NB")]
    assert result["cells"][0]["mean"] == pytest.approx(sum(means) / 4)
    assert result["friedman"]["datasets"] == 5
    assert result["friedman"]["mean_ranks"] == {r["learner"]: r["mean_rank"] for r in result["ranking"]}
    shown = " ".join(run("experiment", *five, *learners, *FEW, "-m", "mcc").output.split())
    assert "Matthews’ correlation coefficient" in shown
    assert "Friedman test over 5 data sets" in shown


def test_f1_of_a_class(run: Run) -> None:
    result = run("experiment", "iris", "--learners", "nb", *FEW, "-m", "f1:Iris-setosa", "--csv", "-")
    assert next(csv.DictReader(io.StringIO(result.stdout)))["mean"] == "1.0"


def test_an_unknown_measure_is_told_those_that_there_are(run: Run) -> None:
    result = run("experiment", "iris", "-m", "recall")
    assert result.exit_code == 2
    assert "train_seconds" in result.output
    assert "f1:CLASS" in result.output
