"""The steps of step mode, from distances to the posterior. Views declare the steps at which they appear."""

from __future__ import annotations

from typing import Literal, get_args

Step = Literal["distances", "neighbourhood", "weights", "counts", "tables", "product", "normalise"]
STEPS: tuple[Step, ...] = get_args(Step)


def step_after(step: Step | None, by: int) -> Step:
    """Return the next or previous step, if there is one, or the first if there was none."""
    if step is None:
        return STEPS[0]
    return STEPS[min(max(STEPS.index(step) + by, 0), len(STEPS) - 1)]
