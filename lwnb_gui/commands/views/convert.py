"""What a conversion did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.commands.screen import Screen, table
from lwnb_gui.text import count, shown

if TYPE_CHECKING:
    from lwnb_core import Dataset


def show_conversion(screen: Screen, data: Dataset, target: Path, notes: Sequence[str]) -> None:
    """Where it went, of which kinds the columns are, and what was mended on the way."""
    screen.print(Text(f"Written to {shown(str(target))}", style="bold"))
    kinds = table("attributes", ">count")
    for kind in ("numeric", "nominal", "string"):
        n = sum(a.kind == kind for a in data.attributes)
        if n:
            kinds.add_row(kind, f"{n}")
    screen.print(Text(f"{count(len(data), 'row')} of {shown(data.name)}"))
    screen.print()
    screen.print(kinds)
    for note in notes:
        screen.print(Text(f"Note: {note}."))
    screen.repairs(data.repairs)
