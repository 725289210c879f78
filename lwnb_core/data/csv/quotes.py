"""Quoted cells for a parser that splits at every separator and line end, whether in quotes or not.

Most files need no preparation, because their quotes surround cells that need none. Otherwise separators, line
ends, blanks and quotes inside quoted cells are overwritten by control characters that the text does not hold,
and put back into the parsed cells. numpy does this in chunks: opening and closing quotes alternate, so their
parity shows what is inside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.csv.records import QuotedCell

_QUOTE, _SEPARATOR, _LINE_END, _BLANK, _TAB = range(1, 6)
STAND_INS = tuple(chr(code) for code in range(1, 6))
"""A text that holds one of these characters cannot be rewritten."""

_CHUNK = 1 << 18  # bytes; the intermediate arrays of one chunk fit into the processor's cache


def are_around_plain_cells(rows: bytes, delimiters: bytes, separator: bytes, quote: bytes) -> bool:
    """Whether every quote is the first or the last character of a cell that would need no quotes.

    `delimiters` are the separators, line ends and quotes of the rows, which end in a line end.
    """
    count, pair = delimiters.count(quote), quote + quote
    if pair + quote in delimiters or 2 * delimiters.count(pair) != count:
        return False
    # Every cell has two quotes or none. Are they at its ends, with no blank inside that a parser would strip?
    if separator != b"\t" and b"\t" in rows:
        return False
    codes = np.frombuffer(rows, dtype=np.uint8)
    opening, closing = int(rows.startswith(quote)), 0
    for start in range(0, len(codes), _CHUNK):
        chunk = codes[start : start + _CHUNK + 1]
        quotes = chunk == quote[0]
        ends = (chunk == separator[0]) | (chunk == ord("\n"))
        blanks = chunk == ord(" ")
        if (quotes[:-1] & blanks[1:]).any() or (blanks[:-1] & quotes[1:]).any():
            return False
        opening += int(np.count_nonzero(ends[:-1] & quotes[1:]))
        closing += int(np.count_nonzero(quotes[:-1] & ends[1:]))
    return 2 * opening == 2 * closing == count


def protected(rows: bytes, separator: bytes, quote: bytes) -> bytes | None:
    """Return the rows, which end in a line end, with stand-ins for special characters inside quoted cells.

    The result is None if a quote is at an unusual position or never closed.
    """
    quote_code, separator_code, line_end = quote[0], separator[0], ord("\n")
    stand_ins = np.zeros(256, dtype=np.uint8)
    stand_ins[[ord(" "), ord("\t"), line_end]] = _BLANK, _TAB, _LINE_END
    stand_ins[separator_code] = _SEPARATOR  # the separator may be the tab
    codes = np.frombuffer(rows, dtype=np.uint8)
    result = codes.copy()
    is_open = False
    for start in range(0, len(codes), _CHUNK):
        # With the byte before and the byte after; the text begins and ends with a line end.
        around = np.full(min(_CHUNK, len(codes) - start) + 2, line_end, dtype=np.uint8)
        known = codes[max(start - 1, 0) : start + _CHUNK + 1]
        first = 0 if start else 1
        around[first : first + len(known)] = known
        chunk = around[1:-1]
        quotes = around == quote_code
        ends = (around == separator_code) | (around == line_end)
        is_quote = quotes[1:-1]
        inside = _inside(np.flatnonzero(is_quote), len(chunk), is_open)
        is_open ^= bool(np.count_nonzero(is_quote) % 2)
        opening, closing = is_quote & inside, is_quote & ~inside
        if (opening & ~(ends | quotes)[:-2]).any() or (closing & ~(ends | quotes)[2:]).any():
            return None
        rewritten = result[start : start + _CHUNK]
        # Two quotes in a row inside a cell count as closing and opening it.
        rewritten[np.flatnonzero((closing & quotes[2:]) | (opening & quotes[:-2]))] = _QUOTE
        is_special = ends[1:-1] | (chunk == ord(" ")) | (chunk == ord("\t"))
        contained = np.flatnonzero(is_special & inside)
        rewritten[contained] = stand_ins[chunk[contained]]
    return None if is_open else result.tobytes()


def _inside(quotes_at: NDArray[np.intp], size: int, is_open: bool) -> NDArray[np.bool_]:
    """Mark what is inside quotes, the opening one included: runs from each quote to the next."""
    lengths = np.diff(quotes_at, prepend=0, append=size)
    runs = np.zeros(len(lengths), dtype=bool)
    runs[0 if is_open else 1 :: 2] = True
    return np.repeat(runs, lengths)


def restored(cells: list[str], separator: str, quote: str) -> list[str]:
    """Return parsed cells as they stood in the file; those that still have quotes become `QuotedCell`."""
    everything = "".join(cells)
    is_quoted = [cell[:1] == quote for cell in cells] if quote and quote in everything else None
    if is_quoted is not None:
        cells = [cell[1:-1] if quoted else cell for cell, quoted in zip(cells, is_quoted, strict=True)]
    if any(stand_in in everything for stand_in in STAND_INS):
        back = str.maketrans({_SEPARATOR: separator, _LINE_END: "\n", _BLANK: " ", _TAB: "\t"})
        doubled = 2 * STAND_INS[_QUOTE - 1]
        cells = [cell.replace(doubled, quote).translate(back) for cell in cells]
    if is_quoted is not None:
        cells = [QuotedCell(cell) if quoted else cell for cell, quoted in zip(cells, is_quoted, strict=True)]
    return cells


def simply_quoted(cells: list[str], quote: str) -> list[str] | None:
    """Return the texts inside the quotes if all cells are quoted, not empty and need no quotes; otherwise
    None.

    R's row names can be a million such cells; they are checked all at once instead of one by one.
    """
    everything = "".join(cells)
    if everything.count(quote) < 2 * len(cells) or any(c in everything for c in STAND_INS):
        return None
    contents = everything[1:-1].split(quote + quote)
    return contents if all(contents) else None
