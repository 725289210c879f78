"""Which options were given, so that none is overridden silently."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from lwnb_gui.cli.process.error_reports import UsageError
from lwnb_gui.text import listed


def given_options(context: Any, names: Collection[str]) -> list[str]:
    """Return which of some parameters the user has typed, written as options."""
    return [
        max(option.opts, key=len)
        for option in context.command.params
        # Compared by name: the enumeration has moved between the versions of typer.
        if option.name in names and context.get_parameter_source(option.name).name == "COMMANDLINE"
    ]


def refuse_options(context: Any, names: Collection[str], reason: str) -> None:
    """Refuse options that would have no effect; the reason begins with a word such as `without`."""
    if given := given_options(context, names):
        raise UsageError(f"{listed(given)} {'has' if len(given) == 1 else 'have'} no effect {reason}")


def refuse_both(context: Any, *names: str) -> None:
    """Refuse a combination of options of which only one can have an effect."""
    given = given_options(context, names)
    if len(given) > 1:
        raise UsageError(f"{listed(given)} exclude each other; give only one of them")
