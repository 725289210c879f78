"""Predictions as a table, or as a word on the file that they went to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.commands.screen import ACCENT, Screen, table
from lwnb_gui.readings.names import shorten_all
from lwnb_gui.text import count, fixed, probability, shown

if TYPE_CHECKING:
    from lwnb_gui.commands.predict import Predictions

_ROW_AND_VERDICT = 16
_NARROWEST = 8


def show_predictions(result: Predictions, out: Path | None) -> None:
    """A summary, and the rows themselves where they were not written to a file."""
    screen = Screen()
    if out is None:
        _rows(screen, result)
        screen.print()
    learned = (
        f"{result.learner.label}, {count(len(result.train), 'training row')} of {shown(result.train.name)}"
    )
    screen.print(Text(f"{shown(result.test.name)} · {count(len(result.test), 'row')}", style="bold"))
    screen.hint(learned)
    accuracy = result.accuracy
    if accuracy is None:
        screen.print(Text("No true class in the test data to compare with."))
    else:
        screen.print(
            Text("Accuracy "),
            Text(f"{fixed(accuracy, 2)} %", style=ACCENT),
            Text(f" of {count(result.known, 'row')} with a known class"),
            sep="",
        )
    if out is not None:
        screen.print(Text(f"Written to {shown(str(out))}"))
    screen.repairs(result.test.repairs)


def _rows(screen: Screen, result: Predictions) -> None:
    classes = [shown(name) for name in result.test.classes]
    heads = _heads(classes, screen.width)
    every = bool(heads)
    columns = [f">{head}" for head in heads] or [">probability"]
    rows = table(">row", "true", "predicted", "", *columns)
    codes = result.test.class_codes.tolist()
    for i, (true, guess) in enumerate(zip(codes, result.predicted.tolist(), strict=True)):
        p = result.probabilities[i]
        shares = [float(x) for x in p] if every else [float(p[guess])]
        rows.add_row(
            f"{i + 1}",
            classes[true] if true >= 0 else "?",
            Text(classes[guess], style="bold"),
            "wrong" if 0 <= true != guess else "",
            *(
                Text(probability(share), style="bold" if every and c == guess else "")
                for c, share in enumerate(shares)
            ),
        )
    screen.print(rows)


def _heads(classes: list[str], width: int) -> list[str]:
    """The classes as heads of columns, shortened if need be; none where there is no space for them."""
    names = 2 * (max(map(len, classes)) + 2)
    room = (width - _ROW_AND_VERDICT - names) // len(classes) - 2
    return shorten_all(classes, room) if room >= _NARROWEST else []
