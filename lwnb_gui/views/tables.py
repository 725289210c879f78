"""Tables as values: `TextTable` for programs, and `ViewTable`, for people, which can be converted to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, overload

from lwnb_core.progress import Progress

_OFTEN = 200  # the number of rows between two progress reports


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
        """The number of rows; None if it is not known in advance."""
        return len(self.rows) if isinstance(self.rows, Sequence) else None

    @property
    def cells(self) -> int | None:
        """Rows × columns; None if that is not known in advance."""
        return None if self.n_rows is None else self.n_rows * len(self.titles)

    def reporting(self, progress: Progress) -> TextTable:
        """Return the same table for one pass over its rows, which reports progress and can be cancelled."""

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


class TableCell(NamedTuple):
    """One cell as people read it.

    Attributes
    ----------
    exact
        What a program receives instead, with all digits; None: the same text.
    bar
        The length of the bar beside it, from -1 to 1; None: no bar.
    class_code
        The class whose colour the bar has.
    strong, faint
        Emphasis, for example of a learner's answer, and the opposite, for remarks.
    """

    text: str
    exact: str | None = None
    bar: float | None = None
    class_code: int | None = None
    strong: bool = False
    faint: bool = False


class TableColumn(NamedTuple):
    """The title of a column, and what is in it; `exact_title` is for programs. `wraps`: it holds texts."""

    title: str
    numeric: bool = False
    exact_title: str | None = None
    wraps: bool = False


@dataclass(frozen=True)
class ViewTable:
    """A table of a view as people read it, in a terminal or a notebook.

    Attributes
    ----------
    title, note
        What stands above it.
    left_out
        What a short form leaves out: `7 less probable classes`.
    bar_column
        The column whose bars a terminal draws, which has space for one.
    has_sum
        Whether the last row is the sum of the others.
    """

    title: str
    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[TableCell]]
    note: str = ""
    left_out: str = ""
    bar_column: int | None = None
    has_sum: bool = False

    def as_read(self) -> TextTable:
        """Return the same as plain texts, for people."""
        titles = [column.title or column.exact_title or "" for column in self.columns]
        return TextTable(titles, [[cell.text for cell in row] for row in self.rows], self._numeric)

    def exact(self) -> TextTable:
        """Return the same for programs, with all digits."""
        titles = [c.title if c.exact_title is None else c.exact_title for c in self.columns]
        rows = [[cell.text if cell.exact is None else cell.exact for cell in row] for row in self.rows]
        return TextTable(titles, rows, self._numeric)

    @property
    def _numeric(self) -> frozenset[int]:
        return frozenset(i for i, column in enumerate(self.columns) if column.numeric)
