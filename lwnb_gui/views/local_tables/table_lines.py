"""The common parts of numeric and nominal tables: heights, hotspots, names and highlights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Hotspot, Rect, Telling
from lwnb_gui.views.local_tables.tables_reading import Block
from lwnb_gui.views.wording.names import brief, shorten_all

LINE, HEAD, EDGE = 18.0, 22.0, 12.0
_BAR = 8.0
_MEASURED = 40  # of many names


class TablePart(NamedTuple):
    """The target of a hotspot that is not a cell.

    `attribute`: all of an attribute's lines; `more`: the line `… n more` below them; `classes`: the link in
    the header to further classes.
    """

    kind: Literal["attribute", "more", "classes"]
    attribute: int = -1


def line_count(block: Block) -> int:
    """Return the number of rows of an attribute: its values or classes, and `… n more`."""
    return len(block.codes) + (block.hidden > 0)


def more_spot(block: Block, tip: Telling, y: float, canvas: Canvas) -> Hotspot:
    """Return the row `… n more`, where a click shows the rest."""
    target = TablePart("more", block.attribute)
    return Hotspot(0, y, canvas.width, canvas.theme.px(LINE), tip, target, is_link=True)


def widest(names: Iterable[str], font: str, canvas: Canvas) -> float:
    """Return the width of the longest name of usual length."""
    return max((canvas.measure(name, font) for name in longest(tuple(names))), default=0.0)


# Cached, as are the shortened names: for 400 attributes each takes 2 to 20 ms, and they stay while k moves.
@lru_cache(maxsize=32)
def longest(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the longest of many names: those that are worth measuring."""
    return tuple(sorted(map(brief, dict.fromkeys(names)), key=len)[-_MEASURED:])


def fitted(names: Sequence[str], font: str, width: float, canvas: Canvas) -> tuple[str, ...]:
    """Return names shortened to a width, different from each other."""
    return _fitted(tuple(names), font, width, canvas.measure)  # type: ignore[arg-type]  # it is hashable


@lru_cache(maxsize=128)
def _fitted(
    names: tuple[str, ...], font: str, width: float, measure: Callable[..., float]
) -> tuple[str, ...]:
    return tuple(shorten_all(names, width, lambda text: measure(text, font)))


def bar(x: float, y: float, width: float, share: float, ink: str, canvas: Canvas) -> list[Rect]:
    """Draw a bar up to a share of its width; unless the share is 0, at least one pixel is drawn."""
    if share <= 0:
        return []
    return [empty_bar(x, y, max(1.0, width * min(share, 1.0)), ink, canvas)]


def empty_bar(x: float, y: float, width: float, ink: str, canvas: Canvas) -> Rect:
    px = canvas.theme.px
    return Rect(x, y + px(LINE - _BAR) / 2, width, px(_BAR), ink)


def highlight(x: float, y: float, width: float, height: float) -> Rect:
    """Highlight a cell that the mouse points to, here or in another panel."""
    return Rect(x, y, width, height, "accent_tint", "accent")
