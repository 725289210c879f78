"""`lwnb fetch`: download a data set from OpenML."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from lwnb_gui.cli.options.common import Json
from lwnb_gui.cli.options.outputs import Force, OutFile, Outputs, check_outputs
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import Screen, progress_bar
from lwnb_gui.text import printable


@guarded
def fetch(
    what: Annotated[str, typer.Argument(metavar="NAME|ID", help="Name or number of a data set on OpenML.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Also write the data to this file, as data.arff or data.csv."
        ),
    ] = None,
    version: Annotated[
        int | None,
        typer.Option("--version", min=1, metavar="N", help="Which version, if that name has several."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Download it even if it was fetched before.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Fetch a data set from OpenML and keep it; its checksum is verified.

    This is the only command that uses the internet. Data sets fetched before are available offline, too.
    """
    from lwnb_core import load, save
    from lwnb_core.data.formats.file_formats import WRITTEN_SUFFIXES
    from lwnb_core.data.formats.openml import fetch as fetch_data

    suffixes = tuple(f"{suffix}{packed}" for packed in ("", ".gz") for suffix in WRITTEN_SUFFIXES)
    check_outputs(OutFile(out, "--out", suffixes), force=force)
    with progress_bar(f"Fetching {what}") as progress:
        fetched = fetch_data(what, version=version, again=again, progress=progress)
    data = load(fetched.path)
    names = {attribute.name: attribute for attribute in data.attributes}
    target = fetched.target if fetched.target in names else None
    outputs = Outputs()
    outputs.write(out, lambda path: save(data, path))

    def document() -> dict[str, Any]:
        return {**asdict(fetched), "path": str(fetched.path), "rows": len(data), "attributes": len(names)}

    def show() -> None:
        screen = Screen()
        about = f"{fetched.name} (OpenML {fetched.id}, version {fetched.version}), checksum verified"
        screen.print(printable(about))
        licence = printable(fetched.licence) or "not stated"
        screen.print(f"{len(data):,} rows × {len(names)} attributes; licence: {licence}")
        where = "Was already in" if fetched.from_cache else "Kept in"
        screen.print(f"{where} {fetched.path}", soft_wrap=True)
        file = outputs.written[0] if outputs.written else fetched.path
        named = "" if target is None else f" --class {shlex.quote(target)}"
        screen.print(printable(f"Open it: lwnb {shlex.quote(str(file))}{named}"), soft_wrap=True)

    outputs.present(json, document, show)
