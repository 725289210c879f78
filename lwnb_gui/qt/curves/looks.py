"""How the curves are looked at: nothing of it needs computing anew."""

from __future__ import annotations

from dataclasses import dataclass

from lwnb_core import Learner
from lwnb_core.evaluation.curve_result import CurveMeasure
from lwnb_core.evaluation.measures import LOSSES


@dataclass(frozen=True)
class Looks:
    """Measure, axis, bands, best k, and the learners whose curves are switched off."""

    measure: CurveMeasure = "accuracy"
    log: bool = True
    band: bool = True
    best: bool = True
    hidden: frozenset[Learner] = frozenset()

    @property
    def lower_is_better(self) -> bool:
        return self.measure in LOSSES
