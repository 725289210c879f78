"""The values that a view offers to the text of a lecture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

R = TypeVar("R")

Argument = Literal["none", "class", "learner", "rank"]


@dataclass(frozen=True)
class Quotable(Generic[R]):
    """A number or a name that stands in a text as `{name}` or `{name:argument}`.

    Attributes
    ----------
    meaning
        What it stands for, for authors of lectures.
    text
        The text that the view shows, from its reading and the argument: the code of a class or None, the name
        of a learner or "", or the position of a neighbour, -1 for the last. None: there is no such number.
    argument
        What can follow the colon. Without it, it means no particular class, LWNB, or the nearest row.
    needs_argument
        Whether it cannot be left out.
    """

    meaning: str
    text: Callable[[R, Any], str | None]
    argument: Argument = "none"
    needs_argument: bool = False
