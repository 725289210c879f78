"""An explanation for people: the sentence first, then the tables behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_core.local.naive_bayes import counts_votes, tied_best
from lwnb_gui.commands.screen import ACCENT, HINT, Screen, table
from lwnb_gui.commands.tables import Bar
from lwnb_gui.commands.views.details import show_details
from lwnb_gui.commands.views.local_tables import show_tables
from lwnb_gui.readings.classes import in_sight
from lwnb_gui.readings.contributions import SUM, contributions_reading
from lwnb_gui.readings.posterior import how_sure, row_itself
from lwnb_gui.text import (
    NO_BREAK,
    amount,
    class_names,
    count,
    distance_text,
    listed,
    probabilities,
    rescaled_text,
    shown,
    signed,
    value_text,
    weight_text,
)

if TYPE_CHECKING:
    from lwnb_core import Explanation
    from lwnb_gui.commands.explain import Answer

_MOST_CLASSES = 12
_MOST_CONTRIBUTIONS, _LONGEST_CONTRIBUTIONS = 15, 100


def show_answer(answer: Answer, *, neighbours: int = 10, full: bool = False) -> None:
    """The whole explanation, from the prediction down to the numbers behind it."""
    screen = Screen()
    _title(screen, answer)
    screen.say(sentence(answer))
    _circumstances(screen, answer)
    _posteriors(screen, answer, full)
    screen.say(shown(answer.why()))
    _neighbourhood(screen, answer.explanation, neighbours)
    show_tables(screen, answer, full)
    _contributions(screen, answer, full)
    show_details(screen, answer.explanation, full)
    if answer.is_of_test_file:
        screen.repairs(answer.instances.repairs)


def sentence(answer: Answer) -> str:
    """What all learners predict, and which of them are right, as text."""
    said = []
    for position, one in enumerate(answer.panel):
        predicted = class_names(one.classes, one.class_attribute)[one.prediction]
        verb = "says " if position < 2 else ""  # the verb is understood after the second learner
        votes = one.votes.get(one.learner)
        tied = tied_best(one.posterior.tolist())
        sure = how_sure(
            one.posterior.tolist(),
            one.prediction,
            None if votes is None else votes.tolist(),
            can_be_zero=counts_votes(one.learner),
            tied=len(tied) > 1,
        )
        said.append(f"{one.learner} {verb}{predicted}, {sure}")
    text = "; ".join(said) + "."
    explanation = answer.explanation
    true = explanation.known_class
    if true is None and (row := row_itself(explanation)):
        return f"{text} {row}"
    if true is None:
        return f"{text} The true class is not known."
    right = [one.learner for one in answer.panel if one.prediction == true]
    wrong = [one.learner for one in answer.panel if one.prediction != true]
    names = class_names(explanation.classes, explanation.class_attribute)
    verdict = f"The true class is {names[true]}"
    if not wrong:
        return f"{text} {verdict}: all are right."
    if not right:
        return f"{text} {verdict}: all are wrong."
    return (
        f"{text} {verdict}: {listed(right)} {'is' if len(right) == 1 else 'are'} right,"
        f" {listed(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong."
    )


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


def _posteriors(screen: Screen, answer: Answer, full: bool) -> None:
    explanation = answer.explanation
    screen.heading("Posterior", "P(class | row)")
    rows = table("class", "", *(f">{one.learner}" for one in answer.panel), "#")
    classes = in_sight(answer.with_others(), len(explanation.classes) if full else _MOST_CLASSES)
    numbers_of = [
        probabilities(one.posterior.tolist(), can_be_zero=counts_votes(one.learner)) for one in answer.panel
    ]
    for c in classes:
        numbers = [
            Text(chances[c], style="bold" if c == one.prediction else "")
            for one, chances in zip(answer.panel, numbers_of, strict=True)
        ]
        rows.add_row(
            Text(shown(explanation.classes[c]), style=ACCENT if c == answer.top else ""),
            "◂ true" if c == explanation.known_class else "",
            *numbers,
            Bar(float(explanation.posterior[c])),
        )
    screen.print(rows)
    if len(classes) < len(explanation.classes):
        screen.hint(f"{len(explanation.classes) - len(classes)} less probable classes not shown (--full)")


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


def _contributions(screen: Screen, answer: Answer, full: bool) -> None:
    explanation = answer.explanation
    reading = contributions_reading(explanation)
    if reading is None:
        return
    if not full:
        reading = reading.fitting(_MOST_CONTRIBUTIONS, _LONGEST_CONTRIBUTIONS)
    top, against = (reading.classes[c] for c in (reading.top, reading.against))
    screen.heading("Contributions", f"log-odds for {top} against {against}")
    largest = max(abs(reading.bars[0].value), 1e-300)
    rows = table("term", "value", ">log-odds", "#")
    for bar in reading.bars:
        j = bar.predictor
        drawn = Bar(abs(bar.value) / largest, "magenta" if bar.value > 0 else "cyan")
        name = Text(shown(bar.name), style=HINT if bar.of == SUM else "italic" if j is None else "")
        value = "" if j is None else value_text(explanation.value(j))
        rows.add_row(name, value, bar.number, drawn)
    rows.add_section()
    rows.add_row(Text("sum", style="bold"), "", Text(signed(reading.total), style="bold"), "")
    screen.print(rows)
