"""Which known name is meant by one that is misspelt."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

# As difflib's `ratio`: two letters swapped in a word of three give 0.67.
_NEAR = 0.65
_LETTERS_OF_A_BEGINNING = 3


def nearest(word: str, names: Iterable[str], *, used: Collection[str] = (), most: int = 1) -> list[str]:
    """The names that `word` may stand for, best first; none that is `used` already, so cannot be meant.

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


def did_you_mean(names: Iterable[str]) -> str:
    """A question with the names, or nothing if there are none."""
    listed = " or ".join(names)
    return f"Did you mean {listed}?" if listed else ""
