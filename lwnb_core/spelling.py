"""Finding the known name that is meant by a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

# By difflib's `ratio`: two swapped letters in a word of three give 0.67.
_NEAR = 0.65
_LETTERS_OF_A_BEGINNING = 3


def nearest(word: str, names: Iterable[str], *, used: Collection[str] = (), most: int = 1) -> list[str]:
    """Return the names that `word` may stand for, best first, without those that are `used` already.

    A name is near if its spelling is, or if the word is its beginning.

    Examples
    --------
    >>> nearest("irsi", ["iris", "glass"])
    ['iris']
    """
    free = [name for name in names if name not in used]
    near = difflib.get_close_matches(word, free, n=most, cutoff=_NEAR)
    if not near and len(word) >= _LETTERS_OF_A_BEGINNING:
        near = [name for name in free if name.startswith(word)]
    return near[:most]


def one_of(names: Iterable[str]) -> str:
    """Return a list of choices, such as `.arff, .csv or .tsv`."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def did_you_mean(names: Iterable[str]) -> str:
    """Return a question with the names, or nothing if there are none."""
    listed = " or ".join(names)
    return f"Did you mean {listed}?" if listed else ""
