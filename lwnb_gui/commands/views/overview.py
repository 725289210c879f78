"""What `lwnb` says when it is started without a command and there is no window."""

from __future__ import annotations

import shlex

from rich.text import Text

from lwnb_gui.commands.screen import ACCENT, Screen, table

_COMMANDS = (
    ("lwnb samples", "the data sets that ship with the program"),
    ("lwnb info FILE", "what is in a data file"),
    ("lwnb explain FILE --row 135 --k 50", "why a row gets its class"),
    ("lwnb evaluate FILE --k 50", "accuracy by repeated cross-validation"),
    ("lwnb predict TRAIN TEST --out FILE", "classes for new rows"),
    ("lwnb convert IN OUT", "from ARFF to CSV or TSV and back"),
)


def show_overview(file: str | None = None) -> None:
    """The commands, and one that can be typed as it stands."""
    screen = Screen()
    screen.print(Text("LWNB Explorer", style="bold"), Text("locally weighted naive Bayes, seen through"))
    screen.print()
    rows = table("", "")
    rows.show_header = False
    for command, purpose in _COMMANDS:
        rows.add_row(Text(command, style=ACCENT, no_wrap=True), purpose)
    screen.print(rows)
    screen.print()
    example = "iris --row 135" if file is None else f"{shlex.quote(file)} --row 1"
    screen.print(Text("Try:  "), Text(f"lwnb explain {example}", style="bold"), sep="")
    screen.hint("FILE is an ARFF, CSV or TSV file, or the name of a sample. More: lwnb --help")
