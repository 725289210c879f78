"""An explanation for people: the sentence first, then the tables behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from lwnb_gui.commands.screen import HINT, Screen, table
from lwnb_gui.commands.views.details import show_details
from lwnb_gui.commands.views.local_tables import show_tables
from lwnb_gui.commands.views.view_tables import screen_table
from lwnb_gui.text import (
    NO_BREAK,
    amount,
    count,
    distance_text,
    rescaled_text,
    shown,
    value_text,
    weight_text,
)
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_core import Explanation
    from lwnb_gui.commands.explain import Answer


def show_answer(answer: Answer, *, neighbours: int = 10, full: bool = False) -> None:
    """The whole explanation, from the prediction down to the numbers behind it."""
    screen = Screen()
    _title(screen, answer)
    about = answer.subject()
    answer_view = Posterior()
    screen.say(shown(answer_view.sentences(answer_view.read(about))[0]))
    _circumstances(screen, answer)
    _show(screen, answer_view, about, full, already_said=1)
    _neighbourhood(screen, answer.explanation, neighbours)
    show_tables(screen, answer, full)
    _show(screen, Contributions(), about, full)
    show_details(screen, answer.explanation, full)
    if answer.is_of_test_file:
        screen.repairs(answer.instances.repairs)


def _title(screen: Screen, answer: Answer) -> None:
    explanation = answer.explanation
    row = "" if explanation.row is None else f"row {explanation.row + 1}"
    settings = explanation.settings
    what = [f"{key} {value}" for key, value in settings.items() if key not in ("k", "discretised")]
    k = [f"k = {settings['k']}"] if "k" in settings else []
    screen.print(Text(f"{shown(answer.instances.name)} · {row}", style="bold"))
    screen.hint(" · ".join([explanation.learner, *k, *what]))
    screen.print()


def _circumstances(screen: Screen, answer: Answer) -> None:
    explanation = answer.explanation
    rows = count(explanation.training_rows, "training row")
    if explanation.left_out:
        screen.hint(f"The row itself is left out; {rows}.")
    elif answer.is_of_test_file:
        screen.hint(f"{rows} of {shown(answer.data.name)}.")
    else:
        screen.hint(f"The row itself is kept among the {rows}.")
    values = {a.name: explanation.value(j) for j, a in enumerate(explanation.attributes)}
    for name in explanation.changed:
        before, now = value_text(answer.original[name]), value_text(values.get(name))
        screen.say(f"Changed: {shown(name)} is {now}, was {before}.")
    for note in explanation.notes:
        screen.hint(f"Note: {shown(note)}.")


def _neighbourhood(screen: Screen, explanation: Explanation, most: int) -> None:
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or explanation.neighbour_rows is None or explanation.neighbour_classes is None:
        return
    k = int(explanation.settings.get("k", len(neighbourhood)))
    summary = [f"k = {k:,}", f"r = {amount(neighbourhood.r)}"]
    if k <= len(neighbourhood):
        summary.append(f"d_k = {distance_text(float(neighbourhood.distances[k - 1]))}")
    summary.append(f"bandwidth h = {distance_text(neighbourhood.bandwidth)}")
    screen.heading("Neighbourhood", " · ".join(part.replace(" ", NO_BREAK) for part in summary))
    ties = int(neighbourhood.tied.sum())
    if ties:
        screen.hint(f"{count(ties, 'row')} more than k: tied in distance, so all of them are neighbours")
    listed_rows = min(most, len(neighbourhood))
    if listed_rows:
        rows = table(">rank", ">row", "class", ">distance d", ">weight w", ">rescaled w′", "")
        for i in range(listed_rows):
            rows.add_row(
                f"{i + 1}",
                f"{int(explanation.neighbour_rows[i]) + 1}",
                shown(explanation.classes[int(explanation.neighbour_classes[i])]),
                distance_text(float(neighbourhood.distances[i])),
                weight_text(float(neighbourhood.weights[i])),
                rescaled_text(float(neighbourhood.rescaled[i])),
                Text("tied", style=HINT) if neighbourhood.tied[i] else "",
            )
        screen.print(rows)
    if listed_rows < len(neighbourhood):
        n = len(neighbourhood)
        screen.hint(f"{listed_rows} of {count(n, 'neighbour')} (--neighbours {n} lists all)")


def _show(screen: Screen, view: View[Any], about: Subject, full: bool, already_said: int = 0) -> None:
    """The tables of a view, and below them its sentences but for those that have been said."""
    reading = view.read(about)
    if reading is None:
        return
    for shown_table in view.tables(reading, full=full):
        screen.heading(shown_table.title, shown_table.note)
        screen.print(screen_table(shown_table))
        if shown_table.left_out:
            screen.hint(f"{shown_table.left_out} not shown (--full)")
    for sentence in view.sentences(reading)[already_said:]:
        screen.say(shown(sentence))
