"""Sentences about the best k of a learner: its value, and the k that are not significantly worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lwnb_core import BestK
from lwnb_core.evaluation.measures import Measure
from lwnb_gui.text import fixed

HEAD = "bars: values of k not significantly worse than the best"
_SPANS = 3

Ranges = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class LearnersBestK:
    """A learner's best k with its uncertainty: the ranges of k that are not significantly worse."""

    name: str
    k: int
    value: float
    ranges: tuple[tuple[int, int], ...]
    decimals: int = 2

    @classmethod
    def of(cls, name: str, best: BestK, about: Measure) -> LearnersBestK:
        return cls(name, best.k, best.accuracy, best.ranges, about.decimals)

    @property
    def value_text(self) -> str:
        return fixed(self.value, self.decimals)

    @property
    def text(self) -> str:
        return f"{self.short}; not significantly worse: {self.spans()}"

    @property
    def short(self) -> str:
        """Return the text without the ranges, which the bar shows."""
        return f"best k = {self.k} ({self.value_text})"

    def spans(self, *, full: bool = False) -> str:
        """Return all ranges: `3…9, 12 and 15 more`."""
        return spans_of(self.ranges, self.k, full=full)


def spans_of(ranges: Ranges, k: int, *, full: bool = False) -> str:
    """List only the range of k and the longest ones, and count the rest: there can be dozens."""
    own = [r for r in ranges if r[0] <= k <= r[1]]
    longest = sorted((r for r in ranges if r not in own), key=lambda r: r[0] - r[1])
    listed = ranges if full else sorted([*own, *longest[: _SPANS - len(own)]])
    spans = ", ".join(f"{a}" if a == b else f"{a}…{b}" for a, b in listed)
    return spans + (f" and {len(ranges) - len(listed)} more" if len(ranges) > len(listed) else "")
