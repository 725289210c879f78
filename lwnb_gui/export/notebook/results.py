"""Views of one instance, the best k, a comparison and the list of samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_gui.export.notebook import html
from lwnb_gui.export.notebook.text import class_texts, escaped, name, value
from lwnb_gui.text import count, fixed, number, probabilities

if TYPE_CHECKING:
    from lwnb_core.data.samples import Samples
    from lwnb_core.evaluation.best_k import BestK
    from lwnb_core.evaluation.significance import Comparison
    from lwnb_core.explore.dependence import Dependence
    from lwnb_core.explore.what_if_result import WhatIf

_MOST_LINES = 30


def what_if_html(result: WhatIf) -> str:
    """The smallest change of each attribute that changes the prediction."""
    rows = [
        [
            name(change.name),
            value(change.before),
            value(change.value),
            fixed(change.distance, 3),
            name(result.classes[change.prediction]),
            escaped(probabilities(change.posterior.tolist(), can_be_zero=False)[change.prediction]),
        ]
        for change in result.smallest[:_MOST_LINES]
    ]
    titles = ["attribute", "now", "changed to", "distance", "prediction", "posterior"]
    more = len(result.smallest) - _MOST_LINES
    return html.box(
        f"k = {result.k}: {class_texts(result.classes, result.class_attribute)[result.prediction]}",
        html.table(titles, rows, [3, 5]) if rows else html.note("No change of one attribute changes it."),
        html.note(f"and {count(more, 'more attribute')}") if more > 0 else "",
    )


def dependence_html(view: Dependence) -> str:
    """The stretches of values with the same prediction, or the prediction for each nominal value."""
    predictions = view.predictions.tolist()
    if view.attribute.is_nominal:
        rows = [
            [
                name(view.attribute.values[int(v)]),
                name(view.classes[c]),
                escaped(probabilities(p.tolist(), can_be_zero=False)[c]),
            ]
            for v, c, p in zip(view.values, predictions, view.posteriors, strict=True)
        ]
        titles = ["value", "prediction", "posterior"]
    else:
        starts = [(float(view.values[0]), predictions[0]), *((at, after) for at, _, after in view.flips)]
        rows = [[number(start), name(view.classes[c])] for start, c in starts]
        titles = ["from", "prediction"]
    return html.box(
        f"k = {view.k}: prediction by {name(view.attribute.name)}", html.table(titles, rows[:_MOST_LINES])
    )


def best_k_html(best: BestK) -> str:
    """The best k, and the stretches that are not significantly worse."""
    stretches = [str(a) if a == b else f"{a} to {b}" for a, b in best.ranges[:_MOST_LINES]]
    reached = fixed(best.accuracy, 2 if best.measure == "accuracy" else 3)
    return html.box(
        f"best k = {best.k}: {name(best.measure)} {reached}",
        html.note(f"not significantly worse: k = {escaped(', '.join(stretches))}"),
    )


def comparison_html(comparison: Comparison) -> str:
    """The difference with its test."""
    said = {"+": "significantly better", "-": "significantly worse", "": "no significant difference"}
    row = [fixed(comparison.difference, 2), fixed(comparison.t, 3), fixed(comparison.p, 4)]
    return html.box(said[comparison.mark], html.table(["mean difference", "t", "p"], [row], range(3)))


def samples_html(samples: Samples) -> str:
    """A table of the samples."""
    rows = [
        [
            name(info.name),
            f"{info.rows:,}",
            str(info.numeric),
            str(info.nominal),
            str(info.classes),
            escaped(info.description),
        ]
        for info in samples
    ]
    titles = ["name", "rows", "numeric", "nominal", "classes", "description"]
    return html.box("Samples", html.table(titles, rows, range(1, 5)))
