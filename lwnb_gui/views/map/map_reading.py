"""What the map shows of an explanation and what it says: caption, callouts, and the bandwidth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation
from lwnb_gui.readings.names import brief, shorten
from lwnb_gui.state import Query, TestFile
from lwnb_gui.text import class_names, count, listed, number, value_text, weight_text
from lwnb_gui.views.map.decision_regions import Answer, RegionsData, answers
from lwnb_gui.views.map.distances import DistanceData, exact_distance_text, ring_text
from lwnb_gui.views.map.plane import MapData, Point

RowPositions = MapData | DistanceData

# With the whole data set in the neighbourhood, only the nearest are drawn large; the caption says so.
MOST_MARKS = 500
MOST_SPOKES = 50
_MOST = 5  # differing attributes that a callout names
_WORDS = "no one two three four five six seven eight nine ten".split()
_NOWHERE: Point = (math.nan, math.nan)


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
        Written below the map in a file.
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
    def most_marks(self) -> int:
        """Neighbours that are drawn large; on small maps, side by side, they would hide all else."""
        return 0 if self.learners else MOST_MARKS


def map_reading(
    positions: RowPositions,
    explanation: Explanation | None,
    *,
    weighed: bool = True,
    regions: RegionsData | None = None,
    learners: Sequence[str] = (),
    hidden: frozenset[int] = frozenset(),
) -> MapReading:
    """What is drawn; without an explanation the rows alone. `weighed`: the marks tell weights."""
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
        answers=answers(explanation, learners),
        classes=explanation.classes,
        hidden=hidden,
        caption=caption(positions, explanation, weighed=weighed, regions=regions),
    )


# -- the caption ----------------------------------------------------------------------------------------


def caption(
    positions: RowPositions,
    explanation: Explanation,
    *,
    weighed: bool = True,
    regions: RegionsData | None = None,
    side_by_side: bool = False,
    only_training: bool = False,
) -> str:
    """What size, shade, lines and regions mean, and what is not shown.

    `weighed`: the marks tell weights. `only_training`: there are rows that are not shown.
    """
    if isinstance(positions, DistanceData):
        return distance_caption(positions, explanation, weighed=weighed)
    if side_by_side or (regions is not None and len(regions.panels) > 1):
        text = small_map_caption(positions, explanation)
    else:
        text = map_caption(positions, explanation, weighed=weighed)
    if only_training:
        text = f"{text} Only training rows are shown."
    if regions is None:
        return text
    # What is held fixed, and that points are not where they are drawn, is never left unsaid.
    spread = spread_text(positions)
    return f"{spread} {region_text(explanation, regions)} {text.removeprefix(spread).strip()}".strip()


def map_caption(data: MapData, explanation: Explanation, *, weighed: bool = True) -> str:
    """Of one map."""
    if explanation.neighbourhood is None:
        return " ".join(["All training rows, by class.", *_not_shown(data, explanation)])
    marks = "Size and shade: weight." if weighed else "Large: in the neighbourhood."
    # First, what is not as it looks.
    parts = [spread_text(data)] if data.jittered else []
    parts.append(f"{marks} Faint: outside {'the neighbourhood' if weighed else 'it'}.")
    if data.ring_scale is not None:
        parts.append("Ring: the bandwidth.")
    elif data.axes is None:
        parts.append("Distances use all attributes, so the bandwidth is not a ring here.")
    elif data.attributes > 2:
        many = _WORDS[data.attributes] if data.attributes < len(_WORDS) else str(data.attributes)
        parts.append(f"Distances use all {many} attributes, so the bandwidth is not a ring here.")
    return " ".join([*parts, *_not_shown(data, explanation)])


def small_map_caption(data: MapData, explanation: Explanation) -> str:
    """Of maps side by side, which have neither large neighbours nor spokes."""
    parts = [spread_text(data)] if data.jittered else []
    parts.append("Points: the training rows.")
    if data.ring_scale is not None and explanation.neighbourhood is not None:
        parts.append("Ring: the bandwidth.")
    return " ".join([*parts, *_without_position(data, explanation)])


def distance_caption(data: DistanceData, explanation: Explanation, *, weighed: bool = True) -> str:
    """Of the distance view."""
    parts = [
        "Radius: the exact distance. Angle: the order along the first two principal coordinates, spread so "
        "that rows do not hide each other."
    ]
    if explanation.neighbourhood is not None:
        parts.append("Size and shade: weight." if weighed else "Large: in the neighbourhood.")
    return " ".join([*parts, *_beyond_marks(explanation)])


def spread_text(data: MapData) -> str:
    """That points of equal values do not lie where they are drawn; empty where none are moved."""
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
    """What the regions show, and what is held fixed."""
    names = [panel.name for panel in regions.panels]
    at_k = "" if names == ["NB"] else f" at k = {regions.k:,}"
    who = "each learner" if len(names) > 1 else names[0]
    said = f"Background: prediction of {who}{at_k}; paler means less certain"
    others = [j for j in range(len(explanation.attributes)) if j not in regions.axes]
    fixed_values = _fixed_values([(explanation.attributes[j].name, explanation.value(j)) for j in others])
    if not fixed_values:
        return f"{said}."
    if explanation.row is None or explanation.is_new_instance:
        return f"{said}. A slice through the instance: {fixed_values}."
    row = f"row {explanation.row + 1}"
    return f"{said}. A slice through {row}{', changed' if explanation.changed else ''}: {fixed_values}."


def _fixed_values(others: Sequence[tuple[str, float | str | None]]) -> str:
    """That the attributes that are not shown keep their values."""
    if not others:
        return ""
    if len(others) <= 2:
        return f"{listed([f'{short(name)} {value_text(value)}' for name, value in others])} kept"
    return f"the other {len(others)} attributes keep their values"


# -- callouts -------------------------------------------------------------------------------------------


class Callout(NamedTuple):
    """A title and lines about a position; a neighbour, whose marker has a size, has a weight."""

    position: Point
    title: str
    lines: tuple[str, ...] = ()
    weight: float | None = None
    is_star: bool = False


def callouts(
    query: Query,
    explanation: Explanation,
    positions: RowPositions,
    *,
    neighbour: int | None = None,
    row: int | None = None,
    at_rest: bool = True,
    with_instance: bool = True,
    is_located: bool = True,
    weighed: bool = True,
    hidden: frozenset[int] = frozenset(),
) -> list[Callout]:
    """What is named on the map: the instance, and what the mouse is on; at rest the nearest neighbour.

    Parameters
    ----------
    neighbour, row
        Under the mouse: a neighbour by rank from 0, or a row that is none.
    at_rest
        Whether the nearest is named where the mouse is on nothing.
    is_located, weighed
        Whether it is to be told who is in the neighbourhood, and how much each weighs.
    """
    result: list[Callout] = []
    is_plane = isinstance(positions, MapData)
    if with_instance and isinstance(positions, MapData):
        result.append(
            Callout(positions.position(explanation), *instance_text(query, positions), is_star=True)
        )
    i = neighbour
    if row is not None:
        i = None if is_located else _rank(explanation, row)
        if i is None:
            position = position_of(positions, row)
            if math.isnan(position[0] + position[1]):
                return result
            names = axis_names(positions) if isinstance(positions, MapData) else ()
            said = row_description(query.used, row, names, outside=is_located)
            return [*result, Callout(position, *said)]
    elif i is None and at_rest and is_plane:
        i = 0
    rows, near, classes = (
        explanation.neighbour_rows,
        explanation.neighbourhood,
        explanation.neighbour_classes,
    )
    if i is None or rows is None or near is None or classes is None or i >= len(rows):
        return result
    if int(classes[i]) in hidden:
        return result
    said = neighbour_text(explanation, query.data, i, weighed=weighed)
    weight = float(near.weights[i]) if weighed else 0.0
    return [*result, Callout(position_of(positions, int(rows[i])), *said, weight=weight)]


def instance_text(query: Query, data: MapData) -> tuple[str, tuple[str, ...]]:
    """Title and lines of the test instance's callout."""
    row = f"row {query.row + 1}" + (" of the test file" if isinstance(query.test_rows, TestFile) else "")
    if not query.changes:
        title = f"{row}, the test instance"
    elif query.is_new_instance:
        title = "a point of your own"
    else:
        title = f"{row}, changed"
    names = axis_names(data)
    lines = [" · ".join(f"{short(n)} {value_text(query.value(n))}" for n in names)] if names else []
    if query.changes and names and not query.is_new_instance:
        all_names = [query.used.attributes[j].name for j in query.used.predictors]
        lines.append(_fixed_values([(name, query.value(name)) for name in all_names if name not in names]))
    return title, tuple(line for line in lines if line)


def neighbour_text(
    explanation: Explanation, data: Dataset, i: int, *, weighed: bool = True
) -> tuple[str, tuple[str, ...]]:
    """Title and lines of a neighbour's callout; `data` holds the training rows."""
    neighbourhood, rows, classes = (
        explanation.neighbourhood,
        explanation.neighbour_rows,
        explanation.neighbour_classes,
    )
    if neighbourhood is None or rows is None or classes is None:
        return "", ()
    row = int(rows[i])
    rank = f"rank {i + 1}" if i else "nearest"
    name = class_names(explanation.classes, explanation.class_attribute)[int(classes[i])]
    title = f"row {row + 1} · {short(name)} · {rank}"
    nominal = all(a.is_nominal for a in explanation.attributes)
    distance = exact_distance_text(float(neighbourhood.distances[i]), nominal)
    weight = f"weight {weight_text(float(neighbourhood.weights[i]))}"
    if not nominal:
        return title, (f"distance {distance}   {weight}" if weighed else f"distance {distance}",)
    said = (weight,) if weighed else ()
    return title, (f"distance {distance}", *said, *_differing(explanation, data, row))


def row_description(
    data: Dataset, row: int, names: tuple[str, ...], *, outside: bool = True
) -> tuple[str, tuple[str, ...]]:
    """Title and lines about a row that is no neighbour, or not known as one yet."""
    code = int(data.all_rows.class_codes[row])
    klass = (
        short(class_names(data.classes, data.class_attribute.name)[code]) if code >= 0 else "class unknown"
    )
    lines = [" · ".join(f"{short(n)} {value_text(data.all_rows.value(row, n))}" for n in names)]
    return f"row {row + 1} · {klass}{' · outside' if outside else ''}", tuple(line for line in lines if line)


def axis_names(data: MapData) -> tuple[str, ...]:
    """Names of the attributes that are the axes, each once."""
    return tuple(dict.fromkeys(axis.attribute.name for axis in data.axes or ()))


def can_have_regions(query: Query) -> bool:
    """Regions need two different attributes as axes."""
    return query.map.kind == "attributes" and query.map.x != query.map.y


def position_of(positions: RowPositions, row: int) -> Point:
    """Where a row lies; nowhere, if it is none of those shown."""
    i = int(positions.indices(np.array([row], dtype=np.intp))[0])
    if not 0 <= i < len(positions.rows) or positions.rows[i] != row:
        return _NOWHERE
    x, y = positions.coordinates[i].tolist()
    return x, y


def short(name: str, longest: int = 22) -> str:
    return shorten(name, longest)


def _rank(explanation: Explanation, row: int) -> int | None:
    """Where a row stands among the neighbours, from 0; None if it is not among them."""
    if explanation.neighbour_rows is None:
        return None
    ranks = np.flatnonzero(explanation.neighbour_rows == row)
    return int(ranks[0]) if len(ranks) else None


def _differing(explanation: Explanation, data: Dataset, row: int) -> list[str]:
    whole = data.all_rows
    names = []
    for j, attribute in enumerate(explanation.attributes):
        raw = whole.column(attribute.name)[row]
        own = explanation.instance[j]
        if np.isnan(own) or raw < 0:
            names.append(f"{short(attribute.name)} (missing)")
        elif raw != own:
            names.append(short(attribute.name))
    if not names:
        return ["equal in every attribute"]
    more = [f"… {number(len(names) - _MOST)} more"] if len(names) > _MOST else []
    return ["differs in:", *names[:_MOST], *more]
