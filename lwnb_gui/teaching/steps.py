"""Step mode: what each step shows, and a sentence for each, supplied by the views."""

from __future__ import annotations

from lwnb_core import Explanation
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.steps import STEPS, Step

# The step from which on a part of the window is visible; all others are visible at the last step.
_VISIBLE_FROM: dict[str, Step] = {
    **{view.name: view.visible_from for view in VIEWS},
    **{part: step for view in VIEWS for part, step in view.parts_visible_from.items()},
}


def visible_from(part: str) -> Step:
    """Return the step from which on a part of the window is visible."""
    return _VISIBLE_FROM.get(part, STEPS[-1])


def is_visible_at(step: Step, part: str) -> bool:
    """Whether a part of the window is visible at a step."""
    return STEPS.index(visible_from(part)) <= STEPS.index(step)


def sentence(step: Step, explanation: Explanation) -> str:
    """Describe what happens at this step, with this instance's numbers."""
    if explanation.neighbourhood is None or explanation.model is None:
        return ""
    return "".join(view.step_sentence(step, explanation) for view in VIEWS)
