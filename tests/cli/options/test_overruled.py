"""No setting is overruled silently: an option without effect is refused or reported on stderr."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]


def said(result: Result) -> str:
    return " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (("explain", "iris", "-r", 1, "-l", "lwnb:k=3", "-k", 50), 1, "k is given twice: 3 in 'lwnb:k=3'"),
        (("predict", "iris", "iris", "-l", "lwnb:kernel=constant", "--kernel", "linear"), 1, "given twice"),
        (
            ("explain", "iris", "-r", 1, "-l", "lwnb:discretised=false", "--discretise"),
            1,
            "discretised is given twice: false in 'lwnb:discretised=false', and true as an option",
        ),
        (("curve", "iris", "-l", "lwnb:k=5"), 1, "a curve covers many values of k, but 'lwnb:k=5' names one"),
        (("curve", "iris", "-l", "lwnb,lwnb"), 1, "LWNB is given twice with the same settings"),
        (("curve", "iris", "-l", "lwnb:kernel=linear,lwnb"), 1, "LWNB is given twice with the same settings"),
        (("curve", "iris", "--runs", 3), 2, "--runs has no effect here"),
        (("curve", "iris", "--folds", 3), 2, "--folds has no effect with leave-one-out"),
        (("curve", "iris", "--linear"), 2, "--linear has no effect without --figure or --html"),
        (
            ("curve", "iris", "--jobs", 2, "--cluster", "local:1"),
            2,
            "--jobs and --cluster exclude each other",
        ),
        (("evaluate", "iris", "--jobs", 2, "--cluster", "local:1"), 2, "exclude each other"),
        (("experiment", "iris", "--jobs", 2, "--cluster", "local:1"), 2, "exclude each other"),
        (("explain", "iris", "-r", 1, "--unknown", "missing"), 2, "--unknown has no effect without --test"),
        (("paper", "figure1", "--runs", 3, "--jobs", 2), 2, "--runs and --jobs have no effect on figure1"),
        (("paper", "table1", "--results", "r.csv"), 2, "--results has no effect on table1"),
    ],
)
def test_options_without_effect_are_refused(
    run: Run, arguments: tuple[object, ...], code: int, expected: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert expected in said(result)
    assert result.stdout == ""


def test_the_same_value_twice_contradicts_nothing(run_json: Json) -> None:
    document = run_json("explain", "iris", "--row", 1, "-l", "lwnb:k=3", "-k", 3)
    assert document["settings"]["k"] == 3


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("evaluate", "iris", "--runs", 1, "-l", "nb", "-k", 5), "Note: --k has no effect on NB."),
        (("curve", "iris", "-k", 5, "-l", "nb,knn", "--kernel", "tricube"), "has no effect on NB and KNN."),
    ],
)
def test_a_setting_that_no_learner_has_is_noted(
    run: Run, arguments: tuple[object, ...], expected: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert expected in said(result)


def test_options_meant_for_the_rivals_are_not_noted(run: Run) -> None:
    result = run("explain", "iris", "--row", 1, "-l", "nb", "-k", 5)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_precision_that_was_not_reached_is_noted(run: Run, run_json: Json) -> None:
    arguments = ("curve", "segment", "-l", "nb", "-k", 1, "--sample", 60)
    half_width = run_json(*arguments)["half_width"]
    result = run(*arguments, "--precision", half_width / 2)
    assert result.exit_code == 0
    assert "Note: 60 rows (--sample) were not enough" in said(result)
    assert run(*arguments, "--precision", half_width + 0.1).stderr == ""


def test_a_wrong_engine_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "fast")
    result = run("explain", "iris", "--row", 1)
    assert result.exit_code == 1
    assert "LWNB_ENGINE is 'fast'" in said(result)
    assert "Engines: auto, reference, numba." in said(result)


def test_a_session_has_its_own_settings(run: Run, tmp_path: Path) -> None:
    session = tmp_path / "some.lwnb"
    session.write_text('{"format": 1}')
    result = run("page", session, "--out", tmp_path / "x.html", "--kernel", "tricube", "--class", "a")
    assert result.exit_code == 2
    assert "--kernel and --class have no effect on a session or lecture" in said(result)


def test_a_confidence_interval_ends_at_0_and_100(run: Run) -> None:
    result = run("curve", "segment", "-l", "knn", "-k", "1,5", "--sample", 30)
    assert result.exit_code == 0, result.output
    intervals = re.findall(r"(\d+\.\d+)  (\d+\.\d)…(\d+\.\d)", result.stdout)
    assert len(intervals) == 2
    for accuracy, low, high in intervals:
        assert 0 <= float(low) <= float(accuracy) <= float(high) <= 100
