"""Quotes in the text of a lecture, taken from the views, so that a text agrees with them.

The views are imported when they are first needed, which is after the start page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.quotable import Quotable

PENDING = "…"  # not computed yet
SECRET = "?"  # not to be told yet
NONE = "–"  # there is no such number
LAST = "last"  # the rank of the farthest neighbour


def quotables() -> Mapping[str, Quotable[Any]]:
    """Return everything that can be quoted, by the name between the braces."""
    from lwnb_gui.views.every import VIEWS

    return {name: quotable for view in VIEWS for name, quotable in view.quotes.items()}


def _view_of(name: str) -> View[Any]:
    """Return the view that a quote is taken from."""
    from lwnb_gui.views.every import VIEWS

    return next(view for view in VIEWS if name in view.quotes)


def gives_away(name: str) -> bool:
    """Whether a quote would give the answer away while a guess or a step is pending."""
    view = _view_of(name)
    return view.tells_answer and view.is_of_explanation


def texts_of(about: Subject, *, tells_answer: bool = True) -> Callable[[str, str], str]:
    """Return a function from the name and argument of a quote to its text; each view is read once.

    Text that would give the answer away is withheld until it may be shown.
    """
    read = cache(lambda view: view.read(about))

    def text(name: str, argument: str = "") -> str:
        if not tells_answer and gives_away(name):
            return SECRET
        view = _view_of(name)
        quotable = view.quotes[name]
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
