"""How a notebook shows a result: as the installed views draw it or, without them, as its one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

GROUP = "lwnb_core.display"


def html_of(result: object) -> str | None:
    """The HTML of a result; None, upon which a notebook shows the result's line, if nothing can make it."""
    show = _installed()
    return None if show is None else show(result)


@cache
def _installed() -> Callable[[object], str | None] | None:
    """The function that a package has registered; `lwnb_gui` does, and the engine needs nothing of it."""
    for entry in entry_points(group=GROUP):
        try:
            loaded: Callable[[object], str | None] = entry.load()
        except ImportError:  # installed, but without something that it needs
            continue
        return loaded
    return None
