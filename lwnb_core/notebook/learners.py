"""Models, and learners with the settings that differ from their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lwnb_core.local.convention import PAPER
from lwnb_core.notebook import html
from lwnb_core.notebook.text import count, escaped, listed, name

if TYPE_CHECKING:
    from lwnb_core.learners.base import Learner, Model

_MOST_CLASSES, _MOST_ATTRIBUTES = 12, 20


def learner_text(learner: Learner) -> str:
    """The learner as code: `k`, and every setting that is not the default."""
    inner = getattr(learner, "learner", None)
    if inner is not None:
        return f"Discretised({', '.join([repr(inner), *_cutting(learner, inner)])})"
    usual = _defaults(type(learner))
    given = {key: value for key, value in learner.settings.items() if key == "k" or usual.get(key) != value}
    return f"{learner.name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"


def learner_html(learner: Learner) -> str:
    """A table of all settings."""
    rows = [[name(key), escaped(str(value))] for key, value in learner.settings.items()]
    return html.box(name(learner.label), html.table(["setting", "value"], rows) if rows else "")


def model_text(model: Model) -> str:
    """The learner, and the size of its training data."""
    return f"<{learner_text(model.learner)} fitted to {_size(model)}>"


def model_html(model: Model) -> str:
    """Settings, attributes and classes."""
    training = model.training
    attributes = listed([a.name for a in training.attributes], _MOST_ATTRIBUTES)
    rows = [[name(key), escaped(str(value))] for key, value in model.learner.settings.items()]
    rows += [["attributes", attributes], ["classes", listed(training.class_names, _MOST_CLASSES)]]
    return html.box(
        f"{name(model.learner.label)}, fitted", html.note(_size(model)), html.table(["", ""], rows)
    )


def _size(model: Model) -> str:
    training = model.training
    return (
        f"{count(training.n_whole, 'row')}, {count(len(training.attributes), 'attribute')}, "
        f"{count(training.n_classes, 'class', 'classes')}"
    )


def _cutting(learner: Any, inner: Any) -> list[str]:
    """How numbers are cut, where that differs from the settings of the inner learner."""
    own, behind = learner.convention, getattr(inner, "convention", PAPER)
    named = [] if own.name == behind.name else [f"convention={own.name!r}"]
    return [*named, *([] if "cut" in learner.unchanged_knobs else [f"cut={learner.cut!r}"])]


def _defaults(kind: type[Learner]) -> Mapping[str, Any]:
    try:
        return kind().settings
    except TypeError:  # a learner written by the user, with arguments that have no default
        return {}
