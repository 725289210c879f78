"""Numbers that a lecture quotes: `{k}`, `{probability:virginica}`, computed when the text is shown.

A small closed set, found by a pattern: a text of a file is never formatted or evaluated by Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lwnb_core import DataError, Dataset
from lwnb_gui.state.predictions import LEARNERS

Argument = Literal["none", "class", "learner", "rank"]
LAST = "last"  # the rank of the farthest neighbour

# What can stand behind the colon. Left out, it is no class in particular, LWNB, or the nearest row.
ARGUMENTS: dict[str, Argument] = {
    "row": "none",
    "k": "none",
    "training": "none",
    "neighbours": "class",
    "tied": "none",
    "weightless": "none",
    "full": "none",
    "nearest": "none",
    "bandwidth": "none",
    "distance": "rank",
    "weight": "rank",
    "true": "none",
    "prediction": "learner",
    "certainty": "learner",
    "probability": "class",
    "product": "class",
    "accuracy": "learner",
}
# What each of them stands for, for whoever writes a lecture.
MEANINGS: dict[str, str] = {
    "row": "the row's number",
    "k": "the requested number of neighbours",
    "training": "the number of training rows",
    "neighbours": "the number of neighbours; {neighbours:CLASS} for one class",
    "tied": "the number of rows beyond k that are tied with the last neighbour",
    "weightless": "the number of neighbours with weight 0",
    "full": "the number of neighbours with weight 1",
    "nearest": "the number of the nearest row",
    "bandwidth": "the bandwidth",
    "distance": "the distance to the nearest row; or {distance:10}, {distance:last}",
    "weight": "the weight of the nearest row; or {weight:10}, {weight:last}",
    "true": "the true class",
    "prediction": "the class that LWNB predicts; {prediction:KNN} for another learner",
    "certainty": "the posterior of the predicted class; {certainty:KNN} for another learner",
    "probability": "{probability:CLASS}, LWNB's posterior of a class",
    "product": "{product:CLASS}, the prior of a class times its likelihoods",
    "accuracy": "the accuracy of LWNB over all test rows; {accuracy:KNN} for another learner",
}
_NEEDS_CLASS = ("probability", "product")
# What would give the answer away while a guess or a step is pending.
GIVES_AWAY = frozenset({"true", "prediction", "certainty", "probability", "product"})

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


@dataclass(frozen=True)
class Quote:
    """One number or name to be put into a text."""

    name: str
    argument: str = ""

    def rank(self, last: int) -> int:
        """The rank, from 1, of the neighbour that is quoted; `last` is that of the farthest."""
        return last if self.argument == LAST else int(self.argument or 1)


def parsed(text: str) -> tuple[str | Quote, ...]:
    """A text in pieces; two braces stand for one. A `DataError` names what is no quote."""
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
    """The quotes of a text."""
    return tuple(piece for piece in parsed(text) if isinstance(piece, Quote))


def literal(text: str) -> str:
    """A text that quotes nothing, whatever braces are in it."""
    return text.replace("{", "{{").replace("}", "}}")


def check_classes(text: str, data: Dataset | None) -> None:
    """A `DataError` for what is no quote, and for a class that the data do not have."""
    classes = data.classes if data is not None and data.class_index is not None else None
    for quote in quotes(text):
        is_class = ARGUMENTS[quote.name] == "class" and bool(quote.argument)
        if is_class and classes is not None and quote.argument not in classes:
            known = ", ".join(classes[:10]) + (", …" if len(classes) > 10 else "")
            raise DataError(
                f"{{{quote.name}:{quote.argument}}} names a class that the data do not have",
                hint=f"The classes are {known}.",
            )


def _quote(inside: str) -> Quote:
    name, colon, argument = inside.partition(":")
    shown = f"{{{inside[:60]}}}"
    if name not in ARGUMENTS:
        raise DataError(f"{shown} is unknown; a text can quote {', '.join(ARGUMENTS)}")
    kind = ARGUMENTS[name]
    if (colon and not argument) or (kind == "none" and argument):
        raise DataError(f"{shown}: {name} takes nothing after the colon", hint=f"Write {{{name}}}.")
    if name in _NEEDS_CLASS and not argument:
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
