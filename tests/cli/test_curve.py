"""`lwnb curve`: its numbers are the engine's, its files are complete, and Figures 2 and 4 come out."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import Result

import lwnb_core as lw
from lwnb_core.engine.sweep import k_grid
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.best_k import best_k
from lwnb_gui.cli.curve import parse_ks, split_specs, within
from lwnb_gui.views.curves.study_tables import handful
from lwnb_gui.views.wording.learner_names import names_of

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    "arguments",
    [
        ("weather-numeric",),
        ("iris", "--k", "1:20"),
        ("glass", "-e", "cv", "--folds", "3", "--k", "5,10,50"),
        ("labor", "-e", "repeated-cv", "--runs", "2", "--folds", "2", "--k", "1:9:4", "-c", "weka"),
        ("iris", "--learners", "knn,lwnb:kernel=tricube,numeric=density,lwnb,nb,knndw,nbd", "--k", "7"),
        ("weather-nominal", "--learners", "nb"),
    ],
    ids=" ".join,
)
def test_tables_fit_eighty_columns(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("curve", *arguments)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "Accuracy" in result.stdout


def test_curve_prints_what_the_engine_computes(run_json: Json) -> None:
    data = lw.sample("glass")
    engine = accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW(), lw.NB()], data, "cv", [1, 7, 30], folds=4)
    document = run_json("curve", "glass", "-e", "cv", "--folds", 4, "--k", "1,7,30")
    assert document["ks"] == [1, 7, 30]
    assert (document["evaluation"], document["folds"], document["cases"]) == ("cv", 4, 214)
    for result, curve in zip(document["curves"], engine.curves, strict=True):
        assert result["name"] == curve.name
        assert result["accuracy"] == curve.accuracy.tolist()
        assert result["sd"] == curve.sd.tolist()
        assert "k" not in result["settings"]
        if curve.name == "NB":
            assert result["best"] is None
        else:
            assert result["best"] == json.loads(json.dumps(best_k(curve).to_dict()))


def test_settings_go_to_every_learner_that_names_no_other(run_json: Json) -> None:
    document = run_json(
        "curve", "iris", "--learners", "lwnb,lwnb:kernel=constant,knn,nb", "--kernel", "tricube",
        "-c", "weka", "--k", "3", "--jobs", 1,
    )  # fmt: skip
    kernels = [curve["settings"].get("kernel") for curve in document["curves"]]
    assert kernels == ["tricube", "constant", None, None]
    assert {curve["settings"]["convention"] for curve in document["curves"]} == {"weka"}


def test_csv_has_a_line_per_learner_and_k(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "curve.csv"
    result = run("curve", "iris", "--learners", "knn,nb", "--k", "1:4", "--csv", out)
    assert result.exit_code == 0, result.output
    assert "curve.csv" in "".join(result.stdout.split())
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["learner"], row["k"]) for row in rows] == [(n, k) for n in ("KNN", "NB") for k in "1234"]
    engine = accuracy_curve([lw.KNN()], lw.sample("iris"), ks=range(1, 5))
    assert [float(row["accuracy"]) for row in rows[:4]] == engine["KNN"].accuracy.tolist()
    printed = run("curve", "iris", "--learners", "knn,nb", "--k", "1:4", "--csv", "-")
    again = list(csv.DictReader(io.StringIO(printed.stdout)))
    assert [(row["k"], row["accuracy"]) for row in again] == [(row["k"], row["accuracy"]) for row in rows]
    assert run("curve", "iris", "--csv", "-", "--json").exit_code == 2


@pytest.mark.parametrize("sample", [(), ("--sample", 40)], ids=["all rows", "some rows"])
def test_files_and_documents_have_the_columns_of_the_library(
    run: Run, run_json: Json, tmp_path: Path, sample: tuple[object, ...]
) -> None:
    out = tmp_path / "curve.csv"
    document = run_json("curve", "iris", "-l", "knn,nb", "-e", "cv", "--k", "1:4", *sample, "--csv", out)
    frame = accuracy_curve(
        [lw.KNN(), lw.NB()], lw.sample("iris"), "cv", range(1, 5), sample=sample[1] if sample else None
    ).to_pandas()
    assert {"kappa", "log_loss", "brier"} < set(frame)
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [name for name in frame if name != "spec"]
    for name in list(frame)[3:]:
        assert [float(row[name]) for row in rows] == frame[name].tolist()
        assert [value for curve in document["curves"] for value in curve[name]] == frame[name].tolist()


def test_a_precision_tests_as_many_rows_as_it_takes(run: Run, run_json: Json, tmp_path: Path) -> None:
    requested = ("curve", "segment", "--learners", "knn,nb", "--k", "1,5", "--precision", 3)
    actual = run_json(*requested)
    assert actual["half_width"] <= 3
    assert 200 < actual["cases"] < 2310
    sampled = run_json(*requested[:-2], "--sample", actual["cases"])
    for one, other in zip(sampled["curves"], actual["curves"], strict=True):
        assert [one[key] for key in ("accuracy", "low", "high")] == [
            other[key] for key in ("accuracy", "low", "high")
        ]
    out = tmp_path / "curve.csv"
    result = run(
        *requested, "--csv", out, "--figure", tmp_path / "curve.svg", "--html", tmp_path / "curve.html"
    )
    assert result.exit_code == 0, result.output
    text = " ".join(result.stdout.split())
    assert "test rows drawn at random until ± 3 points" in text
    assert f"{actual['cases']:,} test rows, ± " in text
    assert "in percent, 95 % confidence interval" in text
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["low"]) for row in rows[:2]] == actual["curves"][0]["low"]
    assert all(float(row["low"]) < float(row["accuracy"]) < float(row["high"]) for row in rows)
    assert "test rows drawn at random" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert f"sample={actual['cases']}" in (tmp_path / "curve.html").read_text(encoding="utf-8")


def test_the_bar_shows_how_well_the_curves_are_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []

    @contextmanager
    def progress_bar(title: Callable[[], str]) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: titles.append(title())

    monkeypatch.setattr("lwnb_gui.cli.curve.progress_bar", progress_bar)
    monkeypatch.setattr("lwnb_core.evaluation.curves.accuracy_curve._PARTIAL_EVERY", 0.0)
    result = run("curve", "iris", "--learners", "knn", "--k", "5", "--precision", 5)
    assert result.exit_code == 0, result.output
    shown = [title.partition("± ")[2].partition(" ")[0] for title in titles if "±" in title]
    assert float(shown[0]) > float(shown[-1])
    assert titles[0] == "iris, loo"


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_curve_writes_figures(run: Run, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"figure.{suffix}"
    evaluation = ("-e", "cv") if suffix == "svg" else ()
    result = run("curve", "iris", *evaluation, "--k", "grid", "--figure", out, "--linear")
    assert result.exit_code == 0, result.output
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix]
    assert out.read_bytes().startswith(start)
    if suffix == "svg":
        text = out.read_text(encoding="utf-8")
        for expected in ("LWNB", "KNN", "KNNDW", "NB", "cross-validation", "ranges of the training rows"):
            assert expected in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.arff",), "no such file"),
        (("iris", "--learners", "lwbn"), "Did you mean"),
        (("iris", "--learners", "lwnb:kernel=cube"), "no kernel"),
        (("iris", "-e", "cv", "--folds", "151"), "fewer folds"),
        (("iris", "--precision", "0"), "more than 0 and at most 50"),
        (("iris", "--cluster", "somewhere"), "local:4"),
        (("iris", "--csv", "no/such/folder/out.csv"), "folder"),
    ],
)
def test_bad_input_of_curve_is_one_message(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run("curve", *arguments)
    assert result.exit_code == 1, result.output
    assert message in result.stderr
    assert result.stderr.startswith("Error: ")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--k", "0"),
        ("--k", "some"),
        ("--k", "9:1"),
        ("--k", "1:9:0"),
        ("--k", "1:2:3:4"),
        ("--evaluation", "bootstrap"),
        ("--figure", "out.doc"),
        ("--csv", "out.xlsx"),
        ("--learners", ","),
        ("--jobs", "0"),
    ],
    ids=" ".join,
)
def test_wrong_usage_of_curve_is_exit_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("curve", "iris", *arguments)
    assert result.exit_code == 2, result.output
    assert "Usage: " in result.stderr
    assert result.stdout == ""


class TestWords:
    def test_ks_are_parsed(self) -> None:
        assert parse_ks(" ALL ") == "all"
        assert within(parse_ks("grid"), 9) == "grid"
        assert within(parse_ks("1:5"), 100) == [1, 2, 3, 4, 5]
        assert within(parse_ks("1:1000:10"), 35) == [1, 11, 21, 31]
        assert within(parse_ks("5,50,10,1:3"), 20) == [1, 2, 3, 5, 10, 50]

    def test_learner_specs_are_split(self) -> None:
        assert split_specs("knn, lwnb:k=3,kernel=tricube ,nb") == ["knn", "lwnb:k=3,kernel=tricube", "nb"]
        with pytest.raises(typer.BadParameter):
            split_specs(" , ")

    def test_names_tell_alike_learners_apart(self) -> None:
        assert names_of([lw.LWNB(3), lw.KNN(3)]) == ("LWNB", "KNN")
        two = [lw.LWNB(kernel="tricube"), lw.LWNB(convention="weka"), lw.NB()]
        assert names_of(two) == ("LWNB", "LWNB linear weka", "NB")

    def test_printed_ks_are_few(self) -> None:
        assert handful(range(1, 8)) == list(range(1, 8))
        assert handful(range(1, 235)) == [1, 2, 3, 5, 10, 20, 50, 100, 200, 234]
        of_grid = handful([int(k) for k in k_grid(90_000)])
        assert of_grid[:9] == [1, 2, 3, 5, 10, 20, 50, 100, 200]
        assert of_grid[9:] == [493, 989, 2027, 4939, 10058, 19866, 49690, 90000]


INTERRUPTED_AT_WORK = """
import os, signal
import lwnb_gui.cli.curve as curve
from contextlib import contextmanager
@contextmanager
def progress_bar(title, **options):
    def progress(done, total):
        os.kill(os.getpid(), signal.SIGINT)
    yield progress
curve.progress_bar = progress_bar
from lwnb_gui.cli import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_at_once(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "out.csv"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT_WORK, "curve", "segment", "--jobs", jobs, "--csv", str(out)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")
    assert not out.exists()


class TestFiguresOfThePaper:
    """One draw, one 10-fold cross-validation; the paper's own draws are lost, so shapes are compared."""

    def curves(self, run_json: Json, name: str) -> dict[str, np.ndarray]:
        pytest.importorskip("numba")
        document = run_json("curve", name, "-e", "cv", "--k", "1:300")
        return {c["name"]: np.array([np.nan, *c["accuracy"]]) for c in document["curves"]}  # [k] is at k

    def test_figure_2_two_spheres(self, run_json: Json) -> None:
        result = self.curves(run_json, "two-spheres")
        lwnb, knn, nb = result["LWNB"], result["KNN"], result["NB"][1]
        assert 15 <= np.nanargmax(lwnb) <= 60
        assert lwnb[40] > 98
        assert nb == pytest.approx(97.9, abs=1)
        assert lwnb[1:].min() > 95
        steadily = knn[[5, 20, 50, 100, 150, 200, 250]]
        assert (np.diff(steadily) < 0).all()
        assert steadily[-1] < 55
        assert (lwnb[10:] > knn[10:]).all()

    def test_figure_4_checkers_board(self, run_json: Json) -> None:
        result = self.curves(run_json, "checkers-board")
        lwnb, knn = result["LWNB"], result["KNN"]
        assert 28 <= knn[60] <= 38
        assert 45 <= np.nanargmin(knn) <= 75
        assert knn[120:160].max() == pytest.approx(60, abs=3)
        assert lwnb[60] > 70
        assert lwnb[150] == pytest.approx(50, abs=5)
        assert lwnb[1:].min() > 47
        assert result["NB"][1] == pytest.approx(50, abs=5)


def test_where_rows_have_weights_k_goes_on_to_their_sum(run_json: Json, tmp_path: Path) -> None:
    data = lw.sample("iris").subset(np.arange(0, 150, 5))
    file = tmp_path / "heavy.arff"
    lw.save(data.with_weights(np.full(len(data), 2.0)), file)
    result = run_json("curve", file, "--learners", "knn", "--k", "1:1000")
    assert result["ks"][-1] == 60
    assert run_json("curve", file, "--learners", "knn")["ks"][-1] == 58


def test_a_curve_of_another_measure(run: Run, run_json: Json, tmp_path: Path) -> None:
    asked = ("curve", "iris", "-l", "knn,nb", "-e", "cv", "--k", "1:4", "--measure", "f1:Iris-virginica")
    curves = accuracy_curve([lw.KNN(), lw.NB()], lw.sample("iris"), "cv", range(1, 5))
    values = curves["KNN"].mean("f1:Iris-virginica")
    files = ("--csv", tmp_path / "c.csv", "--html", tmp_path / "c.html", "--figure", tmp_path / "c.svg")
    document = run_json(*asked, *files)
    assert document["measure"] == "f1:Iris-virginica"
    assert document["curves"][0]["f1:Iris-virginica"] == values.tolist()
    assert document["curves"][0]["best"]["f1:Iris-virginica"] == values.max()
    with (tmp_path / "c.csv").open(encoding="utf-8", newline="") as file:
        assert [float(row["f1:Iris-virginica"]) for row in csv.DictReader(file)][:4] == values.tolist()
    assert "F1 of class Iris-virginica over k" in (tmp_path / "c.html").read_text(encoding="utf-8")
    output = run(*asked).output
    assert "F1 of class Iris-virginica over k" in output
    assert f"{values[0]:.4f}" in output


def test_a_class_that_the_data_lack_is_refused(run: Run) -> None:
    result = run("curve", "iris", "--k", "1", "--measure", "f1:rose")
    assert result.exit_code == 2
    assert "Iris-setosa" in result.output
    assert "log_loss" in run("curve", "iris", "--k", "1", "--measure", "auc").output
