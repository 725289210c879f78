"""Predictions in the terminal."""

from __future__ import annotations

from rich.text import Text

from lwnb_gui.cli.predictions import Predicted, Tally
from lwnb_gui.render.terminal.console import ACCENT, Screen, table
from lwnb_gui.text import count, fixed, printable, probabilities

_ROW_AND_VERDICT = 16
_NARROWEST = 8


def show_tally(tally: Tally, learned: str) -> None:
    """Show a summary: how many rows, how many correct, what was repaired."""
    from lwnb_core.evaluation.measures import MEASURES

    screen = Screen()
    screen.print(Text(f"{printable(tally.name)} · {count(tally.rows, 'row')}", style="bold"))
    screen.hint(learned)
    accuracy = tally.accuracy
    if accuracy is None:
        screen.print(Text("The test data have no true classes to compare with."))
    else:
        screen.print(
            Text("Accuracy "),
            Text(f"{fixed(accuracy, 2)} %", style=ACCENT),
            Text(f" of {count(tally.known, 'row')} with a known class"),
            sep="",
        )
    measures = [(MEASURES[name], value) for name, value in tally.other_measures.items()]
    if measures:
        screen.say(" · ".join(f"{about.title} {fixed(value, about.decimals)}" for about, value in measures))
    screen.repairs(tally.repairs)


def show_rows(result: Predicted, learner: str) -> None:
    """Show the rows themselves, if they were not written to a file."""
    from lwnb_core.local.naive_bayes import counts_votes

    screen = Screen()
    classes = [printable(name) for name in result.classes]
    titles = _column_titles(classes, screen.width)
    every = bool(titles)
    columns = [f">{title}" for title in titles] or [">probability"]
    rows = table(">row", "true", "predicted", "", *columns)
    codes = result.true.tolist()
    for i, (true, guess) in enumerate(zip(codes, result.predicted.tolist(), strict=True)):
        p = result.probabilities[i]
        chances = probabilities(p.tolist(), can_be_zero=counts_votes(learner))
        rows.add_row(
            f"{i + 1}",
            classes[true] if true >= 0 else "?",
            Text(classes[guess], style="bold"),
            "wrong" if 0 <= true != guess else "",
            *(
                Text(chance, style="bold" if every and c == guess else "")
                for c, chance in enumerate(chances if every else [chances[guess]])
            ),
        )
    screen.print(rows)
    screen.print()


def _column_titles(classes: list[str], width: int) -> list[str]:
    """Return the classes as column titles, shortened if necessary; none if they do not fit."""
    from lwnb_gui.views.wording.names import shorten_all

    names = 2 * (max(map(len, classes)) + 2)
    width = (width - _ROW_AND_VERDICT - names) // len(classes) - 2
    return shorten_all(classes, width) if width >= _NARROWEST else []
