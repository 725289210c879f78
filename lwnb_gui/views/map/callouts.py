"""The callouts on the map: the instance, what the mouse is on and, otherwise, the nearest neighbour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lwnb_core import Dataset, Explanation
from lwnb_gui.text import class_names, number, value_text, weight_text
from lwnb_gui.views.map.caption import short, values_kept
from lwnb_gui.views.map.plane import MapData, Point
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.wording.numbers import exact_distance_text

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_NOWHERE: Point = (math.nan, math.nan)
_MOST = 5  # the number of differing attributes that a callout names


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
    """Return callouts: the instance, and what the mouse is on or, otherwise, the nearest neighbour.

    Parameters
    ----------
    neighbour, row
        Under the mouse: a neighbour by rank from 0, or a row that is not a neighbour.
    at_rest
        Whether the nearest neighbour is named if there is nothing under the mouse.
    is_located, weighed
        Whether the callouts may say which rows are neighbours, and what weights they have.
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
            position = _position_of(positions, row)
            if math.isnan(position[0] + position[1]):
                return result
            names = positions.axis_names if isinstance(positions, MapData) else ()
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
    return [*result, Callout(_position_of(positions, int(rows[i])), *said, weight=weight)]


def instance_text(query: Query, data: MapData) -> tuple[str, tuple[str, ...]]:
    """Return title and lines of the test instance's callout."""
    row = f"row {query.row + 1}" + (" of the test file" if query.has_test_file else "")
    if not query.changes:
        title = f"{row}, the test instance"
    elif query.is_new_instance:
        title = "a point of your own"
    else:
        title = f"{row}, changed"
    names = data.axis_names
    lines = [" · ".join(f"{short(n)} {value_text(query.value(n))}" for n in names)] if names else []
    if query.changes and names and not query.is_new_instance:
        all_names = [query.used.attributes[j].name for j in query.used.predictors]
        lines.append(values_kept([(name, query.value(name)) for name in all_names if name not in names]))
    return title, tuple(line for line in lines if line)


def neighbour_text(
    explanation: Explanation, data: Dataset, i: int, *, weighed: bool = True
) -> tuple[str, tuple[str, ...]]:
    """Return title and lines of a neighbour's callout; `data` holds the training rows."""
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
    """Return title and lines about a row that is not a neighbour, or not known as one yet."""
    code = int(data.all_rows.class_codes[row])
    klass = (
        short(class_names(data.classes, data.class_attribute.name)[code]) if code >= 0 else "class unknown"
    )
    lines = [" · ".join(f"{short(n)} {value_text(data.all_rows.value(row, n))}" for n in names)]
    return f"row {row + 1} · {klass}{' · outside' if outside else ''}", tuple(line for line in lines if line)


def _rank(explanation: Explanation, row: int) -> int | None:
    """Return the rank of a row among the neighbours, from 0; None if it is not among them."""
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


def _position_of(positions: RowPositions, row: int) -> Point:
    """Return the position of a row; NaN if it is not among those shown."""
    i = int(positions.indices(np.array([row], dtype=np.intp))[0])
    if not 0 <= i < len(positions.rows) or positions.rows[i] != row:
        return _NOWHERE
    x, y = positions.coordinates[i].tolist()
    return x, y
