"""Tables as text: nothing that comes from a data file becomes markup, a command or a formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from lwnb_core.data.spreadsheet_formulas import guarded
from lwnb_core.errors import SettingsError
from lwnb_gui.render.html import html_table
from lwnb_gui.render.tables import save_table, to_csv, to_latex, to_markdown, to_tsv
from lwnb_gui.views.tables import LazyRows, TextTable

NASTY = "<script>alert('x')</script> | a_b {c} $d$ 50 % #1 ~^\\ & [e](javascript:f) `g` *h* \"i\""
FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "-a", "+"]
NUMBERS = ["-1.5", "+3", "1e-75", "-.5", "0", "-2E+3", "12."]


def test_texts_that_begin_like_a_formula_are_disarmed_and_numbers_are_not() -> None:
    assert all(guarded(text).startswith("'") for text in FORMULAS)
    assert [guarded(text) for text in NUMBERS] == NUMBERS
    assert guarded("a=1") == "a=1"


@pytest.mark.parametrize("write", [to_csv, to_tsv])
def test_no_cell_of_a_spreadsheet_is_a_formula(write: object) -> None:
    table = TextTable(["=head", "n"], [[text, number] for text, number in zip(FORMULAS, NUMBERS * 2)])  # noqa: B905
    assert callable(write)
    separator = "," if write is to_csv else "\t"
    rows = list(csv.reader(io.StringIO(write(table)), delimiter=separator))
    assert len(rows) == 1 + len(FORMULAS)
    assert all(row[0].startswith("'") for row in rows)
    assert [row[1] for row in rows[1:]] == (NUMBERS * 2)[: len(FORMULAS)]


def test_csv_is_quoted_for_every_separator_and_keeps_lines() -> None:
    table = TextTable(["a"], [["x;=1"], ["x\ny"], ['say "no"'], [" led by a blank"], ["plain"]])
    text = to_csv(table)
    assert '"x;=1"' in text
    assert [row[0] for row in csv.reader(io.StringIO(text))] == [
        "a", "x;=1", "x\ny", 'say "no"', " led by a blank", "plain",
    ]  # fmt: skip


def test_tsv_has_one_line_a_row_whatever_a_value_holds() -> None:
    text = to_tsv(TextTable(["a\tb", "c"], [["x\r\ny\u2028z", "1"]]))
    assert text == "a b\tc\nx y z\t1\n"


def test_numbers_have_a_plain_minus_for_programs_and_a_true_one_for_people() -> None:
    table = TextTable(["name", "x"], [["−", "−1.5"]], frozenset({1}))
    assert to_csv(table).splitlines()[1] == "−,-1.5"
    assert to_tsv(table).splitlines()[1] == "−\t-1.5"
    assert "−1.5" in to_markdown(table)


def test_markdown_keeps_its_columns_and_shows_names_as_they_are() -> None:
    lines = to_markdown(TextTable([NASTY, "n"], [[NASTY, "1"]], frozenset({1}))).splitlines()
    assert len(lines) == 3
    assert lines[1] == "| --- | ---: |"
    for line in (lines[0], lines[2]):
        bare = line.replace("\\\\", "").replace("\\|", "")
        assert bare.count("|") == 3
        for sign in "<>[]`*_$#":
            assert sign not in bare.replace(f"\\{sign}", "")


def test_latex_prints_every_sign() -> None:
    text = to_latex(TextTable([NASTY], [["[1pt] at the start"], ["*"], ["a--b---c"], ["−2 ± 1 ≤ 3 ○"]]))
    lines = text.splitlines()
    assert lines[0] == r"\begin{tabular}{l}"
    assert lines[2].endswith(r"\\")
    body = lines[2].removesuffix(r" \\")
    for sign in "&%$#_{}~^<>|":
        assert sign not in body.replace(f"\\{sign}", "").replace("{}", "").replace("{[}", "").replace(
            "{*}", ""
        )
    assert lines[4].startswith("{[}1pt]")  # otherwise it would be an argument of the preceding line end
    assert lines[5].startswith("{*}")
    assert lines[6].startswith("a-{}-b-{}-{}-c")
    assert lines[7] == r"$-$2 $\pm$ 1 $\leq$ 3 $\circ$ \\"


def test_html_tables_hold_text_only() -> None:
    page = html_table(TextTable([NASTY], [["\x00\x1b[31m\u2028<b>"]]))
    assert "<script" not in page
    assert "<b>" not in page
    assert "\x1b" not in page
    assert "&lt;script&gt;" in page
    assert "&#x27;" in page
    assert "&quot;" in page


def test_rows_can_be_created_when_they_are_read(tmp_path: Path) -> None:
    created: list[int] = []

    def line(i: int) -> list[str]:
        created.append(i)
        return [str(i), str(i * i)]

    rows = LazyRows(1000, line)
    table = TextTable(["i", "square"], rows, frozenset({0, 1}))
    assert table.cells == 2000
    assert created == []
    assert rows[-1] == ["999", "998001"]
    assert rows[2:4] == [["2", "4"], ["3", "9"]]
    with pytest.raises(IndexError):
        rows[1000]
    save_table(table, tmp_path / "squares.CSV")
    assert (tmp_path / "squares.CSV").read_text(encoding="utf-8").count("\n") == 1001
    with pytest.raises(SettingsError, match=r"\.csv"):
        save_table(table, tmp_path / "squares.xlsx")
