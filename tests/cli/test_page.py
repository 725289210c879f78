"""`lwnb page`."""

from __future__ import annotations

import re
from pathlib import Path

from lwnb_core.data import assets_dir
from tests.cli.conftest import Json, Run


def test_several_rows_and_some_panels_go_into_one_file(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "rows.html"
    options = ("--rows", "1,5", "--panels", "posterior,neighbours", "--out", out)
    answer = run_json("page", "weather-nominal", *options)
    page = out.read_text(encoding="utf-8")
    assert answer == {"out": str(out), "rows": [1, 5], "bytes": len(page.encode())}
    assert re.findall(r'class="panel" id="(\w+)"', page) == ["posterior", "neighbours"]


def test_a_lecture_brings_its_text_and_its_panels(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "lecture.html"
    lecture = assets_dir() / "lectures" / "03-naive-bayes-by-hand.lwnb"
    result = run("page", lecture, "--out", out)
    assert result.exit_code == 0, result.output
    assert '<section id="lecture"><p' in out.read_text(encoding="utf-8")


def test_curves_are_computed_when_they_are_asked_for(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "curves.html"
    run_json("page", "weather-numeric", "--panels", "posterior,curves", "--out", out)
    assert re.findall(r'class="panel" id="(\w+)"', out.read_text(encoding="utf-8")) == ["posterior", "curves"]


def test_draw_first_adds_the_curves(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "draw.html"
    run_json("page", "weather-numeric", "--panels", "map", "--draw-first", "--out", out)
    page = out.read_text(encoding="utf-8")
    assert re.findall(r'class="panel" id="(\w+)"', page) == ["map", "curves"]
    assert "function buildDrawing" in page


def test_a_session_on_the_curves_brings_its_study(run: Run, tmp_path: Path) -> None:
    session = tmp_path / "study.lwnb"
    session.write_text(
        '{"format": "lwnb", "version": 2, "data": {"sample": "weather-numeric"}, "place": "curves",'
        ' "panels": ["map"], "curves": {"evaluation": "loo", "measure": "kappa"}}',
        encoding="utf-8",
    )
    out = tmp_path / "study.html"
    result = run("page", session, "--out", out)
    assert result.exit_code == 0, result.output
    assert re.findall(r'class="panel" id="(\w+)"', out.read_text(encoding="utf-8")) == ["map", "curves"]


def test_what_cannot_be_meant_is_refused_before_the_work(run: Run, tmp_path: Path) -> None:
    for options, message in (
        (("--rows", "1,x"), "no list of rows"),
        (("--rows", "1", "--row", "2"), "not both"),
        (("--panels", "map,ribbon"), "the panels are map, posterior, curves"),
    ):
        result = run("page", "weather-nominal", "--out", tmp_path / "page.html", *options)
        assert result.exit_code == 2
        assert message in " ".join(result.output.replace("│", " ").split())
    assert not list(tmp_path.iterdir())
