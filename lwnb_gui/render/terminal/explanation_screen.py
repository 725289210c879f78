"""An explanation for people: the sentence first, then the tables behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from lwnb_gui.render.terminal.console import Screen
from lwnb_gui.render.terminal.learner_details import show_details
from lwnb_gui.render.terminal.view_tables import screen_table
from lwnb_gui.text import printable
from lwnb_gui.views.every import answer_first, answer_view
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.cli.explain import Answer


def show_answer(answer: Answer, *, neighbours: int = 10, full: bool = False) -> None:
    """Show the whole explanation, from the prediction down to the numbers behind it."""
    screen = Screen()
    _title(screen, answer)
    about = answer.subject()
    headline = answer_view()
    screen.say(printable(headline.sentences(headline.read(about))[0]))
    for view in answer_first():
        if view.stands_at_head:
            _show_at_head(screen, view, about)
    for note in answer.explanation.notes:
        screen.hint(f"Note: {printable(note)}.")
    for view in answer_first():
        if not (view.is_of_explanation and view.has_tables) or view.stands_at_head:
            continue  # views that are only drawn, and those that are shown above
        if view.has_row_limit:
            _show(screen, view, about, how_all="--neighbours N", most=neighbours)
        else:
            _show(screen, view, about, already_said=int(view.is_answer), full=full)
    show_details(screen, answer.explanation, full)
    if answer.is_of_test_file:
        screen.repairs(answer.instances.repairs)


def _title(screen: Screen, answer: Answer) -> None:
    explanation = answer.explanation
    row = "" if explanation.row is None else f"row {explanation.row + 1}"
    settings = explanation.settings
    what = [f"{key} {value}" for key, value in settings.items() if key not in ("k", "discretised")]
    k = [f"k = {settings['k']}"] if "k" in settings else []
    screen.print(Text(f"{printable(answer.instances.name)} · {row}", style="bold"))
    screen.hint(" · ".join([explanation.learner, *k, *what]))
    screen.print()


def _show_at_head(screen: Screen, view: View[Any], about: Subject) -> None:
    """Show the first sentence of a view in grey, and the others as notable."""
    first, *others = view.sentences(view.read(about))
    screen.hint(first)
    for sentence in others:
        screen.say(sentence)


def _show(
    screen: Screen,
    view: View[Any],
    about: Subject,
    *,
    already_said: int = 0,
    how_all: str = "--full",
    **choices: Any,
) -> None:
    """Show the tables of a view, and below them those sentences that have not been shown yet.

    `how_all`: the option that lists what is left out. Further arguments are those of the tables.
    """
    reading = view.read(about)
    if reading is None:
        return
    for shown_table in view.tables(reading, **choices):
        screen.heading(shown_table.title, shown_table.note)
        if shown_table.rows:
            screen.print(screen_table(shown_table))
        if shown_table.left_out:
            screen.hint(f"{shown_table.left_out} not shown ({how_all})")
    for sentence in view.sentences(reading)[already_said:]:
        screen.say(printable(sentence))
