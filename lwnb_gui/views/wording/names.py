"""Names from a file where space is short: shortened in the middle, and never two alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from lwnb_gui.text import class_names, printable

LONGEST = 36  # characters of a name in a sentence or a figure

Measure = Callable[[str], float]

_ELLIPSIS = "…"
_LONGEST_MEASURED = 400  # characters; no place has space for more, and measuring takes time
# The share of the beginning in a shortened name: half of it first, then whatever distinguishes the names.
_HEAD_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


class _Name(NamedTuple):
    """A name as it is in the file, as it can be shown, and the space that it may take."""

    raw: str
    text: str
    limit: float


def shorten_all(names: Sequence[str], limit: float | Sequence[float], measure: Measure = len) -> list[str]:
    """Return names that fit a limit, as long as possible, and different wherever the names are.

    If one is too long, words that several names share are cut to their first letter in all of them, if that
    is enough: names in one list are shortened in the same way. Otherwise a name that fits is left alone and a
    longer one loses its middle; where two of them would then look alike, another part is left out. Names that
    no part tells apart are numbered, even where that takes more than the limit.

    Parameters
    ----------
    limit
        The largest measure of a shortened name; one for each name where they have unequal space.
    measure
        What a text takes: characters, unless the width in pixels or millimetres is given.
    """
    limits = [float(limit)] * len(names) if isinstance(limit, int | float) else [float(v) for v in limit]
    clean = {name: printable(name) for name in names}
    candidates = [_Name(name, clean[name], most) for name, most in zip(names, limits, strict=True)]
    fits = [len(name.text) <= _LONGEST_MEASURED and measure(name.text) <= name.limit for name in candidates]
    texts = [
        name.text if fit else _without_middle(name.text, name.limit, measure)
        for name, fit in zip(candidates, fits, strict=True)
    ]
    if all(fits) and len(set(clean.values())) == len(clean):
        return texts
    texts = _with_equal_heads(candidates, texts, fits, measure)
    initials = _initials_of_all(candidates, measure)
    if initials is None and any(" " in name.text for name in candidates):
        # `b w n-float` is shortened in one way, but `b w n…float` beside `b w float` in two
        parted = [name._replace(text=name.text.replace("-", "- ")) for name in candidates]
        initials = _initials_of_all(parted, lambda text: measure(_joined(text)))
        initials = None if initials is None else [_joined(text) for text in initials]
    if initials is not None:
        return initials
    for alike in _alike(names, texts):
        changeable = _changeable(alike, names, texts, fits)
        others = {text for i, text in enumerate(texts) if i not in changeable}
        apart = (
            _told_apart([candidates[i] for i in changeable], measure, others, clean.values())
            if changeable
            else []
        )
        for i, text in zip(changeable, apart, strict=True):
            texts[i] = text
    return texts


def shorten(name: str, limit: float, measure: Measure = len) -> str:
    """Shorten one name, if there is no other with which it could be confused."""
    return shorten_all([name], limit, measure)[0]


def brief(name: str) -> str:
    """Shorten one name so that it cannot fill a sentence."""
    return shorten(name, LONGEST)


@lru_cache(maxsize=64)  # called sixteen times in a step of k
def brief_all(names: tuple[str, ...]) -> tuple[str, ...]:
    """Shorten names so that they cannot fill a sentence, different from each other."""
    return tuple(shorten_all(names, LONGEST))


class HasClasses(Protocol):
    """A result or a reading that names classes."""

    @property
    def classes(self) -> tuple[str, ...]: ...

    @property
    def class_attribute(self) -> str: ...


def brief_classes(result: HasClasses) -> tuple[str, ...]:
    """Return the classes of a result, short enough for a sentence, different and not bare numbers."""
    return brief_all(class_names(result.classes, result.class_attribute))


def _initials_of_all(names: Sequence[_Name], measure: Measure) -> list[str] | None:
    """Cut the words that names share to their first letters; None if that is not enough."""
    often = Counter(word for text in {name.text for name in names} for word in set(text.split()[:-1]))
    texts = [_with_initials(name.text, often) for name in names]
    different = {name.raw: text for name, text in zip(names, texts, strict=True)}
    if len(set(map(_look, different.values()))) < len(different):
        return None
    is_enough = all(
        len(text) <= _LONGEST_MEASURED and measure(text) <= name.limit
        for text, name in zip(texts, names, strict=True)
    )
    return texts if is_enough else None


def _with_initials(name: str, often: Mapping[str, int]) -> str:
    *first, last = name.split() or [name]
    return " ".join([*(_initial(word) if often[word] > 1 else word for word in first), last])


def _initial(word: str) -> str:
    return word[0] + ("-" if len(word) > 1 and word[-1] == "-" else "")


def _joined(text: str) -> str:
    """Rejoin a name whose parts were separated after their hyphens."""
    return text.replace("- ", "-")


def _look(text: str) -> str:
    """Return the look of a text at a glance: `build…float` and `build…-float` look alike."""
    return "".join(filter(str.isalnum, text)) or text


def _with_equal_heads(
    names: Sequence[_Name], texts: list[str], fits: Sequence[bool], measure: Measure
) -> list[str]:
    """Return the texts; if all shortened names begin alike, each shows the same amount of that beginning.

    `Iris…tosa` beside `Iris-…olor` looks as if the names began differently.
    """
    cut = [i for i, fit in enumerate(fits) if not fit]
    heads = [texts[i].index(_ELLIPSIS) for i in cut]
    if len(set(heads)) < 2 or _common_beginning([names[i].text for i in cut]) < max(heads):
        return texts
    head, equal = min(heads), list(texts)
    for i in cut:
        name = names[i].text
        first = max(head + 1, len(name) - _LONGEST_MEASURED)
        tails = (name[at:].lstrip() for at in range(first, len(name)))
        shorter = (name[:head].rstrip() + _ELLIPSIS + tail for tail in tails)
        equal[i] = next((text for text in shorter if measure(text) <= names[i].limit), texts[i])
    return equal


def _alike(names: Sequence[str], texts: Sequence[str]) -> list[list[int]]:
    """Return groups of positions with texts that look alike for different names."""
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(texts):
        groups.setdefault(_look(text), []).append(i)
    return [group for group in groups.values() if len({names[i] for i in group}) > 1]


def _could_be(one: str, other: str) -> bool:
    """Whether one text could be the other without its middle: `b w…loat` could be `b w float`."""
    return _matches(one, other) or _matches(other, one)


def _matches(text: str, pattern: str) -> bool:
    """Whether a text is the pattern with something in place of its ellipses."""
    first, *rest = pattern.split(_ELLIPSIS)
    if not rest or not text.startswith(first) or not text.endswith(rest[-1]):
        return False
    inside = text[len(first) : len(text) - len(rest[-1])]
    return len(first) + len(rest[-1]) <= len(text) and all(part in inside for part in rest[:-1])


def _changeable(
    alike: Sequence[int], names: Sequence[str], texts: Sequence[str], fits: Sequence[bool]
) -> list[int]:
    """Return the texts that may change: those that are too long, and duplicates of those that fit."""
    first: dict[str, str] = {}
    return [i for i in alike if not fits[i] or first.setdefault(texts[i], names[i]) != names[i]]


def _told_apart(
    names: Sequence[_Name], measure: Measure, others: set[str], every: Iterable[str]
) -> list[str]:
    """Return different texts for names that would look alike, none of them among the `others`."""
    tried = [[way(name.text, name.limit, measure) for name in names] for way in _ways(names, every)]
    needed = len({name.raw for name in names})
    different = [texts for texts in tried if len(set(texts) - others) == needed]
    for texts in different:
        if not any(_could_be(a, b) for a in set(texts) for b in {*texts, *others} if a != b):
            return texts
    if different:
        return different[0]
    best = max(tried, key=lambda texts: len(set(texts) - others))
    return _numbered(names, best, measure, others)


def _ways(names: Sequence[_Name], every: Iterable[str]) -> list[Callable[[str, float, Measure], str]]:
    """Yield the ways of shortening, the most readable first."""
    often = Counter(word for name in every for word in set(name.split()[:-1]))
    same = _common_beginning([name.text for name in names])

    def initials(name: str, limit: float, measure: Measure) -> str:
        shorter = _with_initials(name, often)
        return shorter if measure(shorter) <= limit else _without_middle(shorter, limit, measure)

    def where_they_differ(name: str, limit: float, measure: Measure) -> str:
        shorter = f"{name[:1]}{_ELLIPSIS}{name[same:]}"
        return shorter if measure(shorter) <= limit else _without_middle(shorter, limit, measure, 0.75)

    def by_share(share: float) -> Callable[[str, float, Measure], str]:
        return lambda name, limit, measure: _without_middle(name, limit, measure, share)

    return [initials, where_they_differ, *(by_share(share) for share in _HEAD_SHARES)]


def _common_beginning(texts: Sequence[str]) -> int:
    """Return how many characters all texts have in common at the beginning."""
    first, last = min(texts), max(texts)
    different = (i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return next(different, min(len(first), len(last)))


def _numbered(names: Sequence[_Name], texts: Sequence[str], measure: Measure, others: set[str]) -> list[str]:
    """Keep the texts that are unique; add a number at the end of all others."""
    count = Counter(text for _, text in {(name.raw, text) for name, text in zip(names, texts, strict=True)})
    taken = others | {text for text, n in count.items() if n == 1}
    chosen: dict[str, str] = {}
    first_free: dict[tuple[str, float], int] = {}
    for name, text in zip(names, texts, strict=True):
        if count[text] == 1 and text not in others:
            chosen[name.raw] = text
        # Count on from the first free number: starting at 1 for each, 3,000 equal names take nine seconds.
        base = (_without_middle(name.text, name.limit - measure(" (1)"), measure), name.limit)
        number = first_free.get(base, 1)
        while name.raw not in chosen:
            end = f" ({number})"
            tried = _without_middle(name.text, name.limit - measure(end), measure) + end
            if tried not in taken:
                chosen[name.raw] = tried
                taken.add(tried)
            number += 1
        first_free[base] = number
    return [chosen[name.raw] for name in names]


def _without_middle(name: str, limit: float, measure: Measure, head_share: float = 0.5) -> str:
    """Return the longest beginning and end within the limit, with an ellipsis between them."""
    low, high = 0, min(len(name) - 1, _LONGEST_MEASURED)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_head_and_tail(name, middle, head_share)) <= limit:
            low = middle
        else:
            high = middle - 1
    return _head_and_tail(name, max(low, 0), head_share)


def _head_and_tail(name: str, characters: int, head_share: float) -> str:
    """Return this many characters of a name, from its beginning and its end."""
    head = min(max(round(characters * head_share + 0.01), 1), characters)
    tail = characters - head
    return name[:head].rstrip() + _ELLIPSIS + (name[-tail:].lstrip() if tail else "")
