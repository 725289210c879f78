"""Narrow terminals: nothing is wider than the terminal, no word is broken, no number is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from lwnb_gui.cli.app import app
from lwnb_gui.render.terminal.console import wrapped
from lwnb_gui.render.terminal.fitted_tables import Bar, ScreenTable

COMMANDS = (
    ("samples",),
    ("info", "labor"),
    ("info", "glass"),
    ("explain", "iris", "--row", "135"),
    ("explain", "soybean", "--row", "3", "-k", "10"),
    ("explain", "labor", "--row", "3", "-l", "aode", "--discretise"),
    ("evaluate", "glass", "--runs", "1"),
    ("curve", "glass", "-k", "1,5,20", "-e", "cv"),
    ("experiment", "iris", "--runs", "1", "--jobs", "1"),
    ("predict", "iris", "iris"),
)
NUMBER = re.compile(r"(?<![\w.…-])[<>+−]?[0-9]+\.[0-9]+(?![\w.…-])")

Output = Callable[[tuple[str, ...], int], str]


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch) -> Output:
    monkeypatch.setenv("NO_COLOR", "1")

    def go(arguments: tuple[str, ...], width: int) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        result = CliRunner().invoke(app, list(arguments))
        assert result.exit_code == 0, result.output
        return result.stdout

    return go


@pytest.mark.parametrize("width", [60, 40])
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_every_command_fits(output: Output, arguments: tuple[str, ...], width: int) -> None:
    narrow, wide = output(arguments, width), output(arguments, 200)
    assert max(len(line.rstrip()) for line in narrow.splitlines()) <= width
    if arguments[0] not in ("curve", "predict"):  # in little space these show less
        assert set(NUMBER.findall(wide)) <= set(NUMBER.findall(narrow)), "a number is cut"
    words = {"probability", *re.findall(r"[a-z]{3,}", wide)}  # instead of a column for every class
    whole = [word for word in re.findall(r"(?<![\w…-])[a-z]{3,}(?![\w…-])", narrow) if word not in words]
    assert not whole, "a word is broken"


@pytest.mark.parametrize("width", [60, 40])
def test_narrow_help_cuts_no_sentence(output: Output, width: int) -> None:
    narrow, wide = (
        " ".join(output(("--help",), columns).replace("│", " ").split()) for columns in (width, 300)
    )
    assert "..." not in narrow.replace("[ARGS]...", "")
    for command in ("page", "experiment"):
        sentence = wide.partition(f" {command} ")[2].partition(".")[0]
        assert f" {command} {sentence}." in narrow


def test_labels_of_the_paper_s_tables_are_whole(output: Output) -> None:
    narrow = output(("paper", "table2", "--only", "iris", "--runs", "1"), 40)
    assert max(len(line.rstrip()) for line in narrow.splitlines()) <= 40
    assert narrow.count("deviations equal") == narrow.count("wins/losses, in the text") > 1
    assert "wins/losses, in the text" in narrow


def test_items_of_a_list_are_indented(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("customer_number,c\n" + "".join(f"{1000 + i},{'ab'[i % 2]}\n" for i in range(60)))
    lines = output(("info", str(file)), 40).splitlines()
    item = next(i for i, line in enumerate(lines) if line.startswith(" · customer_number"))
    assert lines[item + 1].startswith("   "), lines[item : item + 2]


def printed(table: ScreenTable, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width, color_system=None)
    console.print(table)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def example() -> ScreenTable:
    table = ScreenTable("name", ">count", "#", ">share")
    table.add_row("wage-increase-first-year", "123,456", Bar(1.0), "0.50")
    table.add_row(Text("wage-increase-second-year", style="bold"), "7", Bar(0.5), "0.25")
    return table


def test_bars_shrink_before_names_are_cut() -> None:
    wide, less, least = printed(example(), 90), printed(example(), 60), printed(example(), 30)
    assert ("█" * 24 in wide[2], "█" * 12 in wide[3]) == (True, True)
    assert "wage-increase-second-year" in less[3]
    assert 8 <= less[2].count("█") < 24
    assert less[2].count("█") == pytest.approx(2 * less[3].count("█"), abs=1)
    assert "█" not in "".join(least)
    assert all("…" in line and len(line) <= 30 for line in least[2:])
    assert least[2].split()[0] != least[3].split()[0], "two names look alike"


def test_columns_that_do_not_fit_go_below() -> None:
    table = ScreenTable("data set", *(f">learner {i}" for i in range(6)))
    table.add_row("iris", *(f"{90 + i}.00 ± 1.00" for i in range(6)))
    lines = printed(table, 40)
    assert max(map(len, lines)) <= 40
    assert sum(line.startswith("iris") for line in lines) == 3
    assert [f"{90 + i}.00 ± 1.00" in "\n".join(lines) for i in range(6)] == [True] * 6


def test_lines_end_between_words() -> None:
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("see /a/very/long/path now", 10) == ["see", "/a/very/long/path", "now"]
    assert wrapped("h\u00a0=\u00a00.5 is it", 6) == ["h\u00a0=\u00a00.5", "is it"]
    assert wrapped("a\n  b c", 4) == ["a", "  b", "  c"]
    assert wrapped(" · one two\n · three", 9) == [" · one", "   two", " · three"]


@pytest.mark.parametrize("width", [60, 40])
@pytest.mark.parametrize("command", [(), ("explain",), ("curve",), ("experiment",), ("predict",)], ids=str)
def test_help_breaks_no_word(output: Output, command: tuple[str, ...], width: int) -> None:
    narrow, wide = (output((*command, "--help"), columns) for columns in (width, 300))
    assert max(len(line.rstrip()) for line in narrow.splitlines()) <= width
    words = set(re.findall(r"--[a-z-]+", wide))
    assert words <= set(re.findall(r"--[a-z-]+", narrow)), "an option is broken"
