"""Options and values that a command does not understand, reported in words for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from lwnb_gui.commands.guard import write_error
from lwnb_gui.text import quoted

# The base class of errors about options; typer does not give it a public name.
_UsageError: Any = typer.BadParameter.__base__


@contextmanager
def plain_usage_errors(arguments: Sequence[str]) -> Iterator[None]:
    """Reword errors about options, and report them as JSON as well if the arguments ask for it.

    Typer then prints the message for people.
    """
    try:
        yield
    except _UsageError as error:
        if (reason := _reason(error.__cause__)) is not None:
            error.message = reason
        if "--json" in arguments:
            unknown = dict.fromkeys(("hint", "file", "line", "text"))
            write_error(
                {"error": {"message": error.format_message(), **unknown, "exit_code": error.exit_code}}
            )
        raise


def _reason(cause: BaseException | None) -> str | None:
    """What is wrong with a value, if pydantic, by which newer versions of typer convert values, refused it.

    Pydantic speaks of inputs, strings and parsing, which are words for programmers.
    """
    errors = getattr(cause, "errors", None)
    if errors is None:
        return None
    first: Mapping[str, Any] = errors()[0]
    kind, value, limits = first["type"], quoted(str(first["input"])), first.get("ctx", {})
    if kind.startswith("int_"):
        return f"{value} is not a whole number"
    if kind.startswith("float_"):
        return f"{value} is not a number"
    if kind == "greater_than_equal":
        return f"{value} is too small; the smallest possible value is {limits['ge']}"
    if kind == "less_than_equal":
        return f"{value} is too large; the largest possible value is {limits['le']}"
    return str(first["msg"]).removeprefix("Value error, ").removesuffix(".")
