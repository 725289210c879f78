"""Step mode: what each step shows, and a sentence for each, supplied by the views."""

from __future__ import annotations

from lwnb_core import Explanation
from lwnb_gui.views.steps import STEPS, Step

# The views are imported when they are first needed, which is after the start page.


def visible_from(part: str) -> Step:
    """Return the step from which on a part is visible: the last one, where no view declares another."""
    from lwnb_gui.views.every import VIEWS

    for view in VIEWS:
        if part == view.name:
            return view.visible_from
        if part in view.parts_visible_from:
            return view.parts_visible_from[part]
    return STEPS[-1]


def is_visible_at(step: Step, part: str) -> bool:
    """Whether a part of the window is visible at a step."""
    return STEPS.index(visible_from(part)) <= STEPS.index(step)


def sentence(step: Step, explanation: Explanation) -> str:
    """Describe what happens at this step, with this instance's numbers."""
    if explanation.neighbourhood is None or explanation.model is None:
        return ""
    from lwnb_gui.views.every import VIEWS

    return "".join(view.step_sentence(step, explanation) for view in VIEWS)
