"""Displays of views of one instance, the best k, a comparison and the list of samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import escaped, name
from lwnb_gui.render.notebook.view_html import box_of_view
from lwnb_gui.text import fixed
from lwnb_gui.views.curves.best import LearnersBestK
from lwnb_gui.views.dependence import Dependence as DependenceView
from lwnb_gui.views.results.cell_texts import SIGNIFICANCE
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import WhatIf as WhatIfView
from lwnb_gui.views.wording.numbers import p_value

if TYPE_CHECKING:
    from lwnb_core import BestK, Comparison, Dependence, WhatIf
    from lwnb_core.data.samples.catalogue import Samples

_MOST_LINES = 30


def what_if_html(result: WhatIf) -> str:
    """Return the content of the What-if view: the smallest changes that change the prediction."""
    return box_of_view(WhatIfView(), Subject(what_if=result, first_row=0), f"k = {result.k:,}")


def dependence_html(result: Dependence) -> str:
    """Return the content of the dependence view: which values of one attribute lead to which prediction."""
    return box_of_view(DependenceView(), Subject(dependence=result, first_row=0), f"k = {result.k:,}")


def best_k_html(best: BestK) -> str:
    """Return the best k, and the ranges that are not significantly worse."""
    about = measure_named(best.measure)
    said = LearnersBestK.of("", best, about)
    return html.box(
        escaped(f"{about.heading}: {said.short}"), html.note(f"not significantly worse: {said.spans()}")
    )


def comparison_html(comparison: Comparison) -> str:
    """Return the difference with its test."""
    row = [fixed(comparison.difference, 2), fixed(comparison.t, 3), escaped(p_value(comparison.p))]
    return html.box(SIGNIFICANCE[comparison.mark], html.table(["mean difference", "t", "p"], [row], range(3)))


def samples_html(samples: Samples) -> str:
    """Return a table of the samples."""
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
