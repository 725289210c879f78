"""Options and values that a command does not understand, reported in words for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from lwnb_gui.cli.process.error_reports import UsageError, write_error
from lwnb_gui.text import quoted


@contextmanager
def plain_usage_errors(arguments: Sequence[str]) -> Iterator[None]:
    """Reword errors about options, and report them as JSON as well if the arguments ask for it.

    Typer then prints the message for people.
    """
    try:
        yield
    except UsageError as error:
        if (reason := _reason(error.__cause__)) is not None:
            error.message = reason
        if getattr(error, "possibilities", None):
            error.message = f"{error.message}. {_suggestion(error, arguments)}".rstrip(". ")
            error.possibilities = ()
        if "--json" in arguments:
            unknown = dict.fromkeys(("hint", "file", "line", "text"))
            write_error(
                {"error": {"message": error.format_message(), **unknown, "exit_code": error.exit_code}}
            )
        raise


def _suggestion(error: Any, arguments: Sequence[str]) -> str:
    """Suggest the option that may have been meant; not one that was given and can be given only once."""
    from lwnb_core.spelling import did_you_mean, nearest

    words = {argument.partition("=")[0] for argument in arguments}
    used = {
        name
        for option in error.ctx.command.params
        if not getattr(option, "multiple", False) and words & {*option.opts}
        for name in option.opts
    }
    by_name = {name.lstrip("-"): name for name in error.possibilities if name not in used}
    return did_you_mean(by_name[name] for name in nearest(error.option_name.lstrip("-"), by_name))


def _reason(cause: BaseException | None) -> str | None:
    """Say what is wrong with a value that pydantic, which newer versions of typer use, has refused.

    Pydantic speaks of inputs, strings and parsing, which are words for programmers.
    """
    errors = getattr(cause, "errors", None)
    if errors is None:
        return None
    first: Mapping[str, Any] = errors()[0]
    kind, value, limits = first["type"], quoted(str(first["input"])), first.get("ctx", {})
    if kind == "int_parsing_size":
        return f"{value} is too large"
    if kind.startswith("int_"):
        return f"{value} is not a whole number"
    if kind.startswith("float_"):
        return f"{value} is not a number"
    if kind == "greater_than_equal":
        return f"{value} is too small; the smallest possible value is {limits['ge']}"
    if kind == "less_than_equal":
        return f"{value} is too large; the largest possible value is {limits['le']}"
    return str(first["msg"]).removeprefix("Value error, ").removesuffix(".")
