"""Tables as text: TSV for the clipboard; CSV, Markdown and LaTeX for files. Always with titles.

Names and values come from data files that anybody may have written. A text that begins like a formula gets an
apostrophe (`lwnb_core.data.formulas`); a number stays a number, with its minus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

from lwnb_core.data.files import atomic_write
from lwnb_core.data.formulas import guarded
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.results_grid import latex, markdown
from lwnb_core.progress import Progress

_BREAKS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]+")
_OFTEN = 200  # rows between two reports of how many are written
_NEEDS_QUOTES = re.compile(r'[,;"\t\r\n\v\f\x85\u2028\u2029]|^\s|\s$')


@dataclass(frozen=True)
class TextTable:
    """Column titles and rows, as texts.

    Attributes
    ----------
    rows
        Texts, one per title. They may be created lazily: a large table is written in a task, so what it
        reads must not change meanwhile.
    numeric
        The columns that hold numbers: at the right in Markdown and LaTeX, with a plain minus for programs.
    """

    titles: Sequence[str]
    rows: Iterable[Sequence[str]]
    numeric: frozenset[int] = frozenset()

    @property
    def n_rows(self) -> int | None:
        """The number of rows; None where it is not known in advance."""
        return len(self.rows) if isinstance(self.rows, Sequence) else None

    @property
    def cells(self) -> int | None:
        """Rows × columns; None where that is not known in advance."""
        return None if self.n_rows is None else self.n_rows * len(self.titles)

    def reporting(self, progress: Progress) -> TextTable:
        """The same table for one pass over its rows, which reports progress and can be cancelled."""

        def rows() -> Iterator[Sequence[str]]:
            total = self.n_rows
            for i, row in enumerate(self.rows):
                if i % _OFTEN == 0:
                    progress(i if total else 0, total or 1)
                yield row

        return replace(self, rows=rows())


class LazyRows(Sequence[Sequence[str]]):
    """Rows that are created when they are read, and whose number is known in advance."""

    def __init__(self, n: int, line: Callable[[int], Sequence[str]]) -> None:
        self._n, self._line = n, line

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, at: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, at: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(at, slice):
            return [self._line(i) for i in range(*at.indices(self._n))]
        if not -self._n <= at < self._n:
            raise IndexError(at)
        return self._line(at % self._n)


def to_tsv(table: TextTable) -> str:
    """For the clipboard: no quotes, so tabs and line ends inside a value become spaces."""
    return _lines(table, "\t", lambda cell: _BREAKS.sub(" ", cell))


def to_csv(table: TextTable) -> str:
    """Quoted wherever any program might see the end of a value."""
    return _lines(table, ",", _quoted)


def to_markdown(table: TextTable) -> str:
    """A table as GitHub and pandoc read it; a name shows as it is, whatever it would mean in Markdown."""
    rules = ["---:" if j in table.numeric else "---" for j in range(len(table.titles))]
    lines = [_pipes(table.titles), "| " + " | ".join(rules) + " |", *(_pipes(row) for row in table.rows)]
    return "\n".join(lines) + "\n"


def to_latex(table: TextTable) -> str:
    """A tabular with the rules of the booktabs package."""
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
    """Write a table; the suffix says how."""
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
            cell = cell.replace("−", "-")  # a true minus is for people; programs read the plain one
        return finish(guarded(cell))

    def line(row: Sequence[str]) -> str:
        return separator.join(map(text, row, is_number))

    titles = separator.join(finish(guarded(title)) for title in table.titles)
    return "\n".join([titles, *map(line, table.rows)]) + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def _pipes(row: Sequence[str]) -> str:
    return "| " + " | ".join(map(markdown, row)) + " |"
