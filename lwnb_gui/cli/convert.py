"""`lwnb convert`: from one file format to another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from lwnb_gui.cli.options.common import FormatOptions, Json, spread_options
from lwnb_gui.cli.options.outputs import Force, OutFile, check_outputs
from lwnb_gui.cli.options.source import STDIN, locate, open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import Screen, print_json, table
from lwnb_gui.text import count, printable

if TYPE_CHECKING:
    from lwnb_core import Dataset


@guarded
@spread_options
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="Data file of any format, a sample, or -.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write, as data.arff or data.csv.")],
    *,
    reading: FormatOptions,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert a data file to ARFF, CSV or another format; the suffix of OUT says which."""
    from lwnb_core import DataError, save

    origin = None if source == STDIN else locate(source)
    if origin is not None and target.exists() and origin.exists() and target.samefile(origin):
        raise DataError(
            "IN and OUT are the same file",
            file=str(target),
            hint="Choose another name for OUT: what the reader leaves out of a file would be lost.",
        )
    check_outputs(OutFile(target, "OUT"), force=force)
    data = open_data(source, reading)
    save(data, target)
    notes = csv_notes(data, target)
    if json:
        print_json(
            {
                "in": data.source or STDIN,
                "out": str(target),
                "rows": len(data),
                "attributes": len(data.attributes),
                "repairs": [{"text": repair.text, "line": repair.line} for repair in data.repairs],
                "notes": notes,
            }
        )
        return
    show_conversion(Screen(), data, target, notes)


def csv_notes(data: Dataset, target: Path) -> list[str]:
    """Return notes on weights, and on formulas in spreadsheets, for people who open the new file."""
    from lwnb_core.data.csv.writer import texts_like_formulas
    from lwnb_gui.text import count

    if target.name.lower().removesuffix(".gz").endswith(".arff"):
        return []
    notes = ["the instance weights are the last column, {weight}"] if data.has_weights else []
    if n := texts_like_formulas(data):
        notes.append(f"a spreadsheet would treat {count(n, 'cell')} as formulas; they are written unchanged")
    return notes


# -- for people -------------------------------------------------------------------------------------


def show_conversion(screen: Screen, data: Dataset, target: Path, notes: Sequence[str]) -> None:
    """Show the target, the kinds of the columns, and what was repaired on the way."""
    screen.print(Text(f"Written to {printable(str(target))}", style="bold"))
    kinds = table("attributes", ">count")
    for kind in ("numeric", "nominal", "string"):
        n = sum(a.kind == kind for a in data.attributes)
        if n:
            kinds.add_row(kind, f"{n}")
    screen.print(Text(f"{count(len(data), 'row')} of {printable(data.name)}"))
    screen.print()
    screen.print(kinds)
    for note in notes:
        screen.print(Text(f"Note: {note}."))
    screen.repairs(data.repairs)
