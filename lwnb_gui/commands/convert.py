"""`lwnb convert`: from one file format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import FormatOptions, Json, spread_options
from lwnb_gui.commands.screen import Screen, print_json
from lwnb_gui.commands.source import locate, open_data


@guarded
@spread_options
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="ARFF, CSV or TSV file, or a sample.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write: .arff, .csv or .tsv.")],
    *,
    reading: FormatOptions,
    json: Json = False,
) -> None:
    """Convert a data file to ARFF, CSV or TSV, as the suffix of OUT says."""
    from lwnb_core import DataError, save

    origin = locate(source)
    if target.exists() and origin.exists() and target.samefile(origin):
        raise DataError(
            "IN and OUT are the same file",
            file=str(target),
            hint="Write to another name: what the reader leaves out of a file cannot be brought back.",
        )
    data = open_data(source, reading)
    save(data, target)
    lost = _lost(target, weighted=data.has_weights)
    if json:
        print_json(
            {
                "in": data.source,
                "out": str(target),
                "rows": len(data),
                "attributes": len(data.attributes),
                "repairs": [{"text": repair.text, "line": repair.line} for repair in data.repairs],
                "notes": lost,
            }
        )
        return
    from lwnb_gui.commands.views.convert import show_conversion

    show_conversion(Screen(), data, target, lost)


def _lost(target: Path, *, weighted: bool) -> list[str]:
    """What the new format has no place for."""
    if target.name.lower().endswith(".arff") or not weighted:
        return []
    return ["instance weights are not kept: CSV has no place for them"]
