"""`lwnb samples`: the data sets that ship with the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.cli.options.common import Json
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import ACCENT, Screen, print_json, table
from lwnb_gui.text import fixed

if TYPE_CHECKING:
    from lwnb_core.data import SampleInfo


@guarded
def samples(json: Json = False) -> None:
    """List the data sets that ship with the program."""
    from lwnb_core import samples as all_samples

    if json:
        print_json({"samples": [asdict(info) for info in all_samples()]})
        return
    show_samples(all_samples())


# -- for people -------------------------------------------------------------------------------------


def show_samples(samples: Sequence[SampleInfo]) -> None:
    """Show one line per sample: its size, and its subject."""
    screen = Screen()
    rows = table("!name", ">rows", ">numeric", ">nominal", ">classes", ">missing", "~what it is")
    for info in samples:
        rows.add_row(
            Text(info.name, style=ACCENT, no_wrap=True),
            f"{info.rows}",
            f"{info.numeric}",
            f"{info.nominal}",
            f"{info.classes}",
            f"{fixed(info.missing_percent, 1)} %" if info.missing_percent else "–",
            info.title,
        )
    screen.print(rows)
    screen.print()
    screen.hint("Any of these names can be given as FILE, as in lwnb info iris")
    screen.hint("Descriptions, sources and licences: lwnb samples --json")
