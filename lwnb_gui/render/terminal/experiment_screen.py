"""An experiment on the terminal: its progress with the time left, and its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_core.evaluation.experiments.results_grid import SIGNS
from lwnb_gui.render.terminal.console import ACCENT, HINT, Screen, table
from lwnb_gui.text import printable

if TYPE_CHECKING:
    from lwnb_core import ExperimentResult
    from lwnb_core.evaluation.experiments.results_grid import Grid, GridCell

TONES = {"exact": "green", "near": "yellow", "off": "dark_orange", "far": "red", "error": "red"}


def show_result(
    result: ExperimentResult,
    measure: str,
    out: Path | None,
) -> None:
    """Show the table of an experiment, and the ranking of its learners."""
    from lwnb_gui.render.terminal.view_tables import screen_table
    from lwnb_gui.views.results.view import Results
    from lwnb_gui.views.view import Subject

    view, screen = Results(), Screen()
    reading = view.read(Subject(experiment=result), measure=measure)
    assert reading is not None
    for shown_table in view.tables(reading, full=True):
        screen.heading(shown_table.title, shown_table.note)
        screen.print(screen_table(shown_table))
    screen.print()
    for sentence in view.sentences(reading):
        screen.say(sentence)
    if out is not None:
        screen.print()
        screen.hint(f"every fold: {out}")


def show_grid(screen: Screen, grid: Grid) -> None:
    """Show a table with its title, its summary and its notes."""
    screen.heading(grid.title)
    rows = table(f"~{grid.columns[0]}", *(f">{name}" for name in grid.columns[1:]))
    for line in grid.lines:
        rows.add_row(Text(printable(line[0].text)), *(_cell(cell) for cell in line[1:]))
    for i, line in enumerate(grid.summary):
        if i == 0:
            rows.add_section()
        rows.add_row(Text(printable(line[0].text), style=HINT), *(_cell(cell) for cell in line[1:]))
    screen.print(rows)
    for note in grid.notes:
        screen.hint(printable(note))


def _cell(cell: GridCell) -> Text:
    text = Text(printable(cell.text), style=TONES.get(cell.tone, ""))
    # This is a sign or a blank, so that the numbers are aligned.
    return text.append(f" {SIGNS[cell.mark] or ' '}", style=ACCENT) if "±" in cell.text or cell.mark else text
