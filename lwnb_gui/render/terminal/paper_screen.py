"""The paper's tables and figures on the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_core.evaluation.experiments.results_grid import SIGNS
from lwnb_core.evaluation.paper.data import WHERE
from lwnb_core.evaluation.paper.grids import difference_text, summary_lines, tone_of
from lwnb_core.evaluation.paper.tables import title_of
from lwnb_core.remedies import Remedy
from lwnb_gui.app.remedies import on_command_line
from lwnb_gui.render.terminal.console import ACCENT, HINT, Screen, table
from lwnb_gui.render.terminal.experiment_screen import TONES, show_grid
from lwnb_gui.text import count, fixed, listed, printable

if TYPE_CHECKING:
    from lwnb_core import Dataset, PaperTable
    from lwnb_core.evaluation.experiments.results_grid import Grid
    from lwnb_core.evaluation.paper.data import PaperData
    from lwnb_core.evaluation.paper.figures import PaperFigure
    from lwnb_core.evaluation.paper.tables import PaperCell


def show_table(computed: PaperTable, data_sets: Sequence[PaperData]) -> None:
    """Show per data set what was computed, what is printed, and any differences."""
    screen = Screen()
    runs = count(computed.result.runs, "run")
    screen.heading(
        f"Table {computed.number}",
        f"computed with the convention tables, {runs} of 10 folds; below it as printed",
    )
    rows = table("data set", *(f">{_short(column)}" for column in computed.columns))
    for dataset in computed.datasets:
        line = [computed.cells[dataset, column] for column in computed.columns]
        rows.add_row(Text(printable(dataset)), *(_computed(cell) for cell in line))
        rows.add_row(Text("  printed", style=HINT), *(_printed(cell) for cell in line))
        if any(difference_text(cell) for cell in line):
            rows.add_row(
                Text("  off by", style=HINT),
                *(Text(f"{difference_text(cell)}  ", style=TONES.get(tone_of(cell), "")) for cell in line),
            )
    screen.print(rows)
    screen.hint("○, •: significantly better or worse than the first column.")
    screen.heading("Agreement by column")
    met = table("!", *(f">{_short(column)}" for column in computed.columns))
    for texts in summary_lines(computed.summaries):
        met.add_row(*(Text(cell.text.replace(" of ", "/")) for cell in texts))
    screen.print(met)
    for note in computed.notes:
        screen.hint(note)
    _say_missing(screen, data_sets)


def show_table1(grid: Grid, data_sets: Sequence[PaperData]) -> None:
    screen = Screen()
    show_grid(screen, grid)
    _say_missing(screen, data_sets)


def show_figure(figure: PaperFigure) -> None:
    """Show the text's numbers about the curves, and the curves at some k."""
    screen = Screen()
    screen.heading(
        f"Figure {figure.number}", f"{figure.data.name}, our own random sample; one 10-fold cross-validation"
    )
    claims = table("~", ">the paper says", ">here")
    for claim in figure.claims:
        claims.add_row(claim.what, fixed(claim.printed, claim.decimals), fixed(claim.found, claim.decimals))
    screen.print(claims)
    screen.heading("Accuracy in percent over k")
    rows = table(">k", *(f">{curve.name}" for curve in figure.curves.curves))
    for i, k in enumerate(figure.curves.ks):
        if k in (1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 250, 300, 400, 500, 700, 900):
            rows.add_row(f"{k}", *(fixed(float(c.accuracy[i]), 1) for c in figure.curves.curves))
    screen.print(rows)
    _say_how_to_draw(screen, figure.number)


def show_points(number: int, data: Dataset) -> None:
    screen = Screen()
    screen.heading(
        f"Figure {number}", f"{data.name}: {count(len(data), 'row')}, {listed(list(data.classes))}"
    )
    _say_how_to_draw(screen, number)


def _short(column: str) -> str:
    return title_of(column).replace(" k=", " ")


def _computed(cell: PaperCell) -> Text:
    if math.isnan(cell.mean):
        return Text("failed" if cell.error else "–", style=TONES["error"] if cell.error else HINT)
    text = Text(fixed(cell.mean, 2), style=TONES.get(tone_of(cell), ""))
    return text.append(f" {SIGNS[cell.mark] or ' '}", style=ACCENT)


def _printed(cell: PaperCell) -> Text:
    if cell.printed is None:
        return Text("–  ", style=HINT)
    return Text(f"{fixed(cell.printed.mean, 2)} {SIGNS[cell.printed.mark] or ' '}", style=HINT)


def _say_missing(screen: Screen, data_sets: Sequence[PaperData]) -> None:
    other = [item for item in data_sets if item.data is not None and item.note]
    for item in other:
        screen.hint(f"{item.name}: {item.note}.")
    missing = [item for item in data_sets if item.data is None]
    if missing:
        screen.heading("Not available", count(len(missing), "data set"))
        for item in missing:
            screen.say(f" · {item.name}: {printable(item.note)}")
        screen.hint(f"{WHERE} {on_command_line(Remedy('paper_folder'))}")


def _say_how_to_draw(screen: Screen, number: int) -> None:
    screen.print()
    screen.hint(f"lwnb paper figure{number} --out figure{number}.svg draws the figure")
