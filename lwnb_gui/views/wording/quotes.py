"""Quotes in the text of a lecture, taken from the views, so that a text agrees with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.quotable import Quotable

PENDING = "…"  # not computed yet
SECRET = "?"  # not to be told yet
NONE = "–"  # there is no such number
LAST = "last"  # the rank of the farthest neighbour

QUOTES: Mapping[str, Quotable[Any]] = MappingProxyType(
    {name: quotable for view in VIEWS for name, quotable in view.quotes.items()}
)
_VIEW_OF: dict[str, View[Any]] = {name: view for view in VIEWS for name in view.quotes}


def gives_away(name: str) -> bool:
    """Whether a quote would give the answer away while a guess or a step is pending."""
    view = _VIEW_OF[name]
    return view.tells_answer and view.is_of_explanation


def texts_of(about: Subject, *, tells_answer: bool = True) -> Callable[[str, str], str]:
    """Return a function from the name and argument of a quote to its text; each view is read once.

    Text that would give the answer away is withheld until it may be shown.
    """
    read = cache(lambda view: view.read(about))

    def text(name: str, argument: str = "") -> str:
        if not tells_answer and gives_away(name):
            return SECRET
        view, quotable = _VIEW_OF[name], QUOTES[name]
        if view.is_of_explanation and about.explained is None:
            return PENDING
        reading = read(view)
        if reading is None:
            return NONE if view.is_of_explanation else PENDING
        if quotable.argument == "class" and argument and argument not in about.explanation.classes:
            return NONE  # the class attribute has changed meanwhile
        found = quotable.text(reading, _argument(quotable, argument, about))
        return NONE if found is None else found

    return text


def _argument(quotable: Quotable[Any], argument: str, about: Subject) -> Any:
    """Return the argument in the form that the view expects."""
    if quotable.argument == "class":
        return about.explanation.classes.index(argument) if argument else None
    if quotable.argument == "rank":
        return -1 if argument == LAST else int(argument or 1) - 1
    return argument
