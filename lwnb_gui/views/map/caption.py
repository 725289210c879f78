"""The caption of the map: the meaning of size, shade, lines and regions, and what is not shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lwnb_core import Explanation
from lwnb_gui.text import count, listed, value_text
from lwnb_gui.views.map.decision_regions import RegionsData
from lwnb_gui.views.map.distance_positions import DistanceData
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.wording.names import brief, shorten

# If the whole data set is in the neighbourhood, only the nearest are drawn large; the caption says so.
MOST_MARKS = 500
MOST_SPOKES = 50
_WORDS = "no one two three four five six seven eight nine ten".split()


def caption(
    positions: RowPositions,
    explanation: Explanation,
    *,
    weighed: bool = True,
    regions: RegionsData | None = None,
    side_by_side: bool = False,
    only_training: bool = False,
) -> str:
    """Return the whole caption.

    Parameters
    ----------
    weighed
        Whether the marks show weights.
    side_by_side
        Whether there are several small maps.
    only_training
        Whether there are rows that are not shown.
    """
    if isinstance(positions, DistanceData):
        return _distance_caption(explanation, weighed=weighed)
    if side_by_side:
        text = _small_map_caption(positions, explanation)
    else:
        text = map_caption(positions, explanation, weighed=weighed)
    if only_training:
        text = f"{text} Only training rows are shown."
    if regions is None:
        return text
    # What is held fixed, and that some points are displaced, is always stated.
    spread = _spread_text(positions)
    return f"{spread} {region_text(explanation, regions)} {text.removeprefix(spread).strip()}".strip()


def map_caption(data: MapData, explanation: Explanation, *, weighed: bool = True) -> str:
    """Return the caption of one map."""
    if explanation.neighbourhood is None:
        return " ".join(["All training rows, by class.", *_not_shown(data, explanation)])
    marks = "Size and shade: weight." if weighed else "Large: in the neighbourhood."
    # First state what could mislead.
    parts = [_spread_text(data)] if data.jittered else []
    parts.append(f"{marks} Faint: outside {'the neighbourhood' if weighed else 'it'}.")
    if data.ring_scale is not None:
        parts.append("Ring: the bandwidth.")
    elif data.axes is None:
        parts.append("Distances use all attributes, so the bandwidth is not a ring here.")
    elif data.attributes > 2:
        many = _WORDS[data.attributes] if data.attributes < len(_WORDS) else str(data.attributes)
        parts.append(f"Distances use all {many} attributes, so the bandwidth is not a ring here.")
    return " ".join([*parts, *_not_shown(data, explanation)])


def _small_map_caption(data: MapData, explanation: Explanation) -> str:
    """Return the caption of maps side by side, which have neither large neighbours nor spokes."""
    parts = [_spread_text(data)] if data.jittered else []
    parts.append("Points: the training rows.")
    if data.ring_scale is not None and explanation.neighbourhood is not None:
        parts.append("Ring: the bandwidth.")
    return " ".join([*parts, *_without_position(data, explanation)])


def _distance_caption(explanation: Explanation, *, weighed: bool = True) -> str:
    """Return the caption of the distance view."""
    parts = [
        "Radius: the exact distance. Angle: the order along the first two principal coordinates, spread so "
        "that rows do not hide each other."
    ]
    if explanation.neighbourhood is not None:
        parts.append("Size and shade: weight." if weighed else "Large: in the neighbourhood.")
    return " ".join([*parts, *_beyond_marks(explanation)])


def _spread_text(data: MapData) -> str:
    """Say that points of equal values are displaced; empty if none are."""
    if not data.jittered:
        return ""
    return f"Points are spread within each value of {listed([brief(n) for n in data.jittered])}."


def _without_position(data: MapData, explanation: Explanation) -> list[str]:
    parts = []
    if data.without_position:
        parts.append(f"{count(data.without_position, 'row')} not shown because of a missing value.")
    if not np.isfinite(data.position(explanation)).all():
        parts.append("The instance itself has a missing value, so it is not shown.")
    return parts


def _not_shown(data: MapData, explanation: Explanation) -> list[str]:
    parts = [*_without_position(data, explanation), *_beyond_marks(explanation)]
    near = explanation.neighbourhood
    if near is not None and np.count_nonzero(near.weights) > MOST_SPOKES:
        parts.append(f"Spokes to the {MOST_SPOKES} nearest.")
    return parts


def _beyond_marks(explanation: Explanation) -> list[str]:
    inside = 0 if explanation.neighbourhood is None else len(explanation.neighbourhood)
    if inside <= MOST_MARKS:
        return []
    return [f"Only the {MOST_MARKS:,} nearest of {inside:,} neighbours are drawn large."]


def region_text(explanation: Explanation, regions: RegionsData) -> str:
    """Describe the regions, and what is held fixed."""
    names = [panel.name for panel in regions.panels]
    at_k = "" if names == ["NB"] else f" at k = {regions.k:,}"
    who = "each learner" if len(names) > 1 else names[0]
    said = f"Background: prediction of {who}{at_k}; paler means less certain"
    others = [j for j in range(len(explanation.attributes)) if j not in regions.axes]
    fixed_values = values_kept([(explanation.attributes[j].name, explanation.value(j)) for j in others])
    if not fixed_values:
        return f"{said}."
    if explanation.row is None or explanation.is_new_instance:
        return f"{said}. A slice through the instance: {fixed_values}."
    row = f"row {explanation.row + 1}"
    return f"{said}. A slice through {row}{', changed' if explanation.changed else ''}: {fixed_values}."


def values_kept(others: Sequence[tuple[str, float | str | None]]) -> str:
    """Say that the attributes that are not shown keep their values; empty if there are none."""
    if not others:
        return ""
    if len(others) <= 2:
        return f"{listed([f'{short(name)} {value_text(value)}' for name, value in others])} kept"
    return f"the other {len(others)} attributes keep their values"


def short(name: str, longest: int = 22) -> str:
    """Shorten a name for a sentence that has several."""
    return shorten(name, longest)
