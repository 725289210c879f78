"""Learners, by the settings that are not their defaults, and models."""

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
    """As one would write it, with `k` and whatever is not the default."""
    inner = getattr(learner, "learner", None)
    if inner is not None:
        return f"Discretised({', '.join([repr(inner), *_cutting(learner, inner)])})"
    usual = _defaults(type(learner))
    given = {key: value for key, value in learner.settings.items() if key == "k" or usual.get(key) != value}
    return f"{learner.name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"


def learner_html(learner: Learner) -> str:
    """Every setting."""
    rows = [[name(key), escaped(str(value))] for key, value in learner.settings.items()]
    return html.box(name(learner.label), html.table(["setting", "value"], rows) if rows else "")


def model_text(model: Model) -> str:
    """Whose it is, and how much it was fitted to."""
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
    """How numbers are cut, where that is not as the learner behind the discretiser has it."""
    own, behind = learner.convention, getattr(inner, "convention", PAPER)
    named = [] if own.name == behind.name else [f"convention={own.name!r}"]
    return [*named, *([] if "cut" in learner.unchanged_knobs else [f"cut={learner.cut!r}"])]


def _defaults(kind: type[Learner]) -> Mapping[str, Any]:
    try:
        return kind().settings
    except TypeError:  # a learner of the user's own that has to be told something
        return {}
