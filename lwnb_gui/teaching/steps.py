"""Step mode: what each of its steps shows, and a sentence for each, as the views say it."""

from __future__ import annotations

from lwnb_core import Explanation
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.steps import STEPS, Step

# The step from which on a part of the window is visible; all others are visible at the last.
_VISIBLE_FROM: dict[str, Step] = {
    **{view.name: view.visible_from for view in VIEWS},
    **{part: step for view in VIEWS for part, step in view.parts_visible_from.items()},
}


def visible_from(part: str) -> Step:
    """The step from which on a part of the window is visible."""
    return _VISIBLE_FROM.get(part, STEPS[-1])


def is_visible_at(step: Step, part: str) -> bool:
    """Whether a part of the window is on the screen at a step."""
    return STEPS.index(visible_from(part)) <= STEPS.index(step)


def sentence(step: Step, explanation: Explanation) -> str:
    """What happens at this step, with the numbers of this instance in it."""
    if explanation.neighbourhood is None or explanation.model is None:
        return ""
    return "".join(view.step_sentence(step, explanation) for view in VIEWS)
