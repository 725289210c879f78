"""One explanation: what the learners predict, the contributions to it, and the nearest neighbours."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from lwnb_core.local.naive_bayes import counts_votes
from lwnb_core.notebook import html
from lwnb_core.notebook.colours import class_colour
from lwnb_core.notebook.text import (
    class_texts,
    count,
    distance_text,
    name,
    number,
    plain,
    probabilities,
    signed,
    value,
    weight_text,
)

if TYPE_CHECKING:
    from lwnb_core.local.explanation import Explanation

_MOST_CLASSES, _MOST_BARS, _MOST_NEIGHBOURS = 12, 10, 5
_FOR, _AGAINST = "var(--lwnb-accent)", "color-mix(in srgb,currentColor 55%,transparent)"


def explanation_text(answer: Explanation) -> str:
    """Learner, predicted class and its probability in one line."""
    row = "" if answer.row is None else f", row={answer.row}"
    predicted = plain(answer.classes[answer.prediction])
    sure = unescape(_sure(answer))
    p = f"p {sure[0]} {sure[1:]}" if sure[0] == ">" else f"p = {sure}"
    return f"Explanation({_label(answer)}{row}: {predicted!r}, {p})"


def explanation_html(answer: Explanation) -> str:
    """The posterior of every learner, the contributions and the nearest neighbours, where there are any."""
    title = f"{_label(answer)}: {_names(answer)[answer.prediction]}, {_sure(answer)}"
    return html.box(
        title,
        html.note(_about(answer)),
        _posterior(answer),
        _contributions(answer),
        _neighbours(answer),
        html.notes(answer.notes),
    )


def _names(answer: Explanation) -> list[str]:
    return class_texts(answer.classes, answer.class_attribute)


def _sure(answer: Explanation) -> str:
    """The probability of the predicted class."""
    return probabilities(answer.posterior.tolist(), can_be_zero=counts_votes(answer.learner))[
        answer.prediction
    ]


def _label(answer: Explanation) -> str:
    k = answer.settings.get("k")
    return answer.learner if k is None else f"{answer.learner} k={k}"


def _about(answer: Explanation) -> str:
    parts = [] if answer.row is None else [f"row {answer.row} (counted from 0)"]
    if answer.changed:
        parts.append(f"{count(len(answer.changed), 'value')} changed")
    if answer.known_class is not None:
        right = "right" if answer.known_class == answer.prediction else "wrong"
        parts.append(f"true class {_names(answer)[answer.known_class]}: {right}")
    rows = f"{count(answer.training_rows, 'training row')}"
    parts.append(f"{rows}, without this one" if answer.left_out else rows)
    return "; ".join(parts)


def _posterior(answer: Explanation) -> str:
    posteriors = {answer.learner: answer.posterior, **answer.others}
    n = len(answer.classes)
    listed = range(n) if n <= _MOST_CLASSES else answer.ranked[:_MOST_CLASSES]
    numbers_of = {
        learner: probabilities(posterior.tolist(), can_be_zero=counts_votes(learner))
        for learner, posterior in posteriors.items()
    }
    rows = []
    for c in listed:
        cells = [name(answer.classes[c])]
        for learner, posterior in posteriors.items():
            cells += [html.bar(float(posterior[c]), class_colour(c)), numbers_of[learner][c]]
        rows.append(cells)
    titles = ["class"]
    for learner in posteriors:
        titles += [name(learner), ""]
    more = f"and {count(n - _MOST_CLASSES, 'less probable class', 'less probable classes')}"
    numbers = range(2, 2 * len(posteriors) + 1, 2)
    return html.table(titles, rows, numbers) + (html.note(more) if n > _MOST_CLASSES else "")


def _contributions(answer: Explanation) -> str:
    """What prior and attributes add to the log-odds of the prediction against the runner-up."""
    against = answer.runner_up
    if answer.log_contributions is None or against is None:
        return ""
    odds = answer.log_odds(answer.prediction, against).tolist()
    order = sorted(range(len(odds)), key=lambda j: -abs(odds[j]))
    longest = max(abs(odds[order[0]]), 1e-300)
    rows = []
    for j in order[:_MOST_BARS]:
        own = "" if j == 0 else value(answer.value(j - 1))
        colour = _FOR if odds[j] > 0 else _AGAINST
        source = "<i>prior</i>" if j == 0 else name(answer.attributes[j - 1].name)
        rows.append([source, own, html.signed_bar(odds[j] / longest, colour), signed(odds[j])])
    rest = [odds[j] for j in order[_MOST_BARS:]]
    if rest:
        rows.append([f"{count(len(rest), 'other')}", "", "", signed(sum(rest))])
    rows.append(["<b>sum</b>", "", "", f"<b>{signed(sum(odds))}</b>"])
    pair = f"{_names(answer)[answer.prediction]} against {_names(answer)[against]}"
    return html.table(["log-odds", "value", pair, ""], rows, [1, 3])


def _neighbours(answer: Explanation) -> str:
    neighbourhood, rows, classes = answer.neighbourhood, answer.neighbour_rows, answer.neighbour_classes
    if neighbourhood is None or rows is None or classes is None or len(neighbourhood) == 0:
        return ""
    nearest = range(min(len(neighbourhood), _MOST_NEIGHBOURS))
    listed = [
        [
            str(int(rows[i])),
            name(answer.classes[int(classes[i])]),
            distance_text(float(neighbourhood.distances[i])),
            html.bar(min(float(neighbourhood.weights[i]), 1.0), class_colour(int(classes[i]))),
            weight_text(float(neighbourhood.weights[i])),
        ]
        for i in nearest
    ]
    more = f"the nearest of {count(len(neighbourhood), 'neighbour')}, r = {number(neighbourhood.r)}"
    bandwidth = f"bandwidth {distance_text(neighbourhood.bandwidth)}"
    return html.table(["row", "class", "distance", "weight", ""], listed, [0, 2, 4]) + html.note(
        f"{more}, {bandwidth}"
    )
