"""Tables that fit the terminal: bars shrink, names are cut with …, texts wrap, and numbers stay whole.

If that is not enough, the columns are shown in several tables below each other, each with the names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from lwnb_gui.views.wording.names import shorten_all

HINT = "dim"
_GAP = 2
_MOST_BAR, _SHORT_BAR = 24, 8
_SHORT_NAME, _SHORTEST_NAME = 12, 8
_SHORT_TEXT, _SHORT_TITLE = 16, 8

Kind = Literal["number", "name", "key", "text", "bar"]
_KINDS: dict[str, Kind] = {">": "number", "!": "key", "~": "text", "#": "bar"}


@dataclass(frozen=True)
class Bar:
    """A bar that is as long as this share of its column."""

    share: float
    style: str = "magenta"

    def text(self, width: int) -> Text:
        return Text("█" * round(width * self.share), style=self.style)


Cell = str | Text | Bar


@dataclass(eq=False)
class _Column:
    """One column: its kind, its title, its cells, and between which widths it can be shown."""

    kind: Kind
    title: str
    cells: list[Cell] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [c.plain if isinstance(c, Text) else c for c in self.cells if not isinstance(c, Bar)]

    @property
    def width(self) -> int:
        """The preferred width of the content."""
        if self.kind == "bar":
            return _MOST_BAR
        return max(map(cell_len, [self.title, *self.texts]), default=0)

    def least(self, name: int) -> int:
        """Return the width below which the column is unreadable; names are cut to `name` characters."""
        if self.kind == "key":
            return self.width
        if self.kind == "number":  # the title may be wrapped or cut, a number may not
            words = min(max(map(cell_len, self.title.split()), default=0), _SHORT_TITLE)
            return max([words, *map(cell_len, self.texts)])
        return min(self.width, _SHORT_TEXT if self.kind == "text" else name)

    def shown(self, width: int) -> list[str | Text]:
        """Return the cells as they are shown in this many columns of the terminal."""
        drawn = [cell.text(width) if isinstance(cell, Bar) else cell for cell in self.cells]
        if self.kind in ("bar", "text") or self.width <= width:
            return drawn
        names = list(dict.fromkeys(self.texts))
        short = dict(zip(names, shorten_all(names, width, cell_len), strict=True))
        return [Text(short[c.plain], style=c.style) if isinstance(c, Text) else short[c] for c in drawn]


class ScreenTable:
    """A table in the house style, laid out when it is printed.

    The first character of a column's title says what it holds: `>` numbers, `!` names that are never cut, `~`
    texts that wrap, `#` bars; otherwise it holds names, which are cut where there is little space.
    """

    def __init__(self, *titles: str) -> None:
        self._columns = [_Column(_KINDS.get(t[:1], "name"), t[1:] if t[:1] in _KINDS else t) for t in titles]
        self._sections: set[int] = set()
        self.show_header = True

    def add_row(self, *cells: Cell) -> None:
        for column, cell in zip(self._columns, (*cells, *[""] * len(self._columns)), strict=False):
            column.cells.append(cell)

    def add_section(self) -> None:
        """Draw a line below the last row."""
        self._sections.add(len(self._columns[0].cells) - 1)

    @property
    def width(self) -> int:
        """The preferred width of the table, without bars."""
        widths = [column.width for column in self._columns if column.kind != "bar"]
        return sum(widths) + _GAP * (len(widths) - 1)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for i, columns in enumerate(_blocks(self._columns, options.max_width)):
            if i:
                yield Text()
            yield self._table(columns, _widths(columns, options.max_width))

    def _table(self, columns: Sequence[_Column], widths: Sequence[int]) -> Table:
        styled = Table(
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            header_style=HINT,
            show_edge=False,
            padding=(0, 1, 0, 0),
            show_header=self.show_header,
        )
        shown = []
        for column, width in zip(columns, widths, strict=True):
            if width == 0:
                continue
            title = column.title
            if column.kind != "number" or max(map(cell_len, title.split()), default=0) > width:
                title = shorten_all([title], width, cell_len)[0]
            styled.add_column(
                Text(title),
                justify="right" if column.kind == "number" else "left",
                width=width,
                no_wrap=column.kind not in ("number", "text"),
                overflow="fold",
            )
            shown.append(column.shown(width))
        for i, cells in enumerate(zip(*shown, strict=True)):
            styled.add_row(*cells, end_section=i in self._sections)
        return styled


def _blocks(columns: Sequence[_Column], width: int) -> Iterator[list[_Column]]:
    """Split the columns into as few tables as fit, with names in each; into one if possible."""
    if _least(columns) <= width:
        yield list(columns)
        return
    repeated = [c for i, c in enumerate(columns) if (i == 0 or c.kind in ("name", "key")) and c.width]
    block: list[_Column] = []
    for column in columns:
        if column in repeated or column.kind == "bar":
            continue
        if block and _least([*repeated, *block, column]) > width:
            yield [c for c in columns if c in repeated or c in block]
            block = []
        block.append(column)
    yield [c for c in columns if c in repeated or c in block or (c.kind == "bar" and not block)]


def _least(columns: Sequence[_Column]) -> int:
    """Return the width of these columns if all are as narrow as possible, without bars."""
    widths = [column.least(_SHORTEST_NAME) for column in columns if column.kind != "bar"]
    return sum(widths) + _GAP * (len(widths) - 1)


def _widths(columns: Sequence[_Column], width: int) -> list[int]:
    """Return the width of each column; columns that say least become narrower first."""
    widths = [column.width for column in columns]
    stages: list[tuple[tuple[Kind, ...], int, int]] = [
        (("bar",), _SHORT_BAR, 0),
        (("number", "text"), 0, 0),
        (("name",), 0, _SHORT_NAME),
        (("bar",), 0, 0),
        (("name",), 0, _SHORTEST_NAME),
    ]
    for kinds, bar, name in stages:
        reducible = [(i, column) for i, column in enumerate(columns) if column.kind in kinds]
        least = {i: bar if column.kind == "bar" else column.least(name) for i, column in reducible}
        while (excess := sum(widths) + _GAP * (sum(w > 0 for w in widths) - 1) - width) > 0:
            spare = [i for i in least if widths[i] > least[i]]
            if not spare:
                break
            widest = max(spare, key=lambda i: widths[i])
            next_widest = max((widths[i] for i in spare if i != widest), default=0)
            step = min(excess, max(widths[widest] - max(next_widest, least[widest]), 1))
            widths[widest] = max(widths[widest] - step, least[widest])
    return widths
