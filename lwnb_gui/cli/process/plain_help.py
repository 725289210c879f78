"""Help without Python's types, and without boxes where they would break words."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand

from lwnb_gui.settings import SETTINGS


def name_no_type(options: list[Any]) -> list[Any]:
    """Return the same options and arguments without the types that newer versions of typer would add.

    A flag takes no value, and what a file is does not become clearer by `<str>`; a choice keeps its values.
    """
    for option in options:
        if getattr(option, "is_flag", False) and option.metavar is None:
            option.metavar = ""
        elif isinstance(option, TyperArgument) and option.metavar is not None:
            option.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
    return options


def choices_of(option: Any) -> tuple[str, ...]:
    """Return the values that a setting can have, if the option is that of a setting."""
    setting = SETTINGS.get(option.name)
    if setting is None or setting.option is None or setting.option.names[0] not in option.opts:
        return ()
    return tuple(str(choice) for choice in setting.choices)


# Columns of a terminal from which on the boxes of the help have space for whole words.
_WIDE_ENOUGH = 72


_INDENT = 6
_LONGER_THAN_ANY = 1000  # characters of a sentence
_LINE_OF_A_SHELL = 45


def _in_lines(term: str, width: int) -> str:
    """Return an option with its values, in lines that end between the values."""
    lines = [""]
    for i, part in enumerate(term.split("|")):
        piece = f"|{part}" if i else part
        if len(lines[-1]) + len(piece) + _INDENT > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return f"\n{'':{_INDENT}}".join(lines)


class FittingHelp:
    """A mixin for commands: on a narrow terminal the help is plain text, which ends lines between words."""

    rich_markup_mode: Any

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from rich.console import Console

        width = Console().width  # also of a terminal where the output goes through a pipe, as to `less`
        usual = self.rich_markup_mode
        try:
            if width < _WIDE_ENOUGH:
                self.rich_markup_mode = None
                formatter.width = width - 1
                write = formatter.write_dl
                formatter.write_dl = lambda rows, *_, **__: write(
                    [(_in_lines(term, width - 1), text) for term, text in rows], col_max=_INDENT
                )
            super().format_help(ctx, formatter)  # type: ignore[misc]
        finally:
            self.rich_markup_mode = usual


class Command(FittingHelp, TyperCommand):
    """A command whose help lists only what can be given."""

    def get_params(self, ctx: Any) -> list[Any]:
        return name_no_type(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        for option in self.params:
            if not getattr(option, "is_flag", False) and (choices := choices_of(option)):
                option.metavar = f"<{'|'.join(choices)}>"
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int | None = None) -> str:
        """Return the first sentence: whole in the list of commands, which wraps it, and cut for a shell."""
        return super().get_short_help_str(_LINE_OF_A_SHELL if limit is None else _LONGER_THAN_ANY)
