"""Names out of a file where there is little room for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from lwnb_gui.text import shown

LONGEST = 36


@lru_cache(maxsize=500)  # the same few names at every step of k
def brief(text: str) -> str:
    """A name that cannot fill a sentence: controls made visible, cut at the end where it is very long."""
    return _cut(shown(text), LONGEST)


def told_apart(names: Sequence[str], longest: int) -> list[str]:
    """Names cut to a length. Where that makes several of them the same, words that they share are cut to
    their first letter before: `build wind float` and `build wind non-float` are `b w float` and `b w non-f…`.
    """
    cut = [_cut(name, longest) for name in names]
    if len(set(cut)) == len(set(names)):
        return cut
    often = Counter(word for name in names for word in set(name.split()[:-1]))
    shorter = (
        " ".join([*(word[0] if often[word] > 1 else word for word in first), last])
        for *first, last in (name.split() or [name] for name in names)
    )
    return [_cut(name, longest) for name in shorter]


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
