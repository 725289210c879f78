"""`lwnb explain` says why a class was predicted: on the screen, in JSON and in the report."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Json, Run

REASON = "because Na (+1.00) and Mg (+0.62) outweigh K (−1.03) and 3 more (−0.54);"
CHANGE = "The true class, build wind float, would win for k ≥ 209."


def test_the_screen_says_why_under_the_posterior(run: Run) -> None:
    text = " ".join(run("explain", "glass", "--row", "24").output.split())
    assert REASON.removeprefix("because ") in text
    assert text.index("Posterior") < text.index(CHANGE) < text.index("Neighbours rank")


def test_json_says_why(run_json: Json) -> None:
    why = run_json("explain", "glass", "--row", "24")["why"]
    assert REASON in why
    assert why.endswith(CHANGE)


def test_the_report_says_why(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "row.html"
    assert run("explain", "glass", "--row", "24", "--html", report).exit_code == 0
    assert CHANGE in report.read_text(encoding="utf-8")
