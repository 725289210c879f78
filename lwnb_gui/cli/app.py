"""All commands, and the meaning of a file name in place of a command.

Kept light on purpose: the engine, and whatever else is slow to import, is imported inside the command that
needs it, so that `lwnb --help` answers at once.
"""

from __future__ import annotations

import warnings
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from lwnb_gui.cli.convert import convert
from lwnb_gui.cli.curve import curve
from lwnb_gui.cli.evaluate import evaluate
from lwnb_gui.cli.experiment import ListCommand, experiment
from lwnb_gui.cli.explain import explain
from lwnb_gui.cli.fetch import fetch
from lwnb_gui.cli.info import info
from lwnb_gui.cli.options.source import STDIN
from lwnb_gui.cli.page import page
from lwnb_gui.cli.paper import paper
from lwnb_gui.cli.predict import predict
from lwnb_gui.cli.process.error_reports import guarded, show_tracebacks
from lwnb_gui.cli.process.interruption import ARGUMENTS
from lwnb_gui.cli.process.plain_help import Command, FittingHelp, name_no_type
from lwnb_gui.cli.process.usage_errors import plain_usage_errors
from lwnb_gui.cli.samples import samples
from lwnb_gui.cli.window import open_window


class Commands(FittingHelp, TyperGroup):
    """The commands; a file name in place of a command opens the file in the window."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[ARGUMENTS] = tuple(args)
        if "--debug" in args:  # also after the command, where users often add it
            args = ["--debug", *(argument for argument in args if argument != "--debug")]
        first = next((i for i, word in enumerate(args) if not word.startswith("-") or word == STDIN), None)
        if first is not None and args[first] not in self.commands and is_file_name(args[first]):
            args = [*args[:first], "open", *args[first:]]
        with plain_usage_errors(ctx.meta[ARGUMENTS]):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with plain_usage_errors(ctx.meta[ARGUMENTS]):
            return super().invoke(ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        return name_no_type(super().get_params(ctx))


def is_file_name(argument: str) -> bool:
    """Whether a word that is not a command is meant as a file or as the name of a sample."""
    if argument == STDIN:
        return True
    from lwnb_core.data.formats.archive_members import on_disc
    from lwnb_core.data.formats.file_formats import DATA_SUFFIXES
    from lwnb_core.data.formats.packing import PACKING_SUFFIXES

    try:
        if on_disc(argument).exists():
            return True
    except (OSError, ValueError):
        return False
    if (
        argument.lower().endswith((*DATA_SUFFIXES, *PACKING_SUFFIXES, ".lwnb"))
        or "/" in argument
        or "\\" in argument
    ):
        return True
    from lwnb_core import samples

    return argument.lower() in {known.name for known in samples()}


app = typer.Typer(
    cls=Commands,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """See how locally weighted naive Bayes reaches its answer.

    Without a command, lwnb or lwnb FILE opens the window.

    FILE is a data file (ARFF, CSV, Parquet, Excel, JSON …) or the name of a sample, as in
    lwnb explain iris --row 135
    """
    show_tracebacks(debug)
    if not debug:
        warnings.simplefilter("ignore")  # warnings are for programmers, and would appear among the tables
    if version:
        _show_version()
    elif ctx.invoked_subcommand is None:
        open_window(file=None)


@guarded
def _show_version() -> None:
    from lwnb_core import __version__

    typer.echo(f"lwnb {__version__}")
    raise typer.Exit


for name, command in (
    ("info", info),
    ("explain", explain),
    ("evaluate", evaluate),
    ("curve", curve),
    ("predict", predict),
    ("convert", convert),
    ("page", page),
    ("paper", paper),
    ("samples", samples),
    ("fetch", fetch),
    ("open", open_window),
):
    app.command(name, cls=Command)(command)
app.command("experiment", cls=ListCommand)(experiment)
