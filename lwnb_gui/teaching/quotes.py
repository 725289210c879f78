"""Numbers that a lecture quotes: `{k}`, `{probability:virginica}`, computed when the text is shown.

A small closed set, found by a pattern: a text from a file is never formatted or evaluated by Python. The
views declare and supply what can be quoted (`views.wording.quotes`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lwnb_core import DataError, Dataset
from lwnb_gui.app.predictions import LEARNERS
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.quotes import LAST, quotables, texts_of

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


@dataclass(frozen=True)
class Quote:
    """One number or name to be put into a text."""

    name: str
    argument: str = ""


def parsed(text: str) -> tuple[str | Quote, ...]:
    """Split a text into pieces; two braces stand for one. A `DataError` names an invalid quote."""
    pieces: list[str | Quote] = []
    end = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[end : token.start()])
        end = token.end()
        if token[0] in ("{{", "}}"):
            pieces.append(token[0][0])
        elif token[1] is None:
            raise DataError(
                f"unmatched brace near {_near(text, token.start())}", hint="Write {{ for a literal brace."
            )
        else:
            pieces.append(_quote(token[1]))
    return tuple(piece for piece in (*pieces, text[end:]) if piece)


def quotes(text: str) -> tuple[Quote, ...]:
    """Return the quotes of a text."""
    return tuple(piece for piece in parsed(text) if isinstance(piece, Quote))


def filled(text: str, about: Subject, *, tells_answer: bool = True) -> str:
    """Fill in a text's numbers, withholding those that would give the answer away too early."""
    said = texts_of(about, tells_answer=tells_answer)
    return "".join(
        piece if isinstance(piece, str) else said(piece.name, piece.argument) for piece in parsed(text)
    )


def check_classes(text: str, data: Dataset | None) -> None:
    """Raise a `DataError` for an invalid quote, or for a class that the data do not have."""
    classes = data.classes if data is not None and data.class_index is not None else None
    known_quotes = quotables()
    for quote in quotes(text):
        is_class = known_quotes[quote.name].argument == "class" and bool(quote.argument)
        if is_class and classes is not None and quote.argument not in classes:
            known = ", ".join(classes[:10]) + (", …" if len(classes) > 10 else "")
            raise DataError(
                f"{{{quote.name}:{quote.argument}}} names a class that the data do not have",
                hint=f"The classes are {known}.",
            )


def _quote(inside: str) -> Quote:
    name, colon, argument = inside.partition(":")
    shown = f"{{{inside[:60]}}}"
    known = quotables()
    if name not in known:
        raise DataError(f"{shown} is unknown; a text can quote {', '.join(known)}")
    kind = known[name].argument
    if (colon and not argument) or (kind == "none" and argument):
        raise DataError(f"{shown}: {name} takes nothing after the colon", hint=f"Write {{{name}}}.")
    if known[name].needs_argument and not argument:
        raise DataError(f"{shown} does not name a class", hint=f"Write {{{name}:CLASS}}.")
    if kind == "learner" and argument and argument not in LEARNERS:
        raise DataError(f"{shown}: unknown learner {argument[:40]!r}; choose from {', '.join(LEARNERS)}")
    if kind == "rank" and argument and not _is_rank(argument):
        raise DataError(f"{shown}: give the rank of a neighbour, such as {{{name}:10}} or {{{name}:{LAST}}}")
    return Quote(name, argument)


def _is_rank(argument: str) -> bool:
    is_number = argument.isascii() and argument.isdigit() and len(argument) < 10
    return argument == LAST or (is_number and int(argument) >= 1)


def _near(text: str, at: int) -> str:
    return repr(text[max(at - 12, 0) : at + 13])
