"""The predictions for the rows of a file, in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.render.terminal.console import Screen
from lwnb_gui.render.terminal.view_tables import screen_table
from lwnb_gui.text import count, printable
from lwnb_gui.views.predicted_file import PredictedFile
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.names import shorten_all

if TYPE_CHECKING:
    from lwnb_gui.app.file_predictions import FilePredictions
    from lwnb_gui.views.tables import ViewTable

_ROW_AND_VERDICT = 16
_NARROWEST = 8
_PERCENTAGE = re.compile(r"[\d.]+ %")


def show_predictions(predictions: FilePredictions) -> None:
    """Show what was predicted, and the content of the view."""
    screen, view = Screen(), PredictedFile()
    reading = view.read(Subject(predicted_file=predictions))
    assert reading is not None
    for shown_table in _fitting_tables(view, reading, screen.width):
        screen.print(screen_table(shown_table, strong_name="bold"))
        screen.print()
    counts = reading.counts
    screen.print(Text(f"{printable(counts.name)} · {count(counts.rows, 'row')}", style="bold"))
    learned = f"{count(reading.training_rows, 'training row')} of {printable(reading.training_name)}"
    screen.hint(f"{reading.learner.label}, {learned}")
    for sentence in view.sentences(reading):
        screen.say(sentence, accented=_PERCENTAGE)
    screen.repairs(counts.repairs)


def _fitting_tables(view: PredictedFile, reading: FilePredictions, width: int) -> Iterator[ViewTable]:
    """Yield the tables, with the probabilities of all classes if their titles fit."""
    titles = [] if reading.rows is None else _class_titles(reading.rows.classes, width)
    for shown_table in view.tables(reading, full=bool(titles)):
        columns = list(shown_table.columns)
        for i, title in enumerate(titles, start=len(columns) - len(titles)):
            columns[i] = columns[i]._replace(title=title)
        yield replace(shown_table, columns=columns)


def _class_titles(names: tuple[str, ...], width: int) -> list[str]:
    """Return the classes as column titles, shortened if necessary; none if they do not fit."""
    classes = [printable(name) for name in names]
    name_columns = 2 * (max(map(len, classes)) + 2)
    width = (width - _ROW_AND_VERDICT - name_columns) // len(classes) - 2
    return shorten_all(classes, width) if width >= _NARROWEST else []
