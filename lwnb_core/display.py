"""Displaying a result in a notebook: as the installed views draw it or, without them, as one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

GROUP = "lwnb_core.display"


def html_of(result: object) -> str | None:
    """Return the HTML of a result; None if nothing can make it, so that a notebook shows its one line."""
    show = _installed()
    return None if show is None else show(result)


@cache
def _installed() -> Callable[[object], str | None] | None:
    """Return the function that a package such as `lwnb_gui` has registered; the engine needs none."""
    from importlib.metadata import entry_points  # slow to load

    for entry in entry_points(group=GROUP):
        try:
            loaded: Callable[[object], str | None] = entry.load()
        except ImportError:  # installed, but one of its requirements is missing
            continue
        return loaded
    return None
