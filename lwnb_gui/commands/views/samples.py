"""The list of samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.commands.screen import ACCENT, Screen, table
from lwnb_gui.text import fixed

if TYPE_CHECKING:
    from lwnb_core.data import SampleInfo


def show_samples(samples: Sequence[SampleInfo]) -> None:
    """One line a sample: its size, and what it is about."""
    screen = Screen()
    rows = table("name", ">rows", ">numeric", ">nominal", ">classes", ">missing", "what it is")
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
    screen.hint("Any of these names can stand where a FILE is asked for: lwnb info iris")
    screen.hint("Descriptions, sources and licences: lwnb samples --json")
