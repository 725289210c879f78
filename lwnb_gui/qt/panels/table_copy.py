"""Tables as text: TSV for the clipboard; CSV, Markdown and LaTeX for files. Always with their heads."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lwnb_core.data.files import atomic_write
from lwnb_core.errors import SettingsError

_CONTROLS = re.compile(r"[\t\r\n]+")
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$",
    "−": r"$-$", "′": r"$'$", "Σ": r"$\Sigma$",
}  # fmt: skip


@dataclass(frozen=True)
class TextTable:
    """Heads and rows as they are read; `figures` names the columns that hold numbers."""

    heads: Sequence[str]
    rows: Iterable[Sequence[str]]
    figures: frozenset[int] = frozenset()


def to_tsv(table: TextTable) -> str:
    """For spreadsheets: no quotes, so tabs and line ends inside a value become spaces."""
    lines = ["\t".join(_CONTROLS.sub(" ", cell) for cell in row) for row in (table.heads, *table.rows)]
    return "\n".join(lines) + "\n"


def to_csv(table: TextTable) -> str:
    """A true minus is for people; programs read the plain one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.heads)
    for row in table.rows:
        writer.writerow([_plain(cell) if j in table.figures else cell for j, cell in enumerate(row)])
    return out.getvalue()


def to_markdown(table: TextTable) -> str:
    rules = ["---:" if j in table.figures else "---" for j in range(len(table.heads))]
    lines = [_pipes(table.heads), _pipes(rules), *(_pipes(row) for row in table.rows)]
    return "\n".join(lines) + "\n"


def to_latex(table: TextTable) -> str:
    """A tabular with the rules of the booktabs package."""
    columns = "".join("r" if j in table.figures else "l" for j in range(len(table.heads)))
    body = [" & ".join(map(_latex, row)) + r" \\" for row in table.rows]
    head = " & ".join(map(_latex, table.heads)) + r" \\"
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


WRITERS: dict[str, Callable[[TextTable], str]] = {
    ".csv": to_csv,
    ".tsv": to_tsv,
    ".md": to_markdown,
    ".tex": to_latex,
}


def save_table(table: TextTable, path: str | Path) -> None:
    """Write a table; the suffix says how."""
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        raise SettingsError(
            f"cannot write a table as {Path(path).name!r}",
            hint="Give a name that ends in .csv, .tsv, .md or .tex.",
        )
    atomic_write(path, WRITERS[suffix](table))


def _plain(cell: str) -> str:
    return cell.replace("−", "-")


def _pipes(row: Sequence[str]) -> str:
    return "| " + " | ".join(_CONTROLS.sub(" ", cell).replace("|", r"\|") for cell in row) + " |"


def _latex(cell: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in _CONTROLS.sub(" ", cell))
