"""`lwnb` and `lwnb FILE`: the window, or a list of the commands where it cannot open."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.cli.options.common import (
    LEARNING,
    WITH_OPTION,
    ReadingOptions,
    setting_options,
    spread_options,
)
from lwnb_gui.cli.options.source import existing
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.cli.process.quick_start import run_window, window_exists
from lwnb_gui.render.terminal.console import ACCENT, Screen, table

if TYPE_CHECKING:
    from lwnb_core.data import Kind
    from lwnb_gui.app.opening import Opening

_SETTINGS: Any = setting_options(*(name for name in WITH_OPTION if name != "discretised"), panel=LEARNING)


@dataclass(frozen=True)
class WindowSettings(_SETTINGS):
    """The settings with which the window opens."""


@guarded
@spread_options
def open_window(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="File or sample to open in the window.")
    ] = None,
    *,
    row: Annotated[
        int | None, typer.Option("--row", "-r", min=1, metavar="N", help="Row to explain, from 1.")
    ] = None,
    settings: WindowSettings,
    reading: ReadingOptions,
) -> None:
    """Open the window; `lwnb FILE` does the same."""
    path = None if file is None else existing(file)
    if not window_exists():
        show_overview(file)
        return
    opening = None
    if path is not None:
        opening = _opening(str(path), reading, row, settings.given)
    code = run_window(opening)
    if code:
        raise typer.Exit(code)


def _opening(path: str, reading: ReadingOptions, row: int | None, settings: Mapping[str, Any]) -> Opening:
    """Return what the options ask the window to open.

    Only of a CSV file can types be chosen while it is read; those of others are changed after that.
    """
    from lwnb_core.data.formats.loading import format_of_file
    from lwnb_gui.app.column_edits import Edits
    from lwnb_gui.app.opening import Opening

    declared = format_of_file(path) != "csv"
    columns = {"ignore": tuple(reading.ignore or ()), "only": tuple(reading.only or ())}
    csv = {**reading.csv, **{name: names for name, names in columns.items() if names}}
    if reading.only and reading.class_attribute is not None:
        csv |= {"only": (*reading.only, reading.class_attribute)}
    kinds: dict[str, Kind] = {}
    if declared:
        kinds = dict.fromkeys(reading.as_nominal or (), "nominal")
        kinds |= dict.fromkeys(reading.as_numeric or (), "numeric")
    return Opening(
        path,
        csv=csv if declared else {**csv, **reading.kinds},
        edits=Edits(kinds, reading.class_attribute, reading.class_bins),
        row=row,
        settings=settings,
    )


# -- for people -------------------------------------------------------------------------------------


_COMMANDS = (
    ("lwnb samples", "the data sets that ship with the program"),
    ("lwnb info FILE", "what is in a data file"),
    ("lwnb explain FILE --row 135 --k 50", "why a row gets its class"),
    ("lwnb evaluate FILE --k 50", "accuracy by repeated cross-validation"),
    ("lwnb predict TRAIN TEST --out FILE", "classes for new rows"),
    ("lwnb convert IN OUT", "from ARFF to CSV or TSV and back"),
)


def show_overview(file: str | None = None) -> None:
    """Show the commands, and one that can be typed as it is."""
    screen = Screen()
    screen.print(Text("LWNB Explorer", style="bold"), Text("locally weighted naive Bayes, step by step"))
    screen.print()
    rows = table("!", "~")
    rows.show_header = False
    for command, purpose in _COMMANDS:
        rows.add_row(Text(command, style=ACCENT, no_wrap=True), purpose)
    screen.print(rows)
    screen.print()
    example = "iris --row 135" if file is None else f"{shlex.quote(file)} --row 1"
    screen.print(Text("Try:  "), Text(f"lwnb explain {example}", style="bold"), sep="")
    screen.hint(
        "FILE is a data file (ARFF, CSV, Parquet, Excel, JSON …) or the name of a sample. More: lwnb --help"
    )
