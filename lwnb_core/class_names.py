"""The names of classes in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def class_names(classes: Sequence[str], attribute: str) -> tuple[str, ...]:
    """Name classes for a sentence: `cultivar 2` where a bare number could be taken for a result.

    Examples
    --------
    >>> class_names(("1", "2"), "cultivar")
    ('cultivar 1', 'cultivar 2')
    >>> class_names(("yes", "no"), "play")
    ('yes', 'no')
    """
    if attribute and any(map(_is_number, classes)):
        return tuple(f"{attribute} {name}" for name in classes)
    return tuple(classes)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
