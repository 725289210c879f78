"""Training rows in many Parquet files: rows are explained from them, or they are refused with a reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from tests.cli.conftest import Json, Run

pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write Iris without its first ten rows to three files, and those ten rows to another one."""
    frame = lw.sample("iris").to_pandas()
    (tmp_path / "data").mkdir()
    for i, rows in enumerate(np.array_split(np.arange(10, len(frame)), 3)):
        frame.iloc[rows].to_parquet(tmp_path / "data" / f"{i}.parquet", index=False)
    frame.iloc[10:].to_parquet(tmp_path / "all.parquet", index=False)
    frame.iloc[:10].to_csv(tmp_path / "test.csv", index=False)
    return tmp_path


@pytest.mark.parametrize("learner", ["lwnb", "knn", "nb"])
@pytest.mark.parametrize("source", ["data", "data/*.parquet"])
def test_a_row_is_explained_as_with_all_rows_in_one_file(
    run_json: Json, folder: Path, learner: str, source: str
) -> None:
    arguments = ("--test", folder / "test.csv", "--row", 3, "--learner", learner, "--set", "petalwidth=1.5")
    one = run_json("explain", folder / "all.parquet", *arguments)
    many = run_json("explain", folder / source, *arguments)
    assert many["file"] == str(folder / source)
    assert list(many["learners"]) == list(one["learners"])
    for name, rival in one["learners"].items():
        assert many["learners"][name]["prediction"] == rival["prediction"]
        assert many["learners"][name]["posterior"] == pytest.approx(rival["posterior"], abs=1e-12)
    assert many["neighbourhood"] == one["neighbourhood"]
    assert many["changed_from"] == one["changed_from"] == {"petalwidth": 0.2}


def test_the_screen_names_the_training_rows(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    result = run("explain", "data", "--test", "test.csv", "--row", 1, "--k", 9)
    assert result.exit_code == 0, result.output
    assert "140 training rows of data;" in result.output


def test_rivals_that_need_all_rows_in_one_place_are_left_out(run_json: Json, folder: Path) -> None:
    options = ("--test", folder / "test.csv", "--row", 1, "--learner", "nb", "--kernel", "gaussian")
    assert list(run_json("explain", folder / "data", *options)["learners"]) == ["NB", "KNN", "KNNDW"]


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        (("--row", 1), "training rows in parts have no row numbers", "--test FILE --row N"),
        (("--row", 11, "--test", "test.csv"), "no row 11", "from 1 to 10"),
        (
            ("--row", 1, "--test", "test.csv", "--html", "out.html"),
            "in one file",
            "--json gives every number",
        ),
        (
            ("--row", 1, "--test", "test.csv", "--learner", "aode"),
            "all training rows in one place",
            "NB, KNN",
        ),
        (
            ("--row", 1, "--test", "test.csv", "--class", "petalwidth", "--class-bins", 3),
            "cannot be cut into intervals",
            "column of texts",
        ),
    ],
)
def test_what_rows_in_parts_cannot_do_is_refused_with_what_can(
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[object, ...],
    message: str,
    hint: str,
) -> None:
    monkeypatch.chdir(folder)
    result = run("explain", "data", *options)
    assert result.exit_code == 1
    text = " ".join(result.stderr.split())
    assert message in text
    assert hint in text
    assert not (folder / "out.html").exists()


@pytest.mark.parametrize("command", ["info", "evaluate", "curve"])
@pytest.mark.parametrize("source", ["data", "data/*.parquet"])
def test_other_commands_say_which_ones_take_many_files(
    run: Run, folder: Path, command: str, source: str
) -> None:
    result = run(command, folder / source)
    assert result.exit_code == 1
    text = " ".join(result.stderr.split())
    assert "lwnb predict, and lwnb explain with --test, learn from them" in text
