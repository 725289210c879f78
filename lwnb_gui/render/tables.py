"""Tables as text: TSV for the clipboard; CSV, Markdown and LaTeX for files. Always with titles.

Names and values come from data files that anybody may have written. A text that begins like a formula gets an
apostrophe (`lwnb_core.data.spreadsheet_formulas`); a number stays a number, with its minus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from lwnb_core import SettingsError
from lwnb_core.data import atomic_write
from lwnb_core.data.spreadsheet_formulas import guarded
from lwnb_core.evaluation.experiments.results_grid import latex, markdown
from lwnb_gui.views.tables import TextTable

_BREAKS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]+")
_NEEDS_QUOTES = re.compile(r'[,;"\t\r\n\v\f\x85\u2028\u2029]|^\s|\s$')


def to_tsv(table: TextTable) -> str:
    """Return text for the clipboard: no quotes, so tabs and line ends inside values become spaces."""
    return _lines(table, "\t", lambda cell: _BREAKS.sub(" ", cell))


def to_csv(table: TextTable) -> str:
    """Return CSV, quoted wherever any program might see the end of a value."""
    return _lines(table, ",", _quoted)


def to_markdown(table: TextTable) -> str:
    """Return a table for GitHub and pandoc; names appear as they are, whatever they mean in Markdown."""
    rules = ["---:" if j in table.numeric else "---" for j in range(len(table.titles))]
    lines = [_pipes(table.titles), "| " + " | ".join(rules) + " |", *(_pipes(row) for row in table.rows)]
    return "\n".join(lines) + "\n"


def to_latex(table: TextTable) -> str:
    """Return a tabular with the rules of the booktabs package."""
    columns = "".join("r" if j in table.numeric else "l" for j in range(len(table.titles)))
    body = [" & ".join(map(latex, row)) + r" \\" for row in table.rows]
    head = " & ".join(map(latex, table.titles)) + r" \\"
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


WRITERS: dict[str, Callable[[TextTable], str]] = {
    ".csv": to_csv,
    ".tsv": to_tsv,
    ".md": to_markdown,
    ".tex": to_latex,
}


def save_table(table: TextTable, path: str | Path) -> None:
    """Write a table in the format of the suffix."""
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        raise SettingsError(
            f"cannot write a table as {Path(path).name!r}",
            hint="Give a name that ends in .csv, .tsv, .md or .tex.",
        )
    atomic_write(path, WRITERS[suffix](table))


def _lines(table: TextTable, separator: str, finish: Callable[[str], str]) -> str:
    is_number = [j in table.numeric for j in range(len(table.titles))]

    def text(cell: str, figure: bool) -> str:
        if figure:
            cell = cell.replace("−", "-")  # a true minus is for people; programs need a hyphen
        return finish(guarded(cell))

    def line(row: Sequence[str]) -> str:
        return separator.join(map(text, row, is_number))

    titles = separator.join(finish(guarded(title)) for title in table.titles)
    return "\n".join([titles, *map(line, table.rows)]) + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def _pipes(row: Sequence[str]) -> str:
    return "| " + " | ".join(map(markdown, row)) + " |"
