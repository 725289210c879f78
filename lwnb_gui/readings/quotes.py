"""What a lecture quotes, read off the explanation that the panels show: text and panels cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import counts_votes, first_best
from lwnb_gui.state.quotes import GIVES_AWAY, Quote, parsed
from lwnb_gui.text import class_names, distance_text, fixed, probabilities, rounded, weight_text

if TYPE_CHECKING:
    from lwnb_gui.state.predictions import Predictions

PENDING = "…"  # not computed yet
SECRET = "?"  # not to be told yet
NONE = "–"  # there is no such number

Accuracies = Mapping[str, float]
"""By learner, in percent."""


def accuracies_of(predictions: Predictions | None) -> Accuracies:
    """How many of the rows whose class is known each learner gets right, in percent."""
    if predictions is None or not (known := int(np.count_nonzero(predictions.true >= 0))):
        return {}
    return {
        name: 100 * (1 - np.count_nonzero(predictions.wrong(name)) / known) for name in predictions.predicted
    }


def filled(
    text: str,
    explanation: Explanation | None,
    accuracies: Accuracies | None = None,
    *,
    tells_answer: bool = True,
) -> str:
    """A text with its numbers; those that would give the answer away are kept back unless it may be told."""
    return "".join(
        piece if isinstance(piece, str) else _value(piece, explanation, accuracies or {}, tells_answer)
        for piece in parsed(text)
    )


def _value(quote: Quote, explanation: Explanation | None, accuracies: Accuracies, tells_answer: bool) -> str:
    if quote.name in GIVES_AWAY and not tells_answer:
        return SECRET
    if quote.name == "accuracy":
        accuracy = accuracies.get(quote.argument or "LWNB")
        return PENDING if accuracy is None else f"{fixed(accuracy, 1)} %"
    return PENDING if explanation is None else _READERS[quote.name](explanation, quote)


def _neighbours(e: Explanation, quote: Quote) -> str:
    classes = e.neighbour_classes
    if classes is None:
        return NONE
    if not quote.argument:
        return f"{len(classes):,}"
    code = _code(e, quote)
    return NONE if code is None else f"{np.count_nonzero(classes == code):,}"


def _of_rank(name: str, e: Explanation, quote: Quote) -> str:
    """The distance or weight of one neighbour."""
    values = [] if e.neighbourhood is None else getattr(e.neighbourhood, name)
    rank = quote.rank(len(values))
    if not 1 <= rank <= len(values):
        return NONE
    written = distance_text if name == "distances" else weight_text
    return written(float(values[rank - 1]))


def _count(name: str, e: Explanation) -> str:
    if e.neighbourhood is None:
        return NONE
    weights = e.neighbourhood.weights
    chosen = {"tied": e.neighbourhood.tied, "weightless": weights == 0, "full": weights == 1}[name]
    return f"{np.count_nonzero(chosen):,}"


def _nearest(e: Explanation, quote: Quote) -> str:
    rows = e.neighbour_rows
    return NONE if rows is None or not len(rows) else str(int(rows[0]) + 1)


def _bandwidth(e: Explanation, quote: Quote) -> str:
    return NONE if e.neighbourhood is None else distance_text(e.neighbourhood.bandwidth)


def _posterior(e: Explanation, quote: Quote) -> np.ndarray | None:
    """That of the learner that is quoted."""
    return e.posterior if quote.argument in ("", e.learner) else e.others.get(quote.argument)


def _prediction(e: Explanation, quote: Quote) -> str:
    posterior = _posterior(e, quote)
    return (
        NONE if posterior is None else class_names(e.classes, e.class_attribute)[int(first_best(posterior))]
    )


def _certainty(e: Explanation, quote: Quote) -> str:
    posterior = _posterior(e, quote)
    if posterior is None:
        return NONE
    can_be_zero = counts_votes(quote.argument or e.learner)
    return probabilities(posterior.tolist(), can_be_zero=can_be_zero)[int(first_best(posterior))]


def _probability(e: Explanation, quote: Quote) -> str:
    code = _code(e, quote)
    if code is None:
        return NONE
    return probabilities(e.posterior.tolist(), can_be_zero=counts_votes(e.learner))[code]


def _product(e: Explanation, quote: Quote) -> str:
    code = _code(e, quote)
    return NONE if code is None or e.log_joint is None else rounded(float(np.exp(e.log_joint[code])), 3)


def _true(e: Explanation, quote: Quote) -> str:
    return NONE if e.known_class is None else class_names(e.classes, e.class_attribute)[e.known_class]


def _row(e: Explanation, quote: Quote) -> str:
    return NONE if e.row is None else str(e.row + 1)


def _code(e: Explanation, quote: Quote) -> int | None:
    """The class that is quoted; None where the class attribute is another one by now."""
    return e.classes.index(quote.argument) if quote.argument in e.classes else None


_READERS: dict[str, Callable[[Explanation, Quote], str]] = {
    "row": _row,
    "k": lambda e, quote: str(e.settings.get("k", NONE)),
    "training": lambda e, quote: f"{e.training_rows:,}",
    "neighbours": _neighbours,
    "tied": lambda e, quote: _count("tied", e),
    "weightless": lambda e, quote: _count("weightless", e),
    "full": lambda e, quote: _count("full", e),
    "nearest": _nearest,
    "bandwidth": _bandwidth,
    "distance": lambda e, quote: _of_rank("distances", e, quote),
    "weight": lambda e, quote: _of_rank("weights", e, quote),
    "true": _true,
    "prediction": _prediction,
    "certainty": _certainty,
    "probability": _probability,
    "product": _product,
}
