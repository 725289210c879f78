"""How far curves that were drawn by hand are from the computed ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lwnb_gui.state.drawing import DRAWN_LEARNERS, Comparison, Drawing
from lwnb_gui.text import fixed

_NOTHING = 0.05  # points that read 0.0
# A live page, which compares what is drawn in it, fills in the same sentences.
SAYINGS = {
    "high": "{learner}: you were {points} points too high at k = {k}; on average {mean} points off{part}.",
    "low": "{learner}: you were {points} points too low at k = {k}; on average {mean} points off{part}.",
    "met": "{learner}: you drew exactly the computed curve{part}.",
    "nothing": "{learner}: you drew nothing.",
    "part": " (drawn from k = {first} to {last})",
}


@dataclass(frozen=True)
class Gap:
    """Where a drawn curve is farthest from the computed one.

    Attributes
    ----------
    k
        The smallest k at which the gap is largest.
    points
        Percentage points by which the drawn curve is too high there; negative where it is too low.
    mean
        The distance in points, averaged over the computed k that were drawn.
    ends
        First and last of these k.
    is_whole
        Whether every computed k was drawn.
    """

    learner: str
    k: int
    points: float
    mean: float
    ends: tuple[int, int]
    is_whole: bool

    @property
    def sentence(self) -> str:
        """`KNN: you were 12.3 points too high at k = 40; on average 5.1 points off.`"""
        first, last = self.ends
        saying = "met" if abs(self.points) < _NOTHING else "high" if self.points > 0 else "low"
        return SAYINGS[saying].format(
            learner=self.learner,
            points=fixed(abs(self.points), 1),
            k=self.k,
            mean=fixed(self.mean, 1),
            part="" if self.is_whole else SAYINGS["part"].format(first=first, last=last),
        )


def gap(comparison: Comparison) -> Gap | None:
    """None where nothing was drawn."""
    is_drawn = np.isfinite(comparison.drawn) & np.isfinite(comparison.computed)
    if not is_drawn.any():
        return None
    ks = comparison.ks[is_drawn]
    differences = (comparison.drawn - comparison.computed)[is_drawn]
    worst = int(np.argmax(np.abs(differences)))
    return Gap(
        learner=comparison.learner,
        k=int(ks[worst]),
        points=float(differences[worst]),
        mean=float(np.abs(differences).mean()),
        ends=(int(ks[0]), int(ks[-1])),
        is_whole=bool(is_drawn.all()),
    )


def spoken(drawing: Drawing, k: int, log: bool) -> str:
    """What a screen reader says of the line that is being drawn: `KNN at k = 40: 61.0 %`."""
    name, (value,) = DRAWN_LEARNERS[drawing.learner], drawing.line.at(np.array([k]), log)
    said = f"{fixed(float(value), 1)} %" if np.isfinite(value) else "nothing drawn"
    return f"{name} at k = {k}: {said}"


def drawn_sentences(compared: Iterable[Comparison]) -> tuple[str, ...]:
    """One sentence per learner."""
    return tuple(
        found.sentence if (found := gap(one)) is not None else SAYINGS["nothing"].format(learner=one.learner)
        for one in compared
    )
