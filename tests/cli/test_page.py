"""`lwnb page`: the live pages that it writes, and what it refuses."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.data import assets_dir
from lwnb_gui.app.query import Query
from lwnb_gui.render import live_page
from lwnb_gui.render.live_page import MOST_ROWS
from tests.cli.conftest import Json, Run
from tests.render.live_page.packed import packed


def test_several_rows_and_some_panels_go_into_one_file(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "rows.html"
    options = ("--rows", "1,5", "--panels", "posterior,neighbours", "--out", out)
    answer = run_json("page", "weather-nominal", *options)
    page = out.read_text(encoding="utf-8")
    assert answer == {"out": str(out), "rows": [1, 5], "bytes": len(page.encode())}
    assert re.findall(r'class="panel \w+" id="(\w+)"', page) == ["posterior", "neighbours"]


def test_a_lecture_brings_its_text_and_its_panels(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "lecture.html"
    lecture = assets_dir() / "lectures" / "03-naive-bayes-by-hand.lwnb"
    result = run("page", lecture, "--out", out)
    assert result.exit_code == 0, result.output
    assert '<section id="lecture"><p' in out.read_text(encoding="utf-8")


def test_curves_are_computed_when_they_are_asked_for(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "curves.html"
    run_json("page", "weather-numeric", "--panels", "posterior,curves", "--out", out)
    page = out.read_text(encoding="utf-8")
    assert re.findall(r'class="panel \w+" id="(\w+)"', page) == ["posterior", "curves"]


def test_draw_first_adds_the_curves(run_json: Json, tmp_path: Path) -> None:
    out = tmp_path / "draw.html"
    run_json("page", "weather-numeric", "--panels", "map", "--draw-first", "--out", out)
    page = out.read_text(encoding="utf-8")
    assert re.findall(r'class="panel \w+" id="(\w+)"', page) == ["map", "curves"]
    assert "function buildDrawing" in page


def test_a_session_on_the_curves_brings_its_study(run: Run, tmp_path: Path) -> None:
    session = tmp_path / "study.lwnb"
    session.write_text(
        '{"format": "lwnb", "version": 1, "data": {"sample": "weather-numeric"}, "place": "curves",'
        ' "panels": ["map"], "curves": {"evaluation": "loo", "measure": "kappa"}}',
        encoding="utf-8",
    )
    out = tmp_path / "study.html"
    result = run("page", session, "--out", out)
    assert result.exit_code == 0, result.output
    assert re.findall(r'class="panel \w+" id="(\w+)"', out.read_text(encoding="utf-8")) == ["map", "curves"]


def test_what_cannot_be_meant_is_refused_before_the_work(run: Run, tmp_path: Path) -> None:
    for options, message in (
        (("--rows", "1,x"), "neither a list of rows"),
        (("--rows", "1", "--row", "2"), "exclude each other"),
        (("--panels", "map,ribbon"), "the panels are map, posterior, curves"),
    ):
        result = run("page", "weather-nominal", "--out", tmp_path / "page.html", *options)
        assert result.exit_code == 2
        assert message in " ".join(result.output.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_rows_in_dispute_are_as_many_as_fit(
    run: Run, run_json: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "page.html"
    options = ("page", "labor", "--rows", "disagree", "--panels", "neighbours", "--out", out, "--force")
    limit = 70_000
    small = partial(live_page.largest_live_page, largest=limit)
    monkeypatch.setattr(live_page, "largest_live_page", small)
    answer = run_json(*options)
    assert answer["bytes"] <= limit
    assert 1 < len(answer["rows"]) < MOST_ROWS < answer["rows_in_dispute"]
    said = " ".join(run(*options).output.split())
    assert f"disagree on {answer['rows_in_dispute']} rows" in said
    assert f"the first {len(answer['rows'])} of them" in said
    disputed = live_page.rows_in_dispute(Query.opening(lw.sample("labor")))
    rows = ",".join(str(row + 1) for row in disputed[: len(answer["rows"]) + 1])
    one_more = run_json("page", "labor", "--rows", rows, "--panels", "neighbours", "--out", out, "--force")
    assert one_more["bytes"] > limit, "another row would not have fitted"


def test_a_page_is_written_where_neighbours_lack_values_and_attributes_are_out_of_use(
    run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    result = run("page", "labor", "--panels", "map,neighbours", "--out", out)
    assert result.exit_code == 0, result.output
    session = tmp_path / "unused.lwnb"
    session.write_text(
        '{"format": "lwnb", "version": 1, "data": {"sample": "iris"}, "unused": ["sepallength"]}',
        encoding="utf-8",
    )
    result = run("page", session, "--panels", "map,neighbours", "--out", out, "--force")
    assert result.exit_code == 0, result.output
    page = packed(out.read_text(encoding="utf-8"))
    titles = [page["texts"][number] for number in page["rows"][0]["neighbours"]["titles"]]
    assert titles[-3:] == ["sepalwidth", "petallength", "petalwidth"]
