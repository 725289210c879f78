"""The map's reading of an explanation: star, neighbours, ring, regions, answers and caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Explanation
from lwnb_gui.views.drawing.legend import Entry
from lwnb_gui.views.map.caption import MOST_MARKS, caption
from lwnb_gui.views.map.decision_regions import Answer, RegionsData, answers
from lwnb_gui.views.map.distance_positions import DistanceData, ring_text
from lwnb_gui.views.map.plane import Point
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.wording.names import brief_all

_NOWHERE: Point = (math.nan, math.nan)
_DENSE = 5_000  # rows
# The weight with which all neighbours are drawn before they are weighted: clearly more than none.
_EQUAL_WEIGHT = 0.3


@dataclass(frozen=True, eq=False)
class MapReading:
    """The rows on the map, and one explanation.

    Attributes
    ----------
    star
        Position of the test instance; NaN where a value is missing.
    neighbours
        Points of the neighbours, nearest first; their weights are in `weights`.
    ring
        Half axes of the bandwidth's ring, where it is one.
    bandwidth
        The bandwidth in words, and how many rows are inside the ring: of the distance view.
    learners
        A map for each of them, side by side; empty: one map.
    regions
        What is below the rows, a panel for each map.
    answers
        What those learners say about the instance.
    classes
        Names of the classes, for a legend.
    hidden
        Classes that are not drawn.
    caption
        Written below the map.
    """

    positions: RowPositions
    star: Point = _NOWHERE
    neighbours: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    weights: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    ring: Point | None = None
    bandwidth: tuple[str, str] = ("", "")
    learners: tuple[str, ...] = ()
    regions: RegionsData | None = None
    answers: tuple[Answer | None, ...] = ()
    classes: tuple[str, ...] = ()
    hidden: frozenset[int] = frozenset()
    caption: str = ""

    @property
    def has_star(self) -> bool:
        return math.isfinite(self.star[0]) and math.isfinite(self.star[1])

    @property
    def is_dense(self) -> bool:
        """Whether there are so many rows that a picture serves better than a drawing of each."""
        return len(self.positions) > _DENSE

    @property
    def most_marks(self) -> int:
        """The number of neighbours drawn large; on small maps they would hide everything else."""
        return 0 if self.learners else MOST_MARKS


def map_reading(
    positions: RowPositions,
    explanation: Explanation | None,
    *,
    weighed: bool = True,
    regions: RegionsData | None = None,
    learners: Sequence[str] = (),
    hidden: frozenset[int] = frozenset(),
    only_training: bool = False,
) -> MapReading:
    """Return the content of the map; without an explanation, only the rows.

    `weighed`: the marks show weights. `only_training`: there are rows that are not shown.
    """
    learners = tuple(learners)
    if regions is not None and len(regions.panels) > 1:
        learners = tuple(panel.name for panel in regions.panels)
    if explanation is None:
        return MapReading(positions, learners=learners, regions=regions, hidden=hidden)
    near, rows = explanation.neighbourhood, explanation.neighbour_rows
    has_neighbours = near is not None and rows is not None
    return MapReading(
        positions=positions,
        star=positions.star(explanation),
        neighbours=positions.indices(rows) if rows is not None and has_neighbours else np.empty(0, np.intp),
        weights=near.weights if near is not None and has_neighbours else np.empty(0),
        ring=positions.ring(near.bandwidth) if near is not None and near.bandwidth > 0 else None,
        bandwidth=ring_text(explanation) if isinstance(positions, DistanceData) else ("", ""),
        learners=learners,
        regions=regions,
        answers=answers(explanation, learners) if learners else (),
        classes=explanation.classes,
        hidden=hidden,
        caption=caption(
            positions,
            explanation,
            weighed=weighed,
            regions=regions,
            side_by_side=bool(learners),
            only_training=only_training,
        ),
    )


def is_reached(step: Step | None, wanted: Step) -> bool:
    """Whether step mode has reached a step, or is off."""
    return step is None or STEPS.index(step) >= STEPS.index(wanted)


def for_step(explanation: Explanation, step: Step | None) -> Explanation:
    """Return what an explanation shows at a step: no neighbours before the neighbourhood is found, and
    equal weights before they are computed.
    """
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or is_reached(step, "weights"):
        return explanation
    if not is_reached(step, "neighbourhood"):
        return replace(explanation, neighbourhood=None, neighbour_rows=None, neighbour_classes=None)
    alike = replace(neighbourhood, given_weights=np.full(len(neighbourhood), _EQUAL_WEIGHT))
    return replace(explanation, neighbourhood=alike)


def class_entries(reading: MapReading) -> list[Entry]:
    """Return the classes of the rows that are drawn, for a legend."""
    present = set(np.unique(reading.positions.codes).tolist()) - reading.hidden
    names = brief_all(reading.classes)
    return [(c, names[c]) for c in range(len(names)) if c in present]
