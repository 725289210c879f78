"""One explanation: the tables and sentences of all views that have them."""

from __future__ import annotations

from lwnb_core import Explanation
from lwnb_core.one_line import learner_with_k
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import escaped
from lwnb_gui.render.notebook.view_html import table_html
from lwnb_gui.views.every import answer_first
from lwnb_gui.views.view import Subject


def explanation_html(answer: Explanation) -> str:
    """Return the content of the views, the answer first, and how the instance was explained."""
    about = Subject(answer, first_row=0)
    headline, parts = "", []
    for view in answer_first():
        # Sentences of views that are only drawn belong to the drawing.
        reading = view.read(about) if view.is_of_explanation and view.has_tables else None
        if reading is not None:
            sentences = list(view.sentences(reading))
            if view.is_answer:
                headline = sentences.pop(0)
            parts += [table_html(table) for table in view.tables(reading)]
            parts.append(html.notes(sentences))
    return html.box(escaped(headline), html.note(_about(answer)), *parts, html.notes(answer.notes))


def _about(answer: Explanation) -> str:
    row = [] if answer.row is None else [f"row {answer.row} (counted from 0)"]
    return "; ".join([escaped(learner_with_k(answer)), *row])
