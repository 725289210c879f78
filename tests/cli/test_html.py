"""`--html OUT`: the window's reports from the command line."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_gui.app.map_settings import default_map
from lwnb_gui.text import probability
from tests.cli.conftest import Run

FEW = ("--runs", "1", "--folds", "4", "--jobs", "1")


def page_of(path: Path) -> str:
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert "default-src 'none'" in page
    return page


def test_explain_writes_a_page(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "row.html"
    result = run("explain", "weather-numeric", "--row", "3", "-k", "5", "--set", "outlook=?", "--html", out)
    assert result.exit_code == 0, result.output
    assert "Written to" in result.output.replace("\n", " ")
    page = page_of(out)
    data = lw.sample("weather-numeric")
    explanation = lw.LWNB(k=5).fit(data).explain(data, 2, changes={"outlook": None})
    for p in explanation.posterior:
        assert probability(float(p), 6).replace("<", "&lt;") in page
    assert data.fingerprint in page
    assert "lw.LWNB(k=5).fit(data)" in page
    assert page.count("data:image/") >= 6


def test_the_map_of_a_report_has_the_pair_on_which_the_window_opens(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "glass.html"
    result = run("explain", "glass", "--row", "24", "--html", out)
    assert result.exit_code == 0, result.output
    drawn = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page_of(out))
    pictures = [base64.b64decode(picture).decode() for picture in drawn]
    (the_map,) = [picture for picture in pictures if "Size and shade: weight." in picture]
    view = default_map(lw.sample("glass"))
    assert (view.x, view.y) == ("Al", "Mg")
    assert f"<!-- {view.x} -->" in the_map
    assert f"<!-- {view.y} -->" in the_map


def test_the_report_of_a_learner_that_is_not_lwnb_has_a_map_by_distance(run: Run, tmp_path: Path) -> None:
    """Nominal attributes cannot be axes; the distances of the map are those of LWNB."""
    out = tmp_path / "knn.html"
    result = run("explain", "contact-lenses", "--row", "4", "-l", "knn", "--html", out)
    assert result.exit_code == 0, result.output
    assert "<h2>Map</h2>" in page_of(out)


def test_a_learner_without_neighbours_and_json_beside_it(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "nb.html"
    result = run("explain", "weather-nominal", "--row", "1", "-l", "nb", "--keep", "--html", out, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["learner"] == "NB"
    page = page_of(out)
    assert "lw.NB().fit(data)" in page
    assert "leave_out=False" in page
    assert "Neighbours" not in page


def test_curve_writes_a_page(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "curve.html"
    result = run("curve", "weather-numeric", "-e", "cv", "--folds", "4", "-l", "lwnb,knn,nb", "--html", out)
    assert result.exit_code == 0, result.output
    page = page_of(out)
    assert "not significantly worse" in page
    assert "lw.accuracy_curve(" in page
    assert "4-fold cross-validation" in page


def test_experiment_writes_a_page(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "experiment.html"
    result = run("experiment", "iris", "labor", "--learners", "nb", "knn:k=5", *FEW, "--html", out)
    assert result.exit_code == 0, result.output
    assert "Written to" in result.output.replace("\n", " ")
    page = page_of(out)
    assert "lw.Experiment(" in page
    assert lw.sample("labor").fingerprint in page
    assert "corrected resampled t-test" in page


@pytest.mark.parametrize(
    "command",
    [("explain", "iris", "--row", "1"), ("curve", "iris"), ("experiment", "iris", "--learners", "nb", *FEW)],
)
def test_a_name_that_is_no_page_is_refused_before_the_work(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    assert run(*command, "--html", tmp_path / "out.txt").exit_code == 2
    nowhere = run(*command, "--html", tmp_path / "no" / "out.html")
    assert nowhere.exit_code == 1
    assert "no folder" in nowhere.output.replace("\n", " ")
