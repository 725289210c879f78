"""Models, and learners with the settings that differ from their defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core.one_line import model_size
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import escaped, listed, name

if TYPE_CHECKING:
    from lwnb_core import Learner, Model

_MOST_CLASSES, _MOST_ATTRIBUTES = 12, 20


def learner_html(learner: Learner) -> str:
    """Return a table of all settings."""
    rows = [[name(key), escaped(str(value))] for key, value in learner.settings.items()]
    return html.box(name(learner.label), html.table(["setting", "value"], rows) if rows else "")


def model_html(model: Model) -> str:
    """Return settings, attributes and classes."""
    training = model.training
    attributes = listed([a.name for a in training.attributes], _MOST_ATTRIBUTES)
    rows = [[name(key), escaped(str(value))] for key, value in model.learner.settings.items()]
    rows += [["attributes", attributes], ["classes", listed(training.class_names, _MOST_CLASSES)]]
    return html.box(
        f"{name(model.learner.label)}, fitted", html.note(model_size(model)), html.table(["", ""], rows)
    )
