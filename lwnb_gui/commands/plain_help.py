"""Help without the type of flags, which take no value."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


def name_no_type(options: list[Any]) -> list[Any]:
    """The same options; flags without the type that the help would add."""
    for option in options:
        if getattr(option, "is_flag", False) and option.metavar is None:
            option.metavar = ""
    return options


class Command(TyperCommand):
    """A command whose help says only what can be given."""

    def get_params(self, ctx: Any) -> list[Any]:
        return name_no_type(super().get_params(ctx))
