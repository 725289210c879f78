"""Rows with quoted cells, rewritten so that a parser that does not know quotes splits them correctly.

A quoted cell loses its quotes and gets a mark in front, since quotes can tell text from numbers; separators,
line ends, blanks and quotes inside it become control characters that the text does not hold. numpy does it a
chunk at a time: opening and closing quotes alternate, so that their parity shows what is inside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.csv.records import QuotedCell

_MARK, _DROPPED, _QUOTE, _SEPARATOR, _LINE_END, _BLANK, _TAB = range(1, 8)
STAND_INS = tuple(chr(code) for code in range(1, 8))
"""A text that holds one of these characters cannot be rewritten."""

_CHUNK = 1 << 18  # bytes; the intermediate arrays of one chunk fit into the processor's cache


def without_quotes(rows: bytes, separator: bytes, quote: bytes, *, mark: bool) -> bytes | None:
    """The rows, which end in a line end, without quotes; None if a quote is at an unusual position.

    Quoted cells are marked only if `mark` is set: in a file that quotes everything, quotes have no meaning.
    """
    quote_code, separator_code, line_end = quote[0], separator[0], ord("\n")
    stand_ins = np.zeros(256, dtype=np.uint8)
    stand_ins[[ord(" "), ord("\t"), line_end]] = _BLANK, _TAB, _LINE_END
    stand_ins[separator_code] = _SEPARATOR  # which may be the tab
    codes = np.frombuffer(rows, dtype=np.uint8)
    pieces: list[bytes] = []
    is_open = False
    for start in range(0, len(codes), _CHUNK):
        # With the byte before and the byte after; the text begins and ends with a line end.
        around = np.full(min(_CHUNK, len(codes) - start) + 2, line_end, dtype=np.uint8)
        known = codes[max(start - 1, 0) : start + _CHUNK + 1]
        first = 0 if start else 1
        around[first : first + len(known)] = known
        chunk = around[1:-1]
        quotes = around == quote_code
        may_adjoin = quotes | (around == separator_code) | (around == line_end)
        is_quote = quotes[1:-1]
        at = np.flatnonzero(is_quote)
        inside = _inside(at, len(chunk), is_open)
        is_open ^= bool(len(at) % 2)
        opening, closing = is_quote & inside, is_quote & ~inside
        if (opening & ~may_adjoin[:-2]).any() or (closing & ~may_adjoin[2:]).any():
            return None
        rewritten = chunk.copy()
        rewritten[at] = _DROPPED
        if mark:
            rewritten[np.flatnonzero(opening & ~quotes[:-2])] = _MARK
        # Two quotes in a row inside a cell count as closing and opening it; the first stands for both.
        doubled = np.flatnonzero(closing & quotes[2:])
        rewritten[doubled] = _QUOTE
        is_special = may_adjoin[1:-1] | (chunk == ord(" ")) | (chunk == ord("\t"))
        contained = np.flatnonzero(is_special & inside & ~is_quote)
        rewritten[contained] = stand_ins[chunk[contained]]
        pieces.append(rewritten[rewritten != _DROPPED].tobytes())
    return None if is_open else b"".join(pieces)


def _inside(quotes_at: NDArray[np.intp], size: int, is_open: bool) -> NDArray[np.bool_]:
    """What is inside of quotes, the opening one included: runs from each quote to the next."""
    lengths = np.diff(quotes_at, prepend=0, append=size)
    runs = np.zeros(len(lengths), dtype=bool)
    runs[0 if is_open else 1 :: 2] = True
    return np.repeat(runs, lengths)


def restored(cells: list[str], separator: str, quote: str) -> list[str]:
    """Rewritten cells as they stood in the file, quoted ones as `QuotedCell`."""
    everything = "".join(cells)
    if any(stand_in in everything for stand_in in STAND_INS[_QUOTE - 1 :]):
        back = str.maketrans({_QUOTE: quote, _SEPARATOR: separator, _LINE_END: "\n", _BLANK: " ", _TAB: "\t"})
        cells = [cell.translate(back) for cell in cells]
    mark = STAND_INS[_MARK - 1]
    return [QuotedCell(cell[1:]) if cell[:1] == mark else cell for cell in cells]


def simply_quoted(cells: list[str]) -> list[str] | None:
    """The texts inside the quotes if all cells are quoted, not empty and need no quotes; otherwise None.

    R's row names can be a million such cells; they are checked all at once instead of one by one.
    """
    everything = "".join(cells)
    mark = STAND_INS[_MARK - 1]
    if everything.count(mark) < len(cells) or any(c in everything for c in STAND_INS[_MARK:]):
        return None
    contents = everything.split(mark)[1:]
    return contents if all(contents) else None
