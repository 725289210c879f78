"""Tables in every format contain the numbers, and no name becomes markup or a formula."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import pytest

import lwnb_core as lw
from lwnb_core.evaluation.experiments.results_grid import Grid, GridCell, GridFormat, cells
from lwnb_core.evaluation.experiments.results_table import ranking_grid, result_grid

NASTY = r"""</td><script>a&b|_{$%#^~\}"'*`=1"""
GRID = Grid(
    title=f"Title {NASTY}",
    columns=("data set", "LWNB k=50", NASTY),
    lines=(
        (GridCell(NASTY), GridCell("95.60 ± 4.7"), GridCell("49.45 ± 9.5", "-", "far", f"note {NASTY}")),
        (GridCell("=cmd|' /C calc'!A0"), GridCell("1.00 ± 0.1"), GridCell("2.00 ± 0.1", "+")),
        (GridCell("@x\nline two"), GridCell("-1.5"), GridCell("+3")),
    ),
    summary=(cells("wins", "", "1/0/1"),),
    notes=(f"A note: {NASTY}.",),
)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_html_holds_every_text_and_no_tag_of_theirs() -> None:
    page = GRID.render("html")
    reader = Reader()
    reader.feed(page)
    assert "script" not in reader.tags
    assert NASTY in reader.texts
    assert "49.45 ± 9.5 •" in reader.texts
    assert reader.tags.count("tr") == 1 + 3 + 1
    assert "class='far'" in page
    assert "http" not in page.replace("http-equiv", ""), "one file that needs no other"


def test_latex_escapes_every_special_character() -> None:
    text = GRID.render("latex")
    line = next(line for line in text.splitlines() if "49.45" in line)
    assert line == (
        r"\textless{}/td\textgreater{}\textless{}script\textgreater{}a\&b\textbar{}\_\{\$\%\#"
        r"""\textasciicircum{}\textasciitilde{}\textbackslash{}\}"'{*}`=1 & 95.60 $\pm$ 4.7 & """
        r"49.45 $\pm$ 9.5 $\bullet$ \\"
    )
    assert text.count(r"\begin{tabular}{lrr}") == 1
    assert text.splitlines()[0].startswith("% Title")


def test_markdown_keeps_its_columns() -> None:
    lines = [line for line in GRID.render("markdown").splitlines() if line.startswith("|")]
    assert len(lines) == 1 + 1 + 3 + 1
    for line in lines:
        assert line.replace("\\|", "").count("|") == 4
    assert "<" not in "".join(lines).replace("\\<", "")


def test_csv_has_marks_apart_and_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(GRID.render("csv"))))
    assert rows[0] == ["data set", "LWNB k=50", NASTY, f"{NASTY} mark"]
    assert rows[1][2:] == ["49.45 ± 9.5", "•"]
    assert rows[2][0].startswith("'=cmd")
    assert rows[3][:3] == ["'@x line two", "-1.5", "+3"], "a figure may have its sign"
    assert rows[4] == ["wins", "", "1/0/1", ""]


@pytest.mark.parametrize("fmt", ["latex", "markdown", "csv", "html"])
def test_a_result_in_every_format(fmt: GridFormat) -> None:
    result = lw.Experiment(["iris", "glass"], ["nb", "lwnb:k=30", "lbr"], runs=2, jobs=1).run()
    text = result_grid(result).render(fmt)
    assert f"{result.cell('glass', 1).mean:.2f}" in text
    assert "failed" in text
    assert ("$\\circ$" if fmt == "latex" else "○") in text, "LWNB is better than NB on glass"
    if fmt != "csv":
        assert "LBR on iris" in text
    assert "wins/ties/losses" in text
    ranking = ranking_grid(result).render(fmt)
    assert "LWNB k=30" in ranking
    assert ("$-$1" if fmt == "latex" else "−1") in ranking, "a minus sign, as in every other table"
    assert "0." in result_grid(result, "brier").render(fmt)
